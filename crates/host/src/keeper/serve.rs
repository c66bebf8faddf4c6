//! The keeper's side: one thread that waits for the host, the program and the clock.

use super::cage::Cage;
use super::wire::{self, Ask, Say};
use super::{Left, Limits};
use crate::sys;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, getpid, getppid, set_child_subreaper};
use std::io;
use std::os::fd::OwnedFd;
use std::process::exit;
use std::time::{Duration, Instant};

/// How often the limits of the tree are looked at (B18).
const WATCH: Duration = Duration::from_millis(50);
/// How often orphans are reaped while the last of them are waited for.
const REAP: Duration = Duration::from_millis(2);

/// The most characters of a reason: a `PATH` may be long.
const MOST_WORDS: usize = 4000;

/// A leave that was asked for.
struct Leaving {
    grace: Duration,
    next: Instant,
    term: bool,
}

/// The keeper, from its start to its end.
pub(super) fn serve() -> ! {
    let Some(control) = set_up() else { exit(2) };
    let Ok(Some((Ask::Launch(order), ends))) = wire::receive_order(&control) else { exit(2) };
    let Ok(ends) = <[OwnedFd; 3]>::try_from(ends) else { exit(2) };
    let started = Cage::start(&order, &ends);
    // The program's ends are its own: what it closes must be closed.
    drop(ends);
    match started {
        Err(words) => {
            let words = words.chars().take(MOST_WORDS).collect();
            let _ = wire::send(&control, &Say::Unfit(words), &[]);
            exit(1)
        }
        Ok(mut cage) => {
            let private = cage.private().map(|path| path.as_os_str().to_owned());
            let started = Say::Started { pid: cage.pid(), above: cage.above(), private, groups: cage.groups() };
            let said = wire::send(&control, &started, &[cage.process()]);
            let left = if said.is_ok() { keep(&mut cage, &control, &order.limits) } else { end(&mut cage, false) };
            cage.clear();
            let _ = wire::send(&control, &Say::Left(left), &[]);
            exit(0)
        }
    }
}

/// Takes the control socket from standard input, and lets nothing else in that the host left open.
fn set_up() -> Option<OwnedFd> {
    sys::close_from(3, false).ok()?;
    let control = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3).ok()?;
    let nothing = std::fs::File::open("/dev/null").ok()?;
    rustix::stdio::dup2_stdin(&nothing).ok()?;
    set_child_subreaper(Some(getpid())).ok()?;
    Some(control)
}

/// Waits until all is over.
fn keep(cage: &mut Cage, control: &OwnedFd, limits: &Limits) -> Left {
    let host = getppid();
    let mut told = false;
    let mut leaving: Option<Leaving> = None;
    let mut next = Instant::now() + WATCH;
    loop {
        cage.reap();
        // A process that the host forked may hold the pipe open, but it is not the host.
        if getppid() != host {
            return end(cage, false);
        }
        if !told && let Some(fate) = cage.fate() {
            told = true;
            if wire::send(control, &Say::Fate(fate.clone()), &[]).is_err() {
                return end(cage, false);
            }
        }
        let now = Instant::now();
        if let Some(leave) = &mut leaving {
            if cage.is_empty() {
                return end(cage, leave.term);
            }
            if now >= leave.next {
                if leave.term {
                    return end(cage, true);
                }
                leave.term = true;
                leave.next = now + leave.grace;
                cage.signal(Signal::TERM);
                // What is stopped acts on it only when it goes on.
                cage.signal(Signal::CONT);
            }
        }
        if now >= next && !cage.is_empty() {
            next = now + WATCH;
            if cage.watch(limits) {
                // Told before it is killed: much memory takes a while to be given back.
                if !told && let Some(fate) = cage.fate() {
                    told = true;
                    let _ = wire::send(control, &Say::Fate(fate.clone()), &[]);
                }
                cage.kill();
                continue;
            }
        }
        let mut until = if cage.is_empty() { None } else { Some(next) };
        if let Some(leave) = &leaving {
            let soon = if cage.fate().is_some() { now + REAP } else { leave.next };
            until = Some(until.map_or(soon, |until| until.min(soon)).min(leave.next));
        }
        if !wait(cage, control, told, until.map(|until| until.saturating_duration_since(now))) {
            continue;
        }
        match wire::receive::<Ask>(control, false) {
            Ok(Some((Ask::Leave(grace), _))) => {
                leaving = Some(Leaving { grace, next: Instant::now() + grace, term: false });
            }
            Ok(Some((Ask::Kill, _))) => drop(cage.kill()),
            Ok(Some((Ask::Empty, _))) => {
                let _ = wire::send(control, &Say::Emptied(cage.empty_private().err()), &[]);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // The host is gone, by whatever signal (B16).
            _ => return end(cage, false),
        }
    }
}

/// Waits for the host, the program's end or the time; whether the host has something.
fn wait(cage: &Cage, control: &OwnedFd, over: bool, limit: Option<Duration>) -> bool {
    let limit =
        limit.map(|limit| Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: i64::from(limit.subsec_nanos()) });
    let mut polled = vec![PollFd::new(control, PollFlags::IN)];
    polled.extend(cage.wake(over).map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)));
    poll(&mut polled, limit.as_ref()).is_ok() && !polled[0].revents().is_empty()
}

/// Kills what is left, and says how it went.
fn end(cage: &mut Cage, term: bool) -> Left {
    let usage = cage.usage();
    let (killed, remaining) = cage.kill();
    Left { fate: cage.fate().cloned(), term, killed, remaining, usage, stderr: Vec::new() }
}
