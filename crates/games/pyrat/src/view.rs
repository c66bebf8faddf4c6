//! What a seat receives. Nothing is hidden: both seats get the same facts (R33).

use crate::Action;
use crate::maze::{Maze, edge_between};
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::Listed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a player is told once, because it never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Start {
    /// Its own seat: 0 is python, 1 is rat.
    pub seat: Seat,
    /// How many cells a row has.
    pub width: u16,
    /// How many rows there are.
    pub height: u16,
    /// The match ends after so many turns at the latest.
    pub max_turns: u16,
    /// How many pieces of cheese there are at the start.
    pub cheese_total: u16,
    /// The walls between neighbouring cells, in edge order.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Wall>"))]
    pub walls: Vec<[u16; 4]>,
    /// The mud between neighbouring cells, in edge order.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Mud>"))]
    pub mud: Vec<[u16; 5]>,
    /// Where python and rat start.
    pub starts: [Cell; 2],
}

impl Start {
    /// The maze; none where the board has no size that a board can have.
    #[must_use]
    pub fn maze(&self) -> Option<Maze> {
        let grid = Grid::new(self.width, self.height)?;
        let mut maze = Maze::open(grid);
        let walls = self.walls.iter().map(|&[x1, y1, x2, y2]| ([x1, y1, x2, y2], 0));
        let mud = self.mud.iter().map(|&[x1, y1, x2, y2, n]| ([x1, y1, x2, y2], n as u8));
        for ([x1, y1, x2, y2], turns) in walls.chain(mud) {
            if let Some(edge) = edge_between(grid, (x1, y1).into(), (x2, y2).into()) {
                maze.set(edge, turns);
            }
        }
        Some(maze)
    }
}

/// A wall between two neighbouring cells: `[x1,y1,x2,y2]`.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[schemars(transform = Listed)]
#[expect(dead_code, reason = "for its schema alone")]
struct Wall {
    x1: u16,
    y1: u16,
    x2: u16,
    y2: u16,
}

/// Mud between two neighbouring cells: `[x1,y1,x2,y2,turns]`.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[schemars(transform = Listed)]
#[expect(dead_code, reason = "for its schema alone")]
struct Mud {
    x1: u16,
    y1: u16,
    x2: u16,
    y2: u16,
    /// How many turns it takes to get through.
    turns: u16,
}

/// What a player is told every turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct View {
    /// How many turns have been played.
    pub turn: u16,
    /// Python and rat, by seat.
    pub players: [Player; 2],
    /// The cells that still have cheese, row by row from the bottom.
    pub cheese: Vec<Cell>,
    /// What both chose in the previous turn, `stay` for a missing choice and before the first turn.
    pub last: [Action; 2],
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "PlayerDocument"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Player {
    /// Its cell; in transit, the cell it goes to.
    pub at: Cell,
    /// How many of its next turns will be ignored.
    pub delay: u8,
    pub half: u16,
}

/// One of the two players.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
struct PlayerDocument {
    /// Its cell; in mud, the cell it goes to.
    at: Cell,
    /// How many of its next choices will be ignored, because it is in mud.
    delay: u8,
    /// Its score in half points.
    half: u16,
    /// Its score in points.
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
