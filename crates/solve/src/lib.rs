//! Exact play of games that are small enough, and how far a bot is from it.
//!
//! Two opposed sides play; what the first receives the second pays. A side with several seats chooses for all of them
//! at once. Where all is seen, every state is a matrix game, and states are solved from the last turn back
//! ([`layers`], [`matrix`]), or, where a match may have no end, round by round ([`endless`]). Where something is hidden, the whole tree of histories is held and both sides learn from
//! regret until neither could gain more than a stated gap ([`tree`]). Either way the value comes from both sides, and
//! the difference is reported.
//!
//! A game says what the solver needs to know of it in a [`Subject`], and offers the solver as an extra of its registry
//! entry ([`offer::Solver`]), so that front ends need not know its type.

pub mod camps;
pub mod endless;
pub mod exploit;
pub mod layers;
pub mod matrix;
pub mod menu;
pub mod offer;
pub mod perfect;
pub mod policy;
mod simplex;
pub mod size;
pub mod subject;
mod table;
pub mod tree;
mod values;

pub use offer::{HasSolvers, Solver};
pub use subject::{Stake, Subject};
