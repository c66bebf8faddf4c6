//! A match from meal to meal: both runners are on their way to a cheese, and who arrives first eats.

use super::chart::{Chart, NEVER};
use super::cheeses::Cheeses;

/// The number of a runner in a race: the bot itself, whatever its seat.
pub(super) const ME: usize = 0;
/// The other one.
pub(super) const RIVAL: usize = 1;

/// One of the two who race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runner {
    /// The cell that it leaves next, or left last.
    pub cell: usize,
    /// The cheese that it ate there.
    pub ate: Option<u8>,
    /// How many turns have been played when it can leave the cell.
    pub free: u32,
    /// The cheese it runs to.
    pub target: Option<u8>,
    /// How many turns have been played when it eats there.
    pub arrives: u32,
    /// Half points.
    pub half: u32,
}

/// A position between two meals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Race {
    pub turn: u32,
    pub runners: [Runner; 2],
    /// The cheese that is left.
    pub left: Cheeses,
    /// How many turns there are in all.
    pub turns: u32,
    /// How much cheese there was at the start.
    pub total: u32,
}

impl Race {
    /// Whether the result is known (R18).
    pub(super) fn is_decided(&self) -> bool {
        let majority = self.runners.iter().any(|runner| runner.half > self.total);
        majority || self.left.is_empty() || self.turn >= self.turns
    }

    /// Whether it is decided, or nobody is on the way to anything.
    pub(super) fn is_over(&self) -> bool {
        self.is_decided() || self.runners.iter().all(|runner| runner.target.is_none())
    }

    /// Half points of the bot more than the rival's.
    pub(super) const fn lead(&self) -> i32 {
        self.runners[ME].half as i32 - self.runners[RIVAL].half as i32
    }

    /// The race as the rival sees it.
    pub(super) const fn swapped(&self) -> Self {
        let [me, rival] = self.runners;
        Self { runners: [rival, me], ..*self }
    }

    /// Sends a runner to a cheese.
    #[inline]
    pub(super) fn send(&mut self, chart: &Chart, who: usize, cheese: usize) {
        let runner = &mut self.runners[who];
        runner.target = Some(cheese as u8);
        // Cheese under the feet takes a turn as well.
        runner.arrives = (runner.free + chart.time(runner.cell, cheese)).max(self.turn + 1);
    }

    /// Sends a runner to the first cheese of a tour that is left, or to the nearest if there is none.
    pub(super) fn send_along(&mut self, chart: &Chart, who: usize, tour: &[u8]) {
        let next = tour.iter().map(|&cheese| usize::from(cheese)).find(|&cheese| self.left.contains(cheese));
        if let Some(cheese) = next.or_else(|| self.nearest(chart, who)) {
            self.send(chart, who, cheese);
        }
    }

    /// The cheese that is nearest to a runner.
    pub(super) fn nearest(&self, chart: &Chart, who: usize) -> Option<usize> {
        let Runner { cell, ate, .. } = self.runners[who];
        let nearest = match ate {
            Some(ate) => {
                let mut others = chart.nearest(ate.into()).iter().map(|&cheese| usize::from(cheese));
                others.find(|&cheese| self.left.contains(cheese))
            }
            None => self.left.iter().min_by_key(|&cheese| chart.time(cell, cheese)),
        };
        nearest.filter(|&cheese| chart.time(cell, cheese) < NEVER)
    }

    /// Plays on to the next meal. Who ate, and whose cheese the other ate, has no target afterwards.
    pub(super) fn play_to_next_meal(&mut self, chart: &Chart) {
        let due = |runner: &Runner| if runner.target.is_some() { runner.arrives } else { u32::MAX };
        let turn = due(&self.runners[ME]).min(due(&self.runners[RIVAL]));
        if turn > self.turns {
            self.turn = self.turns;
            self.runners.iter_mut().for_each(|runner| runner.target = None);
            return;
        }
        self.turn = turn;
        let [mine, its] = self.runners.map(|runner| runner.target.filter(|_| runner.arrives == turn));
        let portion = if mine == its { 1 } else { 2 }; // R16
        for (runner, meal) in self.runners.iter_mut().zip([mine, its]) {
            let Some(cheese) = meal else { continue };
            self.left.remove(cheese.into());
            runner.half += portion;
            (runner.cell, runner.ate, runner.free, runner.target) = (chart.cell(cheese.into()), meal, turn, None);
        }
        for runner in &mut self.runners {
            if runner.target.is_some_and(|target| !self.left.contains(target.into())) {
                runner.halt(chart, turn);
            }
        }
    }

    /// Lets both choose anew.
    pub(super) fn halt(&mut self, chart: &Chart) {
        self.runners.iter_mut().for_each(|runner| runner.halt(chart, self.turn));
    }
}

impl Runner {
    /// Stops on the way to its target, at the first cell where it can choose anew.
    fn halt(&mut self, chart: &Chart, turn: u32) {
        let Some(target) = self.target.take() else { return };
        while self.free < turn
            && let Some((_, beyond, turns)) = chart.step(self.cell, target.into())
        {
            (self.cell, self.free, self.ate) = (beyond, self.free + turns, None);
        }
    }
}
