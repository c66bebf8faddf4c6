//! The tools, as the command line calls them.

use crate::bot::{Bot, id};
use crate::house::{House, lockstep};
use gridhaunt_arena::replay::{Replay, read_all};
use gridhaunt_arena::verify::verify;
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::Invalid;
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::tools::{EXPORT, IMPORT, SERVE};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::Path;

/// A console that stores its output.
#[derive(Default)]
struct Kept {
    reads: Vec<String>,
    json: bool,
    stopped: bool,
    said: Vec<String>,
    complained: Vec<String>,
}

impl Console for Kept {
    fn read(&mut self) -> Option<String> {
        (!self.reads.is_empty()).then(|| self.reads.remove(0))
    }

    fn json(&self) -> bool {
        self.json
    }

    fn say(&mut self, line: &str) {
        self.said.push(line.into());
    }

    fn complain(&mut self, line: &str) {
        self.complained.push(line.into());
    }

    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        std::fs::read_to_string(path).map_err(|error| Invalid::new(path, "no file", "a file").says(error.to_string()))
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Invalid> {
        std::fs::write(path, content).map_err(|error| Invalid::new(path, "no file", "a file").says(error.to_string()))
    }

    fn progress(&mut self, _: &str, _: u64, _: Option<u64>) {}

    fn stopped(&self) -> bool {
        self.stopped
    }
}

fn run(tool: &Tool, flags: &Value, console: &mut Kept) -> Result<Exit, String> {
    (tool.run)(flags.as_object().unwrap(), console).map_err(|error| error.to_string())
}

#[test]
fn a_match_of_the_house_is_played_told_recorded_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut console = Kept::default();
    let flags = json!({"remote": 0, "fill": "uniform", "board": "12x14", "ticks": 30, "seed": 9, "port": 0,
        "record": path("m.jsonl"), "logs": path("logs")});
    assert_eq!(run(&SERVE, &flags, &mut console), Ok(Exit::Fine), "{:?}", console.complained);
    assert_eq!(console.said[0], "match 1: over after 30 ticks (max_ticks), seed 9");
    assert_eq!(console.said[1], "rank  seat  farmer   cells  percent  points");
    assert_eq!(console.said[6], format!("replay: {}", path("m.jsonl")));
    assert_eq!(console.complained[0], "seed 9");
    let text = std::fs::read_to_string(path("m.jsonl")).unwrap();
    let replay = read_all(&text).unwrap().remove(0);
    assert_eq!(replay.header.settings, json!({"cols": 12, "rows": 14, "max_ticks": 30}));
    verify(&gridhaunt_bots::registry(), &replay).unwrap();
    let logs: Vec<_> = std::fs::read_dir(path("logs")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(logs.len(), 4, "{logs:?}");
    let mut prefixes: Vec<_> = logs.iter().map(|name| name.to_str().unwrap().split('_').next().unwrap()).collect();
    prefixes.dedup();
    assert!(prefixes.len() == 1 && prefixes[0].len() == 12, "all have the time as a prefix: {logs:?}");
    // The export is imported again.
    let inputs = logs.iter().find(|name| name.to_str().unwrap().ends_with("_inputs.log")).unwrap();
    let log = std::fs::read_to_string(Path::new(&path("logs")).join(inputs)).unwrap();
    let mut console = Kept { reads: log.lines().map(String::from).collect(), ..Kept::default() };
    let flags = json!({"rules": "official", "seed": 9, "ticks": 30, "config": ["cols=12", "Rows=14"]});
    assert_eq!(run(&IMPORT, &flags, &mut console), Ok(Exit::Fine));
    assert_eq!(console.complained, [""; 0]);
    let again = read_all(&console.said.join("\n")).unwrap().remove(0);
    let outcome = |replay: &Replay| replay.end.as_ref().map(|end| end.outcome.clone());
    assert_eq!(again.steps, replay.steps);
    assert_eq!(outcome(&again), outcome(&replay));
    // And exported from the replay.
    let mut console = Kept { reads: text.lines().map(String::from).collect(), ..Kept::default() };
    let flags = json!({"output": path("again"), "no_full": true, "no_diff": true});
    assert_eq!(run(&EXPORT, &flags, &mut console), Ok(Exit::Fine));
    assert_eq!(std::fs::read_dir(path("again")).unwrap().count(), 2);
}

#[test]
fn several_matches_go_to_a_folder_and_programs_get_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut console = Kept { json: true, ..Kept::default() };
    let flags = json!({"remote": 0, "fill": "uniform", "ticks": 5, "seed": 3, "port": 0, "matches": 3,
        "record": path("all/"), "logs": path("logs")});
    assert_eq!(run(&SERVE, &flags, &mut console), Ok(Exit::Fine), "{:?}", console.complained);
    let documents: Vec<Value> = console.said.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut seeds: Vec<_> = documents.iter().map(|document| document["seed"].as_str().unwrap()).collect();
    seeds.sort_unstable();
    assert_eq!(seeds, ["3", "4", "5"]);
    assert_eq!(documents[0]["farmers"].as_array().map(Vec::len), Some(4));
    assert_eq!(std::fs::read_dir(path("all")).unwrap().count(), 3);
    assert_eq!(std::fs::read_dir(path("logs")).unwrap().count(), 3);
    let flags = json!({"matches": 2, "record": path("one.jsonl")});
    assert!(run(&SERVE, &flags, &mut console).unwrap_err().contains("2 matches need a folder"));
}

