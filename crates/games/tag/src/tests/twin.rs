//! Compares every step of many matches, played by the rules and by their readable twin.

use super::matches;
use crate::action::Action;
use crate::event::{Event, What};
use crate::state::{Last, State};
use crate::twin::{Law, Plain};
use crate::{Tag, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::Twin;
use std::collections::HashMap;

/// A match by the readable rules.
struct Beside {
    law: Law,
    plain: Plain,
    random: Random,
}

impl<const N: usize> Twin<Tag<N>> for Beside {
    fn begin(_settings: &Value, _seed: u64, world: &World, state: &State<N>) -> Self {
        Self { law: Law::of(world), plain: Plain::of(world, state), random: state.random }
    }

    fn compare(&self, world: &World, state: &State<N>) {
        assert_eq!(Plain::of(world, state), self.plain);
        assert_eq!(state.random, self.random, "nothing draws after the set-up (R51)");
        let reason = Tag::<N>::outcome(world, state).map(|outcome| outcome.reason);
        assert_eq!(reason, self.plain.over.map(|(_, end)| end.name()));
    }

    fn step(&mut self, _world: &World, choices: &[(Seat, Action)]) -> Vec<Event> {
        self.plain.step(&self.law, choices)
    }
}

/// Compares every step of many matches with the twin, state, events and outcome: seats (R5), choices (R14), conflicts
/// (R15 to R20), captures and escapes (R21 to R25) and the end (R26 to R28).
fn equals_the_twin<const N: usize>(kind: fn(&mut Random, u64) -> Value, games: u64, key: u64) -> HashMap<Last, u32> {
    let mut reasons = HashMap::new();
    matches::series::<N>(kind, games, key).beside::<Beside>(|event| {
        if let What::Rejected { reason, .. } = event.what {
            *reasons.entry(reason).or_default() += 1;
        }
    });
    reasons
}

#[test]
fn a_phase_equals_the_twin() {
    let reasons = equals_the_twin::<8>(matches::crowded, 6000, 1);
    for reason in Last::ALL.into_iter().filter(|&reason| reason != Last::NoAction) {
        assert!(reasons.get(&reason).is_some_and(|&times| times > 100), "{reason:?} is rare: {reasons:?}");
    }
}

#[test]
fn a_phase_of_sixteen_a_side_equals_the_twin() {
    equals_the_twin::<16>(matches::crowded, 1500, 2);
}

#[test]
fn a_phase_in_the_corners_of_the_largest_boards_equals_the_twin() {
    equals_the_twin::<8>(matches::in_a_corner, 1000, 3);
    equals_the_twin::<16>(matches::in_a_corner, 300, 4);
}
