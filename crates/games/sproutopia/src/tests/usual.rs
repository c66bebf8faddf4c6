//! Compares the ticks of batches, in which all farmers are looked at side by side, with the rules.

use super::matches::{game, step};
use super::slow::lively;
use crate::action::Action;
use crate::game::Complete;
use crate::ground::SEATS;
use crate::state::State;
use crate::{Legacy, Official, usual};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// How many ticks were usual, in how many of them a farmer pruned itself, in how many of all a device would have nothing else to do,
/// and how many of the others it would not leave to the rules.
fn compare<R: Complete>(games: u64) -> (u32, u32, u32, u32) {
    let (mut walked, mut pruned, mut all, mut more) = (0, 0, 0, 0);
    let mut random = Random::new(17);
    for seed in 0..games {
        let mut document = lively(&mut random);
        if seed % 4 != 0 {
            document["players"] = json!(SEATS);
        }
        let (world, mut state) = game::<R>(&document, seed);
        let (ground, players) = (&world.ground, world.ground.players());
        while state.end.is_none() {
            // Mostly straight on, so that trails get long, with numbers among them that stand for no action.
            let number = |_| [0, 0, 0, 1, 2, 3, 4, 4, 5, 9][random.index(10)];
            let numbers: Vec<u8> = (0..players).map(number).collect();
            let first = (state.tick + 1) as usize % players;
            let arrive = |i: usize| (Seat(i as u8), Action::from_u8(numbers[i]).unwrap_or(Action::None));
            let choices: Vec<_> = (first..players).chain(0..first).map(arrive).collect();
            let mut twin = state.clone();
            if let (Some(numbers), 0, true) = (numbers.first_chunk(), state.away, R::WALKS_IN_ANY_ORDER) {
                let usual = usual::walk::<R, true>(ground, &mut twin, numbers, state.tick + 1);
                assert!(usual || twin == state, "nothing is changed: tick {} of seed {seed}", state.tick);
                walked += u32::from(usual);
                pruned += u32::from(twin.away != 0);
            }
            twin.clone_from(&state);
            usual::tick(ground, &mut twin, &numbers);
            let mut alone = state.clone();
            let strolled = usual::stroll(ground, &mut alone, &numbers);
            assert!(strolled || alone == state, "nothing is changed: tick {} of seed {seed}", state.tick);
            let mut frequent = state.clone();
            let walked_on = usual::walk_on(ground, &mut frequent, &numbers);
            assert!(walked_on || frequent == state, "nothing is changed: tick {} of seed {seed}", state.tick);
            let land = |state: &State<R>| state.farmers.each_ref().map(|farmer| farmer.cells);
            let before = land(&state);
            step(ground, &mut state, &choices);
            assert_eq!(twin, state, "{document}, seed {seed}, {choices:?}");
            if strolled {
                assert_eq!(alone, state, "{document}, seed {seed}, {choices:?}");
                assert!(before == land(&state) && state.end.is_none(), "nobody is paid");
                all += 1;
            }
            if walked_on {
                assert_eq!(frequent, state, "{document}, seed {seed}, {choices:?}");
                more += u32::from(!strolled);
            }
        }
    }
    (walked, pruned, all, more)
}

#[test]
fn ticks_of_a_batch_are_those_of_the_rules() {
    let (walked, pruned, all, more) = compare::<Official>(240);
    assert!(walked > 2_000 && pruned > 300, "{walked} ticks were usual, in {pruned} of them somebody pruned itself");
    assert!(all > 1_000 && more > 1_000, "in {all} ticks all strolled, and {more} others came often");
    assert_eq!(compare::<Legacy>(20), (0, 0, 0, 0));
}
