//! `-` is standard input and standard output.

use crate::{fed, fine, lines, run, said};
use std::fs;
use std::path::Path;

const TINY: [&str; 6] = ["play", "pyrat", "-s", "1", "-c", "preset=tiny"];

fn record(folder: &Path) -> Vec<u8> {
    fine(run(folder, &[&TINY[..], &["-o", "m.jsonl"]].concat()));
    fs::read(folder.join("m.jsonl")).unwrap()
}

#[test]
fn a_replay_goes_to_standard_output_and_results_to_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let record = record(folder.path());
    let out = fine(run(folder.path(), &[&TINY[..], &["-o", "-"]].concat()));
    assert_eq!(out.stdout, record);
    assert_eq!((lines(&out.stderr).len(), &lines(&out.stderr)[0]["replay"]), (1, &"-".into()));
    let out = fine(run(folder.path(), &[&TINY[..], &["-n", "3", "-o", "-", "--format", "table"]].concat()));
    assert!(out.stdout.starts_with(&record) && said(&out.stderr).contains("replay     standard output\n"));
    assert!(!folder.path().join("replays").exists());
}

#[test]
fn every_form_goes_to_standard_output_as_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    for form in ["jsonl", "svg", "png", "gif", "apng", "txt", "html"] {
        let file = format!("f.{form}");
        fine(run(folder.path(), &["replay", "convert", "m.jsonl", "-o", &file]));
        let out = fine(run(folder.path(), &["replay", "convert", "m.jsonl", "-o", &format!("-.{form}")]));
        assert!(out.stdout == fs::read(folder.path().join(&file)).unwrap() && out.stderr.is_empty(), "{form}");
    }
    let drawn = fine(run(folder.path(), &[&TINY[..], &["-o", "-.svg"]].concat()));
    assert!(drawn.stdout.starts_with(b"<svg") && lines(&drawn.stderr)[0]["drawn"] == "-.svg");
    let packed = run(folder.path(), &[&TINY[..], &["-o", "-.jsonl.zst"]].concat());
    assert_eq!(packed.status.code(), Some(2));
    assert!(said(&packed.stderr).contains("standard output takes a replay as it is: -o - | zstd"));
    assert!(!folder.path().join("-.svg").exists());
    fine(run(folder.path(), &["replay", "convert", "m.jsonl", "-o", "./-.svg"]));
    assert!(folder.path().join("-.svg").exists(), "a file may have that name");
}

#[test]
fn replays_are_read_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let record = record(folder.path());
    let file = |args: &[&str]| fine(run(folder.path(), args)).stdout;
    let input = |args: &[&str]| fine(fed(folder.path(), args, &record)).stdout;
    assert_eq!(lines(&input(&["replay", "verify", "-"]))[0]["file"], "-");
    for (args, place) in [
        (&["replay", "show", "-", "--step", "3"][..], 2),
        (&["replay", "log", "-"], 2),
        (&["replay", "log", "-", "-o", "-"], 2),
        (&["watch", "-"], 1),
        (&["replay", "convert", "-", "-o", "-.txt"], 2),
        (&["replay", "convert", "-", "-o", "-.html"], 2),
        (&["replay", "convert", "-", "-o", "-"], 2),
        (&["replay", "convert", "-", "--match", "1", "-o", "-"], 2),
    ] {
        let mut named = args.to_vec();
        named[place] = "m.jsonl";
        assert!(input(args) == file(&named), "{args:?}");
    }
    fine(run(folder.path(), &["replay", "convert", "m.jsonl", "-o", "m.jsonl.zst"]));
    let packed = fs::read(folder.path().join("m.jsonl.zst")).unwrap();
    fine(fed(folder.path(), &["replay", "verify", "-"], &packed));
    let torn = fed(folder.path(), &["replay", "show", "-"], b"{}");
    assert_eq!((torn.status.code(), torn.stdout.len()), (Some(2), 0));
    assert!(said(&torn.stderr).starts_with("gridhaunt: standard input: line 1: this is no gridhaunt replay"));
}

#[test]
fn an_experiment_writes_one_file_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["experiment", "pyrat", "-c", "preset=tiny", "-n", "4"];
    fine(run(folder.path(), &[&args[..], &["-o", "e"]].concat()));
    let of = |flag: &str| fine(run(folder.path(), &[&args[..], &[flag, "-"]].concat()));
    for (flag, file) in
        [("--csv", "result.csv"), ("--json", "result.json"), ("--svg", "chart.svg"), ("--png", "chart.png")]
    {
        let out = of(flag);
        assert!(out.stdout == fs::read(folder.path().join("e").join(file)).unwrap(), "{flag}");
        assert_eq!(lines(&out.stderr).last().unwrap()["written"][0], "-");
    }
    for (more, told) in [
        (&["-o", "-"][..], "--out: - is not a folder; --csv -, --json -"),
        (&["--csv", "-", "--svg", "-"], "-: standard output takes one file"),
    ] {
        let out = run(folder.path(), &[&args[..], more].concat());
        assert!(out.status.code() == Some(2) && said(&out.stderr).contains(told), "{}", said(&out.stderr));
    }
}

#[test]
fn whoever_stops_reading_ends_the_program_quietly() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    let line = "\"$0\" replay convert m.jsonl -o -.html | head -c 10 > /dev/null; \"$0\" play pyrat -n 2000 -s 1 -o - 2> told | head -c 10 > /dev/null; cat told";
    let out = std::process::Command::new("sh").current_dir(folder.path()).args(["-c", line, crate::PROGRAM]).output();
    let out = out.unwrap();
    assert!(out.stderr.is_empty() && !said(&out.stdout).contains("roken"), "{}", said(&out.stdout));
}
