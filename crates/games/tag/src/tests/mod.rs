//! The rules held against the specification. [`crate::twin`] plays them a second time in the plainest way there is.

use gridhaunt_testing::Ledger;

mod matches;

mod conformance;
mod drawing;
mod encode;
mod events;
mod field;
mod golden;
mod invariants;
mod news;
mod scenario_files;
mod scenarios;
mod scene;
mod settings;
mod setup;
mod twin;
mod views;
mod wire;

/// What must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
