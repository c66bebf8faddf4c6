//! PyRat: a python and a rat race for cheese in a maze with mud.
//!
//! [`rules`] is the turn and nothing else: one function of integers without heap, float or panic. Around it stand
//! the maze ([`maze`], [`generate`]), what a person chooses ([`settings`]), what a seat is told ([`view`]), what
//! happened ([`event`]), text drawings ([`drawing`]), arrays for learners ([`encode`]), sixteen games in the
//! lanes of a vector ([`lanes`]) and pictures ([`scene`]).
//!
//! Numbers such as `R12` at a line name the rule of the rule book (`docs/rules/pyrat.md`) that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod rules;
pub mod state;

#[cfg(feature = "alloc")]
pub mod drawing;
#[cfg(feature = "alloc")]
pub mod encode;
#[cfg(feature = "alloc")]
pub mod event;
#[cfg(feature = "alloc")]
pub mod game;
#[cfg(feature = "alloc")]
pub mod generate;
#[cfg(feature = "alloc")]
pub mod lanes;
#[cfg(feature = "alloc")]
pub mod maze;
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
pub use state::{State, Status};

#[cfg(feature = "alloc")]
pub use {
    game::{PyRat, World, family},
    maze::Maze,
    settings::Settings,
};

#[cfg(all(test, feature = "alloc"))]
mod tests;
