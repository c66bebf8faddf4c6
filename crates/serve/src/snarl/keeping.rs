//! Writes the records of games to a file or a folder.

use gridhaunt_arena::file::{self, Whole};
use gridhaunt_console::Console;
use gridhaunt_kernel::Invalid;
use std::fs;
use std::path::Path;

/// A file for one game, or a folder for any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    File(String),
    Folder(String),
}

impl Keeping {
    /// Checks that records can be written, before the server starts; 0 games mean any number. The inner error says why
    /// the file or folder cannot be written.
    pub(super) fn prepare(path: &str, games: u64) -> Result<Result<Self, String>, Invalid> {
        let is_folder = path.ends_with(['/', '\\']) || Path::new(path).is_dir();
        if !is_folder && games != 1 {
            let words = format!("{path} is one file, several games need a folder: give {path}/");
            return Err(Invalid::new("record", format!("{path:?}"), "a folder").says(words));
        }
        let probe = if is_folder {
            fs::create_dir_all(path).and_then(|()| Whole::create(&Path::new(path).join("probe")))
        } else {
            Whole::create(Path::new(path))
        };
        Ok(match probe {
            Ok(_) if is_folder => Ok(Self::Folder(path.into())),
            Ok(_) => Ok(Self::File(path.into())),
            Err(error) => Err(format!("--record: {path} cannot be written: {error}")),
        })
    }

    /// Writes the record of a game, and prints its path.
    pub(super) fn keep(&self, seed: u64, record: &str, console: &mut dyn Console) {
        let path = match self {
            Self::File(path) => path.clone(),
            Self::Folder(folder) => {
                // A unique name; if it cannot be written, the console reports the error below.
                let (folder, name) = (Path::new(folder), format!("snarl-{seed}"));
                let kept = file::keep(folder, &name, "jsonl", record);
                kept.unwrap_or_else(|_| folder.join(format!("{name}.jsonl"))).display().to_string()
            }
        };
        match console.write(&path, record.as_bytes()) {
            Ok(()) => console.complain(&format!("replay {path}")),
            Err(error) => console.complain(&error.to_string()),
        }
    }
}
