//! The tiles of a level (R2 to R5), and the check whether it can be played (R7).

use crate::action::Action;
use crate::ground::{NO_ROOM, Site, Tile, TileKind};
use crate::level::{Hallway, Level, ObjectKind, Point, Room};
use gridhaunt_kernel::prelude::*;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most rows and the most columns of a level (R5).
pub const MOST: i64 = 256;

/// A level with its tiles.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The level as it was written.
    pub level: Level,
    /// The upper-left point of its rectangle.
    pub corner: Point,
    /// Rows of the rectangle.
    pub rows: u16,
    /// Columns of the rectangle.
    pub columns: u16,
    /// The tiles row by row.
    pub kinds: Vec<TileKind>,
    /// The room of each tile, [`NO_ROOM`] for none.
    pub room_of: Vec<u16>,
}

impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.level == other.level // The rest follows from it.
    }
}

impl Serialize for Chart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.level.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::loose(Level::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Chart {
    /// The tiles of a level that need not be playable (R49, R50): of several tiles on a point the first counts, rooms
    /// before hallways. The only error is that it is too large.
    pub fn loose(level: Level) -> Result<Self, Invalid> {
        let mut wrong = Vec::new();
        paint(level, &mut wrong).map_err(|mut wrong| wrong.swap_remove(0))
    }

    /// The tiles of a level, or everything that makes it unplayable by R7, except the room that actors need.
    pub fn check(level: Level) -> Result<Self, Vec<Invalid>> {
        let mut wrong = Vec::new();
        if level.rooms.is_empty() {
            wrong.push(Invalid::new("rooms", "[]", "at least one").says("empty, need at least one"));
        }
        let chart = paint(level, &mut wrong)?;
        chart.check_objects(&mut wrong);
        if wrong.is_empty() { Ok(chart) } else { Err(wrong) }
    }

    /// The last check of R7: free floor for all actors of the level.
    pub fn holds(&self, actors: usize) -> Result<(), Invalid> {
        let free = self.free().count();
        if free >= actors {
            return Ok(());
        }
        let words = format!("{free} free floor tiles for {actors} actors");
        Err(Invalid::new("", free, format!("at least {actors} free floor tiles")).says(words))
    }

    /// The floor tiles without key and exit, in reading order (R11).
    pub fn free(&self) -> impl Iterator<Item = Tile> + '_ {
        let taken = [ObjectKind::Key, ObjectKind::Exit].map(|kind| self.object(kind));
        self.tiles().filter(move |&tile| self.kind(tile) == TileKind::Floor && !taken.contains(&Some(tile)))
    }

    /// Every tile of the rectangle in reading order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + Clone + '_ {
        let row = |row| (0..self.columns).map(move |column| Tile::new(row as u8, column as u8));
        (0..self.rows).flat_map(row)
    }

    /// The rectangle, without tables, objects or adversaries.
    #[must_use]
    pub fn site(&self) -> Site {
        Site { corner: self.corner, rows: self.rows, columns: self.columns, ..Site::default() }
    }

    /// The index of a tile in the lists.
    #[inline]
    #[must_use]
    pub const fn index(&self, tile: Tile) -> usize {
        tile.row() as usize * self.columns as usize + tile.column() as usize
    }

    /// What a tile is.
    #[inline]
    #[must_use]
    pub fn kind(&self, tile: Tile) -> TileKind {
        self.kinds.get(self.index(tile)).copied().unwrap_or_default()
    }

    /// The kind of the tile at a point; void outside the rectangle.
    #[must_use]
    pub fn kind_at(&self, point: Point) -> TileKind {
        self.site().tile(point).map_or(TileKind::Void, |tile| self.kind(tile))
    }

    /// The tile that a step from a tile leads to, none outside the rectangle.
    #[inline]
    #[must_use]
    pub const fn after(&self, tile: Tile, step: Action) -> Option<Tile> {
        let (rows, columns) = step.offset();
        let row = tile.row() as i32 + rows as i32;
        let column = tile.column() as i32 + columns as i32;
        let inside = row >= 0 && column >= 0 && row < self.rows as i32 && column < self.columns as i32;
        if inside { Some(Tile::new(row as u8, column as u8)) } else { None }
    }

    /// The room of a tile, [`NO_ROOM`] for none.
    #[inline]
    #[must_use]
    pub fn room(&self, tile: Tile) -> u16 {
        self.room_of.get(self.index(tile)).copied().unwrap_or(NO_ROOM)
    }

    /// The tile of the first object of a kind, if it lies in the rectangle.
    #[must_use]
    pub fn object(&self, kind: ObjectKind) -> Option<Tile> {
        self.site().tile(self.level.object(kind)?)
    }

    fn check_objects(&self, wrong: &mut Vec<Invalid>) {
        let objects = &self.level.objects;
        let count = |kind| objects.iter().filter(|object| object.kind == kind).count();
        let (exits, keys) = (count(ObjectKind::Exit), count(ObjectKind::Key));
        if exits != 1 {
            wrong.push(Invalid::new("objects", exits, "1 exit").says(format!("{exits} exits, need 1")));
        }
        if keys > 1 {
            wrong.push(Invalid::new("objects", keys, "at most 1 key").says(format!("{keys} keys, need at most 1")));
        }
        for (i, object) in objects.iter().enumerate() {
            let (field, at) = (format!("objects[{i}].position"), object.position);
            let kind = self.kind_at(at);
            if !kind.is_traversable() {
                let what = if kind == TileKind::Wall { "a wall" } else { "void" };
                let words = format!("{at} is {what}, need floor, door or hall");
                wrong.push(Invalid::new(field, at, "floor, door or hall").says(words));
            } else if let Some(other) = objects[..i].iter().find(|other| other.position == at) {
                let words = format!("{at} holds the {} already, need another tile", other.kind.name());
                wrong.push(Invalid::new(field, at, "another tile").says(words));
            }
        }
    }
}

