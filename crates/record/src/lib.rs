//! The record of a match, and its proof: [`replay`] reads and writes it, [`verify`] plays it again through the engine.
//!
//! Nothing here touches a file, so records are read alike on disk, over a wire and in a browser.

pub mod replay;
pub mod verify;
