//! Programs as bots, in any language: a program that reads lines and writes lines takes a seat of any game.
//!
//! This crate knows no game. It finds a program and reads its manifest ([`manifest`], B1 to B3), speaks with it
//! ([`protocol`], B4 to B7), and keeps its time ([`clock`], B10 to B12). The numbers are those of the rule book,
//! `docs/rules/bots.md`.
//!
//! ```
//! use gridhaunt_host::clock::{Budget, Clock};
//! use std::time::Duration;
//! // 100 ms a turn, and 5 s for the whole match that pay for overruns.
//! let mut budget = Budget::new("100ms+5s".parse()?);
//! let is_late = budget.spend(Duration::from_millis(900), Duration::from_millis(20));
//! assert_eq!((is_late, budget.told()), (false, (Some(100), 4200)));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

pub mod clock;
pub mod identity;
pub mod manifest;
pub mod protocol;
