//! Playing matches, one or very many.

use crate::bout::Bout;
use crate::replay::{Header, Recorder};
use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Session, Table};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Info, Invalid, Outcome};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
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

/// A match that was stopped before its end.
pub struct Stopped {
    /// The match as it stood.
    pub session: Box<dyn Session>,
    /// The record as far as it goes, if one was asked for.
    pub record: Option<String>,
}

/// What came of a match.
pub enum Ended {
    /// It was played to its end.
    Over(Played),
    /// It was stopped before.
    Stopped(Stopped),
}

impl Ended {
    /// The match if it was played to its end.
    #[must_use]
    pub fn over(self) -> Option<Played> {
        match self {
            Self::Over(played) => Some(played),
            Self::Stopped(_) => None,
        }
    }
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
    /// What every match begins from, if not from settings and seed.
    pub from: Option<Given<'a>>,
}

/// A state that matches begin from.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The seed of the world that it is a state of.
    pub seed: u64,
    /// The state as the game writes it.
    pub state: &'a Value,
}

/// A match of many that could not begin.
#[derive(Clone, Debug)]
pub struct Missed {
    /// The match seed.
    pub seed: u64,
    /// Why not.
    pub why: Invalid,
}

impl Arena<'_> {
    /// A match at its beginning, with nobody in its seats.
    pub fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        match self.from {
            Some(given) => self.table.begin_from(given.seed, given.state),
            None => self.table.begin(seed),
        }
    }

    /// Plays one match, to its end or until `stop` is set: a match need have no end. `watch` is called with the first state
    /// and after every step.
    pub fn play(
        &self,
        seed: u64,
        record: bool,
        stop: &AtomicBool,
        mut watch: impl FnMut(&dyn Session),
    ) -> Result<Ended, Invalid> {
        let mut bout = Bout::new(self, seed, None)?;
        let mut recorder = record.then(|| self.recorder(seed, bout.session.as_ref()));
        watch(bout.session.as_ref());
        let outcome = loop {
            if let Some(outcome) = bout.session.outcome() {
                break outcome;
            }
            if stop.load(Ordering::Relaxed) {
                let record = recorder.map(|recorder| recorder.stop("stopped"));
                return Ok(Ended::Stopped(Stopped { session: bout.session, record }));
            }
            bout.step(None);
            if let Some(recorder) = &mut recorder {
                recorder.refuse(bout.refused());
                recorder.step(bout.session.as_ref(), bout.choices());
            }
            watch(bout.session.as_ref());
        };
        let record = recorder.map(|recorder| recorder.end(bout.session.as_ref()));
        Ok(Ended::Over(Played { seed, session: bout.session, outcome, faults: bout.faults, record }))
    }

    /// Who plays, by seat.
    #[must_use]
    pub fn player_names(&self) -> Vec<String> {
        self.seats.iter().map(ToString::to_string).collect()
    }

    /// The record of a match that is about to begin.
    #[must_use]
    pub fn recorder(&self, seed: u64, session: &dyn Session) -> Recorder {
        let seed = self.from.map_or(seed, |given| given.seed);
        let (settings, resolved) = (self.table.settings(), self.table.resolved());
        let mut header = Header::new(&self.info, settings, &resolved, seed, self.player_names(), session);
        header.state = self.from.map(|given| given.state.clone());
        Recorder::new(&header)
    }

    /// Game i of many.
    fn play_rotated(&self, i: u64, seed: u64, record: bool, stop: &AtomicBool) -> Result<Ended, Invalid> {
        if !self.rotate || self.seats.is_empty() {
            return self.play(seed, record, stop, |_| {});
        }
        let places = (i % self.seats.len() as u64) as usize;
        let mut seats = self.seats.to_vec();
        seats.rotate_right(places);
        let mut ended = Arena { seats: &seats, ..*self }.play(seed, record, stop, |_| {})?;
        if let Ended::Over(played) = &mut ended {
            played.outcome.seats.rotate_left(places);
            played.faults.rotate_left(places);
        }
        Ok(ended)
    }

    /// Plays some games of a run on all cores and hands them to `each` in order: game i has the seed `first + i`, and its
    /// seats are rotated by i, whichever games are played here. Stops early when `stop` is set; the answer is where the
    /// run goes on, which is the end of `games` if all were handed over.
    ///
    /// # Errors
    /// Those of `each`.
    pub fn play_many(
        &self,
        first: u64,
        games: Range<u64>,
        record: bool,
        stop: &AtomicBool,
        mut each: impl FnMut(Result<Played, Missed>) -> io::Result<()>,
    ) -> io::Result<u64> {
        let block = 64 * rayon::current_num_threads() as u64;
        let mut next = games.start;
        while next < games.end && !stop.load(Ordering::Relaxed) {
            let play = |i: u64| {
                let wanted = !stop.load(Ordering::Relaxed);
                let seed = first.wrapping_add(i);
                let ended = wanted.then(|| self.play_rotated(i, seed, record, stop))?;
                ended.map(Ended::over).map_err(|why| Missed { seed, why }).transpose()
            };
            let places = next..games.end.min(next.saturating_add(block));
            let played: Vec<Option<Result<Played, Missed>>> = places.into_par_iter().map(play).collect();
            // Only an unbroken run from the first game counts, so that the rest can be played later.
            for played in played.into_iter().map_while(|played| played) {
                each(played)?;
                next += 1;
            }
        }
        Ok(next)
    }
}
