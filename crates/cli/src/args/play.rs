//! Flags of `play`, and those that say what a match is made from.

use super::{Drawing, Hosting};
use crate::{number, target};
use clap::{Args as ClapArgs, ValueHint};
use std::path::PathBuf;

pub(super) const PLAY_EXAMPLES: &str = "Examples: gridhaunt play pyrat greedy random
          gridhaunt play pyrat rat=random -c preset=tiny -n 1000
          gridhaunt play snarl -s 7 -o match.gif
          gridhaunt play tag --watch
          gridhaunt play pyrat greedy --human rat
          gridhaunt play pyrat ./mybot greedy --clock 100ms+5s";

pub(super) const FIELDS: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
A value may stand in a file: -c KEY=@FILE or --key @FILE, read as JSON if it is JSON, else as text.";

/// What a match is made from.
#[derive(Debug, ClapArgs)]
pub(crate) struct Chosen {
    /// A setting, such as width=9 or start=random, or KEY=@FILE to read its value from a file; may be repeated
    #[arg(short = 'c', long = "config", value_name = "KEY=VALUE")]
    pub(crate) config: Vec<String>,
    /// A file with settings, TOML or JSON; -c goes over it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) settings: Option<PathBuf>,
}

const OUT_OF_PLAY: &str = "Where to write; the ending says what. The replay of one game goes to replays/ unless it is named here, and many games can only write replays:";

/// The most games of a run.
const MOST_GAMES: u64 = 1_000_000_000;

pub(super) fn games(text: &str) -> Result<u64, String> {
    number::whole(text, &(1..=MOST_GAMES))
}

fn done(text: &str) -> Result<u64, String> {
    number::whole(text, &(0..=MOST_GAMES))
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Play {
    /// The game
    pub(crate) game: String,
    /// Bots in seat order (greedy, greedy:ties=first, or a program: ./mybot) or by role (rat=random); as many names as there are sides are one for each; the game's own for seats nobody named
    pub(crate) bots: Vec<String>,
    /// The match seed; drawn and printed if not given. Game i of many has seed + i
    #[arg(short, long, value_parser = number::seed)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Begin from a state as `gridhaunt step` prints it, alone or under "state" with the "settings" and the "seed" it
    /// belongs to; -s and -c go over those, and the seed is 0 if there is none. - is standard input. Of many games all
    /// begin from it, and their bots draw other numbers
    #[arg(long, value_name = "STATE.json", id = "state", value_hint = ValueHint::FilePath)]
    pub(crate) from: Option<PathBuf>,
    /// How many games: 2000, 2_000 or 2e3
    #[arg(short = 'n', long, value_name = "GAMES", default_value_t = 1, value_parser = games)]
    pub(crate) games: u64,
    /// So many games of the run are done, and the rest is played; seeds and seats are those of the whole run
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true, value_parser = done)]
    pub(crate) done: u64,
    /// Seat the bots of game i of many i places further on, round the table, and tell the results by bot
    #[arg(long)]
    pub(crate) rotate: bool,
    /// Where to write the replay, a picture or a film; the ending says what. The replay of one game goes to replays/ unless
    /// it is named here; many games write none
    #[arg(short, long, value_name = "NAME", allow_hyphen_values = true, value_hint = ValueHint::AnyPath, long_help = target::help(OUT_OF_PLAY))]
    pub(crate) out: Option<PathBuf>,
    /// Write no replay
    #[arg(long)]
    pub(crate) no_replay: bool,
    /// Watch the match full screen while it is played; needs a terminal
    #[arg(long, conflicts_with = "human")]
    pub(crate) watch: bool,
    /// Play this seat yourself, by its number or its role, and see only what it knows; needs a terminal. Bots in seat
    /// order are then those of the other seats
    #[arg(long, value_name = "SEAT")]
    pub(crate) human: Option<String>,
    /// Play on a GPU, with `random` in every seat: cuda, or cuda:1 for the second one
    #[arg(long, value_name = "DEVICE", value_parser = super::experiment::device)]
    pub(crate) device: Option<usize>,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}
