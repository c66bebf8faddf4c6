//! A person plays a seat.

use super::terminal::Terminal;
use super::{CTRL_C, DOWN, ENTER, HOME, LEFT, RIGHT, SHIFT_DOWN, games, run};
use std::path::Path;

fn play(folder: &Path, game: &str, seat: &str, args: &[&str]) -> Terminal {
    let words = ["play", game, "--human", seat, "-s", "5", "-o", "m.jsonl"];
    let words: Vec<&str> = words.into_iter().chain(args.iter().copied()).collect();
    Terminal::run(&words, folder, "xterm-256color", 120, 40)
}

/// Waits until it is the person's turn or the match is over; returns the page, and whether it is over.
fn next_turn(terminal: &Terminal) -> (String, bool) {
    let over = |page: &str| page.contains("The match is over: ");
    let page = terminal.wait_for("turn", |page| page.contains("Your turn") || over(page));
    let is_over = over(&page);
    (page, is_over)
}

#[test]
fn every_game_is_played_to_its_end_and_verifies() {
    for (game, settings) in games() {
        let game = game.as_str();
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = play(folder.path(), game, "0", settings);
        let mut turns = 0;
        loop {
            let (page, over) = next_turn(&terminal);
            if over {
                break;
            }
            assert!(page.contains("you are ") && page.contains("You "), "its goal stands there:\n{page}");
            terminal.press("\t");
            terminal.wait_for("cursor", |page| page.contains(">a "));
            terminal.press(ENTER);
            turns += 1;
            assert!(turns < 400, "{game} ends:\n{page}");
            // The page of the next turn has no cursor.
            terminal.wait_for("step", |now| !now.contains(">a ") || !now.contains("Your turn"));
        }
        assert!(turns > 0, "{game}: seat 0 is asked");
        // An arrow that comes late does not leave the last page.
        terminal.press(RIGHT);
        terminal.press(LEFT);
        assert!(terminal.shown().contains("enter look back"), "{game}:\n{}", terminal.shown());
        terminal.press(ENTER);
        terminal.wait_for_text("home/end first/last");
        terminal.press("q");
        let (code, left) = terminal.end();
        assert_eq!(code, Some(0), "{left}");
        assert!(left.contains("replay m.jsonl"), "{left}");
        let record = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
        assert!(record.contains(r#""seats":["human""#), "{record}");
        let verified = run(folder.path(), &["replay", "verify", "m.jsonl"]);
        assert!(verified.status.success(), "{game}: {verified:?}");
    }
}

/// The lines of a record without their seals: the header, the steps, the end.
fn lines(folder: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| line.split(r#","seal":"#).next().unwrap().into()).collect()
}

#[test]
fn a_person_takes_over_a_seat_of_every_game_from_a_step_of_its_record() {
    for (game, settings) in games() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let played = run(folder, &[&["play", &game, "-s", "5", "-o", "m.jsonl"], settings].concat());
        assert!(played.status.success(), "{played:?}");
        let words = ["replay", "fork", "m.jsonl", "--step", "2", "--human", "0", "-o", "f.jsonl"];
        let mut terminal = Terminal::run(&words, folder, "xterm-256color", 120, 40);
        let (mut page, mut over) = next_turn(&terminal);
        let mut turns = 0;
        while !over {
            terminal.press("\t");
            terminal.wait_for("cursor", |page| page.contains(">a "));
            terminal.press(ENTER);
            turns += 1;
            assert!(turns < 400, "{game} ends:\n{page}");
            terminal.wait_for("step", |now| !now.contains(">a ") || !now.contains("Your turn"));
            (page, over) = next_turn(&terminal);
        }
        terminal.press(ENTER);
        // All of it can be looked back at, what was recorded too.
        terminal.wait_for_text("home/end first/last");
        terminal.press(HOME);
        terminal.wait_for("first page", |page| page.contains("step 0 of "));
        terminal.press("q");
        let (code, left) = terminal.end();
        assert_eq!(code, Some(0), "{left}");
        assert!(turns > 0 && left.contains("replay f.jsonl"), "{game}: {left}");
        let (before, after) = (lines(folder, "m.jsonl"), lines(folder, "f.jsonl"));
        assert_eq!(before[1..3], after[1..3], "{game}: the prefix is that of the record");
        assert!(after[0].contains(r#""seats":["human""#), "{}", after[0]);
        let verified = run(folder, &["replay", "verify", "f.jsonl"]);
        assert!(verified.status.success(), "{game}: {verified:?}");
    }
}

#[test]
fn a_fork_after_the_last_step_or_left_at_once_is_a_record_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = ["play", "pyrat", "-s", "5", "-o", "m.jsonl", "-c", "preset=tiny", "-c", "max_turns=6"];
    assert!(run(folder, &words).status.success());
    let last = (lines(folder, "m.jsonl").len() - 2).to_string();
    let fork = |step: &str| {
        let words = ["replay", "fork", "m.jsonl", "--step", step, "--human", "rat", "-o", "f.jsonl"];
        Terminal::run(&words, folder, "xterm-256color", 120, 40)
    };
    let mut terminal = fork("3");
    let page = terminal.wait_for_text("Your turn");
    assert!(page.contains("you are rat in pyrat, seed 5: greedy against human"), "{page}");
    assert!(page.lines().any(|line| line.contains("turn ") && line.ends_with(" 3/6")), "{page}");
    terminal.press("q");
    terminal.wait_for_text("Leave the match?");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!((code, left.lines().next()), (Some(0), Some("left after step 3, so there is no result")), "{left}");
    assert!(run(folder, &["replay", "verify", "f.jsonl"]).status.success());
    let mut terminal = fork(&last);
    let (page, over) = next_turn(&terminal);
    assert!(over, "{page}");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(0), "{left}");
    assert!(run(folder, &["replay", "verify", "f.jsonl"]).status.success());
    // Without a terminal there is nobody to ask.
    let told = run(folder, &["replay", "fork", "m.jsonl", "--step", "3", "--human", "rat"]);
    let words = String::from_utf8(told.stderr).unwrap();
    assert!(told.status.code() == Some(2) && words.contains("--human: this is no terminal"), "{words}");
}

#[test]
fn an_arrow_goes_to_the_next_cell() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = play(folder.path(), "pyrat", "python", &["-c", "preset=open", "--ascii"]);
    let page = terminal.wait_for_text("Your turn");
    assert!(
        page.contains("a up")
            && page.contains("b right")
            && page.contains("you are python in pyrat, seed 5: human against greedy"),
        "{page}"
    );
    assert!(page.contains('*'), "goals are marked\n{page}");
    terminal.press(RIGHT);
    terminal.wait_for("another page", |now| *now != page && now.contains("Your turn"));
    terminal.press("q");
    terminal.wait_for_text("Leave the match?");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!((code, left.lines().next()), (Some(0), Some("left after step 1, so there is no result")), "{left}");
    let record = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    assert_eq!(record.lines().count(), 3, "{record}");
    let verified = run(folder.path(), &["replay", "verify", "m.jsonl"]);
    let said = String::from_utf8([verified.stdout, verified.stderr].concat()).unwrap();
    assert!(said.contains("\"ok\":true") && said.contains("\"stopped\":\"left\""), "{said}");
}

#[test]
fn a_board_larger_than_the_window_follows_the_player_and_can_be_moved() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "sproutopia", "--human", "north", "-s", "5", "--ascii"];
    let mut terminal = Terminal::run(&words, folder.path(), "xterm-256color", 80, 24);
    let page = terminal.wait_for_text("Your turn");
    assert!(page.contains("board 50x50, showing columns 0-49, rows ") && page.contains('@'), "{page}");
    terminal.press(SHIFT_DOWN);
    terminal.wait_for("another part", |now| now.contains("board 50x50") && *now != page);
    terminal.press(DOWN);
    terminal.wait_for("the farmer", |now| now.contains("Your turn") && now.contains('@'));
    terminal.press("?");
    let help = terminal.wait_for_text("shift with arrows");
    assert!(help.contains("most land wins."), "{help}");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().0, Some(130));
}

