//! Published known answers (K2, K5): what a change of rules or of the generator would alter.

use crate::{Suite, begin, settings, step};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::info::Dynamics;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::{Game, Guess, Outcome, Random, Seat};
use std::fmt::Write as _;

/// The worlds and first states of seeds 0 to 4.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Catalogue<'a, G: Game> {
    /// What is drawn: `worlds`, `set-ups`.
    pub of: &'a str,
    /// The header line; names of settings are padded to the width of its first column.
    pub heading: &'a str,
    pub settings: Vec<(&'a str, Value)>,
    /// Further columns after the digest of the world and the hash of the state.
    pub more: fn(&G::World, &G::State) -> String,
}

/// A match written down step by step, for people to read.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Playthrough<'a, G: Game> {
    pub title: &'a str,
    /// The seed of the match, and of the choices.
    pub seed: u64,
    pub settings: Value,
    /// The description of the world before the first drawing.
    pub world: fn(&G::World) -> String,
    /// The description of the outcome at the end.
    pub outcome: fn(&Outcome) -> String,
}

impl<G: Complete> Playthrough<'_, G> {
    /// The first lines of a file of playthroughs.
    #[must_use]
    pub fn heading() -> String {
        let unit = if G::INFO.dynamics == Dynamics::Ticks { "tick" } else { "step" };
        let version = G::INFO.rules_version;
        format!(
            "# Matches to read, the state hash after each {unit}. A line that changes raises the rules' version (K5).\n\
             # rules version {version}\n"
        )
    }

    /// The match as text, played with these choices.
    pub fn text(&self, mut choose: impl FnMut(&G::World, &G::State, &mut Random) -> Vec<(Seat, G::Action)>) -> String {
        let Self { title, seed, settings, .. } = self;
        let (world, mut state) = begin::<G>(settings, *seed);
        let picture =
            |state: &G::State| format!("{}hash {}\n", G::drawing(&world, state), hex(G::hash_of(&world, state)));
        let mut text = format!("\n## {title}\nseed {seed} of {settings}\n{}", (self.world)(&world));
        text += &picture(&state);
        let mut random = Random::stream(*seed, 99);
        while !G::phase(&world, &state).is_over() {
            let before = state.clone();
            let choices = choose(&world, &state, &mut random);
            let events = step::<G>(&world, &mut state, &choices);
            let heading = G::heading(&world, &before).map(|line| line + "\n").unwrap_or_default();
            let log: String = G::log(&world, &before, &events).into_iter().map(|line| line + "\n").collect();
            let _ = write!(text, "\n{heading}{log}{}", picture(&state));
        }
        text + &G::outcome(&world, &state).map(|outcome| (self.outcome)(&outcome)).unwrap_or_default()
    }
}

impl<G: Complete + Guess> Suite<G> {
    /// Checks `catalogue.snap` of the game's data.
    ///
    /// # Panics
    /// If it has changed, or settings are wrong.
    pub fn catalogue(self, catalogue: &Catalogue<'_, G>) -> Self {
        let Catalogue { of, heading, settings, more } = catalogue;
        let mut text =
            format!("# The {of} of seeds 0 to 4. A line that changes raises the generator's version (K5).\n");
        let _ = writeln!(text, "# generator version {}\n{heading}", G::INFO.generator_version);
        let width = heading.find(" seed").unwrap_or_default();
        for (name, document) in settings {
            for seed in 0..5 {
                let (world, state) = begin::<G>(document, seed);
                let (digest, hash) = (hex(G::digest(&world)), hex(G::hash_of(&world, &state)));
                let _ = writeln!(text, "{name:<width$} {seed:>4} {digest} {hash} {}", more(&world, &state));
            }
        }
        self.hold_text("catalogue", &text)
    }

    /// Checks `fingerprints.snap`: the hash over all states of many games, for settings by name.
    ///
    /// # Panics
    /// If it has changed, or settings are wrong.
    pub fn fingerprints<'a>(self, all: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let mut text = String::from(
            "# The hash over all states of 100 seeded games of random play (K2), at most 400 steps each.\n",
        );
        for (name, document) in all {
            let hash = fingerprint::<G>(&settings::<G>(&document), 100, 400);
            let hash = hash.unwrap_or_else(|error| panic!("{name}: {error}"));
            let _ = writeln!(text, "{name} {}", hex(hash));
        }
        self.hold_text("fingerprints", &text)
    }

    /// Checks `playthroughs.snap`; `choose` makes the choices of a step.
    ///
    /// # Panics
    /// If it has changed.
    pub fn playthroughs(
        self,
        matches: &[Playthrough<'_, G>],
        mut choose: impl FnMut(&G::World, &G::State, &mut Random) -> Vec<(Seat, G::Action)>,
    ) -> Self {
        let all: String = matches.iter().map(|one| one.text(&mut choose)).collect();
        self.hold_text("playthroughs", &(Playthrough::<G>::heading() + &all))
    }
}
