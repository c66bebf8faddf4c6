//! The rules held against the rule book. `slow` plays them a second time in the plainest way there is.

mod matches;
mod pictures;
mod slow;

mod encode;
mod generation;
mod invariants;
mod levels;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod suite;
mod views;
mod wire;

/// Files of what must not change unless someone means it to.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
