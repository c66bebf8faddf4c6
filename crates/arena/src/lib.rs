//! Who plays whom, what came of it, and the record that proves it.
//!
//! [`seating`] reads who sits where, [`play`] plays matches, [`replay`] is the record of one, [`verify`] re-runs it,
//! [`file`] puts records on disk, [`stats`] sums up many, and [`drive`] lets anybody drive a game with lines of JSON.

pub mod drive;
pub mod file;
pub mod play;
pub mod replay;
pub mod seating;
pub mod sides;
pub mod stats;
pub mod verify;
