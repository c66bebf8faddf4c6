//! Many matches of one line-up in ranges, so that many machines can play them.

use crate::scale::{no_programs, range, work};
use crate::shared::{object, open, raise, registry};
use gridhaunt_arena::company::Company;
use gridhaunt_arena::orders::rotated;
use gridhaunt_arena::play::Arena;
use gridhaunt_arena::seating::{BotSpec, seat_all};
use gridhaunt_arena::series::{Series as Sum, Told};
use gridhaunt_kernel::face::{Desk, Opened, Session};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::{Invalid as Wrong, Seat};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Matches of one line-up: who plays, and what they have come to so far.
#[pyclass(frozen, module = "gridhaunt._gridhaunt")]
pub(crate) struct Series {
    opened: Box<dyn Opened>,
    seats: Vec<BotSpec>,
    rotate: bool,
    seed: u64,
    games: u64,
    /// The sum of the first matches, and how many they are.
    sum: Mutex<(Sum, u64)>,
}

impl Series {
    fn arena(&self) -> Arena<'_> {
        arena(self.opened.as_ref(), &self.seats, self.rotate)
    }

    fn held(&self) -> MutexGuard<'_, (Sum, u64)> {
        self.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one match as a learner sees it; `None` if it was stopped.
    fn episode(
        &self,
        desk: &dyn Desk,
        i: u64,
        max_steps: Option<u64>,
        actions: bool,
        stop: &AtomicBool,
    ) -> Result<Option<Episode>, Wrong> {
        let seed = self.opened.fold_seed(self.seed.wrapping_add(i)); // As a table has it.
        let arena = self.arena();
        let (mut game, mut company) = arena.set_up(seed, arena.begin(seed)?, false, None)?;
        let mut returns = vec![0.0; self.seats.len()];
        let (mut steps, mut numbers) = (0, Vec::new());
        while !game.is_over() && max_steps.is_none_or(|most| steps < most) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut row = vec![NO_NUMBER; self.seats.len()];
            company.ask(game.session());
            game.play(|session, seat| {
                let answer = company.choose(session, seat);
                if let Some(code) = answer.choice.filter(|_| actions) {
                    let number = desk.number(session, seat, code).and_then(|number| i32::try_from(number).ok());
                    row[seat.index()] = number.unwrap_or(NO_NUMBER);
                }
                answer
            });
            for (seat, total) in (0..).map(Seat).zip(&mut returns) {
                *total += f64::from(desk.reward(game.session(), seat));
            }
            steps += 1;
            if actions {
                numbers.push(row);
            }
        }
        Ok(Some((seed, returns, steps, game.is_over(), hex(game.session().hash()), numbers)))
    }
}

/// Seed, return of each seat, length, whether the game is over, final hash, and the numbered actions of each step.
type Episode = (u64, Vec<f64>, u64, bool, String, Vec<Vec<i32>>);

/// Stands for a seat that was not asked, or whose choice has no number.
const NO_NUMBER: i32 = -1;

fn arena<'a>(opened: &'a dyn Opened, seats: &'a [BotSpec], rotate: bool) -> Arena<'a> {
    Arena { info: opened.info(), opened, seats, rotate, from: None, house: None }
}

/// How many seeds are tried before the error of the first one is reported.
const TRIES: u64 = 100;

/// The first seed that makes a match, and that match: a single bad seed does not end a run.
fn first_to_begin(opened: &dyn Opened, seed: u64, games: u64) -> Result<(u64, Box<dyn Session>), Wrong> {
    let mut others = (1..TRIES.min(games)).map(|i| seed.wrapping_add(i));
    let begun = opened.begin(seed).map(|session| (seed, session));
    begun.or_else(|error| others.find_map(|seed| Some((seed, opened.begin(seed).ok()?))).ok_or(error))
}

