//! The mixture of entrants that nobody beats (A14): says who is exploitable where ratings hide cycles.

use crate::Games;
use gridhaunt_kernel::Invalid;
use serde::Serialize;

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How often blocks are drawn again for the intervals; 0 gives no intervals.
    pub bootstrap: usize,
    /// What the draws begin from.
    pub seed: u64,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// An entrant and the mixture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mixed {
    /// Its number.
    pub entrant: u32,
    /// Its part of the mixture; all parts sum to 1.
    pub share: f64,
    /// Its expected points against the mixture: 1/2 for who has a part, at most 1/2 for others.
    pub points: f64,
    /// The interval of its part, from the bootstrap.
    pub share_interval: Option<Interval>,
    /// The interval of its points against the mixture, from the bootstrap.
    pub points_interval: Option<Interval>,
    /// The number of its matches.
    pub games: u64,
}

/// Finds the mixture for the entrants that have played, in the order of their numbers.
///
/// # Errors
/// If two of them never met: names them.
pub fn rate(games: &Games, options: &Options) -> Result<Vec<Mixed>, Invalid> {
    let _ = (games, options);
    Err(Invalid::new("model", "nash", "a model that can be rated by yet"))
}
