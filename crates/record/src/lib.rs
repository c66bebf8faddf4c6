//! One match, its record and its verification: [`Match`] steps it, [`replay`] contains and writes its record, [`read`]
//! reads a record line by line, [`seal`] detects lines that were changed, and [`verify`] plays the record again through
//! the engine.
//!
//! Nothing here uses files, so records are read in the same way from disk, over a network and in a browser.
//!
//! ```
//! use gridhaunt_record::replay::read_all;
//!
//! // What is no record says so; see docs/embed.md for one that is played, written, read and proved.
//! let error = read_all("").expect_err("nothing is no record");
//! assert!(error.to_string().contains("the file is empty"), "{error}");
//! ```

pub mod differs;
mod frames;
pub mod heard;
pub mod lines;
mod one_match;
pub mod programs;
pub mod read;
pub mod replay;
pub mod seal;
pub mod trial;
pub mod verify;

pub use one_match::{Counts, Match, SeatCount};
pub use trial::Answer;
