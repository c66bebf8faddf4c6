//! Batches of every game, from outside. They are one program, since every one is linked with all games.

mod cast;
mod lessons;
mod options;
mod rollout;
mod steps;
