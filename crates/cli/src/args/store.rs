//! Flags of `rate`, `store` and `worker`: what is done with everything that was played, and by whom.

use super::events::{Kept, concurrency};
use super::play::games;
use crate::number;
use crate::target::results_help;
use clap::{Args as ClapArgs, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

pub(super) const RATE_EXAMPLES: &str = "Examples: gridhaunt rate --game pyrat
          gridhaunt rate --game pyrat --model nash --since 7d
          gridhaunt rate event.jsonl.zst --anchor greedy=1500";

pub(super) const WORKER_EXAMPLE: &str = "Example: gridhaunt worker --db postgres://arena@db.example/gridhaunt --jobs 4";

#[derive(Debug, ClapArgs)]
pub(crate) struct Rate {
    /// Files of results, as `store export` writes them; the store if none is given
    #[arg(value_hint = ValueHint::FilePath, id = "sources", value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Only matches of this game; needed if there are several
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only matches on the map of this name, or whose settings have a digest that begins so
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,
    /// Only what entrants did in this role or on this side
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// Only matches since then: 2026-11-15, 2026-11-15T08:00:00Z, or 90m, 12h, 7d ago
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// Only matches with this entrant; may be repeated, and then all at the table must be among them
    #[arg(long, value_name = "NAME")]
    pub(crate) entrant: Vec<String>,
    /// Only matches for which this holds: event=3, kind=duel, state=finished, reason=…, faults=0, machine=…; may be repeated
    #[arg(long = "where", value_name = "KEY=VALUE", id = "conditions")]
    pub(crate) conditions: Vec<String>,
    /// How results become ratings
    #[arg(long, value_enum, default_value_t = RatingModel::Bt)]
    pub(crate) model: RatingModel,
    /// Intervals by drawing blocks again so many times, instead of by the formula
    #[arg(long, value_name = "N", value_parser = resamples)]
    pub(crate) bootstrap: Option<u64>,
    /// Hold this entrant at this rating; without it the mean is 1500
    #[arg(long, value_name = "BOT=RATING", value_parser = anchor)]
    pub(crate) anchor: Option<(String, f64)>,
    /// The seed of --bootstrap
    #[arg(short, long, value_parser = number::seed, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write the ratings; may be repeated, and the ending says what
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::AnyPath, allow_hyphen_values = true, long_help = results_help())]
    pub(crate) out: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RatingModel {
    /// Bradley–Terry over the whole history, with draws, tables of any size and sides
    Bt,
    /// Weng–Lin: match by match, in the order in which they were played
    WengLin,
    /// The mixture of entrants that nobody beats: says who can be exploited where ratings hide cycles
    Nash,
}

fn resamples(text: &str) -> Result<u64, String> {
    number::whole(text, &(10..=1_000_000))
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let read = text.rsplit_once('=').and_then(|(name, rating)| Some((name, rating.parse::<f64>().ok()?)));
    let read = read.filter(|(name, rating)| !name.is_empty() && rating.abs() <= 1e6);
    read.map(|(name, rating)| (name.into(), rating))
        .ok_or_else(|| "not a bot and its rating, such as greedy=1500".into())
}

#[derive(Debug, Subcommand)]
pub(crate) enum Store {
    /// Say what is in the store: versions, events, matches, bytes
    #[command(before_help = "Example: gridhaunt store info")]
    Info(Info),
    /// Verify every stored replay and every sum
    #[command(before_help = "Example: gridhaunt store check")]
    Check(CheckStore),
    /// Write events as JSON lines, to be imported elsewhere
    #[command(before_help = "Example: gridhaunt store export 1 -o event.jsonl.zst")]
    Export(Export),
    /// Read events that were exported; one that is there already is left as it is
    #[command(before_help = "Example: gridhaunt store import event.jsonl.zst --db other.db")]
    Import(Import),
    /// Drop old replays and keep all results
    #[command(before_help = "Example: gridhaunt store gc --older 30d")]
    Gc(Gc),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckStore {
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// Only these events: numbers or names; all if none is given
    #[arg(value_name = "EVENTS", id = "events")]
    pub(crate) events: Vec<String>,
    /// Where to write: .jsonl, .jsonl.zst, or - for standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Import {
    /// The files; - is standard input
    #[arg(required = true, value_hint = ValueHint::FilePath, id = "sources", value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Gc {
    /// Drop replays of matches older than this: 90m, 12h, 30d
    #[arg(long, value_name = "AGE")]
    pub(crate) older: String,
    /// Only say what would be dropped
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

/// The numbers of processors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cpus(pub(crate) Vec<usize>);

/// Reads `0-3,6`.
fn cpus(text: &str) -> Result<Cpus, String> {
    let number = |word: &str| word.parse().ok().filter(|cpu: &usize| *cpu < 1024);
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(number(first)?..=number(last)?).filter(|range| !range.is_empty())
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    let cpus: Vec<usize> = ranges.into_iter().flatten().flatten().collect();
    if cpus.is_empty() { Err("not processors such as 0-3,6".into()) } else { Ok(Cpus(cpus)) }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Worker {
    /// Matches side by side; if not given, as many as there are processors for all programs of a match
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) jobs: Option<u32>,
    /// Leave after so many matches
    #[arg(short = 'n', long, value_name = "MATCHES", value_parser = games)]
    pub(crate) games: Option<u64>,
    /// The processors that this worker and its programs use, such as 0-3,6; all if not given
    #[arg(long, value_name = "LIST", value_parser = cpus)]
    pub(crate) cpus: Option<Cpus>,
    /// Leave when nothing is left to play, instead of waiting for more
    #[arg(long)]
    pub(crate) once: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) running: super::hosting::Running,
}
