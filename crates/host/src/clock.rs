//! Clocks (B10, B11): how long a seat may think.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long a seat may think.
///
/// ```
/// use gridhaunt_host::clock::Clock;
/// let clock: Clock = "100ms+5s".parse().unwrap();
/// assert_eq!(clock.to_string(), "100ms+5s");
/// assert!("5 parsecs".parse::<Clock>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// So long a turn, and a bank that pays for overruns until it is empty.
    Turn {
        /// What every turn has.
        turn: Duration,
        /// What the whole match has besides.
        bank: Duration,
    },
    /// So long for the whole match, with an increment after every turn.
    Match {
        /// What the match has at its beginning.
        total: Duration,
        /// What every turn adds.
        increment: Duration,
    },
    /// So much processor time of the whole process tree a turn. Thinking between turns counts.
    Cpu {
        /// What every turn has.
        turn: Duration,
    },
    /// As long as it takes.
    None,
}

impl Clock {
    /// The clock of `play` (B10).
    pub const PLAY: Self = Self::Turn { turn: Duration::from_secs(1), bank: Duration::ZERO };
    /// The clock of events (B10).
    pub const EVENT: Self = Self::Turn { turn: Duration::from_millis(100), bank: Duration::from_secs(5) };

    /// The clock as `start` tells it (B7).
    #[must_use]
    pub fn document(&self) -> ClockDocument {
        let (kind, turn, bank, total, increment) = match *self {
            Self::Turn { turn, bank } => (ClockKind::Turn, Some(turn), Some(bank), None, None),
            Self::Match { total, increment } => (ClockKind::Match, None, None, Some(total), Some(increment)),
            Self::Cpu { turn } => (ClockKind::Turn, Some(turn), Some(Duration::ZERO), None, None),
            Self::None => (ClockKind::None, None, None, None, None),
        };
        let ms = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        ClockDocument {
            kind,
            turn_ms: ms(turn),
            bank_ms: ms(bank),
            total_ms: ms(total),
            increment_ms: ms(increment),
            cpu: matches!(self, Self::Cpu { .. }),
        }
    }
}

/// How time is kept, as a bot is told it. What a kind of clock does not have is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "Clock"))]
pub struct ClockDocument {
    /// Which kind of clock.
    pub kind: ClockKind,
    /// Milliseconds of every turn.
    pub turn_ms: Option<u64>,
    /// Milliseconds of the whole match that pay for longer turns.
    pub bank_ms: Option<u64>,
    /// Milliseconds for the whole match.
    pub total_ms: Option<u64>,
    /// Milliseconds that every turn adds to those of the match.
    pub increment_ms: Option<u64>,
    /// Whether processor time is counted in place of the time on the wall.
    pub cpu: bool,
}

/// The kinds of clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// A time for every turn, and a bank.
    Turn,
    /// A time for the whole match, and an increment.
    Match,
    /// No limit.
    None,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn { turn, bank } if bank.is_zero() => write!(f, "{}", Written(*turn)),
            Self::Turn { turn, bank } => write!(f, "{}+{}", Written(*turn), Written(*bank)),
            Self::Match { total, increment } => write!(f, "{}/+{}", Written(*total), Written(*increment)),
            Self::Cpu { turn } => write!(f, "cpu:{}", Written(*turn)),
            Self::None => f.write_str("none"),
        }
    }
}

/// A time as it is typed: whole seconds if it is, else milliseconds.
struct Written(Duration);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            0 => f.write_str("0ms"),
            ms if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            ms => write!(f, "{ms}ms"),
        }
    }
}

/// The longest time that a clock may have.
const MOST: Duration = Duration::from_secs(24 * 3600);

/// Reads a time such as `100ms`, `1.5s`, `2min`.
///
/// # Errors
/// It is no time, is negative, or is longer than a day.
pub fn time(field: &str, text: &str) -> Result<Duration, Invalid> {
    let wrong = || Invalid::new(field, Value::from(text), "a time such as 100ms, 2s or 1min, at most 24 h");
    let text = text.trim();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        _ => return Err(wrong()),
    };
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.trim().parse::<f64>().ok().filter(|_| plain).ok_or_else(wrong)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= MOST).ok_or_else(wrong)
}

impl FromStr for Clock {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let part = |text: &str| {
            time("clock", text).map_err(|_| {
                let forms = "100ms, 100ms+5s, 60s/+50ms, cpu:50ms or none";
                Invalid::new("clock", Value::from(text), forms).says(format!("{text:?} is no time, need {forms}"))
            })
        };
        let positive = |time: Duration| {
            let wrong = || Invalid::new("clock", Value::from(text), "a time of at least 1ms");
            if time < Duration::from_millis(1) { Err(wrong()) } else { Ok(time) }
        };
        if text == "none" {
            return Ok(Self::None);
        }
        if let Some(turn) = text.strip_prefix("cpu:") {
            return Ok(Self::Cpu { turn: positive(part(turn)?)? });
        }
        if let Some((total, increment)) = text.split_once("/+") {
            return Ok(Self::Match { total: positive(part(total)?)?, increment: part(increment)? });
        }
        match text.split_once('+') {
            Some((turn, bank)) => Ok(Self::Turn { turn: positive(part(turn)?)?, bank: part(bank)? }),
            None => Ok(Self::Turn { turn: positive(part(text)?)?, bank: Duration::ZERO }),
        }
    }
}

/// What a seat has left on its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    clock: Clock,
    /// What is left of the bank or of the match's time.
    left: Duration,
}

