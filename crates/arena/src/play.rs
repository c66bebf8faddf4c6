//! Playing matches, one or very many.

use crate::company::Company;
use crate::replay::Header;
use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Opened, Session};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Info, Invalid, Outcome, Seat};
use gridhaunt_record::Match;
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the record of a match says that nobody played to its end.
pub const STOPPED: &str = "stopped";

/// A match that was played to its end.
#[allow(missing_docs, reason = "the names say it")]
pub struct Played {
    pub seed: u64,
    /// The match at its end.
    pub session: Box<dyn Session>,
    pub outcome: Outcome,
    /// How often each seat's choice was missing or illegal.
    pub faults: Vec<u64>,
    /// The record, if one was asked for.
    pub record: Option<String>,
}

/// A game with its settings and its bots, ready for matches.
#[allow(missing_docs, reason = "the names say it")]
pub struct Arena<'a> {
    /// The nature of the game.
    pub info: Info,
    /// The game with its settings.
    pub opened: &'a dyn Opened,
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
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub struct Missed {
    pub seed: u64,
    pub why: Invalid,
}

impl Arena<'_> {
    /// The first state of a match, with nobody in its seats.
    pub fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        match self.from {
            Some(given) => self.opened.begin_from(given.seed, given.state),
            None => self.opened.begin(seed),
        }
    }

    /// A match that is about to begin from this first state.
    #[must_use]
    pub fn ready(&self, seed: u64, mut session: Box<dyn Session>, record: bool) -> Match {
        session.name_players(&self.player_names());
        let header = record.then(|| self.header(seed, session.as_ref()));
        let game = Match::new(session);
        match header {
            Some(header) => game.recorded(&header),
            None => game,
        }
    }

    /// The bots of all seats but the one, if any, that is played from outside. They have been told how the match begins.
    pub fn company(&self, seed: u64, outside: Option<Seat>, session: &dyn Session) -> Result<Company, Invalid> {
        let mut company = Company::new(self.opened, self.seats, seed, outside)?;
        company.start(session);
        Ok(company)
    }

    /// Plays one match; none if `stop` is set before its end: a match need have no end.
    pub fn play(&self, seed: u64, record: bool, stop: &AtomicBool) -> Result<Option<Played>, Invalid> {
        let mut game = self.ready(seed, self.begin(seed)?, record);
        let mut company = self.company(seed, None, game.session())?;
        let outcome = company.play(&mut game, stop);
        Ok(outcome.map(|outcome| {
            let (record, faults) = (game.record(STOPPED), game.faults().to_vec());
            Played { seed, session: game.into_session(), outcome, faults, record }
        }))
    }

    /// Who plays, by seat.
    #[must_use]
    pub fn player_names(&self) -> Vec<String> {
        self.seats.iter().map(ToString::to_string).collect()
    }

    fn header(&self, seed: u64, session: &dyn Session) -> Header {
        let seed = self.from.map_or(seed, |given| given.seed);
        let (settings, resolved) = (self.opened.settings(), self.opened.resolved());
        let mut header = Header::new(&self.info, settings, &resolved, seed, self.player_names(), session);
        header.state = self.from.map(|given| given.state.clone());
        header
    }

    /// Game i of many.
    fn play_rotated(&self, i: u64, seed: u64, record: bool, stop: &AtomicBool) -> Result<Option<Played>, Invalid> {
        if !self.rotate || self.seats.is_empty() {
            return self.play(seed, record, stop);
        }
        let places = (i % self.seats.len() as u64) as usize;
        let mut seats = self.seats.to_vec();
        seats.rotate_right(places);
        let mut played = Arena { seats: &seats, ..*self }.play(seed, record, stop)?;
        if let Some(played) = &mut played {
            played.outcome.seats.rotate_left(places);
            played.faults.rotate_left(places);
        }
        Ok(played)
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
                let played = wanted.then(|| self.play_rotated(i, seed, record, stop))?;
                played.map_err(|why| Missed { seed, why }).transpose()
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
