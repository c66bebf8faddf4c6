//! Writes the log files of the reference engine (§14) from the record of a match.

pub mod diff;
pub mod end;
pub mod full;
pub mod inputs;

use super::calendar::{iso, prefix};
use super::guid::Guid;
use diff::Changes;
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::file::Whole;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::{Proof, Rerun};
use gridhaunt_kernel::face::{Session, TypedSession};
use gridhaunt_kernel::outcome::Standing;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game as _, Seat};
use gridhaunt_sproutopia::full::Full;
use gridhaunt_sproutopia::game::Complete;
use gridhaunt_sproutopia::sets::{Legacy, Official};
use gridhaunt_sproutopia::{Rules, Settings, Sproutopia};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// How a farmer is named in logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its id.
    pub id: Guid,
    /// Its nickname.
    pub nick: String,
}

impl Name {
    /// The farmers of a record. A record contains no ids, so they are made from the seat numbers.
    #[must_use]
    pub fn of_record(replay: &Replay) -> Vec<Self> {
        let name = |(seat, nick): (usize, &String)| Self { id: Guid::numbered(seat as u64), nick: nick.clone() };
        replay.header.seats.iter().enumerate().map(name).collect()
    }
}

/// Which logs to write besides those of inputs and of the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Wanted {
    pub full: bool,
    /// The log of changes from state to state.
    pub diff: bool,
}

/// Why the logs cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The record cannot be replayed.
    #[error(transparent)]
    Differs(#[from] Differs),
    /// It is a record of another game.
    #[error("this is a match of {0}, not of sproutopia")]
    Foreign(String),
    /// A file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the logs of a match into a folder. `times` are the times of the ticks; it is empty if they are not known.
///
/// # Errors
/// The record cannot be played, or a file cannot be written.
pub fn write(
    replay: &Replay,
    names: &[Name],
    times: &[SystemTime],
    wanted: Wanted,
    folder: &Path,
) -> Result<(), Trouble> {
    if replay.header.game != Sproutopia::<Official>::INFO.name {
        return Err(Trouble::Foreign(replay.header.game.clone()));
    }
    // Settings that cannot be read cause an error when the match is set up.
    match Settings::read(&replay.header.settings).map_or(Rules::Official, |settings| settings.rules) {
        Rules::Official => write_under::<Official>(replay, names, times, wanted, folder),
        Rules::Legacy => write_under::<Legacy>(replay, names, times, wanted, folder),
    }
}

fn write_under<R: Complete>(
    replay: &Replay,
    names: &[Name],
    times: &[SystemTime],
    wanted: Wanted,
    folder: &Path,
) -> Result<(), Trouble> {
    fs::create_dir_all(folder)?;
    let mut rerun = Rerun::of(replay, Proof::<TypedSession<Sproutopia<R>>>::typed(&replay.header)?);
    let began = times.first().copied().unwrap_or_else(SystemTime::now);
    let prefix = prefix(began);
    let open = |name: &str| Whole::create(&folder.join(format!("{prefix}_{name}.log")));
    let mut inputs = open("inputs")?;
    let mut full = wanted.full.then(|| open("full")).transpose()?;
    let mut diff = wanted.diff.then(|| open("diff")).transpose()?;
    let mut changes = Changes::default();
    for name in names {
        writeln!(inputs, "{}", inputs::register(&iso(began), name))?;
    }
    let (mut tick, mut time) = (0, began);
    while let Some(step) = rerun.next_step() {
        step?;
        time = times.get(tick).copied().unwrap_or(time);
        let choices = replay.steps.get(tick).map_or(&[][..], |step| &step.choices);
        tick += 1;
        let stamp = iso(time);
        for (seat, action) in choices {
            let code = rerun.game.session().read_action(action).unwrap_or(0);
            if let Some(line) = inputs::command(&stamp, names.get(seat.index()), code) {
                writeln!(inputs, "{line}")?;
            }
        }
        writeln!(inputs, "{}", inputs::tick(&stamp, tick as u32))?;
        let session = rerun.game.session();
        let board = Full::new(&session.world().ground, session.state());
        if let Some(full) = &mut full {
            line(full, &full::Line::new(&stamp, names, &board))?;
        }
        if let Some(diff) = &mut diff {
            line(diff, &changes.next(&stamp, names, &board))?;
        }
    }
    inputs.finish()?;
    full.map(Whole::finish).transpose()?;
    diff.map(Whole::finish).transpose()?;
    if let Some(end) = end::End::new(replay.header.seed, names, rerun.game.session()) {
        let mut file = Whole::create(&folder.join(format!("{prefix}_endGame.json")))?;
        line(&mut file, &end)?;
        file.finish()?;
    }
    Ok(())
}

fn line(file: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *file, record)?;
    file.write_all(b"\n")
}

/// The outcome of a seat; `None` if the match is not over.
fn standing(session: &dyn Session, seat: Seat) -> Option<Standing> {
    session.outcome()?.seats.get(seat.index()).copied()
}
