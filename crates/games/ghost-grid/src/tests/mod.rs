//! The rules held against the specification. `slow` plays them a second time in the plainest way there is.

use gridhaunt_testing::Ledger;

mod matches;
mod slow;

mod conformance;
mod encode;
mod golden;
mod graphs;
mod guesses;
mod invariants;
mod layout;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod tiny;
mod views;
mod wire;
mod worlds;

/// What must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
