//! Duels, tournaments, leagues, ratings and the store, as people and programs use them.
#![cfg(unix)]

mod bad;
mod duels;
mod kept;
mod stops;
mod tournaments;

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridhaunt");

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(args).stdin(Stdio::null()).env_remove("GRIDHAUNT_DB");
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

fn fine(output: Output) -> Output {
    assert_eq!(output.status.code(), Some(0), "{}{}", said(&output.stdout), said(&output.stderr));
    output
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    said(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// The last line, which is the answer.
fn last(output: &Output) -> Value {
    lines(output).pop().unwrap_or_else(|| panic!("nothing but {}", said(&output.stderr)))
}