/// The room or hallway that first painted a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    Room(usize),
    Hallway(usize),
}

impl Owner {
    fn name(self) -> String {
        match self {
            Self::Nobody => "nothing".into(),
            Self::Room(room) => format!("rooms[{room}]"),
            Self::Hallway(hallway) => format!("hallways[{hallway}]"),
        }
    }
}

/// Paints the tiles and collects errors on the way; fails if the level has no usable tiles.
fn paint(level: Level, wrong: &mut Vec<Invalid>) -> Result<Chart, Vec<Invalid>> {
    let (corner, rows, columns) = rectangle(&level);
    for (size, what) in [(rows, "rows"), (columns, "columns")] {
        if size > MOST {
            let words = format!("{size} {what}, need at most {MOST}");
            wrong.push(Invalid::new("", size, format!("at most {MOST} {what}")).says(words));
        }
    }
    if rows > MOST || columns > MOST {
        return Err(core::mem::take(wrong));
    }
    let tiles = (rows * columns) as usize;
    let (kinds, room_of) = (vec![TileKind::Void; tiles], vec![NO_ROOM; tiles]);
    let mut chart = Chart { level, corner, rows: rows as u16, columns: columns as u16, kinds, room_of };
    let mut owners = vec![Owner::Nobody; tiles];
    let level = core::mem::take(&mut chart.level);
    for (i, room) in level.rooms.iter().enumerate() {
        let mut troubles = Vec::new();
        check_layout(room, &mut troubles);
        let overlap = paint_room(&mut chart, &mut owners, room, i);
        troubles.extend(overlap);
        wrong.extend(troubles.into_iter().map(|trouble| trouble.within(&format!("rooms[{i}]"))));
    }
    let doors = chart.kinds.clone();
    for (i, hallway) in level.hallways.iter().enumerate() {
        let mut troubles = Vec::new();
        for (name, end) in [("from", hallway.from), ("to", hallway.to)] {
            let tile = chart.site().tile(end).map(|tile| chart.index(tile));
            if tile.and_then(|tile| doors.get(tile)) != Some(&TileKind::Door) {
                troubles.push(Invalid::new(name, end, "a door").says(format!("{end} is not a door")));
            }
        }
        for (j, (a, b)) in hallway.segments().enumerate() {
            if a.row != b.row && a.column != b.column {
                let name = if j < hallway.waypoints.len() { format!("waypoints[{j}]") } else { "to".into() };
                let words = format!("{b} is not in line with {a}");
                troubles.push(Invalid::new(name, b, format!("in line with {a}")).says(words));
            }
        }
        let overlap = paint_hallway(&mut chart, &mut owners, hallway, i);
        troubles.splice(0..0, overlap);
        wrong.extend(troubles.into_iter().map(|trouble| trouble.within(&format!("hallways[{i}]"))));
    }
    chart.level = level;
    Ok(chart)
}

