//! Why a checked step was refused.

use crate::Seat;
use core::fmt;

/// A choice that [`Game::play`](crate::Game::play) refused: of which seat, which one and why. The state did not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub struct PlayError<A> {
    /// Its index among the choices, from 0.
    pub index: usize,
    pub seat: Seat,
    pub action: A,
    /// What is wrong with it.
    pub reason: PlayErrorReason,
}

/// What is wrong with a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayErrorReason {
    /// The game is over: no seat chooses any more.
    Over,
    /// It is not this seat's turn, or there is no such seat.
    NotAsked,
    /// The seat chooses now, but may not choose this action.
    NotLegal,
    /// The seat already has a choice in the same step, and in this game only the first counts.
    Twice,
}

impl<A: fmt::Debug> fmt::Display for PlayError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, seat, action, reason } = self;
        let why = match reason {
            PlayErrorReason::Over => "the game is over",
            PlayErrorReason::NotAsked => "it does not choose now",
            PlayErrorReason::NotLegal => "that is not legal now",
            PlayErrorReason::Twice => "it has chosen already",
        };
        write!(f, "choices[{index}]: seat {seat} chose {action:?}, but {why}")
    }
}

impl<A: fmt::Debug> core::error::Error for PlayError<A> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn an_error_names_seat_and_choice() {
        let wrong = PlayError { index: 1, seat: Seat(3), action: "up", reason: PlayErrorReason::NotAsked };
        assert_eq!(wrong.to_string(), "choices[1]: seat 3 chose \"up\", but it does not choose now");
    }
}
