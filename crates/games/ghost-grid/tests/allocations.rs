//! A step allocates nothing, whatever is chosen and whatever happens.

use gridhaunt_ghost_grid::{Action, GhostGrid, Settings};
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_testing::allocations;
use serde_json::json;

/// The only test of this file, since the count of allocations is the process's own.
#[test]
fn a_step_allocates_nothing() {
    let settings = Settings::read(&json!({
        "n": 3, "nodes_per_layer": 3, "initial_ghosts": 2, "max_ghosts": 6, "conversion_threshold": 5, "energy_pct": 300,
        "recovery_freeze": 1, "marking": "chosen",
    }))
    .expect("settings");
    let (mut steps, mut events) = (0, 0u64);
    for seed in 0..50 {
        let (world, mut state) = GhostGrid::new(&settings, seed).expect("a world");
        let mut random = Random::stream(seed, 5);
        let mut copy = state.clone();
        while !GhostGrid::phase(&world, &state).is_over() {
            let mut choices: Vec<(Seat, Action)> = Vec::new();
            for seat in GhostGrid::phase(&world, &state).seats().iter() {
                let mut legal = Vec::new();
                GhostGrid::legal(&world, &state, seat, &mut |action| legal.push(action));
                choices.extend(random.pick(&legal).map(|&action| (seat, action)));
            }
            let before = allocations();
            GhostGrid::step(&world, &mut state, &choices, |_| events += 1);
            copy.clone_from(&state);
            assert_eq!(allocations(), before, "step {steps} of seed {seed}");
            steps += 1;
        }
        assert_eq!(copy, state);
    }
    assert!(steps > 500 && events > 2000, "{steps} steps, {events} events");
}
