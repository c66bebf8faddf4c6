//! Batches of every game, from outside. They are one program, since every one is linked with all games; `steps` is alone, since it counts allocations.

mod cast;
mod lessons;
mod options;
mod rollout;
