//! `runner`, the survivor that plays ahead.
//!
//! It does not see where the killers are, so it keeps many guesses (`belief`). A plan is a first step or a detour, then
//! an exit; every plan is played ahead in the guesses, and the one that gets out most often is followed for a round. Face
//! to face with killers it knows from the gap (`gap`) which exits are safe.

use super::ahead::{MOST, Place, Units, straight_first};
use super::belief::{Belief, Guess};
use super::gap::{room, slack};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Step};

/// What an escape is worth; every round until then costs 1.
const ESCAPE: i64 = 10_000;
/// What it is worth to be in play where the look ahead ends.
const LEFT: i64 = 400;
/// How many rounds it looks ahead.
const DEPTH: u16 = 60;
/// How long a detour is.
const DETOUR: i32 = 8;
/// Every plan is played in one of so many guesses, and the best in all.
const SAMPLE: usize = 4;
/// How many plans are played in all guesses.
const FINALISTS: usize = 3;

/// A way out.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Where to step now, whatever comes.
    first: Option<Cell>,
    /// Where to go before the exit.
    over: Option<Cell>,
    exit: Cell,
}

/// Follows the plan that gets out in most of its guesses.
#[derive(Clone, Debug)]
pub struct Runner {
    place: Place,
    id: usize,
    belief: Belief,
}

impl Runner {
    /// With the generator of its seat (R52).
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { place: Place::default(), id: 0, belief: Belief::new(random) }
    }

    /// The next step of a plan; killers in sight end its detour and its patience.
    fn step(&self, plan: &mut Plan, here: Cell, killers: &Units) -> Cell {
        if let Some(first) = plan.first.take() {
            return first;
        }
        if self.place.to_exit(here) <= 1 {
            return self.place.nearest_exit(here);
        }
        let (mut seen, mut count) = ([here; MOST], 0);
        for (_, at) in killers.iter().filter(|&(_, at)| distance(at, here) <= self.place.sight) {
            seen[count] = at;
            count += 1;
        }
        if count > 0 {
            plan.over = None;
            return self.dodge(here, &seen[..count]);
        }
        plan.over = plan.over.filter(|&over| over != here);
        straight_first(here, plan.over.unwrap_or(plan.exit))
    }

    /// The step with killers in sight: towards an exit that none of them can deny, else where there is most room to run.
    fn dodge(&self, here: Cell, killers: &[Cell]) -> Cell {
        let value = |to: Cell| {
            let out = |exit: Cell| {
                let left = killers.iter().map(|&killer| slack(killer, to, exit)).min().unwrap_or(0);
                if left >= 0 { 500 - i32::from(distance(to, exit)) } else { left.max(-200) }
            };
            let away = killers.iter().map(|&killer| distance(killer, to)).min().unwrap_or(0);
            let (width, height) = (self.place.width, self.place.height);
            let run = killers.iter().map(|&killer| room(killer, to, width, height)).min().unwrap_or(0);
            let best = self.place.exits.iter().map(|&exit| out(exit)).max().unwrap_or(0);
            (away >= 2, best.max(0), run, away, best)
        };
        let mut best = here;
        for to in self.place.around(here) {
            if value(to) > value(best) {
                best = to;
            }
        }
        best
    }

    /// What a plan is worth if a guess is right.
    fn worth(&self, mut guess: Guess, mut plan: Plan, rounds: u16) -> i64 {
        for ahead in 0..rounds {
            let to = self.step(&mut plan, guess.survivors.cells[self.id], &guess.killers);
            if self.place.is_exit(to) {
                return ESCAPE - i64::from(ahead);
            }
            guess.others_move(&self.place, self.id);
            guess.survivors.put(self.id, to);
            if !guess.killers.stand_on(to) {
                guess.killers_move(&self.place);
            }
            if guess.killers.stand_on(to) {
                return i64::from(ahead);
            }
        }
        LEFT
    }

    /// The plans worth a thought: straight to an exit, after a step first when killers are in sight, else by a detour.
    fn plans(&self, view: &View, here: Cell) -> Vec<Plan> {
        let mut plans = Vec::new();
        let mut add = |first, over| {
            plans.extend(self.place.exits.iter().map(|&exit| Plan { first, over, exit }));
        };
        add(None, None);
        for step in Step::BOT_ORDER {
            if !view.killers.is_empty() {
                let free = |to: &Cell| view.survivors.iter().all(|seen| seen.at != *to);
                if let Some(to) = self.place.next(here, step).filter(free) {
                    add(Some(to), None);
                }
            } else if step != Step::Stay {
                let (dx, dy) = step.delta();
                let far = |at: u16, d: i8, size: u16| {
                    (i32::from(at) + i32::from(d) * DETOUR).clamp(0, i32::from(size) - 1) as u16
                };
                add(None, Some(Cell { x: far(here.x, dx, view.width), y: far(here.y, dy, view.height) }));
            }
        }
        plans
    }

    /// The plan that gets out most often.
    fn best(&self, plans: &[Plan], rounds: u16) -> Option<Plan> {
        let rate = |plan: &Plan, every: usize| -> i64 {
            self.belief.guesses.iter().step_by(every).map(|&guess| self.worth(guess, *plan, rounds)).sum()
        };
        let mut rated: Vec<(i64, &Plan)> = plans.iter().map(|plan| (-rate(plan, SAMPLE), plan)).collect();
        rated.sort_by_key(|&(worth, _)| worth);
        rated.truncate(FINALISTS);
        rated.iter().map(|&(_, plan)| (-rate(plan, 1), plan)).min_by_key(|&(worth, _)| worth).map(|(_, plan)| *plan)
    }
}

impl Bot<Start, View, Action> for Runner {
    fn start(&mut self, start: &Start) {
        self.place = Place::of(start);
        self.id = start.id.into();
        self.belief.start(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        self.belief.update(&self.place, view, here);
        let left = view.max_rounds.saturating_sub(view.round) + 1;
        let plan = self.best(&self.plans(view, here), left.min(DEPTH));
        let to = plan.map_or(here, |mut plan| self.step(&mut plan, here, &Units::seen(&view.killers)));
        Action { step: self.place.step(here, to), bid: -i32::from(self.place.to_exit(here)) }
    }
}
