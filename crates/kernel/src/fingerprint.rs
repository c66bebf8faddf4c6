//! The hash of many seeded games, equal on every machine that plays by the same rules.

use crate::random::mix;
use crate::{Game, Invalid, Random, Seat};
use alloc::vec::Vec;

/// The actions a seat may choose now.
pub fn legal<G: Game>(world: &G::World, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut list = Vec::new();
    G::legal(world, state, seat, &mut |action| list.push(action));
    list
}

/// One legal action, drawn uniformly, for every seat that chooses now.
pub fn draw_choices<G: Game>(world: &G::World, state: &G::State, random: &mut Random) -> Vec<(Seat, G::Action)> {
    let seats = G::phase(world, state).seats();
    seats.iter().filter_map(|seat| random.pick(&legal::<G>(world, state, seat)).map(|&action| (seat, action))).collect()
}

/// Plays a step whose events nobody hears. It is one copy of the rules for all who are in no hurry: they are long, and would
/// be compiled anew wherever they are called.
#[inline(never)]
pub(crate) fn step_unheard<G: Game>(world: &G::World, state: &mut G::State, choices: &[(Seat, G::Action)]) {
    G::step(world, state, choices, |_| {});
}

/// The hash over all states of many games of random play, from seed 0 upwards, with at most `steps` steps each (K2).
pub fn fingerprint<G: Game>(settings: &G::Settings, games: u64, steps: u64) -> Result<u64, Invalid> {
    let mut sum = 0u64;
    for seed in 0..games {
        let (world, mut state) = G::make(settings, seed)?;
        let mut random = Random::stream(seed, u64::MAX);
        sum = mix(sum ^ G::digest(&world));
        for _ in 0..steps {
            if G::phase(&world, &state).is_over() {
                break;
            }
            let choices = draw_choices::<G>(&world, &state, &mut random);
            step_unheard::<G>(&world, &mut state, &choices);
            sum = mix(sum ^ G::hash_of(&world, &state));
        }
    }
    Ok(sum)
}
