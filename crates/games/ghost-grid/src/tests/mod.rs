//! Compares the rules with the rule book. `slow` implements them a second time, as simply as possible.

mod matches;
mod slow;

mod encode;
mod graphs;
mod guesses;
mod invariants;
mod layout;
mod outcomes;
mod pack;
mod scenarios;
mod scene;
mod settings;
mod suite;
mod tiny;
mod views;
mod wire;
mod worlds;

/// Files with data that must only change on purpose.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
