//! The connections of a room, by number.

use super::outbox::Outbox;
use super::registration::ConnectionId;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// The open connections of a room, in the order in which they were opened.
#[derive(Debug, Default)]
pub struct Callers {
    here: BTreeMap<ConnectionId, (Arc<Outbox>, SocketAddr)>,
    entered: u64,
}

impl Callers {
    /// Adds a connection and returns its number, which is never used again.
    pub fn enter(&mut self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId {
        let id = ConnectionId(self.entered);
        self.entered += 1;
        self.here.insert(id, (outbox, peer));
        id
    }

    /// Removes a connection; does nothing if it was removed before.
    pub fn leave(&mut self, id: ConnectionId) {
        self.here.remove(&id);
    }

    /// The outbox of a connection; `None` if it is closed.
    #[must_use]
    pub fn get(&self, id: ConnectionId) -> Option<&Arc<Outbox>> {
        self.here.get(&id).map(|(outbox, _)| outbox)
    }

    /// The address of the other end of a connection; `None` if it is closed.
    #[must_use]
    pub fn peer(&self, id: ConnectionId) -> Option<SocketAddr> {
        self.here.get(&id).map(|(_, peer)| *peer)
    }

    /// Whether no connection is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// The outboxes of all open connections, the oldest connection first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.here.values().map(|(outbox, _)| outbox)
    }
}
