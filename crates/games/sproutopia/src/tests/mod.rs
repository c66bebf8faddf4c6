//! The rules held against the rule book. `slow` plays them a second time in the plainest way there is.

use crate::sets::RuleSet;
use gridhaunt_testing::Ledger;

mod matches;
mod slow;
mod trails;

mod boards;
mod conformance;
mod draws;
mod encode;
mod golden;
mod guess;
mod invariants;
mod outcomes;
mod scenarios;
mod scene;
mod settings;
mod views;
mod wire;

/// What must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));

/// Which of the two sets it is, for tests that say in a word what the rule book's tables do.
trait Which: RuleSet {
    const LEGACY: bool = Self::NUMBER == 1;
}

impl<R: RuleSet> Which for R {}
