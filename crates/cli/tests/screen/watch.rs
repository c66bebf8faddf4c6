//! A match is watched.

use super::terminal::Terminal;
use super::{CTRL_C, END, ENTER, HOME, LEFT, PAGE_DOWN, RIGHT, games, run};
use rustix::process::Signal;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a replay of a game.
fn recorded(game: &str, args: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<&str> =
        ["play", game, "--seed", "5", "-o", "m.jsonl"].into_iter().chain(args.iter().copied()).collect();
    assert!(run(folder.path(), &words).status.success());
    folder
}

fn watch(folder: &Path, args: &[&str], columns: u16, rows: u16) -> Terminal {
    let words: Vec<&str> = ["watch", "m.jsonl"].into_iter().chain(args.iter().copied()).collect();
    Terminal::run(&words, folder, "xterm-256color", columns, rows)
}

#[test]
fn a_replay_plays_steps_and_seeks() {
    let folder = recorded("pyrat", &["-c", "preset=tiny"]);
    let mut terminal = watch(folder.path(), &["--speed", "1000"], 120, 24);
    let page = terminal.wait_for_text(", paused: space plays it");
    assert!(page.contains("step 0 of "), "a short match waits: {page}");
    terminal.press(" ");
    let page = terminal.wait_for_text(", paused  ");
    assert!(page.starts_with("pyrat, seed 5: ") && page.contains("space play/pause   left/right step"), "{page}");
    assert!(page.contains("Events"), "{page}");
    for (key, shows) in [
        (HOME, "step 0 of "),
        (RIGHT, "step 1 of "),
        (PAGE_DOWN, "step 11 of "),
        (PAGE_DOWN, "step 21 of "),
        (LEFT, "step 20 of "),
        ("s", "marked: what python sees"),
        ("k", "what python knows"),
        ("s", "what rat knows"),
        ("+", "1000.0 a second"),
        ("-", "666.7 a second"),
        ("?", "| page up, page down"),
        ("?", "step 20 of "),
    ] {
        terminal.press(key);
        terminal.wait_for_text(shows);
    }
    // The timeline stands above the status: a click in its middle.
    let page = terminal.shown();
    let row = page.lines().position(|line| line.starts_with("step 20")).unwrap();
    terminal.press(&format!("\u{1b}[<0;1;{row}M"));
    terminal.wait_for_text("step 0 of ");
    terminal.press(" ");
    terminal.wait_for_text("paused");
    terminal.press(END);
    terminal.wait_for("last step", |page| {
        page.lines().any(|line| {
            line.strip_prefix("step ")
                .and_then(|rest| rest.split_once(','))
                .is_some_and(|(at, _)| at.split_once(" of ").is_some_and(|(at, of)| at == of))
        })
    });
    terminal.press("q");
    assert_eq!(terminal.end(), (Some(0), String::new()));
}

