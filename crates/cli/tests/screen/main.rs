//! What users see and do at a terminal.
#![cfg(unix)]

mod play;
#[cfg(target_os = "linux")]
mod programs;
mod terminal;
mod watch;

use rustix::process::Signal;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use terminal::Terminal;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/snarl")
}

const LOCAL: [&str; 8] = ["snarl", "local", "--levels", "crypt.levels", "--seed", "3", "--names", "ana,bo"];

/// A game of two players in the crypt.
fn local(columns: u16, rows: u16) -> Terminal {
    Terminal::run(&LOCAL, &examples(), "xterm-256color", columns, rows)
}

/// Runs the program without a terminal; returns its output.
fn run(folder: &Path, args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_gridhaunt")).current_dir(folder).args(args).output().unwrap()
}

/// Every game there is, with settings that make a match of it short.
fn games() -> Vec<(String, &'static [&'static str])> {
    let listed = run(Path::new("."), &["games", "--format", "json"]);
    let short = |name: &str| -> &'static [&'static str] {
        match name {
            "pyrat" => &["-c", "preset=tiny", "-c", "max_turns=12"],
            "tag" => &["-c", "max_rounds=6"],
            "ghost-grid" => &["-c", "max_turns=4"],
            "snarl" => &["-c", "max_rounds=4"],
            "sproutopia" => &["-c", "max_ticks=12"],
            _ => &[],
        }
    };
    let name =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].as_str().unwrap().to_string();
    let names = String::from_utf8(listed.stdout).unwrap();
    names.lines().map(name).map(|name| (short(&name), name)).map(|(short, name)| (name, short)).collect()
}

const ENTER: &str = "\r";
const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const LEFT: &str = "\u{1b}[D";
const BACKSPACE: &str = "\u{7f}";
const CTRL_C: &str = "\u{3}";
const RIGHT: &str = "\u{1b}[C";
const HOME: &str = "\u{1b}[H";
const END: &str = "\u{1b}[F";
const PAGE_DOWN: &str = "\u{1b}[6~";
const SHIFT_DOWN: &str = "\u{1b}[1;2B";

/// The text in the terminal after the player has left.
const LEFT_BEHIND: &str = "\
seed 3
Player ana was expelled
Player bo was expelled
The game is lost on level 1.
1. ana: exits 0, keys 0, ejects 1
1. bo: exits 0, keys 0, ejects 1
";

#[test]
fn a_game_is_played_with_keys() {
    let mut terminal = local(80, 16);
    let page = terminal.wait_for_text("ana at [12,15]:");
    // Other tests check the panel beside the board.
    let board: Vec<&str> = page.lines().take(6).map(|line| line.split("   ").next().unwrap_or("")).collect();
    let heading = "Level 1/3, round 1, exit locked";
    assert_eq!(board, [heading, "##########", ". K . . .", ". . @ . ##", ". . . . .", ". . . . ##"], "{page}");
    for row in ["1 ana 0 exits", "2 bo 0 exits", "adversaries 0"] {
        assert!(page.contains(row), "{page}");
    }
    let bottom = "ana at [12,15]:\narrows aim   enter go   space stay   backspace undo   ? help   q quit\n";
    assert!(page.ends_with(bottom), "{page}");
    assert!(terminal.is_screen());
    terminal.press(DOWN);
    assert!(terminal.wait_for_text("ana at [12,15]: [13,15]").contains("\n. . * . .  "));
    terminal.press(BACKSPACE);
    terminal.wait_for("no aim", |page| page.contains("ana at [12,15]:\n"));
    terminal.press(UP);
    terminal.press(LEFT);
    assert!(terminal.wait_for_text("ana at [12,15]: [11,14]").contains("\n. K*. . .  "));
    terminal.press(ENTER);
    let page = terminal.wait_for_text("bo at [5,22]:");
    assert!(page.contains(" open\n") && page.contains("\nPlayer ana found the key\nbo at [5,22]:\n"), "{page}");
    terminal.press(" ");
    terminal.wait_for_text("ana at [11,14]:");
    terminal.press("q");
    terminal.wait_for_text("q again to quit");
    terminal.press("q");
    let (code, left) = terminal.end();
    let expected = LEFT_BEHIND.replace("seed 3\n", "seed 3\nPlayer ana found the key\n");
    assert_eq!(
        (code, left),
        (Some(0), expected.replace("ana: exits 0, keys 0", "ana: exits 0, keys 1").replace("1. bo", "2. bo"))
    );
}

#[test]
fn the_page_follows_the_window() {
    let mut terminal = local(80, 24);
    terminal.wait_for_text("ana at [12,15]:");
    for (columns, rows) in [(1, 1), (3, 2), (200, 3), (7, 60), (20, 9)] {
        terminal.resize(columns, rows);
        let prompt: String = "ana at [12,15]:".chars().take(columns.into()).collect();
        let row = if rows < 4 { rows - 1 } else { rows - 2 };
        let place = usize::from(if (columns, rows) == (7, 60) { rows - 7 } else { row });
        terminal.wait_for("prompt", |page| page.lines().nth(place).is_some_and(|line| line == prompt.trim_end()));
    }
    terminal.resize(80, 24);
    terminal.wait_for_text("arrows aim   enter go   space stay   backspace undo   ? help   q quit");
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), (Some(0), LEFT_BEHIND.into()));
}

