//! Ratings from the whole history (A14, A15): Bradley–Terry with Davidson's draw parameter for two at a table,
//! Davidson–Luce with a parameter for each size of tie for more.
//!
//! A table is a row of choices: who is first is chosen among all, then who is next among the rest. A set of `t`
//! entrants that tie is chosen with weight `δ_t × (product of their strengths)^(1/t)`, and `δ_1 = 1`. Where sides
//! differ an entrant's strength on a side is its overall strength, what the side gives to everybody, and what the
//! entrant is better or worse there than others are.

use crate::Games;
use gridhaunt_kernel::Invalid;
use serde::Serialize;

/// What is chosen for a rating.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The entrant whose rating is this; without one the mean is 1500.
    pub anchor: Option<(u32, f64)>,
    /// How often blocks are drawn again for the intervals; 0 takes the sandwich over blocks.
    pub bootstrap: usize,
    /// What the draws of the bootstrap begin from.
    pub seed: u64,
    /// Entrants that start from another's rating.
    pub successions: Vec<Succession>,
    /// Whether [`Ratings::covariance`] is wanted.
    pub covariance: bool,
}

/// An entrant that starts from another's rating, as a new version of a bot does (A13).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Succession {
    /// The new entrant.
    pub new: u32,
    /// The one whose rating it starts from.
    pub old: u32,
    /// How far they are thought to be apart, as a standard deviation in Elo.
    pub deviation: f64,
}

/// The rating of an entrant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its number.
    pub entrant: u32,
    /// Its rating in Elo.
    pub rating: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The number of its matches.
    pub games: u64,
    /// How it is on each side; empty where there is but one.
    pub sides: Vec<AsSide>,
}

/// How an entrant is on one side (A15): its rating there is its rating plus this.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AsSide {
    /// The side.
    pub side: u16,
    /// By how much it is better there than overall, beyond what the side gives to everybody. The mean over all
    /// entrants is 0.
    pub offset: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The number of its matches there.
    pub games: u64,
}

/// What a side gives to everybody (A15).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Side {
    /// The side.
    pub side: u16,
    /// By how many points of Elo who is there is better than on the mean of all sides: with two sides the one is
    /// better than the other by twice as much.
    pub advantage: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

/// How often ties of one size are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tie {
    /// How many entrants tie.
    pub size: u16,
    /// `δ`, beside 1 for no tie: two equals draw in `δ / (2 + δ)` of their matches.
    pub parameter: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// How often such a tie occurred.
    pub count: u64,
}

/// What a rating has found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ratings {
    /// Those that are rated, by number.
    pub entrants: Vec<Rated>,
    /// The sides, by number; empty where there is but one.
    pub sides: Vec<Side>,
    /// The sizes of ties that occurred.
    pub ties: Vec<Tie>,
    /// Those that never met the rated, directly or through others: each list can be compared within itself alone.
    pub unrated: Vec<Vec<u32>>,
    /// The number of matches among the rated.
    pub matches: u64,
    /// The number of blocks with matches among the rated.
    pub blocks: u64,
    /// The covariance of the rated as the model believes it, row by row, in Elo²: for who chooses the next block.
    #[serde(skip)]
    pub covariance: Option<Vec<f64>>,
}

/// Rates the entrants that can be compared: those that met the anchor, directly or through others, or without an anchor
/// the largest such set.
///
/// # Errors
/// If the anchor has no match, or options name an entrant that does not exist.
pub fn rate(games: &Games, options: &Options) -> Result<Ratings, Invalid> {
    let _ = (games, options);
    Err(Invalid::new("model", "bt", "a model that can be rated by yet"))
}