/// The smallest rectangle that contains (0,0) and every tile: its corner, rows and columns (R5).
fn rectangle(level: &Level) -> (Point, i64, i64) {
    let room = |room: &Room| {
        let rows = room.layout.len() as i64;
        let columns = room.layout.iter().map(Vec::len).max().unwrap_or(0) as i64;
        let last = Point::new(room.origin.row + (rows - 1).max(0), room.origin.column + (columns - 1).max(0));
        [room.origin, last]
    };
    let rooms = level.rooms.iter().flat_map(room);
    let corners = rooms.chain(level.hallways.iter().flat_map(Hallway::corners));
    let start = (Point::default(), Point::default());
    let (low, high) = corners.fold(start, |(low, high), at| {
        let low = Point::new(low.row.min(at.row), low.column.min(at.column));
        (low, Point::new(high.row.max(at.row), high.column.max(at.column)))
    });
    (low, high.row - low.row + 1, high.column - low.column + 1)
}

fn check_layout(room: &Room, wrong: &mut Vec<Invalid>) {
    let (bounds, rows) = (room.bounds, room.layout.len() as i64);
    for (size, what) in [(bounds.rows, "rows"), (bounds.columns, "columns")] {
        if size < 1 {
            wrong.push(Invalid::new("bounds", size, "at least 1").says(format!("{size} {what}, need at least 1")));
        }
    }
    if rows != bounds.rows {
        let words = format!("{rows} rows, bounds say {}", bounds.rows);
        wrong.push(Invalid::new("layout", rows, format!("{} rows", bounds.rows)).says(words));
    }
    let widest = room.layout.iter().map(Vec::len).max().unwrap_or(0);
    for (r, row) in room.layout.iter().enumerate() {
        if row.len() as i64 != bounds.columns {
            let words = format!("{} columns, bounds say {}", row.len(), bounds.columns);
            let expected = format!("{} columns", bounds.columns);
            wrong.push(Invalid::new(format!("layout[{r}]"), row.len(), expected).says(words));
        }
        for (c, &code) in row.iter().enumerate() {
            let field = || format!("layout[{r}][{c}]");
            let edge = r == 0 || c == 0 || r + 1 == room.layout.len() || c + 1 == widest;
            if !(0..=2).contains(&code) {
                wrong.push(Invalid::new(field(), code, "0, 1 or 2").says(format!("code {code}, need 0, 1 or 2")));
            } else if code == 2 && !edge {
                let words = "door inside the room, need it on the edge";
                wrong.push(Invalid::new(field(), "a door", "on the edge").says(words));
            }
        }
    }
}

fn paint_room(chart: &mut Chart, owners: &mut [Owner], room: &Room, number: usize) -> Option<Invalid> {
    let mut overlap = None;
    for (r, row) in room.layout.iter().enumerate() {
        for (c, &code) in row.iter().enumerate() {
            let at = Point::new(room.origin.row + r as i64, room.origin.column + c as i64);
            let kind = match code {
                1 => TileKind::Floor,
                2 => TileKind::Door,
                _ => TileKind::Wall,
            };
            overlap = overlap.or(put(chart, owners, at, kind, Owner::Room(number)));
        }
    }
    overlap
}

fn paint_hallway(chart: &mut Chart, owners: &mut [Owner], hallway: &Hallway, number: usize) -> Option<Invalid> {
    let mut overlap = None;
    for (a, b) in hallway.segments().filter(|(a, b)| a.row == b.row || a.column == b.column) {
        for row in a.row.min(b.row)..=a.row.max(b.row) {
            for column in a.column.min(b.column)..=a.column.max(b.column) {
                let at = Point::new(row, column);
                if at != hallway.from && at != hallway.to {
                    overlap = overlap.or(put(chart, owners, at, TileKind::Hall, Owner::Hallway(number)));
                }
            }
        }
    }
    overlap
}

/// Paints a tile; returns an error if another owner has already painted it.
fn put(chart: &mut Chart, owners: &mut [Owner], at: Point, kind: TileKind, owner: Owner) -> Option<Invalid> {
    let tile = chart.site().tile(at)?;
    let index = chart.index(tile);
    match owners[index] {
        Owner::Nobody => {
            owners[index] = owner;
            chart.kinds[index] = kind;
            if let Owner::Room(room) = owner {
                chart.room_of[index] = u16::try_from(room).unwrap_or(NO_ROOM);
            }
            None
        }
        other if other == owner => None,
        other => {
            let words = format!("overlaps {} at {at}", other.name());
            Some(Invalid::new("", at, "a tile of its own").says(words))
        }
    }
}
