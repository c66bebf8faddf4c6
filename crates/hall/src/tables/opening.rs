//! What a match of people begins from. It is kept, so that a table goes on after a kill.

use gridhaunt_arena::play::Arena;
use gridhaunt_arena::seating::{BotSpec, PERSON, seat_all};
use gridhaunt_host::clock::Clock;
use gridhaunt_kernel::face::{Opened, Session};
use gridhaunt_kernel::json::{Map, Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use serde::{Deserialize, Serialize};

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub game: String,
    pub settings: Value,
    /// The seats of people, the one who opens the table first.
    pub seats: Vec<u8>,
    /// The bot on all other seats that it can play; the usual ones play the rest.
    pub bot: Option<String>,
    /// How long people may think.
    pub clock: Clock,
}

/// What a match of people begins from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opening {
    pub game: String,
    pub settings: Value,
    pub seed: u64,
    /// Who sits where.
    pub bots: Vec<BotSpec>,
    /// The seats of people, that of who opened the table first.
    pub people: Vec<Seat>,
    pub clock: Clock,
}

/// An opening as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    settings: Value,
    seed: String,
    seats: Vec<String>,
    people: Vec<u8>,
    clock: String,
}

/// A game with its settings, and the first state of a match.
type Begun = (Box<dyn Opened>, Box<dyn Session>);

/// The seats that a bot of the house plays without anything said to it.
pub(crate) fn playable(opened: &dyn Opened, session: &dyn Session, seed: u64, bot: &str) -> Vec<Seat> {
    let seats = (0..session.seats() as u8).map(Seat).filter(|&seat| session.took_part(seat));
    seats.filter(|&seat| opened.player(bot, &Map::new(), seed, seat).is_ok()).collect()
}

impl Opening {
    /// A match as somebody wishes it, with a seed of its own.
    ///
    /// # Errors
    /// What is wrong with the wish.
    pub(crate) fn new(registry: &Registry, wish: &Wish) -> Result<Self, Invalid> {
        let game = registry.find(&wish.game)?;
        let opened = game.open(&wish.settings)?;
        let random = getrandom::u64().map_err(|error| Invalid::new("seed", error, "random numbers of the system"))?;
        let first = opened.fold_seed(random);
        let (seed, session) = arena(opened.as_ref(), &[]).begin_one_of(first, 100)?;
        let mut bots = seat_all(game, session.as_ref(), &[])?;
        if let Some(bot) = &wish.bot {
            // Only bots of the registry: a word must never become a path here.
            let names: Vec<&str> = game.bots().iter().map(|known| known.name).collect();
            if !names.contains(&bot.as_str()) {
                let expected = format!("one of {}", names.join(", "));
                return Err(Invalid::new("bot", brief(&Value::from(bot.as_str())), expected));
            }
            let seats = playable(opened.as_ref(), session.as_ref(), seed, bot);
            if seats.is_empty() {
                return Err(Invalid::new("bot", brief(&Value::from(bot.as_str())), "a bot that plays by itself"));
            }
            for seat in seats {
                bots[seat.index()] = BotSpec::parse(bot)?;
            }
        }
        let people: Vec<Seat> = wish.seats.iter().copied().map(Seat).collect();
        check_seats(session.as_ref(), &people)?;
        people.iter().for_each(|seat| bots[seat.index()] = person());
        for (seat, bot) in bots.iter().enumerate().filter(|(_, bot)| bot.name != PERSON) {
            opened.player(&bot.name, &bot.options, seed, Seat(seat as u8))?;
        }
        Ok(Self { game: wish.game.clone(), settings: wish.settings.clone(), seed, bots, people, clock: wish.clock })
    }

    /// The game and its first state.
    ///
    /// # Errors
    /// The game does not open so, or has other seats, as that of another version may.
    pub(crate) fn begin(&self, registry: &Registry) -> Result<Begun, Invalid> {
        let opened = registry.find(&self.game)?.open(&self.settings)?;
        let session = opened.begin(self.seed)?;
        if self.bots.len() != session.seats() {
            return Err(Invalid::new("seats", self.bots.len(), session.seats().to_string()));
        }
        check_seats(session.as_ref(), &self.people)?;
        Ok((opened, session))
    }

    /// The text that is kept.
    pub(crate) fn to_text(&self) -> String {
        let kept = Kept {
            settings: self.settings.clone(),
            seed: self.seed.to_string(),
            seats: self.bots.iter().map(ToString::to_string).collect(),
            people: self.people.iter().map(|seat| seat.0).collect(),
            clock: self.clock.to_string(),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Reads it.
    ///
    /// # Errors
    /// It is not what was written.
    pub(crate) fn read(game: &str, text: &str) -> Result<Self, Invalid> {
        let wrong = |error: &dyn std::fmt::Display| Invalid::new("opening", error, "what the hall keeps of a table");
        let kept: Kept = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        let bot = |word: &String| if word == PERSON { Ok(person()) } else { BotSpec::parse(word) };
        Ok(Self {
            game: game.into(),
            settings: kept.settings,
            seed: kept.seed.parse().map_err(|error| wrong(&error))?,
            bots: kept.seats.iter().map(bot).collect::<Result<_, _>>()?,
            people: kept.people.into_iter().map(Seat).collect(),
            clock: kept.clock.parse()?,
        })
    }
}

/// A game for which players are named.
pub(crate) fn arena<'a>(opened: &'a dyn Opened, bots: &'a [BotSpec]) -> Arena<'a> {
    Arena { info: opened.info(), opened, seats: bots, rotate: false, from: None, house: None }
}

fn person() -> BotSpec {
    BotSpec { name: PERSON.into(), options: Map::new(), program: None, guest: None }
}

/// People need seats that take part, each one of its own.
fn check_seats(session: &dyn Session, people: &[Seat]) -> Result<(), Invalid> {
    if people.is_empty() {
        return Err(Invalid::new("seat", "none", "a seat for you"));
    }
    let all: Vec<Seat> =
        (0..session.seats()).map(|seat| Seat(seat as u8)).filter(|&seat| session.took_part(seat)).collect();
    let is_wrong = |(at, seat): (usize, &Seat)| !all.contains(seat) || people[..at].contains(seat);
    match people.iter().enumerate().find(|&found| is_wrong(found)) {
        None => Ok(()),
        Some((_, seat)) => {
            let seats: Vec<String> = all.iter().map(ToString::to_string).collect();
            Err(Invalid::new("seat", seat, format!("one of {}, each once", seats.join(", "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_of_any_game_reads_back() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let clock = "60s+120s".parse().unwrap();
            let name = game.info().name;
            let wish = Wish { game: name.into(), settings: json!({}), seats: vec![0], bot: None, clock };
            let opening = Opening::new(&registry, &wish).unwrap();
            let read = Opening::read(name, &opening.to_text()).unwrap();
            assert_eq!(read, opening, "{name}");
            assert!(read.begin(&registry).is_ok(), "{name}");
            for people in [vec![], vec![Seat(0), Seat(0)], vec![Seat(200)]] {
                assert!(Opening { people, ..opening.clone() }.begin(&registry).is_err(), "{name}");
            }
            assert!(Opening { bots: vec![person()], ..opening }.begin(&registry).is_err(), "{name}");
        }
        for wrong in ["", "{}", "[]", r#"{"settings":{},"seed":"x","seats":[],"people":[],"clock":"1s"}"#] {
            assert!(Opening::read("pyrat", wrong).is_err(), "{wrong}");
        }
    }
}
