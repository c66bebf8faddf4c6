//! Matches for tests: the functions that every game's tests start with.

use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::Settings;
use gridhaunt_kernel::{Game, Seat, Wire};
use std::collections::BTreeSet;

/// Reads settings that must be valid.
///
/// # Panics
/// If they are not.
#[must_use]
pub fn settings<G: Game>(document: &Value) -> G::Settings {
    G::Settings::read(document).unwrap_or_else(|error| panic!("{error} in {document}"))
}

/// The world and the first state of settings that must be valid.
///
/// # Panics
/// If they are not.
#[must_use]
pub fn begin<G: Game>(document: &Value, seed: u64) -> (G::World, G::State) {
    G::new(&settings::<G>(document), seed).unwrap_or_else(|error| panic!("{error} in {document}"))
}

/// Plays one step and returns its events.
pub fn step<G: Game>(world: &G::World, state: &mut G::State, choices: &[(Seat, G::Action)]) -> Vec<G::Event> {
    let mut events = Vec::new();
    take::<G>(world, state, choices, &mut |event| events.push(event));
    events
}

/// Plays one step, whatever happens in it.
pub fn pass<G: Game>(world: &G::World, state: &mut G::State, choices: &[(Seat, G::Action)]) {
    take::<G>(world, state, choices, &mut |_| {});
}

// With a closure of its own every caller would have the whole of the rules compiled once more.
fn take<G: Game>(world: &G::World, state: &mut G::State, choices: &[(Seat, G::Action)], log: &mut dyn FnMut(G::Event)) {
    G::step(world, state, choices, log);
}

/// All seats of a match.
pub fn seats<G: Game>(world: &G::World) -> impl Iterator<Item = Seat> + use<G> {
    (0..G::seats(world)).map(|seat| Seat(seat as u8))
}

/// The document of a state.
///
/// # Panics
/// If it cannot be written as JSON.
#[must_use]
pub fn document<G: Wire>(world: &G::World, state: &G::State) -> Value {
    serde_json::to_value(G::write_state(world, state)).unwrap_or_else(|error| panic!("{error} in {state:?}"))
}

/// Settings with further ones added; of two with the same name the later counts.
///
/// # Panics
/// If one of the two is not an object.
#[must_use]
pub fn with(mut settings: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("{more} is no object") };
    settings.as_object_mut().expect("settings are an object").extend(more);
    settings
}

/// Changes a state in many ways; every change must lead to a different hash. The changes that [`crate::hold`] tries
/// must read back from a document; these need not.
///
/// # Panics
/// With the number of the change that makes no difference.
pub fn every_field_counts<G: Game>(world: &G::World, state: &G::State, changes: &[fn(&mut G::State)]) {
    let mut seen = BTreeSet::from([G::hash_of(world, state)]);
    for (number, change) in changes.iter().enumerate() {
        let mut other = state.clone();
        change(&mut other);
        assert_ne!(other, *state, "change {number} is none");
        assert!(seen.insert(G::hash_of(world, &other)), "change {number} is not in the hash");
    }
}
