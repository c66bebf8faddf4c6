//! Who plays whom, what came of it, and the record that proves it.
//!
//! [`seating`] reads who sits where, [`Match`] is one match, [`company`] who is asked in it, [`play`] plays one or very many, [`replay`] is the record of one, [`verify`] re-runs it,
//! [`prove`] many of them over all cores, [`renew`] writes an old one anew, [`sign`] says who stands for one, [`mod@file`] puts records on disk, [`stats`] sums up many, [`experiment`] compares rules and bots over the same seeds, and
//! [`drive`] lets anybody drive a game with lines of JSON. [`document`] reads settings as people write them.
//!
//! ```
//! use gridhaunt_arena::play::Arena;
//! use gridhaunt_arena::seating::seat_all;
//! use std::sync::atomic::AtomicBool;
//!
//! let registry = gridhaunt_bots::registry();
//! let game = registry.find("pyrat")?;
//! let opened = game.open(&serde_json::json!({"preset": "tiny"}))?;
//! let seats = seat_all(game, opened.begin(7)?.as_ref(), &["greedy".to_string(), "random".to_string()])?;
//! let arena = Arena { info: opened.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None };
//! let played = arena.play(7, true, &AtomicBool::new(false))?.expect("nobody stopped it");
//! println!("{}", played.session.verdict().expect("it is over"));
//! assert!(played.record.is_some_and(|record| record.contains("greedy")));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

pub mod company;
pub mod document;
pub mod drive;
pub mod experiment;
pub mod file;
pub mod play;
pub mod prove;
pub mod renew;
pub mod seating;
pub mod sign;
pub mod stats;

pub use gridhaunt_kernel::sides;
pub use gridhaunt_record::Match;
pub use gridhaunt_record::{differs, replay, seal, verify};
