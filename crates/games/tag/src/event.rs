//! The events of a step, for people (R35).

use crate::Step;
use crate::state::{End, Last, Side, Winner};
use gridhaunt_kernel::grid::Cell;

/// One event, with its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Event {
    /// The round it happened in.
    pub round: u16,
    #[cfg_attr(feature = "alloc", serde(flatten))]
    pub what: What,
}

/// One letter for a side, as in the log.
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
    /// The side that the letter stands for.
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

/// The kinds of events, in the order in which a step reports them (R36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[allow(missing_docs, reason = "the names say it")]
pub enum What {
    /// A unit made no choice and stays (R14).
    NoAction { team: Team, unit: u8 },
    /// A unit chose; if it stayed or was refused, `to` is `from`.
    Move {
        team: Team,
        unit: u8,
        from: Cell,
        /// Where it stands now.
        to: Cell,
        step: Step,
        bid: i32,
    },
    /// The wish of the previous move was refused.
    Rejected {
        team: Team,
        unit: u8,
        /// The cell it wanted, which may lie off the board.
        wish: [i16; 2],
        reason: Last,
    },
    /// A survivor escaped (R24).
    Escape {
        survivor: u8,
        /// The exit.
        at: Cell,
        escaped: u8,
        captured: u8,
    },
    /// A survivor was captured (R22, R25).
    Capture {
        phase: Side,
        killer: u8,
        survivor: u8,
        /// Where.
        at: Cell,
        escaped: u8,
        captured: u8,
    },
    /// The phase is over and the check has passed (R37).
    PhaseEnd {
        phase: Side,
        /// Survivors still in.
        r#in: u8,
    },
    /// A survivor remains on the board (R26).
    Stranded {
        survivor: u8,
        /// Where.
        at: Cell,
    },
    /// The match is over.
    GameOver { winner: Winner, reason: End, escaped: u8, captured: u8, stranded: u8 },
}
