//! Ghost Grid: smugglers and sentinels on a layered graph.
//!
//! [`rules`] is the step and nothing else: a ghost phase and a sentinel phase a turn, integers only, without heap, float
//! or panic; [`orders`] says which choices are legal. Around it stand graphs ([`map`]), as text and for Graphviz ([`mod@text`], [`dot`], [`survey`]), and how they
//! are drawn ([`generate`], [`energy`]) and laid out ([`layout`]), what a person chooses ([`settings`]), what a seat is told ([`view`]), what
//! happened ([`event`]), JSON and text ([`position`], [`wire`], [`drawing`]), arrays for learners ([`encode`]), pictures
//! ([`scene`]) and guesses ([`guess`]).
//!
//! Numbers such as `R12` at a line name the rule of the rule book (`docs/rules/ghost-grid.md`) that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod event;
pub mod ground;
pub mod orders;
pub mod rules;
pub mod state;

#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
pub mod dot;
#[cfg(feature = "alloc")]
pub mod drawing;
#[cfg(feature = "alloc")]
pub mod encode;
#[cfg(feature = "alloc")]
pub mod energy;
#[cfg(feature = "alloc")]
pub mod game;
#[cfg(feature = "alloc")]
pub mod generate;
#[cfg(feature = "alloc")]
pub mod guess;
#[cfg(feature = "alloc")]
pub mod layout;
#[cfg(feature = "alloc")]
pub mod map;
#[cfg(feature = "alloc")]
pub mod news;
#[cfg(feature = "alloc")]
pub mod position;
#[cfg(feature = "alloc")]
mod presets;
#[cfg(feature = "alloc")]
pub mod scene;
#[cfg(feature = "alloc")]
pub mod settings;
#[cfg(feature = "alloc")]
pub mod survey;
#[cfg(feature = "alloc")]
pub mod text;
#[cfg(feature = "alloc")]
pub mod values;
#[cfg(feature = "alloc")]
pub mod view;
#[cfg(feature = "alloc")]
mod why;
#[cfg(feature = "alloc")]
pub mod wire;

pub use action::{Action, Reason};
pub use ground::Side;

#[cfg(feature = "alloc")]
pub use {
    game::{GhostGrid, World, family},
    settings::Settings,
    state::State,
};

#[cfg(all(test, feature = "alloc"))]
mod tests;
