//! Playing matches, one or very many.

use crate::company::{Company, Table};
use crate::house::House;
use crate::orders::{rotate_back, rotated};
use crate::replay::Header;
use crate::seating::BotSpec;
use gridhaunt_host::running::Transcript;
use gridhaunt_kernel::face::{Opened, Session};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Info, Invalid, Outcome, Seat};
use gridhaunt_record::Match;
use gridhaunt_record::trial::VOID;
use rayon::prelude::*;
use serde_json::json;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason in the record of a match that was not played to its end.
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
    /// The faults of programs, one line each.
    pub told: Vec<String>,
    /// What went both ways between the host and each program.
    pub transcripts: Vec<(Seat, Transcript)>,
    /// How often the match was void before.
    pub voids: u64,
}

/// A match that was played as far as it goes.
#[allow(missing_docs, reason = "the names say it")]
pub struct Conducted {
    pub game: Match,
    /// The faults of programs, one line each.
    pub told: Vec<String>,
    /// What went both ways between the host and each program.
    pub transcripts: Vec<(Seat, Transcript)>,
    /// How often the match was void before.
    pub voids: u64,
}

/// An error if a match is void before its first step; what went both ways is kept by the house (B21).
fn check_started(game: &mut Match, company: &mut Company, house: Option<&House>) -> Result<(), Invalid> {
    if game.stopped() != Some(VOID) {
        return Ok(());
    }
    if let Some(house) = house.filter(|_| is_unfit(game)) {
        house.keep_unfit(company.finish(game, 0));
    }
    Err(Invalid::new("bot", "a program", "a bot that starts").reads(company.faults().join("; ")))
}

/// Whether a program did not start, so that playing again does not help.
fn is_unfit(game: &Match) -> bool {
    game.seat_counts().iter().any(|seat| seat.verdict(Verdict::Unfit) > 0)
}

/// How often a match is tried; in the last attempt nothing is excused (B12).
const ATTEMPTS: u64 = 3;

/// How many seeds of a run are tried before the error of the first one is reported.
const TRIES: u64 = 100;

/// A game with its settings and its bots, ready for matches.
#[allow(missing_docs, reason = "the names say it")]
pub struct Arena<'a> {
    /// The nature of the game.
    pub info: Info,
    /// The game with its settings.
    pub opened: &'a dyn Opened,
    pub seats: &'a [BotSpec],
    /// Whether the bots of game i of many are moved by i seats, which wraps round; results are then by bot.
    pub rotate: bool,
    /// The state that every match begins from, if not that of settings and seed.
    pub from: Option<Given<'a>>,
    /// Where programs play; none if all bots are of the registry.
    pub house: Option<&'a House>,
}

/// A state that matches begin from.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The seed of the world that the state belongs to.
    pub seed: u64,
    /// The state as JSON.
    pub state: &'a Value,
}

/// A match of many that could not be set up.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub struct Missed {
    pub seed: u64,
    pub why: Invalid,
}

/// How many of so many matches are played at once.
#[must_use]
pub fn at_once(matches: u64) -> usize {
    usize::try_from(matches).unwrap_or(usize::MAX).clamp(1, rayon::current_num_threads().max(1))
}

