//! Plays matches between bots, records them and verifies the records.
//!
//! [`seating`] reads which bot plays on which seat, [`Match`] is one match, [`company`] asks its players, and [`play`]
//! plays one or very many. [`replay`] is the record of a match, [`verify`] replays it, [`prove`] verifies many on all
//! cores, [`orders`] moves a line-up from match to match, [`renew`] rewrites an old record in the newest format, [`sign`] signs records, and [`mod@file`] writes them
//! to disk. [`stats`] and [`summary`] sum up many matches, [`series`] those of one line-up in ranges, [`opponents`] plays some seats of a match that somebody else steps, [`experiment`] compares rules and bots over the same seeds, and [`drive`]
//! controls a game with lines of JSON. [`repro`] hands a program again what it was handed in a recorded match.
//! [`fit`] says whether a program is fit to play. [`mod@analyse`] finds the choices that cost a seat most. [`document`] reads settings as people write them, and [`calendar`] knows dates.
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
//! let arena = Arena { info: opened.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
//! let played = arena.play(7, true, &AtomicBool::new(false))?.expect("nobody stopped it");
//! println!("{}", played.session.ending().expect("it is over"));
//! assert!(played.record.is_some_and(|record| record.contains("greedy")));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

pub mod adaptor;
pub mod amounts;
pub mod analyse;
pub mod calendar;
pub mod company;
pub mod document;
pub mod drive;
pub mod experiment;
pub mod file;
pub mod fit;
pub mod fork;
pub mod house;
pub mod opponents;
pub mod orders;
pub mod play;
mod program;
pub mod prove;
pub mod renew;
pub mod repro;
pub mod seating;
pub mod series;
pub mod sign;
pub mod stats;
pub mod summary;

pub use gridhaunt_kernel::sides;
pub use gridhaunt_record::{Answer, Match};
pub use gridhaunt_record::{differs, heard, programs, replay, seal, verify};
