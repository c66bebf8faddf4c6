//! Checks any game against what the kernel promises its users.
//!
//! For tests only: a game's crate lists it under `[dev-dependencies]`. [`hold`] creates the suite of a game; all it
//! needs are settings that reach the corner cases of the rules:
//!
//! ```
//! use gridhaunt_nim::Nim;
//! use serde_json::json;
//!
//! gridhaunt_testing::hold::<Nim>().settings([json!({}), json!({"stones": 1})]).run();
//! ```
//!
//! Snapshots in a game's `data` folder record what must not change by accident: [`Suite::catalogue`],
//! [`Suite::fingerprints`], [`Suite::playthroughs`], [`Suite::perft`]. [`play_scenarios`] plays positions that are
//! written as text, with what must come of them. [`Series`] plays matches with any settings and
//! passes every step on, for invariants and for a second, slow implementation of the rules ([`Twin`]). [`two_programs`]
//! and [`first_action`] make matches of programs that no program has to play. [`run_tests`] runs tests without a harness.
//!
//! A program linked with this crate counts its allocations, so that the suite can check that a step makes none.

mod broken;
mod checks;
mod counting;
mod judged;
mod known;
mod matches;
mod perft;
mod pictures;
#[cfg(unix)]
pub mod postgres;
mod published;
mod running;
mod scenarios;
mod series;
mod snapshot;
mod strict;
mod suite;

pub use broken::Broken;
pub use counting::{allocations, allocations_here};
pub use gridhaunt_kernel::fingerprint::{draw_choices, legal};
pub use judged::{first_action, program, report, two_programs};
pub use known::{Catalogue, Playthrough};
pub use matches::{begin, document, every_field_counts, pass, seats, settings, step, with};
pub use perft::{Count, Perft, count};
pub use pictures::side_by_side;
pub use published::hold_file;
pub use running::run_tests;
pub use scenarios::{Scenario, Stage, play_scenarios, scenarios};
pub use series::{Series, Stepped, Twin};
pub use snapshot::hold_snapshot;
pub use strict::Strict;
pub use suite::{Suite, hold};

/// Whether tests are to take as long as it takes to try everything, as `make endure` lets them.
#[must_use]
pub fn endures() -> bool {
    std::env::var_os("GRIDHAUNT_ENDURE").is_some()
}

/// How many of so many cases a test tries: all of them in `make endure`, a quarter of them, at least one, in every other run.
/// What must be seen in them so many times is counted in the same way.
#[must_use]
pub fn some_of(cases: u64) -> u64 {
    if endures() { cases } else { cases.div_ceil(4) }
}
