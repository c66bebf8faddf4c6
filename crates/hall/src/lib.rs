//! The arena in a browser: one address for a class.
//!
//! A [`Hall`] is a server over a store. It shows games, bots, leaderboards, events and matches as pages that need no script,
//! and the same as JSON; it takes bots of teams, has them built and checked in the sandbox, and lets them into a league
//! that it plays itself; it shows matches while they are played; and it seats people against people and bots.
//!
//! The store blocks, and so does everything that reads it: handlers ask for it on threads of their own (`hall`). What
//! comes from outside is bounded before it is read (`limits`, `upload`), and text from outside is escaped by whatever
//! writes a page.

mod access;
mod api;
mod caller;
mod checking;
mod documents;
mod door;
mod hall;
mod league;
mod limits;
mod live;
mod openapi;
mod organising;
mod pages;
mod policy;
mod receiving;
mod refusal;
mod shelf;
mod submit;
mod tables;
pub mod token;
pub mod upload;

pub use hall::{Hall, Options};
pub use league::open_league;
pub use organising::MOST_WORDS;
pub use submit::{checked, submit};
