//! Which seats choose now.

use crate::{Seat, SeatSet};

/// Which seats choose now: one seat in a game with turns, a team in a game with phases, all in a simultaneous game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The game has ended; a further step changes nothing.
    Over,
    /// These seats choose, at the same time, from the state as it is.
    Choose(SeatSet),
}

impl Phase {
    /// The seats that choose now; none when the game is over.
    #[inline]
    #[must_use]
    pub const fn seats(self) -> SeatSet {
        match self {
            Self::Over => SeatSet::NONE,
            Self::Choose(seats) => seats,
        }
    }

    /// Whether the game has ended.
    #[inline]
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over)
    }

    /// Whether this seat chooses now.
    #[inline]
    #[must_use]
    pub const fn asks(self, seat: Seat) -> bool {
        self.seats().contains(seat)
    }
}
