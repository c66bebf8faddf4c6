//! `runner`, the survivor that guesses.
//!
//! It rarely sees a killer, so it keeps many guesses of where they are (`belief`). A step is good if after it an exit is
//! sure in many guesses, by the exact rule for one killer (`gap`), each killer taken alone. Whoever is still in play near
//! the end of the match faces guards: all runners then meet at the last exit and rush it in the same round, because a
//! guard takes only one of them.

use super::ahead::{Place, straight_first};
use super::belief::{Belief, Manner};
use super::gap::{room, slack};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Step};
use std::cmp::Ordering;

/// What a guess is worth in which the exit is sure.
const SURE: i64 = 100;
/// What a guess is worth in which a killer could just deny the exit, and what every further step in its favour takes off:
/// killers often run after somebody else.
const OPEN: i64 = 50;
const PER_STEP: i64 = 3;
/// How much gap to spare still counts, since there may be more than one killer.
const SPARE: i32 = 3;
/// What a step nearer to the exit is worth, in hundredths of hundredths.
const PACE: i64 = 60;
/// With so many rounds left, runners meet at an exit.
const MEET: u16 = 40;
/// How far from it they wait: a guard on the exit does not reach them.
const WAIT: u16 = 3;

/// Takes the step after which an exit is sure in most of its guesses.
#[derive(Clone, Debug)]
pub struct Runner {
    place: Place,
    belief: Belief,
}

impl Runner {
    /// With the generator of its seat (R52).
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { place: Place::default(), belief: Belief::new(random) }
    }

    /// How likely an exit is reached from a cell, in hundredths of hundredths.
    fn odds(&self, from: Cell, exit: Cell) -> i64 {
        let (guesses, size) = (&self.belief.guesses, [self.place.width, self.place.height]);
        let worth = guesses.iter().map(|guess| {
            let least = guess.killers.iter().map(|(_, killer)| slack(killer, from, exit, size)).min().unwrap_or(0);
            match least {
                _ if guess.manner == Manner::Still => SURE,
                0.. => SURE + i64::from(least.min(SPARE)),
                _ => (OPEN + PER_STEP * i64::from(least)).max(0),
            }
        });
        100 * worth.sum::<i64>() / guesses.len().max(1) as i64
    }

    /// The value of a cell: out of reach of the killers in sight first, then the odds, then room to run.
    fn value(&self, view: &View, to: Cell) -> (bool, i64) {
        let killers = || view.killers.iter().map(|seen| seen.at);
        let safe = killers().all(|killer| distance(killer, to) >= if self.belief.still() { 1 } else { 2 });
        let way = |exit: Cell| {
            let beside = i64::from(to.x.abs_diff(exit.x)) + i64::from(to.y.abs_diff(exit.y));
            PACE * i64::from(distance(to, exit)) + beside
        };
        let out = |&exit: &Cell| self.odds(to, exit) - way(exit);
        let best = self.place.exits.iter().map(out).max().unwrap_or(0);
        let run = killers().map(|killer| room(killer, to, self.place.width, self.place.height)).min().unwrap_or(0);
        (safe, best + i64::from(run))
    }

    /// Where it goes when the match is nearly over: to the last exit, which has the fewest guards where they are shared
    /// out by number. It waits before it, and goes on when the rounds left are just enough for two to leave.
    fn rush(&self, here: Cell, left: u16) -> Option<Cell> {
        let exit = self.place.exits.last().copied().filter(|_| left <= MEET)?;
        let (way, now) = (distance(here, exit), left <= WAIT + 1);
        match way.cmp(&WAIT) {
            _ if now => Some(straight_first(here, exit)),
            Ordering::Greater => Some(straight_first(here, exit)),
            Ordering::Equal => Some(here),
            Ordering::Less => None,
        }
    }

    /// The cell it steps to.
    fn target(&self, view: &View, here: Cell) -> Cell {
        if self.place.to_exit(here) <= 1 {
            return self.place.nearest_exit(here);
        }
        let left = view.max_rounds.saturating_sub(view.round).saturating_add(1);
        let quiet = view.killers.iter().all(|seen| self.place.is_exit(seen.at));
        let free = |to: &Cell| view.survivors.iter().chain(&view.killers).all(|seen| seen.at != *to);
        if let Some(to) = self.rush(here, left).filter(free).filter(|_| quiet || left <= WAIT + 1) {
            return to;
        }
        let mut best = (here, self.value(view, here));
        for to in self.place.around(here).filter(free) {
            let value = self.value(view, to);
            if value > best.1 {
                best = (to, value);
            }
        }
        best.0
    }
}

impl Bot<Start, View, Action> for Runner {
    fn start(&mut self, start: &Start) {
        self.place = Place::of(start);
        self.belief.start(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        self.belief.update(&self.place, view, here);
        let to = self.target(view, here);
        // Who is nearer to an exit goes first.
        Action { step: self.place.step(here, to), bid: -i32::from(self.place.to_exit(here)) }
    }
}
