//! Connections that play nothing yet. There may be many, but not so many that nobody else gets in.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::Notify;

/// How many strangers there may be at once at one server; of more the oldest are closed.
const MOST_STRANGERS: usize = 512;

/// All strangers of a server, the oldest first.
#[derive(Debug, Default)]
pub struct Crowd(Mutex<VecDeque<Weak<Guest>>>);

/// A connection, as long as it is held.
#[derive(Debug, Default)]
pub struct Guest {
    plays: AtomicBool,
    crowded_out: Notify,
}

impl Crowd {
    /// Lets somebody in; who has been a stranger for longest makes room.
    pub fn admit(&self) -> Arc<Guest> {
        let guest = Arc::new(Guest::default());
        let mut strangers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        strangers.push_back(Arc::downgrade(&guest));
        if strangers.len() > MOST_STRANGERS {
            strangers.retain(|guest| guest.upgrade().is_some_and(|guest| !guest.plays.load(Ordering::Relaxed)));
        }
        while strangers.len() > MOST_STRANGERS {
            if let Some(oldest) = strangers.pop_front().and_then(|guest| guest.upgrade()) {
                oldest.crowded_out.notify_one();
            }
        }
        guest
    }
}

impl Guest {
    /// It plays, and need never make room again.
    pub fn stays(&self) {
        self.plays.store(true, Ordering::Relaxed);
    }

    /// Waits until it has to make room.
    pub async fn crowded_out(&self) {
        self.crowded_out.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    #[test]
    fn who_has_been_a_stranger_for_longest_makes_room() {
        let crowd = Crowd::default();
        let mut guests: Vec<_> = (0..MOST_STRANGERS).map(|_| crowd.admit()).collect();
        guests[0].stays();
        guests.remove(1);
        let is_out = |guest: &Guest| guest.crowded_out().now_or_never().is_some();
        // One plays and one has left, so two more are no crowd.
        guests.extend([crowd.admit(), crowd.admit()]);
        assert!(!guests.iter().any(|guest| is_out(guest)));
        guests.push(crowd.admit());
        assert_eq!(guests.iter().position(|guest| is_out(guest)), Some(1));
    }
}
