//! Whose fault a late turn is (B12).

use crate::keeper::{Held, Usage};
use std::fs;
use std::time::Duration;

/// What the kernel counted at a moment of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    bot: Usage,
    /// The time that the processors which the bot may use were busy or stolen.
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
            busy: busy(held.processors()).unwrap_or_default(),
            reader: waited().unwrap_or_default(),
        }
    }

    /// min(W, F) + R since the mark: what the bot's threads waited to run, but not more than others used, and what the
    /// host's reader waited. `None` where the figures cannot be had.
    pub(crate) fn excuse(&self, held: &mut Held) -> Option<Duration> {
        let bot = held.usage()?;
        let waited_to_run = bot.waited.saturating_sub(self.bot.waited);
        let own = bot.cpu.saturating_sub(self.bot.cpu);
        let others = busy(held.processors())?.saturating_sub(self.busy).saturating_sub(own);
        let reader = waited()?.saturating_sub(self.reader);
        Some(waited_to_run.min(others) + reader)
    }
}

/// The time that these processors were busy or stolen, all of them if none are named.
fn busy(processors: &[usize]) -> Option<Duration> {
    busy_in(&fs::read_to_string("/proc/stat").ok()?, processors)
}

/// From the text of `/proc/stat`, which counts hundredths of a second.
fn busy_in(text: &str, processors: &[usize]) -> Option<Duration> {
    let one = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        let ticks: Vec<u64> = line.split_whitespace().map_while(|field| field.parse().ok()).collect();
        // user nice system idle iowait irq softirq steal
        let [user, nice, system, _, _, irq, softirq, steal, ..] = ticks.as_slice() else { return None };
        Some(Duration::from_millis(10 * (user + nice + system + irq + softirq + steal)))
    };
    if processors.is_empty() { one("cpu") } else { processors.iter().map(|number| one(&format!("cpu{number}"))).sum() }
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
    fn of_a_bot_with_its_own_processors_only_those_count() {
        // B12
        let text = "cpu  9 1 2 900 5 3 4 6 0 0\ncpu1 1 0 0 100 0 0 0 0 0 0\ncpu10 0 0 2 100 0 0 0 1 0 0\nintr 5\n";
        let millis = |processors: &[usize]| busy_in(text, processors).map(|busy| busy.as_millis());
        assert_eq!((millis(&[]), millis(&[1]), millis(&[10, 1])), (Some(250), Some(10), Some(40)));
        assert_eq!(millis(&[2]), None);
    }

    #[test]
    fn the_machine_says_how_busy_it_was() {
        let (before, begun) = (busy(&[]).unwrap(), Instant::now());
        let mut sum = 0_u64;
        while begun.elapsed() < Duration::from_millis(200) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(busy(&[]).unwrap() - before >= Duration::from_millis(50), "this thread alone was busy");
        assert!(waited().is_some());
    }
}
