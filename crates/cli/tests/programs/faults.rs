//! Every fault has its verdict, its words, and its place in the record (B14).

use super::{Home, SHORT, fine, said};
use serde_json::{Value, json};
use std::fs;

/// A match in which the bot commits a fault in turn 3; the record and what was printed to standard error.
fn with_fault(home: &Home, mode: &str, flags: &[&str]) -> (Vec<Value>, String) {
    let bot = format!("./bot:mode={mode},at=3");
    let clock = ["--clock", "700ms", "-s", "5", "-o", "m.jsonl"];
    let words = [&["play", "pyrat", &bot, "idle"], &SHORT[..], &clock, flags].concat();
    let output = fine(home.run(&words));
    fine(home.run(&["replay", "verify", "m.jsonl"]));
    (home.record("m.jsonl"), said(&output.stderr))
}

/// The verdicts of the step after turn 3.
fn verdicts(record: &[Value]) -> &Value {
    assert_eq!(record[4]["step"], 4);
    &record[4]["verdicts"]
}

#[test]
fn who_is_late_has_its_last_legal_wish_or_the_default_action() {
    let home = Home::new();
    let (record, told) = with_fault(&home, "late", &[]);
    assert_eq!(verdicts(&record), &json!([[0, "late"]]));
    assert!(told.contains("python · bot:at=3,mode=late, step 4: late: no move in time"), "{told}");
    assert!(told.contains("gridhaunt: transcript m.0.log"), "{told}");
    assert!(told.contains("gridhaunt repro m.jsonl --seat 0 ./bot"), "{told}");
    let home = Home::new();
    let (record, _) = with_fault(&home, "maybe", &[]);
    assert_eq!(verdicts(&record), &json!([[0, "late"]]));
    assert_eq!(record[4]["choices"].as_array().unwrap().len(), 2, "the last legal maybe is played: {}", record[4]);
}

#[test]
fn what_comes_without_a_newline_or_is_no_message_is_told_apart() {
    let home = Home::new();
    let (record, told) = with_fault(&home, "partial", &[]);
    assert_eq!(verdicts(&record), &json!([[0, "partial"]]));
    assert!(told.contains("bytes without a newline: flush?"), "{told}");
    let home = Home::new();
    let (record, told) = with_fault(&home, "garbled", &[]);
    assert_eq!(verdicts(&record), &json!([[0, "garbled"]]));
    assert!(told.contains("but this line: I think I go up (no JSON: expected value, column 1)"), "{told}");
}

#[test]
fn an_illegal_move_is_a_strike_and_a_crash_is_the_end() {
    let home = Home::new();
    let (record, told) = with_fault(&home, "illegal", &[]);
    assert_eq!(verdicts(&record), &json!([[0, "illegal"]]));
    assert_eq!(record[4]["refused"], json!([[0, "fly"]]));
    assert_eq!(record.last().unwrap()["steps"], 8, "one strike ends nothing");
    assert!(told.contains("\"fly\" is not allowed now; allowed: up, right, down, left, stay"), "{told}");
    let (record, told) = with_fault(&home, "crash", &[]);
    assert_eq!(record.last().unwrap()["stopped"], "forfeit");
    assert_eq!(record.last().unwrap()["ranks"], json!([2, 1]));
    assert!(told.contains("crashed: it exited with code 1; its last words: no cheese left in turn 3"), "{told}");
    assert!(home.read("m.0.log").contains("! no cheese left in turn 3"));
}

#[test]
fn stray_lines_and_notes_are_no_faults() {
    let home = Home::new();
    let (record, told) = with_fault(&home, "stray", &[]);
    assert_eq!((verdicts(&record), told.as_str()), (&Value::Null, ""));
    assert_eq!(record.last().unwrap()["strays"], json!([[0, 1]]));
    assert!(!home.path().join("m.0.log").exists(), "a transcript is kept after a fault, or if it is asked for");
    let (record, _) = with_fault(&home, "note", &["--transcripts"]);
    assert_eq!(record[4]["notes"][0][1]["text"], "the cheese is near");
    assert!(home.read("m.0.log").contains("< {\"type\": \"note\""));
}

#[test]
fn strikes_add_up_to_a_forfeit_and_strictness_needs_one() {
    let home = Home::new();
    for (flags, steps) in [(["--strikes", "2"], 2), (["--faults", "strict"], 1), (["--strikes", "0"], 8)] {
        let words = ["play", "pyrat", "./bot:mode=illegal", "idle", "-s", "5", "-o", "m.jsonl", "--format", "table"];
        let output = fine(home.run(&[&words, &SHORT[..], &flags].concat()));
        let record = home.record("m.jsonl");
        let end = record.last().unwrap();
        assert_eq!(end["steps"], steps, "{flags:?}");
        assert_eq!(end["stopped"] == "forfeit", steps < 8);
        assert_eq!(said(&output.stdout).contains("rat · idle wins: python · bot:mode=illegal is out."), steps < 8);
        fine(home.run(&["replay", "verify", "m.jsonl"]));
    }
}

#[test]
fn who_is_not_ready_forfeits() {
    let home = Home::new();
    let words = ["play", "pyrat", "./bot:mode=unready", "idle", "-s", "5", "-o", "m.jsonl"];
    let output = fine(home.run(&[&words, &SHORT[..]].concat()));
    let told = said(&output.stderr);
    assert!(told.contains("its last words: I do not like this maze"), "{told}");
    assert!(told.contains("gridhaunt repro m.jsonl --seat 0 ./bot"), "{told}");
    assert_eq!(home.record("m.jsonl").last().unwrap()["stopped"], "forfeit");
    assert_eq!(super::lines(&output.stdout)[0]["faults"], json!([1, 0]), "it is a fault as others are");
    let shown = fine(home.run(&[&words, &SHORT[..], &["--format", "table"]].concat()));
    assert!(!said(&shown.stdout).contains("no valid choice"), "{}", said(&shown.stdout));
    let many = fine(home.run(&["play", "pyrat", "./bot:mode=unready", "idle", "-s", "5", "-n", "2"]));
    assert_eq!(super::lines(&many.stdout)[0]["faults"], 2, "once a match");
}

#[test]
fn who_does_not_start_leaves_a_transcript_and_no_table() {
    let home = Home::new();
    home.bot("mute", "games = [\"pyrat\"]");
    fs::write(home.path().join("mute/bot.py"), "print('x')").unwrap();
    let words = "unfit: it exited with code 0 before hello, and wrote this line: x (no JSON: expected value, column 1)";
    for (more, log) in [
        (&["-o", "m.jsonl"][..], "m.0.log"),
        (&[], "replays/pyrat-mute-idle-5.0.log"),
        (&["-n", "3", "-o", "all.jsonl"], "all.0.log"),
    ] {
        let output = home.run(&[&["play", "pyrat", "./mute", "idle", "-s", "5", "--format", "table"], more].concat());
        let told = said(&output.stderr);
        assert_eq!((output.status.code(), said(&output.stdout).as_str()), (Some(2), ""), "{told}");
        assert!(told.contains(words) && told.contains(&format!("gridhaunt: transcript {log}\n")), "{told}");
        assert!(home.read(log).contains(" < x\n"), "{}", home.read(log));
    }
    let none = home.run(&["play", "pyrat", "./mute", "idle", "--no-replay"]);
    assert!(!said(&none.stderr).contains("transcript"), "{}", said(&none.stderr));
}
