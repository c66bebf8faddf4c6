//! A promise that a game breaks.

use std::fmt;

/// Which check failed, where, and what was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The name of the check, for example `hash` or `reward`.
    pub check: &'static str,
    /// The settings, the seed and the step.
    pub place: String,
    /// What does not hold.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => write!(f, "{}: {}", self.check, self.what),
            place => write!(f, "{place}: {}: {}", self.check, self.what),
        }
    }
}

impl Broken {
    pub(crate) fn new(check: &'static str, what: impl Into<String>) -> Self {
        Self { check, place: String::new(), what: what.into() }
    }

    /// The same with a more exact place.
    pub(crate) fn at(self, outer: impl fmt::Display) -> Self {
        let place = if self.place.is_empty() { outer.to_string() } else { format!("{outer}, {}", self.place) };
        Self { place, ..self }
    }
}

/// The result of a check.
pub(crate) type Held = Result<(), Broken>;

/// Fails with the name of the check if the condition is false.
pub(crate) fn ensure(check: &'static str, holds: bool, what: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(Broken::new(check, what())) }
}
