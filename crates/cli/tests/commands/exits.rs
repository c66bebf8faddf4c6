//! A record that does not verify is shown as far as it does, and the exit code says so.

use crate::{fine, run, said};
use std::fs;
use std::path::Path;

/// A record with one changed hash in the middle.
fn damage(folder: &Path) {
    fine(run(folder, &["play", "pyrat", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]));
    let text = fs::read_to_string(folder.join("m.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let hash = lines[5].find("\"hash\":\"0x").unwrap() + "\"hash\":\"0x".len();
    let digit = if &lines[5][hash..=hash] == "1" { "2" } else { "1" };
    lines[5].replace_range(hash..=hash, digit);
    fs::write(folder.join("bad.jsonl"), lines.join("\n") + "\n").unwrap();
    fs::write(folder.join("cut.jsonl"), text.lines().take(6).map(|line| format!("{line}\n")).collect::<String>())
        .unwrap();
}

#[test]
fn what_is_shown_of_a_record_that_does_not_verify_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    damage(folder.path());
    for name in ["bad.jsonl", "cut.jsonl"] {
        for args in [
            &["replay", "show", name][..],
            &["replay", "log", name],
            &["replay", "convert", name, "-o", "a.png"],
            &["replay", "convert", name, "-o", "a.svg"],
            &["replay", "convert", name, "-o", "a.gif"],
            &["replay", "convert", name, "-o", "a.txt"],
            &["replay", "convert", name, "-o", "a.html"],
            &["replay", "convert", name, "-o", "frames/"],
        ] {
            let output = run(folder.path(), args);
            let told = said(&output.stderr);
            assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{args:?}: {told}");
            assert!(told.contains("step 5") || told.contains("line 6"), "{args:?}: {told}");
            if let Some(made) = args.get(4) {
                assert!(folder.path().join(made).exists(), "{args:?}: what verifies is drawn");
            } else {
                assert!(!output.stdout.is_empty(), "{args:?}: what verifies is shown");
            }
        }
        fine(run(folder.path(), &["replay", "show", name, "--step", "3"]));
        fine(run(folder.path(), &["replay", "convert", name, "-o", "a.png", "--step", "3"]));
    }
    let watched = run(folder.path(), &["watch", "bad.jsonl"]);
    assert_eq!(watched.status.code(), Some(1));
}

#[test]
fn a_log_that_does_not_fit_its_settings_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| run(folder.path(), args);
    fine(run(&["play", "sproutopia", "-s", "12345", "-c", "max_ticks=30", "-c", "rules=v2024.0.8", "-o", "m.jsonl"]));
    fine(run(&["sproutopia", "export", "m.jsonl", "--output", "logs"]));
    let log = fs::read_dir(folder.path().join("logs")).unwrap().map(|entry| entry.unwrap().path());
    let log = log.into_iter().find(|path| path.to_string_lossy().ends_with("_inputs.log")).unwrap();
    let log = log.to_str().unwrap();
    for (ticks, code, told) in [
        ("30", 0, ""),
        ("20", 1, "the match is over after 20 ticks, the log has 30: give --ticks 30\n"),
        ("40", 1, "the log ends after 30 ticks, before the match does: give --ticks 30\n"),
    ] {
        let output = run(&["sproutopia", "import", "--ticks", ticks, log, "--output", "again.jsonl"]);
        assert_eq!((output.status.code(), said(&output.stderr).as_str()), (Some(code), told));
        assert!(folder.path().join("again.jsonl").exists());
    }
}
