//! `table`: exact play from the solver (R44).

use super::chase::{Chase, clamp};
use super::score::{Score, on_board};
use super::solve::{Board, One};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::Sight;
use gridhaunt_tag::view::{Start, Team, View};
use gridhaunt_tag::{Action, Settings, Step};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The most cells of a board it plays on.
const MOST_CELLS: usize = 2500;

/// Exact play for one survivor and one killer that see everything.
pub struct Table {
    killer: bool,
    solved: Option<Arc<One>>,
    score: Score,
    chase: Chase,
}

impl Table {
    /// A bot for a match that it can play; otherwise an error with the reason.
    pub fn new(call: &Call<'_, Settings>) -> Result<Self, Invalid> {
        let code = call.settings.code();
        let fits = code.survivors == 1
            && code.killers == 1
            && code.sight == [Sight::All; 2]
            && code.grid.cells() <= MOST_CELLS;
        // The solver keeps a row in one 64-bit word.
        let solvable = Board::new(code.grid, &[], code.barred).is_ok();
        if fits && !solvable {
            let needs = "a board of at most 64 a side";
            return Err(Invalid::new("", "these settings", needs).says(format!("needs {needs}")));
        }
        if !fits {
            let needs = "one survivor, one killer, both sights all, at most 2500 cells";
            return Err(Invalid::new("", "these settings", needs).says(format!("needs {needs}")));
        }
        Ok(Self {
            killer: super::is_killer(call),
            solved: None,
            score: Score::new(call.options)?,
            chase: Chase::new(call.options)?,
        })
    }

    /// How many rounds the survivor still needs after a step of this side, none if it never escapes.
    fn rounds(&self, view: &View, to: Cell) -> Option<u16> {
        let solved = self.solved.as_ref()?;
        if self.killer {
            let survivor = view.survivors.first()?.at;
            solved.after_killer_step(to, survivor)
        } else {
            let killer = view.killers.first()?.at;
            solved.after_survivor_step(killer, to)
        }
    }
}

impl Bot<Start, View, Action> for Table {
    fn start(&mut self, start: &Start) {
        self.score.start(start);
        self.chase.start(start);
        self.killer = start.side == Team::Killers;
        let grid = Grid::new(start.width, start.height);
        self.solved = grid.and_then(|grid| solved(grid, &start.exits, start.barred));
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        self.score.remember(view);
        let target = self.chase.target(view, here);
        let open = |step: Step| on_board(view, here, step).filter(|_| self.chase.map().is_open(view, here, step));
        let value = |step: Step| {
            if self.killer {
                self.chase.map().candidate(view, here, step).map(|to| self.chase.value(view, target, to))
            } else {
                Score::candidate(view, here, step).map(|to| self.score.value(view, here, to))
            }
        };
        let mut best: Option<(u32, Option<i64>, Step)> = None;
        for step in Step::BOT_ORDER {
            let Some(to) = open(step) else { continue };
            let rounds = self.rounds(view, to).map_or(u32::MAX, u32::from);
            // The killer wants many rounds, the survivor few; among equal steps those that are not candidates come
            // last.
            let rounds = if self.killer { rounds } else { u32::MAX - rounds };
            let rated = (rounds, value(step));
            if best.is_none_or(|(rounds, value, _)| rated > (rounds, value)) {
                best = Some((rated.0, rated.1, step));
            }
        }
        let (_, value, step) = best.unwrap_or((0, None, Step::Stay));
        Action { step, bid: value.map_or(0, clamp) }
    }
}

/// A board that was solved.
type Solved = ((Grid, Vec<Cell>, bool), Arc<One>);

/// The boards solved most recently: both seats of a match, and many matches with the same exits, share one.
static SHELF: Mutex<VecDeque<Solved>> = Mutex::new(VecDeque::new());
const KEPT: usize = 8;

fn solved(grid: Grid, exits: &[Cell], barred: bool) -> Option<Arc<One>> {
    let key = (grid, exits.to_vec(), barred);
    // The lock is held while solving, so that two seats do not solve one board twice.
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, one)) = shelf.iter().find(|(known, _)| *known == key) {
        return Some(one.clone());
    }
    let one = Arc::new(One::solve(&Board::new(grid, exits, barred).ok()?, |_| true)?);
    shelf.push_front((key, one.clone()));
    shelf.truncate(KEPT);
    Some(one)
}
