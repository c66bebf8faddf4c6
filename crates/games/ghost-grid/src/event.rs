//! The events of a step, for people (R47).

use crate::action::{Action, Reason};
use crate::state::{End, Winner};
use gridhaunt_kernel::{Seat, SeatSet};

/// Loot split evenly; the remainder goes to the first ones, one each (R11, R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Shares {
    pub whole: u16,
    pub parts: u8,
}

impl Shares {
    /// The share of one of them, from 0.
    #[inline]
    #[must_use]
    pub const fn of(self, part: u8) -> u16 {
        let parts = if self.parts == 0 { 1 } else { self.parts as u16 };
        self.whole / parts + ((part as u16) < self.whole % parts) as u16
    }
}

#[cfg(feature = "alloc")]
impl serde::Serialize for Shares {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.parts).map(|part| self.of(part)))
    }
}

#[cfg(feature = "alloc")]
impl<'de> serde::Deserialize<'de> for Shares {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shares = alloc::vec::Vec::<u16>::deserialize(deserializer)?;
        let whole = shares.iter().try_fold(0u16, |sum, &share| sum.checked_add(share));
        match (whole, u8::try_from(shares.len())) {
            (Some(whole), Ok(parts)) if (0..parts).map(|part| Self { whole, parts }.of(part)).eq(shares) => {
                Ok(Self { whole, parts })
            }
            _ => Err(serde::de::Error::custom("these shares are no even split")),
        }
    }
}

/// Something that happened, in the order of the stages (R47).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Event {
    /// A choice had no effect (R15).
    Refused {
        seat: Seat,
        /// The choice; none if it is missing.
        action: Option<Action>,
        reason: Reason,
    },
    /// A ghost copied itself (R18).
    Replicated {
        ghost: Seat,
        copies: SeatSet,
        /// What each of them carries now, the ghost itself first.
        loot: Shares,
    },
    /// A ghost picked loot up (R19).
    Took { ghost: Seat, node: u8, amount: u16 },
    /// A ghost dropped loot (R20).
    Deposited { ghost: Seat, node: u8, amount: u16 },
    /// An agent moved (R17).
    Moved {
        seat: Seat,
        from: u8,
        /// The node it moved to.
        to: u8,
        cost: u8,
    },
    /// A ghost is out (R27).
    Captured {
        sentinel: Seat,
        ghost: Seat,
        node: u8,
        /// The loot it lost.
        loot: u16,
    },
    /// The captor became a ghost (R29).
    Turned {
        sentinel: Seat,
        ghost: Seat,
        node: u8,
        /// The loot that left the world.
        lost: u16,
        /// What remains of its take; may be negative.
        rest: i32,
    },
    /// Loot reached the goal (R21).
    Delivered { ghost: Seat, node: u8, amount: u16 },
    /// Ghosts met and shared what they know (R32).
    Met { node: u8, ghosts: SeatSet },
    /// A sentinel came into play (R18).
    Reinforced { sentinel: Seat, node: u8 },
    /// A sentinel gained energy (R23).
    Recharged { sentinel: Seat, amount: u32 },
    /// A sentinel took the loot that lay there (R24).
    Recovered { sentinel: Seat, node: u8, amount: u16 },
    /// A sentinel chose to mark its node (R25).
    Marked { sentinel: Seat, node: u8 },
    /// A sentinel is in one node with ghosts that it cannot capture (R25).
    Detected { sentinel: Seat, node: u8, ghosts: SeatSet },
    /// The loot left in nodes went to the sentinels at the end (R33).
    Swept { amount: u16 },
    /// The match is over.
    GameEnded { winner: Winner, reason: End, delivered: u16, recovered: u16, lost: u16, captured: u8 },
}
