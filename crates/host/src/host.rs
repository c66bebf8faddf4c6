//! What all matches with programs share: the terms, the processes that wait for their next match, and the machine.

use crate::clock::Clock;
#[cfg(target_os = "linux")]
use crate::keeper::private;
use crate::keeper::{Held, Launch, Left, Level, Limits, Unfit};
use crate::manifest::Program;
use crate::processors::{Lent, Short, Stock};
use crate::running::{Leftovers, Running};
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
#[cfg(target_os = "linux")]
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

/// How long `ready` may take (B10).
pub const FIRST: Duration = Duration::from_secs(3);
/// How often a match that waits for processors looks whether all is to stop.
const LOOK: Duration = Duration::from_millis(100);
/// The least and the most margin (B11).
const MARGIN: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(100));

/// The terms that programs play under.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How long a seat may think.
    pub clock: Clock,
    /// How long `ready` may take.
    pub first: Duration,
    /// How programs are shut in.
    pub level: Level,
    /// What they may use.
    pub limits: Limits,
    /// Whether they may think between their turns (B15).
    pub ponder: bool,
    /// Whether programs of a host that is root are root themselves (B16).
    pub as_root: bool,
    /// Whether a build above level 0 has the machine's network (B3).
    pub build_network: bool,
    /// Whether programs at level 2 have processors of their own, where there are enough for all of `matches` (B15).
    pub own_processors: bool,
    /// How many matches are played at once, until [`Host::play_at_once`] says otherwise.
    pub matches: usize,
    /// A seat without a clock, because somebody debugs its program (B13).
    pub debug: Option<u8>,
    /// Set when all is to stop.
    pub stop: Option<&'static AtomicBool>,
    /// Asked by whoever waits, several times a second, whether all is to stop: for hosts that learn of Ctrl-C by asking.
    pub interrupted: Option<fn() -> bool>,
    /// Whether it is noted how programs start, what they use and how they leave, for [`Host::seen`].
    pub notes: bool,
}

/// What was noted of programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How long the slowest took to say `hello`, from its launch.
    pub hello: Duration,
    /// How it calls itself.
    pub name: Option<String>,
    /// The most bytes that were resident, of all processes of one program.
    pub peak: u64,
    /// How many lines were no message (B5).
    pub strays: u64,
    /// The first of them.
    pub stray_lines: Vec<String>,
    /// How those left that had not crashed, with the time that it took (B7).
    pub departures: Vec<(Duration, Left)>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            clock: Clock::PLAY,
            first: FIRST,
            level: Level::Zero,
            limits: Limits::default(),
            ponder: true,
            as_root: false,
            build_network: false,
            own_processors: true,
            matches: 1,
            debug: None,
            stop: None,
            interrupted: None,
            notes: false,
        }
    }
}

impl Terms {
    /// Whether all is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.interrupted.is_some_and(|interrupted| interrupted())
    }
}

/// The turn of a match on the machine.
pub struct Attempt<'a> {
    _second: Option<MutexGuard<'a, ()>>,
    _side: Option<RwLockReadGuard<'a, ()>>,
    _alone: Option<RwLockWriteGuard<'a, ()>>,
}

/// Where the process of a seat comes from.
pub(crate) enum Berth {
    /// It played before.
    Waits(Box<Running>),
    /// It is launched, and bound to these processors if any.
    Fresh(Option<Lent>),
}

/// Runs programs for matches, and keeps those that may play again.
pub struct Host {
    /// The terms.
    pub terms: Terms,
    /// What the machine is allowed on top of the clock (B11).
    pub margin: Duration,
    /// The key of the bots' seeds (B7).
    pub secret: [u8; 32],
    /// Processes that wait for their next match.
    idle: Mutex<Vec<Running>>,
    /// Held together by all matches, and alone by a match that was void twice (B12).
    machine: RwLock<()>,
    /// Held by a match that was void once: two of them never run at once (B12).
    second: Mutex<()>,
    /// Set when nobody waits for answers any more.
    abandoned: AtomicBool,
    /// The processors that programs may have for themselves; none below level 2.
    processors: Arc<Stock>,
    /// How many matches are played at once.
    matches: AtomicUsize,
    seen: Mutex<Seen>,
}

