//! Dates and times in the formats of the reference engine, all in UTC.

use gridhaunt_arena::calendar::Moment;
use std::time::{Duration, SystemTime};

/// `yyMMddHHmmss`, the prefix of the names of log files (§14).
#[must_use]
pub fn prefix(time: SystemTime) -> String {
    let Moment { year, month, day, hour, minute, second, .. } = moment(time);
    format!("{:02}{month:02}{day:02}{hour:02}{minute:02}{second:02}", year % 100)
}

/// `yyyy-MM-ddTHH:mm:ss.fffZ`, the time stamp of log lines (§14).
#[must_use]
pub fn iso(time: SystemTime) -> String {
    let Moment { year, month, day, hour, minute, second, milli } = moment(time);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// `MM/dd/yyyy HH:mm:ss +00:00` (W9, v2024.0.8).
#[must_use]
pub fn american(time: SystemTime) -> String {
    let Moment { year, month, day, hour, minute, second, .. } = moment(time);
    format!("{month:02}/{day:02}/{year:04} {hour:02}:{minute:02}:{second:02} +00:00")
}

/// The moment to write; that of a time before 1970, or of one too late for the calendar, is the start of 1970.
fn moment(time: SystemTime) -> Moment {
    let start = Moment { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, milli: 0 };
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).ok().and_then(Moment::of).unwrap_or(start)
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
        for (seconds, told) in [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (951_868_799, "2000-02-29T23:59:59.007Z"),
            (951_868_800, "2000-03-01T00:00:00.007Z"),
            (1_704_067_199, "2023-12-31T23:59:59.007Z"),
            (1_704_067_200, "2024-01-01T00:00:00.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ] {
            let moment = SystemTime::UNIX_EPOCH + Duration::from_micros(seconds * 1_000_000 + 7999);
            assert_eq!(iso(moment), told);
        }
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(1_723_456_789);
        assert_eq!((prefix(moment), american(moment)), ("240812095949".into(), "08/12/2024 09:59:49 +00:00".into()));
        assert_eq!(iso(SystemTime::UNIX_EPOCH - Duration::from_secs(9)), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn spans_have_three_digits_behind_the_point() {
        assert_eq!(span(Duration::ZERO), "00:00:00.000");
        assert_eq!(span(Duration::from_millis(3_723_400)), "01:02:03.400");
    }
}