impl Arena<'_> {
    /// The first state of a match, without players.
    pub fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        match self.from {
            Some(given) => self.opened.begin_from(given.seed, given.state),
            None => self.opened.begin(seed),
        }
    }

    /// The first seed of so many that makes a match, and that match: a single bad seed does not end a run.
    ///
    /// # Errors
    /// That of the first seed, if none of the first ones makes a match.
    pub fn begin_one_of(&self, first: u64, games: u64) -> Result<(u64, Box<dyn Session>), Invalid> {
        self.begin(first).map(|session| (first, session)).or_else(|error| {
            let mut others = (1..TRIES.min(games)).map(|i| first.wrapping_add(i));
            others.find_map(|seed| Some((seed, self.begin(seed).ok()?))).ok_or(error)
        })
    }

    /// A match of bots of the registry that begins from this first state.
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

    /// The bots of the registry and the guests on all seats except `outside`, if any. They have received their start information.
    pub fn company(&self, seed: u64, outside: Option<Seat>, session: &dyn Session) -> Result<Company, Invalid> {
        let mut company = Company::new(self.opened, self.seats, seed, outside.into_iter().collect())?;
        company.start(session);
        Ok(company)
    }

    /// A match that begins from this first state, and its players, who are ready: bots of the registry and programs.
    /// The machine is to blame for nothing here, since a match in front of a person is not played again (B12).
    ///
    /// # Errors
    /// A bot that does not exist; a program that does not start (B14).
    pub fn set_up(
        &self,
        seed: u64,
        session: Box<dyn Session>,
        record: bool,
        outside: Option<Seat>,
    ) -> Result<(Match, Company), Invalid> {
        let (mut game, mut company) = self.set_up_again(seed, session, record, outside, ATTEMPTS)?;
        check_started(&mut game, &mut company, self.house)?;
        Ok((game, company))
    }

    /// The same for a match that was void so many times.
    fn set_up_again(
        &self,
        seed: u64,
        mut session: Box<dyn Session>,
        record: bool,
        outside: Option<Seat>,
        voids: u64,
    ) -> Result<(Match, Company), Invalid> {
        let Some(house) = self.house.filter(|_| self.seats.iter().any(|bot| bot.program.is_some())) else {
            let game = self.ready(seed, session, record);
            let company = self.company(seed, outside, game.session())?;
            return Ok((game, company));
        };
        session.name_players(&self.player_names());
        let table = Table { house, session: session.as_ref(), excuses: voids + 1 < ATTEMPTS };
        let mut company = Company::with_programs(self.opened, self.seats, seed, outside.into_iter().collect(), &table)?;
        let programs = company.panel().map(|panel| house.programs(&panel, session.as_ref(), self.seats));
        let mut header = self.header(seed, session.as_ref());
        header.programs.clone_from(&programs);
        let mut game = Match::new(session);
        if let Some(programs) = &programs {
            game = game.judged(programs)?;
        }
        if record {
            game = game.recorded(&header);
        }
        company.start_all(&mut game);
        Ok((game, company))
    }

    /// Plays one match; `None` if `stop` is set before its end, because a match may never end.
    pub fn play(&self, seed: u64, record: bool, stop: &AtomicBool) -> Result<Option<Played>, Invalid> {
        let Conducted { game, told, transcripts, voids } = self.conduct(seed, None, record, false, stop, |_| {})?;
        Ok(game.result().map(|outcome| {
            let (record, faults) = (game.record(STOPPED), game.faults().to_vec());
            Played { seed, session: game.into_session(), outcome, faults, record, told, transcripts, voids }
        }))
    }

    /// Plays one match to its end, or until `stop` is set. A match that the machine spoiled is played again with fresh
    /// processes, at most twice (B12). `first` is its first state, if that was made already. `ready` is called when all
    /// players are.
    ///
    /// # Errors
    /// A bot that does not exist; a program that does not start (B14).
    pub fn conduct(
        &self,
        seed: u64,
        first: Option<Box<dyn Session>>,
        record: bool,
        film: bool,
        stop: &AtomicBool,
        mut ready: impl FnMut(&Company),
    ) -> Result<Conducted, Invalid> {
        let started = |game: &mut Match, company: &mut Company| {
            check_started(game, company, self.house)?;
            ready(company);
            Ok(())
        };
        self.conduct_as(seed, first, record, film, stop, started, &mut |_| {})
    }

    /// The same for an event: if a program is unfit, the match comes back void, and its verdicts tell whose fault that is
    /// (B14). `seen` looks at the match before its first step, and while it is played.
    ///
    /// # Errors
    /// A bot that does not exist.
    pub fn conduct_in_event(
        &self,
        seed: u64,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&Match),
    ) -> Result<Conducted, Invalid> {
        self.conduct_as(seed, None, true, false, stop, |_, _| Ok(()), seen)
    }

    #[allow(clippy::too_many_arguments, reason = "a match, how it is kept, and who looks at it")]
    fn conduct_as(
        &self,
        seed: u64,
        mut first: Option<Box<dyn Session>>,
        record: bool,
        film: bool,
        stop: &AtomicBool,
        mut started: impl FnMut(&mut Match, &mut Company) -> Result<(), Invalid>,
        seen: &mut dyn FnMut(&Match),
    ) -> Result<Conducted, Invalid> {
        let mut voids = 0;
        loop {
            let _turn = self.house.map(|house| house.host.attempt(voids));
            let session = first.take().map_or_else(|| self.begin(seed), Ok)?;
            let (mut game, mut company) = self.set_up_again(seed, session, record, None, voids)?;
            if film {
                game = game.filmed();
            }
            started(&mut game, &mut company)?;
            seen(&game);
            company.play_seen(&mut game, stop, seen);
            let transcripts = company.finish(&mut game, voids);
            let spoiled = game.stopped() == Some(VOID) && !is_unfit(&game);
            if spoiled && voids + 1 < ATTEMPTS && !self.is_stopped(stop) {
                voids += 1;
                continue;
            }
            return Ok(Conducted { game, told: company.faults(), transcripts, voids });
        }
    }

    /// Whether all is to stop: somebody says so, or the host of programs learned of it.
    fn is_stopped(&self, stop: &AtomicBool) -> bool {
        stop.load(Ordering::Relaxed) || self.house.is_some_and(|house| house.host.is_stopped())
    }

    /// The names of the bots, by seat.
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

    /// What came of a match, as JSON.
    #[must_use]
    pub fn document(&self, game: &Match, seed: u64) -> Value {
        let ending = game.ending();
        json!({
            "game": self.info.name, "seed": seed.to_string(), "seats": self.player_names(), "steps": game.session().steps(),
            "outcome": game.result(), "winner_side": ending.as_ref().and_then(|ending| ending.side),
            "why": ending.map(|ending| ending.to_string()), "unit": self.info.score, "faults": game.faults(),
        })
    }

    /// Plays game i of many, with rotated seats.
    fn play_rotated(&self, i: u64, seed: u64, record: bool, stop: &AtomicBool) -> Result<Option<Played>, Invalid> {
        if !self.rotate || self.seats.is_empty() {
            return self.play(seed, record, stop);
        }
        let seats = rotated(self.seats, i);
        let mut played = Arena { seats: &seats, ..*self }.play(seed, record, stop)?;
        if let Some(played) = &mut played {
            rotate_back(&mut played.outcome.seats, i);
            rotate_back(&mut played.faults, i);
        }
        Ok(played)
    }

    /// Plays some games of a run on all cores, those of guests one after the other, and passes them to `each` in order. Game i has the seed `first + i`, and
    /// its seats are rotated by i, whichever games are played here. Stops early when `stop` is set. Returns the number
    /// of the first game that was not played; that is the end of `games` if all were.
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
        while next < games.end && !self.is_stopped(stop) {
            let play = |i: u64| {
                let wanted = !self.is_stopped(stop);
                let seed = first.wrapping_add(i);
                let played = wanted.then(|| self.play_rotated(i, seed, record, stop))?;
                played.map_err(|why| Missed { seed, why }).transpose()
            };
            // A guest may be one for all matches, and belongs to the thread of whoever brought it.
            let alone = self.seats.iter().any(|bot| bot.guest.is_some());
            let places = next..games.end.min(next.saturating_add(if alone { 1 } else { block }));
            let played: Vec<Option<Result<Played, Missed>>> =
                if alone { places.map(play).collect() } else { places.into_par_iter().map(play).collect() };
            // Games after the first missing one are dropped, so that the rest can be played later.
            for played in played.into_iter().map_while(|played| played) {
                each(played)?;
                next += 1;
            }
        }
        Ok(next)
    }
}
