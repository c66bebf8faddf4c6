//! The generator of levels (section 13).

use crate::level::{Bounds, Hallway, Layout, Level, Object, ObjectKind, Point, Room};
use core::ops::RangeInclusive;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{Bounded, names};
use serde::{Deserialize, Serialize};

gridhaunt_kernel::settings! {
    /// What kind of levels to draw (R44).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Plan {
        /// How many levels
        levels: u8 = 3, in 1..=64;
        /// Rooms of each level
        rooms: u8 = 5, in 2..=64;
        /// The least size of a room, walls included
        min: (u8, u8) = (4, 4), kind SIZE, read read_min;
        /// The greatest size of a room, walls included
        max: (u8, u8) = (10, 10), kind SIZE, read read_max;
        /// The chance of each hallway that closes a loop, in percent
        loops: u8 = 25, in LOOPS, read read_loops;
    }
}

const SIZE: FieldKind = FieldKind::Text("rows,columns, each 3..=24");
const LOOPS: RangeInclusive<u64> = 0..=100;

fn read_size(field: &str, value: &Value) -> Result<(u8, u8), Invalid> {
    let pair = value.as_array().and_then(|list| <&[Value; 2]>::try_from(list.as_slice()).ok());
    let [rows, columns] = pair.ok_or_else(|| Invalid::new(field, brief(value), "[rows,columns], each 3..=24"))?;
    let size = |i: usize, value: &Value| integer(&format!("{field}[{i}]"), value, 3, 24).map(|n| n as u8);
    Ok((size(0, rows)?, size(1, columns)?))
}

fn read_min(_: &Plan, value: &Value, _: &Reader<'_>) -> Result<(u8, u8), Invalid> {
    read_size("min", value)
}

fn read_max(_: &Plan, value: &Value, _: &Reader<'_>) -> Result<(u8, u8), Invalid> {
    read_size("max", value)
}

/// Checks the sizes against each other, as soon as both are read.
fn read_loops(so_far: &Plan, value: &Value, _: &Reader<'_>) -> Result<u8, Invalid> {
    so_far.check_sizes()?;
    Bounded::read("loops", value, LOOPS)
}

