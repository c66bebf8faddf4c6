//! A given state: the positions of all actors in a level (R50).

use super::place::{Place, object_at};
use crate::level::{ActorKind, Fields, Level, Object, ObjectKind, Point};
use gridhaunt_kernel::prelude::*;
use serde::Serialize;

/// An actor in the level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Actor {
    /// Player, zombie or ghost.
    #[serde(rename = "type")]
    pub kind: ActorKind,
    pub name: String,
    pub position: Point,
}

/// A state of the harness: a level, the actors in it, and whether the exit is locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "state", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub struct Given {
    /// The level; a taken key is no longer among its objects.
    pub level: Level,
    /// The players in it by seat.
    pub players: Vec<Actor>,
    pub adversaries: Vec<Actor>,
    /// Whether the exit is locked.
    pub exit_locked: bool,
}

/// The result of a move or a stay (R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Deed {
    /// Nothing happened.
    #[serde(rename = "OK")]
    Ok,
    /// The key was taken.
    Key,
    /// The player left by the exit.
    Exit,
    /// The player was expelled.
    Eject,
}

impl Deed {
    /// Whether the player is no longer in the level.
    #[must_use]
    pub const fn leaves(self) -> bool {
        matches!(self, Self::Exit | Self::Eject)
    }
}

/// What a player receives (R25, R46).
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "player-update")]
pub struct Update<'a> {
    /// The tiles around the player: 0 wall or void, 1 floor or hall, 2 door.
    pub layout: [[u8; SIDE]; SIDE],
    /// Where the player is.
    pub position: Point,
    /// Key and exit, if near.
    pub objects: Vec<&'a Object>,
    /// The other actors near by.
    pub actors: Vec<&'a Actor>,
}

/// How far a player sees in each direction, diagonally too (R25).
const SIGHT: i64 = 2;
const SIDE: usize = 2 * SIGHT as usize + 1;

impl Given {
    /// Whether a player may move to a point or stay where it is (R15 to R17).
    #[must_use]
    pub fn may_move(&self, player: usize, to: Point) -> bool {
        let from = self.players[player].position;
        let open = |point: &Point| Place::of(&self.level, *point).traversable();
        let near = |from: Point| from.neighbours().into_iter().filter(open);
        let walks = || near(from).any(|one| one == to || near(one).any(|two| two == to));
        // R17: staying is always legal, even on a tile that cannot be walked on.
        to == from || (walks() && !self.is_taken(player, to))
    }

    /// Whether another player stands there.
    #[must_use]
    pub fn is_taken(&self, player: usize, point: Point) -> bool {
        self.players.iter().enumerate().any(|(i, other)| i != player && other.position == point)
    }

    /// Puts a player on a point, with all consequences (R18).
    pub fn arrive(&mut self, player: usize, point: Point) -> Deed {
        self.players[player].position = point;
        let deed = match object_at(&self.level, point).map(|object| object.kind) {
            _ if self.adversaries.iter().any(|adversary| adversary.position == point) => Deed::Eject, // R18.1
            Some(ObjectKind::Key) => Deed::Key,                                                       // R18.2
            Some(ObjectKind::Exit) if !self.exit_locked => Deed::Exit,                                // R18.3
            _ => Deed::Ok,                                                                            // R18.4
        };
        if deed.leaves() {
            self.players.remove(player);
        }
        if deed == Deed::Key {
            let key = self.level.objects.iter().position(|object| object.position == point);
            key.map(|key| self.level.objects.remove(key));
            self.exit_locked = false;
        }
        deed
    }

    /// What a player receives (R25).
    #[must_use]
    pub fn update(&self, player: usize) -> Update<'_> {
        let position = self.players[player].position;
        let seen = |point: Point| {
            point.row.abs_diff(position.row).max(point.column.abs_diff(position.column)) <= SIGHT.unsigned_abs()
        };
        let tile = |row: usize, column: usize| {
            let (rows, columns) = (row as i64 - SIGHT, column as i64 - SIGHT);
            Place::of(&self.level, Point::new(position.row + rows, position.column + columns)).code()
        };
        let others = self.players.iter().enumerate().filter(|(i, _)| *i != player).map(|(_, other)| other);
        Update {
            layout: core::array::from_fn(|row| core::array::from_fn(|column| tile(row, column))),
            position,
            objects: self.level.objects.iter().filter(|object| seen(object.position)).collect(),
            actors: others.chain(&self.adversaries).filter(|actor| seen(actor.position)).collect(),
        }
    }
}

impl Actor {
    fn read(value: &Value, kinds: &[ActorKind]) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "an actor")?;
        let words = || kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
        let word = fields.need("type", &words())?;
        let kind = kinds.iter().find(|kind| word == kind.name());
        let kind = *kind.ok_or_else(|| Invalid::new("type", brief(word), words()))?;
        let name = name(fields.need("name", "a text")?).map_err(|error| error.within("name"))?;
        Ok(Self { kind, name, position: fields.point("position")? })
    }
}

impl Given {
    /// Reads a state of R46; an error names the field that is wrong.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "a state")?;
        let level = Level::read(fields.need("level", "a level")?).map_err(|error| error.within("level"))?;
        let player = |value| Actor::read(value, &[ActorKind::Player]);
        let adversary = |value| Actor::read(value, &[ActorKind::Zombie, ActorKind::Ghost]);
        let players = fields.list("players", "a list of actors", player)?;
        let adversaries = fields.list("adversaries", "a list of actors", adversary)?;
        let need = "true or false";
        let locked = fields.need("exit-locked", need)?;
        let exit_locked = locked.as_bool().ok_or_else(|| Invalid::new("exit-locked", brief(locked), need))?;
        Ok(Self { level, players, adversaries, exit_locked })
    }
}

/// Reads a name, which can be any text in the harness.
pub(super) fn name(value: &Value) -> Result<String, Invalid> {
    value.as_str().map(String::from).ok_or_else(|| Invalid::new("", brief(value), "a name, a text"))
}
