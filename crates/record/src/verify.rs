//! Re-running a record.

use crate::replay::{Replay, Unreadable};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use thiserror::Error;

/// Why a record does not re-run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Differs {
    /// It cannot be played at all.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Its settings, seed or state are no longer accepted.
    #[error("the header: {0}")]
    Refused(#[from] Invalid),
    /// The world or the first state is another.
    #[error("the start: {what} on record is {recorded}, here it is {here}")]
    Start {
        /// What differs.
        what: &'static str,
        /// As recorded.
        recorded: String,
        /// As computed.
        here: String,
    },
    /// The first step that differs.
    #[error("step {step}: {what}")]
    Step {
        /// Its number, from 1.
        step: usize,
        /// What differs.
        what: String,
    },
    /// The record was cut off.
    #[error("cut off after step {steps}: the end of the match is missing")]
    CutOff {
        /// How many steps there are, all of them right.
        steps: usize,
    },
}

/// A record being played through the engine, step by step.
pub struct Rerun<'a> {
    replay: &'a Replay,
    /// The match, after the steps taken so far.
    pub session: Box<dyn Session>,
    taken: usize,
}

impl<'a> Rerun<'a> {
    /// Sets the match up as recorded, and checks that it starts as recorded.
    pub fn new(registry: &Registry, replay: &'a Replay) -> Result<Self, Differs> {
        let header = &replay.header;
        let game = registry.find(&header.game)?;
        let info = game.info();
        for (what, got, known) in
            [("rules", header.rules, info.rules_version), ("generator", header.generator, info.generator_version)]
        {
            if got != u64::from(known) {
                let what = format!("the {what} of {}", info.name);
                return Err(Unreadable::Version { line: replay.line, what, got, known: known.into() }.into());
            }
        }
        let table = game.open(&header.settings)?;
        let mut session = match &header.state {
            Some(state) => table.begin_from(header.seed, state)?,
            None => table.begin(header.seed)?,
        };
        session.name_players(&header.seats);
        for (what, recorded, here) in
            [("the world", header.world, session.digest()), ("the state", header.hash, session.hash())]
        {
            if recorded != here {
                return Err(Differs::Start { what, recorded: hex(recorded), here: hex(here) });
            }
        }
        Ok(Self { replay, session, taken: 0 })
    }

    /// Goes on from a match that was played as recorded so far.
    #[must_use]
    pub fn resume(replay: &'a Replay, session: Box<dyn Session>) -> Self {
        let taken = usize::try_from(session.steps()).unwrap_or(usize::MAX);
        Self { replay, session, taken }
    }

    /// Plays the next step and checks it; none when all are played.
    pub fn next_step(&mut self) -> Option<Result<(), Differs>> {
        let recorded = self.replay.steps.get(self.taken)?;
        let step = self.taken + 1;
        let differs = |what: String| Differs::Step { step, what };
        if self.session.phase().is_over() {
            return Some(Err(differs("the game is over, yet the record goes on".into())));
        }
        let read = |(seat, value): &(Seat, Value)| {
            if seat.index() >= self.session.seats() {
                return Err(differs(format!("seat {seat} does not exist, there are {}", self.session.seats())));
            }
            let code = self.session.read_action(value);
            code.map(|code| (*seat, code)).map_err(|error| differs(format!("seat {seat}: {error}")))
        };
        let choices: Vec<_> = match recorded.choices.iter().map(read).collect() {
            Ok(choices) => choices,
            Err(error) => return Some(Err(error)),
        };
        self.session.step(&choices);
        self.taken = step;
        let here = self.session.hash();
        if here != recorded.hash {
            return Some(Err(differs(format!(
                "the hash on record is {}, here it is {}",
                hex(recorded.hash),
                hex(here)
            ))));
        }
        Some(self.session.check().map_err(differs))
    }

    /// How many steps have been played.
    #[must_use]
    pub const fn taken(&self) -> usize {
        self.taken
    }

    /// Checks what stands at the end of the record.
    pub fn check_end(&self) -> Result<(), Differs> {
        let steps = self.replay.steps.len();
        let Some(recorded) = &self.replay.outcome else { return Err(Differs::CutOff { steps }) };
        let Some(here) = self.session.outcome() else { return Err(Differs::CutOff { steps }) };
        let here = serde_json::to_value(here).unwrap_or(Value::Null);
        if *recorded != here {
            let what = format!("the outcome on record is {recorded}, here it is {here}");
            return Err(Differs::Step { step: steps, what });
        }
        Ok(())
    }
}

/// Re-runs a whole record; the answer is the match at its end, or the first thing that differs.
pub fn verify(registry: &Registry, replay: &Replay) -> Result<Box<dyn Session>, Differs> {
    let mut rerun = Rerun::new(registry, replay)?;
    while let Some(step) = rerun.next_step() {
        step?;
    }
    rerun.check_end()?;
    Ok(rerun.session)
}
