//! One socket: the handshake, then reading and writing at the same time until either ends (W4 to W7).

use super::config::Patience;
use super::crowd::Guest;
use super::frame::Records;
use super::incoming::{Incoming, read_handshake};
use super::metered::{Metered, TOO_MUCH};
use super::outbox::Outbox;
use super::outgoing::{CLOSE, CLOSE_BROKEN, PING, WELCOME, completion, disconnect, handshake_error};
use super::registration::ConnectionId;
use super::room::{Heard, Room};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use std::future::pending;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::yield_now;
use tokio::time::{Instant, interval_at, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

type Socket = WebSocketStream<Metered>;

/// The most bytes of a frame, which may contain several records.
pub const MOST_BYTES_OF_A_FRAME: usize = 2 << 20;

/// After so many records of one frame the task yields, so that other connections are served too.
const RECORDS_AT_ONCE: usize = 64;

/// How long reading pauses after a client has sent too many commands.
const DEAF: Duration = Duration::from_millis(1);

/// How long to wait for the client to close after the last record. If the server closed first, the client could lose
/// records that it has not read yet.
const LINGER: Duration = Duration::from_secs(1);

/// The buffer sizes and message limits of sockets.
#[must_use]
pub fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 << 10)
        .write_buffer_size(16 << 10)
        .max_write_buffer_size(1 << 20)
        .max_message_size(Some(MOST_BYTES_OF_A_FRAME))
        .max_frame_size(Some(MOST_BYTES_OF_A_FRAME))
}

/// Serves a connection until it ends.
pub async fn keep(socket: Socket, peer: SocketAddr, room: &dyn Room, guest: &Guest, patience: &Patience) {
    let (mut to, mut from) = socket.split();
    let mut records = Records::default();
    let answer = match timeout(patience.handshake, greet(&mut from, &mut records)).await {
        Ok(Some(Ok(()))) => Ok(WELCOME),
        Ok(Some(Err(why))) => Err(handshake_error(&why)),
        Ok(None) => return,
        Err(_) => Err(handshake_error("Handshake was canceled.")),
    };
    let (is_welcome, record) = (answer.is_ok(), answer.unwrap_or_else(|error| error));
    let answered = timeout(patience.sending, to.send(Message::Text(record))).await;
    if !is_welcome || !matches!(answered, Ok(Ok(()))) {
        let goodbye = async {
            let _ = close(&mut to).await;
            while from.next().await.is_some_and(|frame| frame.is_ok()) {}
        };
        let _ = timeout(LINGER, goodbye).await;
        return;
    }
    let outbox = Arc::new(Outbox::default());
    let inside = Inside::enter(room, outbox.clone(), peer);
    let mut write = pin!(async {
        if write(to, &outbox, patience).await.is_ok() {
            sleep(LINGER).await;
        }
    });
    let end = tokio::select! {
        end = read(&mut from, &mut records, &inside, guest, &outbox) => end,
        () = &mut write => End::Gone,
        () = stays_a_stranger(room, guest, patience.registration) => End::Late,
    };
    drop(inside);
    if end != End::Gone {
        if end == End::Late {
            outbox.say(disconnect(&format!("No registration within {} s.", patience.registration.as_secs_f64())));
        }
        outbox.close(match end {
            End::Broken => Some(CLOSE_BROKEN),
            End::Late => Some(CLOSE),
            End::Left | End::Gone => None,
        });
        // What the client still sends is read and ignored, so that it can receive the reason.
        let drain = async {
            while let Some(Ok(_)) = from.next().await {}
            if end == End::Broken {
                pending::<()>().await; // The client can still read, although nothing is read from it any more.
            }
        };
        tokio::select! {
            () = drain => {}
            _ = timeout(patience.sending, write) => {}
        }
    }
}

/// A connection in a room; it leaves the room when this value is dropped.
struct Inside<'a> {
    room: &'a dyn Room,
    id: ConnectionId,
}

impl<'a> Inside<'a> {
    fn enter(room: &'a dyn Room, outbox: Arc<Outbox>, peer: SocketAddr) -> Self {
        Self { room, id: room.enter(outbox, peer) }
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.room.leave(self.id);
    }
}

/// Returns when the time for a registration is over and the client has not registered; otherwise never.
async fn stays_a_stranger(room: &dyn Room, guest: &Guest, limit: Duration) {
    sleep(limit).await;
    if !room.is_for_players() || guest.plays() {
        pending::<()>().await;
    }
}

