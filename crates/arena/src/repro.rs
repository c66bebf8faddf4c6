//! Hands a program again what it was handed in a recorded match, and compares its answers.

use crate::program::ProgramPlayer;
use gridhaunt_host::clock::{Budget, Clock};
use gridhaunt_host::host::Host;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::{Panel, Taken};
use gridhaunt_host::protocol::Last;
use gridhaunt_kernel::face::Player as _;
use gridhaunt_kernel::fault::{Price, Report, Verdict};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_record::differs::Differs;
use gridhaunt_record::heard::Heard;
use gridhaunt_record::programs::{Entrant, Identity, Programs};
use gridhaunt_record::replay::{Replay, Step};
use gridhaunt_record::verify::Rerun;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproError {
    /// The seat, or something in the record, is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The record does not verify.
    #[error(transparent)]
    Differs(#[from] Differs),
    /// The machine was to blame for a late answer (B12), or all is to stop.
    #[error("turn {turn}: {words}")]
    Host {
        /// The turn.
        turn: u64,
        /// What happened.
        words: String,
    },
}

/// What came of a turn, then or now.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The verdict.
    pub verdict: Verdict,
    /// What was played or, if that is nothing, what was wanted; null if there is neither.
    pub action: Value,
    /// The microseconds that it took.
    pub used_us: u64,
    /// One line for people if the verdict is not `ok`; the record has none.
    pub words: String,
}

/// A turn, then and now.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Twice {
    /// The turn as the program is told it; the step of the record has the next higher number.
    pub turn: u64,
    pub then: Said,
    pub now: Said,
}

impl Twice {
    /// Whether the answers are the same; times are not compared.
    #[must_use]
    pub fn is_same(&self) -> bool {
        (self.then.verdict, &self.then.action) == (self.now.verdict, &self.now.action)
    }
}

/// What the record says about the program of a seat.
///
/// # Errors
/// No program played there.
pub fn recorded(replay: &Replay, seat: Seat) -> Result<(&Programs, &Entrant, &Identity), Invalid> {
    let wrong = |words: String| Invalid::new("seat", seat, "a seat that a program played").says(words);
    let Some(held) = &replay.header.programs else {
        return Err(wrong("no program played in this match, so there is nothing to hand over again".into()));
    };
    let entrant = held.entrants.iter().find(|entrant| entrant.seats.contains(&seat));
    match entrant.and_then(|entrant| Some((entrant, entrant.program.as_ref()?))) {
        Some((entrant, identity)) => Ok((held, entrant, identity)),
        None => {
            let programs = held.entrants.iter().filter(|entrant| entrant.program.is_some());
            let seats: Vec<String> = programs.flat_map(|entrant| &entrant.seats).map(ToString::to_string).collect();
            Err(wrong(format!("{seat} was not played by a program, need one of {}", seats.join(", "))))
        }
    }
}

