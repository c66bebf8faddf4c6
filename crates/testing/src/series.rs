//! Many matches, step by step.

use crate::{settings, step};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Random, Seat, Wire};
use std::marker::PhantomData;

/// Matches with any settings and any choices: for invariants, and for twins.
#[derive(Clone, Copy, Debug)]
pub struct Series<G, S, C> {
    games: u64,
    key: u64,
    steps: usize,
    settings: S,
    choose: C,
    game: PhantomData<fn() -> G>,
}

/// One step of a match, with everything there is to know about it.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stepped<'a, G: Game> {
    pub document: &'a Value,
    /// The seed, which is the number of the match in its series.
    pub seed: u64,
    pub world: &'a G::World,
    /// The state before the step.
    pub before: &'a G::State,
    /// The choices, in order of arrival.
    pub choices: Vec<(Seat, G::Action)>,
    /// The state after it.
    pub after: &'a G::State,
    pub events: Vec<G::Event>,
}

impl<G: Wire> Stepped<'_, G> {
    /// All of it as text, for the message of an assertion.
    #[must_use]
    pub fn case(&self) -> String {
        let picture = |state| G::drawing(self.world, state);
        let Self { document, seed, before, choices, after, events, .. } = self;
        format!("seed {seed} of {document}\n{}\n{choices:?}\n{}\n{events:?}", picture(before), picture(after))
    }
}

/// A second implementation of the rules of a game, as simple as possible.
pub trait Twin<G: Game>: Sized {
    /// The same match; `settings` and `seed` are for twins that also draw the world a second time.
    fn begin(settings: &Value, seed: u64, world: &G::World, state: &G::State) -> Self;

    /// Changes the first state in both, after it was compared, so that what is rare in play is frequent.
    fn disturb(&mut self, _random: &mut Random, _world: &G::World, _state: &mut G::State) {}

    /// Compares everything that can be seen of a state; panics where it differs.
    fn compare(&self, world: &G::World, state: &G::State);

    /// Plays one step with these choices and returns its events.
    fn step(&mut self, world: &G::World, choices: &[(Seat, G::Action)]) -> Vec<G::Event>;
}

impl<G, S, C> Series<G, S, C>
where
    G: Game,
    S: Fn(&mut Random) -> Value,
    C: FnMut(&mut Random, &G::World, &G::State) -> Vec<(Seat, G::Action)>,
{
    /// This many matches; `key` is the key of everything drawn for them. `choose` may remember what it plans.
    pub fn new(games: u64, key: u64, settings: S, choose: C) -> Self {
        Self { games, key, steps: usize::MAX, settings, choose, game: PhantomData }
    }

    /// With at most this many steps each, for games that may never end.
    #[must_use]
    pub fn at_most(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Plays the matches and passes every step to `check`. Settings for which no playable world can be drawn are
    /// skipped.
    pub fn each(self, mut check: impl FnMut(&Stepped<'_, G>)) {
        self.play(|_, _, _, _, _| (), |(), played| check(played));
    }

    /// Plays the matches beside their twins and compares what can be seen and what happens, step by step; `told`
    /// receives every event.
    ///
    /// # Panics
    /// If the two differ.
    pub fn beside<T: Twin<G>>(self, mut told: impl FnMut(&G::Event)) {
        let begin = |random: &mut Random, document: &Value, seed, world: &G::World, state: &mut G::State| {
            let mut twin = T::begin(document, seed, world, state);
            twin.compare(world, state);
            twin.disturb(random, world, state);
            twin
        };
        self.play(begin, |twin, played| {
            let expected = twin.step(played.world, &played.choices);
            let Stepped { document, seed, before, choices, .. } = played;
            assert_eq!(played.events, expected, "seed {seed} of {document}\n{before:?}\n{choices:?}");
            twin.compare(played.world, played.after);
            if G::phase(played.world, played.after).is_over() {
                assert_eq!(twin.step(played.world, &played.choices), [], "what is over stays");
                twin.compare(played.world, played.after);
            }
            played.events.iter().for_each(&mut told);
        });
    }

    fn play<T>(
        mut self,
        begin: impl Fn(&mut Random, &Value, u64, &G::World, &mut G::State) -> T,
        mut check: impl FnMut(&mut T, &Stepped<'_, G>),
    ) {
        for seed in 0..self.games {
            let mut random = Random::stream(self.key, seed);
            let document = (self.settings)(&mut random);
            let Ok((world, mut state)) = G::new(&settings::<G>(&document), seed) else { continue };
            println!("seed {seed} of {document}");
            let mut kept = begin(&mut random, &document, seed, &world, &mut state);
            for _ in 0..self.steps {
                if G::phase(&world, &state).is_over() {
                    break;
                }
                let choices = (self.choose)(&mut random, &world, &state);
                let before = state.clone();
                let events = step::<G>(&world, &mut state, &choices);
                check(
                    &mut kept,
                    &Stepped {
                        document: &document,
                        seed,
                        world: &world,
                        before: &before,
                        choices,
                        after: &state,
                        events,
                    },
                );
            }
        }
    }
}
