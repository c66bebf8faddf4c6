//! Accepts the connections of a match until it is closed.

use super::config::Patience;
use super::crowd::Crowd;
use super::door::{Rooms, serve};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The pause after `accept` failed.
const REFUSED: Duration = Duration::from_millis(50);

/// Accepts the connections of a match.
#[derive(Clone, Debug)]
pub(super) struct Reception {
    pub(super) rooms: Rooms,
    /// The strangers of the whole server.
    pub(super) crowd: Arc<Crowd>,
    /// The time limits of connections.
    pub(super) patience: Patience,
    /// The tracker of the connections' tasks.
    pub(super) tasks: TaskTracker,
    /// Cancelled when no more connections are accepted.
    pub(super) closing: CancellationToken,
    /// Cancelled when the open connections have to end.
    pub(super) closed: CancellationToken,
}

impl Reception {
    /// Starts a task that accepts connections.
    pub(super) fn open(&self, listener: TcpListener) {
        let receive = self.clone().receive(listener);
        self.tasks.spawn(self.closing.clone().run_until_cancelled_owned(receive));
    }

    async fn receive(self, listener: TcpListener) {
        loop {
            let Ok((stream, peer)) = listener.accept().await else {
                // The usual cause is that no descriptors are left, and a player may need one.
                self.crowd.make_room();
                sleep(REFUSED).await;
                continue;
            };
            let guest = self.crowd.admit().await;
            let Self { rooms, patience, closed, .. } = self.clone();
            self.tasks.spawn(async move {
                closed.run_until_cancelled(serve(stream, peer, &rooms, &guest, &patience)).await;
            });
        }
    }
}
