//! Writes the replays and logs of matches to the files and folders that flags name.

use super::logs::{self, Name, Wanted};
use super::orders::Orders;
use super::result::HostedResult;
use gridhaunt_arena::file::{self, Whole};
use gridhaunt_arena::replay::read_all;
use gridhaunt_console::Console;
use gridhaunt_kernel::Invalid;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the replays and logs are written.
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

/// Why the replays or logs cannot be written.
#[derive(Debug)]
pub(super) enum Unkept {
    /// The flags contradict each other: several matches and one file.
    Invalid(Invalid),
    /// The file or folder cannot be written; the text is the error message.
    Unwritable(String),
}

/// What was written for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The path of its record, if one was written.
    pub(super) record: Option<String>,
    /// Whether everything that was asked for has been written.
    pub(super) is_whole: bool,
}

impl Keeping {
    /// Checks that everything can be written, before the server starts.
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

    /// Writes the record and the logs of a match, and reports errors on the console.
    pub(super) fn keep(&self, game: usize, played: &HostedResult, console: &mut dyn Console) -> Kept {
        let path = match &self.record {
            None => None,
            Some(Place::File(path)) => Some(path.clone()),
            Some(Place::Folder(folder)) => {
                let name = format!("sproutopia-{}", played.seed);
                // A unique name; if it cannot be written, the console reports the error below.
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

    fn log(&self, played: &HostedResult, folder: &Path) -> Result<(), String> {
        let replays = read_all(&played.record).map_err(|error| error.to_string())?;
        let names: Vec<Name> = played.standings.iter().map(|own| Name { id: own.id, nick: own.nick.clone() }).collect();
        let Some(replay) = replays.first() else { return Ok(()) };
        logs::write(replay, &names, &played.times, self.wanted, folder).map_err(|error| error.to_string())
    }
}

/// Creates the folder that a flag names and checks that a file can be created in it; the error is a message.
pub(super) fn writable(flag: &str, path: &str) -> Result<(), String> {
    let folder = Path::new(path);
    let probe = fs::create_dir_all(folder).and_then(|()| Whole::create(&folder.join("probe")).map(drop));
    probe.map_err(|error| refused(flag, path, &error))
}

fn refused(flag: &str, path: &str, error: &io::Error) -> String {
    format!("--{flag}: {path} cannot be written: {error}")
}
