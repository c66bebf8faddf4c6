//! Snarl over TCP (section 17 of its specification): a server for several games at once and a client.

pub mod connection;
pub mod leaderboard;
pub mod messages;
mod name;
pub mod lobby;
pub mod terms;
