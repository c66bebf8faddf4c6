//! The files of `docs/protocol` that say how host and bot speak (B4 to B7): the schemas of the messages are those of the
//! types, and the dialogues are what the host says to a bot that says what it says there. With `INSTA_UPDATE=always` the
//! schemas, and the host's part of the dialogues, are written instead:
//! `INSTA_UPDATE=always cargo test -p gridhaunt-host --test dialogues`.
#![cfg(target_os = "linux")]

mod common;

use common::{LONG, folder};
use gridhaunt_host::host::{Host, Terms};
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::{Facts, Panel, Taken};
use gridhaunt_host::protocol::{Choice, FromBot, ToBot};
use gridhaunt_host::running::Judge;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::fault::{Policy, Standings};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::schema::{document, message};
use gridhaunt_testing::{Strict, hold_file};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol").join(file)
}

fn text(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn the_schemas_of_the_messages_are_in_the_docs() {
    for (file, schema) in
        [("messages/host.json", document::<ToBot<'_>>("ToBot")), ("messages/bot.json", message::<FromBot>("FromBot"))]
    {
        hold_file(&path(file), &format!("{schema:#}\n"));
    }
}

/// One dialogue: how its matches are set up. The bot's part is in the file.
struct Dialogue {
    file: &'static str,
    game: &'static str,
    settings: Value,
    /// The seat of the bot.
    seat: u8,
    clock: &'static str,
    policy: Policy,
    matches: u64,
}

impl Dialogue {
    fn new(file: &'static str, game: &'static str, settings: Value, seat: u8) -> Self {
        Self { file, game, settings, seat, clock: "10s", policy: Policy::default(), matches: 1 }
    }
}

fn dialogues() -> Vec<Dialogue> {
    let maze = json!({"width": 5, "height": 3, "mud": [[1, 0, 2, 0, 3]], "walls": [[2, 1, 2, 2]],
        "cheese": [[2, 0], [2, 1], [4, 0], [0, 2], [2, 2]], "start": [[0, 0], [4, 2]], "max_turns": 6});
    let faults = Dialogue::new("faults", "pyrat", maze.clone(), 0);
    let farm = json!({"rows": 12, "cols": 12, "player_window_size": 4, "max_ticks": 4});
    vec![
        Dialogue::new("pyrat", "pyrat", maze.clone(), 0),
        Dialogue::new("tag", "tag", json!({"width": 5, "height": 4, "max_rounds": 4, "survivors": 2, "killers": 1}), 0),
        Dialogue::new("ghost-grid", "ghost-grid", json!({"preset": "tiny"}), 0),
        Dialogue::new(
            "snarl",
            "snarl",
            json!({"players": 1, "max_rounds": 4, "generate": {"levels": 1, "rooms": 2}}),
            0,
        ),
        Dialogue::new("sproutopia", "sproutopia", farm.clone(), 1),
        Dialogue { clock: "2s", ..faults },
        Dialogue { policy: Policy { strict: true, strikes: 5 }, ..Dialogue::new("out", "sproutopia", farm, 0) },
        Dialogue { matches: 2, ..Dialogue::new("reuse", "pyrat", maze, 1) },
    ]
}

#[test]
fn the_host_says_what_the_dialogues_say() {
    for dialogue in dialogues() {
        let file = format!("dialogues/{}.jsonl", dialogue.file);
        hold_file(&path(&file), &play(&dialogue, &text(&file)));
    }
}

/// Says what the file says, after it has heard as many lines as the file has there, with the ids that it heard; writes
/// down what was really said.
const BOT: &str = r#"
import json, sys
ids, said = {}, open("said.jsonl", "a", encoding="utf-8", buffering=1)
def keep(**entry): said.write(json.dumps(entry) + "\n")
for line in open("dialogue.jsonl", encoding="utf-8"):
    entry = json.loads(line)
    if "host" in entry:
        heard = sys.stdin.readline()
        if not heard: break
        heard = json.loads(heard)
        keep(host=heard)
        ids[entry["host"].get("id")] = heard.get("id")
        continue
    if not isinstance(entry["bot"], str) and "id" in entry["bot"]:
        entry["bot"]["id"] = ids.get(entry["bot"]["id"], entry["bot"]["id"])
    keep(**entry)
    print(entry["bot"] if isinstance(entry["bot"], str) else json.dumps(entry["bot"]), flush=True)
sys.stdin.read()
"#;

/// Plays the matches of a dialogue with a bot that says its part; returns what went both ways.
fn play(dialogue: &Dialogue, text: &str) -> String {
    let home = folder();
    let [bot, part, said] = ["bot.py", "dialogue.jsonl", "said.jsonl"].map(|file| home.path().join(file));
    let python = if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" };
    let manifest = format!("name = \"fiend\"\nrun = [\"{python}\", \"bot.py\"]\n");
    fs::write(home.path().join("bot.toml"), manifest).unwrap();
    fs::write(bot, BOT).unwrap();
    fs::write(part, text).unwrap();
    fs::write(&said, "").unwrap();
    // A bot of a host that is root has an uid of its own.
    fs::set_permissions(&said, PermissionsExt::from_mode(0o666)).unwrap();
    let program = Arc::new(Program::find(&home.path().to_string_lossy()).unwrap());
    let terms = Terms { clock: dialogue.clock.parse().unwrap(), first: LONG, ..Terms::default() };
    let host = Arc::new(Host::new(terms));
    let begun = Instant::now();
    for seed in 1..=dialogue.matches {
        one_match(dialogue, &host, &program, seed);
        // The end of a match is not answered.
        let ends = || fs::read_to_string(&said).unwrap().matches("\"type\": \"end\"").count() as u64;
        while ends() < seed {
            assert!(begun.elapsed() < LONG, "{}: the bot did not hear of the end", dialogue.file);
            thread::sleep(Duration::from_millis(5));
        }
    }
    Names::default().written(&fs::read_to_string(&said).unwrap())
}

/// Plays one match against built-in bots.
fn one_match(dialogue: &Dialogue, host: &Arc<Host>, program: &Arc<Program>, seed: u64) {
    let registry = gridhaunt_roster::registry();
    let opened = registry.find(dialogue.game).unwrap().open(&dialogue.settings).unwrap();
    let mut session = opened.begin(seed).unwrap();
    let own = Seat(dialogue.seat);
    let seats: Vec<Seat> = (0..session.seats()).map(|seat| Seat(seat as u8)).collect();
    let uniform = |&seat: &Seat| opened.player("uniform", &Map::new(), seed, seat).unwrap();
    let mut others: Vec<Box<dyn Player>> = seats.iter().map(uniform).collect();
    let mut standings = Standings::new(dialogue.policy, (0..seats.len() as u8).collect());

    let taken = Taken { seat: own.0, program: program.clone(), options: json!({"depth": 4}), entrant: own.0 };
    let mut panel = Panel::open(host.clone(), seed, dialogue.game, vec![taken], false);
    let info = session.info();
    let name = |&seat: &Seat| Some(if seat == own { "fiend" } else { "uniform" });
    let facts = Facts {
        game: info.name,
        rules: info.rules_version,
        roles: seats.iter().map(|&seat| info.role_name(session.role(seat))).collect(),
        names: seats.iter().map(name).collect(),
    };
    panel.start(own.0, &facts, &session.start(own), &session.view(own));
    for (seat, other) in seats.iter().zip(&mut others).filter(|(seat, _)| **seat != own) {
        other.start(session.as_ref(), *seat);
    }
    assert_eq!(panel.ready(own.0), None, "{}", dialogue.file);
    while !session.phase().is_over() {
        let asked: Vec<Seat> = session.phase().seats().iter_from(session.first_to_arrive()).collect();
        let mut choices = Vec::new();
        for seat in asked {
            let code = if seat != own {
                others[seat.index()].choose(session.as_ref(), seat)
            } else if standings.is_out(own) {
                None
            } else {
                ask(&mut panel, session.as_ref(), own, &mut standings)
            };
            choices.extend(code.map(|code| (seat, code)));
        }
        session.step(&choices);
    }
    panel.end(own.0, &session.view(own), &serde_json::to_string(&session.outcome()).unwrap());
    panel.close(false);
}

/// Asks the bot, as a match does.
fn ask(panel: &mut Panel, session: &dyn Session, seat: Seat, standings: &mut Standings) -> Option<u64> {
    let legal = session.legal(seat).into_iter().map(|code| session.action(code)).collect::<Value>().to_string();
    let legal = |line: &mut Vec<u8>| line.extend_from_slice(legal.as_bytes());
    panel.ask(seat.0, session.steps(), |_| false, |line| line.extend_from_slice(session.view(seat).as_bytes()), legal);
    let judge = |_: u8, choice: &Choice| {
        let code = match &choice.action {
            Some(action) => session.read_action(action).ok()?,
            None => *session.legal(seat).get(choice.place()?)?,
        };
        session.allows(seat, code).then_some(code)
    };
    let (code, report) = panel.collect(seat.0, Judge { code: &judge, allowed: &|_| String::new() });
    panel.played(seat.0, code.map_or(Value::Null, |code| session.action(code)));
    if standings.judge(seat, report.verdict, session.steps()) {
        panel.out(seat.0);
    }
    code
}

/// Names in place of what differs from match to match.
#[derive(Default)]
struct Names {
    ids: BTreeMap<String, String>,
    matches: u32,
}

impl Names {
    /// What was said, with these names.
    fn written(mut self, said: &str) -> String {
        let mut text = String::new();
        for line in said.lines() {
            let mut entry: Value = serde_json::from_str(line).unwrap();
            for (who, from_host) in [("host", true), ("bot", false)] {
                if let Some(said) = entry.get_mut(who) {
                    *said = self.plain(said.take(), from_host);
                }
            }
            let _ = writeln!(text, "{entry}");
        }
        text
    }

    fn plain(&mut self, mut said: Value, from_host: bool) -> Value {
        let Value::Object(fields) = &mut said else { return said };
        if let Some(Value::String(id)) = fields.get_mut("id") {
            let number = self.ids.len() + 1;
            let known = if from_host && *id != "late" {
                self.ids.entry(id.clone()).or_insert_with(|| number.to_string())
            } else {
                self.ids.get(id).unwrap_or(id)
            };
            *id = known.clone();
        }
        if from_host && fields["type"] == "hello" {
            fields["host"] = "gridhaunt".into();
        }
        if from_host && fields["type"] == "start" {
            self.matches += 1;
            fields["match"] = format!("match {}", self.matches).into();
            fields["seed"] = "11400714819323198485".into();
        }
        if let Some(Value::Object(last)) = fields.get_mut("last") {
            last["used_ms"] = 1.5.into();
        }
        said
    }
}

/// The schema in a file.
fn schema(file: &str) -> Strict {
    let schema = serde_json::from_str(&text(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    Strict::new(schema).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn every_line_of_a_dialogue_is_as_its_schema_says() {
    let (host, bot, outcome) = (schema("messages/host.json"), schema("messages/bot.json"), schema("outcome.json"));
    for dialogue in dialogues() {
        let of = |what: &str| schema(&format!("{}.{what}.json", dialogue.game));
        let (start, view, action) = (of("start"), of("view"), of("action"));
        let text = text(&format!("dialogues/{}.jsonl", dialogue.file));
        assert!(text.contains("\"type\":\"end\""), "{} has an end", dialogue.file);
        for (number, line) in (1..).zip(text.lines()) {
            let hold = |schema: &Strict, part: &Value| {
                assert_eq!(schema.check(part), Ok(()), "{}.jsonl:{number}: {part}", dialogue.file);
            };
            let entry: Value = serde_json::from_str(line).unwrap();
            match (entry.get("host"), entry.get("bot")) {
                (Some(said), None) => {
                    hold(&host, said);
                    said.get("start").into_iter().for_each(|part| hold(&start, part));
                    said.get("view").into_iter().for_each(|part| hold(&view, part));
                    said.get("outcome").into_iter().for_each(|part| hold(&outcome, part));
                    let legal = said.get("legal").and_then(Value::as_array).into_iter().flatten();
                    legal.for_each(|part| hold(&action, part));
                }
                // A text is a line that is no message.
                (None, Some(Value::String(_))) => {}
                (None, Some(said)) => hold(&bot, said),
                _ => panic!("{}.jsonl:{number}: {line}", dialogue.file),
            }
        }
    }
}
