//! `planner`: plans a tour over the cheese with the arrival times of the rival, and plays on from meal to meal.
//!
//! It sees the match as a race: each of the two runs to a cheese, and between two meals nothing is decided. A *tour*
//! is an order of cheeses. What a tour is worth depends on that of the rival, so
//!
//! - as long as the rival only ever goes to the nearest cheese, the bot takes the best tour against that;
//! - otherwise it looks for tours that answer each other, lays them out as a table and plays that game;
//! - with few cheeses left it looks at every course that the match can take.
//!
//! A plan holds until something is eaten or the rival leaves the way it was expected to take. On a board full of cheese
//! it goes to the nearest until there is little enough to plan.

mod chart;
mod cheeses;
mod endgame;
mod matrix;
mod race;
mod rival;
mod tours;

#[cfg(test)]
mod tests;

use super::greedy::{Greedy, Ties};
use super::{SMALLEST, maze_of};
use chart::Chart;
use cheeses::{Cheeses, MOST};
use endgame::Position;
use gridhaunt_kernel::field::{Ring, UNREACHED};
use gridhaunt_kernel::{Bot, Random};
use gridhaunt_pyrat::Action;
use gridhaunt_pyrat::maze::Maze;
use gridhaunt_pyrat::view::{Player, Start, View};
use matrix::Matrix;
use race::{ME, RIVAL, Race, Runner};
use rival::Rival;
use tours::{Search, Tour, worth_of_tours};

/// How often each side answers the other's last tour.
const ANSWERS: usize = 3;

gridhaunt_kernel::settings! {
    /// How `planner` plans.
    #[derive(Clone, Debug)]
    pub(super) struct Plans {
        /// Tours of each length that are looked at further
        beam: u64 = 4, in 1..=1000;
        /// With so many cheeses left it looks at every course of the match
        endgame: u64 = 5, in 0..=endgame::MOST_CHEESES;
    }
}

/// Plans tours over the cheese.
#[derive(Debug)]
pub struct Planner {
    seat: usize,
    turns: u32,
    total: u32,
    /// The most cheeses of an end game.
    endgame: usize,
    chart: Chart,
    search: Search,
    rival: Rival,
    /// The tours that both were expected to follow when the last plan was made.
    tours: [Tour; 2],
    /// The race at that moment, both on their way.
    foreseen: Option<Race>,
    /// Who chooses as long as there is more cheese than a chart holds: then the nearest is as good as any.
    plain: Greedy,
}

impl Planner {
    pub(super) fn new(plans: &Plans) -> Self {
        Self {
            seat: 0,
            turns: 0,
            total: 0,
            endgame: plans.endgame as usize,
            chart: Chart::new(Maze::open(SMALLEST), []),
            search: Search::new(plans.beam as usize),
            rival: Rival::unknown(),
            tours: [Tour::new(), Tour::new()],
            foreseen: None,
            plain: Greedy::new(Random::new(0), Ties::First),
        }
    }

    /// The position of a view as a race; none for a view of another board.
    fn race_of(&mut self, view: &View) -> Option<Race> {
        let grid = self.chart.maze().grid();
        let (me, rival) = (view.players[self.seat], view.players[1 - self.seat]);
        let cells = [grid.index(me.at)?, grid.index(rival.at)?];
        let mut left = self.charted(view);
        // A chart may be without some cheese, if it has still much of it.
        if left.len() < view.cheese.len() && left.len() <= MOST / 2 {
            self.draw_chart(view, cells);
            left = self.charted(view);
        }
        let turn = u32::from(view.turn);
        let runner = |player: Player, cell: usize| {
            let free = turn + u32::from(player.delay);
            Runner { cell, ate: None, free, target: None, arrives: 0, half: player.half.into() }
        };
        let runners = [runner(me, cells[ME]), runner(rival, cells[RIVAL])];
        Some(Race { turn, runners, left, turns: self.turns, total: self.total })
    }

    /// The cheese of a view that is in the chart.
    fn charted(&self, view: &View) -> Cheeses {
        let grid = self.chart.maze().grid();
        let mut left = Cheeses::default();
        let numbers = view.cheese.iter().filter_map(|&cell| self.chart.cheese_at(grid.index(cell)?));
        numbers.for_each(|cheese| left.insert(cheese));
        left
    }

