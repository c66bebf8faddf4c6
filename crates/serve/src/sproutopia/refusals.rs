//! Limits how often refused registrations are reported, so that they do not hide the other output of the server.

use std::time::Duration;
use tokio::time::Instant;

/// How many refusals are reported in one second at most.
pub const TOLD_A_SECOND: u32 = 8;

/// Counts the refusals that were reported in this second, and those that were not reported.
#[derive(Debug, Default)]
pub struct Refusals {
    since: Option<Instant>,
    told: u32,
    untold: u64,
}

impl Refusals {
    /// Counts another refusal. Returns `None` if it must not be reported, else how many before it were not reported.
    pub fn another(&mut self, now: Instant) -> Option<u64> {
        if self.since.is_none_or(|since| now.duration_since(since) >= Duration::from_secs(1)) {
            (self.since, self.told) = (Some(now), 0);
        }
        if self.told == TOLD_A_SECOND {
            self.untold += 1;
            return None;
        }
        self.told += 1;
        Some(std::mem::take(&mut self.untold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_told_later() {
        let (mut refusals, now) = (Refusals::default(), Instant::now());
        let told = (0..100).filter(|_| refusals.another(now).is_some()).count();
        assert_eq!(told, TOLD_A_SECOND as usize);
        let later = now + Duration::from_secs(1);
        assert_eq!(refusals.another(later), Some(100 - u64::from(TOLD_A_SECOND)));
        assert_eq!(refusals.another(later), Some(0));
    }
}
