//! The suite of a game.

use crate::checks;
use crate::{Broken, hold_snapshot};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Guess, Seat};

/// Whether a legal action does nothing in this state, according to the game's rules.
pub(crate) type Idle<G> = fn(&<G as Game>::World, &<G as Game>::State, Seat, <G as Game>::Action) -> bool;

/// The checks of a game; [`Suite::run`] runs them.
#[must_use = "nothing is held before `run`"]
pub struct Suite<G: Game> {
    pub(crate) settings: Vec<Value>,
    pub(crate) seeds: u64,
    pub(crate) steps: u64,
    pub(crate) idle: Idle<G>,
    pub(crate) sample: bool,
    pub(crate) folder: Option<&'static str>,
}

/// The suite of a game, with its default settings until others are added.
pub fn hold<G: Complete + Guess>() -> Suite<G> {
    Suite {
        settings: vec![Value::Object(gridhaunt_kernel::json::Map::new())],
        seeds: 3,
        steps: 300,
        idle: |_, _, _, _| false,
        sample: false,
        folder: None,
    }
}

impl<G: Complete + Guess> Suite<G> {
    /// Adds settings that reach the corner cases of the rules.
    pub fn settings(mut self, settings: impl IntoIterator<Item = Value>) -> Self {
        self.settings = settings.into_iter().collect();
        self
    }

    /// Sets how many games are played with each of the settings; 3 by default.
    pub fn seeds(mut self, seeds: u64) -> Self {
        self.seeds = seeds;
        self
    }

    /// Sets the most steps of a game; 300 by default.
    pub fn steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Sets which legal actions do nothing, if the rules have such actions. All other actions of a seat must differ in
    /// their effect.
    pub fn idle(mut self, idle: Idle<G>) -> Self {
        self.idle = idle;
        self
    }

    /// Says that these matches are a sample, which need not show everything that the schemas of the game describe.
    pub fn sample(mut self) -> Self {
        self.sample = true;
        self
    }

    /// Sets the folder of the snapshots that follow: `concat!(env!("CARGO_MANIFEST_DIR"), "/data")`.
    pub fn data(mut self, folder: &'static str) -> Self {
        self.folder = Some(folder);
        self
    }

    /// Compares a text with a snapshot of the game's data.
    pub(crate) fn hold_text(self, name: &str, fresh: &str) -> Self {
        hold_snapshot(self.folder.expect("`data` names a folder"), name, fresh);
        self
    }

    /// Returns the first promise that random play breaks, if any.
    pub fn conforms(&self) -> Result<(), Broken> {
        checks::all(self)
    }

    /// Plays the games.
    ///
    /// # Panics
    /// With the first promise that is broken.
    pub fn run(self) {
        self.conforms().unwrap_or_else(|broken| panic!("{}: {broken}", G::INFO.name));
    }
}
