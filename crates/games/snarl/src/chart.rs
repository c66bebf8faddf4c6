//! The tiles of a level (R2 to R5), and the check whether it can be played (R7).

use crate::action::Action;
use crate::ground::{NO_ROOM, Site, Tile, TileKind};
use crate::level::{Hallway, Level, ObjectKind, Point, Room};
use alloc::sync::Arc;
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
    pub kinds: Arc<[TileKind]>,
    /// The room of each tile, [`NO_ROOM`] for none.
    pub room_of: Arc<[u16]>,
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
        paint(level, None).map_err(|mut wrong| wrong.swap_remove(0))
    }

    /// The tiles of a level, or everything that makes it unplayable by R7, except the room that actors need.
    pub fn check(level: Level) -> Result<Self, Vec<Invalid>> {
        let mut wrong = Vec::new();
        if level.rooms.is_empty() {
            wrong.push(Invalid::new("rooms", "[]", "at least one").says("empty, need at least one"));
        }
        let chart = paint(level, Some(&mut wrong))?;
        chart.check_objects(&mut wrong);
        if wrong.is_empty() { Ok(chart) } else { Err(wrong) }
    }

    /// The same tiles once the key is taken.
    #[must_use]
    pub fn without_key(&self) -> Self {
        let Self { corner, rows, columns, .. } = *self;
        let (kinds, room_of) = (self.kinds.clone(), self.room_of.clone());
        Self { level: self.level.without_key(), corner, rows, columns, kinds, room_of }
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
struct Owner(u32);

impl Owner {
    const NOBODY: Self = Self(0);

    const fn room(number: usize) -> Self {
        Self(2 * number as u32 + 1)
    }

    const fn hallway(number: usize) -> Self {
        Self(2 * number as u32 + 2)
    }

    fn name(self) -> String {
        match self.0 {
            0 => "nothing".into(),
            owner if owner % 2 == 1 => format!("rooms[{}]", owner / 2),
            owner => format!("hallways[{}]", owner / 2 - 1),
        }
    }
}

/// Paints the tiles and, if asked to, collects errors on the way; fails if the level has no usable tiles.
fn paint(level: Level, mut wrong: Option<&mut Vec<Invalid>>) -> Result<Chart, Vec<Invalid>> {
    let (corner, rows, columns) = rectangle(&level);
    if rows > MOST || columns > MOST {
        let mut wrong = wrong.map(core::mem::take).unwrap_or_default();
        for (size, what) in [(rows, "rows"), (columns, "columns")].into_iter().filter(|&(size, _)| size > MOST) {
            let words = format!("{size} {what}, need at most {MOST}");
            wrong.push(Invalid::new("", size, format!("at most {MOST} {what}")).says(words));
        }
        return Err(wrong);
    }
    let (rows, columns) = (rows as u16, columns as u16);
    let mut canvas = Canvas::new(Site { corner, rows, columns, ..Site::default() });
    for (i, room) in level.rooms.iter().enumerate() {
        let overlap = canvas.paint_room(room, i);
        if let Some(wrong) = wrong.as_deref_mut() {
            let mut troubles = Vec::new();
            check_layout(room, &mut troubles);
            troubles.extend(overlap);
            wrong.extend(troubles.into_iter().map(|trouble| trouble.within(&format!("rooms[{i}]"))));
        }
    }
    for (i, hallway) in level.hallways.iter().enumerate() {
        let overlap = canvas.paint_hallway(hallway, i);
        if let Some(wrong) = wrong.as_deref_mut() {
            let mut troubles: Vec<Invalid> = overlap.into_iter().collect();
            canvas.check_hallway(hallway, &mut troubles);
            wrong.extend(troubles.into_iter().map(|trouble| trouble.within(&format!("hallways[{i}]"))));
        }
    }
    let (kinds, room_of) = (canvas.kinds.into(), canvas.room_of.into());
    Ok(Chart { level, corner, rows, columns, kinds, room_of })
}

/// The smallest rectangle that contains (0,0) and every tile: its corner, rows and columns (R5).
fn rectangle(level: &Level) -> (Point, i64, i64) {
    let room = |room: &Room| {
        let rows = room.layout.len() as i64;
        let columns = room.layout.columns() as i64;
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
    let widest = room.layout.columns();
    for (r, row) in room.layout.rows().enumerate() {
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

/// The tiles of a room by their codes (R3).
const KINDS: [TileKind; 3] = [TileKind::Wall, TileKind::Floor, TileKind::Door];

/// The tiles of a level while they are painted.
struct Canvas {
    site: Site,
    kinds: Vec<TileKind>,
    room_of: Vec<u16>,
    owners: Vec<Owner>,
}

impl Canvas {
    fn new(site: Site) -> Self {
        let tiles = usize::from(site.rows) * usize::from(site.columns);
        let (kinds, room_of) = (vec![TileKind::Void; tiles], vec![NO_ROOM; tiles]);
        Self { site, kinds, room_of, owners: vec![Owner::NOBODY; tiles] }
    }

    /// Paints a room; returns an error if another one has already painted a tile of it.
    fn paint_room(&mut self, room: &Room, number: usize) -> Option<Invalid> {
        let mut overlap = None;
        let (owner, room_number) = (Owner::room(number), u16::try_from(number).unwrap_or(NO_ROOM));
        for (r, row) in (0..).zip(room.layout.rows()) {
            let first = Point::new(room.origin.row + r, room.origin.column);
            // The rectangle contains every row.
            let Some(tile) = self.site.tile(first) else { continue };
            let start = self.site.index(tile);
            let owners = self.owners[start..].iter_mut();
            let tiles = self.kinds[start..].iter_mut().zip(&mut self.room_of[start..]).zip(owners);
            for (c, (&code, ((kind, room_of), tile_owner))) in (0..).zip(row.iter().zip(tiles)) {
                if *tile_owner == Owner::NOBODY {
                    let known = usize::try_from(code).ok().and_then(|code| KINDS.get(code));
                    *kind = known.copied().unwrap_or(TileKind::Wall);
                    (*room_of, *tile_owner) = (room_number, owner);
                } else if overlap.is_none() {
                    overlap = Some(overlaps(*tile_owner, Point::new(first.row, first.column + c)));
                }
            }
        }
        overlap
    }

    /// Whether a hallway leads from door to door in straight lines. No hallway paints over a door.
    fn check_hallway(&self, hallway: &Hallway, wrong: &mut Vec<Invalid>) {
        for (name, end) in [("from", hallway.from), ("to", hallway.to)] {
            let tile = self.site.tile(end).map(|tile| self.site.index(tile));
            if tile.and_then(|tile| self.kinds.get(tile)) != Some(&TileKind::Door) {
                wrong.push(Invalid::new(name, end, "a door").says(format!("{end} is not a door")));
            }
        }
        for (j, (a, b)) in hallway.segments().enumerate() {
            if a.row != b.row && a.column != b.column {
                let name = if j < hallway.waypoints.len() { format!("waypoints[{j}]") } else { "to".into() };
                let words = format!("{b} is not in line with {a}");
                wrong.push(Invalid::new(name, b, format!("in line with {a}")).says(words));
            }
        }
    }

    /// Paints a hallway without its doors; returns an error if something else has already painted a tile of it.
    fn paint_hallway(&mut self, hallway: &Hallway, number: usize) -> Option<Invalid> {
        let mut overlap = None;
        let owner = Owner::hallway(number);
        for (a, b) in hallway.segments().filter(|(a, b)| a.row == b.row || a.column == b.column) {
            for row in a.row.min(b.row)..=a.row.max(b.row) {
                for column in a.column.min(b.column)..=a.column.max(b.column) {
                    let at = Point::new(row, column);
                    let Some(tile) = self.site.tile(at).filter(|_| at != hallway.from && at != hallway.to) else {
                        continue;
                    };
                    let index = self.site.index(tile);
                    if self.owners[index] == Owner::NOBODY {
                        (self.kinds[index], self.owners[index]) = (TileKind::Hall, owner);
                    } else if self.owners[index] != owner && overlap.is_none() {
                        overlap = Some(overlaps(self.owners[index], at));
                    }
                }
            }
        }
        overlap
    }
}

fn overlaps(owner: Owner, at: Point) -> Invalid {
    Invalid::new("", at, "a tile of its own").says(format!("overlaps {} at {at}", owner.name()))
}
