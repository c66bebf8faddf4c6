//! One match, its record and its proof: [`Match`] steps it, [`replay`] writes and holds its record, [`read`] reads that
//! line by line, [`seal`] shows whether a line is as it was written, [`verify`] plays it again through the engine.
//!
//! Nothing here touches a file, so records are read alike on disk, over a wire and in a browser.
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
pub mod lines;
mod one_match;
pub mod read;
pub mod replay;
pub mod seal;
pub mod verify;

pub use one_match::Match;
