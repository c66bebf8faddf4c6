//! A game with its sizes, bots and whatever else its entry offers.

use super::opened::TypedOpened;
use super::{BotCard, Complete, Extra, Face, Opened};
use crate::bot::{Bot, BotEntry, Call, Uniform, read_words};
use crate::heap::*;
use crate::json::{Map, Value, brief, nearest};
use crate::registry::Study;
use crate::settings::{self, Declared, Field, Settings};
use crate::{Game, Info, Invalid, Random, Seat};
use alloc::sync::Arc;

pub(super) type Entry<G> = BotEntry<<G as Game>::Settings, <G as Game>::Start, <G as Game>::View, <G as Game>::Action>;
/// The result of making a bot of a game.
pub type Made<G> = Result<Box<dyn Bot<<G as Game>::Start, <G as Game>::View, <G as Game>::Action>>, Invalid>;
pub(super) type Entries<G> = Arc<Vec<Entry<G>>>;

/// One size of a game: a test whether settings fit it, and a function that opens it.
type Size<G> = (fn(&<G as Game>::Settings) -> bool, fn(<G as Game>::Settings, Value, Entries<G>) -> Box<dyn Opened>);

/// A game in all its sizes, with its bots. `G` is the smallest size.
pub struct Family<G: Game> {
    sizes: Vec<Size<G>>,
    bots: Entries<G>,
    extras: Vec<&'static Extra>,
    studies: Vec<Study>,
}

impl<G: Complete> Default for Family<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Complete> Family<G> {
    /// The game with only one bot, `uniform`.
    #[must_use]
    pub fn new() -> Self {
        let uniform = BotEntry {
            name: "uniform",
            about: "draws uniformly among the legal actions",
            options: &[],
            make: |call| Ok(Box::new(Uniform(call.random))),
        };
        Self {
            sizes: alloc::vec![(G::fits, |settings, written, bots| Box::new(TypedOpened::<G> {
                settings,
                written,
                bots
            }))],
            bots: Arc::new(alloc::vec![uniform]),
            extras: Vec::new(),
            studies: Vec::new(),
        }
    }

    /// Adds a larger size, which is used where the smaller ones do not fit.
    #[must_use]
    pub fn size<H>(mut self) -> Self
    where
        H: Complete<Settings = G::Settings, Start = G::Start, View = G::View, Action = G::Action>,
    {
        self.sizes.push((H::fits, |settings, written, bots| Box::new(TypedOpened::<H> { settings, written, bots })));
        self
    }

    /// Adds a bot after those already there.
    pub fn bot(&mut self, bot: Entry<G>) -> &mut Self {
        // The list has no other owner while a family is being built.
        if let Some(bots) = Arc::get_mut(&mut self.bots) {
            bots.push(bot);
        }
        self
    }

    /// Adds something else that the game offers; code that knows its type finds it in [`Face::extras`].
    pub fn extra(&mut self, extra: &'static Extra) -> &mut Self {
        self.extras.push(extra);
        self
    }

    /// Adds an experiment to those that the game ships.
    pub fn study(&mut self, study: Study) -> &mut Self {
        self.studies.push(study);
        self
    }
}

impl<G: Complete> Family<G> {
    /// Makes a bot by its words, for a seat of a match with these settings.
    ///
    /// # Errors
    /// A bot or an option that does not exist, or a bot that cannot play this seat.
    pub fn make_bot(&self, words: &str, settings: &G::Settings, seat: Seat, random: Random) -> Made<G> {
        let (name, options) = read_words(words)?;
        let entry = find::<G>(&self.bots, &name, &options)?;
        let call = Call { settings, options: &options, seat, random };
        (entry.make)(&call).map_err(|error| error.within(&format!("bot {name}")))
    }
}

/// The entry of the bot `name`, if it takes these options.
pub(super) fn find<'a, G: Game>(
    bots: &'a [Entry<G>],
    name: &str,
    options: &Map<String, Value>,
) -> Result<&'a Entry<G>, Invalid> {
    let Some(entry) = bots.iter().find(|bot| bot.name == name) else {
        let names: Vec<&str> = bots.iter().map(|bot| bot.name).collect();
        let hint =
            nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
        let expected = format!("one of {}", names.join(", "));
        return Err(Invalid::new("bot", format!("{name:?}"), expected.clone())
            .says(format!("{name:?} is not {expected}{hint}")));
    };
    let known: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
    if let Some((option, value)) = options.iter().find(|(option, _)| !known.contains(&option.as_str())) {
        let expected = format!("one of {}", known.join(", "));
        let words = match nearest(option, known.iter().copied()) {
            _ if known.is_empty() => "no such option: this bot has none".to_string(),
            Some(near) => format!("no such option, did you mean {near}?"),
            None => format!("no such option, need {expected}"),
        };
        return Err(Invalid::new(format!("bot {name}.{option}"), brief(value), expected).says(words));
    }
    Ok(entry)
}

impl<G: Complete> Face for Family<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn fields(&self) -> &'static [Field] {
        G::Settings::FIELDS
    }

    fn schema(&self) -> Value {
        settings::schema::<G::Settings>(G::INFO.title)
    }

    #[cfg(feature = "schema")]
    fn schemas(&self) -> crate::schema::Schemas {
        G::schemas()
    }

    fn lens(&self) -> &'static [Field] {
        G::Lens::FIELDS
    }

    fn bots(&self) -> Vec<BotCard> {
        self.bots.iter().map(|bot| BotCard { name: bot.name, about: bot.about, options: bot.options }).collect()
    }

    fn extras(&self) -> &[&'static Extra] {
        &self.extras
    }

    fn studies(&self) -> &[Study] {
        &self.studies
    }

    fn open(&self, settings: &Value) -> Result<Box<dyn Opened>, Invalid> {
        let document = settings;
        let settings = G::Settings::read(document)?;
        let written = settings.written(document);
        match self.sizes.iter().find(|(fits, _)| fits(&settings)) {
            Some((_, open)) => Ok(open(settings, written, self.bots.clone())),
            None => Err(Invalid::new("settings", "this size", "a size this game comes in")),
        }
    }
}
