//! The rules held against the rule book. `slow` plays them a second time in the plainest way there is.

mod matches;
mod slow;

mod encode;
mod graphs;
mod guesses;
mod invariants;
mod layout;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod suite;
mod tiny;
mod views;
mod wire;
mod worlds;

/// Files of what must not change unless someone means it to.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
