//! Snarl over TCP (section 17 of its specification): a server for several games at once and a client.

pub mod connection;
pub mod leaderboard;
pub mod lobby;
pub mod messages;
pub mod report;
pub mod server;
pub mod table;
pub mod terms;