#[test]
fn nothing_hidden_is_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let settings = ["-c", "killer_sight=1", "-c", "survivor_sight=1", "--ascii"];
    let mut terminal = play(folder.path(), "tag", "killer", &settings);
    let page = terminal.wait_for_text("Your turn");
    terminal.press(CTRL_C);
    let (code, _) = terminal.end();
    assert_eq!(code, Some(130));
    // An actor that is far away has a letter on the whole board, but not on this page.
    let shown = run(folder.path(), &["replay", "show", "m.jsonl", "--step", "0", "--format", "table", "--ascii"]);
    let whole = String::from_utf8(shown.stdout).unwrap();
    let cells = |text: &str| -> Vec<char> {
        let board = text.lines().filter(|line| ["...", ". . .", "???"].iter().any(|row| line.contains(row)));
        board
            .flat_map(|line| line.split("   ").next().unwrap_or("").chars())
            .filter(char::is_ascii_alphabetic)
            .collect()
    };
    assert!(cells(&whole).len() > cells(&page).len(), "{whole}\n{page}");
    assert_eq!(cells(&page).len(), 1, "one sees itself alone\n{page}");
}

#[test]
fn what_cannot_be_played_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    for (args, expected) in [
        (&["--human", "0"][..], "gridhaunt: --human: this is no terminal with a screen and keys"),
        (&["--watch"], "gridhaunt: --watch: this is no terminal with a screen and keys"),
        (&["--human", "cat"], "gridhaunt: --human: cat is not in 0..=1 or one of python, rat"),
        (&["--human", "2"], "gridhaunt: --human: 2 is not in 0..=1 or one of python, rat"),
        (&["--human", "0", "-n", "5"], "gridhaunt: --human: 5 games are not 1"),
        (&["--watch", "-n", "5"], "gridhaunt: --watch: 5 games are not 1"),
    ] {
        let words: Vec<&str> = ["play", "pyrat"].iter().chain(args).copied().collect();
        let output = run(folder.path(), &words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with(expected) && said.lines().count() == 1, "{said}");
    }
    let terminal = Terminal::run(&["play", "pyrat", "--human", "0"], folder.path(), "dumb", 80, 24);
    let (code, left) = terminal.end();
    assert!(code == Some(2) && left.starts_with("gridhaunt: --human: this is no terminal"), "{left}");
}
