//! `gridhaunt snarl local`: one to four players share a terminal (R56).

use super::{Crawl, Turn, hand, leave};
use gridhaunt_console::{Console, Exit, Page, Tool};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{SEED, read_seed};
use gridhaunt_snarl::seen::Seen;
use gridhaunt_snarl::state::End;
use gridhaunt_snarl::stream::Levels;
use gridhaunt_snarl::view::{RosterEntry, View};
use gridhaunt_snarl::{Action, Event, Snarl, World};
use serde_json::json;
use std::time::SystemTime;

/// The file that is read if none is named.
const LEVELS: &str = "snarl.levels";

gridhaunt_kernel::settings! {
    /// What is asked.
    struct Flags {
        /// The levels to play
        levels: String = LEVELS.into(), text "a .levels file";
        /// How many play
        players: Option<u64> = None, in 1..=4, shown "1, or one for each name";
        /// The level to start at
        start: u64 = 1, in 1..=64;
        /// Show the whole board after every act instead of what a player sees
        observe: bool = false;
        /// What they are called
        names: Option<String> = None, text "A,B, each 1 to 32 letters and digits", shown "player1,player2,...";
        /// The seed of the game
        seed: Option<u64> = None, kind SEED, shown "from the clock", read read_seed;
        /// The last round of a level, 0 for none
        max_rounds: u64 = 0, in 0..=1_000_000;
        /// Where the replay goes
        record: Option<String> = None, text "a .jsonl or .jsonl.zst file", shown "none";
    }
}

/// The name of these players in records.
const PERSON: &str = "human";

/// The command `gridhaunt snarl local`.
pub static TOOL: Tool = Tool {
    name: "local",
    also: &["localSnarl"],
    about: "Play at this terminal, alone or with others",
    example: "gridhaunt snarl generate > snarl.levels && gridhaunt snarl local --names ana,bo",
    flags: Flags::FIELDS,
    reads: None,
    run,
};

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let flags = Flags::from_flags(flags)?;
    let Flags { players, start, max_rounds, observe, .. } = flags;
    let names: Option<Vec<&str>> = flags.names.as_deref().map(|names| names.split(',').map(str::trim).collect());
    let (seed, file) = (flags.seed.unwrap_or_else(clock), flags.levels.as_str());

    let mut settings = json!({
        "players": players.unwrap_or(names.as_ref().map_or(1, |names| names.len() as u64)),
        "start_level": start,
        "max_rounds": max_rounds,
        "levels": levels(file, console)?,
    });
    if let Some(names) = names {
        settings["names"] = json!(names);
    }
    let mut crawl = Crawl::new(&settings, seed).map_err(|error| of_flag(error, file))?.recorded(PERSON);
    let record = flags.record.as_deref();
    if let Some(path) = record {
        console.write(path, crawl.record().unwrap_or_default().as_bytes())?; // Before anybody plays for nothing.
    }
    console.complain(&format!("seed {seed}"));
    let verdict = play(&mut crawl, observe, console);
    if let Some(path) = record {
        console.write(path, crawl.record().unwrap_or_default().as_bytes())?;
        console.complain(&format!("replay {path}"));
    }
    Ok(verdict)
}

/// A seed from the clock, for a game without a given seed.
#[must_use]
pub fn clock() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64)
}

/// The levels of a file in the form that settings need (R47); prints warnings.
pub fn levels(file: &str, console: &mut dyn Console) -> Result<Value, Invalid> {
    let text = console.file(file).map_err(|error| match &error.words {
        Some(words) if file == LEVELS => {
            let words =
                format!("{words}; `gridhaunt snarl generate > {LEVELS}` draws some, --levels FILE names others");
            error.says(words)
        }
        _ => error,
    })?;
    let Levels { levels, warnings } = Levels::read(file, &text)?;
    warnings.iter().for_each(|warning| console.complain(warning));
    Ok(json!(levels))
}

/// Changes an error so that it names the flag that the setting came from, or the file of the level.
#[must_use]
pub fn of_flag(mut error: Invalid, file: &str) -> Invalid {
    if error.field == "start_level" {
        error.field = "start".into();
    } else if error.field.starts_with("names") {
        error.field = "names".into();
    } else if error.field.starts_with("levels") {
        error.field = format!("{file}: {}", error.field);
    }
    error
}

