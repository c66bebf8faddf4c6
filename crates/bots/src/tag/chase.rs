//! `chase`, the killer (R42).

use super::score::{on_board, to_exit};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::json::Map as Options;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, Team, View};
use gridhaunt_tag::{Action, Step};

gridhaunt_kernel::settings! {
    /// How it hunts.
    #[derive(Clone, Debug)]
    pub(super) struct Habits {
        /// Rounds for which a lost survivor's cell is remembered
        memory: i64 = 8, in 0..=100;
        /// Loss for a cell beside another killer
        spread: i64 = 0, in 0..=300;
        /// Gain for cells near exits
        lean: i64 = 0, in 0..=500;
    }
}

/// What a bot stores of the rules: which steps are open to it (R13).
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    barred: bool,
}

impl Map {
    pub(super) fn of(start: &Start) -> Self {
        Self { barred: start.barred && start.side == Team::Killers }
    }

    /// Whether a step is open (R13).
    pub(super) fn is_open(&self, view: &View, here: Cell, step: Step) -> bool {
        step == Step::Stay || on_board(view, here, step).is_some_and(|to| !(self.barred && view.exits.contains(&to)))
    }

    /// The candidate with the greatest value, the first of equal ones in bot order, with its value as the bid.
    /// Candidates are the open steps except those onto a visible killer.
    pub(super) fn best(&self, view: &View, here: Cell, value: impl Fn(Cell) -> i64) -> Action {
        let mut best = (Step::Stay, i64::MIN);
        for step in Step::BOT_ORDER {
            if let Some(value) = self.candidate(view, here, step).map(&value)
                && value > best.1
            {
                best = (step, value);
            }
        }
        Action { step: best.0, bid: clamp(best.1) }
    }

    /// The cell that a step leads to, if it is a candidate for a killer.
    pub(super) fn candidate(&self, view: &View, here: Cell, step: Step) -> Option<Cell> {
        let to = on_board(view, here, step).filter(|_| self.is_open(view, here, step))?;
        view.killers.iter().all(|seen| seen.at != to).then_some(to)
    }
}

/// A value as a bid.
pub(super) fn clamp(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// The attraction of a target at distance d: -1000 × d - (|dx| + |dy|).
pub(super) fn pull(from: Cell, target: Cell) -> i64 {
    let (dx, dy) = (i64::from(from.x.abs_diff(target.x)), i64::from(from.y.abs_diff(target.y)));
    -1000 * dx.max(dy) - (dx + dy)
}

/// Runs after the nearest survivor.
#[derive(Clone, Debug, Default)]
pub struct Chase {
    map: Map,
    habits: Habits,
    /// Where the target was last seen, and in which round.
    lost: Option<(Cell, u16)>,
}

impl Chase {
    /// Reads the options; an error if one of them is out of range.
    pub fn new(options: &Options<String, Value>) -> Result<Self, Invalid> {
        Ok(Self { map: Map::default(), habits: Habits::from_options(options)?, lost: None })
    }

    /// The cell it runs to now. It also updates its memory of the last survivor seen.
    pub(super) fn target(&mut self, view: &View, here: Cell) -> Cell {
        // The first of equally near survivors is the one with the lower id.
        if let Some(near) = view.survivors.iter().min_by_key(|seen| distance(seen.at, here)) {
            self.lost = Some((near.at, view.round));
            return near.at;
        }
        if let Some((cell, round)) = self.lost
            && i64::from(view.round) - i64::from(round) <= self.habits.memory
            && cell != here
        {
            return cell;
        }
        self.lost = None;
        view.exits.iter().copied().min_by_key(|&exit| distance(exit, here)).unwrap_or(here)
    }

    /// The value of a cell.
    pub(super) fn value(&self, view: &View, target: Cell, to: Cell) -> i64 {
        let crowded = view.killers.iter().any(|seen| distance(seen.at, to) <= 1);
        let Habits { spread, lean, .. } = self.habits;
        let lean = if lean == 0 { 0 } else { lean / (1 + i64::from(to_exit(view, to))) };
        pull(to, target) - if crowded { spread } else { 0 } + lean
    }

    pub(super) const fn map(&self) -> &Map {
        &self.map
    }
}

impl Bot<Start, View, Action> for Chase {
    fn start(&mut self, start: &Start) {
        self.map = Map::of(start);
        self.lost = None;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        let target = self.target(view, here);
        self.map.best(view, here, |to| self.value(view, target, to))
    }
}
