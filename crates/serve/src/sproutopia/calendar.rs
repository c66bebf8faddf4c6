//! Moments as the reference engine writes them, all in UTC.

use std::time::{Duration, SystemTime};

/// A moment in the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
    millisecond: u32,
}

impl Moment {
    /// The moment of a system's time; what lies before 1970 is the start of 1970.
    #[must_use]
    pub fn of(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        // Days are counted in eras of 400 years that begin in March, so that the leap day is the last of its year.
        let days = days + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let march = (5 * of_year + 2) / 153;
        let (day, month) = (of_year - (153 * march + 2) / 5 + 1, if march < 10 { march + 3 } else { march - 9 });
        let year = era * 400 + year + u64::from(month <= 2);
        Self { year, month, day, second, millisecond: since.subsec_millis() }
    }

    /// `yyMMddHHmmss`, before the names of log files (§14).
    #[must_use]
    pub fn prefix(self) -> String {
        let Self { year, month, day, .. } = self;
        let (hour, minute, second) = self.clock();
        format!("{:02}{month:02}{day:02}{hour:02}{minute:02}{second:02}", year % 100)
    }

    /// `yyyy-MM-ddTHH:mm:ss.fffZ`.
    #[must_use]
    pub fn iso(self) -> String {
        let Self { year, month, day, millisecond, .. } = self;
        let (hour, minute, second) = self.clock();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
    }

    /// `MM/dd/yyyy HH:mm:ss +00:00` (W9, v2024.0.8).
    #[must_use]
    pub fn american(self) -> String {
        let Self { year, month, day, .. } = self;
        let (hour, minute, second) = self.clock();
        format!("{month:02}/{day:02}/{year:04} {hour:02}:{minute:02}:{second:02} +00:00")
    }

    const fn clock(self) -> (u64, u64, u64) {
        (self.second / 3600, self.second / 60 % 60, self.second % 60)
    }
}

/// A span as `hh:mm:ss.fff` (W9, official).
#[must_use]
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, time.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, iso) in [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (951_868_799, "2000-02-29T23:59:59.007Z"),
            (951_868_800, "2000-03-01T00:00:00.007Z"),
            (1_704_067_199, "2023-12-31T23:59:59.007Z"),
            (1_704_067_200, "2024-01-01T00:00:00.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ] {
            let moment = Moment::of(SystemTime::UNIX_EPOCH + Duration::from_millis(seconds * 1000 + 7));
            assert_eq!(moment.iso(), iso);
        }
        let moment = Moment::of(SystemTime::UNIX_EPOCH + Duration::from_secs(1_723_456_789));
        assert_eq!(
            (moment.prefix().as_str(), moment.american().as_str()),
            ("240812095949", "08/12/2024 09:59:49 +00:00")
        );
    }

    #[test]
    fn spans_have_three_digits_behind_the_point() {
        assert_eq!(span(Duration::ZERO), "00:00:00.000");
        assert_eq!(span(Duration::from_millis(3_723_400)), "01:02:03.400");
    }
}
