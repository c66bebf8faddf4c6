//! Who won and why, in words: the same in a terminal, a picture, a page and a log.

use crate::face::Session;
use crate::heap::*;
use crate::sides::Sides;
use crate::{Outcome, Seat, SeatSet};
use core::fmt;

/// A result in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The seats that won, none in a draw.
    pub winners: SeatSet,
    /// The name of the side that won; none in a draw, or where a single seat won without its side.
    pub side: Option<&'static str>,
    /// Who won: `python · greedy wins`, `the players win`, `a draw`.
    pub who: String,
    /// Why it ended and why they won, in words that can follow a colon: `2 of 3 survivors escaped, but under strict
    /// rules all must`.
    pub why: String,
}

impl Ending {
    /// The ending of a match with this result: who won follows from ranks and sides, why is said by the caller.
    #[must_use]
    pub fn of(session: &dyn Session, outcome: &Outcome, why: String) -> Self {
        let (info, sides) = (session.info(), Sides::of(session));
        let (side, winners) = (sides.winner(outcome), sides.winners(outcome));
        let who = match (side, winners.as_slice()) {
            (Some(side), _) if sides.seats_of(side) > 1 => {
                format!("the {} win", info.sides.get(side).map_or("", |side| side.plural))
            }
            (_, [alone]) => format!("{} wins", session.full_name(Seat(*alone as u8))),
            _ => "a draw".to_string(),
        };
        let winners = winners.into_iter().map(|seat| Seat(seat as u8)).collect();
        Self { winners, side: side.map(|side| info.side_name(side)), who, why }
    }
}

/// Prints the whole sentence.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The name of a seat is printed unchanged; only our own words begin with a capital letter.
        let who = match self.who.as_str() {
            who if who.starts_with("the ") || who.starts_with("a draw") => {
                format!("{}{}", who[..1].to_ascii_uppercase(), &who[1..])
            }
            who => String::from(who),
        };
        write!(f, "{who}: {}.", self.why)
    }
}

/// The name of a seat and its player, in one string: `python · greedy`.
#[must_use]
pub fn with_player(name: &str, player: &str) -> String {
    if player.is_empty() { String::from(name) } else { format!("{name} · {player}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_one_sentence() {
        let told = |who: &str| {
            let verdict = Ending { winners: SeatSet::NONE, side: None, who: who.into(), why: "time is up".into() };
            format!("{verdict}")
        };
        assert_eq!(told("the players win"), "The players win: time is up.");
        assert_eq!(told("a draw"), "A draw: time is up.");
        assert_eq!(told("python · greedy wins"), "python · greedy wins: time is up.");
        assert_eq!(told(""), ": time is up.");
        assert_eq!((with_player("rat", "random"), with_player("rat", "")), ("rat · random".into(), "rat".into()));
    }
}
