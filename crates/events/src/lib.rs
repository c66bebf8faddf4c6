//! Who is better: blocks, duels, tournaments, leagues, and what comes of them.
//!
//! [`shape`] says which places entrants have at a table, [`block`] in which arrangements they play one seed there,
//! [`secret`] from which seed, [`points`] what a match and a block are worth, and [`plan`] who plays whom next. These
//! are pure functions: nothing in them plays, waits or is written.
//!
//! [`spec`] says what an event is, [`entrant`] who takes part, [`event`] makes it in a store, [`run`] plays it with slots
//! on threads, [`worker`] takes part in all events of a store, [`duel`] is the answer of a duel, [`manage`] steers events
//! from outside, [`onlooker`] looks on, [`results`] is what comes of it, [`rated`] rates whoever played, [`checked`] looks at everything that is
//! kept again. [`words`] writes and reads numbers and times as people do.

pub mod block;
pub mod checked;
pub mod duel;
pub mod entrant;
pub mod event;
mod holder;
pub mod manage;
pub mod names;
pub mod onlooker;
pub mod plan;
mod players;
pub mod points;
pub mod rated;
pub mod results;
pub mod run;
pub mod secret;
pub mod shape;
mod slot;
pub mod spec;
pub mod trouble;
mod view;
pub mod words;
pub mod worker;

pub use slot::Count;
pub use trouble::Trouble;