#[pymethods]
impl Series {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        settings: &str,
        bots: Vec<String>,
        seed: u64,
        rotate: bool,
        games: u64,
    ) -> PyResult<Self> {
        let opened = open(py, game, settings)?;
        let made = py.detach(|| {
            let (good, first) = first_to_begin(opened.as_ref(), seed, games)?;
            let seats = seat_all(registry().find(game)?, first.as_ref(), &bots)?;
            no_programs(&seats)?;
            for i in 0..if rotate { seats.len() as u64 } else { 1 } {
                Company::check(opened.as_ref(), &rotated(&seats, i), good)?;
            }
            let sum = Sum::new(&arena(opened.as_ref(), &seats, rotate), first.as_ref());
            Ok((seats, sum))
        });
        let (seats, sum) = made.map_err(|wrong: Wrong| raise(py, &wrong))?;
        Ok(Self { opened, seats, rotate, seed, games, sum: Mutex::new((sum, 0)) })
    }

    /// The bots, by seat.
    #[getter]
    fn bots(&self) -> Vec<String> {
        self.arena().player_names()
    }

    /// How many matches are in.
    #[getter]
    fn done(&self) -> u64 {
        self.held().1
    }

    /// Plays the matches of a range; returns a line for each.
    fn play<'py>(&self, py: Python<'py>, start: u64, end: u64, threads: usize) -> PyResult<Bound<'py, PyBytes>> {
        let range = range(py, start, end, self.games)?;
        let sides = self.held().0.tally.sides().clone();
        let lines = work(py, threads, |stop| {
            let mut lines = Vec::new();
            let played = self.arena().play_many(self.seed, range, false, stop, |played| {
                serde_json::to_writer(&mut lines, &Told::of(&sides, played.as_ref()))?;
                lines.push(b'\n');
                Ok(())
            });
            played.map(|_| lines)
        })?;
        Ok(PyBytes::new(py, &lines?))
    }

    /// Adds the lines of the next range.
    fn take(&self, py: Python<'_>, lines: &[u8]) -> PyResult<()> {
        let taken = py.detach(|| {
            let (sum, next) = &mut *self.held();
            let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            let told = (*next..self.games).zip(lines.clone()).map(|(i, line)| {
                let told: Option<Told> = serde_json::from_slice(line).ok();
                told.filter(|told| told.seed() == self.seed.wrapping_add(i)).ok_or_else(|| {
                    let got = String::from_utf8_lossy(&line[..line.len().min(80)]).to_string();
                    Wrong::new("lines", format!("{got:?}"), format!("the line of match {i}"))
                })
            });
            let told: Vec<Told> = told.collect::<Result<_, _>>()?;
            if told.len() < lines.count() {
                return Err(Wrong::new("lines", "too many", format!("those of {} matches", self.games)));
            }
            told.iter().for_each(|told| sum.add(told));
            *next += told.len() as u64;
            Ok(())
        });
        taken.map_err(|wrong| raise(py, &wrong))
    }

    /// The result so far: a JSON text for each seat that took part, then one about the whole.
    fn lines(&self) -> Vec<String> {
        self.held().0.lines(self.seed).iter().map(ToString::to_string).collect()
    }

    /// Plays the matches of a range as a learner sees them, on one thread.
    fn episodes(
        &self,
        py: Python<'_>,
        start: u64,
        end: u64,
        options: &str,
        max_steps: Option<u64>,
        actions: bool,
    ) -> PyResult<Vec<Episode>> {
        let range = range(py, start, end, self.games)?;
        let desk = self.opened.desk(&object(py, "options", options)?).map_err(|wrong| raise(py, &wrong))?;
        let played = work(py, 1, |stop| {
            let episodes = range.map_while(|i| self.episode(desk.as_ref(), i, max_steps, actions, stop).transpose());
            episodes.collect::<Result<Vec<Episode>, Wrong>>()
        })?;
        played.map_err(|wrong| raise(py, &wrong))
    }
}
