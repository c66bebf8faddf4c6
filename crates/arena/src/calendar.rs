//! Dates and times of UTC as people write them: the calendar of Gregory, without leap seconds.
//!
//! ```
//! use gridhaunt_arena::calendar::Moment;
//!
//! let moment = Moment::of(951_827_400_007).expect("a year of four digits");
//! assert_eq!((moment.year, moment.month, moment.day, moment.hour, moment.minute), (2000, 2, 29, 12, 30));
//! assert_eq!(moment.millis(), 951_827_400_007);
//! assert_eq!(moment.to_string(), "2000-02-29 12:30");
//! ```

use std::fmt;

/// The days of 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;
/// The days from 1 March of year 0, where an era begins, to 1 January 1970.
const EPOCH: i64 = 719_468;
const DAY: i64 = 86_400_000;

/// A moment in UTC, from year 0 to year 9999. It is shown to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Moment {
    pub year: u16,
    /// From 1.
    pub month: u8,
    /// From 1.
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub milli: u16,
}

impl Moment {
    /// The moment so many milliseconds after the start of 1970; none if its year does not have four digits.
    #[must_use]
    pub fn of(millis: i64) -> Option<Self> {
        let (days, rest) = (millis.div_euclid(DAY).checked_add(EPOCH)?, millis.rem_euclid(DAY));
        let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        // Years and months are counted from March: the day that is sometimes missing is the last one.
        let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (next, part) = (i64::from(month >= 10), |unit: i64, size: i64| rest / unit % size);
        let year = u16::try_from(400 * era + year + next).ok().filter(|year| *year <= 9999)?;
        Some(Self {
            year,
            month: (month + 3 - 12 * next) as u8,
            day: (day - (153 * month + 2) / 5 + 1) as u8,
            hour: part(3_600_000, 24) as u8,
            minute: part(60_000, 60) as u8,
            second: part(1_000, 60) as u8,
            milli: part(1, 1_000) as u16,
        })
    }

    /// The milliseconds from the start of 1970.
    #[must_use]
    pub fn millis(&self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let before = i64::from(month <= 2);
        let year = i64::from(self.year) - before;
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let day = (153 * (month + 12 * before - 3) + 2) / 5 + day - 1;
        let days = ERA * era + 365 * year + year / 4 - year / 100 + day - EPOCH;
        let seconds = (24 * days + i64::from(self.hour)) * 3_600 + i64::from(self.minute) * 60 + i64::from(self.second);
        1_000 * seconds + i64::from(self.milli)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, .. } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_day_before() {
        let leap = |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = |year, month| match month {
            2 => 28 + u8::from(leap(year)),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let start = Moment { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, milli: 0 };
        let mut millis = start.millis();
        assert_eq!((Moment::of(millis), Moment::of(millis - 1)), (Some(start), None));
        for year in 0..=9999 {
            for month in 1..=12 {
                for day in 1..=length(year, month) {
                    let moment = Moment { year, month, day, ..start };
                    assert_eq!((Moment::of(millis), moment.millis()), (Some(moment), millis));
                    millis += DAY;
                }
            }
        }
        assert_eq!(Moment::of(millis), None);
        let last = Moment { year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59, milli: 999 };
        assert_eq!((Moment::of(millis - 1), last.millis()), (Some(last), millis - 1));
        assert_eq!([i64::MIN, i64::MAX].map(Moment::of), [None, None]);
    }

    #[test]
    fn the_first_moment_is_that_of_1970() {
        assert_eq!(
            [0, 59_999, -1].map(|millis| Moment::of(millis).unwrap().to_string()),
            ["1970-01-01 00:00", "1970-01-01 00:00", "1969-12-31 23:59"]
        );
    }
}
