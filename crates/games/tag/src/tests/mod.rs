//! The rules held against the rule book. [`crate::twin`] plays them a second time in the plainest way there is.

mod matches;

mod drawing;
mod encode;
mod events;
mod field;
mod invariants;
mod news;
mod scenario_files;
mod scenarios;
mod scene;
mod settings;
mod setup;
mod suite;
mod twin;
mod views;
mod wire;

/// Files of what must not change unless someone means it to.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
