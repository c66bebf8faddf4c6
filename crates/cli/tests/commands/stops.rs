//! One Ctrl-C ends work that would run for ever, and completed work is kept.

use super::{PROGRAM, fine, lines, run, said};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Two rooms that nothing joins. The exit is all the floor of the first, so everybody begins in the other and never leaves.
const SHUT: &str = r#"1
{"type":"level","rooms":[
{"type":"room","origin":[0,0],"bounds":{"rows":3,"columns":3},"layout":[[0,0,0],[0,1,0],[0,0,0]]},
{"type":"room","origin":[0,5],"bounds":{"rows":4,"columns":5},"layout":[[0,0,0,0,0],[0,1,1,1,0],[0,1,1,1,0],[0,0,0,0,0]]}],
"hallways":[],"objects":[{"type":"exit","position":[1,1]}]}"#;

/// A game in it that has no end.
const ENDLESS: [&str; 13] = [
    "snarl", "-s", "1", "-c", "levels=@shut.levels", "-c", "max_rounds=0", "-c", "players=1", "-c", "zombies=0", "-c",
    "ghosts=0",
];

/// Runs a command, presses Ctrl-C once when it has had time to begin, and waits for its end.
fn stopped(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "{args:?} does not end by itself");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let pressed = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if pressed.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            panic!("{args:?} goes on after Ctrl-C");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_match_without_an_end_ends_with_ctrl_c_and_keeps_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("shut.levels"), SHUT).unwrap();
    let one = [&["play"], &ENDLESS[..]].concat();
    let output = stopped(folder, &[&one[..], &["-o", "cut.jsonl", "--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(130), "{}", said(&output.stderr));
    let told = lines(&output.stdout);
    assert!(told[0]["steps"].as_u64().unwrap() > 0 && told[0]["outcome"].is_null(), "{told:?}");
    let shown = fine(run(folder, &["replay", "show", "cut.jsonl", "--step", "1", "--format", "table"]));
    assert!(said(&shown.stdout).contains('1'), "the record can be looked at");
    let output = stopped(folder, &[&one[..], &["--no-replay", "--format", "table"]].concat());
    assert!(said(&output.stdout).contains("stopped after step "), "{}", said(&output.stdout));

    let many = stopped(folder, &[&one[..], &["-n", "3", "--format", "table"]].concat());
    assert_eq!(many.status.code(), Some(130));
    assert!(said(&many.stderr).contains("stopped after 0 of 3 games; go on with"), "{}", said(&many.stderr));
    let experiment = [&["experiment"], &ENDLESS[..], &["-n", "3", "-o", "out"]].concat();
    let output = stopped(folder, &experiment);
    assert_eq!(output.status.code(), Some(130));
    let words = said(&output.stderr);
    assert!(words.contains("stopped before every arm had played its first seed"), "{words}");
}
