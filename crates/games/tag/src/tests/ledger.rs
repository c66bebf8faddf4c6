//! Regression data: text that the engine gives and that must not change unless someone means it to.

use std::path::PathBuf;
use std::string::{String, ToString};

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// The text of a data file.
pub(super) fn text(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap_or_default()
}

/// Fails where the file says something else than `fresh`. With `GRIDHAUNT_BLESS=1` the file is written instead.
pub(super) fn hold(file: &str, fresh: &str) {
    if std::env::var("GRIDHAUNT_BLESS").is_ok_and(|bless| bless == "1") {
        std::fs::write(path(file), fresh).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    let kept = text(file);
    let different = kept.lines().zip(fresh.lines()).position(|(kept, fresh)| kept != fresh);
    if let Some(line) = different {
        let of = |text: &str| text.lines().nth(line).unwrap_or("").to_string();
        panic!("data/{file}:{}: kept {:?}, now {:?} (GRIDHAUNT_BLESS=1 rewrites it)", line + 1, of(&kept), of(fresh));
    }
    assert_eq!(kept.lines().count(), fresh.lines().count(), "data/{file} has lines that are no more, or lacks some");
}
