//! Numbers of events as people read them.

pub use gridhaunt_arena::amounts::{grouped, many};
use gridhaunt_arena::calendar::Moment;
use gridhaunt_rating::Histogram;
use gridhaunt_rating::elo::Estimate;
use std::time::Duration;
use toml::value::{Datetime, Offset};

/// A number of Elo with its sign: `+23`, `-4.1`; `∞` if one has won everything.
#[must_use]
pub fn elo(value: f64) -> String {
    // Beyond this nothing but the rounding of numbers is told.
    if value.abs() > 4000.0 {
        return if value > 0.0 { "∞".into() } else { "-∞".into() };
    }
    let digits = usize::from(value.abs() < 99.95);
    let text = format!("{value:+.digits$}");
    if text.trim_start_matches(['+', '-']).chars().all(|c| "0.".contains(c)) { "0".into() } else { text }
}

/// `+23.1 [+4.9, +41.3]`: a difference in Elo with its 95 % interval.
#[must_use]
pub fn interval(estimate: &Estimate) -> String {
    format!("{} [{}, {}]", elo(estimate.elo), elo(estimate.low), elo(estimate.high))
}

/// The counts of a histogram, from lost to won: `[2 10 31 12 5]`.
#[must_use]
pub fn counts(blocks: &Histogram) -> String {
    let counts: Vec<String> = blocks.counts().iter().map(ToString::to_string).collect();
    format!("[{}]", counts.join(" "))
}

/// A share as a percentage: `5 %`, `0.1 %`, `99.98 %`. Near the ends there are as many digits as it takes to differ from
/// them.
#[must_use]
pub fn share(share: f64) -> String {
    let percent = 100.0 * share;
    let from_end = percent.min(100.0 - percent);
    let digits = if from_end <= 0.0 || percent.fract() == 0.0 {
        0
    } else {
        (-from_end.log10()).ceil().clamp(0.0, 4.0) as usize + 1
    };
    let text = format!("{percent:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} %")
}

/// A time as one says it: `12 s`, `3 min`, `2 h 10 min`, `3 days`.
#[must_use]
pub fn span(time: Duration) -> String {
    match time.as_secs() {
        0 => "1 s".into(),
        seconds @ 1..=99 => format!("{seconds} s"),
        seconds @ 100..=5_999 => format!("{} min", seconds.div_ceil(60)),
        seconds @ 6_000..=172_799 => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// A time of the store, in milliseconds since 1970, as text in UTC: `2026-11-16 08:30`.
#[must_use]
pub fn moment(millis: i64) -> String {
    Moment::of(millis).map(|moment| moment.to_string()).unwrap_or_default()
}

/// A time, in milliseconds since 1970: a date, a date and a time in UTC, or how long ago it was.
#[must_use]
pub fn since(text: &str, now: i64) -> Option<i64> {
    if let Some(ago) = age(text) {
        return Some(now - i64::try_from(ago.as_millis()).ok()?);
    }
    let read = text.parse::<Datetime>().ok()?;
    let (date, time) = (read.date?, read.time);
    let moment = Moment {
        year: date.year,
        month: date.month,
        day: date.day,
        hour: time.map_or(0, |time| time.hour),
        minute: time.map_or(0, |time| time.minute),
        second: time.and_then(|time| time.second).unwrap_or(0),
        milli: time.and_then(|time| time.nanosecond).map_or(0, |nanos| (nanos / 1_000_000) as u16),
    };
    let ahead = match read.offset {
        Some(Offset::Custom { minutes }) => minutes,
        Some(Offset::Z) | None => 0,
    };
    Some(moment.millis() - 60_000 * i64::from(ahead))
}

/// An age: `90s`, `90m`, `12h`, `30d`.
#[must_use]
pub fn age(text: &str) -> Option<Duration> {
    let unit = match text.as_bytes().last()? {
        b's' => 1,
        b'm' => 60,
        b'h' => 3600,
        b'd' => 86_400,
        _ => return None,
    };
    let number: u64 = text[..text.len() - 1].parse().ok().filter(|number| *number <= 1_000_000)?;
    Some(Duration::from_secs(number * unit))
}

/// Puts parts on lines of at most so many characters, with two spaces between parts.
#[must_use]
pub fn fold(parts: &[String], width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        match lines.last_mut().filter(|line| line.chars().count() + 2 + part.chars().count() <= width) {
            Some(line) => line.extend(["  ", part]),
            None => lines.push(part.clone()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_they_are_worth() {
        assert_eq!(
            [212.34, -4.06, 0.01, -0.01, 99.94, f64::INFINITY, f64::NEG_INFINITY].map(elo).join(" "),
            "+212 -4.1 0 0 +99.9 ∞ -∞"
        );
        assert_eq!(
            [0.05, 0.5, 0.001, 0.99, 0.9998, 0.123_456, 1.0, 0.0].map(share).join(", "),
            "5 %, 50 %, 0.1 %, 99 %, 99.98 %, 12.3 %, 100 %, 0 %"
        );
        let times = [0, 12, 99, 100, 3600, 7_800, 259_200].map(|s| span(Duration::from_secs(s)));
        assert_eq!(times.join(", "), "1 s, 12 s, 99 s, 2 min, 60 min, 2 h 10 min, 3 days");
    }

    #[test]
    fn times_are_read_as_they_are_shown() {
        for (text, millis) in [
            ("1970-01-01", 0),
            ("2000-02-29 12:30", 951_827_400_000),
            ("2026-11-16T08:30:05Z", 1_794_817_805_000),
            ("2026-11-16T09:30:05.250+01:00", 1_794_817_805_250),
            ("2100-03-01", 4_107_542_400_000),
        ] {
            assert_eq!(since(text, 0), Some(millis), "{text}");
            assert_eq!(since(&moment(millis), 0), Some(millis - millis % 60_000), "{text}");
        }
        assert_eq!((since("90m", 5_400_001), since("2d", 0)), (Some(1), Some(-172_800_000)));
        for wrong in ["", "d", "yesterday", "2026-02-30", "2026-13-01", "2026-11-16T25:00", "08:30", "-3d", "3w"] {
            assert_eq!(since(wrong, 0), None, "{wrong}");
        }
    }

    #[test]
    fn a_running_line_is_folded_between_its_parts() {
        let parts = ["blocks 12", "", "W 3", "D 4"].map(String::from);
        assert_eq!(fold(&parts, 100), "blocks 12  W 3  D 4");
        assert_eq!(fold(&parts, 14), "blocks 12  W 3\nD 4");
        assert_eq!(fold(&parts, 1), "blocks 12\nW 3\nD 4");
    }
}
