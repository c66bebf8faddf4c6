//! The interface of connections to a hub: that of bots, or that of onlookers.

use super::incoming::Call;
use super::outbox::Outbox;
use super::registration::ConnectionId;
use std::net::SocketAddr;
use std::sync::Arc;

/// What a connection has to do after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Heard {
    Fine,
    /// The caller has a seat from now on.
    Seated,
    /// The caller has sent too many commands, and reading from it should pause.
    TooMuch,
}

/// A hub that connections can enter.
pub trait Room: Send + Sync {
    /// Adds a connection after its handshake and returns its number.
    fn enter(&self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId;
    /// Whether connections have to register in time, or else are closed.
    fn is_for_players(&self) -> bool;
    /// Removes a closed connection.
    fn leave(&self, id: ConnectionId);
    /// Executes a call of a connection.
    fn hear(&self, by: ConnectionId, call: &Call) -> Heard;
}
