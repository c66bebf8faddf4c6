//! A record that was changed does not verify, and the first difference is reported with its line and field.

use crate::attack::{anew, edited, record, verdict};

#[test]
fn the_untouched_record_verifies() {
    let text = record("pyrat");
    assert_eq!(verdict(&text), Ok(()));
    assert_eq!(verdict(&format!("{text}{text}")), Ok(()), "two matches in one file");
}

#[test]
fn each_part_of_the_record_is_checked_also_where_it_was_sealed_anew() {
    let text = record("pyrat");
    let last = text.lines().count() - 1;
    let digest = text.split("\"settings_digest\":\"").nth(1).unwrap()[..64].to_string();
    for (line, from, to, expected) in [
        (0, "\"seed\":\"7\"", "\"seed\":\"8\"", "line 1, the header: world: 0x"),
        (0, "\"preset\":\"tiny\"", "\"preset\":\"tiny\",\"max_turns\":20", "line 1, the header: settings_digest: "),
        (0, digest.as_str(), &"0".repeat(64), "line 1, the header: settings_digest: 0000"),
        (0, "\"preset\":\"tiny\"", "\"preset\":\"teeny\"", "line 1, the header: preset: \"teeny\" is not one of tiny"),
        (0, "\"game\":\"pyrat\"", "\"game\":\"chess\"", "line 1, the header: game: \"chess\" is not one of "),
        (0, "\"rules\":1", "\"rules\":9", "line 1: the rules of pyrat: version 9, this gridhaunt plays version 1"),
        (0, "\"seats\":[", "\"seats\":[\"x\",", "line 1, the header: seats: 3 names, need 2, one for each seat"),
        (3, "[0,", "[7,", "line 4, step 3: choices[0]: seat 7 does not exist, there are 2"),
        (3, "[[0,", "[[0,9],[0,", "line 4, step 3: choices[0].action: 9 is not 0..=4 or one of up, right, down"),
        (3, "\"hash\":\"0x", "\"hash\":\"0x1", "line 4, step 3: hash: "),
        (last, "\"reason\":\"", "\"reason\":\"x", &format!("line {}, the end: outcome.reason: \"x", last + 1)),
        (last, "\"rank\":1", "\"rank\":3", &format!("line {}, the end: outcome.seats[0].rank: 3 is not 1", last + 1)),
        (last, "\"ranks\":[1", "\"ranks\":[2", &format!("line {}, the end: ranks[0]: 2 is not 1", last + 1)),
        (last, "\"hash\":\"0x", "\"hash\":\"0xf", &format!("line {}, the end: hash: ", last + 1)),
        (
            last,
            "\"ranks\"",
            "\"stopped\":\"left\",\"ranks\"",
            &format!("line {}, the end: stopped: the match is", last + 1),
        ),
    ] {
        let error = verdict(&anew(&edited(&text, line, from, to))).unwrap_err();
        assert!(error.starts_with(expected), "{error}, expected {expected}");
        let left = verdict(&edited(&text, line, from, to)).unwrap_err();
        assert!(left.contains(": seal: "), "{left}");
    }
}

#[test]
fn a_cut_record_says_how_far_it_is_right() {
    let text = record("pyrat");
    let ten: Vec<&str> = text.lines().take(11).collect();
    assert_eq!(verdict(&ten.join("\n")), Err("cut off after step 10: the end of the match is missing".into()));
    let hash = ten[10].split("\"hash\":\"").nth(1).unwrap()[..18].to_string();
    let end = format!(r#"{{"end":true,"steps":10,"hash":"{hash}","outcome":null,"ranks":[],"seal":""}}"#);
    let forged = anew(&format!("{}\n{end}\n", ten.join("\n")));
    assert_eq!(verdict(&forged), Err("cut off after step 10: the end of the match is missing".into()));
    let half_a_line = &text[..text.lines().take(4).map(|line| line.len() + 1).sum::<usize>() + 10];
    assert!(verdict(half_a_line).unwrap_err().starts_with("line 5, step 4: no JSON"));
    let longer = anew(&text.replacen("\"end\":true", "\"step\":9", 1));
    assert!(verdict(&longer).is_err());
}

#[test]
fn a_record_of_format_1_is_read_and_written_anew() {
    let registry = gridhaunt_bots::registry();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-1");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let replay = gridhaunt_arena::replay::read_all(&text).unwrap().remove(0);
        assert_eq!(replay.header.format, 1);
        let before = gridhaunt_arena::verify::verify(&registry, &replay).unwrap();
        let renewed = gridhaunt_arena::renew::renew(&registry, &replay).unwrap();
        assert_eq!(verdict(&renewed), Ok(()));
        let again = gridhaunt_arena::replay::read_all(&renewed).unwrap().remove(0);
        let after = gridhaunt_arena::verify::verify(&registry, &again).unwrap();
        assert_eq!((again.header.format, before.hash(), before.steps()), (2, after.hash(), after.steps()));
        seen += 1;
    }
    assert!(seen >= 2);
}
