//! Which survivors escape whatever the killers do, if they play `score`: a bound that no killers can pass.
//!
//! Every course of a survivor is looked at, alone on the board with killers that can do all that real ones can, and more.
//! They are not in each other's way, and one that is out of sight is wherever it could have walked to since it was last
//! seen, without being in sight on the way or not. So a survivor that these killers cannot stop is stopped by none. It
//! plays by R39 and R40 to the letter, borders and the last round included; what it would make of other survivors is
//! left out.

use super::UNITS;
use super::board::{Board, SIDE, SIGHT, around};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use std::collections::HashSet;

/// The last round of a match.
pub(crate) const LAST_ROUND: u16 = 100;
/// For how many rounds `score` remembers a killer, and how far the shadow of such a killer grows.
const MEMORY: u16 = 8;
const RADIUS: u16 = 5;

/// What is known of a killer: where it was so many rounds ago, and whether the survivor has ever seen it. If it has, it
/// was there that it saw it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trace {
    at: Cell,
    age: u16,
    was_seen: bool,
}

impl Trace {
    pub(crate) const fn start(at: Cell) -> Self {
        Self { at, age: 0, was_seen: false }
    }

    /// The killer is in sight at this cell, or it is not in sight.
    pub(crate) const fn look(self, seen: Option<Cell>) -> Self {
        match seen {
            Some(at) => Self { at, age: 0, was_seen: true },
            None => Self { age: self.age + 1, ..self },
        }
    }

    /// Whether the killer can be at a cell after its next step.
    const fn reaches(self, cell: Cell) -> bool {
        distance(self.at, cell) <= self.age + 1
    }

    /// What can be known of it after its next step: it is out of sight, or somewhere in sight.
    fn after_step(self, survivor: Cell) -> impl Iterator<Item = Self> {
        let reach = self.age + 1;
        let ends = |at: u16| [at.saturating_sub(reach), (at + reach).min(SIDE - 1)];
        let leaves = |at: u16, here: u16| ends(at).into_iter().any(|end| end.abs_diff(here) > SIGHT);
        let hidden = leaves(self.at.x, survivor.x) || leaves(self.at.y, survivor.y);
        let in_sight = square(survivor).filter(move |&cell| self.reaches(cell)).map(move |cell| self.look(Some(cell)));
        hidden.then(|| self.look(None)).into_iter().chain(in_sight)
    }
}

/// The cells in sight of a survivor.
fn square(here: Cell) -> impl Iterator<Item = Cell> {
    let span = |at: u16| at.saturating_sub(SIGHT)..=(at + SIGHT).min(SIDE - 1);
    span(here.x).flat_map(move |x| span(here.y).map(move |y| Cell { x, y }))
}

/// The step of `score` (R39, R40) where no other survivor is in sight.
pub(crate) fn score_step(exits: &[Cell], here: Cell, killers: &[Trace; UNITS], round: u16) -> Cell {
    let to_exit = |from: Cell| exits.iter().map(|&exit| i64::from(distance(exit, from))).min().unwrap_or(0);
    let seen = || killers.iter().filter(|killer| killer.was_seen && killer.age == 0).map(|killer| killer.at);
    let lost = || killers.iter().filter(|killer| killer.was_seen && (1..=MEMORY).contains(&killer.age));
    let left = i64::from(LAST_ROUND - round + 1);
    let mut best = (i64::MIN, here);
    for to in around(here) {
        if exits.contains(&to) {
            return to;
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
        if value > best.0 {
            best = (value, to);
        }
    }
    best.1
}

/// The loss for cells in sight of the next cell that are not in sight now.
fn unknown(here: Cell, to: Cell) -> i64 {
    let all = square(to).count() as i64;
    let new = square(to).filter(|&cell| distance(cell, here) > SIGHT).count() as i64;
    200 * new / all
}

/// The courses of one survivor.
struct Courses<'a> {
    exits: &'a [Cell],
    /// What was looked at: where it is, what it knows of the killers, and the round.
    known: HashSet<(Cell, [Trace; UNITS], u16)>,
}

impl Courses<'_> {
    /// Whether the killers, who are to move in this round, can keep the survivor from an exit.
    fn can_stop(&mut self, here: Cell, killers: [Trace; UNITS], round: u16) -> bool {
        if round > LAST_ROUND || killers.iter().any(|killer| killer.reaches(here)) {
            return true;
        }
        if !self.known.insert((here, killers, round)) {
            return false;
        }
        let [a, b, c] = killers.map(|killer| killer.after_step(here).collect::<Vec<_>>());
        for &a in &a {
            for &b in &b {
                for &c in &c {
                    let killers = [a, b, c];
                    let to = score_step(self.exits, here, &killers, round);
                    if !self.exits.contains(&to) && self.can_stop(to, killers, round + 1) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Whether each of the survivors escapes for sure if it meets no other.
pub(crate) fn escapes(board: &Board) -> [bool; UNITS] {
    std::array::from_fn(|id| {
        let mut courses = Courses { exits: &board.exits, known: HashSet::new() };
        !courses.can_stop(board.survivors.cells[id], board.killers.cells.map(Trace::start), 1)
    })
}
