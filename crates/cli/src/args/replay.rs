//! Flags of `replay` and `watch`.

use super::{Drawing, Hosting};
use crate::screen::watching::SPEEDS;
use crate::{number, target};
use clap::{Args as ClapArgs, Subcommand, ValueHint};
use gridhaunt_arena::seal::{self, Digest};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum Replay {
    /// Re-run replays and name the first step that differs
    #[command(before_help = "Example: gridhaunt replay verify replays/*.jsonl")]
    Verify(Verify),
    /// Print the board, the choices and the events of a step
    #[command(before_help = "Example: gridhaunt replay show replays/pyrat-greedy-random-7.jsonl --step 20")]
    Show {
        /// The replay
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The step, 0 being the start; the last if not given
        #[arg(long, value_parser = number::from_zero::<usize>)]
        step: Option<usize>,
        /// Which match of the file, from 1
        #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        which: u64,
        /// What one seat is told at that step, in the game's own notation and as JSON, instead of the board
        #[arg(long, value_name = "SEAT", conflicts_with_all = ["seat", "knows"])]
        view: Option<String>,
        /// Mark what this seat sees; its number, or its name
        #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
        seat: Option<String>,
        /// Draw what this seat knows, and nothing else
        #[arg(long, value_name = "SEAT")]
        knows: Option<String>,
    },
    /// Write a replay in another form: text, a picture, pictures, a film or a page, by the ending of the name
    #[command(
        before_help = "Examples: gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o match.png --step 20\n          gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o match.gif --fps 4\n          gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o 'frames/%03d.svg' --every 10"
    )]
    Convert(Convert),
    /// Tell what happened, step by step; as a table in words, as JSON lines one event a line
    #[command(before_help = "Example: gridhaunt replay log replays/pyrat-greedy-random-7.jsonl")]
    Log {
        /// The replay
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Where to write: words if it ends in .txt or .log, events if in .jsonl or .jsonl.zst
        #[arg(short, long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// Which match of the file, from 1
        #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        which: u64,
    },
    /// Go on from a step with other bots or a person; the new replay begins with the steps of the old one
    #[command(before_help = FORK_EXAMPLES)]
    Fork(Fork),
    /// Sign replays that verify: a line after the end of every match
    #[command(before_help = "Example: gridhaunt replay sign --key my.key match.jsonl")]
    Sign {
        /// The replays; each is written anew with its signatures
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// The secret key, as keygen made it
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        key: PathBuf,
    },
    /// Make a key to sign with
    #[command(before_help = "Example: gridhaunt replay keygen my.key")]
    Keygen {
        /// Where the secret key goes; the public one goes beside it, with .pub at the end
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
}

const FORK_EXAMPLES: &str = "Examples: gridhaunt replay fork replays/pyrat-greedy-random-7.jsonl --step 20 rat=greedy
          gridhaunt replay fork replays/pyrat-greedy-random-7.jsonl --step 20 --human rat";

#[derive(Debug, ClapArgs)]
pub(crate) struct Fork {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Who takes over a seat: its number, name or role, and a bot (rat=greedy, 1=./mybot); the others go on themselves
    #[arg(value_name = "SEAT=BOT")]
    pub(crate) bots: Vec<String>,
    /// The last step that is taken from the replay, 0 being the start
    #[arg(long, value_parser = number::from_zero::<usize>)]
    pub(crate) step: usize,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
    /// Play this seat yourself; its number, name or role
    #[arg(long, value_name = "SEAT")]
    pub(crate) human: Option<String>,
    /// Where to write the new replay, .jsonl or .jsonl.zst; a new name in replays/ if not given
    #[arg(short, long, value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Verify {
    /// The replays
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// The seal that play printed: the file must hold exactly those matches
    #[arg(long, value_name = "HEX", value_parser = seal)]
    pub(crate) seal: Option<Digest>,
    /// A public key, its digits or its file: it must have signed every match
    #[arg(long, value_name = "PUB", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<OsString>,
}

fn seal(text: &str) -> Result<Digest, String> {
    seal::from_digits(text).ok_or_else(|| "not 64 hexadecimal digits".into())
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("from", |arg| arg.visible_alias("from")))]
pub(crate) struct Convert {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Where to write; the ending says what
    #[arg(short, long, value_name = "NAME", allow_hyphen_values = true, value_hint = ValueHint::AnyPath, long_help = target::help("Where to write; the ending says what:"))]
    pub(crate) out: PathBuf,
    /// Which match of the file, from 1; for .jsonl all of them if not given, else the first
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: Option<u64>,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Watch {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Mark what this seat sees; its number, or its name
    #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
    pub(crate) seat: Option<String>,
    /// Show what this seat knows, and nothing else
    #[arg(long, value_name = "SEAT")]
    pub(crate) knows: Option<String>,
    /// Steps a second [default: the game's own pace]
    #[arg(long, value_parser = speed)]
    pub(crate) speed: Option<f64>,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Analyse {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Whose choices; its number, name or role
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: String,
    /// The bot that says what actions are worth, with its budget
    #[arg(long, value_name = "BOT", default_value = "search:sims=2000")]
    pub(crate) judge: String,
    /// Judge by exact values instead: the solution of this match, as `gridhaunt solve --policy FILE` writes it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "judge")]
    pub(crate) policy: Option<PathBuf>,
    /// How many choices to show, those that cost most first
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) most: u16,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
    /// Write the match as a page with these choices on its timeline and the better ones on its board; a name that ends in .html
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::FilePath, value_parser = page)]
    pub(crate) out: Option<PathBuf>,
}

fn page(text: &str) -> Result<PathBuf, String> {
    let is_page = text.to_lowercase().ends_with(".html");
    if is_page { Ok(text.into()) } else { Err("need a name that ends in .html".into()) }
}

fn speed(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|speed| SPEEDS.contains(speed)).ok_or_else(|| format!("not in {SPEEDS:?}"))
}
