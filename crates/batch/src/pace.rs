//! How many threads of a crew a round is worth.
//!
//! A step of few games is over before another thread has begun, and on a machine that others use a thread may lose its
//! processor in the middle of a round, for which all others wait. So the crew asks fewer threads where that is faster,
//! and tries more again from time to time.

/// The nanoseconds of work that are worth one more thread in a round.
const WORTH_A_THREAD: u64 = 8_000;

/// How many rounds are measured before it is decided anew, and how many nanoseconds at least: a thread that loses its
/// processor is without it for some milliseconds, and a shorter window would have all of that or nothing.
const WINDOW: u32 = 32;
const WINDOW_TIME: u64 = 10_000_000;

/// How many rounds after a change are not counted: threads wake, and items come into their caches.
const SETTLING: u32 = 4;

/// The most windows until another number is tried again.
const PATIENCE: u32 = 128;

/// The number of threads that are asked, and what it is decided by.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How many there are.
    size: usize,
    asked: usize,
    /// About how many nanoseconds a round would take one thread; none before the first.
    work: Option<u64>,
    /// The rounds of this window, with those that are not counted.
    rounds: u32,
    /// The nanoseconds that the counted ones took.
    took: u64,
    /// While another number is tried: the one before, and how long a round took with it.
    before: Option<(usize, u64)>,
    /// How many windows there are until another number is tried, and how many have been.
    patience: u32,
    waited: u32,
}

impl Pace {
    /// All threads of so many, until there is something to decide by.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, asked: size, work: None, rounds: 0, took: 0, before: None, patience: 1, waited: 0 }
    }

    /// How many threads the next round is worth.
    pub(crate) fn wanted(&self) -> usize {
        self.asked.min(self.most())
    }

    /// As many as have enough to do.
    fn most(&self) -> usize {
        let worth = |work: u64| usize::try_from(work / WORTH_A_THREAD).unwrap_or(self.size);
        self.work.map_or(self.size, worth).clamp(1, self.size)
    }

    /// Takes in a round: what it would have taken one thread, and what it took.
    pub(crate) fn learn(&mut self, work: u64, took: u64) {
        self.work = Some(self.work.map_or(work, |usual| usual - usual / 8 + work / 8));
        self.rounds += 1;
        if self.rounds > SETTLING {
            self.took = self.took.saturating_add(took);
        }
        let counted = self.rounds.saturating_sub(SETTLING);
        if counted >= WINDOW && self.took >= WINDOW_TIME {
            let mean = self.took / u64::from(counted);
            (self.rounds, self.took) = (SETTLING, 0);
            self.decide(mean);
        }
    }

    /// Keeps the number of threads or changes it, after a window in which a round took so long.
    fn decide(&mut self, mean: u64) {
        if let Some((asked, took)) = self.before.take() {
            self.waited = 0;
            if mean < took {
                self.patience = 1;
            } else {
                self.patience = (2 * self.patience).min(PATIENCE);
                self.ask(asked);
            }
            return;
        }
        self.waited += 1;
        if self.waited < self.patience {
            return;
        }
        let now = self.wanted();
        // Half of the threads could do better if little held them up.
        let half = self.work.unwrap_or(0) / (now as u64 / 2).max(1);
        let is_held_up = now > 1 && mean > half - half / 4;
        let other = if is_held_up { now / 2 } else { self.most().min(2 * now) };
        if other != now {
            self.before = Some((now, mean));
            self.ask(other);
        }
    }

    fn ask(&mut self, threads: usize) {
        self.asked = threads;
        self.rounds = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The threads of the last rounds, where a round with so many takes as long as the machine says.
    fn settled(size: usize, work: u64, rounds: u32, machine: impl Fn(usize) -> u64) -> Pace {
        let mut pace = Pace::new(size);
        for _ in 0..rounds {
            pace.learn(work, machine(pace.wanted()));
        }
        pace
    }

    #[test]
    fn long_rounds_have_all_threads() {
        let pace = settled(16, 400_000, 1000, |threads| 400_000 / threads as u64 + 2_000);
        assert_eq!(pace.wanted(), 16);
    }

    #[test]
    fn short_rounds_have_as_many_as_have_enough_to_do() {
        assert_eq!(settled(16, 33_000, 1000, |threads| 33_000 / threads as u64).wanted(), 4);
        assert_eq!(settled(16, 900, 1000, |threads| 900 / threads as u64).wanted(), 1);
    }

    /// Each further thread loses its processor so often that one alone is fastest.
    #[test]
    fn a_busy_machine_has_one_thread_nearly_always() {
        let busy = |threads: usize| if threads == 1 { 40_000 } else { 160_000 };
        let mut pace = settled(2, 40_000, 50_000, busy);
        let alone = (0..10_000).filter(|_| {
            let wanted = pace.wanted();
            pace.learn(40_000, busy(wanted));
            wanted == 1
        });
        assert!(alone.count() > 9_800);
    }

    #[test]
    fn threads_come_back_when_the_machine_is_free_again() {
        let mut pace = settled(4, 100_000, 50_000, |threads| 100_000 * threads as u64);
        let rounds = 3 * u64::from(PATIENCE) * WINDOW_TIME / 25_000;
        for _ in 0..rounds {
            pace.learn(100_000, 100_000 / pace.wanted() as u64);
        }
        assert_eq!(pace.wanted(), 4);
    }

    /// Four threads are the best, though eight are not as bad as half of them would be at their best.
    #[test]
    fn memory_that_serves_few_threads_keeps_all_that_help() {
        let full = |threads: usize| [400, 210, 120, 80, 75][threads.ilog2() as usize] * 1000;
        let mut pace = settled(16, 400_000, 20_000, full);
        let with_all = (0..100_000).filter(|_| {
            let wanted = pace.wanted();
            pace.learn(400_000, full(wanted));
            wanted == 16
        });
        assert!(with_all.count() > 98_000);
    }

    #[test]
    fn clocks_may_say_anything() {
        let pace = settled(64, u64::MAX, 1000, |_| u64::MAX);
        assert!((1..=64).contains(&pace.wanted()));
    }
}
