//! Programs as bots, in any language: a program that reads lines and writes lines takes a seat of any game.
//!
//! This crate knows no game. It finds a program and reads its manifest ([`manifest`], B1 to B3), speaks with it
//! ([`protocol`], B4 to B7), keeps its time ([`clock`], B10 to B12), holds its processes (`keeper`, B16, B17) and shuts
//! them in ([`sandbox`], B18, B19). The numbers are those of the rule book, `docs/rules/bots.md`.
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

pub mod archive;
pub mod build;
pub mod clock;
pub mod copies;
pub mod doctor;
mod excuse;
pub mod host;
pub mod identity;
pub mod keeper;
mod kept;
pub mod manifest;
pub mod panel;
pub mod player;
pub mod processors;
pub mod protocol;
pub mod python;
pub mod running;
pub mod sandbox;
#[cfg(target_os = "linux")]
mod sys;
