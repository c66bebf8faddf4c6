//! What a survivor knows of a killer, who can be wherever it could have walked to since it was last seen.

use super::UNITS;
use super::board::{SIDE, SIGHT};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;

/// Where a killer was so many rounds ago, and whether the survivor has ever seen it. If it has, it was there that it saw
/// it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trace {
    pub(crate) at: Cell,
    pub(crate) age: u16,
    pub(crate) was_seen: bool,
}

/// What a survivor knows of all killers.
pub(crate) type Traces = [Trace; UNITS];

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
    pub(crate) const fn reaches(self, cell: Cell) -> bool {
        distance(self.at, cell) <= self.age + 1
    }

    /// What can be known of it after its next step: it is out of sight, or somewhere in sight.
    fn after_step(self, survivor: Cell) -> impl Iterator<Item = Self> {
        let hidden = out_of_sight(&[self], &[survivor]).then(|| self.look(None));
        let in_sight = square(survivor).filter(move |&cell| self.reaches(cell)).map(move |cell| self.look(Some(cell)));
        hidden.into_iter().chain(in_sight)
    }
}

/// Whether a killer of whom several survivors know this can be out of the sight of all of them after its next step.
pub(crate) fn out_of_sight(traces: &[Trace], survivors: &[Cell]) -> bool {
    let span = |at: fn(&Trace) -> u16| {
        let from = traces.iter().map(|trace| at(trace).saturating_sub(trace.age + 1)).max().unwrap_or(0);
        let to = traces.iter().map(|trace| at(trace) + trace.age + 1).min().unwrap_or(SIDE).min(SIDE - 1);
        from..=to
    };
    let hidden = |cell: Cell| survivors.iter().all(|&survivor| distance(survivor, cell) > SIGHT);
    span(|trace| trace.at.x).any(|x| span(|trace| trace.at.y).any(|y| hidden(Cell { x, y })))
}

/// What can be known of the killers after their next step; only those of the party move.
pub(crate) fn after_steps(here: Cell, killers: Traces, party: u8) -> Vec<Traces> {
    let mut found = vec![killers];
    for id in (0..UNITS).filter(|id| party >> id & 1 == 1) {
        let with = |before: Traces| {
            killers[id].after_step(here).map(move |trace| {
                let mut after = before;
                after[id] = trace;
                after
            })
        };
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// The cells in sight of a survivor.
pub(crate) fn square(here: Cell) -> impl Iterator<Item = Cell> {
    let span = |at: u16| at.saturating_sub(SIGHT)..=(at + SIGHT).min(SIDE - 1);
    span(here.x).flat_map(move |x| span(here.y).map(move |y| Cell { x, y }))
}
