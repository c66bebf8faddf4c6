//! Names, streams, long runs and given states, as people and programs use them.
#![cfg(unix)]

mod exits;
mod given;
mod names;
mod runs;
mod serve;
mod stops;
mod streams;
mod words;

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridhaunt");

fn run(folder: &Path, args: &[impl AsRef<OsStr>]) -> Output {
    Command::new(PROGRAM).current_dir(folder).args(args).stdin(Stdio::null()).output().unwrap()
}

/// Runs with this on standard input.
fn fed(folder: &Path, args: &[impl AsRef<OsStr>], input: &[u8]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that is refused does not read its input, and a long output must be read while it is written.
    let feeding = std::thread::spawn(move || _ = pipe.write_all(&input));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    output
}

fn fine(output: Output) -> Output {
    assert_eq!(output.status.code(), Some(0), "{}", said(&output.stderr));
    output
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    said(bytes).lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// The names of all games.
fn games() -> Vec<String> {
    let listed = fine(run(Path::new("."), &["games", "--format", "json"]));
    lines(&listed.stdout).iter().map(|game| game["name"].as_str().unwrap().to_string()).collect()
}
