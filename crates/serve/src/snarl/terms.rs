//! The limits and formats for players over the network (section 11, "wire").

use super::config::Flags;
use super::messages::{Message, Quotes};
use std::time::Duration;

/// How the information of our welcome begins, so that our client recognises our server.
pub const OURS: &str = "gridhaunt snarl;";

/// The pause of `--classic`: long enough for a reader on the same machine, short enough for a person.
pub const CLASSIC_GAP: Duration = Duration::from_millis(50);

/// The advice that is printed when a client hangs.
pub const HINT: &str = "a client that hangs may be made for another server: --classic sends what most of them can read";

/// The limits and formats of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How often a player is asked again in one turn; `None` for no limit (R21).
    pub retries: Option<u32>,
    /// How long a whole turn may take, and the sending of a message; `None` for no limit (R22, R62).
    pub turn_timeout: Option<Duration>,
    /// How many invalid answers to the request for a name are allowed (R57).
    pub name_tries: u32,
    /// How many malformed answers are allowed in one turn (R62).
    pub malformed_limit: u32,
    /// How words are written (R59).
    pub words: Quotes,
    /// Whether a player that an adversary expels is informed at once, outside its turn (R57).
    pub late_eject: bool,
    /// The pause after each message to a client: some clients expect one message per read.
    pub gap: Duration,
    /// Whether a line feed ends each message.
    pub newline: bool,
    /// Whether the end-game message contains whether the game was won.
    pub game_won: bool,
}

/// How lines are sent over a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// How long sending a line may take; `None` for no limit.
    pub sending: Option<Duration>,
    /// The pause after each line.
    pub gap: Duration,
    /// Whether lines end with a line feed.
    pub newline: bool,
}

impl Default for Terms {
    /// The terms of a server without flags.
    fn default() -> Self {
        Flags::default().terms()
    }
}

impl Terms {
    /// The formats that most clients of other servers need.
    #[must_use]
    pub fn classic() -> Self {
        Flags { classic: true, ..Flags::default() }.terms()
    }

    /// Whether the formats suit only our own clients, so that another client may hang.
    #[must_use]
    pub fn is_for_our_clients(&self) -> bool {
        self.gap.is_zero() || self.newline
    }

    /// How lines are sent over connections.
    #[must_use]
    pub fn manner(&self) -> Manner {
        Manner { sending: self.turn_timeout, gap: self.gap, newline: self.newline }
    }

    /// The first message to a connection (R58).
    #[must_use]
    pub fn welcome(&self) -> Message {
        let retries = self.retries.map_or_else(|| "unlimited".into(), |retries| retries.to_string());
        let turn = self.turn_timeout.map_or_else(|| "unlimited".into(), |turn| format!("{} s", turn.as_secs_f64()));
        Message::Welcome { info: format!("{OURS} retries {retries}; turn {turn}") }
    }
}
