//! Files and folders that begin as typed.

use super::Candidate;
use gridhaunt_kernel::shown::shown;
use std::path::{Path, PathBuf};

/// Files that end as wanted (any, if nothing is wanted), and folders to go on into.
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

/// Folders alone.
pub(crate) fn folders(typed: &str) -> Vec<Candidate> {
    ending(typed, &["/"])
}

/// The folder to look into; `~` is not yet what it stands for when a shell asks.
fn place(folder: &str) -> PathBuf {
    match (folder, folder.strip_prefix("~/"), std::env::var_os("HOME")) {
        ("", ..) => PathBuf::from("."),
        (_, Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(folder),
    }
}
