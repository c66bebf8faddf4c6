//! One connection of a server: a task that reads answers into one queue and sends lines from another queue.
//!
//! Both queues are bounded, and neither direction waits for the other. When a client sends more answers than it was
//! asked for, reading stops until they are needed (R60, back-pressure). A client that does not read loses its
//! connection when a line cannot be sent in time (R62); other clients do not wait for it.

use super::http;
use super::messages::Answer;
use super::report::Loss;
use super::terms::Manner;
use gridhaunt_snarl::pieces::{Piece, Pieces, Words};
use std::future::pending;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

/// A bare word is complete when nothing follows it for so long (R60).
pub const SILENCE: Duration = Duration::from_millis(250);

/// A connection is lost when a value is not complete after so many bytes (R62).
pub const MOST_BYTES: usize = 64 << 10;

/// The capacity of the queue of answers; reading pauses when it is full.
const ANSWERS: usize = 64;

/// The capacity of the queue of lines; [`Connection::say`] waits when it is full. A round produces fewer lines.
const LINES: usize = 1024;

/// How many waiting lines are sent at once.
const BATCH: usize = 64;

/// How long sending the last lines may take after the [`Connection`] was dropped.
const CLOSING: Duration = Duration::from_secs(5);

/// How long to wait for the client to close after the last line. If the server closed first, the client could lose
/// lines that it has not read yet.
const LINGER: Duration = Duration::from_secs(1);

/// The server's end of a connection. Dropping it sends the lines that still wait and closes the connection.
#[derive(Debug)]
pub struct Connection {
    answers: mpsc::Receiver<Answer>,
    lines: mpsc::Sender<String>,
    loss: Arc<OnceLock<Loss>>,
}

impl Connection {
    /// Starts a task that reads from and writes to a stream. The connection is lost when a line cannot be sent in time.
    pub fn open(stream: TcpStream, manner: Manner, tasks: &TaskTracker) -> Self {
        let (answered, answers) = mpsc::channel(ANSWERS);
        let (lines, said) = mpsc::channel(LINES);
        let loss = Arc::default();
        tasks.spawn(keep(stream, manner, answered, said, Arc::clone(&loss)));
        Self { answers, lines, loss }
    }

    /// Whether the connection was closed or exceeded a limit (R62).
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.lines.is_closed()
    }

    /// Why it was lost.
    #[must_use]
    pub fn loss(&self) -> Loss {
        self.loss.get().copied().unwrap_or(Loss::Closed)
    }

    /// Waits until it is lost.
    pub async fn lost(&self) {
        self.lines.closed().await;
    }

    /// Queues a line for sending; does nothing if the connection is lost.
    pub async fn say(&self, line: String) {
        let Err(full) = self.lines.try_send(line) else { return };
        let mpsc::error::TrySendError::Full(line) = full else { return };
        // The task ends when a line takes too long, so this waits until there is room, or until the task ends.
        let _ = self.lines.send(line).await;
    }

    /// The next answer, in order of arrival; `None` if the connection is lost.
    pub async fn answer(&mut self) -> Option<Answer> {
        self.answers.recv().await
    }
}

