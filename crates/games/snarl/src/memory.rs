//! What is remembered of a level: a map that grows with what is seen, and distances to goals on it.

use crate::level::Point;
use crate::view::Sight;
use gridhaunt_kernel::prelude::*;

/// What is known of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Known {
    /// It was never seen.
    #[default]
    Unseen,
    Closed,
    Open,
    Door,
}

impl Known {
    const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Door)
    }
}

/// The largest size of a map: tiles farther apart than this cannot be in one level.
const LARGEST: i64 = 1024;

/// How many free rows and columns are added on each side when the map grows.
const MARGIN: i64 = 16;

/// A map of what was seen, with a border of unseen tiles around it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    corner: Point,
    rows: i64,
    columns: i64,
    known: Vec<Known>,
    begun: Vec<u16>,
    /// Open tiles that may have an unseen neighbour.
    edge: Vec<u32>,
    /// What the distances are to; none if they are of an older map.
    aim: Option<Aim>,
    /// Steps to the nearest goal, for the tiles that were reached.
    far: Vec<u16>,
    /// The tiles that were reached, nearest first; those up to `done` have been left again.
    queue: Vec<u32>,
    done: usize,
}

/// What distances are measured to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Tile(Point),
    /// The nearest open tile with an unseen neighbour.
    Edge,
}

/// The distance if no path is known.
pub const NOWHERE: u16 = u16::MAX;

impl Memory {
    /// The index of a point in the lists; none for points outside the map.
    fn index(&self, point: Point) -> Option<usize> {
        let (row, column) = (point.row - self.corner.row, point.column - self.corner.column);
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then_some((row * self.columns + column) as usize)
    }

    /// The indices of the neighbours of a tile that is not at the border.
    fn around(&self, index: usize) -> [usize; 4] {
        let columns = self.columns as usize;
        [index.wrapping_sub(columns), index.wrapping_sub(1), index + 1, index + columns]
    }

    /// Remembers what is seen, and returns whether any of it is new.
    pub fn look(&mut self, sight: &Sight) -> bool {
        let Some(middle) = sight.position else { return false };
        let reach = sight.reach();
        self.make_room(middle, reach + 1);
        let side = sight.layout.side();
        let mut new = false;
        for row in 0..side {
            let first = Point::new(middle.row - reach + row as i64, middle.column - reach);
            let Some(first) = self.index(first) else { continue };
            for column in 0..side {
                let slot = &mut self.known[first + column];
                if *slot == Known::Unseen {
                    new = true;
                    *slot = match sight.layout.code(row, column) {
                        0 => Known::Closed,
                        1 => Known::Open,
                        _ => Known::Door,
                    };
                    if slot.is_open() {
                        self.edge.push((first + column) as u32);
                    }
                }
            }
        }
        if new {
            self.aim = None;
        }
        new
    }

    /// What is known of a point.
    #[must_use]
    pub fn known(&self, at: Point) -> Known {
        self.index(at).map_or(Known::Unseen, |index| self.known[index])
    }

    /// Whether one of the eight tiles around it is open.
    #[must_use]
    pub fn is_beside_open(&self, at: Point) -> bool {
        let around = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
        around.into_iter().any(|(row, column)| self.known(Point::new(at.row + row, at.column + column)).is_open())
    }

