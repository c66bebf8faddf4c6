//! The events of a turn, for people (R39).

use crate::rules::Turn;
use crate::{Action, State, Status};
use gridhaunt_kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// One event of a turn: what a seat did, what it ate, or that the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// A seat chose to stay, or made no choice.
    Stayed {
        seat: Seat,
    },
    /// A seat ran against a wall or the border.
    Blocked {
        seat: Seat,
        at: Cell,
        action: Action,
    },
    /// A seat crossed an open edge.
    Moved {
        seat: Seat,
        from: Cell,
        to: Cell,
    },
    /// A seat entered mud, which takes this many turns in total.
    EnteredMud {
        seat: Seat,
        from: Cell,
        to: Cell,
        turns: u8,
    },
    /// A seat is still in transit for this many turns; its action was ignored.
    InMud {
        seat: Seat,
        left: u8,
        ignored: Action,
    },
    /// A seat's transit ended; its action was still ignored.
    LeftMud {
        seat: Seat,
        at: Cell,
        ignored: Action,
    },
    /// A seat ate a cheese alone.
    Ate {
        seat: Seat,
        at: Cell,
    },
    /// Both ate from one cheese.
    Shared {
        at: Cell,
    },
    Over {
        reason: Status,
        winner: Option<Seat>,
    },
}

impl Serialize for Status {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let code = Self::NAMES.iter().position(|known| *known == name);
        code.and_then(|code| Self::from_u8(code as u8)).ok_or_else(|| serde::de::Error::custom("unknown status"))
    }
}

/// Passes the events of a turn to `log` in their order: one for each seat, then cheese, then the end.
#[inline(always)]
pub fn tell<const W: usize>(
    grid: Grid,
    before: &State<W>,
    after: &State<W>,
    actions: [Action; 2],
    turn: Turn,
    mut log: impl FnMut(Event),
) {
    let at = |state: &State<W>, seat: usize| grid.cell(state.pos[seat].into());
    for i in 0..2 {
        let (seat, ignored) = (Seat(i as u8), actions[i]);
        let (from, to, delay) = (at(before, i), at(after, i), after.delay[i]);
        log(if turn.of(i, Turn::LEFT_MUD) {
            Event::LeftMud { seat, at: to, ignored }
        } else if turn.of(i, Turn::IGNORED) {
            Event::InMud { seat, left: delay, ignored }
        } else if turn.of(i, Turn::BLOCKED) {
            Event::Blocked { seat, at: to, action: actions[i] }
        } else if !turn.of(i, Turn::MOVED) {
            Event::Stayed { seat }
        } else if delay > 0 {
            Event::EnteredMud { seat, from, to, turns: delay + 1 }
        } else {
            Event::Moved { seat, from, to }
        });
    }
    if turn.has(Turn::SHARED) {
        log(Event::Shared { at: at(after, 0) });
    } else {
        for i in 0..2 {
            if turn.of(i, Turn::ATE) {
                log(Event::Ate { seat: Seat(i as u8), at: at(after, i) });
            }
        }
    }
    if turn.has(Turn::OVER) {
        log(Event::Over { reason: after.status, winner: winner(after) });
    }
}

/// The seat with more half points (R19).
#[must_use]
pub fn winner<const W: usize>(state: &State<W>) -> Option<Seat> {
    match state.half[0].cmp(&state.half[1]) {
        core::cmp::Ordering::Greater => Some(Seat(0)),
        core::cmp::Ordering::Less => Some(Seat(1)),
        core::cmp::Ordering::Equal => None,
    }
}
