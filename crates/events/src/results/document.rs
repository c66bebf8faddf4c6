//! The results of an event as one document (A12): plain data that every output is made of. Its form is stable: fields are
//! added, never changed, and [`SCHEMA`] is raised if one must be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the form of the document.
pub const SCHEMA: u32 = 1;

/// The results of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// The version of this form.
    pub schema: u32,
    /// What was played, and how far it is.
    pub event: Card,
    /// What decides the order of the standings, in words, the most important first.
    pub order: Vec<String>,
    /// The entrants, best first.
    pub standings: Vec<Standing>,
    /// The points of entrants against each other. Pairs that never met are left out.
    pub cross: Vec<Meeting>,
    /// The points on every map; empty if there is only one.
    pub maps: Vec<MapTable>,
    /// The points in every role; empty if all places are alike.
    pub roles: Vec<RoleTable>,
    /// The tree of a bracket.
    pub bracket: Option<Bracket>,
    /// The rounds of a Swiss event.
    pub rounds: Vec<Round>,
    /// The matches, in the order of their blocks.
    pub matches: Vec<Match>,
}

/// What was played, and how far it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Card {
    pub id: i64,
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The name of the game, for people.
    pub title: String,
    /// The version of its rules.
    pub rules: u32,
    /// How pairings are made: `round-robin`, `swiss`, …
    pub kind: String,
    /// How far it is: `running`, `stopped` (it can go on, and nobody plays it), `paused`, `finished` or `cancelled`.
    pub state: String,
    /// The settings of every map, in words.
    pub maps: Vec<String>,
    /// The names of the places at a table.
    pub places: Vec<String>,
    /// Whether points come from ranks or from scores: `rank` or `score`.
    pub by: String,
    /// The clock of programs, in words.
    pub clock: String,
    /// The sandboxes that programs were held in.
    pub sandboxes: Vec<String>,
    /// The machines that matches were played on.
    pub machines: Vec<String>,
    /// When it was made, as text in UTC.
    pub created: String,
    pub blocks_done: u64,
    /// All blocks, done and to come, without those that were struck; where nobody knows, those of the plan so far.
    pub blocks_planned: u64,
    /// Whether the plan grows with the results, so that the blocks to come are not all known.
    pub open: bool,
    pub matches_played: u64,
    /// Blocks that will never be played.
    pub struck: Vec<Struck>,
    /// Attempts at a match that counted nothing, because the machine was at fault.
    pub voids: u64,
    /// The secret that seeds were made of, as hexadecimal digits; told when the event is over (A3).
    pub secret: Option<String>,
    /// The answer of a duel.
    pub verdict: Option<String>,
}

/// A block that will never be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Struck {
    pub block: i64,
    pub label: String,
    pub entrants: Vec<u32>,
    pub why: String,
}

/// How one entrant stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Standing {
    /// From 1; entrants that nothing tells apart share a place.
    pub place: u32,
    /// Its number in the event.
    pub entrant: u32,
    pub name: String,
    /// Who it is: name, digest and options.
    pub identity: String,
    /// The sum of its points over blocks; in a Swiss event with those of its byes.
    pub points: f64,
    /// Its points as the mean of its blocks; `None` before its first.
    pub mean: Option<f64>,
    /// Its finished blocks.
    pub blocks: u64,
    /// `None` if too little joins it with the others.
    pub rating: Option<Rating>,
    /// Its matches in blocks that are finished.
    pub games: u64,
    /// Over every other entrant at the table.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Faults by kind.
    pub faults: BTreeMap<String, u64>,
    /// Attempts that counted nothing, of its matches.
    pub voids: u64,
    /// `None` if it never chose anything on a clock.
    pub time: Option<Time>,
    /// Why it was benched, if it was.
    pub benched: Option<String>,
    /// The sum of its opponents' points, in a Swiss event.
    pub buchholz: Option<f64>,
}

/// A rating on Elo's scale, with its interval of 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Rating {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

/// The time used for choices, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Time {
    pub mean_us: u64,
    pub worst_us: u64,
}

/// The points of one entrant against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Meeting {
    pub entrant: u32,
    pub against: u32,
    /// The mean over the blocks in which they met.
    pub points: f64,
    pub blocks: u64,
}

/// The points of entrants on one map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MapTable {
    pub map: u32,
    /// Its settings, in words.
    pub name: String,
    pub rows: Vec<Share>,
}

/// The points of entrants in one role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RoleTable {
    pub role: String,
    /// How much better this role does than the mean of the roles, on Elo's scale.
    pub advantage: Option<Rating>,
    pub rows: Vec<Share>,
}

/// The points of one entrant in a part of its matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Share {
    pub entrant: u32,
    /// The mean: over blocks on a map, over matches in a role.
    pub points: f64,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// By how much it is better here than overall, on Elo's scale, beyond what the role gives to everybody (A15).
    pub offset: Option<Rating>,
}

/// The tree of a bracket: the winners of ties 2i and 2i + 1 of a round meet in tie i of the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bracket {
    /// From the first round to the final.
    pub rounds: Vec<BracketRound>,
    /// The match for the third place.
    pub third: Option<Tie>,
}

/// One round of a bracket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct BracketRound {
    pub label: String,
    /// From top to bottom.
    pub ties: Vec<Tie>,
}

/// Two entrants of whom one goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tie {
    /// Who meets; `None` where it is not known yet, or nobody is there (a bye).
    pub entrants: [Option<u32>; 2],
    /// The sum of their points over blocks.
    pub points: [f64; 2],
    /// The finished blocks.
    pub blocks: u64,
    /// Who goes on.
    pub winner: Option<u32>,
    /// Whether one of them goes on without playing, because nobody is there to meet.
    pub bye: bool,
    /// Whether one of them goes on because the other was benched.
    #[serde(default)]
    pub walkover: bool,
    /// Whether points stayed equal, so that the better seed goes on.
    #[serde(default)]
    pub by_seed: bool,
}

/// One round of a Swiss event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Round {
    pub label: String,
    pub tables: Vec<Table>,
}

/// Who met in one block, or who had a bye.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Table {
    pub entrants: Vec<u32>,
    /// In the order of the entrants; `None` before the block is finished.
    pub points: Option<Vec<f64>>,
    /// Whether its only entrant sat out; then the points are those of the whole round.
    #[serde(default)]
    pub bye: bool,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Match {
    /// As commands take it: `BLOCK.NUMBER`.
    pub id: String,
    pub block: i64,
    /// The label of its block: a round, a pairing.
    pub label: String,
    /// Its number in the block, from 0.
    pub number: u32,
    pub map: u32,
    pub seats: Vec<Seated>,
    /// Who won and why, in words.
    pub result: String,
    pub steps: u64,
    /// The number of faults in it.
    pub faults: u64,
    /// Whether its block is finished, so that it counts.
    pub counts: bool,
    /// Whether its replay is there.
    pub replay: bool,
}

/// An entrant at a place of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Seated {
    /// The name of the place.
    pub place: String,
    pub entrant: u32,
    pub points: f64,
    pub rank: u16,
    pub score: f64,
}