/// Reads and sends until either ends. The task owns the stream, which is closed when it ends.
async fn keep(
    mut stream: TcpStream,
    manner: Manner,
    answers: mpsc::Sender<Answer>,
    mut lines: mpsc::Receiver<String>,
    lost: Arc<OnceLock<Loss>>,
) {
    // Small lines are answered one by one: Nagle's algorithm would only slow the game.
    let _ = stream.set_nodelay(true);
    let (mut from, mut to) = stream.split();
    let say = async {
        match send(&mut to, manner, &mut lines).await {
            Ok(()) => {
                sleep(LINGER).await;
                Loss::Closed
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Loss::Unread,
            Err(_) => Loss::Closed,
        }
    };
    let close = async {
        answers.closed().await;
        sleep(CLOSING + manner.gap * BATCH as u32).await;
        Loss::Closed
    };
    let why = tokio::select! {
        why = read(&mut from, &answers) => why.unwrap_or(Loss::Closed),
        why = say => why,
        why = close => why,
    };
    let _ = lost.set(why);
    // In this order: when `answer` returns `None`, `is_lost` is already true.
    drop(lines);
    drop(answers);
    if why == Loss::Http {
        let turn_away = async {
            to.write_all(http::ANSWER.as_bytes()).await?;
            to.shutdown().await?;
            while from.read(&mut [0; 4096]).await? > 0 {}
            io::Result::Ok(())
        };
        let _ = timeout(LINGER, turn_away).await;
    }
}

/// Reads answers until the other side closes, fails, sends too much (R60, R62) or turns out to speak HTTP.
async fn read(from: &mut ReadHalf<'_>, answers: &mpsc::Sender<Answer>) -> io::Result<Loss> {
    let mut pieces = Pieces::new(Words::Run);
    let mut buffer = [0; 4096];
    let mut unfinished = 0;
    // The first bytes, until it is known that they are not an HTTP request.
    let mut opening = Some(Vec::new());
    while unfinished < MOST_BYTES {
        let room = buffer.len().min(MOST_BYTES - unfinished);
        let reading = from.read(&mut buffer[..room]);
        let may_be_all = pieces.word_waits() || opening.as_ref().is_some_and(|first| !first.is_empty());
        let received = if may_be_all { timeout(SILENCE, reading).await.ok() } else { Some(reading.await) };
        let received = received.transpose()?;
        let is_all = received.is_none_or(|bytes| bytes == 0);
        let bytes = &buffer[..received.unwrap_or(0)];
        unfinished += bytes.len();
        match opening.take() {
            None => pieces.push(bytes),
            Some(mut first) => {
                first.extend_from_slice(bytes);
                match http::is_request(&first) {
                    Some(true) => return Ok(Loss::Http),
                    None if !is_all => {
                        opening = Some(first);
                        continue;
                    }
                    _ => pieces.push(&first),
                }
            }
        }
        while let Some(piece) = pieces.next_piece() {
            hand(from, answers, &piece).await?;
            unfinished = pieces.waiting();
        }
        if is_all {
            if let Some(word) = pieces.end_word() {
                hand(from, answers, &word).await?;
            }
            unfinished = pieces.waiting();
        }
        if received == Some(0) {
            return Ok(Loss::Closed);
        }
    }
    Ok(Loss::TooMuch)
}

/// Queues an answer as soon as there is room; an error if the client closes before that.
async fn hand(from: &ReadHalf<'_>, answers: &mpsc::Sender<Answer>, piece: &Piece) -> io::Result<()> {
    tokio::select! {
        biased;
        // After the `Connection` was dropped nobody needs answers, and what still arrives is read and ignored.
        room = answers.reserve() => room.map_or((), |room| room.send(Answer::read(piece))),
        hung_up = hung_up(from) => return Err(hung_up),
    }
    Ok(())
}

/// Waits until the client closes, even if there are unread bytes before that.
async fn hung_up(from: &ReadHalf<'_>) -> io::Error {
    loop {
        match from.ready(Interest::READABLE).await {
            Ok(ready) if ready.is_read_closed() => return io::ErrorKind::UnexpectedEof.into(),
            Ok(_) => sleep(SILENCE).await,
            Err(error) => return error,
        }
    }
}

/// Sends all lines, then closes this direction (R59).
async fn send(to: &mut WriteHalf<'_>, manner: Manner, lines: &mut mpsc::Receiver<String>) -> io::Result<()> {
    let at_once = if manner.gap.is_zero() { BATCH } else { 1 };
    let mut batch = Vec::with_capacity(at_once);
    while lines.recv_many(&mut batch, at_once).await > 0 {
        if !manner.newline {
            batch.iter_mut().for_each(|line| line.truncate(line.trim_end_matches('\n').len()));
        }
        let text = batch.concat();
        batch.clear();
        let late = async {
            match manner.sending {
                Some(limit) => sleep(limit).await,
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            sent = to.write_all(text.as_bytes()) => sent?,
            () = late => return Err(io::ErrorKind::TimedOut.into()),
        }
        if !manner.gap.is_zero() {
            sleep(manner.gap).await;
        }
    }
    to.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_snarl::level::Point;
    use gridhaunt_snarl::name::Name;
    use std::io::{Read, Write};
    use tokio::net::TcpListener;

    /// Both ends of a connection: a [`Connection`], and a plain socket.
    async fn pair(sending: Option<Duration>) -> (Connection, std::net::TcpStream, TaskTracker) {
        manners(Manner { sending, gap: Duration::ZERO, newline: true }).await
    }

    async fn manners(manner: Manner) -> (Connection, std::net::TcpStream, TaskTracker) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let theirs = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let tasks = TaskTracker::new();
        let ours = Connection::open(listener.accept().await.unwrap().0, manner, &tasks);
        (ours, theirs, tasks)
    }

    fn name(text: &str) -> Option<Answer> {
        Some(Answer { name: Name::parse(text), ..Answer::default() })
    }

    fn to(row: i64, column: i64) -> Option<Answer> {
        Some(Answer { to: Some(Some(Point::new(row, column))), ..Answer::default() })
    }

    const MALFORMED: Option<Answer> = Some(Answer { name: None, to: None, notices: false });

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn answers_come_byte_by_byte_or_several_at_once() {
        let (mut ours, mut theirs, _) = pair(None).await;
        for byte in b" {\"type\": \"move\",\n\"to\": [2, 4]}" {
            theirs.write_all(&[*byte]).unwrap();
            sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(ours.answer().await, to(2, 4));
        theirs.write_all(b"\"ana\"[2,4] bo{\"to\":[3,5]}nonsense, indeed\n[1,1]").unwrap();
        for answer in [name("ana"), to(2, 4), name("bo"), to(3, 5), name("nonsense"), MALFORMED, to(1, 1)] {
            assert_eq!(ours.answer().await, answer);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_bare_word_ends_with_silence_or_with_the_connection() {
        let (mut ours, mut theirs, _) = pair(None).await;
        theirs.write_all(b"an").unwrap();
        sleep(SILENCE / 2).await;
        theirs.write_all(b"a").unwrap();
        let before = std::time::Instant::now();
        assert_eq!(ours.answer().await, name("ana"));
        assert!(before.elapsed() >= SILENCE);
        theirs.write_all(b"bo").unwrap();
        drop(theirs);
        assert_eq!((ours.answer().await, ours.answer().await), (name("bo"), None));
        assert!(ours.is_lost());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn who_speaks_http_is_told_so_and_gives_no_answer() {
        for parts in [&["GET / HTTP/1.1\r\nHost: x\r\n\r\n"][..], &["PO", "ST", " ", "/x HTTP/1.1\r\n"]] {
            let (mut ours, mut theirs, _) = pair(None).await;
            for part in parts {
                theirs.write_all(part.as_bytes()).unwrap();
                sleep(Duration::from_millis(20)).await;
            }
            assert_eq!((ours.answer().await, ours.loss()), (None, Loss::Http));
            theirs.shutdown(std::net::Shutdown::Write).unwrap();
            let mut heard = String::new();
            theirs.read_to_string(&mut heard).unwrap();
            assert_eq!(heard, http::ANSWER);
        }
        // A player may have this name.
        let (mut ours, mut theirs, _) = pair(None).await;
        theirs.write_all(b"GET").unwrap();
        assert_eq!(ours.answer().await, name("GET"));
        theirs.write_all(b"GET /").unwrap();
        assert_eq!(ours.answer().await, name("GET"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn with_a_gap_each_line_is_a_read_of_its_own() {
        let gap = Duration::from_millis(60);
        let (ours, mut theirs, _) = manners(Manner { sending: None, gap, newline: false }).await;
        for line in ["\"name\"\n", "{\"a\":\"b\\n\"}\n", "\"move\"\n"] {
            ours.say(line.into()).await;
        }
        let reads = std::thread::spawn(move || {
            let mut bytes = [0; 1000];
            let mut read = || theirs.read(&mut bytes).map(|read| String::from_utf8_lossy(&bytes[..read]).into_owned());
            [read().unwrap(), read().unwrap(), read().unwrap()]
        });
        assert_eq!(reads.join().unwrap(), ["\"name\"", "{\"a\":\"b\\n\"}", "\"move\""]);
        drop(ours);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn half_a_value_is_no_answer() {
        let (mut ours, mut theirs, _) = pair(None).await;
        theirs.write_all(b"{\"to\":[2,").unwrap();
        assert!(timeout(SILENCE * 2, ours.answer()).await.is_err());
        assert!(!ours.is_lost());
        theirs.write_all(b"4]}").unwrap();
        assert_eq!(ours.answer().await, to(2, 4));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn sixty_four_kib_without_a_value_are_the_end() {
        // A value may have exactly that many bytes and not one more, wherever it begins in the stream.
        for (filler, taken) in [(MOST_BYTES - 2, true), (MOST_BYTES - 1, false)] {
            let (mut ours, mut theirs, tasks) = pair(None).await;
            let long = format!("[1,1]\"{}\"", "a".repeat(filler));
            let sent = std::thread::spawn(move || theirs.write_all(long.as_bytes()).map(|()| theirs));
            assert_eq!(ours.answer().await, to(1, 1));
            assert_eq!(ours.answer().await, taken.then(Answer::default), "{filler}");
            assert_eq!(ours.is_lost(), !taken);
            drop((ours, sent.join()));
            tasks.close();
            tasks.wait().await;
        }
        let (mut ours, mut theirs, _) = pair(None).await;
        let spaces = vec![b' '; MOST_BYTES];
        let _ = std::thread::spawn(move || theirs.write_all(&spaces)).join();
        assert_eq!(ours.answer().await, None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn who_floods_is_read_no_further_and_loses_nothing() {
        let (mut ours, mut theirs, _) = pair(None).await;
        let flood = std::thread::spawn(move || {
            for row in 0..20_000 {
                theirs.write_all(format!("[{row},0]\n").as_bytes()).unwrap();
            }
            theirs
        });
        sleep(Duration::from_millis(50)).await;
        for row in 0..20_000 {
            assert_eq!(ours.answer().await, to(row, 0));
        }
        drop(flood.join());
        ours.lost().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn who_floods_and_leaves_is_lost_at_once() {
        let (ours, mut theirs, _) = pair(None).await;
        theirs.write_all(&b"[1,1]\n".repeat(5000)).unwrap();
        sleep(Duration::from_millis(50)).await;
        assert!(!ours.is_lost());
        drop(theirs);
        timeout(SILENCE * 4, ours.lost()).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn who_does_not_read_is_lost() {
        let (ours, theirs, tasks) = pair(Some(Duration::from_millis(100))).await;
        let line = "x".repeat(64 << 10);
        timeout(Duration::from_secs(10), async {
            while !ours.is_lost() {
                ours.say(line.clone()).await;
            }
        })
        .await
        .unwrap();
        drop(ours);
        tasks.close();
        tasks.wait().await;
        drop(theirs);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn the_last_lines_arrive_although_more_was_sent_than_asked() {
        let (ours, mut theirs, tasks) = pair(None).await;
        theirs.write_all(&b"[1,1]\n".repeat(1000)).unwrap();
        sleep(Duration::from_millis(20)).await;
        ours.say("first\n".into()).await;
        ours.say("last\n".into()).await;
        drop(ours);
        let mut heard = String::new();
        let heard = std::thread::spawn(move || theirs.read_to_string(&mut heard).map(|_| heard)).join().unwrap();
        assert_eq!(heard.unwrap(), "first\nlast\n");
        tasks.close();
        tasks.wait().await;
        assert_eq!(tasks.len(), 0);
    }
}
