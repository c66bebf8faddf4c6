//! A program that runs: what is sent to it, what it says, and what becomes of it (B4 to B7, B11 to B14).

mod errors;
mod question;

pub use crate::kept::Transcript;
pub use question::Judge;
pub(crate) use question::{Asks, Settled};

use crate::excuse::Mark;
use crate::keeper::{Fate, Held, Left};
use crate::kept::{From, Kept, Stamp};
use crate::manifest::Program;
use crate::processors::Lent;
use crate::protocol::{FromBot, MOST_LINE, MOST_NOTES, MOST_TURN, ToBot};
use errors::{Errors, MOST_ERRORS};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::shown::shown;
use question::{Question, open, said};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use serde_json::json;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much of a bot's bytes is kept a match (B21).
const MOST_KEPT: usize = 4 << 20;
/// How many stray lines are kept, and how many bytes of them (B5).
const MOST_STRAYS: (usize, usize) = (100, 16 << 10);
/// What the words of pings begin with that follow a late turn.
const LATE: &str = "late-";
/// How much of a host's line is kept, and of a bot's line shown.
const MOST_SHOWN: usize = 200;
/// How many of the last lines of standard error are looked at.
const MOST_LAST: usize = 12;
/// What a bot that does not read may leave unread.
const MOST_UNREAD: usize = 16 << 20;
/// How long the fate of a program that closed its output is awaited, while others are attended to: exit closes it a
/// moment before the exit is known, and a limit that was broken is known a while later.
const LAST_WORDS: Duration = Duration::from_millis(1000);
/// How much is read at once: what one bot writes must not keep the host from reading what others wrote meanwhile.
const MOST_READ: usize = 8 << 10;

/// A program that runs.
pub struct Running {
    /// What it is.
    pub program: Arc<Program>,
    held: Option<Held>,
    unsent: Vec<u8>,
    sent: usize,
    /// What was read and is not yet looked at, and when it was there.
    fresh: Vec<u8>,
    fresh_at: Option<Instant>,
    unread: Vec<u8>,
    /// Which pipe is closed, and until when it may turn out that the program is gone.
    closed: Option<(&'static str, Instant)>,
    /// The bytes that were written since the last question (B4).
    written: usize,
    pub(crate) questions: Vec<Question>,
    /// The words of the last move that was asked for, and of the one before.
    ids: [String; 2],
    /// A line that waits for `hello`, and the time that its answer has.
    waiting: Vec<(u8, Vec<u8>, Duration)>,
    greeted: bool,
    /// How it calls itself.
    pub(crate) hello: Option<String>,
    /// How long it took to say `hello`.
    pub(crate) greeted_after: Duration,
    /// What became of it, once it cannot be asked any more.
    pub(crate) gone: Option<(Verdict, String)>,
    errors: Errors,
    kept: Arc<Mutex<Kept>>,
    begun: Instant,
    strays: u64,
    stray_lines: Vec<String>,
    stray_bytes: usize,
    /// Messages with the word of another turn.
    stale: u64,
    /// How often it was asked whether it is there after a late turn.
    pings: u64,
    /// The seeds of the matches that it played (B9a).
    pub(crate) seeds: HashSet<u64>,
    ponders: bool,
    /// Whether the machine may be to blame for a late turn (B12).
    pub(crate) excuses: bool,
    pub(crate) played: u64,
    /// Its own processors, given back when it is gone (B15).
    pub(crate) lent: Option<Lent>,
}

/// What a match with a program left to be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// How many lines were no message (B5).
    pub strays: u64,
    /// The first of them.
    pub stray_lines: Vec<String>,
    /// How many messages came with the word of another turn (B7).
    pub stale: u64,
    /// What went both ways, with times.
    pub transcript: Transcript,
}

