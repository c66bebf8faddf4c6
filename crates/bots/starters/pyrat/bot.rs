//! A bot for PyRat: takes the cheapest way to the nearest cheese. `choose` is where it thinks.

use crate::game::{Action, Start};
use crate::protocol::{Match, Mind, Turn};
use crate::search::first_step;
use std::collections::{HashMap, HashSet};

const MOVES: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const NAMES: [Action; 4] = [Action::Up, Action::Right, Action::Down, Action::Left];

pub struct Bot {
    seat: usize,
    maze: Start,
    /// How many turns a step between two cells takes, 0 for a wall.
    turns: HashMap<(i64, i64), i64>,
}

impl Mind for Bot {
    fn start(game: Match) -> Self {
        let mut bot = Bot { seat: game.seat as usize, maze: game.start, turns: HashMap::new() };
        let walls = bot.maze.walls.iter().map(|&[x1, y1, x2, y2]| [x1, y1, x2, y2, 0]);
        let slow: Vec<[i64; 5]> = walls.chain(bot.maze.mud.iter().copied()).collect();
        for [x1, y1, x2, y2, turns] in slow {
            let (a, b) = (bot.cell(x1, y1), bot.cell(x2, y2));
            bot.turns.extend([((a, b), turns), ((b, a), turns)]);
        }
        bot
    }

    fn choose(&mut self, turn: &Turn) -> Action {
        let [x, y] = turn.view.players[self.seat].at;
        let cheese: HashSet<i64> = turn.view.cheese.iter().map(|&[x, y]| self.cell(x, y)).collect();
        match first_step(self.cell(x, y), &cheese, |cell| self.ways(cell)) {
            Some(step) => NAMES[step].clone(),
            None => Action::Stay,
        }
    }
}

impl Bot {
    /// The moves from a cell: their number, where they lead and how many turns they take.
    fn ways(&self, cell: i64) -> Vec<(usize, i64, i64)> {
        let (x, y) = (cell % self.maze.width, cell / self.maze.width);
        let mut ways = Vec::new();
        for (number, (dx, dy)) in MOVES.iter().enumerate() {
            let inside = (0..self.maze.width).contains(&(x + dx)) && (0..self.maze.height).contains(&(y + dy));
            let to = self.cell(x + dx, y + dy);
            let turns = self.turns.get(&(cell, to)).copied().unwrap_or(1);
            if inside && turns > 0 {
                ways.push((number, to, turns));
            }
        }
        ways
    }

    fn cell(&self, x: i64, y: i64) -> i64 {
        y * self.maze.width + x
    }
}
