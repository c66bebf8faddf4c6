//! The rules held against the rule book. [`crate::twin`] plays them a second time in the plainest way there is.

use gridhaunt_testing::Ledger;

mod matches;
mod mirror;

mod drawing;
mod encode;
mod generation;
mod golden;
mod invariants;
mod lanes;
mod perft;
mod scenarios;
mod settings;
mod suite;
mod view;
mod wire;

/// What must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(DATA);
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
