//! The host's side: a program that is held by a keeper.

use super::tree::{self, Tree};
use super::wire::{self, Ask, Order, Say};
use super::{ASKED, Fate, Launch, Left, Unfit, Usage, binary, words};
use crate::sandbox::cgroup;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a keeper may take to start a program.
const START: Duration = Duration::from_secs(20);
/// How long it may take to answer, or to end what it was told to end.
const ANSWER: Duration = Duration::from_secs(10);
/// How long what a killed keeper left behind is looked for, if it starts more and more.
const SWEEPING: Duration = Duration::from_secs(1);
/// How much of standard error is kept while a program leaves.
const LAST_WORDS: usize = 16 << 10;

/// A program that runs, with the host's ends of its pipes: they do not block and are closed at exec.
#[derive(Debug)]
pub struct Held {
    /// What it reads.
    pub stdin: OwnedFd,
    /// What it writes.
    pub stdout: OwnedFd,
    /// What it complains of.
    pub stderr: OwnedFd,
    /// Its process.
    pub pid: u32,
    processors: Vec<usize>,
    control: OwnedFd,
    keeper: Child,
    process: Option<OwnedFd>,
    private: Option<PathBuf>,
    groups: Vec<PathBuf>,
    tree: Tree,
    stopped: Vec<Pid>,
    fate: Option<Fate>,
    used: Usage,
    left: Option<Left>,
    leaving: bool,
    gone: bool,
}

impl Held {
    /// Starts a program.
    ///
    /// # Errors
    /// One line that says what was tried and what to do.
    pub fn launch(launch: &Launch) -> Result<Self, Unfit> {
        let folder = launch.folder.canonicalize();
        let folder = folder.map_err(|error| Unfit(format!("{}: {error}", launch.folder.display())))?;
        let order = Order::new(launch, folder.into_os_string());
        let (mut held, sent) = Self::with_keeper(order)
            .map_err(|error| Unfit(format!("{}: the keeper does not start: {error}", binary().display())))?;
        sent.map_err(|error| Unfit(format!("the keeper cannot be told what to start: {error}")))?;
        match held.wait(START) {
            Ok(Some(Say::Started { pid, above, private, groups })) => {
                held.pid = pid;
                held.processors.clone_from(&launch.processors);
                held.tree = Tree::new(above);
                held.groups = groups.into_iter().map(PathBuf::from).collect();
                held.private = private.map(PathBuf::from);
                Ok(held)
            }
            Ok(Some(Say::Unfit(words))) => Err(Unfit(words)),
            Ok(_) => Err(Unfit(format!(
                "{}: the keeper left without a word; GRIDHAUNT_KEEPER must name the gridhaunt binary",
                binary().display()
            ))),
            Err(error) => Err(Unfit(format!("the keeper does not answer: {error}"))),
        }
    }

    fn with_keeper(order: Order) -> io::Result<(Self, io::Result<()>)> {
        let (input, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stdout, output) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stderr, errors) = pipe_with(PipeFlags::CLOEXEC)?;
        for end in [&stdin, &stdout, &stderr] {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        let (control, theirs) = wire::pair()?;
        // Not in our process group: Ctrl-C is for the host, which then asks.
        let keeper = Command::new(std::path::absolute(binary())?)
            .args(words())
            .arg(ASKED)
            .env_clear()
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()?;
        let sent =
            wire::send(&control, &Ask::Launch(Box::new(order)), &[input.as_fd(), output.as_fd(), errors.as_fd()]);
        let held = Self {
            stdin,
            stdout,
            stderr,
            pid: 0,
            processors: Vec::new(),
            control,
            tree: Tree::new(keeper.id()),
            keeper,
            process: None,
            private: None,
            groups: Vec::new(),
            stopped: Vec::new(),
            fate: None,
            used: Usage::default(),
            left: None,
            leaving: false,
            gone: false,
        };
        Ok((held, sent))
    }

    /// The processors that it is bound to; none for any.
    pub(crate) fn processors(&self) -> &[usize] {
        &self.processors
    }

