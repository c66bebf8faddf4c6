//! `planner`: plans a tour over the cheese against the arrival times of the rival.

mod chart;
mod cheeses;
mod race;
mod tours;

use super::{SMALLEST, maze_of};
use chart::Chart;
use cheeses::{Cheeses, MOST};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::Action;
use gridhaunt_pyrat::maze::Maze;
use gridhaunt_pyrat::view::{Start, View};
use race::{ME, RIVAL, Race, Runner};
use tours::{Bounds, Search};

gridhaunt_kernel::settings! {
    /// How `planner` plans.
    #[derive(Clone, Debug)]
    pub(super) struct Plans {
        /// How many tours of each length it looks at further
        beam: u64 = 24, in 1..=10_000;
        /// Branches
        branches: u64 = 6, in 1..=10_000;
        /// Legs
        legs: u64 = 24, in 1..=10_000;
    }
}

/// Plans tours.
#[derive(Debug)]
pub struct Planner {
    bounds: Bounds,
    seat: usize,
    turns: u32,
    total: u32,
    chart: Chart,
    search: Search,
    /// The race as it was foreseen when the last tour was planned.
    foreseen: Option<Race>,
}

impl Planner {
    pub(super) fn new(plans: &Plans) -> Self {
        let bounds = Bounds { beam: plans.beam as usize, branches: plans.branches as usize, legs: plans.legs as usize };
        Self {
            bounds,
            seat: 0,
            turns: 0,
            total: 0,
            chart: Chart::new(Maze::open(SMALLEST), []),
            search: Search::default(),
            foreseen: None,
        }
    }

    /// The position of a view as a race; none for a view of another board.
    fn race_of(&mut self, view: &View) -> Option<Race> {
        let grid = self.chart.maze().grid();
        let turn = u32::from(view.turn);
        let mut left = Cheeses::default();
        for pass in 0..2 {
            left = Cheeses::default();
            let mut all = true;
            for cell in &view.cheese {
                match self.chart.cheese_at(grid.index(*cell)?) {
                    Some(cheese) => left.insert(cheese),
                    None => all = false,
                }
            }
            if pass == 1 || all || (view.cheese.len() > MOST && left.len() > MOST / 2) {
                break;
            }
            let cells = view.cheese.iter().filter_map(|&cell| grid.index(cell));
            self.chart = Chart::new(self.chart.maze().clone(), cells);
        }
        let runner = |seat: usize| {
            let player = view.players[seat];
            let free = turn + u32::from(player.delay);
            let cell = grid.index(player.at)?;
            Some(Runner { cell, ate: None, free, target: None, arrives: 0, half: player.half.into() })
        };
        let runners = [runner(self.seat)?, runner(1 - self.seat)?];
        Some(Race { turn, runners, left, turns: self.turns, total: self.total })
    }

    /// Whether both are where they were to be.
    fn is_as_foreseen(&self, race: &Race) -> bool {
        let Some(foreseen) = &self.foreseen else { return false };
        let on_the_way = |who: usize| {
            let (then, now) = (&foreseen.runners[who], &race.runners[who]);
            then.target.is_none_or(|target| now.free + self.chart.time(now.cell, target.into()) == then.arrives)
        };
        foreseen.left == race.left && on_the_way(ME) && on_the_way(RIVAL)
    }
}

impl Bot<Start, View, Action> for Planner {
    fn start(&mut self, start: &Start) {
        self.seat = start.seat.index() & 1;
        (self.turns, self.total) = (start.max_turns.into(), start.cheese_total.into());
        self.chart = Chart::new(maze_of(start), []);
        self.foreseen = None;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        if view.players[self.seat].delay > 0 {
            return Action::Stay;
        }
        let Some(mut race) = self.race_of(view) else { return Action::Stay };
        if !self.is_as_foreseen(&race) {
            race.send_to_nearest(&self.chart, RIVAL);
            match self.search.best_tour(&self.chart, &race, self.bounds) {
                Some(tour) => race.send(&self.chart, ME, tour.cheeses[0].into()),
                None => race.send_to_nearest(&self.chart, ME),
            }
            self.foreseen = Some(race);
        }
        let Some(target) = self.foreseen.and_then(|race| race.runners[ME].target) else { return Action::Stay };
        self.chart.step(race.runners[ME].cell, target.into()).map_or(Action::Stay, |(action, _, _)| action)
    }
}
