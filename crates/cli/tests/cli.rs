//! The command as people and programs use it.

use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn gridhaunt(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridhaunt")).current_dir(folder).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What `step` answers to these lines.
fn step(input: &[Value]) -> Vec<Value> {
    let text: String = input.iter().map(|line| format!("{line}\n")).collect();
    step_text(&text)
}

fn step_text(input: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
        .args(["step", "pyrat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    lines(&output)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_match_is_played_recorded_and_verified() {
    let folder = folder();
    let played = gridhaunt(folder.path(), &["play", "pyrat", "greedy", "random", "-s", "7", "-c", "preset=tiny"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let report = &lines(&played)[0];
    assert_eq!(report["seed"], "7");
    assert_eq!(report["seats"], json!(["greedy", "random"]));
    assert_eq!(report["replay"], "replays/pyrat-greedy-random-7.jsonl");
    let verified = gridhaunt(folder.path(), &["replay", "verify", "replays/pyrat-greedy-random-7.jsonl"]);
    assert_eq!(lines(&verified)[0]["ok"], true);
    assert_eq!(lines(&verified)[0]["steps"], report["steps"]);

    let again = gridhaunt(folder.path(), &["play", "pyrat", "greedy", "random", "-s", "7", "-c", "preset=tiny"]);
    assert_eq!(again.stdout, played.stdout, "the same seed is the same match, in the same file");
    let other = gridhaunt(folder.path(), &["play", "pyrat", "greedy", "random", "-s", "7", "-c", "preset=small"]);
    assert_eq!(lines(&other)[0]["replay"], "replays/pyrat-greedy-random-7-2.jsonl", "nothing is written over");
}

#[test]
fn a_person_sees_a_board_a_result_a_seed_and_a_replay() {
    let folder = folder();
    let played = gridhaunt(
        folder.path(),
        &["--format", "table", "play", "pyrat", "idle", "idle", "-c", "preset=tiny", "-c", "max_turns=1"],
    );
    let text = stdout(&played);
    for part in ["P", "R", "draw by turn_limit", "seed   ", "replay replays/pyrat-idle-idle-"] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn many_matches_give_a_table_and_one_file() {
    let folder = folder();
    let args = ["play", "pyrat", "python=random", "-n", "40", "-s", "3", "-c", "preset=tiny", "-o", "all.jsonl.zst"];
    let report = lines(&gridhaunt(folder.path(), &args));
    assert_eq!((report.len(), &report[0]["bot"], &report[1]["bot"]), (3, &json!("random"), &json!("greedy")));
    assert!(report[1]["win_rate"]["low"].as_f64().unwrap() > 0.8);
    assert_eq!(report[2]["games"], 40);
    let verified = gridhaunt(folder.path(), &["replay", "verify", "all.jsonl.zst"]);
    assert_eq!((verified.status.code(), lines(&verified).len()), (Some(0), 40));
    let table = stdout(&gridhaunt(
        folder.path(),
        &["--format", "table", "play", "pyrat", "-n", "5", "-s", "1", "-c", "preset=tiny"],
    ));
    assert!(table.contains("score") && table.contains("wins") && table.contains("seed   1"), "{table}");
    assert!(!folder.path().join("replays").exists(), "many games write no replay unless asked");
}

#[test]
fn wrong_words_get_an_error_that_helps_and_exit_code_2() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.toml"), "width = 1\n").unwrap();
    let table: &[(&[&str], &str)] = &[
        (&["play", "pyrta"], "did you mean pyrat?"),
        (
            &["play", "pyrat", "gredy"],
            "bot: \"gredy\" is not one of uniform, idle, random, greedy, did you mean greedy?",
        ),
        (&["play", "pyrat", "a", "b", "c"], "bots: 3 given, pyrat has 2 seats to fill"),
        (&["play", "pyrat", "-c", "width=65"], "width: 65 is not in 2..=64"),
        (&["play", "pyrat", "-c", "widht=6"], "widht: no such setting, did you mean width?"),
        (&["play", "pyrat", "-c", "width"], "-c: \"width\" is not key=value"),
        (&["play", "pyrat", "-c", "wall_density=nan"], "wall_density: \"nan\" is not a number 0.0..=1.0"),
        (&["play", "pyrat", "--settings", "bad.toml"], "width: 1 is not in 2..=64"),
        (&["play", "pyrat", "--settings", "none.toml"], "none.toml: No such file or directory"),
        (&["play", "pyrat", "-s", "x"], "invalid value 'x' for '--seed <SEED>': not an integer 0..2^64"),
        (&["play", "pyrat", "-o", "m.gif"], "--out: m.gif is not a name that ends in .jsonl or .jsonl.zst"),
        (&["play", "pyrat", "-n", "0"], "0 is not in 1..=1000000000"),
        (&["games", "show", "chess"], "game: \"chess\" is not one of "),
        (&["replay", "verify", "none.jsonl"], "none.jsonl: No such file or directory"),
        (&["replay", "show", "bad.toml"], "bad.toml: line 1: this is no gridhaunt replay"),
        (&["watch", "bad.toml"], "bad.toml: line 1: this is no gridhaunt replay"),
        (&["step", "go"], "game: \"go\" is not one of "),
        (&["bench", "pyrat", "--rounds", "0"], "0 is not in 1..=1000"),
    ];
    for (args, expected) in table {
        let output = gridhaunt(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{args:?} wrote something");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["bad.toml"], "nothing is written");
}

#[test]
fn a_replay_that_differs_is_a_finding_and_a_full_disk_is_infrastructure() {
    let folder = folder();
    gridhaunt(folder.path(), &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let text = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    std::fs::write(folder.path().join("m.jsonl"), text.replacen("\"seed\":\"1\"", "\"seed\":\"2\"", 1)).unwrap();
    let verified = gridhaunt(folder.path(), &["replay", "verify", "m.jsonl"]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(lines(&verified)[0]["differs"].as_str().unwrap().starts_with("the start: the world on record is 0x"));
    let unwritable = gridhaunt(folder.path(), &["play", "pyrat", "-o", "no/such/folder/m.jsonl"]);
    assert_eq!(unwritable.status.code(), Some(4));
    assert!(stderr(&unwritable).contains("no/such/folder/m.jsonl: cannot be written"), "{}", stderr(&unwritable));
}

#[test]
fn a_foreign_file_is_named_by_verify() {
    let folder = folder();
    std::fs::write(folder.path().join("a.jsonl"), "{\"event\":\"move\"}\n").unwrap();
    let verified = gridhaunt(folder.path(), &["replay", "verify", "a.jsonl"]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(stdout(&verified).contains("this is no gridhaunt replay (the first line is no header)"));
}

#[test]
fn steps_are_shown_and_converted() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    run(&["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let third = &lines(&run(&["replay", "show", "m.jsonl", "--step", "3"]))[0];
    assert_eq!((&third["step"], &third["state"]["turn"]), (&json!(3), &json!(3)));
    let shown = stdout(&run(&["--format", "table", "replay", "show", "m.jsonl", "--step", "0"]));
    assert!(shown.contains("step 0 of") && shown.contains("cheese"), "{shown}");
    let view: Value = serde_json::from_str(&stdout(&run(&["replay", "show", "m.jsonl", "--view", "1"]))).unwrap();
    assert!(view["players"].is_array());
    for (name, begins) in [("m.svg", "<svg"), ("m.txt", "step 0 of"), ("m2.jsonl", "{")] {
        assert_eq!(run(&["replay", "convert", "m.jsonl", "-o", name]).status.code(), Some(0));
        assert!(std::fs::read_to_string(folder.path().join(name)).unwrap().starts_with(begins), "{name}");
    }
    run(&["play", "pyrat", "-s", "1", "-n", "3", "-c", "preset=tiny", "-o", "three.jsonl"]);
    assert_eq!(run(&["replay", "convert", "three.jsonl", "--match", "2", "-o", "second.jsonl"]).status.code(), Some(0));
    let second = std::fs::read_to_string(folder.path().join("second.jsonl")).unwrap();
    assert_eq!((second.matches("gridhaunt").count(), second.contains("\"seed\":\"2\"")), (1, true));
    assert_eq!(run(&["replay", "verify", "none.jsonl", "second.jsonl"]).status.code(), Some(2), "one file is missing");
    assert_eq!(lines(&run(&["replay", "verify", "none.jsonl", "second.jsonl"])).len(), 1, "the other is verified");
    run(&["replay", "convert", "m.jsonl", "-o", "m.jsonl.zst"]);
    assert_eq!(run(&["replay", "verify", "m.jsonl.zst"]).status.code(), Some(0));
    let watched = stdout(&run(&["watch", "m.jsonl"]));
    assert!(watched.matches("step ").count() > 10, "frame after frame where there is no terminal");
    for (args, expected) in [
        (["replay", "show", "m.jsonl", "--step", "9999"].as_slice(), "--step: 9999 is not in 0..="),
        (&["replay", "show", "m.jsonl", "--match", "2"], "--match: 2 is not in 1..=1"),
        (&["replay", "show", "m.jsonl", "--view", "2"], "--view: 2 is not in 0..=1"),
        (
            &["replay", "convert", "m.jsonl", "-o", "m.bmp"],
            "--out: m.bmp is not a name that ends in .jsonl, .jsonl.zst, .txt or .svg",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn step_plays_the_scenario_where_mud_four_takes_four_turns() {
    let settings = json!({"width": 5, "height": 2, "mud": [[1, 0, 2, 0, 4]], "cheese": [[2, 0], [3, 1], [0, 1]],
                          "start": [[0, 0], [4, 0]], "max_turns": 20});
    let mut input = vec![json!({"settings": settings, "seed": "7"})];
    input.extend(["right", "right", "up", "up", "up"].map(|python| json!({"choices": [[0, python], [1, 4]]})));
    let answers = step(&input);
    let python = |step: usize| &answers[step]["state"]["players"][0];
    assert_eq!(answers[0]["phase"], json!({"over": false, "seats": [0, 1]}));
    assert_eq!(python(2), &json!({"at": [2, 0], "delay": 3, "half": 0}));
    assert_eq!(python(5), &json!({"at": [2, 0], "delay": 0, "half": 2}));
    let kinds: Vec<_> = answers[5]["events"].as_array().unwrap().iter().map(|event| event["event"].clone()).collect();
    assert_eq!(kinds, ["left_mud", "stayed", "ate"]);

    // From the state after two steps it goes on as before.
    let resumed =
        step(&[json!({"settings": settings, "seed": 7, "state": answers[2]["state"]}), json!({"choices": [[0, 0]]})]);
    assert_eq!(resumed[0]["hash"], answers[2]["hash"]);
    assert_eq!(resumed[1]["state"]["players"][0], json!({"at": [2, 0], "delay": 2, "half": 0}));
}

#[test]
fn step_answers_questions_and_tells_the_outcome() {
    let start =
        json!({"settings": {"width": 2, "height": 2, "walls": [], "cheese": [[1, 0]], "max_turns": 9}, "seed": 0});
    let answers = step(&[
        start,
        json!({"legal": 0}),
        json!({"view": 1}),
        json!({"choices": [[0, 1]]}),
        json!({"legal": 0}),
        json!({"choices": [[0, 1]]}),
    ]);
    assert_eq!(answers[1], json!({"seat": 0, "legal": [0, 1, 2, 3, 4]}));
    assert_eq!((&answers[2]["start"]["seat"], &answers[2]["view"]["turn"]), (&json!(1), &json!(0)));
    assert_eq!(answers[3]["outcome"]["reason"], "majority");
    assert_eq!(answers[3]["outcome"]["winner"], 0);
    assert_eq!(answers[4]["legal"], json!([]));
    assert_eq!((&answers[5]["step"], &answers[5]["events"]), (&json!(1), &json!([])), "a finished game is frozen");
}

#[test]
fn a_bad_line_changes_nothing() {
    let good = json!({"settings": {"preset": "tiny"}, "seed": 1});
    let error = |line: &str, field: &str| {
        let answers = step_text(&format!("{good}\n{line}\n{}\n", json!({"choices": []})));
        assert_eq!(answers[1]["error"]["field"], field, "{line}: {}", answers[1]);
        assert_eq!(answers[2]["step"], 1, "{line} changed something");
    };
    error("{", "line");
    error("[]", "line");
    error("{\"choices\":[[0,1]],\"x\":1}", "line");
    error("{\"choices\":{}}", "choices");
    error("{\"choices\":[[0,5]]}", "choices[0].action");
    error("{\"choices\":[[0,0],[1,\"north\"]]}", "choices[1].action");
    error("{\"choices\":[[2,0]]}", "choices[0]");
    error("{\"choices\":[[0]]}", "choices[0]");
    error("{\"view\":2}", "view");
    error("{\"legal\":\"0\"}", "legal");
    error("{\"settings\":{\"width\":65}}", "width");
    error("{\"seed\":-1}", "seed");
    error("{\"settings\":{},\"sed\":1}", "sed");
    error("{\"seed\":1,\"state\":{\"players\":3}}", "state.players");
    error(&"[".repeat(100_000), "line");
    assert_eq!(step_text("{\"choices\":[]}\n")[0]["error"]["expected"], "a first line {\"settings\":…,\"seed\":…}");
}

#[test]
fn a_reader_that_goes_is_no_error() {
    let folder = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
        .current_dir(folder.path())
        .args(["games", "show", "pyrat", "--schema"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}

#[test]
fn help_man_pages_and_completions_come_from_one_definition() {
    let folder = folder();
    for command in ["games", "play", "replay", "watch", "step", "bench", "experiment"] {
        let help = stdout(&gridhaunt(folder.path(), &[command, "--help"]));
        assert!(help.starts_with("Example"), "{command} --help opens with\n{help}");
    }
    gridhaunt(folder.path(), &["man", "pages"]);
    let page = std::fs::read_to_string(folder.path().join("pages/gridhaunt-play.1")).unwrap();
    assert!(page.contains("match seed"));
    assert!(stdout(&gridhaunt(folder.path(), &["completions", "bash"])).contains("_gridhaunt()"));
}

#[test]
fn the_schema_names_every_setting() {
    let folder = folder();
    let card = &lines(&gridhaunt(folder.path(), &["games", "show", "pyrat"]))[0];
    let schema: Value =
        serde_json::from_str(&stdout(&gridhaunt(folder.path(), &["games", "show", "pyrat", "--schema"]))).unwrap();
    let names: Vec<&str> =
        card["settings"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 19);
    assert!(names.iter().all(|name| schema["properties"].get(name).is_some()));
}
