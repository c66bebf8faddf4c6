//! The usual phase in one piece is the phase of the rules, or none.

use crate::ground::Packed;
use crate::settings::Manner;
use crate::walk::walk;
use crate::{Settings, Tag, rules};
use gridhaunt_kernel::prelude::*;

/// Matches by random numbers, some of which are no choice: how many phases are not usual, how many are, and in how many of these
/// somebody follows another.
fn hold_against_rules<const N: usize>(settings: &Settings, seed: u64) -> [u32; 3] {
    let (world, mut state) = Tag::<N>::make(settings, seed).unwrap();
    let (ground, lens) = (world.ground(), Tag::<N>::lens(&Map::new()).unwrap());
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    while !Tag::<N>::phase(&world, &state).is_over() {
        let numbers: Vec<u8> = (0..2 * N).map(|_| random.below(10) as u8).collect();
        let asked = Tag::<N>::phase(&world, &state).seats().iter();
        let numbered = |seat: Seat| Tag::<N>::numbered(&world, &state, seat, lens, numbers[seat.index()].into());
        let choices: Vec<_> = asked.filter_map(|seat| Some((seat, numbered(seat)?))).collect();
        let (mut expected, before) = (state, state);
        rules::step(&ground, &mut expected, &choices, |_| {});
        let is_usual = walk(&ground, &mut state, &numbers);
        counts[usize::from(is_usual)] += 1;
        assert_eq!(state, if is_usual { expected } else { before }, "seed {seed}, round {}", before.round);
        let follows =
            |from: [Packed; N], to: [Packed; N]| (0..N).any(|id| to[id] != from[id] && from.contains(&to[id]));
        let any = follows(before.killers, state.killers) || follows(before.survivors, state.survivors);
        counts[2] += u32::from(is_usual && any);
        state = expected;
    }
    assert!(!walk(&ground, &mut { state }, &[0; 16]), "a match that is over");
    counts
}

fn count<const N: usize>(settings: &Settings) -> [u32; 3] {
    let mut counts = [0; 3];
    for seed in 0..30 {
        let more = hold_against_rules::<N>(settings, seed);
        counts.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    assert!(counts[..2].iter().all(|&count| count > 20), "both kinds: {counts:?}");
    counts
}

#[test]
fn a_usual_phase_is_that_of_the_rules() {
    let crowded = Settings { width: 12, height: 9, ..Settings::default() };
    count::<8>(&Settings::default());
    count::<8>(&Settings { survivors: 3, killers: 5, ..Settings::default() });
    count::<8>(&Settings { survivors: 8, killers: 8, ..crowded.clone() });
    assert!(count::<8>(&crowded)[2] > 20, "who follows another is in nobody's way");
    let strict = Settings { killers_on_exits: Manner::Forbid, follow: Manner::Forbid, ..crowded.clone() };
    assert_eq!(count::<8>(&strict)[2], 0, "unless that is forbidden");
    count::<16>(&Settings { survivors: 16, killers: 3, ..crowded.clone() });
    count::<16>(&Settings { survivors: 9, killers: 12, ..crowded });
}
