//! The record of a match, and its proof: [`replay`] writes it and holds it, [`read`] reads it line by line, [`seal`]
//! shows whether a line is as it was written, [`verify`] plays it again through the engine.
//!
//! Nothing here touches a file, so records are read alike on disk, over a wire and in a browser.

pub mod differs;
pub mod lines;
pub mod read;
pub mod replay;
pub mod seal;
pub mod verify;
