//! Who plays which farmer, and through which connection (W10, W11).

use super::guid::Guid;
use gridhaunt_kernel::shown::steers;
use gridhaunt_kernel::{Seat, SeatSet};

/// One connection of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// Whom a seat is for, before the first registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chair {
    /// For the next bot that registers.
    Open,
    /// For the bot with this token (W10).
    Kept(Guid),
    /// For a built-in bot, with its nickname.
    House(String),
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farmer {
    /// The token it registered with, which is also its id.
    pub id: Guid,
    /// Its nickname.
    pub nick: String,
    keeper: Keeper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeper {
    House,
    Connection(ConnectionId),
    Gone,
}

/// The result of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The bot gets a seat.
    New(Seat),
    /// The bot had registered already, on the same connection.
    Again(Seat),
    /// The bot gets its seat back on a new connection (W11).
    Resumed(Seat),
}

/// Why a registration is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Refused {
    Full,
    /// Another connection plays with this token.
    InUse,
}

/// Whether a connection may control a farmer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Voice {
    Own(Seat),
    /// It takes the farmer over and may control it from now on (W11).
    Resumed(Seat),
    /// Another connection controls the farmer.
    Another,
    /// No farmer has this id.
    Unknown,
}

/// The seats of one match.
#[derive(Clone, Debug)]
pub struct Registration {
    chairs: Vec<Chair>,
    farmers: Vec<Option<Farmer>>,
    resume: bool,
}

/// How many characters of a nickname are kept.
pub const MOST_OF_NICK: usize = 64;

impl Registration {
    /// Seats that are free, except for those of built-in bots. With `resume` a new connection may take over a farmer
    /// that lost its connection.
    #[must_use]
    pub fn new(chairs: Vec<Chair>, resume: bool) -> Self {
        let house = |chair: &Chair| match chair {
            Chair::House(name) => Some(Farmer { id: Guid::fresh(), nick: name.clone(), keeper: Keeper::House }),
            _ => None,
        };
        let farmers = chairs.iter().map(house).collect();
        Self { chairs, farmers, resume }
    }

    /// Gives a connection a seat.
    ///
    /// # Errors
    /// All seats are taken, or another connection plays with this token.
    pub fn register(&mut self, id: Guid, nick: Option<&str>, by: ConnectionId) -> Result<Registered, Refused> {
        match self.voice(id, by, true) {
            Voice::Own(seat) => return Ok(Registered::Again(seat)),
            Voice::Resumed(seat) => return Ok(Registered::Resumed(seat)),
            Voice::Another => return Err(Refused::InUse),
            Voice::Unknown => {}
        }
        let kept = self.chairs.iter().position(|chair| *chair == Chair::Kept(id));
        let mut seats = self.chairs.iter().zip(&self.farmers);
        let open = || seats.position(|(chair, farmer)| *chair == Chair::Open && farmer.is_none());
        let seat = kept.or_else(open).ok_or(Refused::Full)?;
        // A nickname must not contain characters that control a terminal.
        let nick: String = nick.unwrap_or("").chars().filter(|&sign| !steers(sign)).take(MOST_OF_NICK).collect();
        let nick = if nick.trim().is_empty() { format!("farmer {seat}") } else { nick };
        self.farmers[seat] = Some(Farmer { id, nick, keeper: Keeper::Connection(by) });
        Ok(Registered::New(Seat(seat as u8)))
    }

    /// Whether a connection may control the farmer with this id. It takes over a farmer that lost its connection, if
    /// that is allowed; if it already plays another farmer, only with `anew`.
    pub fn voice(&mut self, id: Guid, by: ConnectionId, anew: bool) -> Voice {
        let resume = self.resume && (anew || self.kept_by(by).next().is_none());
        let found = self.farmers.iter_mut().enumerate().find_map(|(seat, farmer)| {
            farmer.as_mut().filter(|farmer| farmer.id == id).map(|farmer| (Seat(seat as u8), farmer))
        });
        let Some((seat, farmer)) = found else { return Voice::Unknown };
        match farmer.keeper {
            Keeper::Connection(own) if own == by => Voice::Own(seat),
            Keeper::Gone if resume => {
                farmer.keeper = Keeper::Connection(by);
                Voice::Resumed(seat)
            }
            _ => Voice::Another,
        }
    }

    /// The farmer of a connection; `None` if it has no farmer or several.
    #[must_use]
    pub fn only(&self, by: ConnectionId) -> Option<Seat> {
        let mut own = self.kept_by(by);
        own.next().filter(|_| own.next().is_none())
    }

    /// Releases the farmers of a closed connection and returns their seats; the farmers stay in the match.
    pub fn leave(&mut self, by: ConnectionId) -> Vec<Seat> {
        let left: Vec<Seat> = self.kept_by(by).collect();
        for farmer in self.farmers.iter_mut().flatten().filter(|farmer| farmer.keeper == Keeper::Connection(by)) {
            farmer.keeper = Keeper::Gone;
        }
        left
    }

