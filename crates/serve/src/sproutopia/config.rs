//! The configuration of a server.

use gridhaunt_arena::seating::BotSpec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value};
use std::time::Duration;

/// The default time to wait for a farmer to reconnect when built-in bots fill the other seats.
pub const PATIENCE_BESIDE_BUILT_IN_BOTS: Duration = Duration::from_secs(10);

/// The seed of an imported match if none is given; the log does not contain it.
pub const SEED: u64 = 12345;

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Config {
    /// The settings of its matches (§11).
    pub settings: Map<String, Value>,
    /// The seed of the first match; each further match has the next number.
    pub seed: u64,
    /// How many seats are for bots that connect; by default all, or one if built-in bots fill the others.
    pub remote: Option<usize>,
    /// The built-in bot on the other seats.
    pub fill: Option<BotSpec>,
    pub pace: Pace,
    /// The address to listen on; by default the loopback addresses.
    pub address: Option<String>,
    /// The port; 0 for any free port.
    pub port: u16,
    /// How many matches are played at the same time.
    pub matches: usize,
    /// Whether a new connection may take over a farmer that lost its connection (W11).
    pub resume: bool,
    /// How long to wait for farmers to reconnect when none is connected, if `resume` is set.
    pub reconnect: Duration,
    /// How long to wait for enough bots.
    pub bot_timeout: Duration,
    /// The bot programs to start, one for each of the first seats (W13).
    pub programs: Vec<String>,
    /// The time limits of connections.
    pub patience: Patience,
    /// Whether onlookers may connect, who can pause and stop a match (W14).
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

/// When ticks are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Pace {
    RealTime,
    /// When every connected farmer has sent a command, at the latest when the tick is due.
    Lockstep,
}

/// The time limits of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the first record of a client, and for the header of each HTTP request.
    pub handshake: Duration,
    /// For a registration after the handshake.
    pub registration: Duration,
    /// For sending records to a client that does not read.
    pub sending: Duration,
    /// The interval between two pings (W6).
    pub ping: Duration,
    /// How long connections stay open after the end of the match (W10).
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(30),
            registration: Duration::from_secs(60),
            sending: Duration::from_secs(30),
            ping: Duration::from_secs(15),
            farewell: Duration::from_secs(3),
        }
    }
}

impl Config {
    /// How many of the `seats` are for bots that connect.
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
