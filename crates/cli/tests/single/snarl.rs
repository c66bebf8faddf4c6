//! Snarl's own commands as people and programs use them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/snarl")
}

/// Runs a command of the game in the folder of the examples.
fn snarl(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
        .current_dir(examples())
        .arg("snarl")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_harness_answers_under_all_its_names() {
    for (name, word) in [("room", "Room"), ("level", "Level"), ("state", "State"), ("manager", "Manager")] {
        let read = |end: &str| std::fs::read_to_string(examples().join(format!("harness/{name}{end}"))).unwrap();
        let (input, answers) = (read(".json"), read(".answers.json"));
        for called in [name.to_string(), format!("test{word}"), format!("test-{name}")] {
            assert_eq!(told(&snarl(&[&called], &input)), (Some(0), answers.clone(), String::new()), "{called}");
        }
        let file = format!("harness/{name}.json");
        assert_eq!(told(&snarl(&[name, &file], "")).1, answers);
    }
    let (code, out, error) = told(&snarl(&["room"], "{}\n[1"));
    let lines = "line 1: input: {} is not an array [room, point]\nline 2, column 3: ends in the middle of a value\n";
    assert_eq!((code, out.as_str(), error.as_str()), (Some(2), "", lines));
}

#[test]
fn levels_are_drawn_and_checked() {
    let (code, out, error) = told(&snarl(&["check", "crypt.levels", "--format", "table"], ""));
    assert_eq!((code, error.as_str(), out.matches("verdict   playable").count()), (Some(0), "", 3));
    let (code, out, _) = told(&snarl(&["check", "example.levels", "--format", "table"], ""));
    assert_eq!((code, out.lines().last()), (Some(1), Some("levels[0]: 2 free floor tiles for 5 actors")));
    let few = ["check", "example.levels", "--players", "1", "--zombies", "1"];
    assert_eq!(told(&snarl(&few, "")).0, Some(0));
    for (args, input, line) in [
        (&["check"][..], "3 {}", "standard input: levels[0].rooms: missing, need a list of rooms\n"),
        (&["check", "harness/room.json"], "", "harness/room.json: levels[0]: "),
        (&["check", "--players", "7"], "", "gridhaunt: --players: 7 is not in 1..=4\n"),
        (&["generate", "--min", "2,4"], "", "gridhaunt: --min: 2,4 is not rows,columns, each 3..=24\n"),
        (&["generate", "--rooms", "2"], "", "gridhaunt: --rooms: 2 rooms of 4 by 4 hold 6 actors, level 3 has 7\n"),
    ] {
        let (code, out, error) = told(&snarl(args, input));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(error.starts_with(line), "{error}");
    }
}

#[test]
fn generated_levels_check_fine() {
    let args = ["generate", "--levels", "4", "--rooms", "9", "--min", "3,5", "--max", "5,9", "--seed", "7"];
    let (code, levels, error) = told(&snarl(&args, ""));
    assert_eq!((code, error.as_str(), levels.lines().next()), (Some(0), "seed 7\n", Some("4")));
    let (code, out, error) = told(&snarl(&["check", "--format", "json"], &levels));
    assert_eq!((code, error.as_str(), out.lines().count()), (Some(0), "", 4));
}
