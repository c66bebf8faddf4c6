//! What must be true of every game, whatever its rules.

mod actions;
mod eyes;
mod hash;
mod learn;
mod schemas;
mod settings;
mod states;
mod steps;

use crate::Suite;
use crate::broken::{Broken, Held, ensure};
use crate::matches::{pass, seats};
use crate::suite::Idle;
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::fingerprint::draw_choices;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::settings::Settings;
use gridhaunt_kernel::{Game, Guess, Learn, Random, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The choices of a step: seat and action, in order of arrival.
type Choices<G> = [(Seat, <G as Game>::Action)];

/// One match of a suite.
struct Match<'a, G: Learn> {
    settings: &'a G::Settings,
    world: &'a G::World,
    origin: &'a G::State,
    /// The default lens and another one. Steps alternate between lenses, because checking all of them in every step
    /// would cost more than everything else.
    lenses: [G::Lens; 2],
    idle: Idle<G>,
}

/// What is kept from one match to the next.
struct Kept<State> {
    /// How many changed states had a different hash.
    perturbed: usize,
    /// A state that others are cloned into.
    copy: Option<State>,
    /// The schemas of what seats are told, and what of them has occurred.
    schemas: schemas::Held,
}

/// Checks a game against everything the kernel promises.
pub(crate) fn all<G: Complete + Guess>(suite: &Suite<G>) -> Held {
    let lenses = learn::lenses::<G>()?;
    let mut kept = Kept { perturbed: 0, copy: None, schemas: schemas::Held::of::<G>()? };
    for document in &suite.settings {
        let here = |broken: Broken| broken.at(document);
        let settings =
            G::Settings::read(document).map_err(|error| Broken::new("settings", error.to_string()).at(document))?;
        settings::round_trip(&settings, document).map_err(here)?;
        for seed in 0..suite.seeds {
            play::<G>(suite, &settings, &lenses, seed, &mut kept)
                .map_err(|broken| broken.at(format!("seed {seed}")).at(document))?;
        }
    }
    if !suite.sample {
        kept.schemas.all_occurred()?;
    }
    ensure("hash", kept.perturbed > 0, || "no leaf of any state's document could be changed".into())?;
    // The info is that of the default settings, which another size of the game may be the one to play.
    let usual = G::Settings::default();
    let actions = G::actions(&usual);
    ensure("info", !G::fits(&usual) || actions == usize::from(G::INFO.actions), || {
        format!("there are {actions} actions, the info says {}", G::INFO.actions)
    })?;
    settings::hostile::<G>()
}

fn play<G: Complete + Guess>(
    suite: &Suite<G>,
    settings: &G::Settings,
    lenses: &[G::Lens],
    seed: u64,
    kept: &mut Kept<G::State>,
) -> Held {
    let make = || G::new(settings, seed).map_err(|error| Broken::new("set-up", error.to_string()));
    let ((world, mut state), (again, origin)) = (make()?, make()?);
    ensure("set-up", state == origin && G::digest(&world) == G::digest(&again), || {
        "the same seed made two games".into()
    })?;
    // `clone_from` avoids allocation only between states of the same match.
    if let Some(copy) = &mut kept.copy {
        copy.clone_from(&state);
        ensure("clone", *copy == state, || "a clone into a state of another match differs".into())?;
    }
    let count = G::seats(&world);
    ensure("seats", count == G::seats_of(settings) && count <= Seat::MOST, || format!("{count} seats"))?;
    for seat in seats::<G>(&world) {
        ensure("seats", G::role(&world, seat) < G::INFO.roles.len(), || format!("seat {seat} has no role"))?;
        let start = G::start(&world, &state, seat);
        round_trip(&start, "start")?;
        kept.schemas.start.hold(&start)?;
    }
    let mut random = Random::stream(seed, u64::MAX);
    let (mut last, mut record) = (Vec::new(), Vec::new());
    let mut recalls: Vec<G::Recall> = (0..count).map(|_| G::Recall::default()).collect();
    let mut visited = BTreeMap::new();
    for step in 0..suite.steps {
        let here = |broken: Broken| broken.at(format!("step {step}"));
        let lenses = [lenses[0], lenses[step as usize % lenses.len()]];
        let game = Match::<G> { settings, world: &world, origin: &origin, lenses, idle: suite.idle };
        let over = G::phase(&world, &state).is_over();
        states::look(&game, &state, &last, &mut random).map_err(here)?;
        kept.schemas.look::<G>(&world, &state, &last, step).map_err(here)?;
        eyes::recall(&game, &state, &last, &mut recalls).map_err(here)?;
        // Expensive checks run at the start, then less and less often, and at the end.
        if over || step.is_power_of_two() || step == 0 {
            kept.perturbed += hash::every_leaf_counts(&game, &state, &mut random).map_err(here)?;
            actions::differ(&game, &state).map_err(here)?;
            states::imagine(&game, &state, &last, &mut random).map_err(here)?;
        }
        if over {
            break;
        }
        let choices = draw_choices::<G>(&world, &state, &mut random);
        eyes::tell(&game, &state, [&last, &choices], &mut random).map_err(here)?;
        steps::advance(&game, &mut state, &choices, step, &mut random).map_err(here)?;
        steps::copy::<G>(&world, &state, &mut kept.copy).map_err(here)?;
        let hash = G::hash_of(&world, &state);
        let known = visited.entry(hash).or_insert_with(|| state.clone());
        ensure("hash", *known == state, || "two different states have the same hash".into()).map_err(here)?;
        record.push((choices.clone(), hash));
        last = choices;
    }
    let mut rerun = origin.clone();
    for (step, (choices, hash)) in record.iter().enumerate() {
        pass::<G>(&again, &mut rerun, choices);
        ensure("record", G::hash_of(&again, &rerun) == *hash, || format!("step {step} re-runs to another hash"))?;
    }
    ensure("record", rerun == state, || "the record re-runs to another state".into())
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, name: &'static str) -> Held {
    let text = serde_json::to_string(value).map_err(|error| Broken::new(name, format!("{value:?}: {error}")))?;
    let back: T = serde_json::from_str(&text).map_err(|error| Broken::new(name, format!("{text}: {error}")))?;
    ensure(name, back == *value, || format!("{text} reads back as {back:?}"))
}

/// The options of a lens, with none of them set.
fn no_options() -> Map<String, gridhaunt_kernel::json::Value> {
    Map::new()
}
