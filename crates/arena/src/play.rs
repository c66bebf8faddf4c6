//! Playing matches, one or very many.

use crate::bout::Bout;
use crate::replay::{Header, Recorder};
use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Session, Table};
use gridhaunt_kernel::{Info, Invalid, Outcome};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// A match that was played to its end.
pub struct Played {
    /// The match seed.
    pub seed: u64,
    /// The match at its end.
    pub session: Box<dyn Session>,
    /// The result.
    pub outcome: Outcome,
    /// How often each seat's choice was missing or illegal.
    pub faults: Vec<u64>,
    /// The record, if one was asked for.
    pub record: Option<String>,
}

/// A game with its settings and its bots, ready for matches.
pub struct Arena<'a> {
    /// The nature of the game.
    pub info: Info,
    /// The game with its settings.
    pub table: &'a dyn Table,
    /// Who sits where.
    pub seats: &'a [BotSpec],
    /// Whether the bots of game i of many sit i places further on, round the table; results are then by bot.
    pub rotate: bool,
}

/// An error of one seed among many, which names it.
fn of_seed(error: Invalid, seed: u64) -> Invalid {
    let text = error.to_string();
    let words = text.strip_prefix(&format!("{}: ", error.field)).unwrap_or(&text);
    let words = format!("{words} (seed {seed})");
    error.says(words)
}

impl Arena<'_> {
    /// Plays one match. `watch` is called with the first state and after every step.
    pub fn play(&self, seed: u64, record: bool, mut watch: impl FnMut(&dyn Session)) -> Result<Played, Invalid> {
        let mut bout = Bout::new(self, seed, None)?;
        let mut recorder = record.then(|| self.recorder(seed, bout.session.as_ref()));
        watch(bout.session.as_ref());
        let outcome = loop {
            if let Some(outcome) = bout.session.outcome() {
                break outcome;
            }
            bout.step(None);
            if let Some(recorder) = &mut recorder {
                recorder.refuse(bout.refused());
                recorder.step(bout.session.as_ref(), bout.choices());
            }
            watch(bout.session.as_ref());
        };
        let record = recorder.map(|recorder| recorder.end(bout.session.as_ref()));
        Ok(Played { seed, session: bout.session, outcome, faults: bout.faults, record })
    }

    /// The record of a match that is about to begin.
    #[must_use]
    pub fn recorder(&self, seed: u64, session: &dyn Session) -> Recorder {
        let names = self.seats.iter().map(ToString::to_string).collect();
        let (settings, resolved) = (self.table.settings(), self.table.resolved());
        Recorder::new(&Header::new(&self.info, settings, &resolved, seed, names, session))
    }

    /// Game i of many.
    fn play_rotated(&self, i: u64, seed: u64, record: bool) -> Result<Played, Invalid> {
        if !self.rotate || self.seats.is_empty() {
            return self.play(seed, record, |_| {});
        }
        let places = (i % self.seats.len() as u64) as usize;
        let mut seats = self.seats.to_vec();
        seats.rotate_right(places);
        let mut played = Arena { seats: &seats, ..*self }.play(seed, record, |_| {})?;
        played.outcome.seats.rotate_left(places);
        played.faults.rotate_left(places);
        Ok(played)
    }

    /// Plays the matches of seeds `first..first + games` on all cores and hands them to `each` in the order of
    /// their seeds. Stops early when `stop` is set; the answer is how many were handed over.
    pub fn play_many(
        &self,
        first: u64,
        games: u64,
        record: bool,
        stop: &AtomicBool,
        mut each: impl FnMut(Played) -> Result<(), std::io::Error>,
    ) -> Result<u64, PlayError> {
        let block = 64 * rayon::current_num_threads() as u64;
        let mut done = 0;
        while done < games && !stop.load(Ordering::Relaxed) {
            let seeds = done..games.min(done + block);
            let play = |i: u64| {
                let wanted = !stop.load(Ordering::Relaxed);
                let seed = first.wrapping_add(i);
                wanted.then(|| self.play_rotated(i, seed, record).map_err(|error| of_seed(error, seed)))
            };
            let played: Vec<Option<Result<Played, Invalid>>> = seeds.into_par_iter().map(play).collect();
            // Only an unbroken run from the first seed counts, so that the rest can be played later.
            for played in played.into_iter().map_while(|played| played) {
                each(played?)?;
                done += 1;
            }
        }
        Ok(done)
    }
}

/// Why matches could not be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The settings or a bot's options are wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A record could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
