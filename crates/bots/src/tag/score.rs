//! `score`, the survivor (R39 to R41).

use super::chase::clamp;
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::{Sight, distance};
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Step};
use std::ops::RangeInclusive;

/// The range of a weight.
const USUAL: RangeInclusive<u64> = 0..=1_000_000;

gridhaunt_kernel::settings! {
    /// What it weighs by.
    #[derive(Clone, Debug)]
    pub(super) struct Weights {
        /// Loss for every step to the nearest exit
        alpha: i64 = 1000, in USUAL;
        /// Gain for every step from the nearest killer
        beta: i64 = 600, in USUAL;
        /// Loss for every survivor beside the cell
        gamma: i64 = 200, in USUAL;
        /// Gain for every step that the exit is nearer than the killer
        omega: i64 = 300, in USUAL;
        /// Loss for a killer within 2, more the nearer
        close: i64 = 1_000_000, in USUAL;
        /// Loss for every killer that could come beside the cell
        predict: i64 = 1500, in USUAL;
        /// Loss for cells near where a killer was last seen
        shadow: i64 = 100, in USUAL;
        /// How far such a shadow grows
        radius: i64 = 5, in 0..=255;
        /// Loss for a view of cells not seen before
        unknown: i64 = 200, in USUAL;
        /// Rounds for which a killer is remembered
        memory: i64 = 8, in 0..=100;
        /// The distance of a killer that is not seen
        far: i64 = 8, in 3..=255;
    }
}

/// The cell a step leads to, none off the board.
pub(super) fn on_board(view: &View, here: Cell, step: Step) -> Option<Cell> {
    let (dx, dy) = step.delta();
    let to = Cell { x: here.x.wrapping_add_signed(dx.into()), y: here.y.wrapping_add_signed(dy.into()) };
    (to.x < view.width && to.y < view.height).then_some(to)
}

/// De(n): steps to the nearest exit (R3: without obstacles the least distance).
pub(super) fn to_exit(view: &View, cell: Cell) -> u16 {
    view.exits.iter().map(|&exit| distance(exit, cell)).min().unwrap_or(0)
}

/// Weighs the way to an exit against the killers it sees and remembers.
#[derive(Clone, Debug, Default)]
pub struct Score {
    weights: Weights,
    /// Where and when each killer was last seen.
    seen: [Option<(Cell, u16)>; 16],
}

impl Score {
    /// Reads the weights; an error if one of them is out of range.
    pub fn new(options: &Map<String, Value>) -> Result<Self, Invalid> {
        let weights = Weights::from_options(options)?;
        Ok(Self { weights, seen: [None; 16] })
    }

    /// Adds the visible killers, and forgets those seen long ago (R39).
    pub(super) fn remember(&mut self, view: &View) {
        for killer in &view.killers {
            if let Some(slot) = self.seen.get_mut(usize::from(killer.id)) {
                *slot = Some((killer.at, view.round));
            }
        }
        for slot in &mut self.seen {
            *slot = slot.filter(|&(_, round)| i64::from(view.round) - i64::from(round) <= self.weights.memory);
        }
    }

    /// The cell that a step leads to, if it is a candidate (R39).
    pub(super) fn candidate(view: &View, here: Cell, step: Step) -> Option<Cell> {
        let to = on_board(view, here, step)?;
        let killer = view.killers.iter().any(|seen| seen.at == to) && !view.exits.contains(&to);
        let survivor = view.survivors.iter().any(|seen| seen.at == to);
        (!killer && !survivor).then_some(to)
    }

    /// The value of a cell (R40).
    pub(super) fn value(&self, view: &View, here: Cell, to: Cell) -> i64 {
        let w = &self.weights;
        if view.exits.contains(&to) {
            return 1_000_000_000;
        }
        let exit = i64::from(to_exit(view, to));
        let killer = view.killers.iter().map(|seen| i64::from(distance(seen.at, to))).min();
        let killer = killer.unwrap_or(w.far).min(w.far);
        let near = |list: &[gridhaunt_tag::view::Seen], most: u16| {
            list.iter().filter(|seen| distance(seen.at, to) <= most).count() as i64
        };
        let mut value = -w.alpha * exit + w.beta * killer;
        value -= w.gamma * near(&view.survivors, 1);
        value += w.omega * (killer - exit);
        if killer <= 2 {
            value -= w.close * (3 - killer);
        }
        value -= w.predict * near(&view.killers, 2);
        value -= self.shadows(view, to);
        value -= self.unknown(view, here, to);
        let left = i64::from(view.max_rounds) - i64::from(view.round) + 1;
        let now = i64::from(to_exit(view, here));
        if now == left && exit != now - 1 {
            value -= 100_000_000; // the last round in which the way out can begin
        }
        value
    }

    /// The loss for being near places that remembered killers may have reached.
    fn shadows(&self, view: &View, to: Cell) -> i64 {
        let w = &self.weights;
        let mut sum = 0;
        for (id, &slot) in self.seen.iter().enumerate() {
            let Some((cell, round)) = slot else { continue };
            let age = i64::from(view.round) - i64::from(round);
            let seen = view.killers.iter().any(|killer| usize::from(killer.id) == id);
            if !seen && i64::from(distance(cell, to)) <= age.min(w.radius) {
                sum += w.shadow * (w.memory - age);
            }
        }
        sum
    }

    /// The share of the cells visible from `to` that are not visible now.
    fn unknown(&self, view: &View, here: Cell, to: Cell) -> i64 {
        let Sight::Within(sight) = view.sight else { return 0 };
        let (sight, x, y) = (i64::from(sight), [here.x, to.x], [here.y, to.y]);
        // The squares around both cells, cut at the border, and what they share.
        let span =
            |at: u16, size: u16| ((i64::from(at) - sight).max(0), (i64::from(at) + sight).min(i64::from(size) - 1));
        let (across, down) = (x.map(|x| span(x, view.width)), y.map(|y| span(y, view.height)));
        let length = |(low, high): (i64, i64)| (high - low + 1).max(0);
        let shared = |[a, b]: [(i64, i64); 2]| length((a.0.max(b.0), a.1.min(b.1)));
        let all = length(across[1]) * length(down[1]);
        let new = all - shared(across) * shared(down);
        self.weights.unknown * new / all.max(1)
    }
}

impl Bot<Start, View, Action> for Score {
    fn start(&mut self, _: &Start) {
        self.seen = [None; 16];
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        self.remember(view);
        let mut best = (Step::Stay, i64::MIN);
        for step in Step::BOT_ORDER {
            let Some(to) = Self::candidate(view, here, step) else { continue };
            let value = self.value(view, here, to);
            if value > best.1 {
                best = (step, value);
            }
        }
        Action { step: best.0, bid: clamp(best.1) }
    }
}