    /// Draws the chart of the cheese that is left; where it is too much, of the nearest.
    fn draw_chart(&mut self, view: &View, players: [usize; 2]) {
        let maze = self.chart.maze().clone();
        let mut cells: Vec<usize> = view.cheese.iter().filter_map(|&cell| maze.grid().index(cell)).collect();
        if cells.len() > MOST {
            let mut times = vec![UNREACHED; maze.grid().cells()];
            Ring::default().least_costs(&maze, players, &mut times);
            cells.sort_by_key(|&cell| (times[cell], cell));
            cells.truncate(MOST);
        }
        cells.sort_unstable();
        cells.dedup();
        self.chart = Chart::new(maze, cells);
        self.tours = [Tour::new(), Tour::new()];
        (self.foreseen, self.rival) = (None, Rival::unknown());
    }

    /// Whether both are on the way that was expected, and nothing was eaten.
    fn is_as_foreseen(&self, race: &Race) -> bool {
        self.foreseen.is_some_and(|foreseen| {
            let on_the_way = |who: usize| {
                let (then, now) = (&foreseen.runners[who], &race.runners[who]);
                then.target.is_none_or(|target| now.free + self.chart.time(now.cell, target.into()) == then.arrives)
            };
            foreseen.left == race.left && on_the_way(ME) && on_the_way(RIVAL)
        })
    }

    /// The tours that both are to follow from now on.
    fn plan(&mut self, race: &Race) -> [Tour; 2] {
        if self.rival.is_plain() {
            [self.search.best_tour(&self.chart, race, &[]), Tour::new()]
        } else if race.left.len() <= self.endgame {
            self.end(race)
        } else {
            self.answer(race)
        }
    }

    /// The next cheeses of both in an end game.
    fn end(&self, race: &Race) -> [Tour; 2] {
        let Position { targets, matrix } = Position::new(&self.chart, race);
        let solution = matrix.solve();
        let nearest = targets[RIVAL].choice_of(race.nearest(&self.chart, RIVAL));
        let belief = self.rival.belief();
        let mine = matrix.best_row(&solution, nearest, belief);
        let its = if belief > 0.5 { nearest } else { matrix.likely_column(&solution) };
        [targets[ME].get(mine), targets[RIVAL].get(its)].map(|cheese| cheese.into_iter().collect())
    }

    /// Tours that answer each other: from those of the last plan and from going to the nearest cheese, each side in
    /// turn takes the best against the other's last one. Then all meet in a table.
    fn answer(&mut self, race: &Race) -> [Tour; 2] {
        let Self { chart, search, .. } = self;
        let [mine, its] = core::mem::take(&mut self.tours);
        let (mut mine, mut its) = (vec![mine, Tour::new()], vec![its, Tour::new()]);
        let plain = its.len() - 1;
        let swapped = race.swapped();
        for answer in 0..ANSWERS {
            let last = plain + answer;
            mine.push(search.best_tour(chart, race, &its[last]));
            its.push(search.best_tour(chart, &swapped, &mine[last]));
        }
        let matrix = Matrix::new(mine.len(), its.len(), |row, column| {
            worth_of_tours(chart, race, [&mine[row], &its[column]]).into()
        });
        let solution = matrix.solve();
        let row = matrix.best_row(&solution, plain, self.rival.belief());
        let column = matrix.likely_column(&solution);
        [mine.swap_remove(row), its.swap_remove(column)]
    }
}

impl Bot<Start, View, Action> for Planner {
    fn start(&mut self, start: &Start) {
        self.seat = start.seat.index() & 1;
        (self.turns, self.total) = (start.max_turns.into(), start.cheese_total.into());
        self.chart = Chart::new(maze_of(start), []);
        self.rival = Rival::unknown();
        self.tours = [Tour::new(), Tour::new()];
        self.foreseen = None;
        self.plain.start(start);
    }

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        if view.cheese.len() > MOST {
            return self.plain.choose(view, legal);
        }
        let Some(mut race) = self.race_of(view) else { return Action::Stay };
        self.rival.watch(&self.chart, &race);
        let Runner { cell, free, .. } = race.runners[ME];
        if free > race.turn {
            return Action::Stay;
        }
        if !self.is_as_foreseen(&race) {
            self.tours = self.plan(&race);
            for who in [ME, RIVAL] {
                race.send_along(&self.chart, who, &self.tours[who]);
            }
            self.foreseen = Some(race);
        }
        let target = self.foreseen.and_then(|foreseen| foreseen.runners[ME].target);
        let step = target.and_then(|target| self.chart.step(cell, target.into()));
        step.map_or(Action::Stay, |(action, _, _)| action)
    }
}
