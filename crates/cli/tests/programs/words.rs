//! What is no bot: one line that says which path was tried, and what to do.

use super::{Home, said};
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn what_is_no_bot_says_why_in_one_line() {
    let home = Home::new();
    let file = |name: &str, text: &str, mode: u32| {
        fs::write(home.path().join(name), text).unwrap();
        fs::set_permissions(home.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    file("plain", "hello", 0o644);
    file("nobody", "#!/no/such/interpreter\n", 0o755);
    file("windows", "#!/bin/sh\r\nexit\r\n", 0o755);
    file("text", "hello", 0o755);
    fs::create_dir(home.path().join("empty")).unwrap();
    for (name, run) in [("missing", "[\"./none\"]"), ("unknown", "[\"no-such-command\"]"), ("folder", "[\"./\"]")] {
        fs::create_dir(home.path().join(name)).unwrap();
        fs::write(home.path().join(name).join("bot.toml"), format!("run = {run}\n")).unwrap();
    }
    for (bot, parts) in [
        ("./none", &["there is no file or folder ./none"][..]),
        ("./plain", &["./plain is not executable", "chmod +x ./plain"]),
        ("./empty", &["./empty holds no bot.toml", "gridhaunt new GAME FOLDER"]),
        ("./nobody", &["/nobody: its first line names /no/such/interpreter, which is not there"]),
        ("./windows", &["/windows: its first line ends with a carriage return"]),
        ("./text", &["/text: no program of this machine, and no #! line"]),
        ("./missing", &["/missing/./none: not found: build it first, or correct `run`"]),
        ("./unknown", &["no-such-command: not found in PATH"]),
        ("./folder", &["this is a folder, not a program"]),
        ("gredy", &["gredy", "did you mean greedy?"]),
    ] {
        let output = home.run(&["play", "pyrat", bot, "idle", "--no-replay"]);
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{bot}: {error}");
        assert_eq!(error.lines().count(), 1, "{bot}: {error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{bot}: {error}");
    }
    for flags in [&["--no-replay"][..], &["-n", "3"]] {
        let output = home.run(&[&["play", "pyrat", "./bot", "idle", "--transcripts"], flags].concat());
        let error = said(&output.stderr);
        assert!(error.starts_with("gridhaunt: --transcripts: they are kept beside the replay"), "{error}");
    }
}

#[test]
fn a_name_that_is_nearly_right_gets_the_right_one() {
    let home = Home::new();
    fs::copy(home.path().join("bot/bot.py"), home.path().join("mine.py")).unwrap();
    home.bot("typo", "games = [\"pyrta\"]");
    for (words, part) in [
        (&["play", "pyrat", "mine", "idle"][..], "\"mine\" is no bot of pyrat, did you mean mine.py?"),
        (&["play", "pyrat", "./typo", "idle"], "/typo/bot.toml, did you mean pyrat?"),
        (&["check", "./typo"], "./typo/bot.toml: games: \"pyrta\" is not one of"),
    ] {
        let output = home.run(words);
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(part), "{words:?}: {error}");
    }
}
