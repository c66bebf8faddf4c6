//! Sproutopia over SignalR (sections 13 and 14 of its specification): a server that bots of the challenge join unchanged.

pub mod clock;
pub mod connection;
pub mod crowd;
pub mod door;
pub mod frame;
pub mod guid;
pub mod hub;
pub mod incoming;
pub mod negotiate;
pub mod outbox;
pub mod outgoing;
pub mod played;
pub mod registration;
pub mod report;
