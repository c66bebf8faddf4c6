//! The kind of a point in a level, looked up in the lists of the level.

use crate::level::{Hallway, Level, Object, Point, Room};

/// What a point lies in: a room, a hallway or nothing.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Place<'a> {
    /// A room, with the point's code in it.
    Room(&'a Room, i64),
    Hallway(&'a Hallway),
    Void,
}

impl<'a> Place<'a> {
    /// The first room that contains the point; if there is none, the first hallway (R49).
    #[must_use]
    pub fn of(level: &'a Level, point: Point) -> Self {
        let room = level.rooms.iter().find_map(|room| Some(Self::Room(room, room.code(point)?)));
        let hallway = || level.hallways.iter().find(|hallway| hallway.holds(point)).map(Self::Hallway);
        room.or_else(hallway).unwrap_or(Self::Void)
    }

    /// The code that a player sees: 0 wall or void, 1 floor or hall, 2 door (R25).
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Room(_, 1) | Self::Hallway(_) => 1,
            Self::Room(_, 2) => 2,
            Self::Room(..) | Self::Void => 0,
        }
    }

    /// Whether actors can walk on it (R2).
    #[must_use]
    pub const fn traversable(self) -> bool {
        self.code() != 0
    }
}

/// The first object that lies on a point (R49).
pub(crate) fn object_at(level: &Level, point: Point) -> Option<Object> {
    level.objects.iter().find(|object| object.position == point).copied()
}
