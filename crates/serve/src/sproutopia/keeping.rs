//! What is kept of matches: replays and logs, where a person wants them.

use super::logs::{self, Name, Wanted};
use super::orders::Orders;
use super::played::Played;
use gridhaunt_arena::file::{self, Whole};
use gridhaunt_arena::replay::read_all;
use gridhaunt_console::Console;
use gridhaunt_kernel::Invalid;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where to keep what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keeping {
    record: Option<Place>,
    logs: Option<PathBuf>,
    wanted: Wanted,
    matches: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    File(String),
    Folder(PathBuf),
}

/// Why nothing can be kept.
#[derive(Debug)]
pub(super) enum Unkept {
    /// It cannot be kept so.
    Invalid(Invalid),
    /// The place cannot be written.
    Unwritable(String),
}

/// What was kept of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Where its record is.
    pub(super) record: Option<String>,
    /// Whether all is there that was wanted.
    pub(super) is_whole: bool,
}

impl Keeping {
    /// Makes sure that all can be kept, before anything starts.
    pub(super) fn prepare(orders: &Orders) -> Result<Self, Unkept> {
        let matches = orders.config.matches;
        let record = match orders.record.as_deref() {
            None => None,
            Some(path) if path.ends_with(['/', '\\']) || Path::new(path).is_dir() => {
                writable("record", path).map_err(Unkept::Unwritable)?;
                Some(Place::Folder(path.into()))
            }
            Some(path) if matches > 1 => {
                let words = format!("{path} is one file, {matches} matches need a folder: give {path}/");
                return Err(Unkept::Invalid(Invalid::new("record", format!("{path:?}"), "a folder").says(words)));
            }
            Some(path) => {
                let probe = Whole::create(Path::new(path)).map(drop);
                probe.map_err(|error| Unkept::Unwritable(refused("record", path, &error)))?;
                Some(Place::File(path.into()))
            }
        };
        if let Some(path) = orders.logs.as_deref() {
            writable("logs", path).map_err(Unkept::Unwritable)?;
        }
        let wanted = Wanted { full: orders.full_log, diff: orders.diff_log };
        Ok(Self { record, logs: orders.logs.clone().map(PathBuf::from), wanted, matches })
    }

    /// Keeps a match. What cannot be kept is complained about.
    pub(super) fn keep(&self, game: usize, played: &Played, console: &mut dyn Console) -> Kept {
        let path = match &self.record {
            None => None,
            Some(Place::File(path)) => Some(path.clone()),
            Some(Place::Folder(folder)) => {
                let name = format!("sproutopia-{}", played.seed);
                // A name of its own; if it cannot be written, the console says why below.
                let kept = file::keep(folder, &name, "jsonl", &played.record);
                Some(kept.unwrap_or_else(|_| folder.join(format!("{name}.jsonl"))).display().to_string())
            }
        };
        let mut is_whole = true;
        let mut complain = |console: &mut dyn Console, why: &str| {
            console.complain(why);
            is_whole = false;
        };
        let record = path.filter(|path| match console.write(path, played.record.as_bytes()) {
            Ok(()) => true,
            Err(error) => {
                complain(console, &error.to_string());
                false
            }
        });
        if let Some(folder) = &self.logs {
            let folder = if self.matches > 1 { folder.join(format!("match{game}")) } else { folder.clone() };
            if let Err(why) = self.log(played, &folder) {
                complain(console, &format!("{}: {why}", folder.display()));
            }
        }
        Kept { record, is_whole }
    }

    fn log(&self, played: &Played, folder: &Path) -> Result<(), String> {
        let replays = read_all(&played.record).map_err(|error| error.to_string())?;
        let names: Vec<Name> = played.standings.iter().map(|own| Name { id: own.id, nick: own.nick.clone() }).collect();
        let Some(replay) = replays.first() else { return Ok(()) };
        logs::write(replay, &names, &played.times, self.wanted, folder).map_err(|error| error.to_string())
    }
}

/// Makes the folder that a flag names, and a file in it that goes away again; else why not.
pub(super) fn writable(flag: &str, path: &str) -> Result<(), String> {
    let folder = Path::new(path);
    let probe = fs::create_dir_all(folder).and_then(|()| Whole::create(&folder.join("probe")).map(drop));
    probe.map_err(|error| refused(flag, path, &error))
}

fn refused(flag: &str, path: &str, error: &io::Error) -> String {
    format!("--{flag}: {path} cannot be written: {error}")
}
