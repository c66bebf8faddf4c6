//! Matches and their records, from outside. They are one program, since every one is linked with all games.

mod attack;
mod attacks;
mod corpus;
mod fork;
mod judged;
mod names;
mod roll;
mod settings;
mod tampered;
