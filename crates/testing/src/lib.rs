//! Holds any game to what the kernel promises its users.
//!
//! For tests alone: a game's crate names it under `[dev-dependencies]`. [`hold`] begins the suite of a game; settings
//! that reach the corners of its rules are all that it must be told:
//!
//! ```ignore
//! #[test]
//! fn nim_holds() {
//!     gridhaunt_testing::hold::<Nim>().settings([json!({}), json!({"stones": 1})]).run();
//! }
//! ```
//!
//! Files of a game's `data` folder hold what must not change by accident: [`Suite::catalogue`],
//! [`Suite::fingerprints`], [`Suite::playthroughs`], [`Suite::perft`]. [`Series`] plays matches of any settings and
//! hands over every step, for invariants and for a second, slow implementation of the rules ([`Twin`]).
//!
//! Whatever is linked with this crate counts its allocations, so that a step is held to its promise to make none.

mod broken;
mod checks;
mod counting;
mod known;
mod ledger;
mod matches;
mod perft;
mod pictures;
mod series;
mod suite;

pub use broken::Broken;
pub use counting::{allocations, allocations_here};
pub use gridhaunt_kernel::fingerprint::{draw_choices, legal};
pub use known::{Catalogue, Playthrough};
pub use ledger::Ledger;
pub use matches::{begin, document, every_field_counts, seats, settings, step, with};
pub use perft::{Count, Perft, count};
pub use pictures::side_by_side;
pub use series::{Played, Series, Twin};
pub use suite::{Suite, hold};
