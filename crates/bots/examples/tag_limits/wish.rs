//! What `score` wants (R39, R40), borders and the last round included.

use super::board::{SIGHT, around};
use super::trace::{Traces, square};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;

/// The last round of a match.
pub(crate) const LAST_ROUND: u16 = 100;
/// For how many rounds `score` remembers a killer, and how far the shadow of such a killer grows.
const MEMORY: u16 = 8;
const RADIUS: u16 = 5;
/// The value of an exit, to which nothing is added.
const EXIT: i64 = 1_000_000_000;

/// A cell to go to and its value, which is the bid for it.
pub(crate) type Wish = (Cell, i64);

/// The values of the cells around a survivor, as if no other survivor was in sight.
pub(crate) struct Values {
    here: Cell,
    values: Vec<Wish>,
}

impl Values {
    pub(crate) fn of(exits: &[Cell], here: Cell, killers: &Traces, round: u16) -> Self {
        let to_exit = |from: Cell| exits.iter().map(|&exit| i64::from(distance(exit, from))).min().unwrap_or(0);
        let seen = || killers.iter().filter(|killer| killer.was_seen && killer.age == 0).map(|killer| killer.at);
        let lost = || killers.iter().filter(|killer| killer.was_seen && (1..=MEMORY).contains(&killer.age));
        let left = i64::from(LAST_ROUND - round + 1);
        let mut values = Vec::with_capacity(9);
        for to in around(here) {
            if exits.contains(&to) {
                values.push((to, EXIT));
                continue;
            }
            if seen().any(|at| at == to) {
                continue;
            }
            let exit = to_exit(to);
            let near = seen().map(|at| i64::from(distance(at, to))).min().unwrap_or(8);
            let mut value = -1000 * exit + 600 * near + 300 * (near - exit) - 1_000_000 * (3 - near).max(0);
            value -= 1500 * seen().filter(|&at| distance(at, to) <= 2).count() as i64;
            let shadows = lost().filter(|killer| distance(killer.at, to) <= killer.age.min(RADIUS));
            value -= shadows.map(|killer| 100 * i64::from(MEMORY - killer.age)).sum::<i64>();
            value -= unknown(here, to);
            if to_exit(here) == left && exit != left - 1 {
                value -= 100_000_000;
            }
            values.push((to, value));
        }
        Self { here, values }
    }

    /// What it wants when it sees these survivors.
    pub(crate) fn wish(&self, others: impl Iterator<Item = Cell> + Clone) -> Wish {
        let mut best = (self.here, i64::MIN);
        for &(to, value) in &self.values {
            if others.clone().any(|other| other == to) {
                continue;
            }
            let flow = others.clone().filter(|&other| distance(other, to) <= 1).count() as i64;
            let value = if value == EXIT { EXIT } else { value - 200 * flow };
            if value > best.1 {
                best = (to, value);
            }
        }
        best
    }
}

/// The loss for cells in sight of the next cell that are not in sight now.
fn unknown(here: Cell, to: Cell) -> i64 {
    let all = square(to).count() as i64;
    let new = square(to).filter(|&cell| distance(cell, here) > SIGHT).count() as i64;
    200 * new / all
}
