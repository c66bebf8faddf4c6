//! Snarl: one to four players look for the key of a level, open its exit and leave, while zombies and ghosts hunt them.
//!
//! Numbers such as `R12` at a line name the rule of the game's specification that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "alloc")]
pub mod broken;
#[cfg(feature = "alloc")]
pub mod harness;
#[cfg(feature = "alloc")]
pub mod level;
#[cfg(feature = "alloc")]
pub mod pieces;
#[cfg(feature = "alloc")]
pub mod stream;
