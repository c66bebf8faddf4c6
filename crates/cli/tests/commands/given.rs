//! Matches that begin from a given state.

use crate::{fed, fine, games, lines, run, said};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Settings, a seed and the state after some steps of bots, as `step` prints it.
fn midway(folder: &Path, game: &str, steps: usize) -> Value {
    let table = fine(run(folder, &["play", game, "-s", "7", "--no-replay"]));
    let seats = lines(&table.stdout)[0]["seats"].as_array().unwrap().clone();
    let bots: serde_json::Map<String, Value> =
        seats.into_iter().enumerate().map(|(i, bot)| (i.to_string(), bot)).collect();
    let mut input = format!("{}\n", json!({"seed": 7, "bots": bots}));
    input.push_str(&"{\"choices\":[]}\n".repeat(steps));
    lines(&fine(fed(folder, &["step", game], input.as_bytes())).stdout).pop().unwrap()
}

#[test]
fn bots_play_on_from_a_state_that_step_printed_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for game in games() {
        let report = midway(folder.path(), &game, 4);
        assert_eq!((&report["step"], report.get("error")), (&json!(4), None), "{game}");
        fs::write(folder.path().join("state.json"), report["state"].to_string()).unwrap();
        fs::write(folder.path().join("report.json"), report.to_string()).unwrap();
        let beside = json!({"seed": "7", "settings": {}, "state": report["state"]});
        fs::write(folder.path().join("beside.json"), beside.to_string()).unwrap();

        let play = |args: &[&str]| fine(run(folder.path(), &[&["play", &game, "--from"], args].concat()));
        play(&["state.json", "-s", "7", "-o", "m.jsonl"]);
        let record = fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        assert_eq!((&header["state"], &header["seed"]), (&report["state"], &json!("7")), "{game}");
        let verified = fine(run(folder.path(), &["replay", "verify", "m.jsonl"]));
        assert_eq!(lines(&verified.stdout)[0]["ok"], true, "{game}");
        let start = lines(&fine(run(folder.path(), &["replay", "show", "m.jsonl", "--step", "0"])).stdout).remove(0);
        assert_eq!((&start["state"], &start["hash"]), (&report["state"], &report["hash"]), "{game}");

        for same in [&["report.json", "-s", "7", "-o", "same.jsonl"][..], &["beside.json", "-o", "same.jsonl"]] {
            play(same);
            assert_eq!(fs::read_to_string(folder.path().join("same.jsonl")).unwrap(), record, "{game}");
        }
        let shown = fine(run(folder.path(), &["replay", "show", "m.jsonl", "--step", "0"])).stdout;
        fine(fed(folder.path(), &["play", &game, "--from", "-", "-s", "7", "-o", "same.jsonl"], &shown));
        assert_eq!(fs::read_to_string(folder.path().join("same.jsonl")).unwrap(), record, "{game}");

        play(&["state.json", "-s", "7", "-n", "5", "-o", "five.jsonl"]);
        let five = fs::read_to_string(folder.path().join("five.jsonl")).unwrap();
        assert!(five.starts_with(&record), "{game}: the first of many is the lone one");
        assert_eq!(lines(&fine(run(folder.path(), &["replay", "verify", "five.jsonl"])).stdout).len(), 5, "{game}");
        fine(run(folder.path(), &["play", &game, "--from", "state.json", "-s", "7", "-o", "m.svg", "--no-replay"]));
        assert!(folder.path().join("m.svg").exists());
    }
}

/// It is shown with its settings and its seed, and so is played on in the world it is of.
#[test]
fn what_if_begins_in_the_world_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    fine(run(folder.path(), &["play", "pyrat", "greedy", "random", "-s", "7", "-c", "preset=tiny", "-o", "m.jsonl"]));
    let shown = fine(run(folder.path(), &["replay", "show", "m.jsonl", "--step", "9"])).stdout;
    let on = fine(fed(folder.path(), &["play", "pyrat", "greedy", "random", "--from", "-", "-o", "on.jsonl"], &shown));
    let header = |name: &str| -> Value {
        serde_json::from_str(fs::read_to_string(folder.path().join(name)).unwrap().lines().next().unwrap()).unwrap()
    };
    let (before, after) = (header("m.jsonl"), header("on.jsonl"));
    for same in ["settings", "seed", "world"] {
        assert_eq!(before[same], after[same], "{same}");
    }
    assert_eq!(after["state"], lines(&shown)[0]["state"]);
    assert!(!said(&on.stderr).contains("without a seed"));

    fs::write(folder.path().join("state.json"), after["state"].to_string()).unwrap();
    let alone =
        fine(run(folder.path(), &["play", "pyrat", "--from", "state.json", "-c", "preset=tiny", "--no-replay"]));
    assert!(said(&alone.stderr).contains("without a seed, so its world is taken to be that of seed 0"));
}

#[test]
fn bots_of_many_games_from_one_state_draw_other_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let report = midway(folder.path(), "pyrat", 2);
    fs::write(folder.path().join("s.json"), report["state"].to_string()).unwrap();
    let args = ["play", "pyrat", "random", "random", "--from", "s.json", "-s", "7", "-n", "8", "-o", "m.jsonl"];
    fine(run(folder.path(), &args));
    let text = fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let firsts: std::collections::BTreeSet<&str> =
        text.split_inclusive('\n').filter(|line| line.contains("\"step\":1,")).collect();
    assert!(firsts.len() > 1, "{firsts:?}");
}

#[test]
fn a_state_that_cannot_be_used_is_told_with_its_file_and_field() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.json"), r#"{"players":[{"at":[0,0]},{"at":[99,0]}],"cheese":[[1,1]]}"#).unwrap();
    fs::write(folder.path().join("torn.json"), r#"{"players":["#).unwrap();
    fs::write(folder.path().join("set.json"), r#"{"state":{},"settings":{"width":1}}"#).unwrap();
    for (args, told) in [
        (&["bad.json"][..], "gridhaunt: bad.json: state.players[1].at: [99,0] is not "),
        (&["torn.json"], "gridhaunt: torn.json: state: EOF while parsing"),
        (&["none.json"], "gridhaunt: none.json: No such file"),
        (&["set.json"], "gridhaunt: width: 1 is not in 2..=64"),
        (&["set.json", "-c", "width=5"], "gridhaunt: set.json: state.players: missing"),
    ] {
        let output = run(folder.path(), &[&["play", "pyrat", "--from"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(said(&output.stderr).starts_with(told), "{}", said(&output.stderr));
    }
    let piped = fed(folder.path(), &["play", "pyrat", "--from", "-"], b"[]");
    assert!(said(&piped.stderr).starts_with("gridhaunt: standard input: state: [] is not an object"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is written");
}
