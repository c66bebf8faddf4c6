//! The usual phase in one piece is the phase of the rules, or none.

use crate::settings::Manner;
use crate::walk::walk;
use crate::{Settings, Tag, rules};
use gridhaunt_kernel::prelude::*;

/// Matches by random numbers, some of which are no choice.
fn hold_against_rules(settings: &Settings, seed: u64) -> [u32; 2] {
    let (world, mut state) = Tag::<8>::make(settings, seed).unwrap();
    let (ground, lens) = (world.ground(), Tag::<8>::lens(&Map::new()).unwrap());
    let mut random = Random::new(seed);
    let mut counts = [0; 2];
    while !Tag::<8>::phase(&world, &state).is_over() {
        let numbers: [u8; 16] = std::array::from_fn(|_| random.below(10) as u8);
        let asked = Tag::<8>::phase(&world, &state).seats().iter();
        let numbered = |seat: Seat| Tag::<8>::numbered(&world, &state, seat, lens, numbers[seat.index()].into());
        let choices: Vec<_> = asked.filter_map(|seat| Some((seat, numbered(seat)?))).collect();
        let (mut expected, before) = (state, state);
        rules::step(&ground, &mut expected, &choices, |_| {});
        let is_usual = walk(&ground, &mut state, &numbers);
        counts[usize::from(is_usual)] += 1;
        assert_eq!(state, if is_usual { expected } else { before }, "seed {seed}, round {}", before.round);
        state = expected;
    }
    assert!(!walk(&ground, &mut { state }, &[0; 16]), "a match that is over");
    counts
}

#[test]
fn a_usual_phase_is_that_of_the_rules() {
    let crowded = Settings { width: 12, height: 9, ..Settings::default() };
    for settings in [
        Settings::default(),
        Settings { survivors: 3, killers: 5, ..Settings::default() },
        crowded.clone(),
        Settings { killers_on_exits: Manner::Forbid, follow: Manner::Forbid, ..crowded },
    ] {
        let mut counts = [0; 2];
        for seed in 0..30 {
            let more = hold_against_rules(&settings, seed);
            counts.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        assert!(counts.iter().all(|&count| count > 20), "both kinds: {counts:?}");
    }
}
