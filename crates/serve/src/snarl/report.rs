//! What a server reports to its operator: the lines of R56 and R57.

use super::connection::MOST_BYTES;
use super::messages::{Message, PlayerScore, line};
use super::terms::Terms;
use gridhaunt_snarl::name::Name;
use std::fmt;
use std::net::SocketAddr;

/// One report, with the number of its game, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Report {
    /// The server accepts connections at this address.
    Listening(SocketAddr),
    /// A name was accepted.
    Joined { game: u64, name: Name },
    /// A client does not become a player.
    TurnedAway {
        /// The address of the client.
        peer: SocketAddr,
        why: String,
    },
    /// A player is lost.
    Lost {
        game: u64,
        name: Name,
        /// Why, as the rest of a sentence that begins with the name.
        why: String,
    },
    /// Advice for the operator of the server.
    Hint(&'static str),
    /// Something happened to a player.
    Happened { game: u64, name: Name, what: Deed },
    /// The whole board after an act.
    Board {
        game: u64,
        /// Level, round and exit.
        heading: String,
        /// One line for each row.
        text: String,
    },
    /// A game is over.
    Ended { game: u64, result: HostedResult },
    /// The record of a game that is over.
    Recorded { game: u64, seed: u64, record: String },
    /// A game could not be played.
    Refused { game: u64, why: String },
    /// The totals of all games, when the server ends.
    Leaderboard(Message),
}

gridhaunt_kernel::words! {
    /// What can happen to a player.
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Deed {
        /// The player took the key.
        FoundKey = "found the key",
        Expelled = "was expelled",
        /// The player left the level.
        Exited = "exited",
        /// The player was still in the level when it ended.
        Stranded = "was stranded",
        Disconnected = "disconnected",
    }
}

/// Why a connection was lost (R23, R62).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Loss {
    /// It was closed, or failed.
    Closed,
    /// The client sent too many bytes without completing a value.
    TooMuch,
    /// The client did not read in time.
    Unread,
    Http,
    /// Its player gave no answer in time.
    Silent,
    /// Its player gave too many malformed answers.
    Malformed,
}

impl Loss {
    /// The reason as the rest of a sentence that begins with the name.
    #[must_use]
    pub fn words(self, terms: &Terms) -> String {
        let limit = terms.turn_timeout.unwrap_or_default().as_secs_f64();
        match self {
            Self::Closed => "lost connection".into(),
            Self::TooMuch => format!("is lost: {} KiB without a complete value", MOST_BYTES >> 10),
            Self::Unread => format!("is lost: read nothing for {limit} s"),
            Self::Http => "is lost: spoke HTTP".into(),
            Self::Silent => format!("is lost: no answer within {limit} s"),
            Self::Malformed => format!("is lost: {} malformed answers in one turn", terms.malformed_limit),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedResult {
    /// Whether the players won.
    pub won: bool,
    /// The last level, from 1.
    pub level: usize,
    /// All players by rank (R28).
    pub scores: Vec<PlayerScore>,
}

impl fmt::Display for HostedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.won {
            true => write!(f, "The game is won.")?,
            false => write!(f, "The game is lost on level {}.", self.level)?,
        }
        standings(f, &self.scores)
    }
}

/// Writes a line for each player, best first; equal players have the same rank (R28).
fn standings(f: &mut fmt::Formatter<'_>, scores: &[PlayerScore]) -> fmt::Result {
    for score in scores {
        let rank = 1 + scores.iter().filter(|other| (other.exits, other.keys) > (score.exits, score.keys)).count();
        let PlayerScore { name, exits, keys, ejects } = score;
        write!(f, "\n{rank}. {name}: exits {exits}, keys {keys}, ejects {ejects}")?;
    }
    Ok(())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listening(address) => write!(f, "listening on {address}"),
            Self::Joined { name, .. } => write!(f, "Player {name} joined"),
            Self::TurnedAway { peer, why } => write!(f, "{peer} {why}"),
            Self::Lost { name, why, .. } => write!(f, "Player {name} {why}"),
            Self::Hint(hint) => f.write_str(hint),
            Self::Happened { name, what, .. } => write!(f, "Player {name} {}", what.name()),
            Self::Board { heading, text, .. } => write!(f, "{heading}\n{}", text.trim_end_matches('\n')),
            Self::Ended { result, .. } => result.fmt(f),
            Self::Recorded { record, .. } => f.write_str(record.trim_end()),
            Self::Refused { why, .. } => f.write_str(why),
            Self::Leaderboard(message) => f.write_str(line(message).trim_end()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_terminal() {
        let name = Name::parse("ana").unwrap();
        let happened = |what| Report::Happened { game: 1, name, what }.to_string();
        assert_eq!(happened(Deed::FoundKey), "Player ana found the key");
        let lost = |why: Loss| Report::Lost { game: 1, name, why: why.words(&Terms::default()) }.to_string();
        assert_eq!(lost(Loss::Closed), "Player ana lost connection");
        assert_eq!(lost(Loss::Silent), "Player ana is lost: no answer within 60 s");
        assert_eq!(lost(Loss::Malformed), "Player ana is lost: 16 malformed answers in one turn");
        assert_eq!(lost(Loss::TooMuch), "Player ana is lost: 64 KiB without a complete value");
        let score = |name: &str, exits, keys| PlayerScore { name: name.into(), exits, keys, ejects: 2 };
        let scores = vec![score("ana", 1, 0), score("bo", 1, 0), score("cy", 0, 1)];
        let lost = HostedResult { won: false, level: 2, scores };
        assert_eq!(
            lost.to_string(),
            "The game is lost on level 2.\n1. ana: exits 1, keys 0, ejects 2\n1. bo: exits 1, keys 0, ejects 2\n\
             3. cy: exits 0, keys 1, ejects 2"
        );
        assert_eq!(HostedResult { won: true, ..lost }.to_string().lines().next(), Some("The game is won."));
    }
}
