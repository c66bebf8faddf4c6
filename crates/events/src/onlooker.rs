//! Somebody who looks at matches while they are played.

use gridhaunt_record::Match;
use gridhaunt_store::{EventId, MatchId};
use std::fmt::Debug;

/// Somebody who looks on. It is called on the thread that plays, between two steps, and must not hold it up.
pub trait Onlooker: Debug + Send + Sync {
    /// A match before its first step or after some; entrants are given by place. A match that was void begins again.
    fn sees(&self, event: EventId, id: MatchId, entrants: &[u32], game: &Match);

    /// The match is not played any more. It is written after this.
    fn leaves(&self, id: MatchId);
}
