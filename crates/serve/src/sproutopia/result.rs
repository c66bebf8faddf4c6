//! The result of a match.

use super::clock::Jitter;
use super::guid::Guid;
use std::time::{Duration, SystemTime};

/// A match that was played, to its end or until it was stopped.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct HostedResult {
    pub seed: u64,
    /// How many ticks were played.
    pub ticks: u32,
    /// Why it ended; `None` if it was stopped.
    pub reason: Option<String>,
    /// The results of the farmers, by seat.
    pub standings: Vec<Standing>,
    /// The record, with which the match can be replayed and verified.
    pub record: String,
    /// When each tick was played.
    pub times: Vec<SystemTime>,
    /// How late the ticks were, without those that were played early.
    pub lateness: Vec<Duration>,
    /// How long it took from the first tick to the last.
    pub took: Duration,
}

impl HostedResult {
    /// The percentiles of the lateness of ticks.
    #[must_use]
    pub fn jitter(&self) -> Jitter {
        Jitter::of(self.lateness.iter().copied())
    }
}

/// The result of a farmer.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its id.
    pub id: Guid,
    /// Its nickname.
    pub nick: String,
    /// Its rank, from 1; `None` if the match was stopped.
    pub rank: Option<u8>,
    /// How many cells it owned.
    pub cells: u32,
    /// Its share of the board in percent (R51).
    pub percent: u8,
    /// Its tie-break points in hundredths (R54).
    pub points: u64,
}
