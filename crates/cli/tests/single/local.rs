//! The local program of Snarl line by line, as programs drive it (R56).

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/snarl")
}

fn local(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridhaunt"));
    command.current_dir(examples()).args(["snarl", "local"]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = local(args).spawn().unwrap();
    // A program that is refused does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn prompts_end_no_line_and_any_bytes_are_answers() {
    let (code, out, error) =
        told(&run(&["--levels", "crypt.levels", "--seed", "3"], b"\xff\xfe\n\n\r\nnull\r\n[11, 14]"));
    let expected = "\
Level 1/3, round 1, exit locked
#####
.K...
..@.#
.....
....#
player1 at [12,15]: Invalid move
player1 at [12,15]: Level 1/3, round 2, exit locked
";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.contains("Level 1/3, round 4, exit locked\n"), "{out}");
    assert!(out.contains("player1 at [12,15]: Player player1 found the key\n"), "{out}");
    let ending = "player1 at [11,14]: \nPlayer player1 was expelled\nThe game is lost on level 1.\n1. player1: exits 0, keys 1, ejects 1\n";
    assert!(out.ends_with(ending), "{out}");
    assert_eq!((code, error.as_str()), (Some(0), "seed 3\n"));
}

#[test]
fn a_game_by_hand_leaves_a_replay_that_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().unwrap();
    let game = ["--levels", "crypt.levels", "--seed", "3", "--names", "ana,bo", "--record"];
    let (code, out, error) = told(&run(&[&game[..], &[path]].concat(), b"up\n\nnull\n[11, 14]\n"));
    assert_eq!((code, error), (Some(0), format!("seed 3\nreplay {path}\n")), "{out}");
    let verified = Command::new(env!("CARGO_BIN_EXE_gridhaunt")).args(["replay", "verify", path]).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let text = std::fs::read_to_string(&file).unwrap();
    let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["seats"], serde_json::json!(["human", "human", "zombie", "ghost"]));
    assert_eq!((&header["seed"], &header["settings"]["names"]), (&"3".into(), &serde_json::json!(["ana", "bo"])));
    assert!(text.contains("forfeit"), "who gives no more answers is on record: {text}");
    let nowhere = [&game[..], &["no/such/folder.jsonl"]].concat();
    let (code, out, error) = told(&run(&nowhere, b""));
    assert_eq!((code.is_some_and(|code| code != 0), out.as_str()), (true, ""), "told before anybody plays");
    assert!(error.contains("no/such/folder.jsonl: cannot be written: there is no folder no/such"), "{error}");
}

#[test]
fn it_answers_to_its_classic_name() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
        .current_dir(examples())
        .args(["snarl", "localSnarl", "--levels", "crypt.levels", "--players", "2", "--start", "2", "--seed", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert!(child.wait().unwrap().success());
    let out = told(&child.wait_with_output().unwrap()).1;
    assert!(out.starts_with("Level 2/3, round 1, exit ") && out.contains("\nThe game is lost on level 2.\n"), "{out}");
}

#[test]
fn what_is_wrong_has_its_exit_status() {
    for (args, words) in [
        (&["--players", "7"][..], "gridhaunt: --players: 7 is not in 1..=4\n"),
        (&["--levels", "crypt.levels", "--start", "4"], "gridhaunt: --start: 4 is beyond the last level, 3\n"),
        (&["--levels", "crypt.levels", "--names", "ana,ana"], "gridhaunt: --names: \"ana\" is taken\n"),
        (&["--levels", "none.levels"], "gridhaunt: none.levels: no such file\n"),
        (&["--levels", "harness"], "gridhaunt: harness: a folder, need a file\n"),
        (
            &["--levels", "example.levels", "--players", "2"],
            "gridhaunt: example.levels: levels[0]: 2 free floor tiles for 3 actors\n",
        ),
        (
            &[],
            "gridhaunt: snarl.levels: no such file; `gridhaunt snarl generate > snarl.levels` draws some, --levels FILE names others\n",
        ),
    ] {
        assert_eq!(told(&run(args, b"")), (Some(2), String::new(), words.into()), "{args:?}");
    }
    let game = ["--levels", "crypt.levels", "--seed", "3"];
    let folder = File::open(examples()).unwrap();
    let no_input = local(&game).stdin(folder).output().unwrap();
    assert_eq!(no_input.status.code(), Some(1), "input failed: {no_input:?}");
    if let Ok(full) = File::options().write(true).open("/dev/full") {
        let no_output = local(&game).stdin(Stdio::null()).stdout(full).output().unwrap();
        assert_eq!(no_output.status.code(), Some(1), "output failed: {no_output:?}");
    }
}
