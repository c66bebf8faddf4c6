//! How long a choice may take.

use std::time::{Duration, Instant};

/// What a choice may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    sims: Option<u32>,
    time: Option<Duration>,
}

impl Budget {
    /// At most so many playouts and milliseconds; `usual` playouts where nothing is said.
    pub(super) fn new(sims: Option<u32>, ms: Option<u32>, usual: u32) -> Self {
        // A page of a browser has no clock for us: there playouts are counted.
        let time = ms.filter(|_| !cfg!(target_family = "wasm")).map(|ms| Duration::from_millis(ms.into()));
        let sims = if time.is_none() { sims.or(Some(usual)) } else { sims };
        Self { sims, time }
    }

    /// The share of one of so many threads, from now on.
    pub(super) fn begin(self, thread: usize, threads: usize) -> Clock {
        let share = |sims: u32| sims as usize / threads + usize::from(thread < sims as usize % threads);
        Clock { left: self.sims.map_or(usize::MAX, share), end: self.time.map(|time| Instant::now() + time) }
    }
}

/// A budget that is being spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    left: usize,
    end: Option<Instant>,
}

impl Clock {
    /// Whether there is another playout in it.
    pub(super) fn goes_on(&mut self) -> bool {
        let goes_on = self.left > 0 && self.end.is_none_or(|end| Instant::now() < end);
        self.left = self.left.saturating_sub(1);
        goes_on
    }
}

/// How many threads run at the same time here.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_every_playout() {
        let budget = Budget::new(Some(10), None, 1);
        let played = |thread| {
            let mut clock = budget.begin(thread, 3);
            (0..100).take_while(|_| clock.goes_on()).count()
        };
        assert_eq!([0, 1, 2].map(played), [4, 3, 3]);
    }

    #[test]
    fn time_ends_and_playouts_bound_it() {
        let began = Instant::now();
        let mut clock = Budget::new(None, Some(2), 1).begin(0, 1);
        while clock.goes_on() {}
        assert!(began.elapsed() >= Duration::from_millis(2));
        let mut both = Budget::new(Some(1), Some(60_000), 1).begin(0, 1);
        assert_eq!([both.goes_on(), both.goes_on()], [true, false]);
    }
}
