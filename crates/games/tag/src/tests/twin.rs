//! Compares every step of many matches, played by the rules and by their readable twin.

use super::matches;
use crate::Tag;
use crate::event::What;
use crate::state::Last;
use crate::twin::{Law, Plain};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Random};
use std::collections::HashMap;

/// Compares every step of many matches with the twin, state, events and outcome: seats (R5), choices (R14), conflicts
/// (R15 to R20), captures and escapes (R21 to R25) and the end (R26 to R28).
fn equals_the_twin<const N: usize>(kind: fn(&mut Random, u64) -> Value, games: u64, key: u64) -> HashMap<Last, u32> {
    let mut reasons = HashMap::new();
    matches::each_step_of::<N>(kind, games, key, |played| {
        let law = Law::of(played.world);
        let mut plain = Plain::of(played.world, &played.before);
        let events = plain.step(&law, &played.choices);
        let case = || std::format!("{} {:?} {:?}", played.document, played.before, played.choices);
        assert_eq!(played.events, events, "{}", case());
        assert_eq!(Plain::of(played.world, &played.after), plain, "{}", case());
        assert_eq!(played.after.random, played.before.random, "nothing draws after the set-up (R51)");
        let outcome = Tag::<N>::outcome(played.world, &played.after);
        assert_eq!(outcome.map(|outcome| outcome.reason), plain.over.map(|(_, end)| end.name()), "{}", case());
        for event in &events {
            if let What::Rejected { reason, .. } = event.what {
                *reasons.entry(reason).or_default() += 1;
            }
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
