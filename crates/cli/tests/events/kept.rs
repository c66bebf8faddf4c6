//! The store: looked at, checked, moved, made smaller (A18).

use crate::{fine, last, run, said};
use serde_json::json;
use std::fs;

#[test]
fn a_store_is_checked_moved_and_made_smaller() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| run(folder.path(), args);
    fine(run(&["duel", "pyrat", "greedy", "random", "-c", "preset=tiny", "--seed", "7", "--fixed", "3"]));
    let info = last(&fine(run(&["store", "info"])));
    assert_eq!((&info["events"], &info["matches"], &info["replays"]), (&json!(1), &json!(6), &json!(6)));
    let checked = last(&fine(run(&["store", "check"])));
    assert_eq!((&checked["ok"], &checked["replays"]), (&json!(true), &json!(6)));
    fine(run(&["store", "export", "1", "-o", "event.jsonl.zst"]));
    let moved = last(&fine(run(&["store", "import", "event.jsonl.zst", "--db", "other.db"])));
    assert_eq!((&moved["events"], &moved["matches"]), (&json!(1), &json!(6)));
    let again = last(&fine(run(&["store", "import", "event.jsonl.zst", "--db", "other.db"])));
    assert_eq!((&again["events"], &again["already"]), (&json!(0), &json!(1)));
    fine(run(&["store", "check", "--db", "other.db"]));
    let rates = ["rate", "--format", "json"];
    let here = said(&fine(run(&rates)).stdout);
    assert_eq!(
        said(&fine(run(&[&rates[..], &["event.jsonl.zst"]].concat())).stdout),
        here,
        "files are rated as the store is"
    );

    assert_eq!(last(&fine(run(&["store", "gc", "--older", "1d"])))["replays"], 0);
    assert_eq!(last(&fine(run(&["store", "gc", "--older", "0s", "--dry-run"])))["replays"], 6);
    assert_eq!(last(&fine(run(&["store", "gc", "--older", "0s"])))["replays"], 6);
    let checked = last(&fine(run(&["store", "check"])));
    assert_eq!((&checked["ok"], &checked["without_replay"]), (&json!(true), &json!(6)));
    let gone = run(&["tournament", "replay", "1.0"]);
    assert_eq!(gone.status.code(), Some(1));
    assert!(said(&gone.stderr).contains("its replay was dropped by `gridhaunt store gc`"), "{}", said(&gone.stderr));
}

#[test]
fn a_file_that_was_not_exported_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.jsonl"), "{\"what\":1}\n").unwrap();
    for args in [&["store", "import", "bad.jsonl"][..], &["rate", "bad.jsonl"]] {
        let output = run(folder.path(), args);
        let words = said(&output.stderr);
        assert_eq!((output.status.code(), words.lines().count()), (Some(2), 1), "{args:?}: {words}");
        assert!(words.starts_with("gridhaunt: bad.jsonl: "), "{words}");
    }
}
