//! Flags of `experiment` and `bench`.

use super::play::games;
use super::{Chosen, Hosting};
use crate::number;
use clap::{Args as ClapArgs, ValueHint};
use std::path::PathBuf;

pub(super) const EXPERIMENT_EXAMPLES: &str =
    "Examples: gridhaunt experiment pyrat greedy random --vary mud_density=0,0.3 -n 200
          gridhaunt experiment pyrat --width 9 --height 9 --vary cheese_count=5..25..10 -o cheese
          gridhaunt experiment --list";

pub(super) const EXPERIMENT_FIELDS: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
A value may stand in a file: -c KEY=@FILE or --key @FILE, read as JSON if it is JSON, else as text.
Rerunning the same command goes on where it was stopped; more --games add to what is there.";

#[derive(Debug, ClapArgs)]
pub(crate) struct Experiment {
    /// An experiment that a game ships (see --list), a file that ends in .toml, or a game
    #[arg(required_unless_present = "list")]
    pub(crate) name: Option<String>,
    /// Bots in seat order (greedy, greedy:ties=first, or a program: ./mybot) or by role (rat=random); as many names as there are sides are one for each; the game's own for seats nobody named
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// A field and its values: killer_sight=3,all or killers=2..5 (both ends) or width=5..25..10; may be repeated, and
    /// then all combinations are played
    #[arg(long, value_name = "FIELD=VALUES")]
    pub(crate) vary: Vec<String>,
    /// How many seeds every variant plays [default: 1000, or what the experiment says]
    #[arg(short = 'n', long, value_name = "GAMES", value_parser = games)]
    pub(crate) games: Option<u64>,
    /// The first seed [default: 0, or what the experiment says]
    #[arg(short, long, value_parser = number::seed)]
    pub(crate) seed: Option<u64>,
    /// The measures to show, with commas between them, or all; files always hold all of them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) measures: Option<Vec<String>>,
    /// Write the result as one JSON document
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,
    /// Write the result as a table, one row for every number
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Write one JSON line for every game (packed if it ends in .zst)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) jsonl: Option<PathBuf>,
    /// Draw the intervals as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Draw the intervals as PNG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// A folder for all of them: games.jsonl, result.json, result.csv, chart.svg, chart.png
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Forget the games on file and play them anew
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
    /// List the experiments that games ship
    #[arg(long, conflicts_with = "name")]
    pub(crate) list: bool,
    /// Settings that were given as flags of their own.
    #[arg(skip)]
    pub(crate) fields: Vec<(String, String)>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Bench {
    /// The game; all if not given
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Seconds a measurement
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How often each is measured
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) rounds: u64,
    /// Games side by side in a batch: 4096 for each thread of the processor, about a million on a device
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1 << 28))]
    pub(crate) games: Option<u64>,
    /// Measure on a GPU: cuda, or cuda:1 for the second one
    #[arg(long, value_name = "DEVICE", value_parser = device)]
    pub(crate) device: Option<usize>,
    /// Play so many games to their ends on the device and on the processor, and compare every one of them
    #[arg(long, value_name = "GAMES", requires = "device", num_args = 0..=1, default_missing_value = "1000000", value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) prove: Option<u64>,
    /// Write the measurements to this file, to compare with them later
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    /// Show how many times as fast everything is as in the measurements that --save wrote to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) compare: Option<PathBuf>,
}

/// The number of a GPU.
pub(crate) fn device(text: &str) -> Result<usize, String> {
    let number = match text.strip_prefix("cuda") {
        Some("") => Some(0),
        Some(rest) => rest.strip_prefix(':').and_then(|number| number.parse().ok()),
        None => None,
    };
    number.filter(|&number: &usize| number < 1024).ok_or_else(|| "need cuda, or cuda:N for device N".into())
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds)).ok_or_else(|| "not in 0.01..=600".into())
}
