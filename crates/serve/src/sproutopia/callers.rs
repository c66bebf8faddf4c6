//! The connections of a room, by number.

use super::outbox::Outbox;
use super::registration::ConnectionId;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// Who is there.
#[derive(Debug, Default)]
pub struct Callers {
    here: BTreeMap<ConnectionId, (Arc<Outbox>, SocketAddr)>,
    entered: u64,
}

impl Callers {
    /// Somebody enters, and gets a number of its own.
    pub fn enter(&mut self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId {
        let id = ConnectionId(self.entered);
        self.entered += 1;
        self.here.insert(id, (outbox, peer));
        id
    }

    /// Somebody leaves.
    pub fn leave(&mut self, id: ConnectionId) {
        self.here.remove(&id);
    }

    /// Where what is said to one of them goes.
    #[must_use]
    pub fn get(&self, id: ConnectionId) -> Option<&Arc<Outbox>> {
        self.here.get(&id).map(|(outbox, _)| outbox)
    }

    /// Where one of them comes from.
    #[must_use]
    pub fn peer(&self, id: ConnectionId) -> Option<SocketAddr> {
        self.here.get(&id).map(|(_, peer)| *peer)
    }

    /// Whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Everybody.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.here.values().map(|(outbox, _)| outbox)
    }
}
