//! A bot for Sproutopia: walks small loops off its land and comes home. `choose` is where it thinks.

use crate::game::{Action, View};
use crate::protocol::{Match, Mind, Turn};
use crate::search::first_step;
use std::collections::{HashMap, HashSet};

const NAMES: [Action; 4] = [Action::Up, Action::Down, Action::Left, Action::Right];
/// A cell is a number: WIDE * y + x.
const WIDE: i64 = 1000;
const STEPS: [i64; 4] = [-WIDE, WIDE, -1, 1];
/// How long a trail may get before the bot turns home.
const LONG: usize = 5;

pub struct Bot {
    seat: i64,
}

impl Mind for Bot {
    fn start(game: Match) -> Self {
        Bot { seat: game.seat }
    }

    fn choose(&mut self, turn: &Turn) -> Action {
        let (view, land) = (&turn.view, window(&turn.view));
        let (here, ahead) = (cell_of(view.at), usize::try_from(view.momentum - 1).ok());
        let mut closed: HashSet<i64> = view.trail.iter().chain(&view.weeds).map(|&at| cell_of(at)).collect();
        if let Some(step) = ahead.and_then(|ahead| STEPS.get(ahead)) {
            closed.insert(here - step); // nobody turns round on the spot
        }
        let home = view.trail.len() >= LONG;
        let open: HashSet<i64> = land.keys().copied().filter(|cell| !closed.contains(cell)).collect();
        let is_goal = |cell: &i64| (land[cell] == self.seat) == home && *cell != here;
        let goals: HashSet<i64> = open.iter().copied().filter(is_goal).collect();
        let ways = |cell: i64| {
            let steps = STEPS.iter().enumerate().map(|(number, step)| (number, cell + step, 1));
            steps.filter(|(_, to, _)| open.contains(to)).collect::<Vec<_>>()
        };
        let moves: Vec<usize> = ways(here).iter().map(|way| way.0).collect();
        let straight = || ahead.filter(|ahead| moves.contains(ahead)).or(moves.first().copied());
        let step = first_step(here, &goals, ways).or_else(straight);
        step.map_or(Action::None, |step| NAMES[step].clone())
    }
}

/// The codes of the cells on the board that it sees.
fn window(view: &View) -> HashMap<i64, i64> {
    let (mut land, reach) = (HashMap::new(), view.window.len() as i64 / 2);
    for (row, codes) in view.window.iter().enumerate() {
        for (column, &code) in codes.iter().enumerate().filter(|(_, code)| **code != 254) {
            land.insert(cell_of(view.at) + WIDE * (row as i64 - reach) + column as i64 - reach, code);
        }
    }
    land
}

fn cell_of([x, y]: [i64; 2]) -> i64 {
    WIDE * y + x
}
