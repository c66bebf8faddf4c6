//! The kernels as they are kept play what the rules play: the host launches them as on a device, and a driver without one plays
//! them thread by thread.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder in which this workspace builds.
fn built() -> PathBuf {
    let ours = std::env::current_exe().expect("a test has a path");
    ours.parent().and_then(Path::parent).expect("a test lies in the folder of its profile").into()
}

/// The command where the driver is found as one.
fn gridhaunt(words: &str) -> Output {
    let driver = built().join("deps").join("libgridhaunt_driver.so");
    assert!(driver.exists(), "{} is missing: `cargo test -p gridhaunt-driver` builds it", driver.display());
    let program = built().join("gridhaunt");
    assert!(program.exists(), "{} is missing: `cargo build --workspace` builds it", program.display());
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(driver, folder.path().join("libcuda.so")).expect("a link");
    let mut command = Command::new(program);
    command.args(words.split(' ')).current_dir(&folder).env("LD_LIBRARY_PATH", folder.path());
    command.output().expect("it runs")
}

/// What a command prints that must end well.
fn printed(words: &str) -> String {
    let Output { status, stdout, stderr } = gridhaunt(words);
    let text = String::from_utf8(stdout).expect("text");
    assert!(status.success(), "{words}: {text}{}", String::from_utf8_lossy(&stderr));
    text
}

/// Games to their ends by every way to draw, and every array step by step: so many, or fifty times as many in `make endure`.
fn prove(games: usize, words: &str) {
    let games = if gridhaunt_testing::endures() { 50 * games } else { games };
    let text = printed(&format!("bench --device cuda --prove {games} --format json {words}"));
    let proved: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{words}: {text}"));
    assert_eq!((&proved["alike"], &proved["games"]), (&true.into(), &games.into()), "{words}: {text}");
    assert_ne!(proved["ended"], 0, "{words}: {text}");
}

/// Its short arrays are put together by blocks, of which these games fill more than one.
#[test]
fn pyrat() {
    prove(65, "pyrat");
}

#[test]
fn pyrat_on_boards_that_have_kernels_of_their_own() {
    for size in ["width=31 -c height=25", "width=41 -c height=31", "width=50 -c height=50"] {
        prove(3, &format!("pyrat -c {size}"));
    }
}

#[test]
fn tag() {
    prove(9, "tag");
    prove(6, "tag -c survivors=5");
    prove(3, "tag -c survivors=10 -c killers=4");
}

#[test]
fn ghost_grid() {
    prove(9, "ghost-grid");
    prove(3, "ghost-grid -c preset=share -c marking=chosen");
}

#[test]
fn snarl() {
    prove(8, "snarl");
}

#[test]
fn sproutopia() {
    prove(9, "sproutopia");
}

#[test]
fn games_are_counted() {
    let text = printed("play pyrat random random --device cuda -n 70 -s 7 --format json");
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [python, rat, all] = &lines[..] else { panic!("{text}") };
    let count = |line: &serde_json::Value, what: &str| line[what].as_u64().unwrap_or_else(|| panic!("{what}: {line}"));
    let [wins, lost, draws] = [count(python, "wins"), count(rat, "wins"), count(all, "draws")];
    assert!(wins + lost + draws == 70 && wins.min(lost).min(draws) > 0, "{text}");
    assert_eq!(count(all, "games"), 70);
}

#[test]
fn a_device_that_is_not_there_is_named() {
    let refused = gridhaunt("bench --device cuda:1 --prove 1 pyrat");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(
        refused.status.code() == Some(4) && told.contains("there is no CUDA device 1: the driver knows 1"),
        "{told}"
    );
}

#[test]
fn games_that_do_not_fit_are_refused_with_what_they_need() {
    let refused = gridhaunt("bench --device cuda --games 100000000 --seconds 0.01 --rounds 1 tag");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(4) && told.contains("100000000 games need"), "{told}");
}
