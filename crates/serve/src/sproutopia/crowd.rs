//! Strangers: connections that do not play yet. Their number is limited, so that they cannot keep players out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// How many strangers one server has at most, if there are enough descriptors; when there are more, the oldest are
/// closed.
pub const MOST_STRANGERS: usize = 512;

/// How many bytes a stranger may send before it is disconnected.
pub const MOST_BYTES_OF_A_STRANGER: usize = 64 << 10;

/// How many closing connections may still be open when the next one is admitted.
const MOST_LEAVING: usize = 4;

/// How long to wait for closing connections. They close at once, unless all threads are busy.
const LEAVING: Duration = Duration::from_millis(100);

/// All strangers of a server, in order of arrival.
#[derive(Debug)]
pub struct Crowd {
    most: usize,
    strangers: Mutex<VecDeque<Weak<Guest>>>,
    exit: Arc<Exit>,
}

/// Counts the connections that were asked to close and are still open.
#[derive(Debug, Default)]
struct Exit {
    leaving: AtomicUsize,
    left: Notify,
}

/// A connection; it counts as open until this value is dropped.
#[derive(Debug)]
pub struct Guest {
    plays: AtomicBool,
    /// How many bytes it has sent; not counted any more once it plays.
    received: AtomicUsize,
    told_to_leave: AtomicBool,
    crowded_out: Notify,
    exit: Arc<Exit>,
}

impl Crowd {
    /// An empty crowd that admits at most `most` strangers at once.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, strangers: Mutex::default(), exit: Arc::default() }
    }

    /// Admits a connection. If there are too many strangers, the oldest is closed, and this waits a short time for
    /// that.
    pub async fn admit(&self) -> Arc<Guest> {
        let guest = Arc::new(Guest::new(self.exit.clone()));
        {
            let mut strangers = self.lock();
            strangers.push_back(Arc::downgrade(&guest));
            if strangers.len() > self.most {
                strangers.retain(|guest| guest.upgrade().is_some_and(|guest| !guest.plays()));
            }
            while strangers.len() > self.most {
                Self::send_out_oldest(&mut strangers);
            }
        }
        let fewer = async {
            while self.exit.leaving.load(Ordering::Relaxed) > MOST_LEAVING {
                self.exit.left.notified().await;
            }
        };
        let _ = timeout(LEAVING, fewer).await;
        guest
    }

    /// Closes the oldest stranger, because the system has no descriptor for another connection.
    pub fn make_room(&self) {
        Self::send_out_oldest(&mut self.lock());
    }

    fn send_out_oldest(strangers: &mut VecDeque<Weak<Guest>>) {
        while let Some(oldest) = strangers.pop_front() {
            if let Some(oldest) = oldest.upgrade().filter(|guest| !guest.plays()) {
                oldest.told_to_leave.store(true, Ordering::Relaxed);
                oldest.exit.leaving.fetch_add(1, Ordering::Relaxed);
                oldest.crowded_out.notify_one();
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Weak<Guest>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    fn new(exit: Arc<Exit>) -> Self {
        Self {
            plays: AtomicBool::new(false),
            received: AtomicUsize::new(0),
            told_to_leave: AtomicBool::new(false),
            crowded_out: Notify::new(),
            exit,
        }
    }

    /// Marks it as a player: it is never closed to make room for others.
    pub fn stays(&self) {
        self.plays.store(true, Ordering::Relaxed);
    }

    /// Whether it has been marked as a player, by [`stays`](Self::stays).
    #[must_use]
    pub fn plays(&self) -> bool {
        self.plays.load(Ordering::Relaxed)
    }

    /// Counts received bytes; returns whether it is still within the limit of a stranger.
    pub fn receives(&self, bytes: usize) -> bool {
        self.plays() || self.received.fetch_add(bytes, Ordering::Relaxed) + bytes <= MOST_BYTES_OF_A_STRANGER
    }

    /// Sets the count of received bytes back to zero.
    pub fn forget_received(&self) {
        self.received.store(0, Ordering::Relaxed);
    }

    /// Waits until it has to close to make room for others.
    pub async fn crowded_out(&self) {
        self.crowded_out.notified().await;
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if self.told_to_leave.load(Ordering::Relaxed) {
            self.exit.leaving.fetch_sub(1, Ordering::Relaxed);
            self.exit.left.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use futures_util::future::join_all;

    #[tokio::test]
    async fn who_has_been_a_stranger_for_longest_makes_room() {
        let crowd = Crowd::new(20);
        let mut guests = join_all((0..20).map(|_| crowd.admit())).await;
        guests[0].stays();
        guests.remove(1);
        let is_out = |guest: &Guest| guest.crowded_out().now_or_never().is_some();
        // One plays and one has left, so two more are no crowd.
        guests.extend([crowd.admit().await, crowd.admit().await]);
        assert!(!guests.iter().any(|guest| is_out(guest)));
        guests.push(crowd.admit().await);
        assert_eq!(guests.iter().position(|guest| is_out(guest)), Some(1));
        crowd.make_room();
        assert_eq!(guests.iter().position(|guest| is_out(guest)), Some(2));
    }

    #[tokio::test]
    async fn the_next_comes_in_when_those_who_make_room_have_gone() {
        let crowd = Crowd::new(1);
        let mut guests = join_all((0..=MOST_LEAVING).map(|_| crowd.admit())).await;
        assert!(crowd.admit().now_or_never().is_none(), "too many have not left yet");
        guests.remove(0);
        assert!(crowd.admit().now_or_never().is_some());
    }

    #[test]
    fn a_stranger_has_an_allowance_and_a_player_none() {
        let guest = Guest::new(Arc::default());
        assert!(guest.receives(MOST_BYTES_OF_A_STRANGER));
        assert!(!guest.receives(1));
        guest.forget_received();
        assert!(guest.receives(1));
        guest.stays();
        assert!(guest.receives(10 * MOST_BYTES_OF_A_STRANGER));
    }
}
