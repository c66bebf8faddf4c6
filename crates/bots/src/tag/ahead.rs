//! A match played ahead in a bot's head: cells and steps alone, with imitations of players in place of minds.
//!
//! It leaves out what rarely decides: bids, contests, and units of one side that stand in each other's way.

use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::Step;
use gridhaunt_tag::ground::{Sight, distance};
use gridhaunt_tag::view::{Seen, Start};

/// The most units of a side.
pub(super) const MOST: usize = 16;

/// What never changes in a match.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) exits: Vec<Cell>,
    /// How far survivors see.
    pub(super) sight: u16,
}

impl Place {
    pub(super) fn of(start: &Start) -> Self {
        let sight = match start.survivor_sight {
            Sight::All => u16::MAX,
            Sight::Within(most) => most.into(),
        };
        Self { width: start.width, height: start.height, exits: start.exits.clone(), sight }
    }

    /// The cell that a step leads to, none off the board.
    pub(super) fn next(&self, from: Cell, step: Step) -> Option<Cell> {
        let (dx, dy) = step.delta();
        let to = Cell { x: from.x.wrapping_add_signed(dx.into()), y: from.y.wrapping_add_signed(dy.into()) };
        (to.x < self.width && to.y < self.height).then_some(to)
    }

    /// The step that leads to a cell beside; staying if none does.
    pub(super) fn step(&self, from: Cell, to: Cell) -> Step {
        Step::BOT_ORDER.into_iter().find(|&step| self.next(from, step) == Some(to)).unwrap_or(Step::Stay)
    }

    /// The cells that steps lead to, in bot order.
    pub(super) fn around(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
        Step::BOT_ORDER.into_iter().filter_map(move |step| self.next(from, step))
    }

    /// Steps to the nearest exit.
    pub(super) fn to_exit(&self, from: Cell) -> u16 {
        self.exits.iter().map(|&exit| distance(exit, from)).min().unwrap_or(0)
    }

    /// The nearest exit.
    pub(super) fn nearest_exit(&self, from: Cell) -> Cell {
        self.exits.iter().copied().min_by_key(|&exit| distance(exit, from)).unwrap_or(from)
    }

    pub(super) fn is_exit(&self, cell: Cell) -> bool {
        self.exits.contains(&cell)
    }
}

/// The step of a pursuer: diagonal as long as both coordinates differ.
pub(super) fn towards(from: Cell, to: Cell) -> Cell {
    let nearer = |a: u16, b: u16| match a.cmp(&b) {
        std::cmp::Ordering::Less => a + 1,
        std::cmp::Ordering::Equal => a,
        std::cmp::Ordering::Greater => a - 1,
    };
    Cell { x: nearer(from.x, to.x), y: nearer(from.y, to.y) }
}

/// The step of a walker that keeps the diagonal for the end, as `score` does when it sees nobody.
pub(super) fn straight_first(from: Cell, to: Cell) -> Cell {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let next = towards(from, to);
    Cell { x: if dx < dy { from.x } else { next.x }, y: if dy < dx { from.y } else { next.y } }
}

/// The units of a side and where they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    pub(super) cells: [Cell; MOST],
    /// The ids that are on the board, a bit for each.
    present: u16,
}

impl Units {
    pub(super) const NOBODY: Self = Self { cells: [Cell { x: 0, y: 0 }; MOST], present: 0 };

    /// The units of a list in a view.
    pub(super) fn seen(list: &[Seen]) -> Self {
        let mut units = Self::NOBODY;
        list.iter().for_each(|seen| units.put(seen.id.into(), seen.at));
        units
    }

    pub(super) fn put(&mut self, id: usize, at: Cell) {
        if let Some(cell) = self.cells.get_mut(id) {
            *cell = at;
            self.present |= 1 << id;
        }
    }

    pub(super) fn remove(&mut self, id: usize) {
        self.present &= !(1 << id);
    }

    pub(super) const fn has(&self, id: usize) -> bool {
        id < MOST && self.present >> id & 1 == 1
    }

    pub(super) const fn count(&self) -> u32 {
        self.present.count_ones()
    }

    /// The ids as they are now: the units may change meanwhile.
    pub(super) fn ids(&self) -> impl Iterator<Item = usize> + use<> {
        let mut left = self.present;
        std::iter::from_fn(move || {
            let id = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (id < MOST).then_some(id)
        })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        self.ids().map(|id| (id, self.cells[id]))
    }

    pub(super) fn stand_on(&self, cell: Cell) -> bool {
        self.iter().any(|(_, at)| at == cell)
    }

    /// The nearest unit to a cell, the lower id of equals.
    pub(super) fn nearest(&self, from: Cell) -> Option<(usize, Cell)> {
        self.iter().min_by_key(|&(_, at)| distance(at, from))
    }

    /// Steps to the nearest unit, many if there is none.
    pub(super) fn away(&self, from: Cell) -> u16 {
        self.iter().map(|(_, at)| distance(at, from)).min().unwrap_or(u16::MAX)
    }
}

/// Where and when a survivor last saw each killer, as `score` remembers it (R39).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sightings([(Cell, u16); MOST]);

/// The round of a killer that was never seen.
const NEVER: u16 = 0;
/// The rounds for which `score` remembers a killer.
const MEMORY: u16 = 8;
/// How far the shadow of a remembered killer grows.
const RADIUS: u16 = 5;

impl Sightings {
    pub(super) const NONE: Self = Self([(Cell { x: 0, y: 0 }, NEVER); MOST]);

    /// Enters the killers that a survivor sees now.
    pub(super) fn look(&mut self, killers: &Units, here: Cell, sight: u16, round: u16) {
        for (id, at) in killers.iter().filter(|&(_, at)| distance(at, here) <= sight) {
            self.0[id] = (at, round);
        }
    }

    /// The step that `score` takes (R40), less what it makes of other survivors, of borders and of the last round.
    pub(super) fn score_step(&self, place: &Place, here: Cell, round: u16) -> Cell {
        let fresh = |&&(_, when): &&(Cell, u16)| when != NEVER && round.saturating_sub(when) <= MEMORY;
        if place.to_exit(here) <= 1 || !self.0.iter().any(|slot| fresh(&slot)) {
            return straight_first(here, place.nearest_exit(here));
        }
        let seen = || self.0.iter().filter(move |slot| slot.1 == round).map(|slot| slot.0);
        let mut best = (i64::MIN, here);
        for to in place.around(here).filter(|&to| seen().all(|at| at != to)) {
            let near = seen().map(|at| i64::from(distance(at, to))).min().unwrap_or(8).min(8);
            let mut value = -1300 * i64::from(place.to_exit(to)) + 900 * near;
            if near <= 2 {
                value -= 1_000_000 * (3 - near);
            }
            for &(at, when) in self.0.iter().filter(fresh) {
                let (age, away) = (round.saturating_sub(when), distance(at, to));
                value -= match age {
                    0 if away <= 2 => 1500,
                    1.. if away <= age.min(RADIUS) => 100 * i64::from(MEMORY - age),
                    _ => 0,
                };
            }
            // New cells in a view of 5 by 5.
            value -= [0, 40, 72][usize::from(here.x != to.x) + usize::from(here.y != to.y)];
            if value > best.0 {
                best = (value, to);
            }
        }
        best.1
    }
}

/// The step that `direct` takes (R43).
pub(super) fn direct_step(place: &Place, here: Cell) -> Cell {
    place.around(here).min_by_key(|&to| place.to_exit(to)).unwrap_or(here)
}
