//! Files and folders whose names begin with the typed text.

use super::Candidate;
use gridhaunt_host::manifest::{MANIFEST, Program};
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

/// Programs that can play: folders, those with a manifest as they are, and files that are bots by their ending or
/// executable.
pub(crate) fn programs(typed: &str) -> Vec<Candidate> {
    let is_bot = |word: &str| {
        let path = place(word);
        match path.is_dir() {
            true => path.join(MANIFEST).is_file(),
            false => Program::find(&path.to_string_lossy()).is_ok(),
        }
    };
    let bot = |candidate: Candidate| match candidate.word.strip_suffix('/') {
        Some(folder) if is_bot(folder) => Some(Candidate::new(folder, "a folder with bot.toml")),
        // Without a folder before it, the name of a file that is no bot is only noise.
        Some(_) => typed.contains('/').then_some(candidate),
        None if is_bot(&candidate.word) => Some(candidate),
        None => None,
    };
    ending(typed, &[]).into_iter().filter_map(bot).collect()
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
