//! The connections of a room, by number.

use super::outbox::Outbox;
use super::registration::ConnectionId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who is there.
#[derive(Debug, Default)]
pub struct Callers {
    outboxes: BTreeMap<ConnectionId, Arc<Outbox>>,
    entered: u64,
}

impl Callers {
    /// Somebody enters, and gets a number of its own.
    pub fn enter(&mut self, outbox: Arc<Outbox>) -> ConnectionId {
        let id = ConnectionId(self.entered);
        self.entered += 1;
        self.outboxes.insert(id, outbox);
        id
    }

    /// Somebody leaves.
    pub fn leave(&mut self, id: ConnectionId) {
        self.outboxes.remove(&id);
    }

    /// Where what is said to one of them goes.
    #[must_use]
    pub fn get(&self, id: ConnectionId) -> Option<&Arc<Outbox>> {
        self.outboxes.get(&id)
    }

    /// Whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outboxes.is_empty()
    }

    /// Everybody.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.outboxes.values()
    }
}
