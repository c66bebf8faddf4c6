//! A bot for Ghost Tag: killers run after survivors, survivors run for the exits. `choose` is where it thinks.

use crate::game::{Action, Start};
use crate::protocol::{Match, Mind, Turn};

const STEPS: [(i64, i64); 9] = [(0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
#[rustfmt::skip]
const NAMES: [Action; 9] = [
    Action::Stay, Action::N, Action::NE, Action::E, Action::SE, Action::S, Action::SW, Action::W, Action::NW,
];

pub struct Bot {
    board: Start,
}

impl Mind for Bot {
    fn start(game: Match) -> Self {
        Bot { board: game.start }
    }

    fn choose(&mut self, turn: &Turn) -> Action {
        let (view, mut best, mut choice) = (&turn.view, 1_000_000, 0);
        let hunts = view.side == "killers";
        let prey: Vec<[i64; 2]> = view.survivors.iter().map(|unit| unit.at).collect();
        let goals = if hunts && !prey.is_empty() { &prey } else { &view.exits };
        let [x, y] = view.at.unwrap_or_default();
        for (step, (dx, dy)) in STEPS.iter().enumerate() {
            let to = [x + dx, y + dy];
            if !(0..self.board.width).contains(&to[0]) || !(0..self.board.height).contains(&to[1]) {
                continue;
            }
            let far = goals.iter().map(|&goal| distance(to, goal)).min().unwrap_or(0);
            let danger = !hunts && far > 0 && view.killers.iter().any(|unit| distance(to, unit.at) < 2);
            let value = far + if danger { 1000 } else { 0 };
            if value < best {
                (best, choice) = (value, step);
            }
        }
        NAMES[choice].clone()
    }
}

/// Steps from cell to cell; a diagonal one counts one.
fn distance(a: [i64; 2], b: [i64; 2]) -> i64 {
    (a[0] - b[0]).abs().max((a[1] - b[1]).abs())
}
