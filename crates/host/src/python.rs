//! Bots that are modules of our own Python package: which Python runs them, and how.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The Python that runs them, if nobody names another: the first in `PATH`.
const USUAL: &str = "python3";
/// The variable that names another.
const VARIABLE: &str = "GRIDHAUNT_PYTHON";
/// What begins a module, and says what to install where there is none.
const BEGIN: &str = include_str!("begin.py");

static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Names the Python that runs such bots, once and before any is read: for hosts that are Python themselves.
pub fn use_interpreter(path: impl Into<PathBuf>) {
    let _ = NAMED.set(path.into());
}

/// The Python that runs such bots.
fn interpreter() -> PathBuf {
    let given = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    given.or_else(|| NAMED.get().cloned()).unwrap_or_else(|| USUAL.into())
}

/// The command that runs a module with these words, and the folder of the Python if it was named: it is the host's
/// choice, so that the bot may read what belongs to it.
pub(crate) fn command(words: &[String]) -> (Vec<String>, Option<PathBuf>) {
    let python = interpreter();
    let folder = python.parent().filter(|folder| folder.is_absolute()).map(Path::to_path_buf);
    let first = [python.to_string_lossy().into_owned(), "-c".into(), BEGIN.into()];
    (first.into_iter().chain(words.iter().cloned()).collect(), folder)
}
