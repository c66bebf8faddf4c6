//! What came of a match.

use super::clock::Jitter;
use super::guid::Guid;
use std::time::{Duration, SystemTime};

/// A match that was played, to its end or until it was stopped.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Played {
    pub seed: u64,
    /// How many ticks were played.
    pub ticks: u32,
    /// Why it ended; none if it was stopped.
    pub reason: Option<String>,
    /// Who played, by seat.
    pub standings: Vec<Standing>,
    /// The record, which re-runs to the same hashes.
    pub record: String,
    /// When each tick was played.
    pub times: Vec<SystemTime>,
    /// How late the ticks were that the clock called for.
    pub lateness: Vec<Duration>,
    /// How long it took from the first tick to the last.
    pub took: Duration,
}

impl Played {
    /// How late ticks were.
    #[must_use]
    pub fn jitter(&self) -> Jitter {
        Jitter::of(self.lateness.iter().copied())
    }
}

/// How a farmer did.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its id.
    pub id: Guid,
    /// What it is called.
    pub nick: String,
    /// Its place, from 1; none if the match was stopped.
    pub rank: Option<u8>,
    /// How many cells it owned.
    pub cells: u32,
    /// How many of a hundred that is (R51).
    pub percent: u8,
    /// Its tie-break points in hundredths (R54).
    pub points: u64,
}