/// Reads the first record (W5). The inner error is the answer to a bad handshake; `None` if the connection is gone.
async fn greet(from: &mut SplitStream<Socket>, records: &mut Records) -> Option<Result<(), String>> {
    loop {
        match records.next_record() {
            Ok(Some(record)) => return Some(read_handshake(record)),
            Ok(None) => records.push(&next_frame(from).await?.ok()?),
            Err(_) => return None,
        }
    }
}

/// The bytes of the next text or binary frame; `None` once the connection is gone.
async fn next_frame(from: &mut SplitStream<Socket>) -> Option<Result<Vec<u8>, Error>> {
    loop {
        match from.next().await? {
            Ok(Message::Text(text)) => return Some(Ok(text.as_bytes().to_vec())),
            Ok(Message::Binary(bytes)) => return Some(Ok(bytes.to_vec())),
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
    }
}

/// Why reading ended; decides which message closes the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The connection is gone, so no message can be sent.
    Gone,
    Left,
    /// The client sent something that is not a message, or more bytes than a stranger may.
    Broken,
    /// The client has not registered in time.
    Late,
}

/// Reads until the connection ends.
async fn read(
    from: &mut SplitStream<Socket>,
    records: &mut Records,
    Inside { room, id }: &Inside<'_>,
    guest: &Guest,
    outbox: &Outbox,
) -> End {
    loop {
        let mut turn = 0;
        loop {
            outbox.room().await;
            let Ok(record) = records.next_record() else { return End::Broken }; // W4
            let Some(record) = record else { break };
            let heard = match Incoming::read(record) {
                Ok(Incoming::Call(call)) => room.hear(*id, &call),
                Ok(Incoming::Stream(call)) => {
                    if let Some(id) = &call.id {
                        let why = format!(
                            "The client attempted to invoke the non-streaming '{}' method with a streaming invocation.",
                            call.target
                        );
                        outbox.say(completion(id, Err(&why)));
                    }
                    Heard::Fine
                }
                Ok(Incoming::Close) => return End::Left,
                Ok(Incoming::Other) => Heard::Fine,
                Err(_) => return End::Broken, // W7
            };
            match heard {
                Heard::Fine if !room.is_for_players() => guest.forget_received(),
                Heard::Fine => {}
                Heard::Seated => guest.stays(),
                Heard::TooMuch => sleep(DEAF).await,
            }
            turn += 1;
            if turn % RECORDS_AT_ONCE == 0 {
                yield_now().await;
            }
        }
        match next_frame(from).await {
            Some(Ok(bytes)) => records.push(&bytes),
            // Invalid UTF-8 in a text frame counts as broken JSON; after any other error no message can be sent.
            Some(Err(Error::Utf8(_) | Error::Capacity(_))) => return End::Broken,
            Some(Err(Error::Io(error))) if error.kind() == TOO_MUCH => return End::Broken,
            Some(Err(_)) | None => return End::Gone,
        }
    }
}

/// Closes with code 1000 (normal): without a code some clients treat the close as an error.
async fn close(to: &mut SplitSink<Socket, Message>) -> Result<(), Error> {
    let frame = CloseFrame { code: CloseCode::Normal, reason: Utf8Bytes::default() };
    to.send(Message::Close(Some(frame))).await?;
    to.close().await
}

/// Sends records, and pings (W6), until the outbox is closed and empty; then closes the socket.
async fn write(mut to: SplitSink<Socket, Message>, outbox: &Outbox, patience: &Patience) -> Result<(), Error> {
    let mut ping = interval_at(Instant::now() + patience.ping, patience.ping);
    let mut batch = Vec::new();
    loop {
        let goes_on = tokio::select! {
            goes_on = outbox.take(&mut batch) => goes_on,
            _ = ping.tick() => {
                batch.push(PING);
                true
            }
        };
        let send = async {
            for record in batch.drain(..) {
                to.feed(Message::Text(record)).await?;
            }
            if goes_on { to.flush().await } else { close(&mut to).await }
        };
        let late = |_| Error::Io(std::io::ErrorKind::TimedOut.into());
        timeout(patience.sending, send).await.map_err(late)??;
        if !goes_on {
            return Ok(());
        }
    }
}
