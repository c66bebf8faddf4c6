//! Compares the rules with the rule book. [`crate::twin`] implements them a second time, as simply as possible.

mod matches;

mod drawing;
mod encode;
mod events;
mod field;
mod invariants;
mod lanes;
mod news;
mod scenario_files;
mod scenarios;
mod scene;
mod settings;
mod setup;
mod suite;
mod twin;
mod views;
mod walk;
mod wire;

/// Files with data that must only change on purpose.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
