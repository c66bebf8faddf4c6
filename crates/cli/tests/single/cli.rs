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
    for part in [
        "P",
        "R",
        "A draw: the turn limit of 1 is reached, 0 points each.",
        "seed   ",
        "replay replays/pyrat-idle-idle-",
    ] {
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
    assert!(table.contains("score") && table.contains("wins") && table.contains("seed       1"), "{table}");
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
            "bot: \"gredy\" is not one of uniform, idle, random, greedy, planner, search, perfect, best, did you mean greedy?",
        ),
        (&["play", "pyrat", "idle:x=1"], "bot idle.x: no such option: this bot has none"),
        (&["play", "pyrat", "greedy:tie=first"], "bot greedy.tie: no such option, did you mean ties?"),
        (&["play", "tag", "-c", "sight=3"], "sight: no such setting, did you mean survivor_sight or killer_sight?"),
        (&["play", "pyrat", "a", "b", "c"], "bots: 3 given, pyrat has 2 seats to fill"),
        (&["play", "pyrat", "-c", "width=65"], "width: 65 is not in 2..=64"),
        (&["play", "pyrat", "-c", "widht=6"], "widht: no such setting, did you mean width?"),
        (&["play", "pyrat", "-c", "width"], "-c: \"width\" is not key=value"),
        (&["play", "pyrat", "-c", "wall_density=nan"], "wall_density: \"nan\" is not a number 0.0..=1.0"),
        (&["play", "pyrat", "--settings", "bad.toml"], "width: 1 is not in 2..=64"),
        (&["play", "pyrat", "--settings", "none.toml"], "none.toml: No such file or directory"),
        (
            &["play", "pyrat", "-s", "x"],
            "invalid value 'x' for '--seed <SEED>': \"x\" is not a whole number in 0..=18446744073709551615",
        ),
        (&["play", "pyrat", "-o", "m.bmp"], "--out: m.bmp is not a name that ends in .jsonl, .jsonl.zst, .txt, .png"),
        (&["play", "pyrat", "-n", "0"], "0 is not in 1..=1000000000"),
        (&["games", "show", "chess"], "game: \"chess\" is not one of "),
        (&["new", "chess"], "game: \"chess\" is not one of "),
        (&["new", "pyrat", "bot", "--lang", "rusty"], "lang: \"rusty\" is not one of python, rust, "),
        (&["new", "pyrat", "."], "folder: \".\" is not empty: name a folder that does not exist yet"),
        (&["new", "pyrat", "bad.toml"], "folder: \"bad.toml\" is a file: name a folder that does not exist yet"),
        (&["replay", "verify", "none.jsonl"], "none.jsonl: No such file or directory"),
        (&["replay", "show", "bad.toml"], "bad.toml: line 1: this is no gridhaunt replay"),
        (&["watch", "bad.toml"], "bad.toml: line 1: this is no gridhaunt replay"),
        (&["step", "go"], "game: \"go\" is not one of "),
        (&["bench", "pyrat", "--rounds", "0"], "0 is not in 1..=1000"),
        (&["bench", "pyrat", "--games", "5000000"], "--games: 5000000 is not 1..=4194304 without --device"),
        (&["bench", "pyrat", "--device", "gpu"], "need cuda, or cuda:N for device N"),
        (&["bench", "pyrat", "--prove"], "--device <DEVICE>"),
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
    assert!(lines(&verified)[0]["differs"].as_str().unwrap().starts_with("line 1, the header: seal: \""));
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
    for (name, begins) in [("m.svg", "<svg"), ("m.txt", "+---+"), ("m2.jsonl", "{")] {
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
            "--out: m.bmp is not a name that ends in .jsonl, .jsonl.zst, .txt, .png, .svg, .gif, .apng, .html, or / for a folder",
        ),
        (&["replay", "convert", "m.jsonl", "-o", "m.png", "--cell", "65"], "--cell: 65 is not in 2..=64"),
        (&["replay", "convert", "m.jsonl", "-o", "m.svg", "--cell", "7"], "--cell: 7 is not in 8..=256"),
        (
            &["replay", "convert", "m.jsonl", "-o", "n.jsonl", "--knows", "1"],
            "--knows: changes nothing for .jsonl, it is for .txt, .png, .svg, .gif, .apng and folders",
        ),
        (
            &["replay", "convert", "m.jsonl", "-o", "n.txt", "--seat", "1"],
            "--seat: changes nothing for .txt, it is for .png, .svg, .gif, .apng and folders",
        ),
        (&["replay", "convert", "m.jsonl", "-o", "n.jsonl", "--step", "1"], "--step: changes nothing for .jsonl"),
        (&["replay", "convert", "m.jsonl", "-o", "n.jsonl.zst", "--each", "frame"], "--each: changes nothing for"),
        (
            &["replay", "convert", "m.jsonl", "-o", "n.txt", "--cell", "8"],
            "--cell: changes nothing for .txt, it is for",
        ),
        (&["replay", "convert", "m.jsonl", "-o", "n.txt", "--dark"], "--dark: changes nothing for .txt"),
        (&["replay", "convert", "m.jsonl", "-o", "n.html", "--seat", "1"], "--seat: changes nothing for a page"),
        (
            &["replay", "convert", "m.jsonl", "-o", "%d-%03d.png"],
            "--out: %d-%03d.png has several numbers, need one such as %03d",
        ),
        (&["replay", "convert", "m.jsonl", "-o", "f/", "--step", "9999"], "--step: 9999 is not in 0..="),
        (&["replay", "convert", "m.jsonl", "-o", "m.txt", "--knows", "2"], "--knows: 2 is not in 0..=1"),
        (&["replay", "convert", "m.jsonl", "-o", "m.png", "--knows", "cat"], "--knows: cat is not in 0..=1 or one of"),
        (&["replay", "show", "m.jsonl", "--seat", "2"], "--seat: 2 is not in 0..=1"),
        (&["replay", "show", "m.jsonl", "--view", "2"], "--view: 2 is not in 0..=1"),
        (&["replay", "show", "m.jsonl", "--seat", "0", "--knows", "1"], "cannot be used with"),
        (&["watch", "m.jsonl", "--seat", "2"], "--seat: 2 is not in 0..=1"),
        (&["watch", "m.jsonl", "--knows", "2"], "--knows: 2 is not in 0..=1"),
        (
            &["replay", "log", "m.jsonl", "-o", "m.csv"],
            "--out: m.csv is not a name that ends in .txt, .log, .jsonl or .jsonl.zst",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

/// The sides of a picture in pixels.
fn sides(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn a_replay_becomes_a_picture_or_a_film() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let convert = |out: &str, more: &[&str]| {
        let output = gridhaunt(folder.path(), &[&["replay", "convert", "m.jsonl", "-o", out], more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{out}");
    };
    gridhaunt(folder.path(), &["play", "pyrat", "-s", "1", "-c", "width=4", "-c", "height=3", "-o", "m.jsonl"]);
    let steps = std::fs::read_to_string(path("m.jsonl")).unwrap().lines().count() - 2;

    convert("m.png", &["--step", "2"]);
    convert("again.png", &["--step", "2"]);
    convert("small.png", &["--step", "2", "--cell", "8"]);
    assert_eq!(std::fs::read(path("m.png")).unwrap(), std::fs::read(path("again.png")).unwrap());
    assert!(sides(&path("m.png")).0 > 4 * 32 && sides(&path("small.png")) < sides(&path("m.png")));

    convert("frames/", &[]);
    let mut frames: Vec<_> = std::fs::read_dir(path("frames")).unwrap().map(|entry| entry.unwrap().path()).collect();
    frames.sort();
    assert_eq!(frames.len(), steps + 1);
    assert_eq!(frames[0], path("frames/frame-000.png"));
    assert!(frames.iter().all(|frame| sides(frame) == sides(&frames[0])), "a film has one size");

    convert("few/%d.svg", &["--step", "1", "--each", "step", "--dark"]);
    let mut few: Vec<_> = std::fs::read_dir(path("few")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    few.sort();
    assert_eq!(few, ["0.svg", "1.svg"]);

    convert("m.txt", &[]);
    let text = std::fs::read_to_string(path("m.txt")).unwrap();
    assert_eq!(text.split("\n\n").count(), steps + 1, "a board a frame");
}

/// Two steps make a round, and a round a frame.
#[test]
fn a_film_of_ghost_tag_has_a_frame_a_round() {
    let folder = folder();
    let run = |args: &[&str]| {
        let output = gridhaunt(folder.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        output
    };
    let count = |name: &str| std::fs::read_dir(folder.path().join(name)).unwrap().count();
    run(&["play", "tag", "-s", "42", "-o", "m.jsonl"]);
    run(&["replay", "convert", "m.jsonl", "-o", "rounds/", "--cell", "2"]);
    run(&["replay", "convert", "m.jsonl", "-o", "steps/", "--cell", "2", "--each", "step"]);
    assert_eq!((count("rounds"), count("steps")), (14, 27), "13 rounds of two phases, and the set-up");
    run(&["replay", "convert", "m.jsonl", "-o", "m.png"]);
    assert_eq!(sides(&folder.path().join("m.png")).1, 50 * 16 + 2 * 8, "sixteen pixels a cell");
    run(&["replay", "convert", "m.jsonl", "-o", "m.txt"]);
    let text = std::fs::read_to_string(folder.path().join("m.txt")).unwrap();
    let frames: Vec<&str> = text.trim_end().split("\n\n").collect();
    assert_eq!(frames.len(), 14);
    for frame in &frames {
        let lines: Vec<&str> = frame.lines().collect();
        assert!(lines.len() == 51 && lines[0].starts_with("round "), "{frame}");
        assert!(lines[1..].iter().all(|line| line.len() == 50), "{frame}");
    }
    run(&["replay", "convert", "m.jsonl", "-o", "seen.png", "--seat", "4", "--step", "14"]);
    run(&["replay", "convert", "m.jsonl", "-o", "whole.png", "--step", "14"]);
    let file = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_ne!(file("seen.png"), file("whole.png"), "what a killer sees is tinted");
    let log = stdout(&run(&["--format", "table", "replay", "log", "m.jsonl"]));
    assert!(log.starts_with("round 1/100 killer phase\n  A "), "{log}");
}

#[test]
fn a_picture_that_cannot_be_written_leaves_nothing() {
    let folder = folder();
    gridhaunt(folder.path(), &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    for out in ["no/m.png", "no/%d.png/x.png", "no/such/", "no/such/%d.png", "no/m.txt"] {
        let output = gridhaunt(folder.path(), &["replay", "convert", "m.jsonl", "-o", out]);
        assert_eq!(output.status.code(), Some(4), "{out}");
        assert!(stderr(&output).contains("cannot be written: there is no folder no"), "{}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1);
    }
    let logged = gridhaunt(folder.path(), &["replay", "log", "m.jsonl", "-o", "no/m.log"]);
    assert_eq!(logged.status.code(), Some(4));
    if Path::new("/dev/full").exists() {
        let full = Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", "exec \"$0\" replay log m.jsonl > /dev/full", env!("CARGO_BIN_EXE_gridhaunt")])
            .output()
            .unwrap();
        assert_eq!((full.status.code(), stderr(&full).lines().count()), (Some(4), 1), "{}", stderr(&full));
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["m.jsonl"]);
}

#[test]
fn the_log_tells_every_step() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    run(&["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let words = stdout(&run(&["--format", "table", "replay", "log", "m.jsonl"]));
    assert!(words.starts_with("step 1\n  python (0,0) to "), "{words}");
    let events = stdout(&run(&["replay", "log", "m.jsonl"]));
    assert!(events.starts_with("{\"event\":\"moved\",\"seat\":0,\"from\":[0,0],\"to\":"), "{events}");
    let told = words.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(told, events.lines().count() + 1, "one line an event either way, and one for who won and why");
    for (name, expected) in [("a.log", &words), ("a.txt", &words), ("a.jsonl", &events)] {
        assert_eq!(run(&["replay", "log", "m.jsonl", "-o", name]).status.code(), Some(0));
        assert_eq!(&std::fs::read_to_string(folder.path().join(name)).unwrap(), expected);
    }

    // The hash of the third step is different: the log stops there, and no file is written.
    let text = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let mut record: Vec<String> = text.lines().map(str::to_string).collect();
    let mut third: Value = serde_json::from_str(&record[3]).unwrap();
    let hash = third.as_object().unwrap().iter().find(|(_, value)| value.as_str().is_some_and(|v| v.starts_with("0x")));
    let key = hash.unwrap().0.clone();
    third[&key] = json!("0x0000000000000000");
    record[3] = third.to_string();
    std::fs::write(folder.path().join("bad.jsonl"), record.join("\n") + "\n").unwrap();
    let stopped = run(&["--format", "table", "replay", "log", "bad.jsonl"]);
    assert_eq!(stopped.status.code(), Some(1), "{}", stderr(&stopped));
    assert!(stderr(&stopped).contains("line 4, step 3: seal: "), "{}", stderr(&stopped));
    assert_eq!(stdout(&stopped).matches("step ").count(), 2);
    assert_eq!(run(&["replay", "log", "bad.jsonl", "-o", "bad.log"]).status.code(), Some(1));
    assert!(!folder.path().join("bad.log").exists());
    let film = run(&["replay", "convert", "bad.jsonl", "-o", "frames/"]);
    assert_eq!((film.status.code(), stderr(&film).lines().count()), (Some(1), 1), "{}", stderr(&film));
    assert_eq!(std::fs::read_dir(folder.path().join("frames")).unwrap().count(), 3, "what verifies is drawn");
}

#[test]
fn the_log_of_a_match_that_was_cut_off_tells_what_there_is() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    run(&["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let text = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let cut: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path().join("cut.jsonl"), cut).unwrap();
    let log = run(&["--format", "table", "replay", "log", "cut.jsonl"]);
    assert_eq!(log.status.code(), Some(1));
    assert_eq!(stderr(&log), "gridhaunt: cut off after step 3: the end of the match is missing\n");
    assert_eq!(stdout(&log).matches("step ").count(), 3);
    assert_eq!(run(&["replay", "log", "cut.jsonl", "-o", "cut.log"]).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(folder.path().join("cut.log")).unwrap(), stdout(&log));
}

#[test]
fn settings_are_flags_and_equal_bots_are_counted() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    let played = run(&["play", "tag", "-s", "42", "--survivors", "2", "--width", "12", "--height", "12"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let report = &lines(&played)[0];
    assert_eq!(report["replay"], "replays/tag-score-x2-chase-x3-42.jsonl");
    let shown = stdout(&run(&["--format", "table", "replay", "show", report["replay"].as_str().unwrap()]));
    assert!(shown.starts_with("tag, seed 42, score x2 against chase x3: step "), "{shown}");
    let wrong = run(&["play", "tag", "--width", "300"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).starts_with("gridhaunt: width: 300 is not "), "{}", stderr(&wrong));
    let other = run(&["play", "pyrat", "--survivors", "2"]);
    assert!(stderr(&other).starts_with("gridhaunt: survivors: no such setting"), "{}", stderr(&other));
    let bench = run(&["bench", "pyrat", "--width", "65"]);
    assert!(stderr(&bench).contains("width: 65 is not in 2..=64"), "{}", stderr(&bench));
}

/// A graph of four layers, as text.
const GRAPH: &str =
    "graph 3\nlayer 0: 0\nlayer 1: 1 2\nlayer 2: 3 4\nlayer 3: 5\n0-1:2 0-2:6 1-3:3 2-4:4\n3-5:5 4-5:1\nend\n";

#[test]
fn a_setting_may_stand_in_a_file_and_the_replay_needs_no_file() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    let file = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    file("small.graph", GRAPH.as_bytes());
    file("walls.json", b"[[0, 0, 1, 0]]\n");
    file("cut.graph", &GRAPH.as_bytes()[..60]);
    file("latin.graph", b"graph 3 # caf\xe9");
    file("width", b"65\n");
    let played =
        run(&["play", "ghost-grid", "uniform", "uniform", "-s", "3", "--map", "@small.graph", "-o", "m.jsonl"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    std::fs::remove_file(folder.path().join("small.graph")).unwrap();
    let head = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let head: Value = serde_json::from_str(head.lines().next().unwrap()).unwrap();
    assert_eq!(head["settings"], json!({"map": GRAPH.trim_end()}));
    assert_eq!(lines(&run(&["replay", "verify", "m.jsonl"]))[0]["ok"], true);
    file("small.graph", GRAPH.as_bytes());

    let walls = run(&["play", "pyrat", "-s", "1", "-c", "walls=@walls.json", "-o", "w.jsonl"]);
    assert_eq!(walls.status.code(), Some(0), "{}", stderr(&walls));
    let head = std::fs::read_to_string(folder.path().join("w.jsonl")).unwrap();
    assert!(head.lines().next().unwrap().contains("[[0,0,1,0]]"), "{head}");

    let table: &[(&[&str], &str)] = &[
        (&["play", "ghost-grid", "-c", "map=@none.graph"], "gridhaunt: map: @none.graph: no such file\n"),
        (&["bench", "ghost-grid", "--map", "@none.graph"], "gridhaunt: map: @none.graph: no such file\n"),
        (&["experiment", "ghost-grid", "--map", "@none.graph"], "gridhaunt: map: @none.graph: no such file\n"),
        (&["experiment", "ghost-grid", "-c", "map=@"], "gridhaunt: map: @ without a file, need @FILE\n"),
        (&["play", "ghost-grid", "--map", "@."], "gridhaunt: map: @.: a folder, need a file\n"),
        (&["play", "ghost-grid", "--map", "@latin.graph"], "gridhaunt: map: @latin.graph: not UTF-8 text\n"),
        (&["play", "ghost-grid", "--map", "@cut.graph"], "gridhaunt: map: cut off: no `end` after line 6: 0-1:\n"),
        (
            &["play", "ghost-grid", "--map", "@small.graph", "--n", "6"],
            "gridhaunt: n: 6 is not 3, as the map says (line 1: graph 3); leave n out (R1)\n",
        ),
        (&["play", "pyrat", "--width", "@width"], "gridhaunt: width: 65 is not in 2..=64\n"),
    ];
    for (args, expected) in table {
        let output = run(args);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), *expected), "{args:?}");
    }
}

#[test]
fn a_graph_is_checked_and_converted() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file("small.graph", GRAPH);
    file("bad.graph", &GRAPH.replace("0-1:2", "0->1:2 0-3:11"));
    file("cut.graph", &GRAPH[..60]);
    let told = run(&["ghost-grid", "graph", "small.graph"]);
    assert!(stdout(&told).starts_with("layers       0..=3 (n=3)\n"), "{}", stdout(&told));
    file("small.json", &stdout(&run(&["ghost-grid", "graph", "small.graph", "--to", "json"])));
    let back = run(&["ghost-grid", "graph", "small.json", "--to", "text"]);
    assert_eq!(stdout(&back), GRAPH.replace(" 1-3:3 2-4:4", "\n1-3:3\n2-4:4").replace("3-5:5 4", "3-5:5\n4"));
    assert!(stdout(&run(&["ghost-grid", "graph", "small.json", "--to", "dot"])).contains("  0 -- 1 [label=\"2\"];\n"));
    let bad = run(&["ghost-grid", "graph", "bad.graph"]);
    assert_eq!(bad.status.code(), Some(1));
    assert_eq!(
        stdout(&bad),
        "line 6: 0->1:2: one-way connection from 0 to 1; connections go both ways: write 0-1:2 (R2)\n\
         line 6: 0-3:11: distance 11 is not in 1..=10 (R2)\n"
    );
    assert_eq!(run(&["ghost-grid", "graph", "cut.graph"]).status.code(), Some(2));
    assert_eq!(run(&["ghost-grid", "graph", "--seed", "1", "small.graph"]).status.code(), Some(2));
    assert_eq!(lines(&run(&["--format", "json", "ghost-grid", "graph", "--seed", "1"]))[0]["nodes"], 35);
}

#[test]
fn a_seat_can_be_looked_through() {
    let folder = folder();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    run(&["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let view = stdout(&run(&["--format", "table", "replay", "show", "m.jsonl", "--view", "1", "--step", "0"]));
    assert!(view.starts_with("+---+") && view.lines().last().unwrap().starts_with('{'), "{view}");
    // In PyRat everything is visible, so the point of view changes nothing; a single step says whose view it is.
    let both = |args: &[&str]| {
        let table = [&["--format", "table"], args].concat();
        [stdout(&run(&[&table[..], &["--seat", "rat"]].concat())), stdout(&run(&table))]
    };
    let [seen, whole] = both(&["watch", "m.jsonl"]);
    assert_eq!(seen, whole);
    let [seen, whole] = both(&["replay", "show", "m.jsonl", "--step", "0"]);
    assert!(seen.contains("What rat sees.") && whole.contains("Two rats race for cheese"), "{seen}{whole}");
    assert!(seen.contains("mud: turns") && whole.contains("cheese eaten"), "the signs are explained: {seen}{whole}");
}

#[test]
fn what_a_seat_knows_is_shown_in_every_game() {
    let folder = folder();
    let run = |args: &[&str]| {
        let output = gridhaunt(folder.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        output
    };
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for game in ["pyrat", "tag", "ghost-grid", "snarl", "sproutopia"] {
        run(&["play", game, "-s", "3", "-o", "m.jsonl"]);
        let convert = |out: &str, more: &[&str]| {
            run(&[&["replay", "convert", "m.jsonl", "-o", out, "--step", "6"], more].concat());
            read(out)
        };
        let (whole, knows) = (convert("whole.svg", &[]), convert("knows.svg", &["--knows", "0"]));
        assert_ne!(whole, knows, "{game}");
        assert!(convert("knows.png", &["--knows", "0", "--cell", "8"]).starts_with(b"\x89PNG"), "{game}");
        assert!(convert("knows.gif", &["--knows", "0", "--cell", "4"]).starts_with(b"GIF89a"), "{game}");
        let table = ["--format", "table", "replay", "show", "m.jsonl", "--step", "6"];
        let (shown, seen) = (stdout(&run(&table)), stdout(&run(&[&table[..], &["--knows", "0"]].concat())));
        // In PyRat both know everything.
        assert!(game == "pyrat" || seen.contains("what really happened:") && shown != seen, "{game}: {seen}");
        let text = String::from_utf8(convert("knows.txt", &["--knows", "0"])).unwrap();
        let last = text.trim_end().split("\n\n").last().unwrap_or_default().to_string();
        let view = stdout(&run(&[&table[..], &["--view", "0"]].concat()));
        assert!(view.contains(last.lines().last().unwrap()), "{game}: {last}\n{view}");
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
    for command in [
        "games", "new", "play", "replay", "watch", "step", "bench", "experiment", "solve", "exploit", "check", "repro",
        "bots", "doctor",
    ] {
        let help = stdout(&gridhaunt(folder.path(), &[command, "--help"]));
        assert!(help.starts_with("Example"), "{command} --help opens with\n{help}");
    }
    gridhaunt(folder.path(), &["man", "pages"]);
    let page = std::fs::read_to_string(folder.path().join("pages/gridhaunt-play.1")).unwrap();
    assert!(page.contains("match seed"));
    assert!(stdout(&gridhaunt(folder.path(), &["completions", "bash"])).contains("_gridhaunt()"));
}

/// A match of PyRat that takes a moment to solve.
const SMALL: [&str; 8] = ["-c", "width=3", "-c", "height=3", "-c", "cheese_count=1", "-c", "max_turns=5"];

#[test]
fn a_small_match_is_solved_played_and_measured() {
    let folder = folder();
    let run = |words: &[&str]| gridhaunt(folder.path(), &[words, &SMALL].concat());
    let solved = &lines(&run(&["solve", "pyrat", "--policy", "a.policy"]))[0];
    assert_eq!((solved["game"].as_str(), solved["way"].as_str()), (Some("pyrat"), Some("matrices")));
    assert!(solved["states"].as_u64() > Some(0) && solved["error"].as_f64() < Some(1e-9), "{solved}");
    assert_eq!(solved["values"]["python"].as_f64().map(f64::abs), Some(0.0), "a mirrored match");
    let played = run(&["play", "pyrat", "perfect:policy=a.policy", "greedy", "-s", "0", "-n", "3"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let given = lines(&run(&["exploit", "pyrat", "idle", "perfect:policy=a.policy"]));
    let loss = |bot: &str| -> Vec<f64> {
        let of_bot = given.iter().filter(|line| line["bot"] == bot);
        of_bot.map(|line| line["gives_away"].as_f64().unwrap()).collect()
    };
    assert_eq!(loss("idle"), [1.0, 1.0]);
    assert!(loss("perfect:policy=a.policy").iter().all(|loss| loss.abs() < 1e-6), "{given:?}");
}

#[test]
fn the_choices_of_a_seat_are_judged() {
    let folder = folder();
    for (game, words) in [("pyrat", &["greedy", "random", "-c", "preset=tiny"][..]), ("tag", &[])] {
        gridhaunt(folder.path(), &[&["play", game, "-s", "7", "-o", "m.jsonl"], words].concat());
        let judged = gridhaunt(folder.path(), &["analyse", "m.jsonl", "--seat", "1", "--judge", "search:sims=200"]);
        assert_eq!(judged.status.code(), Some(0), "{}", stderr(&judged));
        let remarks = lines(&judged);
        assert!(!remarks.is_empty() && remarks.len() <= 10, "{game}: {remarks:?}");
        let costs: Vec<f64> = remarks.iter().map(|remark| remark["cost"].as_f64().unwrap()).collect();
        assert!(costs.is_sorted_by(|one, next| one >= next) && costs.iter().all(|cost| (0.0..=1.0).contains(cost)));
    }
    for (words, said) in [
        (&["--seat", "1", "--judge", "chase"][..], "bot chase"),
        (&["--seat", "9"], "--seat: 9 is not in 0..=5"),
        (&["--seat", "1", "-o", "m.png"], "need a name that ends in .html"),
    ] {
        let output = gridhaunt(folder.path(), &[&["analyse", "m.jsonl"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(stderr(&output).contains(said), "{words:?}: {}", stderr(&output));
    }
    let record = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let cut: String = record.split_inclusive('\n').take(5).collect();
    std::fs::write(folder.path().join("cut.jsonl"), cut).unwrap();
    let output = gridhaunt(folder.path(), &["analyse", "cut.jsonl", "--seat", "1", "--judge", "search:sims=20"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn a_match_that_was_solved_is_judged_exactly() {
    let folder = folder();
    let run = |words: &[&str]| gridhaunt(folder.path(), &[words, &SMALL].concat());
    run(&["solve", "pyrat", "--policy", "a.policy"]);
    run(&["play", "pyrat", "greedy", "idle", "-s", "0", "-o", "m.jsonl"]);
    let judged = gridhaunt(folder.path(), &["analyse", "m.jsonl", "--seat", "1", "--policy", "a.policy"]);
    assert_eq!(judged.status.code(), Some(0), "{}", stderr(&judged));
    let remarks = lines(&judged);
    let lost: f64 = remarks.iter().map(|remark| remark["cost"].as_f64().unwrap()).sum();
    // The match is worth a draw, and whoever idles loses it.
    assert_eq!(lost, 0.5, "{remarks:?}");
    let words = ["analyse", "m.jsonl", "--seat", "1", "--policy", "a.policy"];
    run(&["play", "pyrat", "greedy", "idle", "-s", "1", "-o", "m.jsonl"]);
    for (words, said) in [
        (&words[..], "judge: perfect:policy=a.policy is not a bot that values actions: search, or perfect with"),
        (&[&words[..], &["--judge", "search"]].concat(), "cannot be used with"),
        (&["analyse", "m.jsonl", "--seat", "1", "--policy", "none.policy"], "bot perfect.policy: none.policy: "),
    ] {
        let output = gridhaunt(folder.path(), words);
        assert!(!output.status.success() && stderr(&output).contains(said), "{words:?}: {}", stderr(&output));
    }
}

#[test]
fn what_cannot_be_solved_says_why() {
    let folder = folder();
    std::fs::write(folder.path().join("not.policy"), "no\n").unwrap();
    for (words, said) in [
        (&["solve", "pyrat"][..], "settings: about "),
        (&["solve", "tag"], "settings: 3 seats of side survivor: where something is hidden"),
        (&["solve", "sproutopia"], "settings: 4 sides, exact play is for two opposed sides"),
        (&["solve", "pyrat", "-c", "width=1"], "width: 1 is not in 2..=64"),
        (&["solve", "pyrat", "--limit", "0"], "0 is not in 1..=2000000000"),
        (
            &["exploit", "pyrat", "gredy", "-c", "width=2", "-c", "height=2", "-c", "cheese_count=2"],
            "did you mean greedy?",
        ),
        (&["play", "pyrat", "perfect", "greedy"], "bot perfect.policy: missing, need a file"),
        (&["play", "pyrat", "perfect:policy=not.policy", "greedy"], "bot perfect.policy: no policy is not a policy"),
    ] {
        let output = gridhaunt(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(stderr(&output).contains(said), "{words:?}: {}", stderr(&output));
    }
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

#[test]
fn a_folder_that_is_not_there_is_told_before_anybody_plays() {
    let folder = folder();
    for out in ["none/m.jsonl", "none/m.gif", "none/m.html"] {
        let output = gridhaunt(folder.path(), &["play", "pyrat", "idle", "idle", "-c", "preset=tiny", "-o", out]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(4), String::new()));
        assert!(stderr(&output).contains("cannot be written: there is no folder none"), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
