//! What happened in a step, for people (R35).

use crate::Step;
use crate::state::{End, Last, Side, Winner};
use gridhaunt_kernel::grid::Cell;

/// Something that happened, with its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// The round it happened in.
    pub round: u16,
    /// What it was.
    #[cfg_attr(feature = "alloc", serde(flatten))]
    pub what: What,
}

/// One letter for a side, as the log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize))]
pub enum Team {
    /// Killers.
    K,
    /// Survivors.
    S,
}

impl From<Side> for Team {
    fn from(side: Side) -> Self {
        match side {
            Side::Killer => Self::K,
            Side::Survivor => Self::S,
        }
    }
}

impl Team {
    /// Its side.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::K => Side::Killer,
            Self::S => Side::Survivor,
        }
    }

    /// The letter of a unit: `A` to `P` for killers, `a` to `p` for survivors (R47).
    #[must_use]
    pub const fn letter(self, unit: u8) -> char {
        let first = match self {
            Self::K => b'A',
            Self::S => b'a',
        };
        (first + unit % 16) as char
    }
}

/// The kinds of events, in the order in which a step tells them (R36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
pub enum What {
    /// A unit made no choice and stays (R14).
    NoAction {
        /// Its side.
        team: Team,
        /// Its id.
        unit: u8,
    },
    /// A unit chose; it may have stayed or been refused, then `to` is `from`.
    Move {
        /// Its side.
        team: Team,
        /// Its id.
        unit: u8,
        /// Where it stood.
        from: Cell,
        /// Where it stands.
        to: Cell,
        /// What it chose.
        step: Step,
        /// Its bid.
        bid: i32,
    },
    /// The wish of the move before was refused.
    Rejected {
        /// Its side.
        team: Team,
        /// Its id.
        unit: u8,
        /// The cell it wanted, which may lie off the board.
        wish: [i16; 2],
        /// Why.
        reason: Last,
    },
    /// A survivor is out (R24).
    Escape {
        /// Who.
        survivor: u8,
        /// The exit.
        at: Cell,
        /// Escaped so far.
        escaped: u8,
        /// Captured so far.
        captured: u8,
    },
    /// A survivor is caught (R22, R25).
    Capture {
        /// In whose phase.
        phase: Side,
        /// By whom.
        killer: u8,
        /// Who.
        survivor: u8,
        /// Where.
        at: Cell,
        /// Escaped so far.
        escaped: u8,
        /// Captured so far.
        captured: u8,
    },
    /// The phase is over and the check has passed (R37).
    PhaseEnd {
        /// Whose phase.
        phase: Side,
        /// Survivors still in.
        r#in: u8,
    },
    /// A survivor is left on the board (R26).
    Stranded {
        /// Who.
        survivor: u8,
        /// Where.
        at: Cell,
    },
    /// The match is over.
    GameOver {
        /// Who won.
        winner: Winner,
        /// Why it ended.
        reason: End,
        /// E.
        escaped: u8,
        /// C.
        captured: u8,
        /// U.
        stranded: u8,
    },
}
