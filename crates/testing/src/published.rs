//! Files for others that are made from the engine: they must stay as they are read elsewhere, without the head of a
//! snapshot.

use std::path::Path;

/// Compares a published file with its text as it is made now. `INSTA_UPDATE=always` writes the file instead, as it does
/// snapshots.
///
/// # Panics
/// If the file has a different text.
pub fn hold_file(path: &Path, fresh: &str) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, fresh).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let differing = (1..).zip(kept.lines().zip(fresh.lines())).find(|(_, (kept, fresh))| kept != fresh);
    if let Some((line, (kept, fresh))) = differing {
        panic!("{}:{line}: kept {kept:?}, now {fresh:?} (INSTA_UPDATE=always rewrites it)", path.display());
    }
    assert_eq!(kept.len(), fresh.len(), "{} has another length", path.display());
}
