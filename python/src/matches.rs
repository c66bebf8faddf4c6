//! Whole matches between bots of all kinds: one, or very many.

use crate::guest::{Object, Troubles};
use crate::hosting::Hosting;
use crate::outsiders::{check_single, object_of};
use crate::shared::{of_file, parse, pool, raise, registry};
use crate::signals::{self, aside};
use gridhaunt_arena::file;
use gridhaunt_arena::house::House;
use gridhaunt_arena::orders::rotated;
use gridhaunt_arena::play::{Arena, STOPPED};
use gridhaunt_arena::seating::{BotSpec, GUEST, seat_all};
use gridhaunt_arena::summary::Summary;
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::face::{Face, Opened, Session};
use gridhaunt_kernel::json::Value;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Who plays, as the caller said it.
struct LineUp {
    words: Vec<String>,
    objects: Vec<Object>,
    troubles: Arc<Troubles>,
}

impl LineUp {
    fn read(words: Vec<String>, guests: &[Bound<'_, PyAny>]) -> PyResult<Self> {
        let objects = guests.iter().map(Object::read).collect::<PyResult<Vec<_>>>()?;
        Ok(Self { words, objects, troubles: Arc::default() })
    }

    /// The bot of every seat, each checked on every seat that it may be given.
    fn seated(
        &self,
        game: &dyn Face,
        opened: &dyn Opened,
        (seed, first): (u64, &dyn Session),
        rotate: bool,
    ) -> Result<Vec<BotSpec>, Wrong> {
        let mut seats = seat_all(game, first, &self.words)?;
        let specs: Vec<BotSpec> = self.objects.iter().map(|object| object.spec(&self.troubles, None)).collect();
        let mut taken = vec![0; specs.len()];
        for bot in seats.iter_mut().filter(|bot| bot.name.starts_with(GUEST)) {
            let (number, _) = object_of(&self.objects, &bot.name)?;
            taken[number] += 1;
            bot.clone_from(&specs[number]);
        }
        for (object, seats) in self.objects.iter().zip(taken) {
            check_single("bots", object, seats)?;
        }
        for i in 0..if rotate { seats.len() as u64 } else { 1 } {
            gridhaunt_arena::company::Company::check(opened, &rotated(&seats, i), seed)?;
        }
        Ok(seats)
    }

    /// Does what plays matches. Objects are called on the thread of the caller, where Ctrl-C reaches them; else it is
    /// done on a thread of its own, and Ctrl-C stops it.
    fn conduct<T: Send>(
        &self,
        py: Python<'_>,
        house: Option<&House>,
        work: impl FnOnce(&AtomicBool) -> T + Send,
    ) -> PyResult<T> {
        if !self.objects.is_empty() {
            let made = py.detach(|| work(&self.troubles.stop));
            signals::check()?;
            self.troubles.check()?;
            return Ok(made);
        }
        let stop = AtomicBool::new(false);
        let halt = || {
            stop.store(true, Ordering::Relaxed);
            if let Some(house) = house {
                house.host.abandon();
            }
        };
        aside(py, halt, || work(&stop))
    }
}

fn settings_of(py: Python<'_>, game: &str, settings: &str) -> PyResult<(&'static dyn Face, Box<dyn Opened>)> {
    let settings = parse(py, "settings", settings)?;
    let found = registry().find(game).and_then(|game| Ok((game, game.open(&settings)?)));
    found.map_err(|wrong| raise(py, &wrong))
}

/// What comes of a match: a JSON text about it, its record, its faults in words, and what went both ways between the host
/// and each program.
type Came = (String, String, Vec<String>, Vec<(u8, String)>);

/// Plays one match, and writes its record to a file.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub(crate) fn play(
    py: Python<'_>,
    game: &str,
    settings: &str,
    seed: u64,
    words: Vec<String>,
    guests: Vec<Bound<'_, PyAny>>,
    terms: &str,
    out: Option<PathBuf>,
) -> PyResult<Came> {
    let raising = |wrong: Wrong| raise(py, &wrong);
    let (game, opened) = settings_of(py, game, settings)?;
    let line_up = LineUp::read(words, &guests)?;
    let empty =
        Arena { info: opened.info(), opened: opened.as_ref(), seats: &[], rotate: false, from: None, house: None };
    let first = py.detach(|| empty.begin(seed)).map_err(raising)?;
    let seats = line_up.seated(game, opened.as_ref(), (seed, first.as_ref()), false).map_err(raising)?;
    let house = Hosting::read(py, terms)?.house(py, &seats, 1)?;
    let arena = Arena { seats: &seats, house: house.as_ref(), ..empty };
    let conducted = line_up.conduct(py, house.as_ref(), |stop| {
        arena.conduct(seed, Some(first), true, false, stop, |_| {}).map(|conducted| {
            let record = conducted.game.record(STOPPED).unwrap_or_default();
            let document = arena.document(&conducted.game, seed).to_string();
            let transcripts = conducted.transcripts.iter().map(|(seat, text)| (seat.0, text.to_string())).collect();
            (document, record, conducted.told, transcripts)
        })
    })?;
    let (document, record, mut told, transcripts) = conducted.map_err(raising)?;
    told.extend(line_up.troubles.told());
    if let Some(out) = out {
        py.detach(|| file::write(&out, &record)).map_err(|error| of_file(&out, &error))?;
    }
    Ok((document, record, told, transcripts))
}

