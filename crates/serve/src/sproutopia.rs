//! Sproutopia over SignalR (sections 13 and 14 of its rules): a server that bots of the challenge join unchanged.
//!
//! [`door`] answers HTTP requests and upgrades them to WebSockets. Each socket becomes a [`connection`], whose
//! [`frame`]s contain records; [`incoming`] parses the records as calls to a [`hub`]. The hub knows who plays
//! ([`registration`]) and which commands have arrived. A [`hosted`] match takes these commands at each tick of its
//! [`clock`] and sends [`state`]s back. [`server`] puts it all together; [`logs`] and [`import`] write and read the
//! formats of the reference engine.

pub mod config;
mod orders;
pub mod tools;

cfg_if::cfg_if! {
    if #[cfg(feature = "sockets")] {
        pub mod calendar;
        pub mod callers;
        pub mod clock;
        pub mod connection;
        pub mod crowd;
        pub mod door;
        pub mod frame;
        pub mod gallery;
        pub mod guid;
        pub mod hosted;
        pub mod hub;
        pub mod import;
        pub mod incoming;
        mod keeping;
        pub mod listen;
        pub mod logs;
        pub mod metered;
        pub mod negotiate;
        pub mod outbox;
        pub mod outgoing;
        pub mod program;
        mod reception;
        pub mod refusals;
        pub mod registration;
        pub mod report;
        pub mod result;
        pub mod room;
        pub mod server;
        pub mod state;
    }
}
