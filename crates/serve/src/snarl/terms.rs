//! What players over the wire are held to (section 11, "wire").

use super::connection::Manner;
use super::messages::{Message, Quotes};
use std::time::Duration;

/// What the information of our welcome begins with, so that our client knows our server.
pub const OURS: &str = "gridhaunt snarl;";

/// The pause of `--classic`: long enough for a reader on the same machine, short enough for a person.
pub const CLASSIC_GAP: Duration = Duration::from_millis(50);

/// What is told when a client hangs.
pub const HINT: &str = "a client that hangs may be made for another server: --classic sends what most of them can read";

/// The terms on which a server plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How often a player is asked again in one turn; none for no limit (R21).
    pub retries: Option<u32>,
    /// How long a whole turn may take, and the sending of a message; none for no limit (R22, R62).
    pub turn_timeout: Option<Duration>,
    /// How many bad answers there may be to the request for a name (R57).
    pub name_tries: u32,
    /// How many malformed answers there may be in one turn (R62).
    pub malformed_limit: u32,
    /// How words are written (R59).
    pub words: Quotes,
    /// Whether a player that an adversary expels is told out of turn (R57).
    pub late_eject: bool,
    /// The pause after each message to a client: some take one message a read.
    pub gap: Duration,
    /// Whether a line feed ends each message.
    pub newline: bool,
    /// Whether the end of a game tells if it was won.
    pub game_won: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            retries: None,
            turn_timeout: Some(Duration::from_secs(60)),
            name_tries: 5,
            malformed_limit: 16,
            words: Quotes::Quoted,
            late_eject: true,
            gap: Duration::ZERO,
            newline: true,
            game_won: false,
        }
    }
}

impl Terms {
    /// What most clients that were written for other servers need.
    #[must_use]
    pub fn classic() -> Self {
        Self { gap: CLASSIC_GAP, newline: false, game_won: true, ..Self::default() }
    }

    /// Whether a client that hangs may need something that is not sent.
    #[must_use]
    pub fn is_for_our_clients(&self) -> bool {
        self.gap.is_zero() || self.newline
    }

    /// How connections are written to.
    #[must_use]
    pub fn manner(&self) -> Manner {
        Manner { sending: self.turn_timeout, gap: self.gap, newline: self.newline }
    }

    /// What a connection is told first (R58).
    #[must_use]
    pub fn welcome(&self) -> Message {
        let retries = self.retries.map_or_else(|| "unlimited".into(), |retries| retries.to_string());
        let turn = self.turn_timeout.map_or_else(|| "unlimited".into(), |turn| format!("{} s", turn.as_secs_f64()));
        Message::Welcome { info: format!("{OURS} retries {retries}; turn {turn}") }
    }
}
