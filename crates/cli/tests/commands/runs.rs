//! Runs of many games: where they stop, how they continue, and seeds that make no match.

use crate::{PROGRAM, fine, lines, run, said};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Every match of a file as its lines.
fn matches(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut matches: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("{") && line.contains("\"gridhaunt\":\"replay\"") {
            matches.push(String::new());
        }
        let last = matches.last_mut().unwrap();
        last.push_str(line);
        last.push('\n');
    }
    matches
}

#[test]
fn a_resumed_run_plays_the_same_matches_in_the_same_seats() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["play", "pyrat", "greedy", "random", "-c", "preset=tiny", "--rotate", "-s", "5", "-n"];
    let play = |more: &[&str]| fine(run(folder.path(), &[&game[..], more].concat()));
    play(&["100", "-o", "all.jsonl"]);
    play(&["37", "-o", "first.jsonl"]);
    let rest = play(&["100", "--done", "37", "-o", "rest.jsonl"]);
    assert_eq!(lines(&rest.stdout).last().unwrap()["games"], 63);
    let of = |name: &str| matches(&folder.path().join(name));
    let (all, first, rest) = (of("all.jsonl"), of("first.jsonl"), of("rest.jsonl"));
    assert_eq!((all.len(), first.len(), rest.len()), (100, 37, 63));
    for (place, (whole, parts)) in all.iter().zip(first.iter().chain(&rest)).enumerate() {
        assert_eq!(whole, parts, "game {place}");
    }
    assert!(all[0].contains(r#""seats":["greedy","random"]"#) && all[37].contains(r#""seats":["random","greedy"]"#));
}

#[test]
fn the_command_of_a_stopped_run_goes_on_in_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("it's here")).unwrap();
    let name = "it's here/a \"b\".jsonl";
    let args =
        ["play", "pyrat", "greedy", "random", "-c", "preset=tiny", "--rotate", "-s", "5", "-n", "3e5", "-o", name];
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = said(&output.stderr);
    let resumed = told.split_once("go on with\n  ").unwrap().1.trim_end();
    let done: u64 = resumed.split_once("--done ").unwrap().1.split_once(' ').unwrap().0.parse().unwrap();
    assert!(told.contains(&format!("stopped after {done} of 300000 games")), "{told}");
    // The rest is long; a few games of it are enough.
    let few = resumed.replace("-n 300000", &format!("-n {}", done + 6));
    let few = few.replacen("gridhaunt", "\"$GRIDHAUNT\"", 1);
    let output =
        Command::new("sh").current_dir(folder.path()).env("GRIDHAUNT", PROGRAM).args(["-c", &few]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{few}: {}", said(&output.stderr));
    let rest = matches(&folder.path().join("it's here/rest-of-a \"b\".jsonl"));
    let whole = done + 6;
    fine(run(folder.path(), &[&args[..9], &["-n", &whole.to_string(), "-o", "whole.jsonl"]].concat()));
    assert_eq!(rest, matches(&folder.path().join("whole.jsonl"))[done as usize..]);
    assert_eq!(matches(&folder.path().join(name)).len() as u64, done);
}

#[test]
fn a_lone_bad_seed_is_counted_and_named_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // So little energy that the world of one seed in ten cannot be drawn.
    let game = ["play", "ghost-grid", "-c", "energy_pct=58", "-c", "max_turns=2", "--no-replay"];
    let play = |more: &[&str]| run(folder.path(), &[&game[..], more].concat());
    let seeds = 1..=8u64;
    let bad: Vec<String> = seeds
        .clone()
        .map(|seed| seed.to_string())
        .filter(|seed| play(&["-s", seed]).status.code() == Some(2))
        .collect();
    assert!((1..=4).contains(&bad.len()), "the test needs a few bad seeds: {bad:?}");
    let output = fine(play(&["-s", "1", "-n", "8"]));
    let report = lines(&output.stdout).pop().unwrap();
    assert_eq!((&report["games"], &report["skipped"]), (&(8 - bad.len()).into(), &bad.len().into()));
    assert_eq!(report["skipped_seeds"], Value::from(bad.clone()));
    let told = format!(
        "gridhaunt: {} of 8 games could not begin and are left out: seed {} (energy_pct: 58 with ",
        bad.len(),
        bad.join(", ")
    );
    assert!(said(&output.stderr).starts_with(&told), "{}", said(&output.stderr));
    let first = fine(play(&["-s", &bad[0], "-n", "2"]));
    assert_eq!(lines(&first.stdout).pop().unwrap()["skipped"], 1, "also where it is the first");
    let alone = play(&["-s", &bad[0]]);
    assert_eq!((alone.status.code(), alone.stdout.len()), (Some(2), 0), "one game that cannot begin is an error");
}

#[test]
fn settings_that_make_no_match_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["play", "pyrat", "-n", "1e9", "-c", "width=99"]);
    assert_eq!(
        (output.status.code(), said(&output.stderr)),
        (Some(2), "gridhaunt: width: 99 is not in 2..=64\n".into())
    );
    let output = run(folder.path(), &["play", "pyrat", "-n", "10", "--done", "10"]);
    assert_eq!(
        (output.status.code(), said(&output.stderr)),
        (Some(2), "gridhaunt: --done: 10 is not in 0..=9\n".into())
    );
    let empty: Vec<Value> = lines(&output.stdout);
    assert!(empty.is_empty());
}
