//! Regression data for the tests of games: text that the engine gives and that must not change unless someone means it
//! to.

use std::path::PathBuf;

/// A folder of data files that stand in the repository.
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

    /// The text of a file, empty if there is none.
    #[must_use]
    pub fn text(self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap_or_default()
    }

    /// Holds a file against `fresh`. With `GRIDHAUNT_BLESS=1` the file is written instead.
    ///
    /// # Panics
    /// Where the file says something else; this is for tests.
    pub fn hold(self, file: &str, fresh: &str) {
        if std::env::var("GRIDHAUNT_BLESS").is_ok_and(|bless| bless == "1") {
            std::fs::write(self.path(file), fresh).unwrap_or_else(|error| panic!("{file}: {error}"));
            return;
        }
        let kept = self.text(file);
        let different = kept.lines().zip(fresh.lines()).position(|(kept, fresh)| kept != fresh);
        if let Some(line) = different {
            let of = |text: &str| text.lines().nth(line).unwrap_or("").to_string();
            panic!("{file}:{}: kept {:?}, now {:?} (GRIDHAUNT_BLESS=1 rewrites it)", line + 1, of(&kept), of(fresh));
        }
        assert_eq!(kept.lines().count(), fresh.lines().count(), "{file} has lines that are no more, or lacks some");
    }
}