/// Starts a program and hands it what the seat was handed: the same match, seed, options, views, times and verdicts,
/// whatever it answers. `each` gets the turns in the range; turns before it are handed over too. Returns what went both
/// ways.
///
/// # Errors
/// The record cannot be used, or the machine was too slow.
pub fn run(
    registry: &Registry,
    replay: &Replay,
    seat: Seat,
    program: &Arc<Program>,
    host: &Arc<Host>,
    turns: &RangeInclusive<u64>,
    mut each: impl FnMut(Twice),
) -> Result<String, ReproError> {
    let (held, entrant, identity) = recorded(replay, seat)?;
    let clock: Clock = held.clock.parse()?;
    let margin = Duration::from_micros(held.margin_us);
    let mut rerun = Rerun::new(registry, replay)?;
    // One process has all seats of a team (B8).
    let seats: Vec<Seat> = if program.team { entrant.seats.clone() } else { vec![seat] };
    let options = Value::from(identity.options.clone());
    let taken = |seat: &Seat| Taken { seat: seat.0, program: program.clone(), options: options.clone(), entrant: 0 };
    let taken = seats.iter().map(taken).collect();
    let mut panel = Panel::open(host.clone(), replay.header.seed, &replay.header.game, taken, true);
    panel.recall(&held.name, entrant.seats.iter().map(|seat| seat.0).zip(identity.seeds.iter().copied()));
    let panel = Arc::new(Mutex::new(panel));
    let mut seated: Vec<Seated> = seats
        .iter()
        .map(|&seat| Seated {
            seat,
            player: ProgramPlayer::new(panel.clone(), seat.0, true),
            budget: Budget::new(clock),
            last: None,
            is_out: false,
        })
        .collect();
    for one in &mut seated {
        one.player.start(rerun.game.session(), one.seat);
    }
    let was_unready = unready(replay, seat)?;
    for one in &mut seated {
        let report = one.player.ready();
        if one.seat == seat && (report.is_some() || was_unready.is_some()) {
            let verdict = was_unready.unwrap_or(Verdict::Ok);
            let then = Said { verdict, action: Value::Null, used_us: 0, words: String::new() };
            let now = report.unwrap_or(Report {
                verdict: Verdict::Ok,
                wanted: None,
                used_us: 0,
                notes: Vec::new(),
                words: String::new(),
            });
            each(Twice { turn: 0, then, now: Said::of(&now, Value::Null) });
            return Ok(close(&panel));
        }
    }
    let mut is_whole = true;
    for step in &replay.steps {
        let turn = rerun.game.session().steps();
        let heard = Heard::read(step)?;
        let session = rerun.game.session();
        let is_asked = |one: &Seated| {
            let asked = session.phase().asks(one.seat) && !rerun.game.is_out(one.seat);
            asked && heard.used_us.iter().any(|(by, _)| *by == one.seat)
        };
        if turn > *turns.end() {
            is_whole = false;
            break;
        }
        for one in seated.iter_mut().filter(|one| is_asked(one)) {
            one.player.panel().relive(one.seat.0, one.budget, one.last.clone());
            one.player.ask(session, one.seat);
        }
        let mut is_gone = false;
        for one in seated.iter_mut().filter(|one| is_asked(one)) {
            let choice = one.player.choose(session, one.seat);
            let report = one.player.report().ok_or_else(|| ReproError::host(turn, "no answer is known"))?;
            if report.verdict == Verdict::Host {
                return Err(ReproError::host(turn, &report.words));
            }
            is_gone |= report.verdict.price() == Price::Out;
            let action = choice.map_or(Value::Null, |code| session.action(code));
            let then = Said::recorded(step, &heard, one.seat);
            one.budget.spend(Duration::from_micros(then.used_us), margin);
            let played = step.choices.iter().find(|(by, _)| *by == one.seat).map(|(_, action)| action.clone());
            one.last = Some(Last {
                verdict: then.verdict.name(),
                used_ms: then.used_us as f64 / 1e3,
                played: played.unwrap_or_default(),
            });
            if one.seat == seat && turns.contains(&turn) {
                each(Twice { turn, then, now: Said::of(&report, action) });
            }
        }
        if is_gone {
            return Ok(close(&panel));
        }
        match rerun.next_step() {
            Some(Err(differs)) => return Err(differs.into()),
            Some(Ok(())) => {}
            None => break,
        }
        for one in &mut seated {
            if rerun.game.is_out(one.seat) && !rerun.game.is_over() && !std::mem::replace(&mut one.is_out, true) {
                one.player.out();
            }
        }
    }
    for one in seated.iter_mut().filter(|_| is_whole) {
        one.player.end(rerun.game.session(), one.seat);
    }
    Ok(close(&panel))
}

/// A seat of the program, and what the record says of its time.
struct Seated {
    seat: Seat,
    player: ProgramPlayer,
    budget: Budget,
    last: Option<Last>,
    is_out: bool,
}

impl ReproError {
    fn host(turn: u64, words: &str) -> Self {
        Self::Host { turn, words: words.into() }
    }
}

impl Said {
    fn of(report: &Report, played: Value) -> Self {
        let action = if played.is_null() { report.wanted.clone().unwrap_or_default() } else { played };
        Self { verdict: report.verdict, action, used_us: report.used_us, words: report.words.clone() }
    }

    fn recorded(step: &Step, heard: &Heard, seat: Seat) -> Self {
        let of = |list: &[(Seat, Value)]| list.iter().find(|(by, _)| *by == seat).map(|(_, value)| value.clone());
        let verdict = heard.verdict(seat);
        let used_us = heard.used_us.iter().find(|(by, _)| *by == seat).map_or(0, |(_, us)| *us);
        let action = of(&step.choices).or_else(|| of(&step.refused)).unwrap_or_default();
        Self { verdict, action, used_us, words: String::new() }
    }
}

/// The verdict on a seat that did not become ready.
fn unready(replay: &Replay, seat: Seat) -> Result<Option<Verdict>, Invalid> {
    let first = replay.steps.first().map(Heard::read).transpose()?.map(|heard| heard.verdict(seat));
    let at_end = || {
        let end = replay.end.as_ref().filter(|_| replay.steps.is_empty())?;
        let (_, word) = end.verdicts.iter().find(|(by, _)| *by == seat)?;
        Verdict::from_name(word.as_str()?)
    };
    Ok(first.or_else(at_end).filter(|verdict| matches!(verdict, Verdict::Unready | Verdict::Unfit)))
}

/// Ends the program; what went both ways.
fn close(panel: &Mutex<Panel>) -> String {
    let mut panel = panel.lock().unwrap_or_else(PoisonError::into_inner);
    let transcripts: Vec<String> = panel.leftovers().iter().map(|(_, left)| left.transcript.to_string()).collect();
    panel.close(true);
    transcripts.concat()
}
