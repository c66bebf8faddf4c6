//! Snarl: one to four players look for the key of a level, open its exit and leave, while zombies and ghosts hunt them.
//!
//! [`rules`] is the step and nothing else: one act of one actor, integers only, without heap, float or panic; [`setup`]
//! places everybody when a level begins. Around it stand levels as people write them ([`level`], [`stream`]), their tiles
//! and what is wrong with them ([`chart`], [`survey`]), how they are drawn at random ([`mod@generate`], [`generator`]), what
//! a person chooses ([`settings`]), what a seat is told ([`view`]), what happened ([`event`]), JSON and text ([`position`],
//! [`wire`], [`drawing`], and [`sketch`] back from text), arrays for learners ([`encode`]) and pictures ([`scene`]). [`harness`] answers the four classic
//! test commands on its own, a second, plainer reading of the rules; [`pieces`] cuts streams into JSON values and words.
//!
//! Numbers such as `R12` at a line name the rule of the rule book (`docs/rules/snarl.md`) that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod actor;
pub mod event;
pub mod ground;
pub mod point;
pub mod rules;
pub mod setup;
pub mod state;

#[cfg(feature = "alloc")]
pub mod broken;
#[cfg(feature = "alloc")]
pub mod chart;
#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
pub mod drawing;
#[cfg(feature = "alloc")]
pub mod encode;
#[cfg(feature = "alloc")]
pub mod few;
#[cfg(feature = "alloc")]
pub mod game;
#[cfg(feature = "alloc")]
pub mod generate;
#[cfg(feature = "alloc")]
pub mod generator;
#[cfg(feature = "alloc")]
pub mod guess;
#[cfg(feature = "alloc")]
pub mod harness;
#[cfg(feature = "alloc")]
pub mod level;
#[cfg(feature = "alloc")]
pub mod memory;
#[cfg(feature = "alloc")]
pub mod name;
#[cfg(feature = "alloc")]
pub mod news;
#[cfg(feature = "alloc")]
pub mod pieces;
#[cfg(feature = "alloc")]
pub mod position;
#[cfg(feature = "alloc")]
pub mod scene;
#[cfg(feature = "alloc")]
pub mod seen;
#[cfg(feature = "alloc")]
pub mod settings;
#[cfg(feature = "alloc")]
pub mod sketch;
#[cfg(feature = "alloc")]
pub mod stream;
#[cfg(feature = "alloc")]
pub mod survey;
#[cfg(feature = "alloc")]
pub mod view;
#[cfg(feature = "alloc")]
mod why;
#[cfg(feature = "alloc")]
pub mod wire;
#[cfg(feature = "alloc")]
pub mod world;

pub use action::Action;
pub use event::Event;
pub use state::State;

#[cfg(feature = "alloc")]
pub use {
    game::{Snarl, family},
    settings::Settings,
    world::World,
};

#[cfg(all(test, feature = "alloc"))]
mod tests;