#[test]
fn a_terminal_without_a_second_screen_is_cleared_first() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = run(folder.path(), &["play", "pyrat", "-c", "preset=tiny", "-s", "5", "-o", "m.jsonl"]);
    assert!(recorded.status.success());
    for (args, folder, shows) in [
        (&LOCAL[..], examples(), "ana at [12,15]:"),
        (&["play", "tag", "--human", "0", "-s", "5"], folder.path().into(), "Your turn"),
        (&["watch", "m.jsonl"], folder.path().into(), "step "),
    ] {
        let mut terminal = Terminal::run(args, &folder, "screen", 80, 24);
        let page = terminal.wait_for_text(shows);
        let old = terminal::OLD.trim_end();
        assert!(!page.contains(old), "{args:?}:\n{page}");
        terminal.press(CTRL_C);
        assert_eq!(terminal.end().0, Some(130), "{args:?}");
    }
}

#[test]
fn what_was_seen_grows_and_the_end_stays_until_a_key_is_pressed() {
    let args = ["snarl", "local", "--levels", "crypt.levels", "--seed", "3", "--max-rounds", "2"];
    let mut terminal = Terminal::run(&args, &examples(), "xterm-256color", 100, 40);
    let first = terminal.wait_for_text("player1 at ");
    terminal.press("?");
    let help = terminal.wait_for_text("arrows, numpad");
    for word in ["find the key", "zombie", "enter", "locked exit"] {
        assert!(help.contains(word), "no {word}:\n{help}");
    }
    terminal.press(" ");
    terminal.wait_for("no sheet", |page| !page.contains("locked exit"));
    terminal.press(DOWN);
    terminal.press(DOWN);
    terminal.press(ENTER);
    let second = terminal.wait_for_text("Level 1/3, round 2,");
    // What was seen and is not in sight now has signs of its own.
    let is_floor = |line: &&str| line.contains(" . ") || line.contains(" , ");
    let board = |page: &str| page.lines().filter(is_floor).count();
    assert!(board(&second) > board(&first), "{first}\n{second}");
    terminal.press(" ");
    let end = terminal.wait_for_text("The game is lost on level 1. At last: time is up, player1 was left behind.");
    assert!(end.contains('@') && board(&end) >= board(&second), "{end}");
    terminal.press(RIGHT);
    assert!(terminal.is_screen(), "an arrow is no answer");
    terminal.press(ENTER);
    let (code, left) = terminal.end();
    assert!(code == Some(0) && left.contains("The game is lost on level 1."), "{left}");
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    for how in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT)] {
        let mut terminal = local(80, 24);
        terminal.wait_for_text("ana at [12,15]:");
        match how {
            None => terminal.press(CTRL_C),
            Some(signal) => terminal.signal(signal),
        }
        let (code, left) = terminal.end();
        assert_eq!((code, left.as_str()), (Some(130), "seed 3\ngridhaunt: stopped before there was an answer\n"));
    }
}

#[test]
fn an_observer_sees_the_board_beside_the_square() {
    let args: Vec<&str> = LOCAL.into_iter().chain(["--observe"]).collect();
    let mut terminal = Terminal::run(&args, &examples(), "xterm-256color", 120, 40);
    let page = terminal.wait_for_text("ana at [12,15]:");
    assert!(page.contains("\n. K . . .  "), "{page}");
    assert!(page.lines().any(|line| line.len() > 80 && line.contains("##. . . . . . . ##")), "{page}");
    terminal.press(" ");
    terminal.wait_for_text("bo at [5,22]:");
    terminal.press(" ");
    terminal.wait_for_text("Level 1/3, round 2,");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().0, Some(130));
}

#[test]
fn a_terminal_that_can_do_nothing_has_lines() {
    let mut terminal = Terminal::run(&LOCAL, &examples(), "dumb", 80, 24);
    terminal.wait_for_text("ana at [12,15]:");
    terminal.press("up\n");
    terminal.wait_for_text("Invalid move\nana at [12,15]:");
    assert!(!terminal.is_screen());
    terminal.press("[11,14]\n");
    terminal.wait_for_text("ana at [12,15]: [11,14]\nPlayer ana found the key\nLevel 1/3, round 1, exit open\n.###.\n");
    terminal.signal(Signal::INT);
    assert_eq!(terminal.end().0, Some(130), "Ctrl-C where a line is waited for");
}

#[test]
fn a_player_at_a_client_plays_with_keys_and_learns_that_its_time_is_up() {
    let mut serve = Command::new(env!("CARGO_BIN_EXE_gridhaunt"));
    serve
        .current_dir(examples())
        .args(["snarl", "server", "--levels", "crypt.levels", "--port", "0", "--clients", "1"]);
    serve
        .args(["--seed", "3", "--turn-timeout", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut server = serve.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim_end().rsplit(':').next().unwrap();
    let args = ["snarl", "client", "--name", "ana", "--port", port];
    let mut terminal = Terminal::run(&args, &examples(), "xterm-256color", 80, 24);
    terminal.wait_for_text("Level 1, round 1, exit locked");
    terminal.press(" ");
    terminal.wait_for_text("Level 1, round 2,");
    // Nothing more is pressed: the server waits two seconds. What was seen last stays.
    terminal.wait_for_text("The server closed the connection");
    terminal.press(ENTER);
    let (code, left) = terminal.end();
    assert_eq!(code, Some(1), "{left}");
    assert!(left.contains("the server closed the connection before the game was over"), "{left}");
    assert!(server.wait().unwrap().success());
}
