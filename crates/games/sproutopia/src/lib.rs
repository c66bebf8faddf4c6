//! Sproutopia: up to four farmers walk a grid, lay trails and fence land.
//!
//! [`rules`] is one tick, in two sets of rules that differ where the specification's tables say so: `official` and
//! `v2024.0.8`. Sets of cells are bit rows ([`rows`], [`enclose`]), without heap or panic. Around it stand what a person
//! chooses ([`settings`]), what a seat is told ([`view`]), what happened ([`event`]), JSON and text ([`wire`],
//! [`position`], [`drawing`]), arrays for learners ([`encode`]) and pictures ([`scene`]).
//!
//! Numbers such as `R12` at a line name the rule of the rule book (`docs/rules/sproutopia.md`) that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod act;
pub mod action;
mod claim;
pub mod dice;
pub mod enclose;
pub mod event;
mod fate;
pub mod ground;
pub mod power;
pub mod queue;
pub mod rows;
pub mod rules;
mod season;
pub mod slots;
pub mod state;
pub mod trail;

#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
pub mod drawing;
#[cfg(feature = "alloc")]
pub mod encode;
#[cfg(feature = "alloc")]
pub mod full;
#[cfg(feature = "alloc")]
pub mod game;
#[cfg(feature = "alloc")]
pub mod guess;
#[cfg(feature = "alloc")]
pub mod news;
#[cfg(feature = "alloc")]
pub mod position;
#[cfg(feature = "alloc")]
pub mod scene;
#[cfg(feature = "alloc")]
pub mod settings;
#[cfg(feature = "alloc")]
pub mod view;
#[cfg(feature = "alloc")]
mod why;
#[cfg(feature = "alloc")]
pub mod wire;

pub use action::Action;
pub use ground::Ground;
pub use state::{Legacy, Official, State};

#[cfg(feature = "alloc")]
pub use {
    game::{Sproutopia, World, family},
    settings::{Rules, Settings},
};

#[cfg(all(test, feature = "alloc"))]
mod tests;
