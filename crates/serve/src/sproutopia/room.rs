//! Where the calls of connections go: the hub of bots, or that of onlookers.

use super::incoming::Call;
use super::outbox::Outbox;
use super::registration::ConnectionId;
use std::net::SocketAddr;
use std::sync::Arc;

/// How what was said was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Heard {
    Fine,
    /// The caller plays from now on.
    Seated,
    /// It is more than can be of use.
    TooMuch,
}

/// A meeting point of connections.
pub trait Room: Send + Sync {
    /// A connection whose handshake is done.
    fn enter(&self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId;
    /// Whether who comes in is to register, and else has to leave.
    fn is_for_players(&self) -> bool;
    /// A connection is gone.
    fn leave(&self, id: ConnectionId);
    /// A connection calls a method.
    fn hear(&self, by: ConnectionId, call: &Call) -> Heard;
}
