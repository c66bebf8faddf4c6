//! What a step reads: the tiles of every level, as flat tables that are made once.

use crate::action::{Action, Moves};
use crate::point::Point;

/// A tile inside a level's rectangle: row and column in one byte each (R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tile(pub u16);

impl Tile {
    /// A tile by its row and column inside the rectangle.
    #[inline]
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self((row as u16) << 8 | column as u16)
    }

    /// The row, counted from the top of the rectangle.
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The column, counted from the left of the rectangle.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 as u8
    }

    /// The tile that a move leads to. Only valid for moves that stay inside the rectangle.
    #[inline]
    #[must_use]
    pub const fn after(self, action: Action) -> Self {
        let (rows, columns) = action.offset();
        Self::new(self.row().wrapping_add_signed(rows), self.column().wrapping_add_signed(columns))
    }

    /// The move that leads to another tile, none if there is no such move.
    #[inline]
    #[must_use]
    pub const fn towards(self, other: Self) -> Moves {
        let rows = other.row() as i64 - self.row() as i64;
        Moves::towards(rows, other.column() as i64 - self.column() as i64)
    }
}

/// The kinds of tiles (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TileKind {
    #[default]
    Void = 0,
    /// The wall of a room.
    Wall = 1,
    /// The floor of a room.
    Floor = 2,
    /// A door of a room.
    Door = 3,
    Hall = 4,
}

impl TileKind {
    /// Whether actors can walk on it.
    #[inline]
    #[must_use]
    pub const fn is_traversable(self) -> bool {
        self as u8 >= Self::Floor as u8
    }

    /// The code that a player sees (R25): 0, 1 or 2.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Void | Self::Wall => 0,
            Self::Floor | Self::Hall => 1,
            Self::Door => 2,
        }
    }
}

/// A tile with the moves that start from it, as far as tiles alone decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spot(u32);

const ZOMBIE: u32 = 13;
const OPEN: u32 = 17;
const WALLS: u32 = 21;
const KIND: u32 = 25;
#[cfg(feature = "alloc")]
const FAR: u32 = 28;

impl Spot {
    /// Packs what is known of a tile. Steps are four bits: N, W, E, S.
    #[must_use]
    pub const fn new(kind: TileKind, reach: Moves, zombie: u8, open: u8, walls: u8) -> Self {
        let reach = (reach.0 & 0x1FFF) as u32;
        Self(
            reach
                | (zombie as u32 & 0xF) << ZOMBIE
                | (open as u32 & 0xF) << OPEN
                | (walls as u32 & 0xF) << WALLS
                | (kind as u32) << KIND,
        )
    }

    /// What is known of a tile, from the lowest bit up: the 13 moves of a player, the steps of a zombie, the steps onto
    /// open tiles, the steps into walls, and the kind. Steps are four bits: N, W, E, S.
    #[inline]
    #[must_use]
    pub const fn of_bytes(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    /// The same bytes again.
    #[cfg(feature = "alloc")]
    pub(crate) const fn bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// The same tile, so many steps from one beside a wall (R40). It keeps what is left of four: tiles side by side differ by
    /// one at most.
    #[cfg(feature = "alloc")]
    pub(crate) const fn far_from_walls(self, far: u16) -> Self {
        Self(self.0 & !(3 << FAR) | (far as u32 & 3) << FAR)
    }

    /// Whether a step from here ends nearer to a wall (0), as far from it (1) or farther (2). All are the same where tiles
    /// do not know how far walls are.
    #[cfg(feature = "alloc")]
    pub(crate) const fn wall_beyond(self, step: Self) -> u64 {
        ((step.0 >> FAR).wrapping_sub(self.0 >> FAR).wrapping_add(1) & 3) as u64
    }

    /// What the tile is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> TileKind {
        match self.0 >> KIND & 7 {
            1 => TileKind::Wall,
            2 => TileKind::Floor,
            3 => TileKind::Door,
            4 => TileKind::Hall,
            _ => TileKind::Void,
        }
    }

    /// The moves of a player, at most two steps over traversable tiles (R15); staying is included.
    #[inline]
    #[must_use]
    pub const fn reach(self) -> Moves {
        Moves((self.0 & 0x1FFF) as u16)
    }

    /// The steps onto floor of the same room (R30).
    #[inline]
    #[must_use]
    pub const fn zombie(self) -> Moves {
        Moves((self.0 >> ZOMBIE & 0xF) as u16 * 2)
    }

