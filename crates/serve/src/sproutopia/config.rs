//! What a server is to do, as a program says it.

use super::connection::Patience;
use super::hosted::Pace;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value};
use std::time::Duration;

/// How long a lost farmer is waited for where built-in bots fill the other seats, unless something else is said.
pub const PATIENCE_BESIDE_BUILT_IN_BOTS: Duration = Duration::from_secs(10);

/// What a server is to do.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Config {
    /// The settings of its matches (§11).
    pub settings: Map<String, Value>,
    /// The seed of the first match; each has the next.
    pub seed: u64,
    /// How many seats are for bots that connect. Without it all are, or one where the house fills the others.
    pub remote: Option<usize>,
    /// The bot of the house on the other seats.
    pub fill: Option<BotSpec>,
    pub pace: Pace,
    /// Where it listens; the loopback addresses if nothing is said.
    pub address: Option<String>,
    /// On which port; 0 for any that is free.
    pub port: u16,
    /// How many matches it plays side by side.
    pub matches: usize,
    /// Whether a farmer whose connection is gone can be taken over by a new one (W11).
    pub resume: bool,
    /// How long farmers that lost their connection are waited for when no other is connected, if they can come back.
    pub reconnect: Duration,
    /// How long it waits for enough bots.
    pub bot_timeout: Duration,
    /// Programs that it starts, one for each of the first seats (W13).
    pub programs: Vec<String>,
    /// How long connections are waited for.
    pub patience: Patience,
    /// Whether onlookers may come, who can hold and stop a match (W14).
    pub visualiser: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            settings: Map::new(),
            seed: 0,
            remote: None,
            fill: None,
            pace: Pace::RealTime,
            address: None,
            port: 5000,
            matches: 1,
            resume: true,
            reconnect: Duration::ZERO,
            bot_timeout: Duration::from_secs(300),
            programs: Vec::new(),
            patience: Patience::default(),
            visualiser: false,
        }
    }
}

impl Config {
    /// How many of so many seats are for bots that connect.
    pub(super) fn remote_seats(&self, seats: usize) -> Result<usize, Invalid> {
        let programs = self.programs.len();
        let usual = if self.fill.is_some() { programs.max(1).min(seats) } else { seats };
        let remote = self.remote.unwrap_or(usual);
        if remote > seats {
            let words = format!("{remote} bots cannot have {seats} seats: give at most {seats}");
            return Err(Invalid::new("remote", remote, format!("0..={seats}")).says(words));
        }
        if remote < seats && self.fill.is_none() {
            let words = format!("{} of {seats} seats are left: give --fill BOT for them", seats - remote);
            return Err(Invalid::new("remote", remote, seats.to_string()).says(words));
        }
        if programs > remote {
            let words = format!("{programs} programs cannot have {remote} seats: give at most {remote}");
            return Err(Invalid::new("run", programs, format!("0..={remote}")).says(words));
        }
        Ok(remote)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(remote: Option<usize>, fill: bool, programs: usize) -> Result<usize, String> {
        let fill = fill.then(|| BotSpec::parse("idle").unwrap());
        let programs = vec!["bot".to_string(); programs];
        let config = Config { remote, fill, programs, ..Config::default() };
        config.remote_seats(4).map_err(|error| error.to_string())
    }

    #[test]
    fn all_seats_are_remote_unless_the_house_fills_them() {
        assert_eq!(seats(None, false, 0), Ok(4));
        assert_eq!(seats(None, true, 0), Ok(1));
        assert_eq!(seats(None, true, 3), Ok(3));
        assert_eq!(seats(Some(0), true, 0), Ok(0));
        assert_eq!(seats(Some(2), true, 2), Ok(2));
        assert_eq!(seats(Some(4), false, 0), Ok(4));
    }

    #[test]
    fn what_does_not_add_up_is_told() {
        for (told, error) in [
            (seats(Some(5), false, 0), "remote: 5 bots cannot have 4 seats: give at most 4"),
            (seats(Some(3), false, 0), "remote: 1 of 4 seats are left: give --fill BOT for them"),
            (seats(None, false, 5), "run: 5 programs cannot have 4 seats: give at most 4"),
            (seats(Some(1), true, 2), "run: 2 programs cannot have 1 seats: give at most 1"),
        ] {
            assert_eq!(told.unwrap_err(), error);
        }
    }
}
