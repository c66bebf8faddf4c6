//! A person plays against programs, or watches them.

use super::terminal::Terminal;
use super::{RIGHT, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A folder with a bot in `./bot`.
fn home() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // A host that is root gives programs a user of their own.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let bot = folder.path().join("bot");
    fs::create_dir(&bot).unwrap();
    fs::write(bot.join("bot.py"), include_str!("../programs/bot.py")).unwrap();
    fs::write(bot.join("bot.toml"), format!("run = [\"python3\", \"bot.py\", \"{}\"]", word(folder.path()))).unwrap();
    folder
}

/// A word that only its own processes have as an argument.
fn word(folder: &Path) -> &str {
    folder.file_name().unwrap().to_str().unwrap()
}

fn is_quiet(folder: &Path) -> bool {
    let lines =
        fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| fs::read(entry.path().join("cmdline")));
    let word = word(folder).as_bytes();
    lines.flatten().all(|line| line.split(|byte| *byte == 0).skip(1).all(|argument| argument != word))
}

fn play(folder: &Path, args: &[&str]) -> Terminal {
    let words = ["play", "pyrat", "-s", "5", "-o", "m.jsonl", "-c", "preset=tiny"];
    let words: Vec<&str> = words.into_iter().chain(args.iter().copied()).collect();
    Terminal::run(&words, folder, "xterm-256color", 120, 40)
}

#[test]
fn a_person_plays_against_a_program_and_is_told_its_faults() {
    let folder = home();
    let folder = folder.path();
    let mut terminal = play(folder, &["--human", "python", "rat=./bot:mode=illegal", "--clock", "10s"]);
    let page = terminal.wait_for_text("Your turn");
    terminal.press(RIGHT);
    terminal.wait_for("another page", |now| *now != page && now.contains("Your turn"));
    terminal.press("q");
    terminal.wait_for_text("Leave the match?");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(0), "{left}");
    for part in
        ["step 1: illegal: \"fly\" is not allowed now", "transcript m.1.log", "gridhaunt repro m.jsonl --seat 1 ./bot"]
    {
        assert!(left.contains(part), "{left}");
    }
    let log = fs::read_to_string(folder.join("m.1.log")).unwrap();
    assert!(log.contains("\"type\":\"end\""), "{log}");
    assert!(run(folder, &["replay", "verify", "m.jsonl"]).status.code() == Some(0));
    assert!(is_quiet(folder));
}

#[test]
fn a_person_goes_on_from_a_record_against_a_program() {
    let folder = home();
    let folder = folder.path();
    let recorded = run(folder, &["play", "pyrat", "-s", "5", "-o", "m.jsonl", "-c", "preset=tiny"]);
    assert!(recorded.status.success());
    let flags = ["--human", "python", "rat=./bot:mode=illegal", "--clock", "10s", "-o", "f.jsonl"];
    let words: Vec<&str> = ["replay", "fork", "m.jsonl", "--step", "4"].into_iter().chain(flags).collect();
    let mut terminal = Terminal::run(&words, folder, "xterm-256color", 120, 40);
    let page = terminal.wait_for_text("Your turn");
    terminal.press(RIGHT);
    terminal.wait_for("another page", |now| *now != page && now.contains("Your turn"));
    terminal.press("q");
    terminal.wait_for_text("Leave the match?");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(0), "{left}");
    assert!(left.contains("step 5: illegal: \"fly\" is not allowed now"), "{left}");
    assert!(folder.join("f.1.log").exists(), "{left}");
    let record = fs::read_to_string(folder.join("f.jsonl")).unwrap();
    assert!(record.contains(r#""forked_after":4"#), "{record}");
    assert!(run(folder, &["replay", "verify", "f.jsonl"]).status.code() == Some(0));
    assert!(is_quiet(folder));
}

#[test]
fn who_leaves_does_not_wait_for_a_program_that_thinks_for_ever() {
    let folder = home();
    let folder = folder.path();
    let mut terminal = play(folder, &["--human", "python", "rat=./bot:mode=late", "--clock", "none"]);
    terminal.wait_for_text("Your turn");
    terminal.press(RIGHT);
    terminal.wait_for("end of the turn", |now| !now.contains("Your turn"));
    terminal.press("q");
    terminal.wait_for_text("Leave the match?");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!((code, left.lines().next()), (Some(0), Some("left after step 0, so there is no result")), "{left}");
    assert!(is_quiet(folder));
}

#[test]
fn programs_are_watched_and_leave_with_the_match() {
    let folder = home();
    let folder = folder.path();
    let flags = ["--watch", "./bot:mode=crash,at=3", "./bot", "--clock", "10s", "--transcripts"];
    let mut terminal = play(folder, &flags);
    terminal.wait_for_text("home/end first/last");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(0), "{left}");
    assert!(left.contains("its last words: no cheese left in turn 3"), "{left}");
    assert!(left.contains("is out."), "{left}");
    for seat in [0, 1] {
        assert!(folder.join(format!("m.{seat}.log")).exists(), "{left}");
    }
    assert!(run(folder, &["replay", "verify", "m.jsonl"]).status.code() == Some(0));
    assert!(is_quiet(folder));
}
