//! The events of a step, for people (R68).

use crate::action::Action;
use crate::actor::Actor;
use crate::point::Point;
use crate::state::Order;
use gridhaunt_kernel::Seat;

/// One event. Players are given by seat; levels are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Event {
    /// A choice was not legal, and the first legal action was taken instead (R20).
    Refused { seat: Seat, action: Action },
    /// A player left the game permanently (R24).
    Forfeited { player: Seat },
    /// An actor moved or stayed.
    Moved {
        actor: Actor,
        from: Point,
        /// Where it stands now.
        to: Point,
    },
    /// A ghost went through a wall (R34).
    Teleported {
        /// Its number, from 0.
        ghost: u8,
        from: Point,
        /// The wall it went into.
        wall: Point,
        /// The tile it landed on.
        to: Point,
    },
    /// A player took the key.
    KeyTaken { player: Seat },
    /// A player left the level.
    Exited { player: Seat },
    /// A player was expelled.
    Expelled {
        player: Seat,
        /// The adversary that did it, none on a forfeit.
        by: Option<Actor>,
    },
    /// A player was still in the level after its last round (R26).
    Stranded { player: Seat },
    LevelEnded {
        /// Its number, from 1.
        level: u8,
        /// The player that took its key.
        key: Option<Seat>,
        /// The players that left it, in order.
        exits: Order,
        /// The players that were expelled, in order.
        ejects: Order,
    },
    GameEnded {
        /// Whether the players won.
        won: bool,
        /// The level it ended on, from 1.
        level: u8,
    },
    LevelStarted {
        /// Its number, from 1.
        level: u8,
    },
    /// An actor was placed at the start of a level.
    Placed {
        actor: Actor,
        /// Where.
        at: Point,
    },
}
