//! Input and surroundings that are wrong: one clear line, exit 2 or 4, nothing raw to the terminal.

use crate::{command, fine, run, said};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;

/// One line that begins so, with this exit code.
fn refused(folder: &Path, args: &[&str], code: i32, told: &str) {
    let output = run(folder, args);
    let words = said(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {words}{}", said(&output.stdout));
    assert!(words.contains(told), "{args:?}: {words}");
    assert!(words.chars().all(|letter| letter == '\n' || !letter.is_control()), "{args:?}: {words:?}");
    if words.starts_with("gridhaunt: ") {
        assert_eq!(words.lines().count(), 1, "{args:?}: {words}");
    }
}

#[test]
fn a_spec_that_is_wrong_is_told_with_its_file_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let spec = |text: &str, told: &str| {
        fs::write(folder.path().join("s.toml"), text).unwrap();
        refused(folder.path(), &["tournament", "run", "s.toml"], 2, told);
    };
    let good = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\"]\n";
    spec(&format!("{good}round = 3\n"), "s.toml: round: no such ");
    spec(&format!("{good}round = 3\n"), "did you mean rounds?");
    spec(&format!("{good}kind = \"swis\"\n"), "did you mean swiss?");
    spec(&format!("{good}kind = \"duel\"\n"), "kind: a duel is no tournament: gridhaunt duel GAME A B");
    spec(&format!("{good}kind = \"ladder\"\n"), "kind: a ladder is a league: gridhaunt league run");
    spec(&format!("{good}best_of = 3\n"), "best_of: ");
    spec(&format!("{good}clock = \"fast\"\n"), "s.toml: clock: \"fast\" is no time");
    spec(&format!("{good}rounds = \"3\"\n"), "s.toml: rounds: \"3\" is not a number without quotes: rounds = 3");
    let map = "[[maps]]\nsettings = { width = 9 }\n[[maps]]\nsettings = { widht = 9 }\n";
    spec(&format!("{good}{map}"), "s.toml: maps[1].settings.widht: no such setting, did you mean width?");
    spec(&format!("{good}[settings]\nwidht = 3\n"), "did you mean width?");
    spec("game = \"pyrat\"\nentrants = [\"greedy\"\n", "s.toml: ");
    spec("game = \"pyrta\"\nentrants = [\"greedy\"]\n", "did you mean pyrat?");
    spec(&format!("{good}[settings]\nwidht = 3\n"), "s.toml: settings.widht: ");
    spec("entrants = [\"greedy\"]\n", "game: missing");
    spec("game = \"pyrat\"\n", "s.toml: entrants: missing, need a list of bots");
    spec("game = \"pyrat\"\nentrants = [\"random\", \"greedi\"]\n", "s.toml: entrants[1]: \"greedi\" is not one of ");
    spec(&format!("maps = []\n{good}"), "s.toml: maps: a list of 0 given, need 1..=1000 sets of settings");
    spec(&format!("name = \"a\\u001b[31mb\"\n{good}"), "s.toml: name: \"a\\u001b[31mb\" holds a control character");
    spec(
        &format!("{good}blocks = 99999999999999999999\n"),
        "line 3, column 10: 99999999999999999999 is too large a number",
    );
    spec("game = \"pyrat\"\nentrants = [\"greedy\", \"greedy\"]\n", "greedy is given twice, need each entrant once");
    spec("game = \"pyrat\"\nentrants = [\"greedy\"]\n", "entrants: 1 given, a round-robin ");
    spec("game = \"pyrat\"\nkind = \"gauntlet\"\nentrants = []\n", "entrants: ");
    assert!(!folder.path().join("gridhaunt.db").exists(), "nothing is made");
    refused(folder.path(), &["tournament", "run", "none.toml"], 2, "none.toml: No such file");
}

