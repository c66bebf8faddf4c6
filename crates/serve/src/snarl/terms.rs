//! What players over the wire are held to (section 11, "wire").

use super::messages::{Message, Quotes};
use std::time::Duration;

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
        }
    }
}

impl Terms {
    /// What a connection is told first (R58).
    #[must_use]
    pub fn welcome(&self) -> Message {
        let retries = self.retries.map_or_else(|| "unlimited".into(), |retries| retries.to_string());
        let turn = self.turn_timeout.map_or_else(|| "unlimited".into(), |turn| format!("{} s", turn.as_secs_f64()));
        Message::Welcome { info: format!("gridhaunt snarl; retries {retries}; turn {turn}") }
    }
}
