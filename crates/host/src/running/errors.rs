//! What a program writes to its standard error (B6).

use super::{timespec, words};
use crate::keeper::Held;
use crate::kept::{From, Kept, Stamp};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How much of standard error is kept a turn, and a match (B6).
pub(super) const MOST_ERRORS: (usize, u64) = (4 << 10, 256 << 10);
/// How much standard error a bot may write in a match (B6).
const FLOOD: u64 = 16 << 20;
/// How often the thread that reads standard error looks whether it is still needed.
const LOOK: Duration = Duration::from_secs(1);
/// How long the end of a match waits for that thread.
const SETTLE: Duration = Duration::from_millis(20);

/// Standard error, which a thread reads from the first moment, so that it never blocks the bot (B6).
pub(super) struct Errors {
    pub(super) kept: Arc<Mutex<Kept>>,
    pub(super) turn: Arc<AtomicU64>,
    /// The bytes of this match.
    pub(super) all: Arc<AtomicU64>,
    pub(super) flooded: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    /// Whether the thread has read all there was and waits for more.
    waits: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Errors {
    /// Reads standard error in a thread that ends when the pipe is closed.
    pub(super) fn read(held: &Held, transcript: &Arc<Mutex<Kept>>, begun: Instant) -> Self {
        let kept = Arc::new(Mutex::new(Kept::new(MOST_ERRORS.1 as usize)));
        let (turn, flooded) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (all, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let waits = Arc::new(AtomicBool::new(false));
        let errors = Self {
            kept: kept.clone(),
            turn: turn.clone(),
            all: all.clone(),
            flooded: flooded.clone(),
            over: over.clone(),
            waits: waits.clone(),
            thread: None,
        };
        let Ok(pipe) = held.stderr.try_clone() else { return errors };
        let transcript = transcript.clone();
        let thread = std::thread::spawn(move || {
            let mut buffer = [0; 8 << 10];
            let (mut now, mut of_turn) = (0, 0);
            // Programs write a line in several pieces.
            let mut line = Vec::new();
            let keep = |line: &mut Vec<u8>| {
                if !line.is_empty() {
                    let stamp = Stamp { at: begun.elapsed(), from: From::Error };
                    words(&kept).add(stamp, line);
                    words(&transcript).add(stamp, line);
                    line.clear();
                }
            };
            loop {
                let many = match rustix::io::read(&pipe, &mut buffer) {
                    Ok(0) => return keep(&mut line),
                    Ok(many) => many,
                    Err(Errno::INTR) => continue,
                    Err(Errno::AGAIN) if !over.load(Ordering::Relaxed) => {
                        waits.store(true, Ordering::SeqCst);
                        let mut fds = [PollFd::new(&pipe, PollFlags::IN)];
                        let _ = poll(&mut fds, Some(&timespec(LOOK)));
                        // Before the next read: as long as it says that it waits, nothing was taken out of the pipe.
                        waits.store(false, Ordering::SeqCst);
                        continue;
                    }
                    Err(_) => return keep(&mut line),
                };
                if all.fetch_add(many as u64, Ordering::Relaxed) + many as u64 > FLOOD {
                    flooded.store(true, Ordering::Relaxed);
                    continue;
                }
                let turn = turn.load(Ordering::Relaxed);
                if turn != now {
                    (now, of_turn) = (turn, 0);
                }
                let room = MOST_ERRORS.0.saturating_sub(of_turn).min(many);
                of_turn += many;
                for &byte in &buffer[..room] {
                    if byte == b'\n' || line.len() >= MOST_ERRORS.0 {
                        keep(&mut line);
                    }
                    if byte != b'\n' {
                        line.push(byte);
                    }
                }
            }
        });
        Self { thread: Some(thread), ..errors }
    }

    /// Waits until all is kept that the program has written so far, for a short time: a match may be over before the
    /// thread has run at all.
    pub(super) fn settle(&self, pipe: &impl AsFd) {
        let latest = Instant::now() + SETTLE;
        while !self.is_read() && Instant::now() < latest {
            let waits = self.waits.load(Ordering::SeqCst);
            let mut fds = [PollFd::new(pipe, PollFlags::IN)];
            let _ = poll(&mut fds, Some(&timespec(Duration::ZERO)));
            if waits && !fds[0].revents().contains(PollFlags::IN) {
                return;
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Whether all is read.
    pub(super) fn is_read(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the thread, which ends when the keeper has killed all that had the pipe, or soon after.
    pub(super) fn join(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
