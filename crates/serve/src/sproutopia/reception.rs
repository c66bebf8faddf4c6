//! Takes the connections of a match until it is closed.

use super::connection::Patience;
use super::crowd::Crowd;
use super::door::{Rooms, serve};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long to wait before accepting again after the system refused.
const REFUSED: Duration = Duration::from_millis(50);

/// Where the connections of a match come in.
#[derive(Clone, Debug)]
pub(super) struct Reception {
    pub(super) rooms: Rooms,
    /// Who else is there.
    pub(super) crowd: Arc<Crowd>,
    /// How long they are waited for.
    pub(super) patience: Patience,
    /// Where their tasks are counted.
    pub(super) tasks: TaskTracker,
    /// No more are taken.
    pub(super) closing: CancellationToken,
    /// Those that are there end.
    pub(super) closed: CancellationToken,
}

impl Reception {
    /// Takes connections in a task of its own.
    pub(super) fn open(&self, listener: TcpListener) {
        let receive = self.clone().receive(listener);
        self.tasks.spawn(self.closing.clone().run_until_cancelled_owned(receive));
    }

    async fn receive(self, listener: TcpListener) {
        loop {
            let Ok((stream, peer)) = listener.accept().await else {
                // Mostly there are no descriptors left, and a player may want one.
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
