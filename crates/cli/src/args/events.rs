//! Flags that duels, tournaments and leagues share: what is played, under which conditions, and where it is kept.

use super::Hosting;
use super::play::Chosen;
use crate::number;
use clap::{Args as ClapArgs, ValueEnum, ValueHint};

/// Where what was played is kept (A17).
#[derive(Debug, Clone, Default, ClapArgs)]
#[command(next_help_heading = "Store")]
pub(crate) struct Kept {
    /// The database: a file, or postgres://USER@HOST/NAME for many machines, whose password comes from PGPASSWORD or a
    /// file that PGPASSFILE names; GRIDHAUNT_DB if not given, else gridhaunt.db in this folder
    #[arg(long, value_name = "DATABASE", value_hint = ValueHint::FilePath)]
    pub(crate) db: Option<String>,
}

/// How the matches of an event are made and counted.
#[derive(Debug, ClapArgs)]
pub(crate) struct Terms {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Make the event's secret, and so every seed, from a number, so that it can be played again; without it nobody can
    /// know a seed before the event is closed
    #[arg(short, long, value_parser = number::seed)]
    pub(crate) seed: Option<u64>,
    /// The name of the event in lists and reports
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// What counts in a match: the rank, or the game's score as a share of what there was
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<By>,
    /// Only this side is contested; the others are played by the game's own bots
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// Play every block in all orders of its line-up, not only in its rotations
    #[arg(long)]
    pub(crate) all_orders: bool,
    /// Tell programs the names of the others
    #[arg(long)]
    pub(crate) show_names: bool,
    /// Let a program's process play several matches; it is started anew for each otherwise
    #[arg(long)]
    pub(crate) reuse: bool,
    /// Matches side by side; if not given, as many as there are processors for all programs of a match
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) concurrency: Option<u32>,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Who is before whom at the end
    Rank,
    /// The share of the score that there was
    Score,
}

/// The most matches side by side.
const MOST_SLOTS: u64 = 4096;

pub(super) fn concurrency(text: &str) -> Result<u32, String> {
    number::whole(text, &(1..=MOST_SLOTS)).map(|slots| u32::try_from(slots).unwrap_or(u32::MAX))
}
