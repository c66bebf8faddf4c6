//! Sproutopia over SignalR (sections 13 and 14 of its rules): a server that bots of the challenge join unchanged.
//!
//! Bytes come in at a [`door`], become a [`connection`] with [`frame`]s of records, and those [`incoming`] calls of a
//! [`hub`], which knows who plays ([`registration`]) and what arrived. A [`hosted`] match takes that, tick by tick of its
//! [`clock`], and answers with [`state`]s. [`server`] puts it all together; [`logs`] and [`import`] speak the formats of
//! the reference engine.

pub mod calendar;
pub mod callers;
pub mod clock;
pub mod config;
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
mod orders;
pub mod outbox;
pub mod outgoing;
pub mod played;
pub mod program;
mod reception;
pub mod refusals;
pub mod registration;
pub mod report;
pub mod room;
pub mod server;
pub mod state;
pub mod tools;