    /// What became of the program, once it is gone; does not block.
    pub fn fate(&mut self) -> Option<Fate> {
        self.drain();
        self.fate.clone()
    }

    /// Readable when [`fate`](Self::fate) may have changed.
    #[must_use]
    pub fn control(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// SIGKILL to all of it, at once.
    pub fn kill(&mut self) {
        if let Some(process) = &self.process {
            let _ = pidfd_send_signal(process, Signal::KILL);
        }
        self.ask(&Ask::Kill);
    }

    /// Closes its input, which means: leave. It has `grace` until SIGTERM and as much again until SIGKILL (B7); programs
    /// that are asked one after the other leave side by side.
    pub fn ask_to_leave(&mut self, grace: Duration) {
        if !std::mem::replace(&mut self.leaving, true) {
            // Nobody reads from the new pipe: what is written there by mistake is an error, as to a program that is gone.
            if let Ok((_, nobody)) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK) {
                self.stdin = nobody;
            }
            self.ask(&Ask::Leave(grace));
        }
    }

    /// Has it leave (B7.5) and waits until all of it is reaped, and its private folder is gone.
    #[must_use]
    pub fn leave(mut self, grace: Duration) -> Left {
        self.ask_to_leave(grace);
        let deadline = Instant::now() + grace * 2 + ANSWER;
        let mut words = Vec::new();
        let (mut output, mut errors) = (true, true);
        while self.left.is_none() && !self.gone && Instant::now() < deadline {
            let none = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
            let mut polled = vec![PollFd::new(&self.control, PollFlags::IN)];
            // A program that still writes must not be blocked by that.
            if output {
                polled.push(PollFd::new(&self.stdout, PollFlags::IN));
            }
            if errors {
                polled.push(PollFd::new(&self.stderr, PollFlags::IN));
            }
            let _ = poll(&mut polled, Some(&none));
            output = output && discard(&self.stdout, |_| {});
            errors = errors && discard(&self.stderr, |bytes| last(&mut words, bytes));
            self.drain();
        }
        discard(&self.stderr, |bytes| last(&mut words, bytes));
        let mut left = self.left.take().unwrap_or_default();
        left.fate = left.fate.or(self.fate.take());
        left.usage.cpu = left.usage.cpu.max(self.used.cpu);
        left.usage.peak = left.usage.peak.max(self.used.peak);
        left.stderr = words;
        left
    }

    /// Has its private folder emptied (B9a), without waiting for it.
    pub fn ask_to_empty(&mut self) {
        self.ask(&Ask::Empty);
    }

    /// Waits until its private folder is empty, after [`ask_to_empty`](Self::ask_to_empty).
    pub fn emptied(&mut self) {
        let _ = self.wait(ANSWER);
    }

    /// What it and everything that it started used until now; none if its keeper is gone. It asks the kernel and not the
    /// keeper, so that nobody must be woken for it.
    #[must_use]
    pub fn usage(&mut self) -> Option<Usage> {
        if self.gone || self.left.is_some() {
            return None;
        }
        let mut usage = self.tree.usage();
        if let Some(time) = self.groups.iter().find_map(|group| cgroup::processor_time(group)) {
            usage.cpu = time;
        }
        self.used.peak = self.used.peak.max(usage.peak);
        self.used.cpu = self.used.cpu.max(usage.cpu);
        (usage.peak, usage.cpu) = (self.used.peak, self.used.cpu);
        Some(usage)
    }

    /// Stops all of it until [`cont`](Self::cont).
    pub fn stop(&mut self) {
        if let Some(process) = &self.process {
            let _ = pidfd_send_signal(process, Signal::STOP);
        }
        let members = self.tree.members();
        self.stopped = members.iter().filter_map(|process| Pid::from_raw(process.pid as i32)).collect();
        for pid in &self.stopped {
            let _ = kill_process(*pid, Signal::STOP);
        }
    }

