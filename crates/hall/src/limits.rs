//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most bytes of an upload.
pub(crate) const UPLOAD: usize = 10 << 20;
/// How long an upload may take to arrive.
pub(crate) const UPLOAD_TIME: Duration = Duration::from_secs(60);
/// The most bytes of any other body.
pub(crate) const BODY: usize = 64 << 10;
/// How long any other request may take.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// How long the head of a request may take to arrive, and a connection may be idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long a client may take to read what waits for it.
pub(crate) const READ_TIME: Duration = Duration::from_secs(30);
/// The most connections.
pub(crate) const CONNECTIONS: usize = 4096;
/// The most connections of one address; a class may be behind one.
pub(crate) const OF_ONE: usize = 2048;
/// The most uploads that are read and unpacked at once; others wait.
pub(crate) const UPLOADS: usize = 8;
/// The most readers of the store at once; others wait.
pub(crate) const READERS: usize = 16;
/// The most matches of people.
pub(crate) const TABLES: usize = 200;
/// The most bytes of a message of a person who plays.
pub(crate) const MESSAGE: usize = 4096;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    /// Any request.
    Asks,
    /// A token that is none.
    Guesses,
    /// A bot that is submitted, by a team.
    Submits,
    /// A match of people that is opened.
    Opens,
}

impl Deed {
    /// How many at once, and how many more a second.
    const fn allowance(self) -> (f64, f64) {
        match self {
            Self::Asks => (2000.0, 400.0),
            Self::Guesses => (10.0, 0.1),
            Self::Submits => (6.0, 0.05),
            Self::Opens => (20.0, 0.2),
        }
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Doer {
    /// An address.
    At(IpAddr),
    /// A team.
    Team(i64),
}

/// Counts what everybody does.
#[derive(Default)]
pub(crate) struct Meters {
    all: Mutex<HashMap<(Doer, Deed), (f64, Instant)>>,
}

/// The most meters; when there are more, those that are full again are forgotten.
const MOST_METERS: usize = 20_000;

impl Meters {
    /// Counts a deed, if it is still allowed; else says after how many seconds it is.
    pub(crate) fn count(&self, doer: Doer, deed: Deed) -> Result<(), u64> {
        self.count_at(doer, deed, Instant::now())
    }

    fn count_at(&self, doer: Doer, deed: Deed, now: Instant) -> Result<(), u64> {
        let (most, rate) = deed.allowance();
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_METERS {
            all.retain(|(_, deed), (left, at)| {
                let (most, rate) = deed.allowance();
                *left + now.duration_since(*at).as_secs_f64() * rate < most
            });
        }
        let (left, at) = all.entry((doer, deed)).or_insert((most, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * rate).min(most);
        *at = now;
        if *left < 1.0 {
            return Err(((1.0 - *left) / rate).ceil() as u64);
        }
        *left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_too_much_waits_and_nobody_else_does() {
        let (meters, now) = (Meters::default(), Instant::now());
        let [one, other] = [1, 2].map(Doer::Team);
        for _ in 0..6 {
            assert_eq!(meters.count_at(one, Deed::Submits, now), Ok(()));
        }
        assert_eq!(meters.count_at(one, Deed::Submits, now), Err(20));
        assert_eq!(meters.count_at(other, Deed::Submits, now), Ok(()));
        assert_eq!(meters.count_at(one, Deed::Opens, now), Ok(()));
        let later = now + Duration::from_secs(21);
        assert_eq!(meters.count_at(one, Deed::Submits, later), Ok(()));
        assert!(meters.count_at(one, Deed::Submits, later).is_err());
    }

    #[test]
    fn meters_that_are_full_again_are_forgotten() {
        let (meters, now) = (Meters::default(), Instant::now());
        for team in 0..MOST_METERS as i64 {
            meters.count_at(Doer::Team(team), Deed::Opens, now).unwrap();
        }
        meters.count_at(Doer::Team(-1), Deed::Opens, now + Duration::from_secs(60)).unwrap();
        assert_eq!(meters.all.lock().unwrap().len(), 1);
    }
}
