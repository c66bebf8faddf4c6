//! The completion script for bash, run in bash, where words are broken at `=` and `:`.
#![cfg(unix)]

use std::process::Command;

/// The completions of bash for a line, with the cursor at its end.
fn offered(line: &str) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_gridhaunt");
    let script = r#"
        source <("$1" completions bash)
        COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$' \t\n"'"'"'@><=;|&(:'
        _gridhaunt "$1" 2>/dev/null
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output = Command::new("bash").args(["-c", script, "bash", program, line]).output().expect("bash runs");
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn bash_is_offered_what_follows_the_last_break() {
    assert_eq!(offered("gridhaunt play py"), ["pyrat"]);
    assert_eq!(offered("gridhaunt play pyrat -c preset=t"), ["tiny"]);
    assert_eq!(offered("gridhaunt play pyrat rat=greedy:ti"), ["ties="]);
    assert_eq!(offered("gridhaunt play tag --win-rule s"), ["strict", "score"]);
    assert_eq!(offered("gridhaunt play pyrat -c nothing="), [""]);
}

#[test]
fn every_shell_has_a_script_that_asks_the_program() {
    for shell in ["bash", "zsh", "fish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_gridhaunt")).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && script.contains(" complete ") && script.contains("_gridhaunt"),
            "{shell}: {script}"
        );
    }
}
