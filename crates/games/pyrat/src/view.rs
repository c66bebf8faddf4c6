//! What a seat receives. Nothing is hidden: both seats get the same facts (R33).

use crate::Action;
use gridhaunt_kernel::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The message at the start, with what never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Start {
    pub seat: Seat,
    /// How many cells a row has.
    pub width: u16,
    pub height: u16,
    pub max_turns: u16,
    /// Cheese at the start.
    pub cheese_total: u16,
    /// Walls as `[x1,y1,x2,y2]`, in edge order.
    pub walls: Vec<[u16; 4]>,
    /// Mud as `[x1,y1,x2,y2,turns]`, in edge order.
    pub mud: Vec<[u16; 5]>,
    /// Where python and rat began.
    pub starts: [Cell; 2],
}

/// The message of each turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct View {
    pub turn: u16,
    pub players: [Player; 2],
    /// The remaining cheese, by cell index.
    pub cheese: Vec<Cell>,
    /// The choices of both in the previous turn, STAY for a missing choice and before the first turn.
    pub last: [Action; 2],
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Player {
    /// Its cell; in transit, the cell it goes to.
    pub at: Cell,
    /// How many of its next turns will be ignored.
    pub delay: u8,
    pub half: u16,
}

#[derive(Serialize, Deserialize)]
struct PlayerDocument {
    at: Cell,
    delay: u8,
    half: u16,
    #[serde(default)]
    score: f64,
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { at, delay, half } = self;
        PlayerDocument { at, delay, half, score: f64::from(half) / 2.0 }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlayerDocument::deserialize(deserializer).map(|PlayerDocument { at, delay, half, .. }| Self { at, delay, half })
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = u8::deserialize(deserializer)?;
        Self::from_u8(code).ok_or_else(|| serde::de::Error::custom("an action is 0..=4"))
    }
}