    /// The steps onto traversable tiles.
    #[inline]
    #[must_use]
    pub const fn open(self) -> Moves {
        Moves((self.0 >> OPEN & 0xF) as u16 * 2)
    }

    /// The steps into walls (R31).
    #[inline]
    #[must_use]
    pub const fn walls(self) -> Moves {
        Moves((self.0 >> WALLS & 0xF) as u16 * 2)
    }
}

/// A range of entries in one of the flat tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Span {
    /// The first.
    pub at: u32,
    pub len: u32,
}

impl Span {
    /// The entries of `table` in this range; empty if it is out of bounds.
    #[inline]
    #[must_use]
    pub fn of<T>(self, table: &[T]) -> &[T] {
        let at = self.at as usize;
        table.get(at..at + self.len as usize).unwrap_or(&[])
    }
}

/// One level: the ranges of its tables, its objects and the number of adversaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Site {
    /// The upper-left point of the rectangle (R5).
    pub corner: Point,
    /// Rows of the rectangle, 1 to 256.
    pub rows: u16,
    /// Columns of the rectangle, 1 to 256.
    pub columns: u16,
    /// Tiles row by row, in `spots` and in `room_of`.
    pub tiles: Span,
    /// Floor without key and exit in reading order, in `free`.
    pub free: Span,
    /// Rooms in level order, in `rooms`.
    pub rooms: Span,
    /// How many of the rooms have floor.
    pub floored: u32,
    /// Where the key lies at the start.
    pub key: Option<Tile>,
    /// Where the exit is.
    pub exit: Option<Tile>,
    /// How many zombies (R10).
    pub zombies: u8,
    /// How many ghosts (R10).
    pub ghosts: u8,
}

impl Site {
    /// The index of a tile in the tables of the level.
    #[inline]
    #[must_use]
    pub const fn index(&self, tile: Tile) -> usize {
        tile.row() as usize * self.columns as usize + tile.column() as usize
    }

    /// The tile at a point, none outside the rectangle.
    #[must_use]
    pub fn tile(&self, point: Point) -> Option<Tile> {
        let row = u8::try_from(point.row - self.corner.row).ok().filter(|&row| u16::from(row) < self.rows)?;
        let column = u8::try_from(point.column - self.corner.column).ok()?;
        (u16::from(column) < self.columns).then_some(Tile::new(row, column))
    }

    /// The point of a tile.
    #[inline]
    #[must_use]
    pub const fn point(&self, tile: Tile) -> Point {
        Point::new(self.corner.row + tile.row() as i64, self.corner.column + tile.column() as i64)
    }
}

/// The number for a tile that is in no room.
pub const NO_ROOM: u16 = u16::MAX;

/// The numbers of the settings that a step needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Code {
    pub players: u8,
    /// Whether key and exit are closed to adversaries (R32).
    pub closed_objects: bool,
    /// Whether actors are placed in corners (R12) instead of at random (R11).
    pub corners: bool,
    /// How far a player sees (R25).
    pub sight: u8,
    /// The last round of a level, 0 for none (R26).
    pub max_rounds: u32,
}

/// Everything that a step reads.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ground<'a> {
    pub code: &'a Code,
    pub sites: &'a [Site],
    /// Tiles of all levels.
    pub spots: &'a [Spot],
    /// The room of each of those tiles, [`NO_ROOM`] for none.
    pub room_of: &'a [u16],
    /// Floor without key and exit, by level, in reading order.
    pub free: &'a [Tile],
    /// Rooms by level: the range of each one's floor in `floors`.
    pub rooms: &'a [Span],
    /// Floor by room, in reading order.
    pub floors: &'a [Tile],
    /// Rooms by level in the reading order of their origins, as indices into `rooms`, counted from the first room of
    /// the level.
    pub by_origin: &'a [u16],
}

impl Ground<'_> {
    /// The tile with the moves that start from it.
    #[inline]
    #[must_use]
    pub fn spot(&self, site: &Site, tile: Tile) -> Spot {
        self.spots.get(site.tiles.at as usize + site.index(tile)).copied().unwrap_or_default()
    }

    /// The room of a tile, including its walls and doors (R3).
    #[inline]
    #[must_use]
    pub fn room(&self, site: &Site, tile: Tile) -> u16 {
        self.room_of.get(site.tiles.at as usize + site.index(tile)).copied().unwrap_or(NO_ROOM)
    }
}