fn words<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// A program that was just started: it is greeted, and has `startup` to answer.
    pub(crate) fn new(program: Arc<Program>, held: Held, ponders: bool, lent: Option<Lent>) -> Self {
        let (begun, kept) = (Instant::now(), Arc::new(Mutex::new(Kept::new(MOST_KEPT))));
        let errors = Errors::read(&held, &kept, begun);
        let mut running = Self {
            program,
            held: Some(held),
            unsent: Vec::new(),
            sent: 0,
            fresh: Vec::new(),
            fresh_at: None,
            unread: Vec::new(),
            closed: None,
            written: 0,
            questions: Vec::new(),
            ids: [String::new(), String::new()],
            waiting: Vec::new(),
            greeted: false,
            hello: None,
            greeted_after: Duration::ZERO,
            gone: None,
            errors,
            kept,
            begun,
            strays: 0,
            stray_lines: Vec::new(),
            stray_bytes: 0,
            stale: 0,
            pings: 0,
            seeds: HashSet::new(),
            ponders,
            excuses: true,
            played: 0,
            lent,
        };
        let startup = running.program.startup;
        let host = concat!("gridhaunt ", env!("CARGO_PKG_VERSION"));
        let hello = ToBot::Hello { protocol: crate::protocol::PROTOCOL, host };
        running.ask(Asks::Hello, 0, String::new(), &hello.line(), Some(startup));
        running
    }

    /// Whether it has processors of its own.
    pub(crate) fn is_apart(&self) -> bool {
        self.lent.is_some()
    }

    /// Sends a line and opens its question.
    pub(crate) fn ask(&mut self, asks: Asks, seat: u8, id: String, line: &[u8], limit: Option<Duration>) {
        if !self.ponders
            && let Some(held) = &mut self.held
        {
            held.cont();
        }
        if asks == Asks::Move {
            self.written = 0;
            self.ids = [id.clone(), std::mem::take(&mut self.ids[0])];
            self.errors.turn.fetch_add(1, Ordering::Relaxed);
        }
        // B11: the clock starts when the first byte is offered to the pipe.
        let now = Instant::now();
        self.questions.push(Question::new(asks, seat, id, limit, now));
        self.send_at(line, now);
        self.bury();
    }

    /// Sends `start`, as soon as the program has said `hello`.
    pub(crate) fn start(&mut self, seat: u8, line: Vec<u8>, first: Duration) {
        if self.greeted {
            self.ask(Asks::Ready, seat, String::new(), &line, Some(first));
        } else {
            self.waiting.push((seat, line, first));
            self.bury();
        }
    }

    /// Sends a line that has no answer.
    pub(crate) fn send(&mut self, line: &[u8]) {
        self.send_at(line, Instant::now());
    }

    fn send_at(&mut self, line: &[u8], now: Instant) {
        if self.gone.is_some() {
            return;
        }
        // B21: the host's lines can be made again from the record, so that their beginnings are enough.
        let text = line.trim_ascii_end();
        self.keep(now, From::Host, text.get(..MOST_SHOWN).unwrap_or(text));
        let mut sent = 0;
        if self.sent == self.unsent.len() {
            self.unsent.clear();
            self.sent = 0;
            sent = self.offer(line);
        }
        self.unsent.extend_from_slice(&line[sent..]);
        if self.unsent.len() - self.sent > MOST_UNREAD {
            self.lose(Verdict::Closed, "it has not read its input for long".into());
        }
    }

    /// Adds to the transcript (B21).
    fn keep(&self, at: Instant, from: From, bytes: &[u8]) {
        words(&self.kept).add(Stamp { at: at.saturating_duration_since(self.begun), from }, bytes);
    }

    /// Writes what waits, as far as the pipe takes it, without waiting.
    fn write(&mut self) {
        if self.sent < self.unsent.len() {
            let unsent = std::mem::take(&mut self.unsent);
            self.sent += self.offer(&unsent[self.sent..]);
            self.unsent = unsent;
        }
    }

    /// Writes as much as the pipe takes, without waiting; how many bytes that is.
    fn offer(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        let Some(held) = self.held.as_ref().filter(|_| self.closed.is_none()) else { return 0 };
        while sent < bytes.len() {
            match rustix::io::write(&held.stdin, &bytes[sent..]) {
                Ok(written) => sent += written,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => {
                    self.ended("closed its standard input");
                    break;
                }
            }
        }
        sent
    }

    /// A pipe is closed: the program is gone, or lives on without it (B14). Which of the two is known a moment later;
    /// nobody else waits for it.
    fn ended(&mut self, closed: &'static str) {
        if self.gone.is_none() && self.closed.is_none() {
            self.closed = Some((closed, Instant::now() + LAST_WORDS));
        }
    }

    /// Whether the program is gone; why is noted.
    fn check_fate(&mut self) -> bool {
        let Some(fate) = self.held.as_mut().and_then(Held::fate) else { return false };
        let (verdict, words) = match fate {
            Fate::Exited(code) => (Verdict::Crashed, format!("it exited with code {code}")),
            Fate::Signalled(signal) => (Verdict::Crashed, format!("it was killed by signal {signal}")),
            Fate::OverLimit(_, words) => (Verdict::OverLimit, words),
        };
        self.lose(verdict, words);
        true
    }

    /// The program cannot be asked any more: it is killed, and all its questions have this answer.
    fn lose(&mut self, verdict: Verdict, why: String) {
        if self.gone.is_some() {
            return;
        }
        if let Some(held) = &mut self.held {
            held.kill();
        }
        let (told, why) = if self.greeted || verdict == Verdict::Unfit {
            (verdict, why)
        } else {
            (Verdict::Unfit, self.before_hello(&why)) // B14
        };
        self.keep(Instant::now(), From::Remark, format!("{}: {why}", told.name()).as_bytes());
        self.gone = Some((verdict, why));
        self.bury();
    }

    /// Why a program is gone that never said hello, with what it wrote instead.
    fn before_hello(&self, why: &str) -> String {
        match (self.stray_lines.first(), self.unread.as_slice()) {
            (Some(line), _) => format!("{why} before hello, and wrote this line: {line}"),
            (None, []) => format!("{why} before hello"),
            (None, bytes) => format!("{why} before hello, and wrote this without a newline: {}", clipped(bytes)),
        }
    }

    /// Settles the open questions of a program that is gone.
    fn bury(&mut self) {
        let Some((verdict, why)) = &self.gone else { return };
        let (verdict, why, greeted) = (*verdict, why.clone(), self.greeted);
        for question in self.questions.iter_mut().filter(|question| question.settled.is_none()) {
            let verdict = if greeted { verdict } else { Verdict::Unfit }; // B14
            question.settle(verdict, None, why.clone());
        }
        // Lines that wait for a greeting will never be sent.
        for (seat, _, _) in self.waiting.drain(..) {
            let mut question = Question::new(Asks::Ready, seat, String::new(), None, Instant::now());
            question.settle(if greeted { verdict } else { Verdict::Unfit }, None, why.clone());
            self.questions.push(question);
        }
    }

    /// Whether anything is awaited from it.
    pub(crate) fn is_awaited(&self) -> bool {
        self.gone.is_none() && self.questions.iter().any(|question| question.settled.is_none())
    }

    /// When the next question must be looked at: its deadline, or the moment for its mark.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        if let Some((_, until)) = self.closed {
            return Some(until);
        }
        let open = self.questions.iter().filter(|question| question.settled.is_none());
        open.filter_map(|question| {
            let marks = self.excuses && question.mark.is_none() && question.asks == Asks::Move;
            let mark = marks.then(|| question.asked + Mark::AFTER);
            [question.extended.or(question.deadline), mark].into_iter().flatten().min()
        })
        .min()
    }

    /// Adds what to poll: its control channel first, its output, and its input if lines are waiting.
    pub(crate) fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        let Some(held) = &self.held else { return };
        fds.push(PollFd::from_borrowed_fd(held.control(), PollFlags::IN));
        if self.closed.is_some() {
            return;
        }
        fds.push(PollFd::from_borrowed_fd(std::os::fd::AsFd::as_fd(&held.stdout), PollFlags::IN));
        if self.sent < self.unsent.len() {
            fds.push(PollFd::from_borrowed_fd(std::os::fd::AsFd::as_fd(&held.stdin), PollFlags::OUT));
        }
    }

    /// Reads some of what is there, without looking at it: of all who are awaited first, so that nobody's time depends on
    /// what others wrote.
    pub(crate) fn fill(&mut self) {
        if self.closed.is_none() {
            self.read();
        }
    }

    fn read(&mut self) {
        if self.gone.is_some() || self.fresh_at.is_some() {
            return;
        }
        let Some(held) = &self.held else { return };
        self.fresh.reserve_exact(MOST_READ);
        let read = loop {
            match rustix::io::read(&held.stdout, spare_capacity(&mut self.fresh)) {
                Err(Errno::INTR) => {}
                read => break read,
            }
        };
        match read {
            Err(Errno::AGAIN) => {}
            Ok(0) | Err(_) => self.ended("closed its standard output"),
            Ok(_) => self.fresh_at = Some(Instant::now()),
        }
    }

    /// Looks at what [`fill`](Self::fill) read, writes and looks at the clock, without waiting; `told` if there is news of
    /// its process.
    pub(crate) fn attend(&mut self, judge: Judge<'_>, told: bool) {
        if self.gone.is_some() {
            return;
        }
        self.write();
        self.look(judge);
        if told || self.closed.is_some() {
            self.look_at_fate(judge);
        }
        if self.errors.flooded.load(Ordering::Relaxed) {
            self.lose(Verdict::Flooded, "it wrote more than 16 MiB to its standard error".into()); // B6
        }
        // Of a pipe that is closed it is known soon why.
        if self.gone.is_none() && self.closed.is_none() {
            self.look_at_clock();
        }
    }

    /// Looks at what was read.
    fn look(&mut self, judge: Judge<'_>) {
        if let Some(at) = self.fresh_at.take() {
            let mut bytes = std::mem::take(&mut self.fresh);
            self.take(&bytes, at, judge);
            bytes.clear();
            self.fresh = bytes;
        }
    }

    /// Whether the program is gone. A child of it may hold its pipes open, so that they do not tell; what it wrote before
    /// its end counts, also where it was gone before it was told anything.
    fn look_at_fate(&mut self, judge: Judge<'_>) {
        if self.held.as_mut().and_then(Held::fate).is_some() {
            loop {
                self.read();
                if self.gone.is_some() || self.fresh_at.is_none() {
                    break;
                }
                self.look(judge);
            }
            self.check_fate();
        } else if let Some((closed, until)) = self.closed
            && Instant::now() >= until
        {
            self.lose(Verdict::Closed, format!("it {closed}, but still runs"));
        }
    }

    /// Splits bytes into lines.
    fn take(&mut self, mut bytes: &[u8], at: Instant, judge: Judge<'_>) {
        self.written += bytes.len();
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let whole = &bytes[..end];
            bytes = &bytes[end + 1..];
            if self.unread.is_empty() {
                self.take_line(whole, at, judge);
            } else {
                let mut line = std::mem::take(&mut self.unread);
                line.extend_from_slice(whole);
                self.take_line(&line, at, judge);
            }
            if self.gone.is_some() {
                return;
            }
        }
        self.unread.extend_from_slice(bytes);
        if self.unread.len() > MOST_LINE {
            self.lose(Verdict::Flooded, "it wrote a line of more than 64 KiB".into()); // B4
        } else if self.written > MOST_TURN {
            self.lose(Verdict::Flooded, "it wrote more than 256 KiB between two turns".into()); // B4
        }
    }

    /// Takes a line, without its end.
    fn take_line(&mut self, line: &[u8], at: Instant, judge: Judge<'_>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line); // B4
        if line.len() > MOST_LINE {
            self.lose(Verdict::Flooded, "it wrote a line of more than 64 KiB".into()); // B4
        } else {
            self.hear(line, at, judge);
        }
    }

    /// Takes a line for what it is.
    fn hear(&mut self, line: &[u8], at: Instant, judge: Judge<'_>) {
        self.keep(at, From::Bot, line);
        match FromBot::read(line) {
            None => self.is_stray(line),
            Some(FromBot::Hello { name, version: _ }) => {
                if self.greeted {
                    self.is_no_answer("hello");
                }
                self.greet(name, at);
            }
            Some(FromBot::Ready { seat }) => {
                let ready = |question: &&mut Question| {
                    question.asks == Asks::Ready && seat.is_none_or(|seat| question.seat == seat)
                };
                match self.questions.iter_mut().filter(|question| question.settled.is_none()).find(ready) {
                    Some(question) => question.settle_at(at, Verdict::Ok, None, String::new()),
                    None => self.is_stray(line),
                }
            }
            Some(FromBot::Pong { id }) => {
                if let Some(question) = open(&mut self.questions, &id, Asks::Pong) {
                    question.settle_at(at, Verdict::Ok, None, String::new());
                } else if !id.starts_with(LATE) {
                    self.is_no_answer("pong");
                }
            }
            Some(FromBot::Move(choice)) => match open(&mut self.questions, &choice.id, Asks::Move) {
                Some(question) => question.decide(choice, at, judge, self.held.as_mut()),
                None => self.is_stale("move", &choice.id),
            },
            Some(FromBot::Maybe(choice)) => match open(&mut self.questions, &choice.id, Asks::Move) {
                Some(question) => {
                    // B7: the last legal one counts.
                    if let Some(code) = (judge.code)(question.seat, &choice) {
                        question.maybe = Some((code, said(choice)));
                    }
                    self.is_no_answer("maybe");
                }
                None => self.is_stale("maybe", &choice.id),
            },
            Some(FromBot::Note { id, text, marks }) => match open(&mut self.questions, &id, Asks::Move) {
                Some(question) => {
                    question.note_bytes += line.len();
                    if question.note_bytes <= MOST_NOTES {
                        let mut note = json!({});
                        if let Some(text) = text {
                            note["text"] = text.into();
                        }
                        if let Some(marks) = marks {
                            note["marks"] = marks.into();
                        }
                        question.notes.push(note);
                    }
                    self.is_no_answer("note");
                }
                None => self.stale += 1,
            },
        }
    }

    fn greet(&mut self, name: Option<String>, at: Instant) {
        let hello =
            self.questions.iter_mut().find(|question| question.asks == Asks::Hello && question.settled.is_none());
        if let Some(question) = hello {
            question.settle_at(at, Verdict::Ok, None, String::new());
        }
        if !std::mem::replace(&mut self.greeted, true) {
            self.greeted_after = at.saturating_duration_since(self.begun);
            self.hello = name;
        }
        for (seat, line, first) in std::mem::take(&mut self.waiting) {
            self.ask(Asks::Ready, seat, String::new(), &line, Some(first));
        }
    }

    /// A message of this type is no answer to what is asked; it is told to who waits for one in vain.
    fn is_no_answer(&mut self, kind: &str) {
        for question in self.questions.iter_mut().filter(|question| question.settled.is_none()) {
            question.heard.get_or_insert_with(|| match question.asks {
                Asks::Move => format!("a {kind} came, but no move"),
                _ => format!("a {kind} came"),
            });
        }
    }

    /// A choice with the word of another turn (B7): ignored, but told to who waits for a choice in vain.
    fn is_stale(&mut self, kind: &str, id: &str) {
        self.stale += 1;
        // A second choice of a turn that is decided is no mistake in another turn.
        if self.questions.iter().any(|question| question.asks == Asks::Move && question.id == id) {
            return;
        }
        let is_before = !id.is_empty() && id == self.ids[1];
        let id = brief(&id.into());
        for question in self.questions.iter_mut().filter(|question| question.settled.is_none()) {
            question.heard = Some(match question.asks {
                Asks::Move => {
                    let whose = if is_before { "that of the turn before" } else { "not that of this turn" };
                    let own = &question.id;
                    format!("a {kind} came, but its id {} is {whose}, which is \"{own}\"", shown(&id))
                }
                _ => format!("a {kind} came"),
            });
        }
    }

    /// A line that is no message: kept, counted, never a fault by itself (B5).
    fn is_stray(&mut self, line: &[u8]) {
        self.strays += 1;
        // What looks like a message tells more than what was printed beside it.
        let is_meant = line.trim_ascii_start().starts_with(b"{");
        let misses = |question: &Question| {
            question.settled.is_none() && question.stray.as_ref().is_none_or(|(_, meant)| is_meant && !meant)
        };
        let has_room = self.stray_lines.len() < MOST_STRAYS.0 && self.stray_bytes < MOST_STRAYS.1;
        if !has_room && !self.questions.iter().any(misses) {
            return;
        }
        let why = clipped(FromBot::why_stray(line).as_bytes());
        let text = format!("{} ({why})", clipped(line));
        for question in self.questions.iter_mut().filter(|question| misses(question)) {
            question.stray = Some((text.clone(), is_meant));
        }
        if has_room && self.stray_bytes + text.len() <= MOST_STRAYS.1 {
            self.stray_bytes += text.len();
            self.stray_lines.push(text);
        }
    }

    /// Settles questions whose time is over (B11, B14).
    fn look_at_clock(&mut self) {
        let now = Instant::now();
        let (mut is_late, mut dumb) = (false, None);
        for question in self.questions.iter_mut().filter(|question| question.settled.is_none()) {
            let marks = self.excuses && question.mark.is_none() && question.asks == Asks::Move;
            if marks && now >= question.asked + Mark::AFTER {
                question.mark = self.held.as_mut().map(Mark::take);
            }
            if question.deadline.is_none_or(|deadline| now < deadline) {
                continue;
            }
            if question.asks == Asks::Move && question.is_excused(now, self.held.as_mut()) {
                continue;
            }
            let (verdict, why) = match question.asks {
                Asks::Hello => {
                    let why = format!("no hello in {}", span(self.program.startup));
                    let why = in_vain(&why, question, &self.unread).unwrap_or(why + ": does it flush its output?");
                    dumb = Some(why.clone());
                    (Verdict::Unfit, why)
                }
                Asks::Ready => {
                    let nothing = || format!("no ready in time: nothing came in {}", span(question.limit()));
                    let why = in_vain("no ready in time", question, &self.unread).unwrap_or_else(nothing);
                    (Verdict::Unready, why)
                }
                Asks::Move if !self.unread.is_empty() => {
                    (Verdict::Partial, "no move in time, but bytes without a newline: flush?".to_string())
                }
                Asks::Move | Asks::Pong => {
                    let allowed = span(question.limit());
                    match (&question.stray, &question.heard) {
                        (Some((line, _)), None) => {
                            (Verdict::Garbled, format!("no move in time, but this line: {line}"))
                        }
                        (Some((line, _)), Some(heard)) => {
                            (Verdict::Garbled, format!("no move in time, but this line: {line}; besides, {heard}"))
                        }
                        (None, Some(heard)) => {
                            (Verdict::Late, format!("{heard}; {allowed} were allowed, margin included"))
                        }
                        (None, None) => {
                            (Verdict::Late, format!("no move in time: nothing came in {allowed}, margin included"))
                        }
                    }
                }
            };
            is_late |= question.asks == Asks::Move;
            question.settle_at(now, verdict, None, why.clone());
            question.fall_back();
        }
        if let Some(why) = dumb {
            self.lose(Verdict::Unfit, why);
        }
        if is_late {
            // B7: it is not awaited, but tells slow from dead in the log. Ids never come twice.
            self.pings += 1;
            let id = format!("{LATE}{}", self.pings);
            self.send(&ToBot::Ping { id: &id }.line());
        }
    }

    /// Takes the answer to a question out, once it is settled.
    pub(crate) fn answer(&mut self, asks: Asks, seat: u8) -> Option<(Settled, Vec<Value>)> {
        let done = |question: &Question| question.asks == asks && question.seat == seat && question.settled.is_some();
        let place = self.questions.iter().position(done)?;
        let question = self.questions.remove(place);
        if !self.ponders
            && asks == Asks::Move
            && let Some(held) = &mut self.held
        {
            held.stop(); // B15
        }
        Some((question.settled?, question.notes))
    }

    /// Whether its last words may still come: it is gone, and what it wrote to standard error is not read yet.
    pub(crate) fn is_dying(&self) -> bool {
        self.gone.is_some() && !self.errors.is_read()
    }

    /// Writes a remark into the transcript.
    pub(crate) fn remark(&self, text: &str) {
        self.keep(Instant::now(), From::Remark, text.as_bytes());
    }

    /// The last lines of its standard error.
    #[must_use]
    pub fn last_errors(&self) -> Vec<String> {
        words(&self.errors.kept).last(From::Error, MOST_LAST)
    }

    /// The process, while it is there.
    #[must_use]
    pub const fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// The processor time that it has used, with all that it started.
    pub(crate) fn processor(&mut self) -> Duration {
        self.held.as_mut().and_then(Held::usage).map(|usage| usage.cpu).unwrap_or_default()
    }

    /// The leftovers of a match; the next match begins without them.
    pub(crate) fn leftovers(&mut self) -> Leftovers {
        if let Some(held) = &self.held {
            self.errors.settle(&held.stderr);
        }
        let both_ways = std::mem::replace(&mut *words(&self.kept), Kept::new(MOST_KEPT));
        let errors = std::mem::replace(&mut *words(&self.errors.kept), Kept::new(MOST_ERRORS.1 as usize));
        self.questions.clear();
        (self.written, self.stray_bytes) = (0, 0);
        self.errors.all.store(0, Ordering::Relaxed);
        Leftovers {
            strays: std::mem::take(&mut self.strays),
            stray_lines: std::mem::take(&mut self.stray_lines),
            stale: std::mem::take(&mut self.stale),
            transcript: Transcript { both_ways, errors },
        }
    }

    /// Whether the process may play another match.
    pub(crate) fn is_reusable(&self) -> bool {
        self.program.reuse && self.gone.is_none() && self.greeted && self.held.is_some()
    }

    /// Prepares for another match: its private folder is emptied (B9a). Until [`renewed`](Self::renewed) others can be
    /// prepared too.
    pub(crate) fn renew(&mut self) {
        self.questions.clear();
        if let Some(held) = &mut self.held {
            held.ask_to_empty();
        }
    }

    /// Waits until it is prepared.
    pub(crate) fn renewed(&mut self) {
        if let Some(held) = &mut self.held {
            held.emptied();
        }
    }

    /// Ends the program (B7): its input is closed, and what does not leave is killed. Returns whether it was gone before,
    /// how long it took, and how it left.
    pub(crate) fn leave(mut self) -> (bool, Duration, Left) {
        let (gone, begun, mut left) = (self.gone.is_some(), Instant::now(), Left::default());
        if let Some(mut held) = self.held.take() {
            if !self.ponders {
                held.cont();
            }
            left = held.leave(Duration::from_millis(500));
        }
        let took = begun.elapsed();
        self.errors.join();
        if left.stderr.is_empty() {
            left.stderr = self.last_errors().join("\n").into_bytes();
        }
        (gone, took, left)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut held) = self.held.take() {
            held.kill();
            let _ = held.leave(Duration::ZERO);
        }
        self.errors.join();
    }
}

/// What came instead of an answer, if anything.
fn in_vain(why: &str, question: &Question, unread: &[u8]) -> Option<String> {
    if !unread.is_empty() {
        return Some(format!("{why}, but bytes came without a newline: {}", clipped(unread)));
    }
    match (&question.stray, &question.heard) {
        (Some((line, _)), _) => Some(format!("{why}, but this line: {line}")),
        (None, Some(heard)) => Some(format!("{why}, but {heard}")),
        (None, None) => None,
    }
}

/// The beginning of what a bot wrote, so that a terminal does not obey it.
fn clipped(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..4 * MOST_SHOWN).unwrap_or(bytes)).into_owned();
    let text = shown(&text);
    match text.char_indices().nth(MOST_SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.into_owned(),
    }
}

/// A time in a message.
fn span(time: Duration) -> String {
    match time.as_millis() {
        millis if millis >= 1000 && millis.is_multiple_of(1000) => format!("{} s", millis / 1000),
        millis => format!("{millis} ms"),
    }
}

/// A wait as poll takes it.
pub(crate) fn timespec(wait: Duration) -> Timespec {
    Timespec { tv_sec: i64::try_from(wait.as_secs()).unwrap_or(i64::MAX), tv_nsec: wait.subsec_nanos().into() }
}