#[test]
fn a_program_that_fails_is_not_waited_for() {
    let mut console = Kept::default();
    let flags = json!({"run": "exit 3", "fill": "uniform", "port": 0, "ticks": 5, "seed": 1});
    assert_eq!(run(&SERVE, &flags, &mut console), Ok(Exit::Wanting));
    let told = console.complained.join("\n");
    assert!(told.contains("The program of bot1 ended before the match began: exit status: 3."), "{told}");
}

#[test]
fn what_is_wrong_is_told_before_anything_starts() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let inside = file.path().join("x").display().to_string();
    for (flags, told) in [
        (json!({"cols": 5}), "`cols` is 5: give a whole number from 6 to 64"),
        (json!({"rules": "v2025"}), "`rules` is \"v2025\": give \"official\" or \"v2024.0.8\""),
        (json!({"rules": "v2024.0.8", "seed": 1u64 << 32}), "2147483647"),
        (json!({"rules": "v2024.0.8", "seed": 2_147_483_647, "matches": 2, "port": 0}), "2147483647"),
        (json!({"fill": "nobody"}), "\"nobody\" is not one of"),
        (json!({"remote": 2}), "give --fill BOT"),
        (json!({"settings": inside}), inside.as_str()),
        (json!({"run": ["a", "b"], "players": 1}), "2 programs cannot have 1 seats"),
    ] {
        let error = run(&SERVE, &flags, &mut Kept::default()).unwrap_err();
        assert!(error.contains(told), "{flags}: {error}");
    }
    for flag in ["logs", "record"] {
        let mut console = Kept::default();
        assert_eq!(run(&SERVE, &json!({flag: inside}), &mut console), Ok(Exit::Unwritten));
        assert!(console.complained[0].starts_with(&format!("--{flag}: {inside} cannot be written: ")));
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut console = Kept::default();
    let flags = json!({"port": taken.local_addr().unwrap().port()});
    assert_eq!(run(&SERVE, &flags, &mut console), Ok(Exit::Wanting));
    assert!(console.complained[0].starts_with("cannot listen on 127.0.0.1:"), "{:?}", console.complained);
}

#[test]
fn a_server_that_is_stopped_or_waits_in_vain_says_so() {
    let mut console = Kept { stopped: true, ..Kept::default() };
    assert_eq!(run(&SERVE, &json!({"port": 0}), &mut console), Ok(Exit::Stopped));
    let mut console = Kept::default();
    assert_eq!(run(&SERVE, &json!({"port": 0, "bot_timeout": 50}), &mut console), Ok(Exit::Wanting));
    let why = "Only 0 out of 4 bots connected in time, runner is shutting down.";
    assert!(console.complained.iter().any(|line| line == why), "{:?}", console.complained);
}

#[test]
fn an_import_says_what_is_missing() {
    let mut console = Kept::default();
    assert_eq!(run(&IMPORT, &json!({}), &mut console), Ok(Exit::Unusable));
    let log = format!(" - Register,{},ana\n - Tick,1\n - Tick,2", id(1));
    for (ticks, told) in [(1, "the match is over after 1 ticks"), (3, "the log ends after 2 ticks")] {
        let mut console = Kept { reads: log.lines().map(String::from).collect(), ..Kept::default() };
        assert_eq!(run(&IMPORT, &json!({"ticks": ticks}), &mut console), Ok(Exit::Wanting));
        assert!(console.complained[0].starts_with(told), "{:?}", console.complained);
    }
    let mut console = Kept { reads: vec!["{}".into()], ..Kept::default() };
    assert_eq!(run(&EXPORT, &json!({}), &mut console), Ok(Exit::Unusable));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_was_started_sits_where_its_token_says() {
    // W13
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("note");
    let command = format!("echo $Token > {0}.part; mv {0}.part {0}; sleep 60", note.display());
    let programs = vec![command];
    let house = House::open(Config { programs, ..lockstep(2, 3) }).await;
    let other = tokio::spawn(Bot::join(house.address(), 7).await.play(7, |_| 1));
    let token = loop {
        match std::fs::read_to_string(&note) {
            Ok(token) => break token.trim().to_string(),
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(5)).await,
        }
    };
    let mut bot = Bot::connect(house.address()).await;
    bot.register(&token, "started").await;
    while bot.state().await.is_some() {
        bot.command(json!(1), &token).await;
    }
    other.await.unwrap();
    let (_, played) = house.end().await;
    let nicks: Vec<_> = played[0].standings.iter().map(|own| own.nick.as_str()).collect();
    assert_eq!(nicks, ["started", "bot 7"], "although the other came first");
}
