//! A record that was changed does not verify, and the first thing that differs is named.

use gridhaunt_arena::play::Arena;
use gridhaunt_arena::replay::{Replay, read_all};
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_arena::verify::verify;
use serde_json::json;
use std::sync::atomic::AtomicBool;

fn record() -> String {
    let registry = gridhaunt_bots::registry();
    let game = registry.find("pyrat").unwrap();
    let table = game.open(&json!({"preset": "tiny"})).unwrap();
    let seats = ["greedy", "random"].map(|name| BotSpec::parse(name).unwrap());
    let arena = Arena { info: game.info(), table: table.as_ref(), seats: &seats, rotate: false, from: None };
    arena.play(7, true, &AtomicBool::new(false)).unwrap().over().unwrap().record.unwrap()
}

fn verdict(text: &str) -> Result<(), String> {
    let registry = gridhaunt_bots::registry();
    let replays: Vec<Replay> = read_all(text).map_err(|error| error.to_string())?;
    replays.iter().try_for_each(|replay| verify(&registry, replay).map(|_| ()).map_err(|error| error.to_string()))
}

/// The record with one line changed.
fn edited(line: usize, from: &str, to: &str) -> String {
    let text = record();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    assert!(lines[line].contains(from), "{}", lines[line]);
    lines[line] = lines[line].replacen(from, to, 1);
    lines.join("\n")
}

#[test]
fn the_untouched_record_verifies() {
    assert_eq!(verdict(&record()), Ok(()));
    assert_eq!(verdict(&format!("{0}{0}", record())), Ok(()), "two matches in one file");
}

#[test]
fn a_changed_choice_is_found_at_its_step() {
    let text = record();
    let line = text.lines().nth(5).unwrap();
    let python = line.split("[[0,").nth(1).unwrap().chars().next().unwrap();
    let other = if python == '4' { '0' } else { '4' };
    let error = verdict(&edited(5, &format!("[[0,{python}]"), &format!("[[0,{other}]"))).unwrap_err();
    assert!(error.starts_with("step 5: the hash on record is 0x") && error.contains(", here it is 0x"), "{error}");
}

#[test]
fn each_part_of_the_record_is_checked() {
    let starts = |text: String, expected: &str| {
        let error = verdict(&text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    };
    starts(edited(0, "\"seed\":\"7\"", "\"seed\":\"8\""), "the start: the world on record is 0x");
    starts(
        edited(0, "\"preset\":\"tiny\"", "\"preset\":\"tiny\",\"max_turns\":20"),
        "the start: the state on record is 0x",
    );
    starts(
        edited(0, "\"preset\":\"tiny\"", "\"preset\":\"teeny\""),
        "the header: preset: \"teeny\" is not one of tiny",
    );
    starts(edited(0, "\"game\":\"pyrat\"", "\"game\":\"chess\""), "the header: game: \"chess\" is not one of ");
    starts(
        edited(0, "\"rules\":1", "\"rules\":2"),
        "line 1: the rules of pyrat: version 2, this gridhaunt plays version 1",
    );
    starts(edited(3, "[0,", "[7,"), "step 3: seat 7 does not exist, there are 2");
    starts(
        edited(3, "[[0,", "[[0,9],[0,"),
        "step 3: seat 0: action: 9 is not 0..=4 or one of up, right, down, left, stay",
    );
    let last = record().lines().count() - 1;
    starts(edited(last, "\"reason\":\"", "\"reason\":\"x"), &format!("step {}: the outcome on record is", last - 1));
}

#[test]
fn a_cut_record_says_how_far_it_is_right() {
    let text = record();
    let ten: Vec<&str> = text.lines().take(11).collect();
    assert_eq!(verdict(&ten.join("\n")), Err("cut off after step 10: the end of the match is missing".into()));
    let forged = format!("{}\n{}", ten.join("\n"), r#"{"end":true,"steps":10,"outcome":null}"#);
    assert_eq!(verdict(&forged), Err("cut off after step 10: the end of the match is missing".into()));
    let half_a_line = &text[..text.lines().take(4).map(|line| line.len() + 1).sum::<usize>() + 10];
    assert!(verdict(half_a_line).unwrap_err().starts_with("line 5, step 4: no JSON"));
    let longer = text.replacen("\"end\":true", "\"step\":9", 1);
    assert!(verdict(&longer).is_err());
}
