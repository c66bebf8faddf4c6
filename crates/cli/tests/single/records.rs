//! Records on disk: unique names, seals, signatures, damage, and full disks.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const GRIDHAUNT: &str = env!("CARGO_BIN_EXE_gridhaunt");

fn gridhaunt(folder: &Path, args: &[&str]) -> Output {
    Command::new(GRIDHAUNT).args(args).current_dir(folder).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A match of PyRat in a file.
fn play(folder: &Path, file: &str) -> Value {
    lines(&gridhaunt(folder, &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", file])).remove(0)
}

#[test]
fn thirty_plays_at_once_are_thirty_replays() {
    let folder = tempfile::tempdir().unwrap();
    let play = |turns: u32| {
        let turns = format!("max_turns={turns}");
        let args = ["play", "pyrat", "idle", "idle", "-s", "1", "-c", "preset=tiny", "-c", &turns];
        let mut command = Command::new(GRIDHAUNT);
        command.args(args).current_dir(folder.path()).stdout(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let playing: Vec<_> = (1..=30).map(play).collect();
    let mut names: Vec<String> = playing
        .into_iter()
        .map(|child| lines(&child.wait_with_output().unwrap())[0]["replay"].as_str().unwrap().to_string())
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 30);
    let there: Vec<_> = std::fs::read_dir(folder.path().join("replays")).unwrap().collect();
    assert_eq!(there.len(), 30, "and nothing half written");
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let verified = gridhaunt(folder.path(), &[&["replay", "verify"], files.as_slice()].concat());
    assert_eq!((verified.status.code(), lines(&verified).len()), (Some(0), 30));
}

#[test]
fn what_a_kill_left_behind_is_told_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join(".m.jsonl.4000000-0.part");
    std::fs::write(&part, "half").unwrap();
    let output = gridhaunt(folder.path(), &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains(".m.jsonl.4000000-0.part: removed"), "{}", stderr(&output));
    assert!(!part.exists());
}

#[test]
fn a_folder_that_is_not_there_is_told_before_matches_are_played() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    for (args, results) in [
        (vec!["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "file/m.jsonl"], 0),
        (vec!["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-n", "3", "-o", "file/m.jsonl"], 0),
        (vec!["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "file/m.png"], 0),
        // An experiment is worth having without its file.
        (vec!["experiment", "pyrat", "-c", "preset=tiny", "-n", "3", "-o", "file/results"], 2),
    ] {
        let output = gridhaunt(folder.path(), &args);
        assert_eq!((output.status.code(), lines(&output).len()), (Some(4), results), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("file/"), "{args:?}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_the_file_and_not_the_result() {
    let folder = tempfile::tempdir().unwrap();
    // A file of more than a few hundred bytes cannot be written.
    let full = |command: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {GRIDHAUNT} {command}");
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap()
    };
    for (command, results) in [
        ("play pyrat -s 1 -c preset=tiny -o m.jsonl", 1),
        ("play pyrat -s 1 -c preset=tiny -n 20 -o m.jsonl", 3),
        ("play pyrat -s 1 -c preset=tiny", 1),
        ("experiment pyrat -c preset=tiny -n 20", 2),
    ] {
        let output = full(command);
        assert_eq!((output.status.code(), lines(&output).len()), (Some(4), results), "{command}: {}", stderr(&output));
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name != "m.jsonl"), "{left:?}");
}

#[test]
fn the_seal_that_play_prints_holds_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let seal = play(folder.path(), "m.jsonl")["seal"].as_str().unwrap().to_string();
    let verify = |seal: &str, file: &str| gridhaunt(folder.path(), &["replay", "verify", "--seal", seal, file]);
    assert_eq!(verify(&seal, "m.jsonl").status.code(), Some(0));
    // A changed name with new seals, which anyone can make: only the seal that was printed shows the change.
    let other = ["play", "pyrat", "-s", "2", "-c", "preset=tiny", "-n", "3", "-o", "three.jsonl.zst"];
    let all = lines(&gridhaunt(folder.path(), &other)).pop().unwrap()["seal"].as_str().unwrap().to_string();
    assert_eq!(verify(&all, "three.jsonl.zst").status.code(), Some(0));
    let foreign = verify(&all, "m.jsonl");
    assert_eq!(foreign.status.code(), Some(1));
    assert!(lines(&foreign).pop().unwrap()["differs"].as_str().unwrap().starts_with(&format!("seal: {seal} is not")));
    assert_eq!(verify("0x12", "m.jsonl").status.code(), Some(2));
}

#[test]
fn a_signature_says_who_stands_for_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| gridhaunt(folder.path(), args);
    play(folder.path(), "m.jsonl");
    assert_eq!(run(&["replay", "keygen", "a.key"]).status.code(), Some(0));
    assert_eq!(run(&["replay", "keygen", "b.key"]).status.code(), Some(0));
    let again = run(&["replay", "keygen", "a.key"]);
    assert_eq!(again.status.code(), Some(4), "a key is never written over");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("a.key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let code = |args: &[&str]| run(args).status.code();
    assert_eq!(code(&["replay", "verify", "--key", "a.key.pub", "m.jsonl"]), Some(1), "nobody has signed");
    for _ in 0..2 {
        assert_eq!(code(&["replay", "sign", "--key", "a.key", "m.jsonl"]), Some(0));
    }
    let text = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    assert_eq!(text.matches("\"signature\"").count(), 1, "once is enough");
    assert_eq!(code(&["replay", "verify", "--key", "a.key.pub", "m.jsonl"]), Some(0));
    assert_eq!(code(&["replay", "verify", "--key", "b.key.pub", "m.jsonl"]), Some(1));
    assert_eq!(code(&["replay", "verify", "--key", "a.key", "m.jsonl"]), Some(2), "a secret key is no public one");
    assert_eq!(code(&["replay", "sign", "--key", "a.key.pub", "m.jsonl"]), Some(2));
    // A signature of another match does not fit.
    gridhaunt(folder.path(), &["play", "pyrat", "-s", "2", "-c", "preset=tiny", "-o", "n.jsonl"]);
    let other = std::fs::read_to_string(folder.path().join("n.jsonl")).unwrap();
    std::fs::write(folder.path().join("n.jsonl"), other + text.lines().last().unwrap()).unwrap();
    let moved = run(&["replay", "verify", "n.jsonl"]);
    assert_eq!((moved.status.code(), &lines(&moved)[0]["field"]), (Some(1), &Value::from("signature")));
    // A record that does not verify is not signed and not changed.
    let bad = text.replacen("\"seed\":\"1\"", "\"seed\":\"2\"", 1);
    std::fs::write(folder.path().join("bad.jsonl"), &bad).unwrap();
    assert_eq!(code(&["replay", "sign", "--key", "b.key", "bad.jsonl"]), Some(1));
    assert_eq!(std::fs::read_to_string(folder.path().join("bad.jsonl")).unwrap(), bad);
}

#[test]
fn a_torn_match_hides_no_other_and_is_named_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    gridhaunt(folder.path(), &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-n", "5", "-o", "five.jsonl"]);
    let text = std::fs::read_to_string(folder.path().join("five.jsonl")).unwrap();
    let starts: Vec<usize> = text.match_indices("{\"gridhaunt\"").map(|(at, _)| at).collect();
    // The second is cut in the middle of a line, the fourth has no header left.
    let torn = format!("{}{}x{}", &text[..starts[2] - 100], &text[starts[2]..starts[3]], &text[starts[3] + 30..]);
    std::fs::write(folder.path().join("torn.jsonl"), torn).unwrap();
    let verified = gridhaunt(folder.path(), &["replay", "verify", "torn.jsonl"]);
    let told: Vec<(u64, bool)> =
        lines(&verified).iter().map(|line| (line["match"].as_u64().unwrap(), line["ok"] == true)).collect();
    assert_eq!(told, [(1, true), (2, false), (3, true), (4, false), (5, true)]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(stderr(&verified).contains("2 of 5 matches did not verify"), "{}", stderr(&verified));
    let shown = gridhaunt(folder.path(), &["replay", "show", "torn.jsonl", "--match", "3"]);
    assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
}

#[test]
fn a_record_of_format_1_is_converted() {
    let folder = tempfile::tempdir().unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/format-1/pyrat-fixed.jsonl");
    let old = old.to_str().unwrap();
    let verified = lines(&gridhaunt(folder.path(), &["replay", "verify", old])).remove(0);
    assert!(verified["uncovered"].as_str().unwrap().contains("settings are not covered"), "{verified}");
    assert_eq!(gridhaunt(folder.path(), &["replay", "convert", old, "-o", "new.jsonl"]).status.code(), Some(0));
    let converted = lines(&gridhaunt(folder.path(), &["replay", "verify", "new.jsonl"])).remove(0);
    assert_eq!((&converted["hash"], &converted["uncovered"]), (&verified["hash"], &Value::Null));
    // Records in format 2 are copied unchanged, byte by byte.
    gridhaunt(folder.path(), &["replay", "convert", "new.jsonl", "-o", "packed.jsonl.zst"]);
    gridhaunt(folder.path(), &["replay", "convert", "packed.jsonl.zst", "-o", "again.jsonl"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("new.jsonl"), read("again.jsonl"));
}

/// The lines of a record without their seals.
fn unsealed(folder: &Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| line.rsplit_once(",\"seal\"").unwrap().0.to_string()).collect()
}

#[test]
fn others_go_on_from_a_step_of_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let seal = play(at, "m.jsonl")["seal"].clone();
    let same = lines(&gridhaunt(at, &["replay", "fork", "m.jsonl", "--step", "5", "-o", "same.jsonl"])).remove(0);
    assert_eq!(same["seal"], seal, "who goes on alone plays what was played");
    let forked = gridhaunt(at, &["replay", "fork", "m.jsonl", "--step", "5", "rat=random:", "-o", "x.jsonl"]);
    assert_eq!(forked.status.code(), Some(2), "{}", stderr(&forked));
    let forked = gridhaunt(at, &["replay", "fork", "m.jsonl", "--step", "5", "rat=random", "-o", "other.jsonl"]);
    let told = lines(&forked).remove(0);
    assert_eq!(told["seats"][1], "random");
    assert_eq!(unsealed(at, "m.jsonl")[1..6], unsealed(at, "other.jsonl")[1..6]);
    assert_ne!(unsealed(at, "m.jsonl")[6..], unsealed(at, "other.jsonl")[6..]);
    assert_eq!(gridhaunt(at, &["replay", "verify", "other.jsonl", "same.jsonl"]).status.code(), Some(0));
    for (args, wanted) in [
        (vec!["--step", "9999"], "--step: 9999 is not in 0..="),
        (vec!["--step", "5", "greedy"], "greedy is not SEAT=BOT, such as 1=greedy"),
        (vec!["--step", "5", "cat=greedy"], "cat=greedy: cat is not in 0..=1 or one of python, rat"),
        (vec!["--step", "5", "rat=greedy", "1=greedy"], "1=greedy: seat 1 is given twice"),
        (vec!["--step", "5", "rat=gredy"], "gredy"),
        (vec!["--step", "5", "--clock", "1s"], "--clock: changes nothing, no bot is a program"),
        (vec!["--step", "5", "-o", "x.gif"], "--out: x.gif is not a name that ends in .jsonl or .jsonl.zst"),
        (vec!["--step", "5", "--human", "rat"], "--human: this is no terminal"),
    ] {
        let output = gridhaunt(at, &[&["replay", "fork", "m.jsonl"], args.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(wanted), "{args:?}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn what_came_of_a_program_is_shown_told_and_left_behind_by_a_fork() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let bot = "#!/bin/sh\nread hello; echo '{\"type\":\"hello\"}'\nread start; echo '{\"type\":\"ready\"}'\nread turn\nexit 3\n";
    std::fs::write(at.join("bot.sh"), bot).unwrap();
    std::fs::set_permissions(at.join("bot.sh"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let args = ["play", "pyrat", "./bot.sh", "greedy", "-s", "1", "-c", "preset=tiny", "--as-root", "-o", "m.jsonl"];
    let played = gridhaunt(at, &args);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let verified = gridhaunt(at, &["replay", "verify", "m.jsonl", "--format", "table"]);
    assert!(String::from_utf8_lossy(&verified.stdout).ends_with("; stopped: \"forfeit\"\n"), "{verified:?}");
    let shown = gridhaunt(at, &["replay", "show", "m.jsonl", "--format", "table"]);
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains("  python: crashed\n") && shown.contains("python took"), "{shown}");
    let log = gridhaunt(at, &["replay", "log", "m.jsonl", "--format", "table"]);
    assert!(String::from_utf8_lossy(&log.stdout).contains("  python: crashed\n"), "{log:?}");
    let events = lines(&gridhaunt(at, &["replay", "log", "m.jsonl", "--format", "json"]));
    let verdict = events.iter().find(|event| event["event"] == "verdict").unwrap();
    assert_eq!((&verdict["seat"], &verdict["verdict"]), (&Value::from(0), &Value::from("crashed")));
    let alone = gridhaunt(at, &["replay", "fork", "m.jsonl", "--step", "1"]);
    assert!(stderr(&alone).contains("cannot go on by itself, need python=BOT or --human python"), "{alone:?}");
    let forked = gridhaunt(at, &["replay", "fork", "m.jsonl", "--step", "1", "python=greedy", "-o", "f.jsonl"]);
    assert_eq!(forked.status.code(), Some(0), "{}", stderr(&forked));
    assert_eq!(unsealed(at, "f.jsonl")[1], unsealed(at, "m.jsonl")[1]);
    let args = ["replay", "fork", "m.jsonl", "--step", "1", "python=./bot.sh", "--as-root", "-o", "p.jsonl"];
    let forked = gridhaunt(at, &args);
    assert_eq!(forked.status.code(), Some(0), "{}", stderr(&forked));
    assert!(unsealed(at, "p.jsonl")[0].contains("\"forked_after\":1"));
    assert_eq!(gridhaunt(at, &["replay", "verify", "f.jsonl", "p.jsonl"]).status.code(), Some(0));
}
