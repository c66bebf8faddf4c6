//! When ticks are due (W10), and how late they were played.

use std::fmt;
use std::time::Duration;
use tokio::time::Instant;

/// An absolute schedule: a late tick does not delay the ticks after it.
#[derive(Clone, Debug)]
pub struct Clock {
    /// When the tick `first` is due: the start, or the time of the last tick that was played early.
    origin: Instant,
    /// The number of the tick that `origin` belongs to.
    first: u32,
    rate: Duration,
    lateness: Vec<Duration>,
}

impl Clock {
    /// Tick 1 is due at `start`.
    #[must_use]
    pub const fn new(start: Instant, rate: Duration) -> Self {
        Self { origin: start, first: 1, rate, lateness: Vec::new() }
    }

    /// When a tick is due.
    #[must_use]
    pub fn due(&self, tick: u32) -> Instant {
        self.origin + self.rate * tick.saturating_sub(self.first)
    }

    /// Records that a tick was played now because it was due.
    pub fn played(&mut self, tick: u32, now: Instant) {
        self.lateness.push(now.saturating_duration_since(self.due(tick)));
    }

    /// Records that a tick was played early; the next is due one whole tick rate after `now`.
    pub fn rushed(&mut self, tick: u32, now: Instant) {
        (self.origin, self.first) = (now, tick);
    }

    /// How late each tick was, without the ticks that were played early.
    #[must_use]
    pub fn lateness(self) -> Vec<Duration> {
        self.lateness
    }
}

/// How late ticks were: percentiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Jitter {
    /// The 50th percentile.
    pub median: Duration,
    /// The 99th percentile.
    pub p99: Duration,
    pub most: Duration,
}

impl Jitter {
    /// Computes the percentiles; all are zero if there were no ticks.
    #[must_use]
    pub fn of(lateness: impl IntoIterator<Item = Duration>) -> Self {
        let mut sorted: Vec<Duration> = lateness.into_iter().collect();
        sorted.sort_unstable();
        let at = |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)));
        let at = |percent| at(percent).copied().unwrap_or_default();
        Self { median: at(50), p99: at(99), most: at(100) }
    }
}

impl fmt::Display for Jitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        write!(f, "p50 {:.2} ms, p99 {:.2} ms, most {:.2} ms", ms(self.median), ms(self.p99), ms(self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Duration = Duration::from_millis(400);

    #[test]
    fn a_late_tick_moves_no_other() {
        let start = Instant::now();
        let mut clock = Clock::new(start, RATE);
        assert_eq!(clock.due(1), start);
        clock.played(1, start + RATE * 5);
        assert_eq!(clock.due(2), start + RATE);
        assert_eq!(clock.due(1000), start + RATE * 999);
    }

    #[test]
    fn after_a_rush_the_pauses_are_whole_again() {
        let start = Instant::now();
        let mut clock = Clock::new(start, RATE);
        clock.rushed(700, start + RATE / 2);
        assert_eq!(clock.due(701), start + RATE / 2 + RATE);
        assert_eq!(clock.due(703), start + RATE / 2 + RATE * 3);
    }

    #[test]
    fn jitter_is_told_by_its_quantiles() {
        let start = Instant::now();
        let mut clock = Clock::new(start, RATE);
        assert_eq!(Jitter::of(clock.clone().lateness()), Jitter::default());
        for tick in 1..=200 {
            clock.played(tick, clock.due(tick) + Duration::from_micros(tick.into()));
        }
        let (micros, jitter) = (Duration::from_micros, Jitter::of(clock.lateness()));
        assert_eq!(jitter, Jitter { median: micros(101), p99: micros(199), most: micros(200) });
        assert_eq!(jitter.to_string(), "p50 0.10 ms, p99 0.20 ms, most 0.20 ms");
    }
}
