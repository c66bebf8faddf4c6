//! Bots: players that are part of the engine.

use crate::heap::*;
use crate::json::{Map, Value};
use crate::settings::Field;
use crate::{Invalid, Random, Seat};

/// A player. It gets the start once, and is asked for an action whenever its seat chooses.
///
/// A bot knows only what it is given, its own memory and its own generator.
pub trait Bot<Start, View, Action>: Send {
    /// Called once, before the first choice.
    fn start(&mut self, start: &Start);
    /// Returns its choice. `legal` holds the legal actions in the game's order and is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
}

/// What a bot is made from.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a, Settings> {
    /// The settings of the match.
    pub settings: &'a Settings,
    /// The options of the bot; every name in it is one of the entry's options.
    pub options: &'a Map<String, Value>,
    /// The seat it is to play.
    pub seat: Seat,
    /// The generator of that seat.
    pub random: Random,
}

/// Makes a bot, or returns why this one cannot play this seat with these options.
pub type Make<Settings, Start, View, Action> =
    fn(&Call<'_, Settings>) -> Result<Box<dyn Bot<Start, View, Action>>, Invalid>;

/// A bot that can be requested by name.
#[allow(missing_docs, reason = "the names say it")]
pub struct BotEntry<Settings, Start, View, Action> {
    /// The name that selects it, as in `greedy`.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// The options it takes; a name that is not in this list is an error.
    pub options: &'static [Field],
    pub make: Make<Settings, Start, View, Action>,
}

/// Draws uniformly from the legal actions. Every game has this bot.
#[derive(Clone, Debug)]
pub struct Uniform(pub Random);

impl<Start, View, Action: Copy> Bot<Start, View, Action> for Uniform {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        legal[self.0.index(legal.len())]
    }
}
