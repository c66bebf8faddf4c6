//! The list of games. Front ends find every game here and never match on a name.

use crate::Invalid;
use crate::face::{Complete, Face, Family};
use crate::heap::*;
use crate::json::nearest;
use core::any::Any;

/// A list of games, in the order they were added.
#[derive(Default)]
pub struct Registry {
    games: Vec<Box<dyn Face>>,
}

impl Registry {
    /// Adds a game after those already there.
    pub fn add(&mut self, game: impl Face) -> &mut Self {
        self.games.push(Box::new(game));
        self
    }

    /// All games, in the order in which they were added.
    pub fn games(&self) -> impl Iterator<Item = &dyn Face> {
        self.games.iter().map(Box::as_ref)
    }

    /// The game with this name; the error lists the names and suggests the nearest.
    pub fn find(&self, name: &str) -> Result<&dyn Face, Invalid> {
        let names: Vec<&str> = self.games().map(|game| game.info().name).collect();
        self.games().find(|game| game.info().name == name).ok_or_else(|| {
            let hint =
                nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let expected = format!("one of {}", names.join(", "));
            Invalid::new("game", format!("{name:?}"), expected.clone())
                .says(format!("{name:?} is not {expected}{hint}"))
        })
    }

    /// A game by its type, to add bots to it.
    pub fn family<G: Complete>(&mut self) -> Option<&mut Family<G>> {
        self.games.iter_mut().find_map(|game| (game.as_mut() as &mut dyn Any).downcast_mut())
    }
}

/// An experiment that comes with a game and can be run by name: a question and the plan that answers it.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, as in `gridhaunt experiment NAME`.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    /// The experiment as the text of a TOML file.
    pub plan: &'static str,
}

/// The text of a bot for a game in some language, which a starter in that language contains. A game offers it as an
/// extra of its entry ([`Face::extras`]).
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The language, as in `gridhaunt new GAME --lang NAME`.
    pub language: &'static str,
    /// The file with the bot.
    pub bot: &'static str,
}