impl Host {
    /// A host with a fresh secret; the machine's delay is measured now.
    #[must_use]
    pub fn new(terms: Terms) -> Self {
        let mut secret = [0; 32];
        // Without randomness from the system the seeds can be guessed, which is better than not to play.
        let _ = getrandom::fill(&mut secret);
        #[cfg(target_os = "linux")]
        private::sweep(&[&std::env::temp_dir(), Path::new("/tmp"), Path::new("/var/tmp")]);
        let has_own = terms.own_processors && terms.level == Level::Two;
        Self {
            matches: AtomicUsize::new(terms.matches),
            processors: Arc::new(if has_own { Stock::of_this_machine() } else { Stock::empty() }),
            terms,
            margin: (2 * ping_pong()).clamp(MARGIN.0, MARGIN.1),
            secret,
            idle: Mutex::default(),
            machine: RwLock::default(),
            second: Mutex::default(),
            abandoned: AtomicBool::new(false),
            seen: Mutex::default(),
        }
    }

    /// From now on so many matches are played at once, which decides whether programs have processors of their own (B15).
    pub fn play_at_once(&self, matches: usize) {
        self.matches.store(matches, Ordering::Relaxed);
    }

    /// Gives up all that is awaited: whoever waits gets an answer that does not count.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// Whether all is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let is_stopped = self.abandoned.load(Ordering::Relaxed) || self.terms.is_stopped();
        if is_stopped {
            self.abandon();
        }
        is_stopped
    }

    /// Has all but so many of those that wait for a match leave, the first that came first: a host of very many matches
    /// keeps no more than it needs.
    pub fn keep_at_most(&self, processes: usize) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let more = idle.len().saturating_sub(processes);
        let leave: Vec<Running> = idle.drain(..more).collect();
        drop(idle);
        self.leave(leave);
    }

    /// Notes how a program started and what it said in a match.
    pub(crate) fn see(&self, running: &Running, left: &Leftovers) {
        if !self.terms.notes {
            return;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.hello = seen.hello.max(running.greeted_after);
        seen.name = seen.name.take().or_else(|| running.hello.clone());
        seen.strays += left.strays;
        if seen.stray_lines.is_empty() {
            seen.stray_lines.clone_from(&left.stray_lines);
        }
    }

    /// Has programs leave, and notes how.
    fn leave(&self, running: Vec<Running>) {
        let departures = leave_all(running);
        if self.terms.notes {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            for (gone, took, left) in departures {
                seen.peak = seen.peak.max(left.usage.peak);
                if !gone {
                    seen.departures.push((took, left));
                }
            }
        }
    }

    /// What was noted of the programs, if the terms say so; those that wait for a match leave first.
    #[must_use]
    pub fn seen(&self) -> Seen {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        self.leave(idle);
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The seed that a bot gets for its own dice: 64 bits of a keyed hash over match and seat (B7).
    #[must_use]
    pub fn bot_seed(&self, name: &str, seat: u8) -> u64 {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(name.as_bytes()).update(&[seat]);
        let bytes = hasher.finalize();
        u64::from_le_bytes(bytes.as_bytes()[..8].try_into().unwrap_or_default())
    }

    /// Waits for the turn of a match that was void so many times: all matches run side by side, those that are tried
    /// again one at a time, and those that are tried for the last time alone (B12).
    #[must_use]
    pub fn attempt(&self, voids: u64) -> Attempt<'_> {
        let second = (voids == 1).then(|| self.second.lock().unwrap_or_else(PoisonError::into_inner));
        if voids < 2 {
            let side = self.machine.read().unwrap_or_else(PoisonError::into_inner);
            return Attempt { _second: second, _side: Some(side), _alone: None };
        }
        let alone = self.machine.write().unwrap_or_else(PoisonError::into_inner);
        Attempt { _second: second, _side: None, _alone: Some(alone) }
    }

    /// For each of these programs a process that waits and has not played this seed, or what a fresh one is bound to
    /// (B9a). Where there are processors enough for all matches, all of them have their own (B15).
    pub(crate) fn berths(&self, programs: &[&Arc<Program>], seed: u64) -> Vec<Berth> {
        let mut apart = self.processors.is_enough(self.matches.load(Ordering::Relaxed).max(1), programs.len());
        loop {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let mut find = |program: &&Arc<Program>| {
                let fits = |running: &Running| {
                    *running.program == ***program && !running.seeds.contains(&seed) && running.is_apart() == apart
                };
                idle.iter().position(fits).map(|place| idle.swap_remove(place))
            };
            let found: Vec<Option<Running>> = programs.iter().map(&mut find).collect();
            let fresh = found.iter().filter(|running| running.is_none()).count();
            let short = match if apart { self.processors.lend(fresh) } else { Ok(Vec::new()) } {
                Ok(lent) => {
                    let mut lent = lent.into_iter();
                    let mut berth = |running: Option<Running>| match running {
                        Some(running) => Berth::Waits(Box::new(running)),
                        None => Berth::Fresh(lent.next()),
                    };
                    return found.into_iter().map(&mut berth).collect();
                }
                Err(short) => short,
            };
            // Nobody holds some while waiting for others.
            let others = std::mem::take(&mut *idle);
            idle.extend(found.into_iter().flatten());
            if short == Short::Elsewhere {
                idle.extend(others);
                apart = false;
                continue;
            }
            drop(idle);
            // Who waits for a match has no need of processors that a match waits for.
            if others.is_empty() {
                self.processors.wait(LOOK);
            }
            self.leave(others);
            if self.is_stopped() {
                return programs.iter().map(|_| Berth::Fresh(None)).collect();
            }
        }
    }

    /// A fresh process.
    pub(crate) fn launch(
        &self,
        program: &Arc<Program>,
        game: &str,
        seat: u8,
        lent: Option<Lent>,
    ) -> Result<Running, Unfit> {
        let processors = lent.as_ref().map(|lent| lent.processors().to_vec()).unwrap_or_default();
        let mut env: Vec<(OsString, OsString)> =
            program.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        env.push(("GRIDHAUNT_GAME".into(), game.into()));
        env.push(("GRIDHAUNT_SEAT".into(), seat.to_string().into()));
        let held = Held::launch(&Launch {
            env,
            level: self.terms.level,
            limits: self.terms.limits.clone(),
            readable: vec![program.folder.clone()],
            cores: match processors.len() {
                0 => thread::available_parallelism().map_or(1, usize::from),
                own => own,
            },
            processors,
            as_root: self.terms.as_root,
            tools: program.tools.clone(),
            ..Launch::new(program.run.iter().map(Into::into).collect(), program.folder.clone())
        })?;
        Ok(Running::new(program.clone(), held, self.terms.ponder, lent))
    }

    /// Takes processes back after a match: those that may play again wait, the others leave, all at once.
    pub(crate) fn take_back(&self, running: Vec<Running>, again: bool) {
        let (stay, leave): (Vec<Running>, Vec<Running>) =
            running.into_iter().partition(|running| again && running.is_reusable());
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(stay);
        self.leave(leave);
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        let _ = leave_all(idle);
    }
}

