//! Matches with several programs, many matches, and what ends them.

use super::{Home, SHORT, fine, lines, said, wait_for};
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn two_programs_play_with_their_transcripts_beside_the_replay() {
    let home = Home::new();
    for flags in [&["--transcripts"][..], &["--transcripts", "--serial", "--ponder", "no"]] {
        let words = ["play", "pyrat", "./bot", "rat=./bot", "-s", "5", "-o", "m.jsonl"];
        let output = fine(home.run(&[&words, &SHORT[..], flags].concat()));
        assert_eq!(lines(&output.stdout)[0]["faults"], json!([0, 0]));
        for (seat, role) in [(0, "python"), (1, "rat")] {
            let log = home.read(&format!("m.{seat}.log"));
            for part in [&format!("\"role\":\"{role}\""), "< {\"type\": \"ready\"}", "\"type\":\"end\"", "! pid "] {
                assert!(log.contains(part), "{part} in\n{log}");
            }
        }
        fine(home.run(&["replay", "verify", "m.jsonl"]));
    }
}

/// How many processes played the matches of a run.
fn processes(home: &Home, bot: &str) -> usize {
    let words = ["play", "pyrat", bot, "idle", "-s", "5", "-n", "6", "-o", "all.jsonl", "--transcripts"];
    let output = fine(home.run(&[&words, &SHORT[..]].concat()));
    assert!(said(&output.stderr).contains("gridhaunt: transcript all.1.0.log and 5 more"), "{}", said(&output.stderr));
    let logs: String = (1..=6).map(|number| home.read(&format!("all.{number}.0.log"))).collect();
    logs.lines().filter(|line| line.contains(" ! pid ")).count() / 2
}

#[test]
fn a_process_plays_many_matches_unless_its_manifest_says_no() {
    let home = Home::new();
    home.bot("fresh", "reuse = false");
    assert!(processes(&home, "./bot") < 6, "some matches share a process");
    assert_eq!(processes(&home, "./fresh"), 6);
    fine(home.run(&["replay", "verify", "all.jsonl"]));
}

#[test]
fn faults_in_a_run_are_told_with_a_command_for_the_first() {
    let home = Home::new();
    let words = ["play", "pyrat", "./bot:mode=illegal,at=2", "idle", "-s", "5", "-n", "3", "-o", "all.jsonl"];
    let told = said(&fine(home.run(&[&words, &SHORT[..]].concat())).stderr);
    assert!(told.contains("gridhaunt: seed 5: python · bot:at=2,mode=illegal, step 3: illegal"), "{told}");
    assert!(told.contains("gridhaunt repro all.jsonl --seat 0 ./bot"), "{told}");
    let repro = fine(home.run(&["repro", "all.jsonl", "--match", "2", "--seat", "0", "./bot", "--format", "table"]));
    assert!(said(&repro.stdout).contains("turn 2, as then: illegal \"fly\" after "), "{}", said(&repro.stdout));
}

#[test]
fn with_rotated_seats_the_command_names_the_seat_of_that_match() {
    let home = Home::new();
    for (done, seat) in [("0", 1), ("1", 0)] {
        let words =
            ["play", "pyrat", "idle", "./bot:mode=illegal,at=2", "-s", "5", "-n", "2", "--done", done, "--rotate"];
        let told = said(&fine(home.run(&[&words[..], &["-o", "all.jsonl"], &SHORT].concat())).stderr);
        assert!(told.contains(&format!("gridhaunt repro all.jsonl --seat {seat} ./bot")), "{told}");
    }
}

#[test]
fn an_experiment_has_programs_and_knows_their_version() {
    let home = Home::new();
    let words = ["experiment", "pyrat", "./bot", "idle", "--vary", "max_turns=4,6", "-n", "2", "-c", "preset=tiny"];
    let play = || lines(&fine(home.run(&[&words[..], &["--clock", "2s"]].concat())).stdout).pop().unwrap();
    assert_eq!(play()["played"], 4);
    assert_eq!(play()["played"], 0, "all is on file");
    home.bot("bot", "games = [\"pyrat\"]\n# another version");
    assert_eq!(play()["played"], 4, "another version is another experiment");
    let wrong = home.run(&["experiment", "pyrat", "greedy", "--clock", "1s"]);
    assert_eq!(said(&wrong.stderr), "gridhaunt: --clock: changes nothing, no bot is a program\n");
}

#[test]
fn ctrl_c_ends_a_match_at_once_and_leaves_no_process() {
    let home = Home::new();
    let words = ["play", "pyrat", "./bot:mode=late", "./bot:mode=late", "--clock", "none", "-s", "5", "-o", "m.jsonl"];
    let mut child = home.start(&words);
    wait_for("process of a bot", || home.processes() == 2);
    // Until it is asked it may not have come to its sleep yet.
    std::thread::sleep(Duration::from_millis(500));
    let pressed = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    while child.try_wait().unwrap().is_none() {
        if pressed.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            panic!("it goes on after Ctrl-C");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    home.is_quiet();
    assert_eq!(home.record("m.jsonl").last().unwrap()["stopped"], "stopped");
}
