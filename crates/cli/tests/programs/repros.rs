//! A program is handed again what it was handed.

use super::{Home, fine, lines, said};
use std::process::Command;

const LONG: [&str; 8] = ["-c", "preset=tiny", "-c", "max_turns=120", "-s", "5", "-o", "m.jsonl"];

/// What the bot was handed, as it says itself: a digest of all so far, in every turn.
fn handed(transcript: &str) -> Vec<&str> {
    let both_ways = transcript.split("--- standard error").next().unwrap_or_default();
    let said = both_ways.lines().filter_map(|line| Some(line.split_once(" ! handed ")?.1));
    said.filter(|said| said.starts_with("turn ")).collect()
}

/// Checks that a transcript of at least so many turns begins as the other; the last words may have come too late.
fn same(then: &str, now: &str, least: usize) {
    let (then, now) = (handed(then), handed(now));
    let both = then.len().min(now.len());
    assert!(both >= least, "{then:?}\n{now:?}");
    assert_eq!(then[..both], now[..both]);
}

#[test]
fn the_printed_command_reproduces_a_crash_in_turn_90() {
    let home = Home::new();
    let words = ["play", "pyrat", "./bot:mode=crash,at=90", "idle"];
    let told = said(&fine(home.run(&[&words, &LONG[..]].concat())).stderr);
    let command = told.lines().find_map(|line| line.strip_prefix("gridhaunt: to hand it the same again: ")).unwrap();
    assert_eq!(command, "gridhaunt repro m.jsonl --seat 0 ./bot");
    let command = command.replacen("gridhaunt", super::PROGRAM, 1);
    let run = |more: &str| {
        let script = format!("{command} {more}");
        Command::new("sh").args(["-c", &script]).current_dir(home.path()).output().unwrap()
    };
    let again = fine(run("--format table --transcript again.log"));
    let shown = said(&again.stdout);
    assert!(shown.contains("the version that played"), "{shown}");
    assert!(shown.contains("it exited with code 1; its last words: no cheese left in turn 90"), "{shown}");
    assert!(shown.contains("turn 90, as then: crashed after "), "{shown}");
    assert!(shown.contains("91 turns, and every answer is the same as then"), "{shown}");
    same(&home.read("m.0.log"), &home.read("again.log"), 85);
    // What is mended differs, and is another version.
    let bot = home.path().join("bot/bot.py");
    let text = std::fs::read_to_string(&bot)
        .unwrap()
        .replace("raise SystemExit(\"no cheese", "say(**move)\n        print(\"no cheese");
    std::fs::write(bot, text).unwrap();
    let mended = run("--turn 85..95 --format json");
    assert_eq!(mended.status.code(), Some(1));
    assert!(said(&mended.stderr).contains("1 of 6 answers differ, the first in turn 90"), "{}", said(&mended.stderr));
    let told = lines(&mended.stdout);
    let twice = told.iter().find(|line| line["turn"] == 90).unwrap();
    assert_eq!([&twice["then"]["verdict"], &twice["now"]["verdict"]], ["crashed", "ok"]);
    assert_eq!(told.last().unwrap()["version"], "other");
    home.is_quiet();
}

#[test]
fn times_and_verdicts_are_those_of_the_record() {
    let home = Home::new();
    let words = ["play", "pyrat", "./bot:mode=illegal,at=3", "./bot", "--clock", "900ms+3s", "--transcripts"];
    fine(home.run(&[&words, &LONG[..]].concat()));
    for seat in ["0", "1"] {
        fine(home.run(&["repro", "m.jsonl", "--seat", seat, "./bot", "--transcript", "again.log"]));
        same(&home.read(&format!("m.{seat}.log")), &home.read("again.log"), 50);
    }
}

#[test]
fn a_team_in_one_process_is_handed_the_same_again() {
    // B8
    let home = Home::new();
    home.bot("team", "team = true");
    let settings = ["-c", "players=1", "-c", "ghosts=1", "-c", "max_rounds=6", "-s", "5", "-o", "m.jsonl"];
    let words = ["play", "snarl", "explorer", "./team", "--clock", "5s", "--transcripts"];
    fine(home.run(&[&words, &settings[..]].concat()));
    let entrants = home.record("m.jsonl")[0]["entrants"].clone();
    assert_eq!(entrants[1]["seats"], serde_json::json!([1, 2]), "zombies and ghosts");
    for seat in ["1", "2"] {
        let words = ["repro", "m.jsonl", "--seat", seat, "./team", "--transcript", "again.log", "--format", "table"];
        let shown = said(&fine(home.run(&words)).stdout);
        assert!(shown.contains("6 turns, and every answer is the same as then"), "{shown}");
        // Its one process was asked for both seats, then and now.
        same(&home.read("m.1.log"), &home.read("again.log"), 10);
    }
}

#[test]
fn what_cannot_be_reproduced_is_said() {
    let home = Home::new();
    fine(home.run(&[&["play", "pyrat", "./bot", "idle"], &LONG[..]].concat()));
    fine(home.run(&["play", "pyrat", "idle", "idle", "-s", "5", "-o", "plain.jsonl"]));
    for (words, told) in [
        (&["m.jsonl", "--seat", "1", "./bot"][..], "--seat: 1 was not played by a program, need one of 0"),
        (&["plain.jsonl", "--seat", "0", "./bot"], "--seat: no program played in this match"),
        (&["m.jsonl", "--seat", "0"], "BOT: the record does not say where bot (digest "),
        (&["m.jsonl", "--seat", "0", "greedy"], "BOT: greedy is a bot of the registry"),
        (&["m.jsonl", "--seat", "0", "./none"], "bot: there is no file or folder ./none"),
        (&["m.jsonl", "--seat", "0", "./bot", "--turn", "9..3"], "not turns such as 17 or 10..20"),
        (&["m.jsonl", "--seat", "0", "./bot", "--turn", "500"], "the seat was asked in none of these turns"),
    ] {
        let output = home.run(&[&["repro"], words].concat());
        let error = said(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(told), "{words:?}: {error}");
    }
}

#[test]
fn a_match_of_an_event_is_taken_out_with_its_transcripts() {
    let home = Home::new();
    let event =
        ["tournament", "run", "--game", "pyrat", "./bot:mode=illegal,at=3", "idle", "--sandbox", "0", "--seed", "5"];
    let told = said(&fine(home.run(&[&event[..], &super::SHORT].concat())).stderr);
    assert_eq!(told.lines().filter(|line| line.starts_with("gridhaunt: match 1.0: ")).count(), 1, "{told}");
    let taken = fine(home.run(&["tournament", "replay", "1.0", "-o", "m.jsonl"]));
    let taken = lines(&taken.stdout).pop().unwrap();
    let [log] = &taken["transcripts"].as_array().unwrap()[..] else { panic!("{taken}") };
    assert!(home.read(log.as_str().unwrap()).contains("\"fly\""), "{taken}");
    let [command] = &taken["repro"].as_array().unwrap()[..] else { panic!("{taken}") };
    let (log, command) = (log.as_str().unwrap(), command.as_str().unwrap());
    let seat = log.strip_prefix("m.").and_then(|rest| rest.strip_suffix(".log")).unwrap();
    assert_eq!(command, format!("gridhaunt repro m.jsonl --seat {seat} ./bot"));
    fine(home.run(&command.split(' ').skip(1).collect::<Vec<_>>()));
}
