//! What is kept, as plain values (A18).

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use std::fmt;
use std::str::FromStr;

/// The number of an event in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub i64);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A match: its block and its number there. It reads and prints as `BLOCK.NUMBER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchId {
    /// The block.
    pub block: i64,
    /// The place in the block's list of arrangements.
    pub number: u32,
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.block, self.number)
    }
}

impl FromStr for MatchId {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let parts = text.split_once('.').and_then(|(block, number)| Some((block.parse().ok()?, number.parse().ok()?)));
        let (block, number) =
            parts.ok_or_else(|| Invalid::new("match", brief(&Value::from(text)), "BLOCK.NUMBER, as 12.0"))?;
        Ok(Self { block, number })
    }
}

/// Whether an event goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Blocks are handed out.
    #[default]
    Running,
    /// Nothing is handed out until somebody continues it.
    Paused,
    /// All was played.
    Finished,
    /// Somebody ended it.
    Cancelled,
}

impl State {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Running, Self::Paused, Self::Finished, Self::Cancelled];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing more will be played; only then the secret is told (A3).
    #[must_use]
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled)
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// An event to be made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewEvent {
    /// Its name, for people.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The version of the game's generator.
    pub generator: u32,
    /// The kind: `duel`, `round-robin` …
    pub kind: String,
    /// The resolved spec, JSON.
    pub spec: String,
    /// What seeds are made from (A3).
    pub secret: [u8; 32],
    /// Who takes part from the beginning.
    pub entrants: Vec<NewEntrant>,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its number in this store.
    pub id: EventId,
    /// Its name in all stores: an event that was exported has the same there.
    pub uid: String,
    /// Its name, for people.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The version of the game's generator.
    pub generator: u32,
    /// The kind: `duel`, `round-robin` …
    pub kind: String,
    /// The resolved spec, JSON.
    pub spec: String,
    /// What seeds are made from (A3).
    pub secret: [u8; 32],
    /// Whether it goes on.
    pub state: State,
    /// How many matches at once, where somebody set it.
    pub concurrency: Option<u32>,
    /// Grows with every extension of the plan.
    pub plan_version: u64,
    /// The planner's own text.
    pub plan_state: String,
    /// Grows whenever a block is added, done or struck.
    pub change: i64,
    /// When it was made, in milliseconds since 1970 by the database's clock.
    pub created_at: i64,
    /// When it was finished or cancelled.
    pub closed_at: Option<i64>,
}

/// An entrant who joins an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEntrant {
    /// The name that is shown.
    pub name: String,
    /// What it is (B3): the same text is the same entrant.
    pub identity: String,
    /// The digest of a program's files.
    pub digest: Option<String>,
    /// Its options, JSON.
    pub options: String,
    /// The words it was given by.
    pub words: String,
    /// A program's files as one zstd archive, kept once for all events that have this digest.
    pub archive: Option<Vec<u8>>,
}

/// An entrant of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its number in the event, by order of joining.
    pub number: u32,
    /// The name that is shown.
    pub name: String,
    /// What it is (B3).
    pub identity: String,
    /// The digest of a program's files.
    pub digest: Option<String>,
    /// Its options, JSON.
    pub options: String,
    /// The words it was given by.
    pub words: String,
    /// How many blocks were planned when it joined.
    pub joined_at_block: u64,
    /// Why it plays no more, if so.
    pub benched: Option<String>,
}

/// A block to be played (A2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewBlock {
    /// What it is in the plan: `round 3`, `final`.
    pub label: String,
    /// The map: which of the event's sets of settings.
    pub map: u32,
    /// The number that its seed was made with (A3).
    pub k: u64,
    /// The seed of all its matches.
    pub seed: u64,
    /// Entrants by place, one list a match.
    pub arrangements: Vec<Vec<u32>>,
}

/// How far a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockState {
    /// Not all matches are written: it counts nothing yet.
    Open,
    /// All matches are written.
    Done,
    /// It will not be played.
    Struck,
}

impl BlockState {
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Done => 1,
            Self::Struck => 2,
        }
    }

    pub(crate) fn of(number: i64) -> Option<Self> {
        [Self::Open, Self::Done, Self::Struck].into_iter().find(|state| state.number() == number)
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Struck => "struck",
        }
    }
}

