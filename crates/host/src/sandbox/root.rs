//! The root that a program sees.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders of a program's interpreter.
pub(crate) fn tool_folders(_program: &Path, _home: &Path, _path: &OsStr) -> Vec<PathBuf> {
    Vec::new()
}
