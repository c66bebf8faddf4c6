//! Snapshots: text that a game produces and that must only change on purpose.

/// Compares a text with the snapshot of this name in a folder, `concat!(env!("CARGO_MANIFEST_DIR"), "/data")` in a
/// test. `INSTA_UPDATE=always` writes the snapshot instead.
///
/// # Panics
/// If the snapshot has a different text.
pub fn hold_snapshot(folder: &str, name: &str, fresh: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, fresh));
}
