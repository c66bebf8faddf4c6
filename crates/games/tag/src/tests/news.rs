//! The sentences for a unit about a phase, and what they must not contain.

use super::matches::{self, spoken, step};
use crate::event::Event;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// The sentences for a seat about a step, from the events that concern it.
fn told(world: &World, before: &State<8>, after: &State<8>, events: &[Event], seat: u8) -> Vec<String> {
    let seat = Seat(seat);
    let view = |state| Tag::<8>::view(world, state, &[], seat);
    let start = Tag::<8>::start(world, before, seat);
    let own: Vec<Event> = events.iter().filter(|event| Tag::<8>::concerns(&start, event, seat)).copied().collect();
    Tag::<8>::news(&start, &view(before), &view(after), &own, seat)
}

#[test]
fn who_is_caught_learns_by_whom_and_who_is_far_away_only_that_somebody_was() {
    let (world, mut state) = matches::game::<8>(
        &json!({
            "killers": 2, "survivors": 3, "exits": [[40, 32]], "killer_sight": 2, "survivor_sight": 2,
            "start": {
                "round": 3, "phase": "killer", "killers": {"0": [10, 10], "1": [30, 30]},
                "survivors": {"0": [10, 11], "1": [45, 5], "2": [31, 33]},
            },
        }),
        0,
    );
    let before = state;
    let events = step(&world, &mut state, &spoken(&world, "A S, B S"));
    let told = |seat| told(&world, &before, &state, &events, seat);
    assert_eq!(told(0), ["Killer A caught you at (10,11): you are out."]);
    assert_eq!(told(1), ["A survivor is caught."], "neither who nor by whom");
    assert_eq!(told(3), ["You caught survivor a at (10,11)."]);
    assert_eq!(told(4), ["A survivor is caught.", "You see survivor c at (31,33)."]);
}

#[test]
fn who_sees_all_is_told_names() {
    let (world, mut state) = matches::game::<8>(
        &json!({
            "killers": 2, "survivors": 2, "exits": [[40, 32]], "killer_sight": "all",
            "start": {
                "round": 3, "phase": "killer", "killers": {"0": [10, 10], "1": [30, 30]},
                "survivors": {"0": [10, 11], "1": [45, 5]},
            },
        }),
        0,
    );
    let before = state;
    let events = step(&world, &mut state, &spoken(&world, "A S, B stay"));
    assert_eq!(told(&world, &before, &state, &events, 3), ["Survivor a is caught."]);
}
