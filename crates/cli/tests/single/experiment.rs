//! `gridhaunt experiment` as people and programs use it.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SMALL: [&str; 6] = ["--height", "5", "--cheese-count", "5", "--vary", "width=5..7..2"];

fn gridhaunt(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridhaunt")).current_dir(folder).args(args).output().unwrap()
}

/// An experiment on small boards.
fn small(folder: &Path, args: &[&str]) -> Output {
    let all = [&["experiment", "pyrat", "greedy", "random"], &SMALL[..], args].concat();
    gridhaunt(folder, &all)
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

fn files(folder: &Path) -> Vec<String> {
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn variants_are_played_measured_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let played = small(folder.path(), &["-n", "40"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let report = lines(&played);
    assert_eq!(report.len(), 4, "two arms, a difference, the whole");
    assert_eq!((&report[0]["arm"], &report[1]["arm"]), (&json!("width=5"), &json!("width=7")));
    assert_eq!(report[1]["settings"], json!({"width": 7, "height": 5, "cheese_count": 5}));
    assert_eq!(report[2]["difference"], "width=7 - width=5");
    let steps = &report[2]["values"][5];
    assert_eq!((&steps["measure"], &steps["n"]), (&json!("steps"), &json!(40)));
    assert!(["differs", "no difference seen"].contains(&steps["verdict"].as_str().unwrap()));
    assert_eq!(
        (&report[3]["games"], &report[3]["played"], &report[3]["complete"]),
        (&json!(40), &json!(80), &json!(true))
    );
    let results = report[3]["results"].as_str().unwrap();
    assert!(results.starts_with("experiments/pyrat-") && folder.path().join(results).exists());

    let again = small(folder.path(), &["-n", "40"]);
    assert_eq!(lines(&again)[3]["played"], 0, "all of it is on file");
    assert_eq!(lines(&again)[..3], report[..3]);
    let more = small(folder.path(), &["-n", "50"]);
    assert_eq!(lines(&more)[3]["played"], 20, "more games add to what is there");
    let fresh = small(folder.path(), &["-n", "50", "--fresh"]);
    assert_eq!(lines(&fresh)[3]["played"], 100);
    assert_eq!(lines(&fresh)[..3], lines(&more)[..3]);
}

#[test]
fn a_person_sees_arms_differences_and_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let table = stdout(&small(folder.path(), &["-n", "30", "--format", "table", "--measures", "steps,win.python"]));
    for part in [
        "arm      ", "steps", "win.python", "width=7 - width=5", " ± ", "no difference seen", "Intervals are 95 %",
        "seeds   30 from 0", "results experiments/pyrat-",
    ] {
        assert!(table.contains(part), "no {part:?} in\n{table}");
    }
    assert!(!table.contains("win.rat"), "only what was asked for:\n{table}");
}

#[test]
fn a_folder_gets_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let played = small(folder.path(), &["-n", "20", "-s", "7", "-o", "out", "--jsonl", "all.jsonl"]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    assert_eq!(
        files(&folder.path().join("out")),
        ["chart.png", "chart.svg", "games.jsonl", "result.csv", "result.json"]
    );
    assert_eq!(files(folder.path()), ["all.jsonl", "out"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let document: Value = serde_json::from_slice(&read("out/result.json")).unwrap();
    assert_eq!((&document["n"], &document["seed"], &document["complete"]), (&json!(20), &json!("7"), &json!(true)));
    assert!(
        String::from_utf8(read("out/result.csv"))
            .unwrap()
            .starts_with("kind,arm,minus,width,measure,n,value,low,high,verdict")
    );
    assert!(String::from_utf8(read("out/chart.svg")).unwrap().contains("width=7 − width=5"));
    assert!(read("out/chart.png").starts_with(b"\x89PNG"));
    let games = String::from_utf8(read("all.jsonl")).unwrap();
    let last: Value = serde_json::from_str(games.lines().last().unwrap()).unwrap();
    assert_eq!(
        (games.lines().count(), &last["arm"], &last["seed"], &last["setting.width"]),
        (40, &json!("width=7"), &json!("26"), &json!(7))
    );
    let chart = read("out/chart.png");
    small(folder.path(), &["-n", "20", "-s", "7", "-o", "out"]);
    assert_eq!(read("out/chart.png"), chart, "the same result is the same picture");

    let other = small(folder.path(), &["-n", "20", "-s", "8", "-o", "out"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("out/games.jsonl: this file is of another experiment"), "{}", stderr(&other));
}

#[test]
fn a_file_says_it_all_and_flags_go_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game = \"pyrat\"\nbots = [\"greedy\", \"random\"]\ngames = 10\ncompare = [[\"still\", \"lively\"]]\n[settings]\nwidth = 5\nheight = 5\ncheese_count = 5\n[[arms]]\nname = \"lively\"\n[[arms]]\nname = \"still\"\nbots = [\"greedy\", \"idle\"]\n";
    std::fs::write(folder.path().join("still.toml"), text).unwrap();
    let report = lines(&gridhaunt(folder.path(), &["experiment", "still.toml"]));
    assert_eq!((&report[2]["difference"], &report[3]["games"]), (&json!("still - lively"), &json!(10)));
    assert_eq!(report[1]["bots"], json!(["greedy", "idle"]));
    assert!(report[3]["results"].as_str().unwrap().starts_with("experiments/still-"));
    let wider = lines(&gridhaunt(
        folder.path(),
        &["experiment", "still.toml", "--width", "7", "-c", "height=6", "-n", "4", "--cheese-count", "4"],
    ));
    assert_eq!(wider[0]["settings"], json!({"width": 7, "height": 6, "cheese_count": 4}));
    assert_eq!(wider[3]["games"], 4);
}

#[test]
fn wrong_words_get_an_error_that_helps_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.toml"), "game = \"pyrat\"\nvayr = 3\n").unwrap();
    let own = "game = \"pyrat\"\n[[arms]]\nname = \"a\"\nbots = [\"greedy\", \"random\"]\n";
    std::fs::write(folder.path().join("own.toml"), own).unwrap();
    let table: &[(&[&str], i32, &str)] = &[
        (&[], 2, "required arguments were not provided"),
        (&["pyrta"], 2, "experiment: \"pyrta\" is not "),
        (&["none.toml"], 2, "none.toml: No such file"),
        (&["bad.toml"], 2, "bad.toml: experiment.vayr: no such key, did you mean vary?"),
        (&["pyrat", "--vary", "widht=3"], 2, "vary.widht: no such setting, did you mean width?"),
        (&["pyrat", "--vary", "width=9..7"], 2, "vary.width: 9..7 is empty, need an end that is not below 9"),
        (&["pyrat", "--vary", "width=7,7"], 2, "vary.width: 7 is given twice, need each value once"),
        (&["pyrat", "--vary", "width=7", "--vary", "width=9"], 2, "vary.width: is varied twice"),
        (&["pyrat", "--vary", "width=65"], 2, "width: 65 is not in 2..=64"),
        (&["pyrat", "--vary", "width=5,65"], 2, "arm width=65: width: 65 is not in 2..=64"),
        (&["pyrat", "--vary", "width=5,7", "-c", "width=9"], 2, "width: is varied, so 9 would change nothing"),
        (&["pyrat", "--widht", "7"], 2, "a similar argument exists: '--width'"),
        (&["pyrat", "--width", "65"], 2, "width: 65 is not in 2..=64"),
        (&["pyrat", "--measures", "step", "-c", "preset=tiny"], 2, "did you mean steps?"),
        (&["pyrat", "gredy"], 2, "did you mean greedy?"),
        (&["pyrat", "-n", "0"], 2, "0 is not in 1..=1000000000"),
        (&["pyrat", "--svg", "x.png"], 2, "--svg: x.png is not a name that ends in .svg"),
        (&["pyrat", "--png", "x.svg"], 2, "--png: x.svg is not a name that ends in .png"),
        (&["pyrat", "--csv", "x.json"], 2, "--csv: x.json is not a name that ends in .csv"),
        (&["pyrat", "--json", "x.csv"], 2, "--json: x.csv is not a name that ends in .json"),
        (&["pyrat", "--jsonl", "x.json"], 2, "--jsonl: x.json is not a name that ends in .jsonl or .jsonl.zst"),
        (&["pyrat", "--json", "-", "--csv", "-"], 2, "-: standard output takes one file, need one - at most"),
        (&["pyrat", "-o", "-"], 2, "--out: - is not a folder"),
        (&["own.toml", "idle"], 2, "bots: every arm has bots of its own, so idle would change nothing"),
        (&["tag", "--vary", "sight=2,full"], 2, "no such setting, did you mean survivor_sight or killer_sight?"),
        (
            &["pyrat", "--json", "no/such/folder/x.json"],
            4,
            "no/such/folder/x.json: cannot be written: there is no folder no/such/folder",
        ),
    ];
    for (args, code, expected) in table {
        let output = gridhaunt(folder.path(), &[&["experiment"], *args].concat());
        assert_eq!(output.status.code(), Some(*code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{args:?} wrote something");
    }
    assert_eq!(files(folder.path()), ["bad.toml", "own.toml"], "nothing is written");
}

#[test]
fn the_help_opens_with_examples_and_tells_of_settings() {
    let help = stdout(&gridhaunt(Path::new("."), &["experiment", "--help"]));
    assert!(help.starts_with("Examples: gridhaunt experiment"), "{help}");
    assert!(help.contains("--vary <FIELD=VALUES>") && help.contains("--max-turns 50 is -c max_turns=50"), "{help}");
    assert!(gridhaunt(Path::new("."), &["experiment", "--list"]).status.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
        .current_dir(folder.path())
        .args(
            [&["experiment", "pyrat", "greedy", "random"], &SMALL[..], &["-n", "10000000", "-o", "out", "--fresh"]]
                .concat(),
        )
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let games = folder.path().join("out/games.jsonl");
    let began = Instant::now();
    while std::fs::metadata(&games).map_or(0, |file| file.len()) < 50_000 {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130));
    let words = stderr(&stopped);
    assert!(
        words.contains("of 10,000,000 seeds; go on with\n  gridhaunt experiment pyrat greedy random --height 5"),
        "{words}"
    );
    assert!(!words.contains("--fresh"), "{words}");
    let done = lines(&stopped)[3]["games"].as_u64().unwrap();
    assert_eq!(lines(&stopped)[3]["complete"], false);

    let few = done.min(60).to_string();
    let resumed = small(folder.path(), &["-n", &few, "-o", "out"]);
    assert_eq!(lines(&resumed)[3]["played"], 0);
    let whole = small(folder.path(), &["-n", &few, "-o", "whole"]);
    assert_eq!(lines(&resumed)[..3], lines(&whole)[..3]);
    let on = small(folder.path(), &["-n", &(done + 10).to_string(), "-o", "out"]);
    assert_eq!(lines(&on)[3]["played"], 20);
}

#[test]
fn an_experiment_that_a_game_ships_is_asked_for_by_name_with_settings_as_flags() {
    let folder = tempfile::tempdir().unwrap();
    let studies = lines(&gridhaunt(folder.path(), &["experiment", "--list"]));
    assert!(studies.iter().any(|study| study["name"] == "tag-sight" && study["game"] == "tag"), "{studies:?}");
    let args =
        ["experiment", "tag-sight", "--games", "6", "--survivors", "2", "--killers", "4", "--json", "sight.json"];
    let report = lines(&gridhaunt(folder.path(), &args));
    assert_eq!(report.len(), 4 + 4 + 1, "four arms, four differences, the whole");
    assert_eq!(report[0]["settings"], json!({"survivors": 2, "killers": 4, "survivor_sight": 2, "killer_sight": 3}));
    assert_eq!(report[0]["bots"].as_array().unwrap().len(), 6);
    assert_eq!(report[7]["difference"], "both - killers");
    let names: Vec<&Value> = report[7]["values"].as_array().unwrap().iter().map(|value| &value["measure"]).collect();
    assert_eq!(names[..6], ["win_strict", "win_score", "escaped", "captured", "stranded", "rounds"]);
    let shown = stdout(&gridhaunt(folder.path(), &["--format", "table", "games", "show", "tag"]));
    assert!(shown.contains("gridhaunt experiment tag-sight") && shown.contains("gridhaunt tag solve"), "{shown}");
}
