//! Error messages that help after a typing mistake, or when something is not possible.

use crate::{PROGRAM, fine, lines, run, said};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

#[test]
fn what_is_typed_wrong_gets_words_that_help() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), "width = 5\nheight = \"open\n").unwrap();
    fs::write(folder.path().join("plan.toml"), "game = \"pyrat\"\n[settings\nwidth = 5\n").unwrap();
    let beyond = "-1 is not in 0..=18446744073709551615";
    for (args, told) in [
        (&["play", "pyrat", "--seed", "-1"][..], beyond),
        (&["play", "pyrat", "-s", "-1"], beyond),
        (&["play", "pyrat", "-s=-1"], beyond),
        (&["play", "pyrat", "-s", "x"], "\"x\" is not a whole number in 0..=18446744073709551615"),
        (&["experiment", "pyrat", "-s", "-1"], beyond),
        (&["play", "pyrat", "-n", "1e12"], "1e12 is not in 1..=1000000000"),
        (&["play", "pyrat", "-n", "-5"], "-5 is not in 1..=1000000000"),
        (&["replay", "show", "none.jsonl", "--step", "-1"], "-1 is not in 0..=4294967295"),
        (&["watch", "none.jsonl", "--speed", "-3"], "not in 0.1..=1000.0"),
        (&["analyse", "none.jsonl", "--seat", "0", "--most", "-1"], "-1 is not in 1..=65535"),
        (&["play", "pyrat", "-n", "many"], "\"many\" is not a whole number in 1..=1000000000, such as 2000 or 2e3"),
        (&["experiment", "pyrat", "-n", "1e12"], "1e12 is not in 1..=1000000000"),
        (&["play", "pyrat", "greedy", "./mybot.py"], "gridhaunt: bot: there is no file or folder ./mybot.py"),
        (&["play", "pyrat", "rat=mybot.py"], "gridhaunt: bot: there is no file or folder mybot.py"),
        (&["experiment", "pyrat", "./mybot.py"], "bot: there is no file or folder ./mybot.py"),
        (&["play", "pyrat", "--settings", "bad.toml"], "gridhaunt: bad.toml: line 2, column "),
        (&["experiment", "plan.toml"], "gridhaunt: plan.toml: experiment: line 2, column "),
    ] {
        let output = run(folder.path(), args);
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(told), "{args:?}: {error}");
        if error.starts_with("gridhaunt: ") {
            assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
        }
    }
    let many = fine(run(folder.path(), &["play", "pyrat", "-c", "preset=tiny", "-n", "1_0", "--no-replay"]));
    assert_eq!(lines(&many.stdout).last().unwrap()["games"], 10);
}

/// Root can write everywhere, so the test runs as another user, if that user can run the program.
fn as_nobody(command: &mut Command) -> bool {
    if rustix::process::getuid().is_root() {
        command.uid(65534);
        return Command::new(PROGRAM).arg("--version").uid(65534).output().is_ok_and(|output| output.status.success());
    }
    true
}

#[test]
fn a_match_in_a_read_only_folder_is_told_with_where_else_to_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let advice = "-o NAME.jsonl writes the replay elsewhere, --no-replay writes none\n";
    for (args, told, rest) in [
        (
            &["play", "pyrat", "-s", "1"][..],
            "gridhaunt: replays: cannot be written: you may not write to this folder (",
            advice,
        ),
        (
            &["play", "pyrat", "-s", "1", "-o", "m.jsonl"],
            "gridhaunt: m.jsonl: cannot be written: you may not write to this folder (",
            ")\n",
        ),
        (
            &["experiment", "pyrat", "-n", "2"],
            "gridhaunt: experiments/pyrat-",
            "; -o FOLDER names another place for the games\n",
        ),
    ] {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(args);
        if !as_nobody(&mut command) {
            return; // The words are tested where they are made.
        }
        let output = command.output().unwrap();
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{error}");
        assert!(error.starts_with(told) && error.ends_with(rest), "{error}");
        if args[0] == "play" {
            assert_eq!(lines(&output.stdout)[0]["seed"], "1", "what came of the match is told");
        }
    }
}
