//! Dates and times in the formats of the reference engine, all in UTC.

use jiff::Timestamp;
use std::time::{Duration, SystemTime};

/// `yyMMddHHmmss`, the prefix of the names of log files (§14).
#[must_use]
pub fn prefix(time: SystemTime) -> String {
    written(time, "%y%m%d%H%M%S")
}

/// `yyyy-MM-ddTHH:mm:ss.fffZ`, the time stamp of log lines (§14).
#[must_use]
pub fn iso(time: SystemTime) -> String {
    written(time, "%Y-%m-%dT%H:%M:%S.%3fZ")
}

/// `MM/dd/yyyy HH:mm:ss +00:00` (W9, v2024.0.8).
#[must_use]
pub fn american(time: SystemTime) -> String {
    written(time, "%m/%d/%Y %H:%M:%S +00:00")
}

/// Formats a time; a time before 1970, or one too late for the calendar, is written as the start of 1970.
fn written(time: SystemTime, form: &str) -> String {
    Timestamp::try_from(time).unwrap_or_default().max(Timestamp::UNIX_EPOCH).strftime(form).to_string()
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
