//! The clocks of the people at a table (B10, B11). Everybody there sees all of them.

use gridhaunt_host::clock::{Budget, Clock};
use gridhaunt_kernel::Seat;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The clocks of a table.
pub(crate) struct Clocks {
    all: Mutex<Vec<Held>>,
    changed: watch::Sender<u64>,
}

/// A person's clock.
struct Held {
    seat: Seat,
    name: String,
    budget: Budget,
    /// Since when the person thinks.
    since: Option<Instant>,
}

/// A clock as it is shown, in the words of B7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Told {
    /// The name of the seat.
    pub seat: String,
    /// What is left of the turn without the bank; none if the person does not choose now.
    pub left_ms: Option<u64>,
    /// What is left of the bank, which pays for longer turns.
    pub bank_ms: u64,
}

impl Clocks {
    /// Full clocks for these people.
    pub(crate) fn new(clock: Clock, people: impl IntoIterator<Item = (Seat, String)>) -> Self {
        let held = |(seat, name)| Held { seat, name, budget: Budget::new(clock), since: None };
        Self { all: Mutex::new(people.into_iter().map(held).collect()), changed: watch::channel(0).0 }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Held>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has this is woken when a clock is started or stopped.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Starts a person's clock; until when it may choose.
    pub(crate) fn start(&self, seat: Seat, now: Instant) -> Option<Instant> {
        let mut all = self.lock();
        let held = all.iter_mut().find(|held| held.seat == seat)?;
        held.since = Some(now);
        let until = held.budget.limit().map(|limit| now + limit);
        drop(all);
        self.changed.send_modify(|count| *count += 1);
        until
    }

    /// Stops a person's clock; how long it thought, which is taken off its bank where it was more than a turn.
    pub(crate) fn stop(&self, seat: Seat, now: Instant) -> Duration {
        let mut all = self.lock();
        let Some(held) = all.iter_mut().find(|held| held.seat == seat) else { return Duration::ZERO };
        let used = held.since.take().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        held.budget.spend(used, Duration::ZERO);
        drop(all);
        self.changed.send_modify(|count| *count += 1);
        used
    }

    /// Takes off what a person used before the hall was opened again.
    pub(crate) fn spend(&self, seat: Seat, used: Duration) {
        if let Some(held) = self.lock().iter_mut().find(|held| held.seat == seat) {
            held.budget.spend(used, Duration::ZERO);
        }
    }

    /// All clocks as they are now, in the order of the people.
    pub(crate) fn told(&self, now: Instant) -> Vec<Told> {
        self.lock().iter().map(|held| held.told(now)).collect()
    }

    /// A person's own.
    pub(crate) fn of(&self, seat: Seat, now: Instant) -> Option<Told> {
        self.lock().iter().find(|held| held.seat == seat).map(|held| held.told(now))
    }
}

impl Held {
    fn told(&self, now: Instant) -> Told {
        let used = self.since.map(|since| now.saturating_duration_since(since));
        let (turn, _) = self.budget.told();
        let mut rest = self.budget;
        rest.spend(used.unwrap_or_default(), Duration::ZERO);
        let left = |used: Duration| turn.map(|turn| turn.saturating_sub(used.as_millis() as u64));
        Told { seat: self.name.clone(), left_ms: used.and_then(left), bank_ms: rest.told().1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sees_a_turn_run_down_and_then_the_bank() {
        let people = [(Seat(0), "cat".to_string()), (Seat(2), "rat".to_string())];
        let clocks = Clocks::new("10s+5s".parse().unwrap(), people);
        let (begun, second) = (Instant::now(), Duration::from_secs(1));
        let told = |at: u32| {
            let told = clocks.told(begun + at * second);
            assert_eq!(clocks.of(Seat(0), begun + at * second).as_ref(), told.first());
            told.into_iter().map(|told| (told.left_ms, told.bank_ms)).collect::<Vec<_>>()
        };
        assert_eq!(told(0), [(None, 5000), (None, 5000)]);
        assert_eq!(clocks.start(Seat(0), begun), Some(begun + 15 * second));
        assert_eq!(told(4), [(Some(6000), 5000), (None, 5000)]);
        assert_eq!(told(12), [(Some(0), 3000), (None, 5000)]);
        assert_eq!(clocks.stop(Seat(0), begun + 12 * second), 12 * second);
        assert_eq!(told(99), [(None, 3000), (None, 5000)]);
        assert_eq!(clocks.start(Seat(0), begun), Some(begun + 13 * second));
        clocks.stop(Seat(0), begun + 99 * second);
        assert_eq!(told(99), [(None, 0), (None, 5000)], "a bank never goes below 0");
        clocks.spend(Seat(2), 11 * second);
        assert_eq!(told(99)[1], (None, 4000));
    }
}