#[test]
fn an_event_is_searched_for() {
    let folder = recorded("pyrat", &["-c", "preset=tiny"]);
    let log = run(folder.path(), &["replay", "log", "m.jsonl", "--format", "table"]).stdout;
    assert!(String::from_utf8(log).unwrap().to_lowercase().contains("cheese"), "what is searched for happens");
    let mut terminal = watch(folder.path(), &["--speed", "1000"], 80, 24);
    terminal.wait_for_text("paused");
    terminal.press(HOME);
    terminal.wait_for_text("step 0 of ");
    terminal.press("/CHEESE");
    terminal.wait_for_text("search: CHEESE");
    terminal.press(ENTER);
    let page = terminal.wait_for_text("\"CHEESE\"");
    assert!(!page.contains("step 0 of"), "{page}");
    terminal.press("N");
    terminal.wait_for_text("round the end");
    terminal.press("/nothing of the kind\r");
    terminal.wait_for_text("no event says \"nothing of the kind\"");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn every_game_is_watched_in_every_window() {
    for (game, settings) in games() {
        let folder = recorded(&game, settings);
        let mut terminal = watch(folder.path(), &["--speed", "0.1"], 80, 24);
        terminal.wait_for_text("step 0 of ");
        for (columns, rows) in [(20, 6), (300, 100), (7, 3), (33, 60), (200, 8), (1, 1), (120, 40), (80, 24)] {
            terminal.resize(columns, rows);
            let status: String = "step 0 of ".chars().take(columns.into()).collect();
            terminal.wait_for(&game, |page| page.lines().any(|line| line.starts_with(status.trim_end())));
        }
        terminal.press("s");
        terminal.wait_for_text("marked: what ");
        terminal.press("q");
        assert_eq!(terminal.end(), (Some(0), String::new()), "{game}");
    }
}

#[test]
fn the_terminal_is_given_back_whatever_happens() {
    let folder = recorded("pyrat", &["-c", "preset=tiny"]);
    for how in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT)] {
        let mut terminal = watch(folder.path(), &[], 80, 24);
        terminal.wait_for_text("step ");
        assert!(terminal.is_screen());
        match how {
            None => terminal.press(CTRL_C),
            Some(signal) => terminal.signal(signal),
        }
        assert_eq!(terminal.end(), (Some(130), String::new()));
    }
}

/// A step with another hash.
fn damaged(line: &str) -> String {
    let (before, hash) = line.rsplit_once("0x").unwrap();
    let first = if hash.starts_with('1') { '2' } else { '1' };
    format!("{before}0x{first}{}", &hash[1..])
}

#[test]
fn a_replay_that_does_not_verify_is_shown_as_far_as_it_does() {
    let folder = recorded("pyrat", &["-c", "preset=tiny"]);
    let path = folder.path().join("m.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let broken: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(n, line)| if n == 8 { damaged(line) } else { line.to_string() })
        .map(|line| line + "\n")
        .collect();
    std::fs::write(&path, broken.concat()).unwrap();
    let mut terminal = watch(folder.path(), &["--speed", "1000"], 120, 24);
    terminal.wait_for_text("paused");
    terminal.press(" ");
    let page = terminal.wait_for_text("step 7 of 7, paused");
    assert!(page.contains("this replay does not verify, and is shown as far as it does: line 9, step 8:"), "{page}");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(1));
    assert!(left.starts_with("gridhaunt: this replay does not verify from here on: line 9, step 8:"), "{left}");
}

#[test]
fn a_match_is_watched_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "pyrat", "--watch", "-s", "3", "-o", "live.jsonl", "-c", "preset=tiny"];
    let mut terminal = Terminal::run(&args, folder.path(), "xterm-256color", 80, 24);
    terminal.wait_for_text("step ");
    assert!(terminal.is_screen());
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(0), "{left}");
    assert!(left.contains("seed   3\nreplay live.jsonl\n"), "{left}");
    let verified = run(folder.path(), &["replay", "verify", "live.jsonl"]);
    assert!(verified.status.success(), "{verified:?}");
    let plain = ["play", "pyrat", "-s", "3", "-o", "plain.jsonl", "-c", "preset=tiny"];
    assert!(run(folder.path(), &plain).status.success());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("live.jsonl"), read("plain.jsonl"), "who watches changes nothing");
}

#[test]
fn ascii_and_unicode_are_what_was_asked_for() {
    let folder = recorded("pyrat", &["-c", "preset=tiny"]);
    for (locale, args, ascii) in [("C.UTF-8", &[][..], false), ("C.UTF-8", &["--ascii"], true), ("C", &[], true)] {
        let words: Vec<&str> = ["watch", "m.jsonl"].iter().chain(args).copied().collect();
        let mut terminal = Terminal::run_in(&words, folder.path(), "xterm-256color", locale, 100, 30);
        let page = terminal.wait_for_text("step ");
        assert_eq!(page.is_ascii(), ascii, "{locale} {args:?}\n{page}");
        terminal.press("q");
        terminal.end();
    }
}
