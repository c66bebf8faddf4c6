//! Players that live in the engine.

use crate::json::{Map, Value};
use crate::settings::Field;
use crate::{Invalid, Random};
use alloc::boxed::Box;
use alloc::string::String;

/// A player: told the start once, asked for an action whenever its seat chooses.
///
/// A bot knows what it is handed, its own memory and its own generator, and nothing else.
pub trait Bot<Start, View, Action>: Send {
    /// Called once, before the first choice.
    fn start(&mut self, start: &Start);
    /// Its choice. `legal` holds the legal actions in the game's order and is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
}

/// Makes a bot from its options and the generator of its seat.
pub type Make<Start, View, Action> =
    fn(&Map<String, Value>, Random) -> Result<Box<dyn Bot<Start, View, Action>>, Invalid>;

/// A bot that can be asked for by name.
pub struct BotEntry<Start, View, Action> {
    /// The name.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [Field],
    /// Makes one.
    pub make: Make<Start, View, Action>,
}

/// Draws uniformly among the legal actions. Every game has it.
#[derive(Clone, Debug)]
pub struct Uniform(pub Random);

impl<Start, View, Action: Copy> Bot<Start, View, Action> for Uniform {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        legal[self.0.index(legal.len())]
    }
}