    /// The two corners of what was seen, both inclusive; none if nothing was seen.
    #[must_use]
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let seen = |index: &usize| self.known[*index] != Known::Unseen;
        let place = |index: usize| (index as i64 / self.columns, index as i64 % self.columns);
        let mut places = (0..self.known.len()).filter(seen).map(place);
        let first = places.next()?;
        let (low, high) = places.fold((first, first), |(low, high), (row, column)| {
            ((low.0.min(row), low.1.min(column)), (high.0.max(row), high.1.max(column)))
        });
        let point = |(row, column)| Point::new(self.corner.row + row, self.corner.column + column);
        Some((point(low), point(high)))
    }

    /// Counts a turn that begins at this point.
    pub fn begin_turn(&mut self, at: Point) {
        if let Some(index) = self.index(at) {
            self.begun[index] = self.begun[index].saturating_add(1);
        }
    }

    /// How many turns began at this point.
    pub fn turns_begun(&self, at: Point) -> u16 {
        self.index(at).map_or(0, |index| self.begun[index])
    }

    /// Computes the distances to a goal over known open tiles, for all tiles within two steps of `at`. What was measured
    /// to the same goal on the same map is kept.
    pub fn measure_to(&mut self, goal: Point, at: Point) {
        if self.aim != Some(Aim::Tile(goal)) {
            self.forget_distances(Aim::Tile(goal));
            let open = self.index(goal).filter(|&index| self.known[index].is_open());
            self.queue.extend(open.map(|index| index as u32));
            self.begin();
        }
        self.flood(at);
    }

    /// The same to the nearest open tile with an unseen neighbour; returns whether there is one.
    pub fn measure_to_edge(&mut self, at: Point) -> bool {
        if self.aim != Some(Aim::Edge) {
            self.forget_distances(Aim::Edge);
            let mut edge = core::mem::take(&mut self.edge);
            edge.retain(|&index| self.around(index as usize).iter().any(|&next| self.known[next] == Known::Unseen));
            self.edge = edge;
            self.queue.extend_from_slice(&self.edge);
            self.begin();
        }
        self.flood(at);
        !self.edge.is_empty()
    }

    fn forget_distances(&mut self, aim: Aim) {
        self.aim = Some(aim);
        self.done = 0;
        for index in self.queue.drain(..) {
            self.far[index as usize] = NOWHERE;
        }
    }

    /// Makes the tiles in the queue those that distances are measured to.
    fn begin(&mut self) {
        for &index in &self.queue {
            self.far[index as usize] = 0;
        }
    }

    /// The distance from this point, as last computed.
    pub fn distance(&self, at: Point) -> u16 {
        self.index(at).map_or(NOWHERE, |index| self.far[index])
    }

    /// Spreads from the tiles in the queue until all tiles within two steps of `at` have a distance.
    fn flood(&mut self, at: Point) {
        let here = self.index(at);
        while let Some(&index) = self.queue.get(self.done) {
            let steps = self.far[index as usize];
            let enough = here.map_or(NOWHERE, |here| self.far[here]).saturating_add(2);
            if steps >= enough || steps == NOWHERE - 1 {
                break;
            }
            self.done += 1;
            for neighbour in self.around(index as usize) {
                if self.known[neighbour].is_open() && self.far[neighbour] == NOWHERE {
                    self.far[neighbour] = steps + 1;
                    self.queue.push(neighbour as u32);
                }
            }
        }
    }

    /// Grows the map until it contains the square around a point; a map that would be too large is started again there.
    fn make_room(&mut self, at: Point, reach: i64) {
        let (low, high) =
            (Point::new(at.row - reach, at.column - reach), Point::new(at.row + reach, at.column + reach));
        if self.index(low).is_some() && self.index(high).is_some() {
            return;
        }
        let end = Point::new(self.corner.row + self.rows, self.corner.column + self.columns);
        let least = |old: i64, new: i64| if self.rows == 0 { new - MARGIN } else { old.min(new - MARGIN) };
        let most = |old: i64, new: i64| if self.rows == 0 { new + MARGIN } else { old.max(new + MARGIN) };
        let corner = Point::new(least(self.corner.row, low.row), least(self.corner.column, low.column));
        let rows = most(end.row, high.row + 1) - corner.row;
        let columns = most(end.column, high.column + 1) - corner.column;
        if rows > LARGEST || columns > LARGEST {
            *self = Self::default();
            return self.make_room(at, reach);
        }
        let old = core::mem::take(self);
        let size = (rows * columns) as usize;
        (self.corner, self.rows, self.columns) = (corner, rows, columns);
        (self.known, self.begun, self.far) = (vec![Known::Unseen; size], vec![0; size], vec![NOWHERE; size]);
        for row in 0..old.rows {
            let from = (row * old.columns) as usize..((row + 1) * old.columns) as usize;
            let Some(to) = self.index(Point::new(old.corner.row + row, old.corner.column)) else { continue };
            self.known[to..to + from.len()].copy_from_slice(&old.known[from.clone()]);
            self.begun[to..to + from.len()].copy_from_slice(&old.begun[from]);
        }
        let moved = |index: u32| {
            let (row, column) = (i64::from(index) / old.columns, i64::from(index) % old.columns);
            self.index(Point::new(old.corner.row + row, old.corner.column + column)).map(|index| index as u32)
        };
        self.edge = old.edge.iter().filter_map(|&index| moved(index)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::btree_map::Entry;
    use std::collections::{BTreeMap, VecDeque};

    /// The side of the test's level.
    const SIDE: i64 = 12;

    /// What is seen from a point of a level: walls beyond its border.
    fn sight(tiles: &[u8], at: Point) -> Sight {
        let code = |row: i64, column: i64| {
            let inside = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
            if inside { tiles[(row * SIDE + column) as usize].min(2) } else { 0 }
        };
        let row = |row: i64| (-2..=2).map(|column| code(at.row + row, at.column + column)).collect();
        let rows: Vec<Vec<u8>> = (-2..=2).map(row).collect();
        let layout = serde_json::from_value(serde_json::json!(rows)).expect("a layout");
        Sight { layout, position: Some(at), ..Sight::default() }
    }

    fn around(at: Point) -> [Point; 4] {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(row, column)| Point::new(at.row + row, at.column + column))
    }

    /// Steps from some points over known open tiles.
    fn slow(memory: &Memory, from: Vec<Point>) -> BTreeMap<Point, u16> {
        let mut steps: BTreeMap<Point, u16> = from.iter().map(|&at| (at, 0)).collect();
        let mut queue = VecDeque::from(from);
        while let Some(at) = queue.pop_front() {
            let far = steps[&at] + 1;
            for next in around(at).into_iter().filter(|&next| memory.known(next).is_open()) {
                if let Entry::Vacant(place) = steps.entry(next) {
                    place.insert(far);
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    proptest! {
        /// However it walks and whatever it measures to, kept distances are those of a search from nothing.
        #[test]
        fn distances_are_kept_up_to_date(
            mut tiles in proptest::collection::vec(0u8..5, (SIDE * SIDE) as usize),
            walk in proptest::collection::vec((0usize..4, 0u8..4, (0..SIDE, 0..SIDE)), 1..60),
        ) {
            let mut at = Point::new(SIDE / 2, SIDE / 2);
            tiles[(at.row * SIDE + at.column) as usize] = 1;
            let (mut memory, mut goal) = (Memory::default(), Point::new(1, 1));
            for (way, what, (row, column)) in walk {
                memory.look(&sight(&tiles, at));
                if what == 0 {
                    goal = Point::new(row, column);
                }
                let goals: Vec<Point> = if what < 3 {
                    memory.measure_to(goal, at);
                    [goal].into_iter().filter(|&goal| memory.known(goal).is_open()).collect()
                } else {
                    let there = memory.measure_to_edge(at);
                    let all = (-3..SIDE + 3).flat_map(|row| (-3..SIDE + 3).map(move |column| Point::new(row, column)));
                    let is_edge = |at: &Point| {
                        memory.known(*at).is_open() && around(*at).iter().any(|&at| memory.known(at) == Known::Unseen)
                    };
                    let goals: Vec<Point> = all.filter(is_edge).collect();
                    prop_assert_eq!(there, !goals.is_empty());
                    goals
                };
                let steps = slow(&memory, goals);
                let near = slow(&memory, vec![at]).into_iter().filter(|(_, far)| *far <= 2);
                for (point, _) in near {
                    prop_assert_eq!(memory.distance(point), steps.get(&point).copied().unwrap_or(NOWHERE));
                }
                let next = around(at)[way];
                if memory.known(next).is_open() {
                    at = next;
                }
            }
        }
    }
}
