//! A bot that decides for a client.

use super::client::Mind;
use gridhaunt_bots::snarl::player;
use gridhaunt_kernel::{Bot, Invalid, Random, Seat};
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::{PlayerView, Start, View};
use gridhaunt_snarl::{Action, Settings};

/// A bot and the name it plays under.
pub struct Machine {
    bot: Box<dyn Bot<Start, View, Action>>,
    name: Name,
    tries: u8,
}

impl Machine {
    /// The bot with this name; `random` is its only source of random numbers.
    ///
    /// # Errors
    /// There is no such bot.
    pub fn new(bot: &str, name: Name, random: Random) -> Result<Self, Invalid> {
        let bot = player(bot, &Settings::default(), Seat(0), random)?;
        Ok(Self { bot, name, tries: 0 })
    }
}

impl Mind for Machine {
    /// Its own name; if that is refused, the name with a number after it.
    fn name(&mut self, refused: Option<Name>) -> Option<Name> {
        if refused.is_none() {
            return Some(self.name);
        }
        self.tries = self.tries.checked_add(1)?;
        let number = u16::from(self.tries) + 1;
        let room = 32 - number.to_string().len();
        Name::parse(&format!("{}{number}", self.name.as_str().get(..room).unwrap_or(self.name.as_str())))
    }

    fn start(&mut self, start: &Start) {
        self.bot.start(start);
    }

    fn choose(&mut self, view: PlayerView, _: &dyn Fn() -> bool) -> Option<Action> {
        let legal: Vec<Action> = view.sight.legal().iter().collect();
        if legal.is_empty() {
            return Some(Action::Stay); // It was asked without having been shown anything.
        }
        Some(self.bot.choose(&View::PlayerView(view), &legal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_refused_gets_a_number() {
        let long = "x".repeat(32);
        for (name, then) in [
            ("ana", ["ana", "ana2", "ana3"].map(String::from)),
            (long.as_str(), [long.clone(), format!("{}2", &long[1..]), format!("{}3", &long[1..])]),
        ] {
            let mut machine = Machine::new("random", Name::parse(name).unwrap(), Random::stream(1, 1)).unwrap();
            let mut refused = None;
            for expected in then {
                refused = machine.name(refused);
                assert_eq!(refused.unwrap().as_str(), expected);
            }
        }
        assert!(Machine::new("nobody", Name::parse("a").unwrap(), Random::stream(1, 1)).is_err());
    }
}
