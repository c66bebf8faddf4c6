//! The suite of a game.

use crate::checks;
use crate::{Broken, Ledger};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Guess, Seat};

/// Whether a legal action does nothing in this state, by the game's own rules.
pub(crate) type Idle<G> = fn(&<G as Game>::World, &<G as Game>::State, Seat, <G as Game>::Action) -> bool;

/// What a game is held to; [`Suite::run`] does it.
#[must_use = "nothing is held before `run`"]
pub struct Suite<G: Game> {
    pub(crate) settings: Vec<Value>,
    pub(crate) seeds: u64,
    pub(crate) steps: u64,
    pub(crate) idle: Idle<G>,
    pub(crate) ledger: Option<Ledger>,
    pub(crate) broken: Vec<Broken>,
}

/// The suite of a game, with its default settings until others are named.
pub fn hold<G: Complete + Guess>() -> Suite<G> {
    Suite {
        settings: vec![Value::Object(gridhaunt_kernel::json::Map::new())],
        seeds: 3,
        steps: 300,
        idle: |_, _, _, _| false,
        ledger: None,
        broken: Vec::new(),
    }
}

impl<G: Complete + Guess> Suite<G> {
    /// Settings that reach the corners of the rules.
    pub fn settings(mut self, settings: impl IntoIterator<Item = Value>) -> Self {
        self.settings = settings.into_iter().collect();
        self
    }

    /// How many games are played with each of them: 3 unless it is said.
    pub fn seeds(mut self, seeds: u64) -> Self {
        self.seeds = seeds;
        self
    }

    /// The most steps of a game: 300 unless it is said.
    pub fn steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Which legal actions do nothing, where the rules list such. All others of a seat must differ in what they do.
    pub fn idle(mut self, idle: Idle<G>) -> Self {
        self.idle = idle;
        self
    }

    /// The folder of the data files that follow: `concat!(env!("CARGO_MANIFEST_DIR"), "/data")`.
    pub fn data(mut self, folder: &'static str) -> Self {
        self.ledger = Some(Ledger::at(folder));
        self
    }

    /// Holds a file of the game's data against what the game does now.
    pub(crate) fn hold_file(mut self, check: &'static str, file: &str, fresh: &str) -> Self {
        let kept = match self.ledger {
            Some(ledger) => ledger.compare(file, fresh),
            None => Err(format!("{file}: no folder was named by `data`")),
        };
        self.broken.extend(kept.err().map(|what| Broken::new(check, what)));
        self
    }

    /// The first promise that random play breaks, if one is broken.
    pub fn conforms(&self) -> Result<(), Broken> {
        checks::all(self)
    }

    /// Plays, and compares the files that were named.
    ///
    /// # Panics
    /// With every part that does not hold, by name.
    pub fn run(mut self) {
        self.broken.extend(self.conforms().err());
        let all: Vec<String> = self.broken.iter().map(ToString::to_string).collect();
        assert!(all.is_empty(), "{}: {} of its promises broken\n{}", G::INFO.name, all.len(), all.join("\n"));
    }
}
