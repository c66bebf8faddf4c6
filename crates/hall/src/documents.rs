//! What the hall tells, as plain data: pages and JSON are made of the same.

use crate::live::Running;
use crate::refusal::Refusal;
use gridhaunt_kernel::face::{BotCard, Face};
use gridhaunt_kernel::settings::Field;
use gridhaunt_store::{EventId, MatchId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Game {
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// The fewest and the most seats.
    pub seats: [u8; 2],
    pub roles: Vec<Role>,
    pub settings: Vec<Setting>,
    pub bots: Vec<Bot>,
}

/// A kind of seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Role {
    pub name: String,
    pub about: String,
    /// Its goal, addressed to its player.
    pub goal: String,
    pub side: String,
}

/// A setting of a game, or an option of a bot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Setting {
    pub name: String,
    pub default: String,
    /// The values it may have, in words.
    pub allowed: String,
    pub about: String,
}

/// A bot of the engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Bot {
    pub name: String,
    pub about: String,
    pub options: Vec<Setting>,
}

/// An event, in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EventCard {
    pub id: i64,
    pub name: String,
    pub game: String,
    /// How pairings are made: `ladder`, `round-robin`, …
    pub kind: String,
    /// `running`, `paused`, `finished` or `cancelled`.
    pub state: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: i64,
    pub entrants: u64,
    /// Whether it is one that teams may submit bots to, if not now.
    pub has_board: bool,
    /// Whether teams may submit bots to it now.
    pub takes_bots: bool,
    /// When it takes no more bots, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Since when the public sees the board as it was then.
    pub frozen_since: Option<i64>,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MatchCard {
    /// `BLOCK.NUMBER`.
    pub id: String,
    pub event: i64,
    pub event_name: String,
    pub game: String,
    /// The map of the event.
    pub map: String,
    pub places: Vec<Place>,
    /// Why it ended.
    pub reason: String,
    /// What stopped it before its end, if something did.
    pub stopped: Option<String>,
    /// How many attempts were void before.
    pub voids: u32,
    pub steps: u64,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// The level of the sandbox; empty if no program took part.
    pub sandbox: String,
    pub machine: String,
    /// When it was written, in milliseconds since 1970.
    pub written_at: i64,
    /// Whether its replay is there.
    pub replay: bool,
    /// The seats whose transcripts who asks may read.
    pub transcripts: Vec<u8>,
}

/// An entrant at a place of a match.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Place {
    /// The name of the place.
    pub place: String,
    /// Its number in the event.
    pub entrant: u32,
    pub name: String,
    pub points: f64,
    pub rank: u16,
    pub score: f64,
    /// How many choices it made on a clock.
    pub choices: u64,
    pub mean_us: u64,
    pub worst_us: u64,
    /// Its faults by verdict.
    pub faults: BTreeMap<String, u64>,
}

/// Some matches of an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Matches {
    /// How many there are in all.
    pub all: u64,
    /// From 1.
    pub page: u64,
    pub pages: u64,
    /// The newest first.
    pub matches: Vec<gridhaunt_events::results::Match>,
}

/// A match of people that is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableCard {
    pub id: i64,
    pub game: String,
    /// Who sat where: `human`, or a bot of the house.
    pub seats: Vec<String>,
    /// How long people could think, as B10 writes it: `60s+120s` is a turn and a bank.
    pub clock: String,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: i64,
    /// When it was over.
    pub ended_at: Option<i64>,
    /// What came of it.
    pub result: String,
    pub steps: u64,
    /// Whether its replay is there.
    pub replay: bool,
}

/// Some matches of people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableCards {
    /// How many there are in all.
    pub all: u64,
    /// From 1.
    pub page: u64,
    pub pages: u64,
    /// The newest first.
    pub tables: Vec<TableCard>,
}

/// A match that is played now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LiveCard {
    pub id: String,
    pub event: i64,
    /// The entrants by place, by their numbers in the event.
    pub entrants: Vec<u32>,
    /// The seats with their players.
    pub seats: Vec<String>,
    pub steps: u64,
    pub over: bool,
}

/// What an organiser announced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Announced {
    pub id: i64,
    pub words: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Who asks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Me {
    pub organiser: bool,
    pub team: Option<String>,
}

/// A team, as organisers see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TeamCard {
    pub id: i64,
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: i64,
    /// Since when it submits nothing more.
    pub closed_at: Option<i64>,
    /// How many bots it submitted.
    pub submissions: u64,
    /// How far the last of them is: `waiting`, `checking`, `fit` or `unfit`.
    pub last: Option<String>,
}

/// A bot that was submitted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Submitted {
    pub id: i64,
    pub team: String,
    pub event: i64,
    /// From 1.
    pub version: u32,
    /// The name that the bot's manifest gives it.
    pub name: String,
    /// The digest of its files.
    pub digest: String,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
    /// `waiting`, `checking`, `fit` or `unfit`.
    pub state: String,
    /// What `check` found: objects with `check`, `result` (`pass`, `warn`, `fail`), `words` and more.
    pub report: Vec<Value>,
    /// Its number in the event, if it takes part.
    pub entrant: Option<u32>,
}

/// How many matches are listed at once.
pub(crate) const PAGE: usize = 100;

fn settings(fields: &[Field]) -> Vec<Setting> {
    let setting = |field: &Field| Setting {
        name: field.name.into(),
        default: field.default(),
        allowed: field.allowed(),
        about: field.about.into(),
    };
    fields.iter().map(setting).collect()
}

impl Game {
    pub(crate) fn of(game: &dyn Face) -> Self {
        let info = game.info();
        let bot = |bot: BotCard| Bot { name: bot.name.into(), about: bot.about.into(), options: settings(bot.options) };
        let role = |role: &gridhaunt_kernel::info::Role| Role {
            name: role.name.into(),
            about: role.about.into(),
            goal: role.goal.into(),
            side: role.side.into(),
        };
        Self {
            name: info.name.into(),
            title: info.title.into(),
            about: info.about.into(),
            seats: info.seats.into(),
            roles: info.roles.iter().map(role).collect(),
            settings: settings(game.fields()),
            bots: game.bots().into_iter().map(bot).collect(),
        }
    }
}

impl From<&Running> for LiveCard {
    fn from(running: &Running) -> Self {
        Self {
            id: running.id.to_string(),
            event: running.event.0,
            entrants: running.entrants.clone(),
            seats: running.names.clone(),
            steps: running.steps(),
            over: running.is_over(),
        }
    }
}

/// The number of an event in an address.
pub(crate) fn event_id(word: &str) -> Result<EventId, Refusal> {
    word.parse().map(EventId).map_err(|_| Refusal::missing("event", word))
}

/// The number of a table in an address.
pub(crate) fn table_id(word: &str) -> Result<i64, Refusal> {
    word.parse().map_err(|_| Refusal::missing("table", word))
}

/// The number of a match in an address.
pub(crate) fn match_id(word: &str) -> Result<MatchId, Refusal> {
    word.parse().map_err(|_| Refusal::missing("match", word))
}