/// Programs leave side by side, since each may take a second. Of each: whether it was gone before, how long it took, and
/// how it left.
pub(crate) fn leave_all(running: Vec<Running>) -> Vec<(bool, Duration, Left)> {
    thread::scope(|scope| {
        let mut running = running.into_iter();
        let last = running.next_back();
        let others: Vec<_> = running.map(|running| scope.spawn(move || running.leave())).collect();
        let last = last.map(Running::leave);
        others.into_iter().filter_map(|other| other.join().ok()).chain(last).collect()
    })
}

/// The p99 of a byte's way through a pipe to another thread and back.
fn ping_pong() -> Duration {
    let measure = || -> std::io::Result<Duration> {
        let ((mut from_me, mut to_it), (mut from_it, mut to_me)) = (std::io::pipe()?, std::io::pipe()?);
        let echo = thread::spawn(move || {
            let mut byte = [0];
            while from_me.read_exact(&mut byte).is_ok() && to_me.write_all(&byte).is_ok() {}
        });
        let mut times = Vec::with_capacity(100);
        for _ in 0..100 {
            let begun = Instant::now();
            to_it.write_all(&[1])?;
            from_it.read_exact(&mut [0])?;
            times.push(begun.elapsed());
        }
        drop(to_it);
        let _ = echo.join();
        times.sort_unstable();
        Ok(times[98])
    };
    measure().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bots_seed_tells_nothing_of_another() {
        let (one, other) = (Host::new(Terms::default()), Host::new(Terms::default()));
        assert_eq!(one.bot_seed("m", 0), one.bot_seed("m", 0));
        assert_ne!(one.bot_seed("m", 0), one.bot_seed("m", 1));
        assert_ne!(one.bot_seed("m", 0), one.bot_seed("n", 0));
        assert_ne!(one.bot_seed("m", 0), other.bot_seed("m", 0));
        assert!(one.margin >= MARGIN.0 && one.margin <= MARGIN.1);
    }
}
