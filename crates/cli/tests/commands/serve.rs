//! `serve` and `submit`: what an organiser does, what is refused, and that no token is kept.

use crate::{PROGRAM, fine, run, said};
use gridhaunt_events::event::create;
use gridhaunt_events::spec::Spec;
use gridhaunt_store::{Address, Store};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn token(folder: &Path, args: &[&str]) -> String {
    let answer: Value = serde_json::from_slice(&fine(run(folder, args)).stdout).unwrap();
    answer["token"].as_str().unwrap().to_string()
}

#[test]
fn others_are_let_in_only_where_that_is_safe() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str], words: &str| {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(said(&output.stderr).contains(words), "{args:?}: {}", said(&output.stderr));
    };
    refused(&["serve", "--bind", "0.0.0.0:0"], "lets other machines in, which needs --expose");
    refused(&["serve", "--bind", "[::]:0"], "lets other machines in, which needs --expose");
    refused(&["serve", "--expose", "--bind", "127.0.0.1:0"], "make an organiser's token first");
    // An event that takes bots without a sandbox stays at home.
    fine(run(folder.path(), &["serve", "token"]));
    let spec = "game = \"pyrat\"\nkind = \"round-robin\"\nentrants = [\"greedy\", \"random\"]\nsandbox = \"0\"\n";
    std::fs::write(folder.path().join("open.toml"), spec).unwrap();
    fine(run(folder.path(), &["tournament", "run", "open.toml"]));
    refused(&["serve", "board", "7"], "is neither the number nor the name of an event");
    refused(&["serve", "board", "1", "--deadline", "soon"], "--deadline: \"soon\" is not a time");
    fine(run(folder.path(), &["serve", "board", "1", "--deadline", "2h", "--freeze", "none"]));
    // That one is over and takes no bots; this one is not.
    let store = Store::open_existing(&Address::file(folder.path().join("gridhaunt.db"))).unwrap();
    let spec = Spec::parse(&spec.replace("round-robin", "ladder"), None).unwrap();
    assert_eq!(create(&store, &gridhaunt_bots::registry(), &spec).unwrap().id.0, 2);
    drop(store);
    fine(run(folder.path(), &["serve", "board", "2"]));
    let output = run(folder.path(), &["serve", "--expose", "--bind", "127.0.0.1:0"]);
    let told = said(&output.stderr);
    let (code, words) = match told.contains("which does not work here") {
        true => (4, "--expose: bots of others need a sandbox of level 1"),
        false => (2, "--expose: event 2 takes bots and is played at level 0 of the sandbox, need at least 1"),
    };
    assert!(output.status.code() == Some(code) && told.contains(words), "{:?} {told}", output.status);
}

#[test]
fn a_token_is_shown_once_and_is_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let add = ["serve", "team", "add", "ada"];
    let first = token(folder.path(), &add);
    let again = run(folder.path(), &add);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again.stderr).contains("team: \"ada\" is there already"), "{}", said(&again.stderr));
    assert_eq!(run(folder.path(), &["serve", "team", "add", "a/b"]).status.code(), Some(2));
    assert_eq!(run(folder.path(), &["serve", "team", "token", "bo"]).status.code(), Some(2));
    let second = token(folder.path(), &["serve", "team", "token", "ada"]);
    let chief = token(folder.path(), &["serve", "token"]);
    let listed = fine(run(folder.path(), &["serve", "team", "list"]));
    assert!(said(&listed.stdout).contains("ada"));
    let kept = std::fs::read(folder.path().join("gridhaunt.db")).unwrap();
    for token in [&first, &second, &chief] {
        assert!(!kept.windows(token.len()).any(|bytes| bytes == token.as_bytes()));
        assert!(!said(&listed.stdout).contains(token));
    }
    fine(run(folder.path(), &["serve", "team", "close", "ada"]));
    fine(run(folder.path(), &["serve", "announce", "noon"]));
    assert_eq!(run(folder.path(), &["serve", "announce", " "]).status.code(), Some(2));
}

#[test]
fn a_hall_opens_says_where_and_closes() {
    let folder = tempfile::tempdir().unwrap();
    let mut hall = Command::new(PROGRAM)
        .args(["serve", "--league", "pyrat", "--bind", "127.0.0.1:0"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(hall.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let address = told["address"].as_str().unwrap().to_string();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    let submit = |variables: &[(&str, &str)], args: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).env_remove("GRIDHAUNT_TOKEN").envs(variables.iter().copied()).arg("submit");
        let output = command.args(args).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), said(&output.stderr))
    };
    fine(run(folder.path(), &["new", "pyrat", "mybot", "--lang", "python"]));
    let unknown = format!("gridhaunt_{}", "0".repeat(64));
    let known = [("GRIDHAUNT_TOKEN", unknown.as_str())];
    for (variables, args, words) in [
        (&[][..], &["mybot", "--to", &address][..], "need the token of your team"),
        (&known, &["nobot", "--to", &address], "there is no file or folder"),
        (&[("GRIDHAUNT_TOKEN", "nonsense")], &["mybot", "--to", &address], "what was given is no token"),
        (&known, &["mybot/bot.py", "--to", &address], "give its folder, mybot"),
        (&known, &["mybot", "--to", "127.0.0.1:8080"], "need http://127.0.0.1:8080"),
        (&known, &["mybot", "--to", "https://hall.example"], "TLS is not built in"),
        (&known, &["mybot", "--to", "http://127.0.0.1:1"], "cannot be reached"),
        (&known, &["mybot", "--to", &address], "nobody has this token"),
    ] {
        let (code, told) = submit(variables, args);
        assert!(code == Some(2) && told.contains(words), "{args:?}: {code:?} {told}");
    }
    let killed = Command::new("kill").args(["-INT", &hall.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let left = hall.wait_with_output().unwrap();
    assert_eq!(left.status.code(), Some(130), "{}", said(&left.stderr));
    assert!(!said(&left.stderr).contains("gridhaunt_0"), "{}", said(&left.stderr));
}
