//! Errors name the line that cannot be read, in both formats.

use super::*;
use proptest::prelude::*;

const HEADER: &str = r#"{"gridhaunt":"replay","format":1,"game":"pyrat","rules":1,"generator":1,"seed":"7","settings":{},"seats":["a","b"],"world":"0x1","hash":"0x2"}"#;
const STEP: &str = r#"{"step":1,"choices":[[0,1]],"hash":"0x1"}"#;

/// The lines of format 2, sealed.
fn sealed(lines: &[&str]) -> Vec<String> {
    let mut chain = Chain::default();
    let seal = |line: &&str| {
        let mut line = line.strip_suffix('}').unwrap().to_string();
        let shown = if line.starts_with("{\"end\"") { WHOLE } else { SHOWN };
        chain.seal(&mut line, shown);
        line
    };
    lines.iter().map(seal).collect()
}

fn second() -> String {
    let digest = format!(r#""settings_digest":"{}","seats""#, "0".repeat(64));
    HEADER.replace("\"format\":1", "\"format\":2").replace("\"seats\"", &digest)
}

/// What is wrong with the first match of these lines.
fn error<S: AsRef<str>>(lines: &[S]) -> String {
    let text = lines.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n");
    match read_all(&text) {
        Err(differs) => differs.to_string(),
        Ok(replays) => replays[0].damage.as_ref().map(ToString::to_string).unwrap_or_default(),
    }
}

#[test]
fn a_damaged_line_is_named_with_its_step() {
    assert_eq!(error::<&str>(&[]), "line 1: this is no gridhaunt replay (the file is empty)");
    assert_eq!(error(&["[1]"]), "line 1: this is no gridhaunt replay (the first line is no header)");
    assert!(error(&["GIF89a"]).starts_with("line 1: this is no gridhaunt replay (no JSON: expected value"));
    assert_eq!(error(&[HEADER, STEP, STEP]), "line 3, step 2: step: 1 is not 2");
    assert!(error(&[HEADER, STEP, &STEP[..20]]).starts_with("line 3, step 2: no JSON: EOF"));
    assert_eq!(
        error(&[HEADER, &STEP.replace("[0,1]", "[300,1]")]),
        "line 2, step 1: choices[0]: [300,1] is not a seat and an action"
    );
    assert_eq!(
        error(&[HEADER, r#"{"end":true,"steps":3,"outcome":null}"#]),
        "line 2, the end: steps: 3 is not 0, as many as there are"
    );
    assert_eq!(
        error(&[&HEADER.replace("\"format\":1", "\"format\":9")]),
        "line 1: the format: version 9, this gridhaunt plays version 2"
    );
    assert_eq!(
        error(&[&HEADER.replace("\"seed\":\"7\"", "\"seed\":\"x\"")]),
        "line 1, the header: seed: \"x\" is not an integer 0..2^64"
    );
}

#[test]
fn an_end_that_says_no_is_refused() {
    for word in ["\"no\"", "false", "1", "null"] {
        let end = format!(r#"{{"end":{word},"steps":1,"outcome":null}}"#);
        assert_eq!(error(&[HEADER, STEP, &end]), format!("line 3, the end: end: {word} is not true"));
    }
}

#[test]
fn doubled_keys_are_refused_in_every_line() {
    let twice = |line: &str, key: &str| line.replacen('{', &format!("{{\"{key}\":1,"), 1);
    assert!(error(&[twice(HEADER, "seed")]).contains("the key \"seed\" stands twice"));
    assert!(error(&[HEADER, &STEP.replacen('}', r#","hash":"0x1"}"#, 1)]).contains("the key \"hash\" stands twice"));
    assert!(error(&[&HEADER.replace("{}", r#"{"a":1,"a":2}"#)]).contains("the key \"a\" stands twice"));
}

#[test]
fn every_line_of_format_2_must_bear_its_seal() {
    let end = r#"{"end":true,"steps":1,"hash":"0x1","outcome":null,"ranks":[]}"#;
    let header = second();
    let lines = sealed(&[&header, STEP, end]);
    assert_eq!(error(&lines), "");
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[line].contains(from));
        lines[line] = lines[line].replacen(from, to, 1);
        error(&lines)
    };
    assert!(changed(0, "\"a\"", "\"c\"").starts_with("line 1, the header: seal: \""));
    assert!(changed(1, "[0,1]", "[0,2]").starts_with("line 2, step 1: seal: \""));
    assert!(changed(1, "\"choices\":", "\"choices\": ").starts_with("line 2, step 1: seal: \""), "bytes, not JSON");
    assert!(changed(2, "null", "0").starts_with("line 3, the end: seal: \""));
    assert!(changed(1, "}", "} ").starts_with("line 2, step 1: seal: not there"));
    let dropped = [lines[0].clone(), lines[2].clone()];
    assert!(error(&dropped).starts_with("line 2, the end: seal: \""));
    let spaced = [lines[0].clone(), String::new(), lines[1].clone(), lines[2].clone()];
    assert_eq!(error(&spaced), "line 2, step 1: line: empty, need a step or the end");
    let [signature, key] = ["0".repeat(128), "0".repeat(64)];
    let signed = format!(r#"{{"signature":"{signature}","key":"{key}"}}"#);
    let mut twice = lines.clone();
    twice.extend([signed.clone(), String::new(), signed.clone()]);
    assert!(error(&twice).starts_with("line 6, the signature: key: "));
    assert!(error(&[&lines[0], &signed]).starts_with("line 2, the signature: signature: here is not after the end"));
}

#[test]
fn a_record_that_was_cut_off_is_read_as_far_as_it_goes() {
    let replays = read_all(HEADER).unwrap();
    assert_eq!((replays[0].steps.len(), &replays[0].end, &replays[0].damage), (0, &None, &None));
}

#[test]
fn one_match_of_many_is_found_and_what_is_torn_hides_no_other() {
    let end = r#"{"end":true,"steps":1,"outcome":null}"#;
    let seeded = |seed: u64| HEADER.replace("\"seed\":\"7\"", &format!("\"seed\":\"{seed}\""));
    let text = [&seeded(1), STEP, end, "", &seeded(2)[..40], STEP, end, &seeded(3), STEP, &STEP[..9], &seeded(4)];
    let text = text.join("\n");
    let found = |which| find(text.as_bytes(), which, |_| {}).unwrap();
    let seed = |which| match found(which) {
        Found::Replay(replay) => (replay.header.seed, replay.steps.len(), replay.damage.is_some()),
        other => panic!("{other:?}"),
    };
    assert_eq!([seed(1), seed(3), seed(4)], [(1, 1, false), (3, 1, true), (4, 0, false)]);
    assert!(matches!(found(2), Found::Unreadable(Differs::Wrong { line: 5, .. })), "{:?}", found(2));
    assert_eq!(found(5), Found::Only(4));
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,200}", cut in 0usize..600, insert in "\\PC{0,6}", second_format: bool) {
        let _ = read_all(&text);
        let lines = if second_format { sealed(&[&second(), STEP]) } else { vec![HEADER.into(), STEP.into()] };
        let mut record = lines.join("\n");
        let at = record.char_indices().map(|(i, _)| i).nth(cut).unwrap_or(0);
        record.insert_str(at, &insert);
        let _ = read_all(&record);
    }
}
