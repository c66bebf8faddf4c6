//! Preset `tiny`: the counts of section 14.

use super::matches::{self, with};
use crate::state::State;
use crate::{Action, GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::pass;
use serde_json::json;

const STARTS: [(u8, u8); 4] = [(0, 4), (0, 5), (1, 4), (1, 5)];

fn start(max_turns: u32, (ghost, sentinel): (u8, u8)) -> (World, State) {
    let (world, _) = matches::game(&with(json!({"preset": "tiny"}), json!({"max_turns": max_turns})), 0);
    let state = matches::read(&world, &std::format!("ghost 1 | G0@{ghost} 1/12; S0@{sentinel} 36"));
    (world, state)
}

/// Adds the paths that continue from a state, by their length, and the matches that end.
fn count(world: &World, stack: &mut Vec<State>, depth: usize, paths: &mut [u64], ended: &mut u64) {
    let seats: Vec<Seat> = GhostGrid::phase(world, &stack[depth]).seats().iter().collect();
    if seats.is_empty() {
        *ended += 1;
        return;
    }
    if depth == paths.len() {
        return;
    }
    assert_eq!(seats.len(), 1, "one ghost against one sentinel");
    let mut actions: Vec<Action> = Vec::new();
    GhostGrid::legal(world, &stack[depth], seats[0], &mut |action| actions.push(action));
    for action in actions {
        let (before, after) = stack.split_at_mut(depth + 1);
        after[0].clone_from(&before[depth]);
        pass::<GhostGrid>(world, &mut after[0], &[(seats[0], action)]);
        paths[depth] += 1;
        count(world, stack, depth + 1, paths, ended);
    }
}

fn counts(max_turns: u32, at: (u8, u8), steps: usize) -> (Vec<u64>, u64) {
    let (world, state) = start(max_turns, at);
    let (mut paths, mut ended) = (vec![0; steps], 0);
    count(&world, &mut vec![state; steps + 1], 0, &mut paths, &mut ended);
    (paths, ended)
}

#[test]
fn the_paths_of_one_to_eight_steps_are_as_counted() {
    for at in STARTS {
        let expected = match at {
            (0, 4) | (1, 5) => [4, 12, 48, 184, 760, 2590, 9340, 34476],
            _ => [4, 12, 48, 184, 757, 2590, 9310, 34430],
        };
        assert_eq!(counts(4, at, 8).0, expected, "from {at:?}");
    }
}

#[test]
fn the_ended_matches_are_as_counted() {
    for (max_turns, expected) in [(3, 10698), (4, 141_430), (5, 1_693_418)] {
        let ended: u64 = STARTS.iter().map(|&at| counts(max_turns, at, 2 * max_turns as usize).1).sum();
        assert_eq!(ended, expected, "{max_turns} turns");
    }
}

#[test]
fn the_preset_is_that_of_section_14() {
    let (world, _) = matches::game(&json!({"preset": "tiny"}), 0);
    let code = &world.code;
    assert_eq!((code.seats(), code.base, code.capacity, code.max_turns), (2, 12, 36, 4));
    assert_eq!((code.n, code.total_loot, code.threshold, code.full_map), (3, 1, None, true));
    let starts: std::collections::BTreeSet<(u8, u8)> = (0..60)
        .map(|seed| matches::game(&json!({"preset": "tiny"}), seed).1)
        .map(|state| (state.agents[0].node, state.agents[1].node))
        .collect();
    assert_eq!(starts.into_iter().collect::<Vec<_>>(), STARTS);
}