fn play(crawl: &mut Crawl, observe: bool, console: &mut dyn Console) -> Exit {
    let mut party = Party::new(crawl.standings().len());
    if observe {
        show(crawl, console);
    }
    loop {
        party.look(crawl);
        let events = match crawl.turn() {
            Turn::Over => break,
            Turn::Adversary => crawl.haunt().to_vec(),
            Turn::Player(seat) => {
                let View::PlayerView(view) = crawl.view(seat) else { break };
                let board = observe.then(|| Scene { panel: Vec::new(), ..scene(crawl) });
                let action = hand(console, &view, seat, party.seen(seat), board.as_ref(), None);
                if console.stopped() {
                    return Exit::Stopped;
                }
                crawl.act(action.unwrap_or(Action::Forfeit)).to_vec()
            }
        };
        for event in &events {
            happened(crawl.world(), event).iter().for_each(|line| console.say(line));
            party.heed(crawl, event, console);
        }
        if observe {
            show(crawl, console);
        }
    }
    let lines = ending(crawl);
    lines.iter().for_each(|line| console.say(line));
    party.part(crawl, console, &lines[0]);
    Exit::Fine
}

/// What the players have seen, and who left a level last.
struct Party {
    seen: Vec<Seen>,
    last: Option<(Seat, String)>,
}

impl Party {
    fn new(players: usize) -> Self {
        Self { seen: vec![Seen::default(); players], last: None }
    }

    fn seen(&self, seat: Seat) -> &Seen {
        &self.seen[seat.index() % self.seen.len()]
    }

    /// Adds what each player sees now to what that player has seen.
    fn look(&mut self, crawl: &Crawl) {
        for (seen, seat) in self.seen.iter_mut().zip((0..).map(Seat)) {
            if let View::PlayerView(view) = crawl.view(seat) {
                seen.look(view.level, &view.sight);
            }
        }
    }

    /// Prints who was expelled, and remembers who left last. At the end of a level that is not the last, keeps that
    /// player's last view on the screen.
    fn heed(&mut self, crawl: &Crawl, event: &Event, console: &mut dyn Console) {
        let name = |player: Seat| crawl.world().player_name(player);
        match *event {
            Event::Expelled { player, by } => {
                let why = match by {
                    Some(by) => format!("{by} expelled {}", name(player)),
                    None => format!("{} left the game", name(player)),
                };
                console.remark(&why);
                self.last = Some((player, why));
            }
            Event::Exited { player } => self.last = Some((player, format!("{} left by the exit", name(player)))),
            Event::Stranded { player } => {
                self.last = Some((player, format!("time is up, {} was left behind", name(player))));
            }
            Event::LevelEnded { level, .. } if crawl.turn() != Turn::Over => {
                self.part(crawl, console, &format!("Level {level} is over."));
            }
            _ => {}
        }
    }

    /// Shows the last view of the player that left last.
    fn part(&self, crawl: &Crawl, console: &mut dyn Console, what: &str) {
        let Some((seat, why)) = &self.last else { return };
        if let View::PlayerView(view) = crawl.view(*seat) {
            leave(console, &view, *seat, self.seen(*seat), &format!("{what} At last: {why}."));
        }
    }
}

fn scene(crawl: &Crawl) -> Scene {
    Snarl::scene(crawl.world(), crawl.state(), &[])
}

/// Shows the whole board, with its heading.
fn show(crawl: &Crawl, console: &mut dyn Console) {
    let (world, state) = (crawl.world(), crawl.state());
    let (heading, text) = (Snarl::heading(world, state).unwrap_or_default(), Snarl::drawing(world, state));
    let scene = scene(crawl);
    let (heading, text) = (heading.as_str(), text.as_str());
    console.show(&Page {
        heading,
        text,
        scene: &scene,
        aside: None,
        prompt: "",
        goal: "",
        keys: &[],
        again: false,
        settled: None,
    });
}

/// The sentence for an event that the players should read; none for other events.
fn happened(world: &World, event: &Event) -> Option<String> {
    let (player, what) = match *event {
        Event::KeyTaken { player } => (player, "found the key"),
        Event::Expelled { player, .. } => (player, "was expelled"),
        Event::Exited { player } => (player, "exited"),
        Event::Stranded { player } => (player, "was stranded"),
        _ => return None,
    };
    Some(format!("Player {} {what}", world.player_name(player)))
}

/// The result, and all players by rank (R28).
fn ending(crawl: &Crawl) -> Vec<String> {
    let state = crawl.state();
    let mut lines = vec![match state.end {
        Some(End::Won) => "The game is won.".to_string(),
        _ => format!("The game is lost on level {}.", state.level + 1),
    }];
    let score = |entry: &RosterEntry| (entry.exits, entry.keys);
    let players = crawl.standings();
    for entry in &players {
        let rank = 1 + players.iter().filter(|other| score(other) > score(entry)).count();
        let RosterEntry { name, exits, keys, ejects, .. } = entry;
        lines.push(format!("{rank}. {name}: exits {exits}, keys {keys}, ejects {ejects}"));
    }
    lines
}
