//! Decides: rectangles out of the own land and back.

use serde_json::Value;
use std::collections::{HashSet, VecDeque};

type Cell = (i64, i64);

/// Up, Down, Left, Right.
const ACTIONS: [u64; 4] = [1, 2, 3, 4];
const OFF_THE_BOARD: u64 = 254;

fn step((x, y): Cell, action: u64) -> Cell {
    match action {
        1 => (x, y - 1),
        2 => (x, y + 1),
        3 => (x - 1, y),
        _ => (x + 1, y),
    }
}

fn opposite(action: u64) -> u64 {
    [0, 2, 1, 4, 3][action as usize]
}

/// The cells of a way from where the farmer stands, which is (0, 0).
fn cells(way: &[u64]) -> Vec<Cell> {
    let walk = way.iter().scan((0, 0), |at, &action| {
        *at = step(*at, action);
        Some(*at)
    });
    walk.collect()
}

#[derive(Default)]
pub struct Farmer {
    pub seat: u64,
    /// The steps of the rectangle that are left.
    way: Vec<u64>,
    state: Value,
}

impl Farmer {
    pub fn choose(&mut self, state: Value) -> u64 {
        self.state = state;
        if !self.is_clear(&self.way) {
            self.way = if self.at_home((0, 0)) { self.best_rectangle() } else { self.way_home() };
        }
        if self.way.is_empty() {
            self.way = self.wander();
        }
        if self.way.is_empty() { 0 } else { self.way.remove(0) }
    }

    fn reach(&self) -> i64 {
        self.state["heroWindow"].as_array().map_or(0, Vec::len) as i64 / 2
    }

    /// What lies on a cell of a window, whose first index is x.
    fn seen(&self, window: &str, (x, y): Cell) -> &Value {
        let reach = self.reach();
        let inside = x.abs() <= reach && y.abs() <= reach;
        if inside { &self.state[window][(x + reach) as usize][(y + reach) as usize] } else { &Value::Null }
    }

    fn code(&self, cell: Cell) -> u64 {
        self.seen("heroWindow", cell).as_u64().unwrap_or(OFF_THE_BOARD)
    }

    fn at_home(&self, cell: Cell) -> bool {
        self.code(cell) == self.seat
    }

    fn is_free(&self, cell: Cell) -> bool {
        let on_own_trail = self.code(cell) == self.seat + 4;
        self.code(cell) != OFF_THE_BOARD && !on_own_trail && self.seen("weeds", cell) == &Value::Bool(false)
    }

    fn is_clear(&self, way: &[u64]) -> bool {
        let facing = self.state["directionState"].as_u64().unwrap_or(0);
        way.first().is_some_and(|&first| facing == 0 || first != opposite(facing))
            && cells(way).into_iter().all(|cell| self.is_free(cell))
    }

    /// Of all rectangles from here that end in own land, the one that gains most cells a step.
    fn best_rectangle(&self) -> Vec<u64> {
        let (mut best, mut most) = (Vec::new(), 0.0);
        for out in ACTIONS {
            for turn in ACTIONS.into_iter().filter(|&side| side != out && side != opposite(out)) {
                for length in 1..=self.reach() as usize {
                    for width in 1..=self.reach() as usize {
                        let way = [vec![out; length], vec![turn; width], vec![opposite(out); length]].concat();
                        let cells = cells(&way);
                        if !cells.last().is_some_and(|&last| self.at_home(last)) || !self.is_clear(&way) {
                            continue;
                        }
                        let outside = cells.iter().filter(|&&cell| !self.at_home(cell)).count();
                        let gain = (outside * length.min(width)) as f64 / way.len() as f64;
                        if gain > most {
                            (best, most) = (way, gain);
                        }
                    }
                }
            }
        }
        best
    }

    /// Along own land, to where the next rectangle may begin.
    fn wander(&self) -> Vec<u64> {
        let clear: Vec<u64> = ACTIONS.into_iter().filter(|&action| self.is_clear(&[action])).collect();
        let own = clear.iter().find(|&&action| self.at_home(step((0, 0), action)));
        own.or(clear.first()).copied().into_iter().collect()
    }

    /// The shortest clear way to own land, step by step from near to far.
    fn way_home(&self) -> Vec<u64> {
        let (mut ways, mut seen) = (VecDeque::from([(Vec::new(), (0, 0))]), HashSet::from([(0, 0)]));
        while let Some((way, at)) = ways.pop_front() {
            for action in ACTIONS {
                let (longer, next) = ([&way[..], &[action]].concat(), step(at, action));
                if !self.is_clear(&longer) || !seen.insert(next) {
                    continue;
                }
                if self.at_home(next) {
                    return longer;
                }
                ways.push_back((longer, next));
            }
        }
        Vec::new()
    }
}
