//! Files and folders whose names begin with the typed text.

use super::Candidate;
use gridhaunt_kernel::shown::shown;
use std::path::{Path, PathBuf};

/// Files with one of these endings (any file if there are none), and all folders.
pub(crate) fn ending(typed: &str, endings: &[&str]) -> Vec<Candidate> {
    let cut = typed.rfind('/').map_or(0, |at| at + 1);
    let (folder, begun) = typed.split_at(cut);
    let Ok(entries) = std::fs::read_dir(place(folder)) else { return Vec::new() };
    let mut found: Vec<Candidate> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let fits = name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'));
            if !fits || shown(&name) != name {
                return None;
            }
            match entry.path().is_dir() {
                true => Some(Candidate::new(format!("{folder}{name}/"), "")),
                false if endings.is_empty() || endings.iter().any(|ending| name.ends_with(ending)) => {
                    Some(Candidate::new(format!("{folder}{name}"), ""))
                }
                false => None,
            }
        })
        .collect();
    found.sort_by(|a, b| a.word.cmp(&b.word));
    found
}

/// Folders only, for flags whose value is a folder.
pub(crate) fn folders(typed: &str) -> Vec<Candidate> {
    ending(typed, &["/"])
}

/// The folder to list. The shell passes `~` as it was typed, so it is replaced by the home folder here.
fn place(folder: &str) -> PathBuf {
    match (folder, folder.strip_prefix("~/"), std::env::var_os("HOME")) {
        ("", ..) => PathBuf::from("."),
        (_, Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(folder),
    }
}