impl Budget {
    /// A full clock.
    #[must_use]
    pub const fn new(clock: Clock) -> Self {
        let left = match clock {
            Clock::Turn { bank, .. } => bank,
            Clock::Match { total, .. } => total,
            Clock::Cpu { .. } | Clock::None => Duration::ZERO,
        };
        Self { clock, left }
    }

    /// How long the next turn may take, margin aside; `None` if it is not limited.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        match self.clock {
            Clock::Turn { turn, .. } => Some(turn + self.left),
            Clock::Match { .. } => Some(self.left),
            Clock::Cpu { turn } => Some(turn),
            Clock::None => None,
        }
    }

    /// How long the wall clock may run in the next turn, margin aside: that is the limit, but for processor time ten
    /// times as much and a second (B10).
    #[must_use]
    pub fn wall(&self) -> Option<Duration> {
        match self.clock {
            Clock::Cpu { turn } => Some(10 * turn + Duration::from_secs(1)),
            _ => self.limit(),
        }
    }

    /// Takes a turn's time off, and says whether it was too long: `used - turn > bank + margin` (B11). A bank never
    /// goes below 0.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        let is_late = self.limit().is_some_and(|limit| used > limit + margin);
        match self.clock {
            Clock::Turn { turn, .. } => self.left = self.left.saturating_sub(used.saturating_sub(turn)),
            Clock::Match { increment, .. } => self.left = self.left.saturating_sub(used) + increment,
            Clock::Cpu { .. } | Clock::None => {}
        }
        is_late
    }

    /// `left_ms` and `bank_ms` of a `turn` (B7): what this turn may take without the bank, and the bank.
    #[must_use]
    pub fn told(&self) -> (Option<u64>, u64) {
        let ms = |time: Duration| time.as_millis() as u64;
        match self.clock {
            Clock::Turn { turn, .. } => (Some(ms(turn)), ms(self.left)),
            Clock::Match { .. } => (Some(ms(self.left)), 0),
            Clock::Cpu { turn } => (Some(ms(turn)), 0),
            Clock::None => (None, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn clocks_are_read_as_b10_writes_them() {
        for (text, clock) in [
            ("100ms", Clock::Turn { turn: ms(100), bank: ms(0) }),
            ("100ms+5s", Clock::Turn { turn: ms(100), bank: ms(5000) }),
            ("60s/+50ms", Clock::Match { total: ms(60_000), increment: ms(50) }),
            ("cpu:50ms", Clock::Cpu { turn: ms(50) }),
            ("none", Clock::None),
        ] {
            assert_eq!(text.parse(), Ok(clock));
            assert_eq!(clock.to_string(), text);
        }
        assert_eq!("1.5s".parse(), Ok(Clock::Turn { turn: ms(1500), bank: ms(0) }));
    }

    #[test]
    fn what_is_no_clock_is_refused_with_the_part_that_is_wrong() {
        for text in
            ["", "5", "ms", "-1s", "1e3s", "NaNs", "infs", "1s+", "+1s", "0ms", "cpu:", "99h", "100min+1d", "2000min"]
        {
            let error = text.parse::<Clock>().expect_err(text);
            assert_eq!(error.field, "clock", "{text}");
        }
        assert_eq!(
            "1s+later".parse::<Clock>().unwrap_err().to_string(),
            "clock: \"later\" is no time, need 100ms, 100ms+5s, 60s/+50ms, cpu:50ms or none"
        );
    }

    #[test]
    fn a_bank_pays_for_overruns_and_never_goes_below_zero() {
        let mut budget = Budget::new("100ms+150ms".parse().unwrap());
        assert_eq!(budget.told(), (Some(100), 150));
        assert!(!budget.spend(ms(200), ms(20)), "100 of 150 are used");
        assert_eq!(budget.told(), (Some(100), 50));
        assert!(!budget.spend(ms(90), ms(20)), "a quick turn gives nothing back");
        assert!(!budget.spend(ms(170), ms(20)), "the margin is for the machine");
        assert_eq!(budget.told(), (Some(100), 0));
        assert!(!budget.spend(ms(120), ms(20)));
        assert!(budget.spend(ms(121), ms(20)));
    }

    #[test]
    fn a_match_clock_grows_by_its_increment() {
        let mut budget = Budget::new("1s/+100ms".parse().unwrap());
        assert!(!budget.spend(ms(400), ms(20)));
        assert_eq!(budget.told(), (Some(700), 0));
        assert!(budget.spend(ms(721), ms(20)));
        assert_eq!(budget.told(), (Some(100), 0));
    }

    proptest! {
        #[test]
        fn no_text_panics_and_what_is_read_reads_back(text in "[0-9a-z.+/:-]{0,16}") {
            if let Ok(clock) = text.parse::<Clock>() {
                let again: Clock = clock.to_string().parse().unwrap();
                prop_assert_eq!(again.to_string(), clock.to_string());
            }
        }

        #[test]
        fn nobody_is_late_within_turn_and_bank(turns in prop::collection::vec(0u64..150, 1..50)) {
            let (turn, bank) = (100, 500);
            let mut budget = Budget::new(Clock::Turn { turn: ms(turn), bank: ms(bank) });
            let mut over = 0;
            for used in turns {
                let late = budget.spend(ms(used), ms(0));
                prop_assert_eq!(late, used > turn + bank.saturating_sub(over));
                over += used.saturating_sub(turn);
            }
        }
    }
}
