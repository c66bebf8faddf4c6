//! Points, rooms, hallways, objects and levels in the form that people write (R1 to R6), and their JSON (R45, R46).
//!
//! Nothing here checks whether a level can be played: [`crate::chart`] does (R7).

pub use crate::actor::ActorKind;
pub use crate::point::{FARTHEST, Point};
use alloc::sync::Arc;
use core::ops::Range;
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::Tagged;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The size that a room declares, which its layout may contradict (R49).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Bounds {
    /// How many rows.
    pub rows: i64,
    /// How many columns.
    pub columns: i64,
}

/// A room (R3): its upper-left point, its size and the code of each of its points.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "RoomDocument<'static>"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Room {
    pub origin: Point,
    /// Its size as it was written.
    pub bounds: Bounds,
    /// Codes row by row: 0 wall, 1 floor, 2 door.
    pub layout: Layout,
}

/// The codes of a room, row by row. Its rows may differ in length (R49).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    codes: Vec<i64>,
    /// Where each row ends in `codes`.
    ends: Vec<u32>,
}

impl Layout {
    /// A box with walls on its four sides and floor inside.
    #[must_use]
    pub fn walled(bounds: Bounds) -> Self {
        let (rows, columns) = (bounds.rows.max(0) as usize, bounds.columns.max(0) as usize);
        let mut codes = vec![0; rows * columns];
        let inner = codes.chunks_exact_mut(columns.max(1)).skip(1).take(rows.saturating_sub(2));
        inner.for_each(|row| row[1..columns.max(2) - 1].fill(1));
        Self { codes, ends: (1..=rows).map(|row| (row * columns) as u32).collect() }
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> + Clone {
        (0..self.ends.len()).map(|row| self.row(row))
    }

    /// The codes of a row; empty if there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[i64] {
        &self.codes[self.span(row)]
    }

    /// The codes of a row, to change them; empty if there is no such row.
    pub fn row_mut(&mut self, row: usize) -> &mut [i64] {
        let span = self.span(row);
        &mut self.codes[span]
    }

    /// The length of its longest row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows().map(<[i64]>::len).max().unwrap_or(0)
    }

    fn span(&self, row: usize) -> Range<usize> {
        let start = row.checked_sub(1).map_or(0, |before| self.ends.get(before).map_or(0, |&end| end as usize));
        start..self.ends.get(row).map_or(start, |&end| end as usize)
    }
}

impl FromIterator<Vec<i64>> for Layout {
    fn from_iter<I: IntoIterator<Item = Vec<i64>>>(rows: I) -> Self {
        let mut layout = Self::default();
        for row in rows {
            layout.codes.extend(row);
            layout.ends.push(layout.codes.len() as u32);
        }
        layout
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

impl Room {
    /// The code of a point, none if it is not in the room. The layout counts, not the bounds (R49).
    #[must_use]
    pub fn code(&self, point: Point) -> Option<i64> {
        let row = usize::try_from(point.row - self.origin.row).ok()?;
        let column = usize::try_from(point.column - self.origin.column).ok()?;
        self.layout.row(row).get(column).copied()
    }
}

/// A hallway (R4): two doors and the points where it turns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "HallwayDocument<'static>"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Hallway {
    /// The door it begins at.
    pub from: Point,
    /// The door it ends at.
    pub to: Point,
    pub waypoints: Vec<Point>,
}

impl Hallway {
    /// Its ends and turns in order.
    pub fn corners(&self) -> impl Iterator<Item = Point> + Clone + '_ {
        core::iter::once(self.from).chain(self.waypoints.iter().copied()).chain(core::iter::once(self.to))
    }

    /// Its straight parts in order, each with both of its ends.
    pub fn segments(&self) -> impl Iterator<Item = (Point, Point)> + Clone + '_ {
        self.corners().zip(self.corners().skip(1))
    }

    /// Whether a point lies on it, without its two doors (R4).
    #[must_use]
    pub fn holds(&self, point: Point) -> bool {
        let between = |a: i64, b: i64, x: i64| (a.min(b)..=a.max(b)).contains(&x);
        let on = |(a, b): (Point, Point)| {
            let straight = a.row == b.row || a.column == b.column;
            straight && between(a.row, b.row, point.row) && between(a.column, b.column, point.column)
        };
        point != self.from && point != self.to && self.segments().any(on)
    }
}

gridhaunt_kernel::words! {
    /// The two kinds of objects (R6).
    #[derive(Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum ObjectKind {
        /// It opens the exit.
        Key = "key",
        /// It leads to the next level.
        Exit = "exit",
    }
}

/// A key or an exit, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Object {
    /// Which of the two.
    #[serde(rename = "type")]
    pub kind: ObjectKind,
    /// Where it lies.
    pub position: Point,
}

/// A level as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "LevelDocument<'static>"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Level {
    /// Shared by all copies of the level, and so are its hallways.
    pub rooms: Arc<[Room]>,
    pub hallways: Arc<[Hallway]>,
    pub objects: Vec<Object>,
}

impl Level {
    /// The first room that contains a point (R49).
    #[must_use]
    pub fn room_at(&self, point: Point) -> Option<&Room> {
        self.rooms.iter().find(|room| room.code(point).is_some())
    }

    /// The first object of a kind.
    #[must_use]
    pub fn object(&self, kind: ObjectKind) -> Option<Point> {
        self.objects.iter().find(|object| object.kind == kind).map(|object| object.position)
    }

    /// The same level with its key taken.
    #[must_use]
    pub fn without_key(&self) -> Self {
        let objects = self.objects.iter().copied().filter(|object| object.kind != ObjectKind::Key).collect();
        Self { rooms: self.rooms.clone(), hallways: self.hallways.clone(), objects }
    }
}

