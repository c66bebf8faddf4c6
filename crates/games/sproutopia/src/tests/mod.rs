//! Compares the rules with the rule book. `slow` implements them a second time, as simply as possible.

use crate::sets::RuleSet;

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
mod pack;
mod scenarios;
mod scene;
mod settings;
mod usual;
mod views;
mod wire;

/// Data that must only change on purpose.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");

/// Which of the two sets it is, for tests with a column for each set, like the tables of the rule book.
trait Which: RuleSet {
    const LEGACY: bool = Self::NUMBER == 1;
}

impl<R: RuleSet> Which for R {}
