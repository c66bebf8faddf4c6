//! Compares the rules with the rule book. [`crate::twin`] implements them a second time, as simply as possible.

mod matches;
mod mirror;

mod drawing;
mod encode;
mod generation;
mod golden;
mod invariants;
mod lanes;
mod perft;
mod routes;
mod scenarios;
mod settings;
mod suite;
mod view;
mod wire;

/// Data that must only change on purpose.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