    /// Has all that was stopped go on.
    pub fn cont(&mut self) {
        if let Some(process) = &self.process {
            let _ = pidfd_send_signal(process, Signal::CONT);
        }
        for pid in self.stopped.drain(..) {
            let _ = kill_process(pid, Signal::CONT);
        }
    }

    fn ask(&mut self, ask: &Ask) {
        // A keeper that is gone shows when it is listened to.
        let _ = wire::send(&self.control, ask, &[]);
    }

    /// Takes in what the keeper said.
    fn drain(&mut self) {
        while !self.gone {
            match wire::receive::<Say>(&self.control, false) {
                Ok(Some((say, _))) => drop(self.hear(say)),
                Ok(None) => self.lost(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.lost(),
            }
        }
    }

    /// Keeps news, and hands back answers.
    fn hear(&mut self, say: Say) -> Option<Say> {
        match say {
            Say::Fate(fate) => self.fate = self.fate.take().or(Some(fate)),
            Say::Left(left) => self.left = Some(left),
            answer => return Some(answer),
        }
        None
    }

    /// The keeper is gone: unless all was over it was killed, and the program with it, by the kernel. What else the
    /// program started is ended here.
    fn lost(&mut self) {
        self.gone = true;
        if self.left.is_none() {
            self.fate = self.fate.take().or(Some(Fate::Signalled(Signal::KILL.as_raw())));
            if let Some(private) = &self.private {
                tree::kill_those_of(private);
            }
        }
    }

    /// Waits for an answer; none if the keeper is gone.
    fn wait(&mut self, limit: Duration) -> io::Result<Option<Say>> {
        let deadline = Instant::now() + limit;
        while !self.gone {
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            match poll(&mut [PollFd::new(&self.control, PollFlags::IN)], Some(&timeout)) {
                Err(Errno::INTR) => continue,
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                polled => polled?,
            };
            match wire::receive::<Say>(&self.control, false) {
                Ok(Some((say, descriptors))) => {
                    // The program's process comes with the news that it runs.
                    self.process = descriptors.into_iter().next().or(self.process.take());
                    if let Some(answer) = self.hear(say) {
                        return Ok(Some(answer));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                _ => self.lost(),
            }
        }
        Ok(None)
    }
}

impl Drop for Held {
    /// Nothing of it is left, asked or not.
    fn drop(&mut self) {
        if self.left.is_none() && !self.gone {
            self.kill();
            let _ = rustix::net::shutdown(&self.control, rustix::net::Shutdown::Write);
        }
        let deadline = Instant::now() + ANSWER;
        loop {
            match self.keeper.try_wait() {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_micros(500)),
                Ok(None) => {
                    let _ = self.keeper.kill();
                    let _ = self.keeper.wait();
                    break;
                }
                _ => break,
            }
        }
        // Left only by a keeper that was killed.
        if let Some(private) = self.private.take()
            && private.exists()
        {
            // Looked for more than once: who is just being executed has no environment for a moment.
            let (deadline, mut quiet) = (Instant::now() + SWEEPING, 0);
            while quiet < 3 && Instant::now() < deadline {
                quiet = if tree::kill_those_of(&private) { 0 } else { quiet + 1 };
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = super::folder::remove(&private);
        }
        for group in self.groups.iter().filter(|group| group.exists()) {
            cgroup::remove(group);
        }
    }
}

/// Reads what is there; whether more may come.
fn discard(end: &OwnedFd, mut kept: impl FnMut(&[u8])) -> bool {
    let mut bytes = [0; 16 << 10];
    // Not for ever, even if it writes as fast as we read.
    for _ in 0..64 {
        match rustix::io::read(end, &mut bytes) {
            Ok(0) => return false,
            Ok(count) => kept(&bytes[..count]),
            Err(Errno::INTR) => {}
            Err(error) => return error == Errno::AGAIN,
        }
    }
    true
}

fn last(words: &mut Vec<u8>, bytes: &[u8]) {
    words.extend_from_slice(bytes);
    let over = words.len().saturating_sub(LAST_WORDS);
    words.drain(..over);
}
