//! Bots for PyRat (section 12 of its rules).

mod greedy;
mod planner;
mod searched;
#[cfg(test)]
mod tests;

pub use greedy::{Greedy, Ties};
pub use planner::Planner;

use crate::search;
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
        }));
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
}

/// Draws uniformly from the directions that are open; STAY in transit and where there is none.
#[derive(Debug)]
pub struct Wanderer {
    random: Random,
    maze: Option<Maze>,
    seat: usize,
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.maze = Some(maze_of(start));
        self.seat = start.seat.index() & 1;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let me = view.players[self.seat];
        let Some((maze, cell)) = self.maze.as_ref().and_then(|maze| Some((maze, maze.grid().index(me.at)?))) else {
            return Action::Stay;
        };
        if me.delay > 0 {
            return Action::Stay;
        }
        let (mut ways, mut count) = ([Action::Stay; 4], 0);
        maze.each_way(cell, |action, _, _| {
            ways[count] = action;
            count += 1;
        });
        self.random.pick(&ways[..count]).copied().unwrap_or(Action::Stay)
    }
}
