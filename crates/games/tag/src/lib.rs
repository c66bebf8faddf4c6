//! Ghost Tag (鬼抓人): killers hunt survivors who run for the exits.
//!
//! [`rules`] is the step and nothing else: two phases a round, integers only, without heap, float or panic. Around it
//! stand the set-up ([`setup`]), what a person chooses ([`settings`]), what a seat is told ([`view`]), what happened
//! ([`event`]), JSON and text ([`wire`], [`drawing`]), arrays for learners ([`encode`]), pictures ([`scene`]) and
//! scenario files ([`scenario`]).
//!
//! Numbers such as `R12` at a line name the rule of the rule book (`docs/rules/tag.md`) that the line carries out.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod check;
pub mod event;
pub mod ground;
pub mod rules;
pub mod state;

#[cfg(feature = "alloc")]
pub mod drawing;
#[cfg(feature = "alloc")]
pub mod encode;
#[cfg(feature = "alloc")]
pub mod game;
#[cfg(feature = "alloc")]
pub mod guess;
#[cfg(feature = "alloc")]
pub mod news;
#[cfg(feature = "alloc")]
pub mod position;
#[cfg(feature = "alloc")]
pub mod scenario;
#[cfg(feature = "alloc")]
pub mod scene;
#[cfg(feature = "alloc")]
pub mod settings;
#[cfg(feature = "alloc")]
pub mod setup;
#[cfg(feature = "alloc")]
pub mod view;
#[cfg(feature = "alloc")]
mod why;
#[cfg(feature = "alloc")]
pub mod wire;

pub use action::{Action, Step};
pub use ground::{Code, Ground, Priority, Sight};
pub use state::{State, Status};

#[cfg(feature = "alloc")]
pub use {
    game::{Tag, World, family},
    settings::Settings,
};

#[cfg(all(test, feature = "alloc"))]
mod tests;
