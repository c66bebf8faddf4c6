//! A worker (A20): takes blocks of all events of a store, on any number of machines.

use crate::onlooker::Onlooker;
use crate::run::{Ended, Options, Progress, run};
use crate::trouble::Trouble;
use gridhaunt_host::doctor::canary;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{EventId, State, Store};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The most that a thread that sleeps for 1 ms may wake too late, 99 times of 100.
pub const MOST_DELAY: Duration = Duration::from_millis(5);
/// How long a worker stays with an event while others wait.
const TURN: Duration = Duration::from_secs(60);
/// How often a worker without work looks for some.
const LOOK: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Matches at once; none for as many as the machine has room for.
    pub jobs: Option<u32>,
    /// The most matches that are played; none for no end.
    pub games: Option<u64>,
    /// Whether it ends when there is nothing to play; else it waits for more.
    pub once: bool,
    /// The most wake-up delay that is accepted.
    pub most_delay: Duration,
    /// Set to drain (B17).
    pub stop: &'static AtomicBool,
    /// Set to leave at once.
    pub abandon: &'static AtomicBool,
    /// Where copies of programs are kept; none for the usual folder.
    pub copies: Option<PathBuf>,
    /// Whether programs run as root where the host is root.
    pub as_root: bool,
    /// Who looks on.
    pub onlooker: Option<Arc<dyn Onlooker>>,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        let Options { stop, abandon, .. } = Options::default();
        Self {
            jobs: None,
            games: None,
            once: false,
            most_delay: MOST_DELAY,
            stop,
            abandon,
            copies: None,
            as_root: false,
            onlooker: None,
        }
    }
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Matches that it wrote.
    pub matches: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// What a worker tells.
#[derive(Debug)]
pub enum News<'a> {
    /// How far it is with an event.
    Progress(EventId, &'a Progress),
    /// Something that a person should know.
    Line(String),
}

/// Works until it is stopped, or until it has played so many matches as were asked for.
///
/// # Errors
/// This machine wakes threads too late, or the store cannot be used.
pub fn work(
    store: &Store,
    registry: &Registry,
    options: &WorkerOptions,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<Work, Trouble> {
    check_delay(options.most_delay)?;
    let mut work = Work::default();
    // Events that cannot be played here, and the one that had its turn.
    let (mut refused, mut last): (HashSet<EventId>, Option<EventId>) = (HashSet::new(), None);
    loop {
        if options.stop.load(Ordering::Relaxed) || options.abandon.load(Ordering::Relaxed) {
            return Ok(Work { stopped: true, ..work });
        }
        let left = options.games.map(|games| games.saturating_sub(work.matches));
        if left == Some(0) {
            return Ok(work);
        }
        let running: Vec<EventId> = store
            .events()?
            .into_iter()
            .filter(|event| event.state == State::Running && !refused.contains(&event.id))
            .map(|event| event.id)
            .collect();
        // The next after the one that had its turn.
        let after = running.iter().find(|id| last.is_none_or(|last| **id > last)).or(running.first());
        let Some(&id) = after else {
            if options.once {
                return Ok(work);
            }
            wait(options);
            continue;
        };
        last = Some(id);
        let run_options = Options {
            concurrency: options.jobs,
            stop: options.stop,
            abandon: options.abandon,
            games: left,
            copies: options.copies.clone(),
            turn: (running.len() > 1).then_some(TURN),
            waits: false,
            as_root: options.as_root,
            onlooker: options.onlooker.clone(),
        };
        let mut played = 0;
        let ended = run(store, registry, id, &run_options, &mut |progress| {
            played = progress.matches;
            tell(News::Progress(id, progress));
        });
        work.matches += played;
        match ended {
            Ok(Ended::Finished | Ended::Cancelled | Ended::Paused | Ended::Turn | Ended::Games) => {}
            Ok(Ended::Stopped) => return Ok(Work { stopped: true, ..work }),
            Err(Trouble::Stopped) => return Ok(Work { stopped: true, ..work }),
            Err(trouble) => {
                // If it is the store, nothing can be played; if it is the event, others can.
                store.event(id)?;
                tell(News::Line(format!("event {id} cannot be played here: {trouble}")));
                refused.insert(id);
            }
        }
    }
}

/// Waits for events.
fn wait(options: &WorkerOptions) {
    let begun = Instant::now();
    let is_stopped = || options.stop.load(Ordering::Relaxed) || options.abandon.load(Ordering::Relaxed);
    while begun.elapsed() < LOOK && !is_stopped() {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Refuses a machine that wakes threads too late: its clocks would be unfair to bots.
fn check_delay(most: Duration) -> Result<(), Trouble> {
    match canary() {
        Some(delay) if delay.p99 > most => Err(Trouble::Surroundings(format!(
            "this machine wakes a thread that sleeps for 1 ms {:.1} ms too late (99 times of 100 it is less), need at most \
             {:.0} ms: it has too much else to do, or too few processors; `gridhaunt doctor` measures it",
            delay.p99.as_secs_f64() * 1e3,
            most.as_secs_f64() * 1e3
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_wakes_late_is_refused() {
        let error = check_delay(Duration::ZERO).unwrap_err().to_string();
        assert!(
            error.starts_with("this machine wakes a thread that sleeps for 1 ms ")
                && error.contains("need at most 0 ms")
        );
        assert!(check_delay(Duration::from_secs(60)).is_ok());
    }
}
