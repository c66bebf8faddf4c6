//! The rules held against the specification. `slow` plays them a second time in the plainest way there is.

use gridhaunt_testing::Ledger;

mod matches;
mod pictures;
mod slow;

mod conformance;
mod encode;
mod generation;
mod golden;
mod invariants;
mod levels;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod views;
mod wire;

/// What must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
