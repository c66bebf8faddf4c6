//! Bots: players that are part of the engine.

use crate::heap::*;
use crate::json::{Map, Value, parse};
use crate::settings::Field;
use crate::{Game, Invalid, Random, Seat};

/// A player. It gets the start once, and is asked for an action whenever its seat chooses.
///
/// A bot knows only what it is given, its own memory and its own generator.
pub trait Bot<Start, View, Action>: Send {
    /// Called once, before the first choice.
    fn start(&mut self, start: &Start);
    /// Returns its choice. `legal` holds the legal actions in the game's order and is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
    /// Returns its choice if it can choose without a view, so that none is made for it; then `choose` is not called.
    /// Where it returns none, `choose` is called next.
    fn choose_blindly(&mut self, _legal: &[Action]) -> Option<Action> {
        None
    }
    /// What the actions of its last choice are worth to its seat, from 0 (lost) to 1 (won), as far as it knows; empty if
    /// it does not value actions.
    fn worths(&self) -> Vec<(Action, f64)> {
        Vec::new()
    }
    /// Returns how likely it is to choose each legal action, in their order, where that depends on nothing but what it
    /// was told at the start and on this view, whatever the choices of the last step were. None if it remembers more or
    /// cannot say; then it is sampled.
    fn odds(&mut self, _view: &View, _legal: &[Action]) -> Option<Vec<f64>> {
        None
    }
}

/// The odds of a choice that is certain; none if it is not legal.
#[must_use]
pub fn certain<Action: PartialEq>(choice: &Action, legal: &[Action]) -> Option<Vec<f64>> {
    legal.contains(choice).then(|| legal.iter().map(|action| f64::from(u8::from(action == choice))).collect())
}

/// What it takes to ask bots: memory that is used again for every choice.
pub(crate) struct Asking<G: Game> {
    legal: Vec<G::Action>,
    /// What a bot saw last, for the memory that it holds.
    view: Option<G::View>,
}

impl<G: Game> Asking<G> {
    pub(crate) const fn new() -> Self {
        Self { legal: Vec::new(), view: None }
    }

    /// The choice of a bot on a seat; none if it may do nothing. `last` holds the choices of the previous step.
    pub(crate) fn ask(
        &mut self,
        bot: &mut dyn Bot<G::Start, G::View, G::Action>,
        world: &G::World,
        state: &G::State,
        last: &[(Seat, G::Action)],
        seat: Seat,
    ) -> Option<G::Action> {
        let Self { legal, view } = self;
        legal.clear();
        G::legal(world, state, seat, &mut |action| legal.push(action));
        if legal.is_empty() {
            return None;
        }
        if let Some(choice) = bot.choose_blindly(legal) {
            return Some(choice);
        }
        // The view is made in the memory of the one before.
        let view = match view {
            Some(view) => {
                G::look(world, state, last, seat, view);
                view
            }
            None => view.insert(G::view(world, state, last, seat)),
        };
        Some(bot.choose(view, legal))
    }
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

/// Reads the words for a bot, `name` or `name:option=value,option=value`: its name and its options.
pub fn read_words(text: &str) -> Result<(String, Map<String, Value>), Invalid> {
    let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
    if name.is_empty() {
        return Err(Invalid::new("bot", format!("{text:?}"), "a name, or name:option=value"));
    }
    let mut options = Map::new();
    for option in rest.into_iter().flat_map(|rest| rest.split(',')) {
        let Some((key, value)) = option.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(Invalid::new(format!("bot {name}"), format!("{option:?}"), "option=value"));
        };
        options.insert(key.into(), plain_value(value));
    }
    Ok((name.into(), options))
}

/// A value as a person types it: JSON if it is valid JSON, otherwise a text. An object with a duplicate key is a text,
/// and is refused as one.
#[must_use]
pub fn plain_value(text: &str) -> Value {
    parse(text.as_bytes()).unwrap_or_else(|_| Value::String(text.into()))
}

/// Draws uniformly from the legal actions. Every game has this bot.
#[derive(Clone, Debug)]
pub struct Uniform(pub Random);

impl<Start, View, Action: Copy> Bot<Start, View, Action> for Uniform {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        legal[self.0.index(legal.len())]
    }

    fn choose_blindly(&mut self, legal: &[Action]) -> Option<Action> {
        Some(legal[self.0.index(legal.len())])
    }

    fn odds(&mut self, _: &View, legal: &[Action]) -> Option<Vec<f64>> {
        Some(alloc::vec![1.0 / legal.len() as f64; legal.len()])
    }
}
