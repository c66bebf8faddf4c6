//! Ctrl-C and kills: nothing that was finished is lost, and the command that goes on is printed (A11).

use crate::{PROGRAM, command, fine, last, run, said};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything here may take on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

fn begun(folder: &Path, args: &[&str]) -> Child {
    command(folder, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until some blocks of event 1 are done.
fn wait_for_blocks(folder: &Path, blocks: u64) {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let status = run(folder, &["tournament", "status", "1", "--format", "json"]);
        if status.status.success() && last(&status)["done"].as_u64().unwrap() >= blocks {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("no block is done");
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

const ENDLESS: [&str; 10] =
    ["league", "run", "--game", "pyrat", "-c", "preset=tiny", "--name", "weekend", "greedy", "random"];

#[test]
fn a_league_that_is_stopped_prints_the_command_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let league = begun(folder.path(), &[&ENDLESS[..], &["--db", "my league.db", "--format", "json"]].concat());
    thread::sleep(Duration::from_millis(10));
    let since = Instant::now();
    while !folder.path().join("my league.db").exists() && since.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(700));
    signal(&league, Signal::INT);
    let stopped = league.wait_with_output().unwrap();
    let words = said(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(130), "{words}");
    let rest = words.lines().last().unwrap().trim();
    assert_eq!(rest, "gridhaunt league continue 1 --db 'my league.db' --format json", "{words}");
    assert!(said(&stopped.stdout).contains("\"standings\""), "what was played is told");
    let log = std::fs::metadata(folder.path().join("my league.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0, "the file alone is the whole store");
    let status = last(&fine(run(folder.path(), &["league", "status", "--db", "my league.db"])));
    let told: String = words.split("stopped after ").nth(1).unwrap().chars().take_while(|c| *c != ' ').collect();
    assert_eq!(told.replace(',', ""), status["done"].to_string(), "{words}");
    let shown = said(&run(folder.path(), &["league", "status", "--db", "my league.db", "--format", "table"]).stdout);
    assert!(shown.contains("stopped: `gridhaunt league continue 1 --db 'my league.db'"), "{shown}");
    assert!(shown.contains("\"weekend\": league of pyrat"), "{shown}");

    // The very words go on, in a shell.
    let path = Path::new(PROGRAM).parent().unwrap();
    let line = format!("PATH=\"{}:$PATH\"; timeout -s INT 2 {rest}", path.display());
    let went_on = Command::new("sh").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    assert!(said(&went_on.stderr).contains("go on with\n  gridhaunt league continue 1"), "{}", said(&went_on.stderr));
    let status = last(&fine(run(folder.path(), &["league", "status", "--db", "my league.db"])));
    assert_eq!(status["state"], "stopped");
    fine(run(folder.path(), &["league", "cancel", "weekend", "--db", "my league.db"]));
    fine(run(folder.path(), &["store", "check", "--db", "my league.db"]));
}

#[test]
fn a_tournament_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let entrants = ["greedy", "random", "idle", "uniform"];
    let args = [
        &["tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--seed", "3", "--blocks", "60"],
        &entrants[..],
    ]
    .concat();
    let mut tournament = begun(folder.path(), &args);
    wait_for_blocks(folder.path(), 3);
    tournament.kill().unwrap();
    tournament.wait().unwrap();
    let status = last(&fine(run(folder.path(), &["tournament", "status", "1"])));
    assert_eq!((&status["state"], &status["runners"]), (&json!("stopped"), &json!(0)), "who is killed plays nothing");
    fine(run(folder.path(), &["tournament", "continue", "1"]));
    let whole = fine(run(folder.path(), &[&args[..], &["--db", "whole.db"]].concat()));
    assert!(!whole.stdout.is_empty());
    let table = |db: &str| {
        let results = last(&fine(run(folder.path(), &["tournament", "results", "1", "--db", db, "--format", "json"])));
        let of = |it: &serde_json::Value| json!([it["name"], it["points"], it["wins"], it["draws"], it["losses"]]);
        results["standings"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(table("gridhaunt.db"), table("whole.db"));
    fine(run(folder.path(), &["store", "check"]));
}

#[test]
fn a_tournament_that_is_stopped_is_called_so_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--blocks", "20000", "greedy", "random"];
    let tournament = begun(folder.path(), &args);
    wait_for_blocks(folder.path(), 3);
    signal(&tournament, Signal::INT);
    let stopped = tournament.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", said(&stopped.stderr));
    let run = |args: &[&str]| fine(run(folder.path(), args));
    let status = last(&run(&["tournament", "status", "1"]));
    let (done, open) = (status["done"].as_u64().unwrap(), status["open"].as_u64().unwrap());
    assert_eq!((done + open, &status["state"]), (20_000, &json!("stopped")));
    assert_eq!(last(&run(&["tournament", "list"]))["state"], "stopped");
    assert!(said(&run(&["league", "list", "--format", "table"]).stdout).contains(" stopped "));
    let results = last(&run(&["tournament", "results", "1", "--format", "json"]));
    assert_eq!((&results["event"]["state"], &results["event"]["blocks_planned"]), (&json!("stopped"), &json!(20_000)));
    let so_far = |words: &str| words.contains("so far: ") && words.contains(" of 20,000 blocks");
    let table = said(&run(&["tournament", "results", "1", "--format", "table"]).stdout);
    assert!(so_far(&table), "{table}");
    let csv = run(&["tournament", "results", "1", "--format", "csv"]);
    assert!(so_far(&said(&csv.stderr)) && said(&csv.stdout).lines().count() == 3, "{}", said(&csv.stderr));
    let written = run(&["tournament", "results", "1", "-o", "r.svg", "-o", "r.cross.svg"]);
    assert!(so_far(&said(&written.stderr)));
    for picture in ["r.svg", "r.cross.svg"] {
        assert!(so_far(&std::fs::read_to_string(folder.path().join(picture)).unwrap()), "{picture}");
    }
    run(&["tournament", "cancel", "1"]);
    let table = said(&run(&["tournament", "results", "1", "--format", "table"]).stdout);
    assert!(table.contains("\ncancelled after "), "{table}");
    let again = crate::run(folder.path(), &["tournament", "continue", "1"]);
    assert_eq!(again.status.code(), Some(2), "{}", said(&again.stderr));
    assert!(said(&again.stderr).contains("1 is cancelled and does not go on"), "{}", said(&again.stderr));
}

#[test]
fn an_event_is_paused_and_changed_from_another_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut league = begun(folder.path(), &ENDLESS);
    wait_for_blocks(folder.path(), 1);
    let run = |args: &[&str]| fine(run(folder.path(), args));
    run(&["league", "set", "weekend", "concurrency=1"]);
    let added = said(&run(&["league", "add", "weekend", "idle", "--format", "table"]).stdout);
    assert!(added.contains("idle takes part now"), "{added}");
    run(&["league", "pause", "weekend"]);
    assert_eq!(last(&run(&["league", "status", "1"]))["state"], "paused");
    run(&["league", "cancel", "weekend"]);
    let since = Instant::now();
    while league.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < PATIENCE, "whoever runs a cancelled event ends");
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(league.wait().unwrap().code(), Some(1));
}