/// Plays many matches; returns a JSON text with a document for every seat and one for all games.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub(crate) fn matches(
    py: Python<'_>,
    game: &str,
    settings: &str,
    seed: u64,
    games: u64,
    rotate: bool,
    words: Vec<String>,
    guests: Vec<Bound<'_, PyAny>>,
    terms: &str,
) -> PyResult<String> {
    let raising = |wrong: Wrong| raise(py, &wrong);
    if games == 0 {
        return Err(raising(Wrong::new("n", 0, "at least 1")));
    }
    let (game, opened) = settings_of(py, game, settings)?;
    let line_up = LineUp::read(words, &guests)?;
    let empty = Arena { info: opened.info(), opened: opened.as_ref(), seats: &[], rotate, from: None, house: None };
    let (good, first) = py.detach(|| empty.begin_one_of(seed, games)).map_err(raising)?;
    let seats = line_up.seated(game, opened.as_ref(), (good, first.as_ref()), rotate).map_err(raising)?;
    let house = Hosting::read(py, terms)?.house(py, &seats, games)?;
    let arena = Arena { seats: &seats, house: house.as_ref(), ..empty };
    let threads = pool(py)?;
    let run = |first: Box<dyn Session>, stop: &AtomicBool| {
        let mut summary = Summary::new(&arena, first.as_ref());
        let mut told = Vec::new();
        let began = Instant::now();
        let played = arena.play_many(seed, 0..games, false, stop, |played| {
            match played {
                Ok(played) => {
                    summary.add(&played);
                    told.extend(played.told.into_iter().map(|line| format!("seed {}: {line}", played.seed)));
                }
                Err(missed) => summary.skipped.add(missed),
            }
            Ok(())
        });
        played.map_err(|error| Wrong::new("n", games, "matches that can be played").says(error.to_string()))?;
        if summary.tally.games == 0
            && let Some(missed) = summary.skipped.first()
        {
            return Err(missed.why.clone());
        }
        let mut totals = summary.totals(seed, began.elapsed());
        totals["seats"] = Value::from(summary.seats(seed));
        totals["told"] = Value::from(told);
        Ok(totals)
    };
    // Objects belong to the thread of the caller.
    let alone = seats.iter().any(|bot| bot.guest.is_some());
    let work = |stop: &AtomicBool| if alone { run(first, stop) } else { threads.install(|| run(first, stop)) };
    let mut totals = line_up.conduct(py, house.as_ref(), work)?.map_err(raising)?;
    if let Some(told) = totals["told"].as_array_mut() {
        told.extend(line_up.troubles.told().into_iter().map(Value::from));
    }
    Ok(totals.to_string())
}
