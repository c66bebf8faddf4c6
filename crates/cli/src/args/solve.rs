//! Flags of `solve` and `exploit`.

use super::Chosen;
use crate::number;
use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use gridhaunt_solve::Stake;
use std::path::PathBuf;

pub(super) const SOLVE_EXAMPLES: &str =
    "Examples: gridhaunt solve pyrat -c width=4 -c height=3 -c cheese_count=4 -c max_turns=12 --policy pyrat.policy
          gridhaunt play pyrat perfect:policy=pyrat.policy greedy -c width=4 -c height=3 -c cheese_count=4 -c max_turns=12 -s 0
          gridhaunt solve ghost-grid -c preset=tiny";

pub(super) const EXPLOIT_EXAMPLES: &str =
    "Examples: gridhaunt exploit pyrat greedy -c width=4 -c height=3 -c cheese_count=4 -c max_turns=12
          gridhaunt exploit ghost-grid courier camper -c preset=tiny";

/// The match to solve, and how much may be spent on it.
#[derive(Debug, ClapArgs)]
pub(crate) struct Problem {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// The match seed
    #[arg(short, long, default_value_t = 0, value_parser = number::seed)]
    pub(crate) seed: u64,
    /// What is played for
    #[arg(long, value_enum, default_value_t = For::Result)]
    pub(crate) stake: For,
    /// The most states, or histories where something is hidden: 2000000 or 2e6
    #[arg(long, value_name = "STATES", default_value_t = 20_000_000, value_parser = limit)]
    pub(crate) limit: u64,
    /// Solve it as if every seat saw everything
    #[arg(long)]
    pub(crate) see_all: bool,
    /// Where something is hidden: stop when neither side could gain more than this
    #[arg(long, value_name = "VALUE", default_value_t = 0.001, value_parser = gap)]
    pub(crate) gap: f64,
    /// Where something is hidden: stop after so many rounds of learning
    #[arg(long, value_name = "ROUNDS", default_value_t = 10_000, value_parser = many)]
    pub(crate) rounds: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Solve {
    /// The game
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) problem: Problem,
    /// Write the strategies to this file; the bot perfect:policy=FILE plays them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Exploit {
    /// The game
    pub(crate) game: String,
    /// The bots, each alone on every side that it plays; all of the game if none is named
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) problem: Problem,
    /// How often a bot that does not tell its odds is asked in every state
    #[arg(long, default_value_t = 16, value_parser = few)]
    pub(crate) samples: u32,
    /// How many matches the response plays against such a bot
    #[arg(long, default_value_t = 1000, value_parser = few)]
    pub(crate) matches: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum For {
    /// A win is 1, a draw 0, a loss -1
    Result,
    /// The difference of the scores, in points
    Points,
}

impl From<For> for Stake {
    fn from(stake: For) -> Self {
        match stake {
            For::Result => Self::Result,
            For::Points => Self::Points,
        }
    }
}

fn limit(text: &str) -> Result<u64, String> {
    number::whole(text, &(1..=2_000_000_000))
}

fn many(text: &str) -> Result<u64, String> {
    number::whole(text, &(1..=1_000_000_000))
}

fn few(text: &str) -> Result<u32, String> {
    number::whole(text, &(1..=1_000_000)).map(|number| number as u32)
}

fn gap(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|gap| (1e-9..=1e9).contains(gap)).ok_or_else(|| "not in 1e-9..=1e9".into())
}
