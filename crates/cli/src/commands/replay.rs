//! `replay verify`, `replay show`, `replay convert`, `replay log`, `replay fork`.

pub(crate) mod convert;
#[cfg(feature = "full")]
mod film;
mod fork;
mod frames;
mod log;
mod page;
mod show;
mod sign;
mod verify;

use crate::args;
use crate::eye::{Eye, find_seat};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use gridhaunt_arena::Match;
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::heard::Heard;
use gridhaunt_arena::replay::{Found, Replay, find};
use gridhaunt_arena::verify::Rerun;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::registry::Registry;
use std::path::Path;

pub(crate) fn run(registry: &Registry, args: &args::Replay, output: Output) -> Result<(), Failure> {
    match args {
        args::Replay::Verify(verify) => verify::run(registry, verify, output),
        args::Replay::Fork(fork) => fork::run(registry, fork, output),
        args::Replay::Sign { files, key } => sign::run(registry, files, key),
        args::Replay::Keygen { file } => sign::keygen(file, output),
        args::Replay::Show { file, step, which, view, seat, knows } => {
            let replay = load_one(file, *which)?;
            let (session, differs) = Shown::Record(registry, &replay).up_to(*step, |_| Ok(()))?;
            match view {
                Some(word) => show::view(session.as_ref(), find_seat("--view", word, session.as_ref())?, output)?,
                None => {
                    let eye = Eye::of(seat.as_deref(), knows.as_deref(), session.as_ref())?;
                    show::board(&replay, session.as_ref(), eye, output)?;
                }
            }
            verdict(differs)
        }
        args::Replay::Convert(convert) => convert::run(registry, convert, output),
        args::Replay::Log { file, out, which } => log::run(registry, &load_one(file, *which)?, out.as_deref(), output),
    }
}

/// Loads one match of a file; `which` counts from 1.
pub(crate) fn load_one(path: &Path, which: u64) -> Result<Replay, Failure> {
    load_with_lines(path, which, |_| {})
}

/// Loads one match of a file, and calls `keep` with its lines.
pub(crate) fn load_with_lines(path: &Path, which: u64, keep: impl FnMut(&[u8])) -> Result<Replay, Failure> {
    let unreadable = |error| Failure::reading(path, &error);
    match find(input::open_record(path).map_err(unreadable)?, which, keep).map_err(unreadable)? {
        Found::Replay(replay) => Ok(*replay),
        Found::Unreadable(error) => Err(Failure::Usage(format!("{}: {error}", input::name(path)))),
        Found::Only(0) => Err(Failure::Usage(format!("{}: no match is in this file", input::name(path)))),
        Found::Only(matches) => Err(Failure::Usage(format!("--match: {which} is not in 1..={matches}"))),
    }
}

/// The source of what is shown: a record, which is replayed, or a match that was just played.
#[derive(Clone, Copy)]
pub(crate) enum Shown<'a> {
    Record(&'a Registry, &'a Replay),
    Match(&'a Match, u64),
}

impl Shown<'_> {
    fn steps(self) -> usize {
        match self {
            Self::Record(_, replay) => replay.steps.len(),
            Self::Match(game, _) => game.steps(),
        }
    }

    /// What was heard in the step that a match is at, for somebody with this point of view.
    fn heard(self, session: &dyn Session, eye: Eye) -> Heard {
        let step = usize::try_from(session.steps()).unwrap_or(usize::MAX);
        match self {
            Self::Record(_, replay) => replay.shown_in(step, eye.seat()),
            Self::Match(game, _) => game.shown_in(step, eye.seat()),
        }
    }

    const fn seed(self) -> u64 {
        match self {
            Self::Record(_, replay) => replay.header.seed,
            Self::Match(_, seed) => seed,
        }
    }

    /// Replays a match up to a step, or to the first step that differs. At the last step the recorded end is checked
    /// too.
    fn up_to(
        self,
        step: Option<usize>,
        mut each: impl FnMut(&dyn Session) -> Result<(), Failure>,
    ) -> Result<(Box<dyn Session>, Option<Differs>), Failure> {
        let last = self.steps();
        let wanted = step.unwrap_or(last);
        if wanted > last {
            return Err(Failure::Usage(format!("--step: {wanted} is not in 0..={last}")));
        }
        let (registry, replay) = match self {
            Self::Record(registry, replay) => (registry, replay),
            Self::Match(game, _) => {
                game.each(wanted, each)?;
                return Ok((game.at(wanted), None));
            }
        };
        let mut rerun = Rerun::new(registry, replay).map_err(|error| Failure::Finding(error.to_string()))?;
        each(rerun.game.session())?;
        // If the end is asked for, errors there are reported.
        while step.is_none() || rerun.taken() < wanted {
            match rerun.next_step() {
                None => break,
                Some(Ok(())) => each(rerun.game.session())?,
                Some(Err(error)) => return Ok((rerun.game.into_session(), Some(error))),
            }
        }
        let end = if wanted == last { rerun.check_end().err() } else { None };
        Ok((rerun.game.into_session(), end))
    }
}

/// The failure when a record that was shown does not verify; it is reported after everything is shown.
pub(crate) fn verdict(differs: Option<Differs>) -> Result<(), Failure> {
    match differs {
        Some(error) => Err(Failure::Finding(format!("this replay does not verify from here on: {error}"))),
        None => Ok(()),
    }
}

/// The name of a file in lower case, to compare its extension.
fn small_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default()
}
