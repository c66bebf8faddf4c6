//! Whose fault a late turn is (B12).

use crate::keeper::{Held, Usage};
use std::fs;
use std::time::Duration;

/// What the kernel counted at a moment of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    bot: Usage,
    /// The time that all processors were busy or stolen.
    busy: Duration,
    /// The time that this thread waited to run.
    reader: Duration,
}

impl Mark {
    /// How long a turn is open before anything is measured: quick turns cost nothing.
    pub(crate) const AFTER: Duration = Duration::from_millis(5);
    /// An excuse below this is noise: the margin covers it.
    pub(crate) const LEAST: Duration = Duration::from_millis(1);

    /// Measures now; an empty measure where the figures cannot be had, which excuses nothing.
    pub(crate) fn take(held: &mut Held) -> Self {
        Self {
            bot: held.usage().unwrap_or_default(),
            busy: busy().unwrap_or_default(),
            reader: waited().unwrap_or_default(),
        }
    }

    /// min(W, F) + R since the mark: what the bot's threads waited to run, but not more than others used, and what the
    /// host's reader waited. `None` where the figures cannot be had.
    pub(crate) fn excuse(&self, held: &mut Held) -> Option<Duration> {
        let bot = held.usage()?;
        let waited_to_run = bot.waited.saturating_sub(self.bot.waited);
        let own = bot.cpu.saturating_sub(self.bot.cpu);
        let others = busy()?.saturating_sub(self.busy).saturating_sub(own);
        let reader = waited()?.saturating_sub(self.reader);
        Some(waited_to_run.min(others) + reader)
    }
}

/// The time that the processors were busy or stolen, from `/proc/stat`, which counts hundredths of a second.
fn busy() -> Option<Duration> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let all = text.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<u64> = all.split_whitespace().map_while(|field| field.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal
    let [user, nice, system, _, _, irq, softirq, steal, ..] = ticks.as_slice() else { return None };
    Some(Duration::from_millis(10 * (user + nice + system + irq + softirq + steal)))
}

/// The time that this thread waited to run.
fn waited() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_machine_says_how_busy_it_was() {
        let (before, begun) = (busy().unwrap(), Instant::now());
        let mut sum = 0_u64;
        while begun.elapsed() < Duration::from_millis(200) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(busy().unwrap() - before >= Duration::from_millis(50), "this thread alone was busy");
        assert!(waited().is_some());
    }
}