#[test]
fn wrong_words_in_flags_get_an_error_that_helps() {
    let folder = tempfile::tempdir().unwrap();
    fine(run(
        folder.path(),
        &["duel", "pyrat", "greedy", "random", "-c", "preset=tiny", "--fixed", "1", "--name", "mine"],
    ));
    let duel = ["duel", "pyrat", "greedy", "random"];
    for (more, told) in [
        (&["--sprt", "40"][..], "not two numbers in -1000..=1000, the lower one first, such as 0,40"),
        (&["--alpha", "2"], "not in 0.000001..=0.4"),
        (&["--beta", "no"], "not in 0.000001..=0.4"),
        (&["--model", "elo"], "possible values: normalized, logistic"),
        (&["--games", "0"], "0 is not in 1..=1000000000"),
        (&["--fixed", "3", "--games", "4"], "cannot be used with"),
        (&["--seed", "-1"], "-1 is not in 0..=18446744073709551615"),
        (&["--side", "cat"], "side: \"cat\" is not one of python, rat"),
        (&["--by", "luck"], "possible values: rank, score"),
        (&["--concurrency", "0"], "0 is not in 1..=4096"),
        (&["--clock", "soon"], "--clock"),
        (&["--sandbox", "9"], "--sandbox"),
        (&["--debug", "0"], "--debug: is for one match"),
        (&["--name", "\u{1b}[2J"], "name: "),
        (&["--widht", "3"], "--widht"),
        (&["-c", "widht=3"], "widht: no such setting, did you mean width?"),
        (&["--with", "idle"], "with"),
        (&["--db", "postgres://me:secret@host/db"], "PGPASSWORD"),
        (&["--db", "mysql://host/db"], "--db: "),
        (&["--format", "csv"], "--format: csv is for "),
    ] {
        refused(folder.path(), &[&duel[..], more].concat(), 2, told);
    }
    for (args, told) in [
        (&["duel", "pyrat", "greedy"][..], "required"),
        (&["duel", "pyrat", "greedy", "greedy"], "greedy is given twice, need each entrant once"),
        (&["duel", "pyrat", "greedy", "gredy"], "did you mean greedy?"),
        (&["duel", "pyrat", "greedy", "./none"], "there is no file or folder ./none"),
        (&["duel", "pyrat", "greedy", "\u{1b}[31m"], "is not one of"),
        (&["tournament", "run", "greedy", "random"], "--game: missing, need a game"),
        (
            &["tournament", "run", "--game", "pyrat", "--kind", "ladder", "greedy", "random"],
            "possible values: round-robin",
        ),
        (
            &["tournament", "run", "--game", "pyrat", "greedy", "random", "-o", "x.pdf"],
            "--out: x.pdf is not a name that ends in .html",
        ),
        (&["tournament", "run", "--game", "pyrat", "greedy", "random", "--third-place", "yes"], "third_place: "),
        (&["tournament", "run", "--game", "pyrat", "greedy", "random", "--third-place"], "third_place: "),
        (&["tournament", "results", "--replays", "3"], "--replays: changes nothing without -o NAME.html"),
        (&["tournament", "results", "-o", "r.html", "--replays", "some"], "need a whole number, all or none"),
        (&["rate", "--game", "pyrat", "--where", "event=min"], "did you mean event=mine?"),
        (&["tournament", "status", "9"], "event: \"9\" is neither the number nor the name of an event in gridhaunt.db"),
        (&["tournament", "status", "min"], "did you mean \"mine\"?"),
        (&["tournament", "set", "1", "speed=3"], "set: \"speed=3\" is not concurrency=N"),
        (&["tournament", "replay", "x"], "match: \"x\" is not BLOCK.NUMBER, as 12.0"),
        (&["tournament", "replay", "99.0"], "match: 99.0 is not in gridhaunt.db"),
        (&["store", "gc", "--older", "old"], "--older: \"old\" is not an age such as 90m, 12h or 30d"),
        (&["store", "export", "1", "-o", "x.csv"], "--out: x.csv is not a name that ends in .jsonl or .jsonl.zst"),
        (&["worker", "--cpus", "3-1"], "not processors such as 0-3,6"),
        (&["worker", "--jobs", "0"], "0 is not in 1..=4096"),
    ] {
        refused(folder.path(), args, 2, told);
    }
}

#[test]
fn a_database_that_cannot_be_used_is_the_surroundings_fault() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), &["tournament", "list"], 4, "gridhaunt: gridhaunt.db: ");
    assert!(!folder.path().join("gridhaunt.db").exists(), "whoever looks makes nothing");
    fs::write(folder.path().join("notes.db"), "this is no database, but a text of some length\n".repeat(100)).unwrap();
    let duel = ["duel", "pyrat", "greedy", "random", "-c", "preset=tiny", "--fixed", "1"];
    refused(folder.path(), &[&duel[..], &["--db", "notes.db"]].concat(), 4, "gridhaunt: notes.db: ");
    refused(folder.path(), &[&duel[..], &["--db", "no/such/folder.db"]].concat(), 4, "gridhaunt: no/such/folder.db: ");
    refused(folder.path(), &["store", "info", "--db", "."], 4, "gridhaunt: .: ");
}

/// Root can write everywhere, so the test runs as another user, if that user can run the program.
#[test]
fn a_database_that_may_not_be_written_is_the_surroundings_fault() {
    let folder = tempfile::tempdir().unwrap();
    let duel = ["duel", "pyrat", "greedy", "random", "-c", "preset=tiny", "--fixed", "1"];
    fine(run(folder.path(), &duel));
    fs::set_permissions(folder.path().join("gridhaunt.db"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let mut again = command(folder.path(), &duel);
    if rustix::process::getuid().is_root() {
        again.uid(65534);
    }
    let Ok(output) = again.output() else { return };
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let words = said(&output.stderr);
    assert_eq!((output.status.code(), words.lines().count()), (Some(4), 1), "{words}");
    assert!(words.starts_with("gridhaunt: gridhaunt.db: "), "{words}");
}

#[test]
fn all_that_cannot_play_are_named_at_once_and_those_left_out_once_more() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("in/empty")).unwrap();
    fs::write(folder.path().join("in/notes.txt"), "x").unwrap();
    let event =
        ["tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "greedy", "idle", "in/empty", "in/notes.txt"];
    let refused = run(folder.path(), &event);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 4), "{told}");
    assert!(told.starts_with("gridhaunt: 2 entrants cannot play:\n  bot: in/empty holds no bot.toml"), "{told}");
    assert!(told.contains("\n  bot: in/notes.txt is not executable"), "{told}");
    let told = fine(run(folder.path(), &[&event[..], &["--skip-unfit"]].concat())).stderr;
    let told = String::from_utf8(told).unwrap();
    assert_eq!(told.lines().filter(|line| line.contains("in/notes.txt is not executable")).count(), 2, "{told}");
    let last: Vec<&str> = told.lines().rev().take(2).collect();
    assert!(last.iter().all(|line| line.starts_with("gridhaunt: left out: ")), "{told}");
}
