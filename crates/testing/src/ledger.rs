//! Regression data for the tests of games: text that the engine produces and that must only change on purpose.

use std::path::PathBuf;

/// A folder of data files in the repository.
#[derive(Clone, Copy, Debug)]
pub struct Ledger(&'static str);

impl Ledger {
    /// The files of this folder: `concat!(env!("CARGO_MANIFEST_DIR"), "/data")` in a test.
    #[must_use]
    pub const fn at(folder: &'static str) -> Self {
        Self(folder)
    }

    fn path(self, file: &str) -> PathBuf {
        PathBuf::from(self.0).join(file)
    }

    /// The text of a file, empty if there is no such file.
    #[must_use]
    pub fn text(self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap_or_default()
    }

    /// Compares a file with `fresh`. With `GRIDHAUNT_BLESS=1` the file is written instead.
    ///
    /// # Panics
    /// If the file has a different text.
    pub fn hold(self, file: &str, fresh: &str) {
        self.compare(file, fresh).unwrap_or_else(|what| panic!("{what}"));
    }

    pub(crate) fn compare(self, file: &str, fresh: &str) -> Result<(), String> {
        if std::env::var("GRIDHAUNT_BLESS").is_ok_and(|bless| bless == "1") {
            return std::fs::write(self.path(file), fresh).map_err(|error| format!("{file}: {error}"));
        }
        let kept = self.text(file);
        let (count, now) = (kept.lines().count(), fresh.lines().count());
        match (1..).zip(kept.lines().zip(fresh.lines())).find(|(_, (kept, fresh))| kept != fresh) {
            Some((line, (kept, fresh))) => {
                Err(format!("{file}:{line}: kept {kept:?}, now {fresh:?} (GRIDHAUNT_BLESS=1 rewrites it)"))
            }
            None if count != now => Err(format!("{file} has {count} lines, now there are {now}")),
            None => Ok(()),
        }
    }
}
