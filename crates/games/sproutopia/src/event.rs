//! The events of a tick, for people (§15).

use crate::action::Action;
use crate::power::PowerKind;
use crate::state::End;
use crate::weeds::Weed;
use gridhaunt_kernel::prelude::*;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Event {
    /// A command was dropped because the queue was full (R7).
    CommandDropped {
        seat: Seat,
        action: Action,
    },
    Moved {
        seat: Seat,
        from: Cell,
        /// The cell where it stands now.
        to: Cell,
    },
    /// A farmer could not move.
    Blocked {
        seat: Seat,
        why: Bar,
    },
    /// A farmer left its land.
    TrailStarted {
        seat: Seat,
        /// The first cell of the trail.
        cell: Cell,
    },
    /// A farmer closed its trail (R25), or the Fertilizer turned it into land (R31).
    Claimed {
        seat: Seat,
        /// How many cells were new.
        cells: u16,
        /// How many cells were enclosed.
        enclosed: u16,
        /// Whether it joined two parts of its land.
        bridge: bool,
    },
    /// A claim took land from another (R30).
    Stolen {
        from: Seat,
        /// The new owner.
        to: Seat,
        cells: u16,
    },
    /// A farmer was pruned (R32).
    Pruned {
        seat: Seat,
        /// The farmer that did it, if it was a farmer.
        by: Option<Seat>,
        why: Cause,
        /// How many cells it lost.
        cells: u16,
    },
    /// A farmer was sent back (R35).
    SentBack {
        seat: Seat,
        /// The farmer that did it, if it was a farmer.
        by: Option<Seat>,
        why: Cause,
        /// The cell it was sent to.
        to: Cell,
    },
    /// A farmer is back on its home (R36).
    Respawned {
        seat: Seat,
    },
    /// A farmer picked up a power-up or super power-up (R24).
    PickedUp {
        seat: Seat,
        kind: PowerKind,
        cell: Cell,
    },
    /// A power-up or super power-up ended.
    EndedPower {
        seat: Seat,
        kind: PowerKind,
        why: Finish,
    },
    /// A power-up appeared (R39).
    PowerUpSpawned {
        kind: PowerKind,
        cell: Cell,
    },
    /// A weed appeared (R42).
    WeedSpawned {
        slot: u8,
        cells: Patch,
        kind: PowerKind,
    },
    /// A weed grew (R44).
    WeedGrew {
        slot: u8,
        cell: Cell,
    },
    /// A weed was cleared (R29).
    WeedCleared {
        slot: u8,
        /// The farmer that cleared it.
        by: Seat,
        /// Where its super power-up lies.
        cell: Cell,
        kind: PowerKind,
    },
    LeaderChanged {
        seat: Seat,
    },
    /// The game is over.
    Over {
        reason: End,
    },
}

/// Why a farmer cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Bar {
    /// The Freeze of another farmer (R13).
    Frozen,
    /// It is stunned on the land of a farmer with Immunity (R14).
    Stunned,
    /// The owner of the land ahead has Immunity (R17).
    Immune,
    /// The edge of the board (R15).
    Edge,
}

/// Why a farmer is pruned (R32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Cause {
    /// Another farmer stepped on its trail.
    Cut,
    Collision,
    /// Another farmer's claim enclosed it.
    Encircled,
    /// It ran into its own trail.
    #[cfg_attr(feature = "alloc", serde(rename = "self"))]
    Own,
    /// It ran into a weed.
    Weed,
}

/// Why a power-up ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Finish {
    /// Its time ran out (R12).
    Time,
    /// It was used up (R21).
    Used,
    /// Another power-up replaced it (R24).
    Replaced,
    /// Its holder entered another's land (R17).
    EnteredLand,
    /// Its holder returned home (R18).
    CameHome,
    /// Its holder was pruned (R33).
    Pruned,
}

/// The cells of a new weed, its first cell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    cells: [Cell; 5],
    len: u8,
}

impl Patch {
    /// The cells, at most 5.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }
}

impl From<&Weed> for Patch {
    fn from(weed: &Weed) -> Self {
        let mut patch = Self { cells: [Cell::default(); 5], len: 0 };
        let others = weed.cells().filter(|&cell| cell != weed.first);
        for (slot, cell) in patch.cells.iter_mut().zip(core::iter::once(weed.first).chain(others)) {
            *slot = cell;
            patch.len += 1;
        }
        patch
    }
}

#[cfg(feature = "alloc")]
mod json {
    use super::{Action, Cell, End, Patch, PowerKind};
    use alloc::format;
    use alloc::vec::Vec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Serialize for Patch {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.cells())
        }
    }

    impl<'de> Deserialize<'de> for Patch {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let list = Vec::<Cell>::deserialize(deserializer)?;
            let mut patch = Self { cells: [Cell::default(); 5], len: list.len().min(5) as u8 };
            patch.cells.iter_mut().zip(list).for_each(|(slot, cell)| *slot = cell);
            Ok(patch)
        }
    }

    impl Serialize for Action {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u8(*self as u8)
        }
    }

    impl<'de> Deserialize<'de> for Action {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = u8::deserialize(deserializer)?;
            Self::from_u8(number).ok_or_else(|| D::Error::custom(format!("{number} is not an action 0..=5")))
        }
    }

    impl Serialize for PowerKind {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u8(*self as u8)
        }
    }

    impl<'de> Deserialize<'de> for PowerKind {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = u8::deserialize(deserializer)?;
            Self::from_u8(number).ok_or_else(|| D::Error::custom(format!("{number} is not a kind 1..=5")))
        }
    }

    impl Serialize for End {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name())
        }
    }

    impl<'de> Deserialize<'de> for End {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let name = alloc::borrow::Cow::<str>::deserialize(deserializer)?;
            Self::from_name(&name).ok_or_else(|| D::Error::custom(format!("{name:?} is not max_ticks or full")))
        }
    }
}
