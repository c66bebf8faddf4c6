//! Who is better: blocks, duels, tournaments, leagues, and what comes of them.
//!
//! [`shape`] says which places entrants have at a table, [`block`] in which arrangements they play one seed there,
//! [`secret`] from which seed, [`points`] what a match and a block are worth, and [`plan`] who plays whom next. These
//! are pure functions: nothing in them plays, waits or is written.

pub mod block;
pub mod plan;
pub mod points;
pub mod secret;
pub mod shape;
