//! Levels as points and sets (R2 to R5), and their generation (R44).

use super::{At, sum};
use crate::generate::Plan;
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tests) enum Tile {
    Wall,
    Floor,
    Door,
    Hall,
    Void,
}

impl Tile {
    /// R2: whether actors can walk on the tile.
    pub(in crate::tests) fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Door | Self::Hall)
    }
}

/// A level as sets of points, with the document it was read from.
#[derive(Clone, Debug)]
pub(in crate::tests) struct Place {
    pub document: Value,
    /// The tiles of each room with their codes, without those of rooms before it.
    pub rooms: Vec<BTreeMap<At, i64>>,
    pub origins: Vec<At>,
    pub halls: BTreeSet<At>,
    pub key: Option<At>,
    pub exit: Option<At>,
    pub low: At,
    pub high: At,
}

fn at(value: &Value) -> At {
    (value[0].as_i64().expect("a row"), value[1].as_i64().expect("a column"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

impl Place {
    pub(in crate::tests) fn new(document: &Value) -> Self {
        let mut taken = BTreeSet::new();
        let mut rooms = Vec::new();
        for room in list(&document["rooms"]) {
            let mut tiles = BTreeMap::new();
            for (r, row) in list(&room["layout"]).enumerate() {
                for (c, code) in list(row).enumerate() {
                    let here = sum(at(&room["origin"]), (r as i64, c as i64));
                    if taken.insert(here) {
                        tiles.insert(here, code.as_i64().expect("a code"));
                    }
                }
            }
            rooms.push(tiles);
        }
        let mut halls = BTreeSet::new();
        for hallway in list(&document["hallways"]) {
            let (from, to) = (at(&hallway["from"]), at(&hallway["to"]));
            let corners: Vec<At> = [vec![from], list(&hallway["waypoints"]).map(at).collect(), vec![to]].concat();
            for pair in corners.windows(2).filter(|pair| pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1) {
                let mut here = pair[0];
                loop {
                    if here != from && here != to && !taken.contains(&here) {
                        halls.insert(here);
                    }
                    if here == pair[1] {
                        break;
                    }
                    here = sum(here, ((pair[1].0 - here.0).signum(), (pair[1].1 - here.1).signum()));
                }
            }
        }
        let object =
            |kind: &str| list(&document["objects"]).find(|one| one["type"] == kind).map(|one| at(&one["position"]));
        let all = || taken.iter().chain(&halls).copied().chain([(0, 0)]);
        let low = (all().map(|at| at.0).min().expect("some"), all().map(|at| at.1).min().expect("some"));
        let high = (all().map(|at| at.0).max().expect("some"), all().map(|at| at.1).max().expect("some"));
        Self {
            key: object("key"),
            exit: object("exit"),
            origins: list(&document["rooms"]).map(|room| at(&room["origin"])).collect(),
            document: document.clone(),
            rooms,
            halls,
            low,
            high,
        }
    }

    pub(in crate::tests) fn room(&self, at: At) -> Option<usize> {
        self.rooms.iter().position(|room| room.contains_key(&at))
    }

    pub(in crate::tests) fn tile(&self, at: At) -> Tile {
        match self.room(at).map(|room| self.rooms[room][&at]) {
            Some(1) => Tile::Floor,
            Some(2) => Tile::Door,
            Some(_) => Tile::Wall,
            None if self.halls.contains(&at) => Tile::Hall,
            None => Tile::Void,
        }
    }

    /// The floor of a room in reading order.
    pub(in crate::tests) fn floor(&self, room: usize) -> Vec<At> {
        self.rooms[room].iter().filter(|&(_, &code)| code == 1).map(|(&at, _)| at).collect()
    }

    pub(in crate::tests) fn in_rectangle(&self, at: At) -> bool {
        (self.low.0..=self.high.0).contains(&at.0) && (self.low.1..=self.high.1).contains(&at.1)
    }
}

/// A room under construction.
struct Box {
    top: i64,
    left: i64,
    rows: i64,
    columns: i64,
    doors: Vec<At>,
}

/// R44: draws one level, as its JSON.
pub(in crate::tests) fn generated(plan: &Plan, random: &mut Random) -> Value {
    let mut below = |n: i64| random.below(n as u64) as i64;
    let rooms = i64::from(plan.rooms);
    let k = (f64::from(plan.rooms)).sqrt().ceil() as i64;
    let [min_rows, min_columns, max_rows, max_columns] =
        [plan.min.0, plan.min.1, plan.max.0, plan.max.1].map(i64::from);
    let slot = |i: i64| ((i / k) * (max_rows + 3), (i % k) * (max_columns + 3));
    let mut boxes: BTreeMap<i64, Box> = BTreeMap::new();
    for i in 0..rooms {
        let rows = min_rows + below(max_rows - min_rows + 1);
        let columns = min_columns + below(max_columns - min_columns + 1);
        let top = slot(i).0 + below(max_rows - rows + 1);
        let left = slot(i).1 + below(max_columns - columns + 1);
        boxes.insert(i, Box { top, left, rows, columns, doors: vec![] });
    }
    let mut hallways = Vec::new();
    for i in 0..rooms {
        if i % k > 0 {
            let (west, east) = (&boxes[&(i - 1)], &boxes[&i]);
            let from = (west.top + 1 + below(west.rows - 2), west.left + west.columns - 1);
            let to = (east.top + 1 + below(east.rows - 2), east.left);
            let column = slot(i).1 - 2;
            hallways.push(
                json!({"type": "hallway", "from": from, "to": to, "waypoints": [[from.0, column], [to.0, column]]}),
            );
            boxes.get_mut(&(i - 1)).expect("a room").doors.push(from);
            boxes.get_mut(&i).expect("a room").doors.push(to);
        }
        if i >= k && (i % k == 0 || below(100) < i64::from(plan.loops)) {
            let (north, south) = (&boxes[&(i - k)], &boxes[&i]);
            let from = (north.top + north.rows - 1, north.left + 1 + below(north.columns - 2));
            let to = (south.top, south.left + 1 + below(south.columns - 2));
            let row = slot(i).0 - 2;
            hallways
                .push(json!({"type": "hallway", "from": from, "to": to, "waypoints": [[row, from.1], [row, to.1]]}));
            boxes.get_mut(&(i - k)).expect("a room").doors.push(from);
            boxes.get_mut(&i).expect("a room").doors.push(to);
        }
    }
    let floor = |i: i64| -> Vec<At> {
        let one = &boxes[&i];
        let rows = one.top + 1..one.top + one.rows - 1;
        rows.flat_map(|row| (one.left + 1..one.left + one.columns - 1).map(move |column| (row, column))).collect()
    };
    let key_room = below(rooms);
    let key = floor(key_room)[below(floor(key_room).len() as i64) as usize];
    let others: Vec<i64> = (0..rooms).filter(|&room| room != key_room).collect();
    let exit_room = others[below(others.len() as i64) as usize];
    let exit = floor(exit_room)[below(floor(exit_room).len() as i64) as usize];
    let room = |i: i64| {
        let (one, floor) = (&boxes[&i], floor(i));
        let code = |at: At| {
            if one.doors.contains(&at) {
                return 2;
            }
            i32::from(floor.binary_search(&at).is_ok())
        };
        let row =
            |row: i64| (0..one.columns).map(|column| code((one.top + row, one.left + column))).collect::<Vec<_>>();
        let layout: Vec<Vec<i32>> = (0..one.rows).map(row).collect();
        json!({"type": "room", "origin": [one.top, one.left], "bounds": {"rows": one.rows, "columns": one.columns},
               "layout": layout})
    };
    json!({"type": "level", "rooms": (0..rooms).map(room).collect::<Vec<_>>(), "hallways": hallways,
           "objects": [{"type": "key", "position": key}, {"type": "exit", "position": exit}]})
}
