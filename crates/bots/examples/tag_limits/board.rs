//! The board that plans are tried on: cells and steps, and how `chase` and `score` move. Bids and what survivors make of
//! each other are left out.

use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::Step;
use gridhaunt_tag::ground::distance;

use super::UNITS;

/// The length of a side of the board.
pub(crate) const SIDE: u16 = 50;
/// How far survivors see.
pub(crate) const SIGHT: u16 = 2;

/// Where the units of a side are, and which of them are on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cells {
    pub(crate) cells: [Cell; UNITS],
    on: [bool; UNITS],
}

impl Cells {
    pub(crate) fn put(&mut self, id: usize, at: Cell) {
        self.cells[id] = at;
        self.on[id] = true;
    }

    pub(crate) const fn remove(&mut self, id: usize) {
        self.on[id] = false;
    }

    pub(crate) const fn has(&self, id: usize) -> bool {
        self.on[id]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.on == [false; UNITS]
    }

    pub(crate) fn count(&self) -> usize {
        self.on.iter().filter(|on| **on).count()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        (0..UNITS).filter(|&id| self.on[id]).map(|id| (id, self.cells[id]))
    }

    pub(crate) fn stand_on(&self, cell: Cell) -> bool {
        self.iter().any(|(_, at)| at == cell)
    }

    /// The cell of the nearest unit, of the lower id of equals.
    pub(crate) fn nearest(&self, from: Cell) -> Option<Cell> {
        self.iter().map(|(_, at)| at).min_by_key(|&at| distance(at, from))
    }

    /// Steps to the nearest unit, many if there is none.
    pub(crate) fn away(&self, from: Cell) -> u16 {
        self.nearest(from).map_or(u16::MAX, |at| distance(at, from))
    }
}

/// The match as a planner sees it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) exits: Vec<Cell>,
    pub(crate) survivors: Cells,
    pub(crate) killers: Cells,
    pub(crate) escaped: u32,
}

impl Board {
    pub(crate) fn nearest_exit(&self, from: Cell) -> Cell {
        self.exits.iter().copied().min_by_key(|&exit| distance(exit, from)).unwrap_or(from)
    }

    pub(crate) fn to_exit(&self, from: Cell) -> u16 {
        distance(from, self.nearest_exit(from))
    }

    /// The killers go to these cells; who contests a cell or wants that of another killer stays.
    pub(crate) fn killers_go(&mut self, wishes: &[Cell; UNITS]) {
        let from = self.killers.cells;
        for (id, &wish) in wishes.iter().enumerate() {
            let taken =
                self.killers.cells[..id].contains(&wish) || (0..UNITS).any(|other| other != id && from[other] == wish);
            if !taken {
                self.killers.cells[id] = wish;
            }
        }
        for id in 0..UNITS {
            if self.survivors.has(id) && self.killers.stand_on(self.survivors.cells[id]) {
                self.survivors.remove(id);
            }
        }
    }

    /// The killers' phase of `chase` (R42).
    pub(crate) fn chase(&mut self) {
        let mut wishes = self.killers.cells;
        for (id, here) in self.killers.iter() {
            let Some(target) = self.survivors.nearest(here) else { return };
            let value = |to: &Cell| (distance(*to, target), to.x.abs_diff(target.x) + to.y.abs_diff(target.y));
            let ahead = towards(here, target);
            let free = |to: &Cell| self.killers.iter().all(|(other, at)| other == id || at != *to);
            wishes[id] = if free(&ahead) { ahead } else { around(here).filter(free).min_by_key(value).unwrap_or(here) };
        }
        self.killers_go(&wishes);
    }

    /// The survivors go to these cells; the lower id goes first where two want the same.
    pub(crate) fn survivors_go(&mut self, wishes: &[Cell; UNITS]) {
        let mut goals = *wishes;
        for id in 0..UNITS {
            let taken = |other: usize| other != id && self.survivors.has(other) && goals[other] == goals[id];
            if (0..id).any(taken) {
                goals[id] = self.survivors.cells[id];
            }
        }
        for id in 0..UNITS {
            if !self.survivors.has(id) {
                continue;
            }
            self.survivors.cells[id] = goals[id];
            let out = self.exits.contains(&goals[id]);
            if out || self.killers.stand_on(goals[id]) {
                self.escaped += u32::from(out);
                self.survivors.remove(id);
            }
        }
    }
}

/// The cells that steps lead to, in bot order.
pub(crate) fn around(from: Cell) -> impl Iterator<Item = Cell> {
    Step::BOT_ORDER.into_iter().filter_map(move |step| {
        let (dx, dy) = step.delta();
        let to = Cell { x: from.x.wrapping_add_signed(dx.into()), y: from.y.wrapping_add_signed(dy.into()) };
        (to.x < SIDE && to.y < SIDE).then_some(to)
    })
}

/// The step of a pursuer: diagonal as long as both coordinates differ.
pub(crate) fn towards(from: Cell, to: Cell) -> Cell {
    let nearer = |a: u16, b: u16| if a < b { a + 1 } else { a - u16::from(a > b) };
    Cell { x: nearer(from.x, to.x), y: nearer(from.y, to.y) }
}

/// The step of a walker that keeps the diagonal for the end, as `score` does when it sees nobody.
pub(crate) fn straight_first(from: Cell, to: Cell) -> Cell {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let next = towards(from, to);
    Cell { x: if dx < dy { from.x } else { next.x }, y: if dy < dx { from.y } else { next.y } }
}

/// A random cell at most so far from another, along each axis.
pub(crate) fn near(random: &mut Random, cell: Cell, far: u16) -> Cell {
    let mut side = |at: u16| {
        let at = i64::from(at) + random.below(2 * u64::from(far) + 1) as i64 - i64::from(far);
        at.clamp(0, i64::from(SIDE) - 1) as u16
    };
    Cell { x: side(cell.x), y: side(cell.y) }
}

/// Where and when a survivor last saw each killer, as `score` remembers it (R39).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sightings([(Cell, u16); UNITS]);

impl Sightings {
    /// Enters the killers in sight.
    pub(crate) fn look(&mut self, killers: &Cells, here: Cell, round: u16) {
        for (id, at) in killers.iter().filter(|&(_, at)| distance(at, here) <= SIGHT) {
            self.0[id] = (at, round);
        }
    }

    /// The step of `score` (R40) in a round that is not 0.
    pub(crate) fn step(&self, board: &Board, here: Cell, round: u16) -> Cell {
        let fresh = |&&(_, when): &&(Cell, u16)| when > 0 && round - when <= 8;
        if board.to_exit(here) <= 1 || !self.0.iter().any(|slot| fresh(&slot)) {
            return straight_first(here, board.nearest_exit(here));
        }
        let seen = || self.0.iter().filter(move |slot| slot.1 == round).map(|slot| slot.0);
        let mut best = (i64::MIN, here);
        for to in around(here).filter(|&to| seen().all(|at| at != to)) {
            let near = seen().map(|at| i64::from(distance(at, to))).min().unwrap_or(8).min(8);
            let mut value = 900 * near - 1300 * i64::from(board.to_exit(to)) - 1_000_000 * (3 - near).max(0);
            for &(at, when) in self.0.iter().filter(fresh) {
                let (age, away) = (round - when, distance(at, to));
                value -= match age {
                    0 if away <= 2 => 1500,
                    1.. if away <= age.min(5) => 100 * i64::from(8 - age),
                    _ => 0,
                };
            }
            value -= [0, 40, 72][usize::from(here.x != to.x) + usize::from(here.y != to.y)];
            if value > best.0 {
                best = (value, to);
            }
        }
        best.1
    }
}