/// A block as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number in this store; later ones are larger.
    pub id: i64,
    /// The event.
    pub event: EventId,
    /// What it is in the plan.
    pub label: String,
    /// The map.
    pub map: u32,
    /// The number that its seed was made with.
    pub k: u64,
    /// The seed of all its matches.
    pub seed: u64,
    /// Entrants by place, one list a match.
    pub arrangements: Vec<Vec<u32>>,
    /// How far it is.
    pub state: BlockState,
    /// The event's count of changes when this block was last changed.
    pub change: i64,
    /// Points by entrant, of a block that is done.
    pub points: Vec<(u32, f64)>,
    /// Why it was struck.
    pub why: Option<String>,
}

/// The points of a block that is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockResult {
    /// Points by entrant.
    pub points: Vec<(u32, f64)>,
}

/// What proves that a block is ours to play: a later holder has a larger number, and writes with a smaller one are
/// refused (A20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaseKey {
    /// The block.
    pub block: i64,
    /// The lease's number.
    pub number: i64,
}

/// A block that was handed out.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// What writes need.
    pub key: LeaseKey,
    /// The block.
    pub block: Block,
    /// Its matches that an earlier holder wrote; they stay.
    pub written: Vec<MatchRow>,
}

/// How long a place thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How many choices.
    pub choices: u64,
    /// All of them together, in microseconds.
    pub total_us: u64,
    /// The longest, in microseconds.
    pub worst_us: u64,
}

/// A match that was played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewMatch {
    /// The place in the block's list of arrangements.
    pub number: u32,
    /// Entrants by place.
    pub entrants: Vec<u32>,
    /// Points by place (A4).
    pub points: Vec<f64>,
    /// Ranks by place.
    pub ranks: Vec<u16>,
    /// The game's scores by place.
    pub scores: Vec<f64>,
    /// The outcome, JSON.
    pub outcome: String,
    /// Why it ended.
    pub reason: String,
    /// What stopped it before its end, if something did.
    pub stopped: Option<String>,
    /// Place, verdict, how often.
    pub faults: Vec<(u32, String, u64)>,
    /// Times by place.
    pub times: Vec<Times>,
    /// How many attempts were void before.
    pub voids: u32,
    /// How many steps.
    pub steps: u64,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// The level of the sandbox.
    pub sandbox: String,
    /// The machine.
    pub machine: String,
    /// The replay, zstd.
    pub replay: Vec<u8>,
    /// The replay's seal.
    pub seal: [u8; 32],
    /// Transcripts by seat, zstd.
    pub transcripts: Vec<(u8, Vec<u8>)>,
}

/// A match as it is kept, without its replay.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Block and number.
    pub id: MatchId,
    /// The event.
    pub event: EventId,
    /// The map.
    pub map: u32,
    /// The seed.
    pub seed: u64,
    /// Entrants by place.
    pub entrants: Vec<u32>,
    /// Points by place (A4).
    pub points: Vec<f64>,
    /// Ranks by place.
    pub ranks: Vec<u16>,
    /// The game's scores by place.
    pub scores: Vec<f64>,
    /// The outcome, JSON.
    pub outcome: String,
    /// Why it ended.
    pub reason: String,
    /// What stopped it before its end, if something did.
    pub stopped: Option<String>,
    /// Place, verdict, how often.
    pub faults: Vec<(u32, String, u64)>,
    /// Times by place.
    pub times: Vec<Times>,
    /// How many attempts were void before.
    pub voids: u32,
    /// How many steps.
    pub steps: u64,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// The level of the sandbox.
    pub sandbox: String,
    /// The machine.
    pub machine: String,
    /// The replay's seal.
    pub seal: [u8; 32],
    /// When it was written, in milliseconds since 1970 by the database's clock.
    pub written_at: i64,
}

/// What came of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is in the store.
    Yes,
    /// This match was there already: nothing was changed.
    Already,
    /// The block is not ours any more: nothing was changed.
    LeaseLost,
}

/// An attempt that gave no result: void, or an entrant that was not fit to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewAttempt {
    /// The match's number in its block.
    pub number: u32,
    /// The entrant whose fault it was, if it was one's.
    pub entrant: Option<u32>,
    /// What it was: `void`, `unfit`.
    pub what: String,
    /// Why.
    pub why: String,
    /// The machine.
    pub machine: String,
    /// How long it took, in microseconds.
    pub took_us: u64,
}

/// An attempt as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Which match.
    pub id: MatchId,
    /// The number of the lease it was made under.
    pub lease: i64,
    /// The entrant whose fault it was, if it was one's.
    pub entrant: Option<u32>,
    /// What it was.
    pub what: String,
    /// Why.
    pub why: String,
    /// The machine.
    pub machine: String,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// When, in milliseconds since 1970 by the database's clock.
    pub at: i64,
}
