//! The end game: with few cheeses left every course of the match is looked at, from meal to meal.
//!
//! After each meal both choose a cheese at once, also the one that was on its way to another. So a position is a table
//! of what each pair of choices leads to, and its value is that of optimal play in this table.

use super::chart::{Chart, NEVER};
use super::matrix::{Matrix, ROOM};
use super::race::{ME, RIVAL, Race};

/// The most cheeses that can be asked for; each more takes about twenty times as long.
pub(super) const MOST_CHEESES: u64 = 6;

/// What a half point is worth where a win is worth 1: only to tell equals apart.
const HALF_POINT: f64 = 1.0 / 1024.0;

/// The choices at a position and what they lead to.
#[derive(Debug)]
pub(super) struct Position {
    /// The cheeses that the bot can go to, and the rival; none where that one stays.
    pub targets: [Targets; 2],
    pub matrix: Matrix,
}

/// The cheeses that a runner can go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets {
    cheeses: [u8; ROOM],
    count: usize,
}

impl Targets {
    fn new(chart: &Chart, race: &Race, who: usize) -> Self {
        let cell = race.runners[who].cell;
        let mut targets = Self { cheeses: [0; ROOM], count: 0 };
        for cheese in race.left.iter() {
            if targets.count < ROOM && chart.time(cell, cheese) < NEVER && chart.is_clear(cell, cheese, &race.left) {
                targets.cheeses[targets.count] = cheese as u8;
                targets.count += 1;
            }
        }
        targets
    }

    /// The cheese of a choice; none if there is nothing to go to.
    pub(super) fn get(&self, choice: usize) -> Option<u8> {
        self.cheeses[..self.count].get(choice).copied()
    }

    /// The choice that is this cheese, the first if none is.
    pub(super) fn choice_of(&self, cheese: Option<usize>) -> usize {
        self.cheeses[..self.count].iter().position(|&other| Some(usize::from(other)) == cheese).unwrap_or(0)
    }
}

impl Position {
    /// Looks at a race to its end.
    pub(super) fn new(chart: &Chart, race: &Race) -> Self {
        let targets = [ME, RIVAL].map(|who| Targets::new(chart, race, who));
        let matrix = Matrix::new(targets[ME].count, targets[RIVAL].count, |mine, its| {
            let mut next = *race;
            for (who, choice) in [(ME, mine), (RIVAL, its)] {
                if let Some(cheese) = targets[who].get(choice) {
                    next.send(chart, who, cheese.into());
                }
            }
            if next.is_over() {
                return worth(&next);
            }
            next.play_to_next_meal(chart);
            next.halt(chart);
            if next.is_decided() { worth(&next) } else { Self::new(chart, &next).matrix.solve().value }
        });
        Self { targets, matrix }
    }
}

/// What a race that is over is worth: 1 for a win, and a little for every half point.
fn worth(race: &Race) -> f64 {
    f64::from(race.lead().signum()) + HALF_POINT * f64::from(race.lead())
}
