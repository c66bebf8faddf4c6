//! File names that are not UTF-8.

use crate::{fine, lines, run, said};
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

fn odd(text: &[u8]) -> OsString {
    OsStr::from_bytes(text).into()
}

fn words(words: &[&str], name: &[u8]) -> Vec<OsString> {
    words.iter().map(OsString::from).chain([odd(name)]).collect()
}

#[test]
fn a_replay_whose_name_is_no_utf_8_is_written_named_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = ["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o"];
    let named = json!({"text": "m\u{fffd}.jsonl", "hex": "6dff2e6a736f6e6c"});
    for format in ["json", "table"] {
        let args = [words(&tiny, b"m\xff.jsonl"), words(&["--format"], format.as_bytes())].concat();
        let played = fine(run(folder.path(), &args));
        if format == "json" {
            assert_eq!(lines(&played.stdout)[0]["replay"], named);
        } else {
            assert!(said(&played.stdout).contains("watch  gridhaunt watch m\"$(printf '\\377')\".jsonl\n"));
        }
        let args = [
            words(&["play", "pyrat", "-n", "3", "-c", "preset=tiny", "-o"], b"many\xff.jsonl"),
            words(&["--format"], format.as_bytes()),
        ];
        fine(run(folder.path(), &args.concat()));
    }
    assert!(folder.path().join(odd(b"m\xff.jsonl")).is_file() && folder.path().join(odd(b"many\xff.jsonl")).is_file());

    let verified = fine(run(folder.path(), &words(&["replay", "verify"], b"m\xff.jsonl")));
    assert_eq!(lines(&verified.stdout)[0]["file"], named);
    fine(run(folder.path(), &words(&["--format", "table", "replay", "verify"], b"m\xff.jsonl")));
    for command in [&["replay", "show"][..], &["replay", "log"], &["watch"]] {
        for format in ["json", "table"] {
            fine(run(folder.path(), &words(&[&["--format", format], command].concat(), b"m\xff.jsonl")));
        }
    }
    for name in [&b"p\xff.png"[..], b"p\xff.svg", b"p\xff.gif", b"p\xff.txt", b"p\xff.jsonl.zst", b"frames\xff/"] {
        let args = [words(&["replay", "convert"], b"m\xff.jsonl"), words(&["-o"], name)].concat();
        fine(run(folder.path(), &args));
        assert!(folder.path().join(odd(name)).exists());
    }
    let drawn = fine(run(folder.path(), &words(&tiny, b"d\xff.png")));
    assert_eq!(lines(&drawn.stdout)[0]["drawn"]["hex"], "64ff2e706e67");
}

#[test]
fn a_name_that_is_no_utf_8_is_told_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(odd(b"m\xff.jsonl")), "[]").unwrap();
    std::fs::write(folder.path().join(odd(b"s\xff.toml")), "width = \n").unwrap();
    for (args, code, told) in [
        (words(&["replay", "verify"], b"none\xff.jsonl"), 2, "none\u{fffd}.jsonl: No such file"),
        (words(&["replay", "verify"], b"m\xff.jsonl"), 1, "1 of 1 matches did not verify"),
        (words(&["replay", "show"], b"m\xff.jsonl"), 2, "m\u{fffd}.jsonl: line 1: this is no gridhaunt replay"),
        (words(&["play", "pyrat", "--settings"], b"s\xff.toml"), 2, "s\u{fffd}.toml: line 1, column 9: "),
        (words(&["play", "pyrat", "-o"], b"m\xff.bmp"), 2, "--out: m\u{fffd}.bmp is not a name that ends in "),
        (words(&["play", "pyrat", "-o"], b"m\xff%03d.png"), 2, "--out: m\u{fffd}%03d.png has a number and is no UTF-8"),
        (words(&["play", "pyrat", "--from"], b"none\xff.json"), 2, "none\u{fffd}.json: No such file"),
    ] {
        let output = run(folder.path(), &args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output.stderr));
        assert!(said(&output.stderr).contains(told), "{}", said(&output.stderr));
    }
}

#[test]
fn an_experiment_goes_to_a_folder_whose_name_is_no_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["experiment", "pyrat", "-c", "preset=tiny", "-n", "4", "-o"];
    for format in ["json", "table"] {
        let told =
            fine(run(folder.path(), &[words(&args, b"e\xff"), words(&["--format"], format.as_bytes())].concat()));
        if format == "json" {
            let last = lines(&told.stdout).pop().unwrap();
            assert_eq!(last["results"]["hex"], "65ff2f67616d65732e6a736f6e6c");
            assert_eq!(last["written"].as_array().unwrap().len(), 4);
        }
    }
    assert!(folder.path().join(odd(b"e\xff")).join("chart.png").is_file());
}
