//! A game outside the workspace can use the whole command line.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The example, built with this workspace, so that nothing is compiled twice for it.
fn built() -> PathBuf {
    let ours = std::env::current_exe().expect("a test has a path");
    let profile = ours.parent().and_then(Path::parent).expect("a test lies in the folder of its profile");
    let program = profile.join("examples/nim").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is missing: `cargo test -p gridhaunt-embed` builds it", program.display());
    program
}

/// There no other crate asks for a feature that the command line needs but does not name. It is the quick build, too, which
/// a first `cargo run --release` makes.
#[test]
fn a_game_outside_the_workspace_compiles_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = root.join("examples/outside");
    std::fs::copy(root.join("Cargo.lock"), example.join("Cargo.lock")).expect("the list of versions");
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = temporary.parent().expect("a folder for tests lies in the target folder");
    // With the profile of the workspace it shares what is built there.
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace has a manifest");
    let profile = workspace.find("[profile.dev]").map(|at| &workspace[at..]).expect("the profile of tests is the last");
    std::fs::write(temporary.join("profile.toml"), profile).expect("a file");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--quiet", "--offline", "--target-dir"]).arg(target);
    cargo.arg("--config").arg(temporary.join("profile.toml")).current_dir(&example);
    assert!(cargo.status().expect("cargo runs").success(), "the example does not compile");
}

#[test]
fn a_game_that_is_not_in_the_list_is_listed_played_proved_and_drawn() {
    let (program, folder) = (built(), tempfile::tempdir().expect("a folder"));
    let run = |words: &str| {
        let done = Command::new(&program).args(words.split(' ')).current_dir(&folder).output().expect("it runs");
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{words}: {text}{}", String::from_utf8_lossy(&done.stderr));
        text
    };
    let listed = run("games --format json");
    assert!(listed.contains("\"nim\"") && !listed.contains("pyrat"), "{listed}");
    assert!(run("games show nim").contains("Stones at the start"));
    run("play nim -s 7 -c stones=7 -o match.jsonl");
    assert!(run("replay verify match.jsonl --format table").starts_with("ok"));
    run("replay convert match.jsonl -o match.svg --step 1");
    assert!(std::fs::read_to_string(folder.path().join("match.svg")).expect("a picture").contains("stone"));
    for (words, complaint) in [
        ("play nim -c stones=300", "stones: 300 is not in 1..=255"),
        ("replay convert match.jsonl -o match.html", "an HTML file carries an engine that knows only"),
    ] {
        let refused = Command::new(&program).args(words.split(' ')).current_dir(&folder).output().expect("it runs");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && told.contains(complaint), "{told}");
    }
}
