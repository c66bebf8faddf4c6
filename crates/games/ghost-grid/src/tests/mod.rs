//! The rules, held against their page.

use gridhaunt_kernel::ledger::Ledger;

mod conformance;
mod matches;
mod scenarios;
mod slow;

/// Text that must not change unless someone means it to.
const LEDGER: Ledger = Ledger::at(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
