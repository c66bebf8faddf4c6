//! Bots for PyRat (section 12 of its rules).

mod exact;
mod greedy;
mod planner;
mod searched;
#[cfg(test)]
mod tests;

pub use greedy::{Greedy, Ties};
pub use planner::Planner;

use crate::search;
use gridhaunt_kernel::bot::certain;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Bot, BotEntry};
use gridhaunt_pyrat::maze::Maze;
use gridhaunt_pyrat::view::{Start, View};
use gridhaunt_pyrat::{Action, PyRat};

/// Adds the bots to the game.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<PyRat>() else { return };
    family
        .bot(BotEntry { name: "idle", about: "stays where it is", options: &[], make: |_| Ok(Box::new(Idle)) })
        .bot(BotEntry {
            name: "random",
            about: "walks through a random open edge",
            options: &[],
            make: |call| Ok(Box::new(Wanderer { random: call.random, maze: None, seat: 0 })),
        })
        .bot(BotEntry {
            name: "greedy",
            about: "walks to the cheese with the least travel time",
            options: Options::FIELDS,
            make: |call| {
                let options = Options::from_options(call.options)?;
                Ok(Box::new(Greedy::new(call.random, options.ties)))
            },
        })
        .bot(BotEntry {
            name: "planner",
            about: "plans tours over the cheese with the rival's arrival times, and looks at every course of the end game",
            options: planner::Plans::FIELDS,
            make: |call| Ok(Box::new(Planner::new(&planner::Plans::from_options(call.options)?))),
        })
        .bot(search::entry(|call| match call.settings {
            settings if PyRat::<10>::fits(settings) => search::make::<PyRat<10>>(call),
            settings if PyRat::<26>::fits(settings) => search::make::<PyRat<26>>(call),
            _ => search::make::<PyRat<128>>(call),
        }))
        .bot(gridhaunt_solve::perfect::entry::<exact::Exact>())
        .bot(BotEntry {
            name: "best",
            about: "the strongest there is: planner",
            options: &[],
            make: |_| Ok(Box::new(Planner::new(&planner::Plans::default()))),
        })
        .extra(&exact::SOLVER);
}

gridhaunt_kernel::settings! {
    /// How `greedy` walks.
    struct Options {
        /// Equal cheeses and equal first steps: drawn, or the lowest as this seat sees the board
        ties: Ties = Ties::Random;
    }
}

/// The maze, made from the start message of a seat.
fn maze_of(start: &Start) -> Maze {
    // A board has at least 2 cells a side.
    start.maze().unwrap_or_else(|| Maze::open(SMALLEST))
}

const SMALLEST: Grid = match Grid::new(2, 2) {
    Some(grid) => grid,
    None => unreachable!(),
};

/// Always chooses STAY (bot `idle`).
#[derive(Clone, Copy, Debug)]
pub struct Idle;

impl Bot<Start, View, Action> for Idle {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        Action::Stay
    }

    fn choose_blindly(&mut self, _: &[Action]) -> Option<Action> {
        Some(Action::Stay)
    }

    fn odds(&mut self, _: &View, legal: &[Action]) -> Option<Vec<f64>> {
        certain(&Action::Stay, legal)
    }
}

/// Draws uniformly from the directions that are open; STAY in transit and where there is none.
#[derive(Debug)]
pub struct Wanderer {
    random: Random,
    maze: Option<Maze>,
    seat: usize,
}

impl Wanderer {
    /// The open directions, and how many they are; none in transit.
    fn ways(&self, view: &View) -> ([Action; 4], usize) {
        let me = view.players[self.seat];
        let (mut ways, mut count) = ([Action::Stay; 4], 0);
        let place = self.maze.as_ref().and_then(|maze| Some((maze, maze.grid().index(me.at)?)));
        if let Some((maze, cell)) = place.filter(|_| me.delay == 0) {
            maze.each_way(cell, |action, _, _| {
                ways[count] = action;
                count += 1;
            });
        }
        (ways, count)
    }
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.maze = Some(maze_of(start));
        self.seat = start.seat.index() & 1;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let (ways, count) = self.ways(view);
        self.random.pick(&ways[..count]).copied().unwrap_or(Action::Stay)
    }

    fn odds(&mut self, view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        let (ways, count) = self.ways(view);
        if count == 0 {
            return certain(&Action::Stay, legal);
        }
        let share = |action| if ways[..count].contains(action) { 1.0 / count as f64 } else { 0.0 };
        Some(legal.iter().map(share).collect())
    }
}
