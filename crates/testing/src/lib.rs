//! Holds any game to what the kernel promises its users.
//!
//! For tests alone: a game's crate names it under `[dev-dependencies]`. Whatever is linked with it counts its
//! allocations, so that a test can hold a step to its promise that it makes none.

pub mod conformance;
mod counting;
mod ledger;

pub use counting::{allocations, allocations_here};
pub use ledger::Ledger;
