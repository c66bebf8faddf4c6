//! The queue of records to be sent to one connection. Adding a record never blocks. A client that does not read misses
//! old states, but no other records (W10).

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How many states the queue holds at most; when there are more, the oldest are dropped.
pub const MOST_STATES: usize = 16;

/// Back-pressure: while so many other records wait, nothing is read from the client.
const MOST_OTHERS: usize = 256;

/// How many records are sent at once. A state that has been taken for sending is not dropped any more.
const BATCH: usize = 4;

/// The records that wait to be sent to a connection.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    news: Notify,
    room: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    records: VecDeque<(RecordKind, Utf8Bytes)>,
    states: usize,
    closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordKind {
    State,
    Other,
}

impl Outbox {
    /// Adds a record that is never dropped.
    pub fn say(&self, record: Utf8Bytes) {
        self.put(RecordKind::Other, record);
    }

    /// Adds the state of a tick, which is dropped if too many newer ones follow.
    pub fn show(&self, state: Utf8Bytes) {
        self.put(RecordKind::State, state);
    }

    /// Closes the queue with a last record. Records that are already in it are still sent; later ones are ignored.
    pub fn close(&self, last: Option<Utf8Bytes>) {
        let mut waiting = self.lock();
        if !waiting.closed {
            waiting.records.extend(last.map(|record| (RecordKind::Other, record)));
            waiting.closed = true;
        }
        drop(waiting);
        self.news.notify_one();
    }

    /// Waits for records and takes the oldest of them; returns false once the queue is closed and empty.
    pub async fn take(&self, batch: &mut Vec<Utf8Bytes>) -> bool {
        loop {
            let closed = {
                let mut waiting = self.lock();
                let some = waiting.records.len().min(BATCH);
                let taken: Vec<_> = waiting.records.drain(..some).collect();
                waiting.states -= taken.iter().filter(|(kind, _)| *kind == RecordKind::State).count();
                batch.extend(taken.into_iter().map(|(_, record)| record));
                waiting.closed
            };
            if !batch.is_empty() {
                self.room.notify_one();
                return true;
            }
            if closed {
                return false;
            }
            self.news.notified().await;
        }
    }

    /// Waits until the queue is short enough that the client's next record may be read (back-pressure).
    pub async fn room(&self) {
        loop {
            {
                let waiting = self.lock();
                if waiting.closed || waiting.records.len() - waiting.states < MOST_OTHERS {
                    return;
                }
            }
            self.room.notified().await;
        }
    }

    fn put(&self, kind: RecordKind, record: Utf8Bytes) {
        let mut waiting = self.lock();
        if waiting.closed {
            return;
        }
        if kind == RecordKind::State {
            if waiting.states == MOST_STATES {
                let oldest = waiting.records.iter().position(|(kind, _)| *kind == RecordKind::State);
                oldest.map(|oldest| waiting.records.remove(oldest));
            } else {
                waiting.states += 1;
            }
        }
        waiting.records.push_back((kind, record));
        drop(waiting);
        self.news.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    fn text(number: usize) -> Utf8Bytes {
        number.to_string().into()
    }

    async fn all(outbox: &Outbox) -> Vec<String> {
        let (mut all, mut batch) = (Vec::new(), Vec::new());
        while outbox.take(&mut batch).await {
            all.extend(batch.drain(..).map(|record| record.to_string()));
        }
        all
    }

    #[tokio::test]
    async fn old_states_are_lost_and_nothing_else() {
        let outbox = Outbox::default();
        outbox.say("first".into());
        (0..100).for_each(|state| outbox.show(text(state)));
        outbox.say("between".into());
        (100..110).for_each(|state| outbox.show(text(state)));
        outbox.close(Some("last".into()));
        outbox.say("too late".into());
        outbox.close(Some("too late".into()));
        let mut expected = vec!["first".to_string()];
        expected.extend((94..100).map(|state| state.to_string()));
        expected.push("between".into());
        expected.extend((100..110).map(|state| state.to_string()));
        expected.push("last".into());
        assert_eq!(all(&outbox).await, expected);
    }

    #[tokio::test]
    async fn who_does_not_read_is_heard_no_further() {
        let outbox = Outbox::default();
        (0..MOST_OTHERS - 1).for_each(|record| outbox.say(text(record)));
        (0..40).for_each(|state| outbox.show(text(state)));
        outbox.room().await;
        outbox.say("one more".into());
        assert!(timeout(Duration::from_millis(20), outbox.room()).await.is_err());
        let mut batch = Vec::new();
        assert!(outbox.take(&mut batch).await);
        outbox.room().await;
    }
}
