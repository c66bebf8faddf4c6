//! Compares the rules with the rule book. `slow` implements them a second time, as simply as possible.

mod matches;
mod pictures;
mod slow;

mod encode;
mod generation;
mod guesses;
mod invariants;
mod lanes;
mod levels;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod suite;
mod tables;
mod views;
mod wire;

/// Files with data that must only change on purpose.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