impl Plan {
    /// Reads the setting `generate`.
    pub(crate) fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("generate", value, &names::<Self>()).map_err(|mut error| {
            error.field = if error.field == "generate" { String::new() } else { error.field };
            error
        })?;
        let plan = Self::default().read_over(&read)?;
        plan.check_sizes()?;
        Ok(plan)
    }

    fn check_sizes(&self) -> Result<(), Invalid> {
        for (least, most, i) in [(self.min.0, self.max.0, 0), (self.min.1, self.max.1, 1)] {
            if least > most {
                let words = format!("{least} is more than max[{i}], {most}");
                return Err(Invalid::new(format!("min[{i}]"), least, format!("at most {most}")).says(words));
            }
        }
        Ok(())
    }

    /// How many rooms are side by side: ceil(sqrt(rooms)).
    #[must_use]
    pub fn across(&self) -> u8 {
        (1..=self.rooms).find(|&k| u16::from(k) * u16::from(k) >= self.rooms.into()).unwrap_or(1)
    }

    /// The most rows and columns that a level can have.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let across = usize::from(self.across());
        let down = usize::from(self.rooms).div_ceil(across);
        (down * (usize::from(self.max.0) + 3) - 3, across * (usize::from(self.max.1) + 3) - 3)
    }

    /// How many actors always fit into a level: the floor of the smallest rooms, minus key and exit (R44).
    #[must_use]
    pub fn holds(&self) -> i64 {
        i64::from(self.rooms) * (i64::from(self.min.0) - 2) * (i64::from(self.min.1) - 2) - 2
    }

    /// The upper-left point of the slot of a room, by number (R44.1).
    pub(crate) fn slot(&self, room: u8) -> Point {
        let across = self.across().max(1);
        let (row, column) = (i64::from(room / across), i64::from(room % across));
        Point::new(row * (i64::from(self.max.0) + 3), column * (i64::from(self.max.1) + 3))
    }

    /// Draws one level, with its rooms, hallways, key and exit (R44).
    #[must_use]
    pub fn draw(&self, random: &mut Random) -> Level {
        let mut below = |n: i64| random.below(n as u64) as i64; // R41
        let across = self.across();
        let of = |(rows, columns): (u8, u8)| (i64::from(rows), i64::from(columns));
        let ((min_rows, min_columns), (max_rows, max_columns)) = (of(self.min), of(self.max));
        let slot = |i: u8| self.slot(i);
        let mut rooms: Vec<Room> = Vec::with_capacity(self.rooms.into());
        for i in 0..self.rooms {
            // R44.1
            let rows = min_rows + below(max_rows - min_rows + 1);
            let columns = min_columns + below(max_columns - min_columns + 1);
            let down = below(max_rows - rows + 1);
            let right = below(max_columns - columns + 1);
            let origin = Point::new(slot(i).row + down, slot(i).column + right);
            let bounds = Bounds { rows, columns };
            rooms.push(Room { origin, bounds, layout: Layout::walled(bounds) });
        }
        let mut hallways = Vec::with_capacity(2 * rooms.len());
        let mut dig = |rooms: &mut [Room], [first, second]: [usize; 2], from, to, waypoints| {
            rooms[first].open_door(from);
            rooms[second].open_door(to);
            hallways.push(Hallway { from, to, waypoints });
        };
        for i in 0..self.rooms {
            // R44.2
            let second = usize::from(i);
            if i % across > 0 {
                let first = second - 1;
                let [left, right] = [first, second].map(|room| (rooms[room].origin, rooms[room].bounds));
                let a = left.0.row + 1 + below(left.1.rows - 2);
                let b = right.0.row + 1 + below(right.1.rows - 2);
                let from = Point::new(a, left.0.column + left.1.columns - 1);
                let to = Point::new(b, right.0.column);
                let turn = slot(i).column - 2;
                dig(&mut rooms, [first, second], from, to, vec![Point::new(a, turn), Point::new(b, turn)]);
            }
            if i >= across && (i % across == 0 || below(100) < self.loops.into()) {
                let first = second - usize::from(across);
                let [upper, lower] = [first, second].map(|room| (rooms[room].origin, rooms[room].bounds));
                let a = upper.0.column + 1 + below(upper.1.columns - 2);
                let b = lower.0.column + 1 + below(lower.1.columns - 2);
                let from = Point::new(upper.0.row + upper.1.rows - 1, a);
                let to = Point::new(lower.0.row, b);
                let turn = slot(i).row - 2;
                dig(&mut rooms, [first, second], from, to, vec![Point::new(turn, a), Point::new(turn, b)]);
            }
        }
        // R44.3
        let key_room = below(self.rooms.into()) as usize;
        let key = rooms[key_room].floor(below(rooms[key_room].floors()));
        let other = below(i64::from(self.rooms) - 1) as usize;
        let exit_room = other + usize::from(other >= key_room);
        let exit = rooms[exit_room].floor(below(rooms[exit_room].floors()));
        let objects =
            vec![Object { kind: ObjectKind::Key, position: key }, Object { kind: ObjectKind::Exit, position: exit }];
        Level { rooms: rooms.into(), hallways: hallways.into(), objects }
    }
}

/// A room that is drawn: a box of walls around floor.
impl Room {
    pub(crate) fn open_door(&mut self, at: Point) {
        let row = self.layout.row_mut((at.row - self.origin.row) as usize);
        if let Some(code) = row.get_mut((at.column - self.origin.column) as usize) {
            *code = 2;
        }
    }

    /// How many tiles of floor it has.
    pub(crate) const fn floors(&self) -> i64 {
        (self.bounds.rows - 2) * (self.bounds.columns - 2)
    }

    /// A tile of its floor by number, in reading order.
    pub(crate) const fn floor(&self, index: i64) -> Point {
        let width = self.bounds.columns - 2;
        Point::new(self.origin.row + 1 + index / width, self.origin.column + 1 + index % width)
    }
}