    /// Whether every seat is taken.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.farmers.iter().all(Option::is_some)
    }

    /// The farmers by seat; `None` for a free seat.
    #[must_use]
    pub fn farmers(&self) -> &[Option<Farmer>] {
        &self.farmers
    }

    /// How many bots have registered, and how many are needed.
    #[must_use]
    pub fn came(&self) -> (usize, usize) {
        let awaited = || self.chairs.iter().zip(&self.farmers).filter(|(chair, _)| !matches!(chair, Chair::House(_)));
        (awaited().filter(|(_, farmer)| farmer.is_some()).count(), awaited().count())
    }

    /// The seats that have a connection now.
    #[must_use]
    pub fn connected(&self) -> SeatSet {
        let seats = (0..self.farmers.len()).filter(|&seat| self.keeper(Seat(seat as u8)).is_some());
        SeatSet::from_bits(seats.fold(0, |bits, seat| bits | 1 << seat))
    }

    /// The connection of a farmer; `None` if it is lost, or for a built-in bot.
    #[must_use]
    pub fn keeper(&self, seat: Seat) -> Option<ConnectionId> {
        match self.farmers.get(seat.index())?.as_ref()?.keeper {
            Keeper::Connection(id) => Some(id),
            Keeper::House | Keeper::Gone => None,
        }
    }

    fn kept_by(&self, by: ConnectionId) -> impl Iterator<Item = Seat> + '_ {
        (0..self.farmers.len()).map(|seat| Seat(seat as u8)).filter(move |&seat| self.keeper(seat) == Some(by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ConnectionId = ConnectionId(1);
    const B: ConnectionId = ConnectionId(2);
    const C: ConnectionId = ConnectionId(3);

    fn token(number: u64) -> Guid {
        Guid::numbered(number)
    }

    #[test]
    fn seats_go_by_order_of_registration() {
        let mut seats = Registration::new(vec![Chair::Open; 2], true);
        assert_eq!(seats.register(token(1), Some("ana"), A), Ok(Registered::New(Seat(0))));
        assert_eq!(seats.register(token(1), Some("ana"), A), Ok(Registered::Again(Seat(0))));
        assert_eq!(seats.register(token(1), Some("eve"), B), Err(Refused::InUse));
        assert!(!seats.is_complete());
        assert_eq!(seats.came(), (1, 2));
        assert_eq!(seats.register(token(2), None, B), Ok(Registered::New(Seat(1))));
        assert_eq!(seats.register(token(3), None, C), Err(Refused::Full));
        assert!(seats.is_complete());
        let nicks: Vec<_> = seats.farmers().iter().flatten().map(|farmer| farmer.nick.as_str()).collect();
        assert_eq!(nicks, ["ana", "farmer 1"]);
    }

    #[test]
    fn tokens_that_were_given_decide_the_seat() {
        let chairs = vec![Chair::Kept(token(1)), Chair::Kept(token(2)), Chair::Open, Chair::House("greedy".into())];
        let mut seats = Registration::new(chairs, true);
        assert_eq!(seats.register(token(9), None, C), Ok(Registered::New(Seat(2))));
        assert_eq!(seats.register(token(8), None, C), Err(Refused::Full));
        assert_eq!(seats.register(token(2), None, A), Ok(Registered::New(Seat(1))));
        assert_eq!(seats.register(token(1), None, B), Ok(Registered::New(Seat(0))));
        assert!(seats.is_complete());
        assert_eq!(seats.came(), (3, 3));
    }

    #[test]
    fn nobody_speaks_for_another() {
        let mut seats = Registration::new(vec![Chair::Open, Chair::Open, Chair::House("idle".into())], true);
        seats.register(token(1), None, A).unwrap();
        seats.register(token(2), None, B).unwrap();
        let house = seats.farmers()[2].clone().unwrap().id;
        assert_eq!(seats.voice(token(1), A, false), Voice::Own(Seat(0)));
        assert_eq!(seats.voice(token(1), B, false), Voice::Another);
        assert_eq!(seats.voice(house, A, true), Voice::Another);
        assert_eq!(seats.register(house, None, C), Err(Refused::InUse));
        assert_eq!(seats.voice(token(7), A, false), Voice::Unknown);
    }

    #[test]
    fn a_farmer_whose_connection_is_gone_is_resumed() {
        for resume in [true, false] {
            let mut seats = Registration::new(vec![Chair::Open; 2], resume);
            seats.register(token(1), None, A).unwrap();
            seats.register(token(2), None, B).unwrap();
            assert_eq!(seats.leave(A), [Seat(0)]);
            assert_eq!(seats.connected(), SeatSet::from_bits(2));
            // A connection that already plays cannot take over another farmer by naming it.
            assert_eq!(seats.voice(token(1), B, false), Voice::Another);
            if resume {
                assert_eq!(seats.voice(token(1), C, false), Voice::Resumed(Seat(0)));
                assert_eq!(seats.leave(C), [Seat(0)]);
                assert_eq!(seats.register(token(1), None, A), Ok(Registered::Resumed(Seat(0))));
            } else {
                assert_eq!(seats.voice(token(1), C, false), Voice::Another);
                assert_eq!(seats.register(token(1), None, C), Err(Refused::InUse));
            }
        }
    }

    #[test]
    fn a_connection_may_play_several_farmers() {
        let mut seats = Registration::new(vec![Chair::Open; 2], true);
        seats.register(token(1), None, A).unwrap();
        assert_eq!(seats.only(A), Some(Seat(0)));
        seats.register(token(2), None, A).unwrap();
        assert_eq!(seats.only(A), None);
        assert_eq!(seats.leave(A), [Seat(0), Seat(1)]);
    }

    #[test]
    fn a_nickname_commands_no_terminal() {
        let mut seats = Registration::new(vec![Chair::Open; 2], true);
        seats.register(token(1), Some("\u{1b}[2J\u{202e}ana\r\n"), A).unwrap();
        seats.register(token(2), Some(&"x".repeat(5000)), B).unwrap();
        let nicks: Vec<_> = seats.farmers().iter().flatten().map(|farmer| farmer.nick.clone()).collect();
        assert_eq!(nicks, ["[2Jana".to_string(), "x".repeat(64)]);
    }
}
