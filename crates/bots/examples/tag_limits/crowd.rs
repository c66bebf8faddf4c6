//! Where survivors can be in every round, whatever the killers do, and what they can do to each other there.

use super::UNITS;
use super::board::{Board, SIDE, around};
use super::trace::{Trace, Traces, after_steps, square};
use super::wish::{LAST_ROUND, Values};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use std::collections::HashSet;

/// As soon as a survivor can be in more situations than these, it is taken to do any step it likes.
const MOST: usize = 500;

/// Some cells of the board, a bit for each.
#[derive(Clone, Copy, Debug)]
struct Places([u64; SIDE as usize]);

impl Places {
    const NONE: Self = Self([0; SIDE as usize]);

    const fn has(&self, cell: Cell) -> bool {
        self.0[cell.y as usize] >> cell.x & 1 == 1
    }

    fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Cell { x, y })).filter(|&cell| self.has(cell))
    }
}

impl FromIterator<Cell> for Places {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut places = Self::NONE;
        cells.into_iter().for_each(|cell| places.0[usize::from(cell.y)] |= 1 << cell.x);
        places
    }
}

/// A survivor's place and what it knows of the killers.
type Situation = (Cell, Traces);

/// Where a survivor can be, and all situations in which it can be, unless there are too many.
struct Courses {
    places: Places,
    known: Option<HashSet<Situation>>,
}

impl Courses {
    fn known(all: HashSet<Situation>) -> Self {
        Self { places: all.iter().map(|&(here, _)| here).collect(), known: Some(all) }
    }

    /// A round later.
    fn next(&self, crowd: &Crowd, id: usize, round: u16) -> Self {
        let stays_in = |to: &Cell| !crowd.exits.contains(to);
        match self.known.as_ref().and_then(|all| situations_after(all, crowd, id, round)) {
            Some(next) => Self::known(next),
            None => Self { places: self.places.iter().flat_map(around).filter(stays_in).collect(), known: None },
        }
    }
}

/// All situations of those who are not out a round later; None if there are too many.
fn situations_after(all: &HashSet<Situation>, crowd: &Crowd, id: usize, round: u16) -> Option<HashSet<Situation>> {
    let mut next = HashSet::new();
    for &(here, killers) in all {
        for after in after_steps(here, killers, u8::MAX) {
            let steps = crowd.steps(id, here, &after, round);
            next.extend(steps.into_iter().filter(|to| !crowd.exits.contains(to)).map(|to| (to, after)));
            if next.len() > MOST {
                return None;
            }
        }
    }
    Some(next)
}

/// The other survivors that one sees.
pub(crate) type Company = [Option<Cell>; UNITS];

/// Where each survivor can be in each round before it moves.
pub(crate) struct Crowd {
    pub(crate) exits: Vec<Cell>,
    places: Vec<[Places; UNITS]>,
}

impl Crowd {
    /// As if no two survivors could meet.
    pub(crate) fn apart(board: &Board) -> Self {
        Self { exits: board.exits.clone(), places: Vec::new() }
    }

    /// All rounds at once for all survivors, since where one can be decides on whom another can meet.
    pub(crate) fn of(board: &Board) -> Self {
        let mut crowd = Self { exits: board.exits.clone(), places: vec![[Places::NONE; UNITS]] };
        let start = |here: Cell| Courses::known(HashSet::from([(here, board.killers.cells.map(Trace::start))]));
        let mut courses = board.survivors.cells.map(start);
        for round in 1..=LAST_ROUND {
            crowd.places.push(courses.each_ref().map(|courses| courses.places));
            courses = std::array::from_fn(|id| courses[id].next(&crowd, id, round));
        }
        crowd
    }

    pub(crate) fn has(&self, id: usize, here: Cell, round: u16) -> bool {
        self.places.get(usize::from(round)).is_some_and(|places| places[id].has(here))
    }

    /// All that a survivor can see of these others: each of them is on one of its places in sight, or it is not seen.
    pub(crate) fn companies(&self, others: impl Iterator<Item = usize>, here: Cell, round: u16) -> Vec<Company> {
        let mut found = vec![[None; UNITS]];
        for other in others {
            for number in 0..found.len() {
                for cell in square(here).filter(|&cell| cell != here && self.has(other, cell, round)) {
                    let mut company = found[number];
                    company[other] = Some(cell);
                    found.push(company);
                }
            }
        }
        found
    }

    /// Where a survivor can be after its step. Another beside the cell that it wants may be first.
    pub(crate) fn steps(&self, id: usize, here: Cell, killers: &Traces, round: u16) -> Vec<Cell> {
        let values = Values::of(&self.exits, here, killers, round);
        let mut found = Vec::new();
        for company in self.companies((0..UNITS).filter(|&other| other != id), here, round) {
            let others = || company.into_iter().flatten();
            let (wish, _) = values.wish(others());
            let contested = others().any(|other| distance(other, wish) <= 1).then_some(here);
            for to in [Some(wish), contested].into_iter().flatten() {
                if !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        found
    }
}