/// Reads the fields of an object and ignores unknown ones (R45).
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// The fields of a value that must be an object; `what` names it in the error.
    pub fn of(value: &'a Value, what: &str) -> Result<Self, Invalid> {
        value.as_object().map(Self).ok_or_else(|| Invalid::new("", brief(value), format!("{what}, an object")))
    }

    /// The value of an optional field, none if it is absent.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// The value of a required field; the error says that it is missing and that `what` is needed.
    pub fn need(self, name: &str, what: &str) -> Result<&'a Value, Invalid> {
        self.get(name).ok_or_else(|| Invalid::new(name, "missing", what).says(format!("missing, need {what}")))
    }

    /// A required field that holds a point, `[row,column]`.
    pub fn point(self, name: &str) -> Result<Point, Invalid> {
        Point::read(self.need(name, "a point")?).map_err(|error| error.within(name))
    }

    /// A required list; each item is read by `read`.
    pub fn list<T>(
        self,
        name: &str,
        what: &str,
        read: impl Fn(&'a Value) -> Result<T, Invalid>,
    ) -> Result<Vec<T>, Invalid> {
        items(self.need(name, what)?, what, read).map_err(|error| error.within(name))
    }
}

/// A list, each item read by `read`; an error names the item.
pub fn items<'a, T>(
    value: &'a Value,
    what: &str,
    read: impl Fn(&'a Value) -> Result<T, Invalid>,
) -> Result<Vec<T>, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new("", brief(value), what))?;
    let item = |(i, value)| read(value).map_err(|error| error.within(&format!("[{i}]")));
    list.iter().enumerate().map(item).collect()
}

fn whole(value: &Value, lo: i64) -> Result<i64, Invalid> {
    let number = value.as_i64().filter(|n| (lo..=FARTHEST).contains(n));
    number.ok_or_else(|| match value.is_i64() {
        true => Invalid::new("", brief(value), format!("{lo}..={FARTHEST}")),
        false => Invalid::new("", brief(value), "a whole number"),
    })
}

impl Room {
    /// Reads a room; a layout that contradicts the bounds is not an error here (R49).
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "a room")?;
        let origin = fields.point("origin")?;
        let sizes = Fields::of(fields.need("bounds", "rows and columns")?, "bounds");
        let size = |name: &str| whole(sizes.clone()?.need(name, "a number")?, 0).map_err(|error| error.within(name));
        let bounds = (|| Ok(Bounds { rows: size("rows")?, columns: size("columns")? }))();
        let bounds = bounds.map_err(|error: Invalid| error.within("bounds"))?;
        let code = |value| whole(value, -FARTHEST);
        let layout = fields.list("layout", "a list of rows", |row| items(row, "a list of codes", code))?;
        Ok(Self { origin, bounds, layout: layout.into_iter().collect() })
    }
}

impl Hallway {
    /// Reads a hallway; whether its ends are doors is not checked here.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "a hallway")?;
        let (from, to) = (fields.point("from")?, fields.point("to")?);
        Ok(Self { from, to, waypoints: fields.list("waypoints", "a list of points", Point::read)? })
    }
}

impl Object {
    /// Reads a key or an exit.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "a key or an exit")?;
        let kind = match fields.need("type", "key or exit")? {
            Value::String(word) if word == "key" => ObjectKind::Key,
            Value::String(word) if word == "exit" => ObjectKind::Exit,
            other => return Err(Invalid::new("type", brief(other), "one of key, exit")),
        };
        Ok(Self { kind, position: fields.point("position")? })
    }
}

impl Level {
    /// Reads a level; whether it can be played is not checked here (R7).
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "a level")?;
        Ok(Self {
            rooms: fields.list("rooms", "a list of rooms", Room::read)?.into(),
            hallways: fields.list("hallways", "a list of hallways", Hallway::read)?.into(),
            objects: fields.list("objects", "a list of objects", Object::read)?,
        })
    }

    /// The level as a JSON value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        // It contains only whole numbers, words and lists, so this cannot fail.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

/// A room: its upper-left point, its size and the code of each of its points.
#[derive(Serialize)]
#[serde(tag = "type", rename = "room")]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(transform = Tagged("room")))]
struct RoomDocument<'a> {
    /// Its upper-left point.
    origin: Point,
    /// Its size.
    bounds: Bounds,
    /// Codes row by row: 0 wall, 1 floor, 2 door.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<i64>>"))]
    layout: &'a Layout,
}

/// A hallway between two doors, straight between the points where it turns.
#[derive(Serialize)]
#[serde(tag = "type", rename = "hallway")]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(transform = Tagged("hallway")))]
struct HallwayDocument<'a> {
    /// The door it begins at.
    from: Point,
    /// The door it ends at.
    to: Point,
    /// The points where it turns.
    waypoints: &'a [Point],
}

/// A level: its rooms, its hallways, its key and its exit.
#[derive(Serialize)]
#[serde(tag = "type", rename = "level")]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(transform = Tagged("level")))]
struct LevelDocument<'a> {
    /// Its rooms.
    rooms: &'a [Room],
    /// Its hallways.
    hallways: &'a [Hallway],
    /// Its key and its exit.
    objects: &'a [Object],
}

impl Serialize for Room {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { origin, bounds, ref layout } = self;
        RoomDocument { origin, bounds, layout }.serialize(serializer)
    }
}

impl Serialize for Hallway {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { from, to, ref waypoints } = self;
        HallwayDocument { from, to, waypoints }.serialize(serializer)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { rooms, hallways, objects } = self;
        LevelDocument { rooms, hallways, objects }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
