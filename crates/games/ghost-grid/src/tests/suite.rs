//! Runs the suite for Ghost Grid, and checks its published known answers (K2, K5).

use super::{DATA, matches};
use crate::ground::Side;
use crate::state::{End, Memory, Origin, State};
use crate::{GhostGrid, World};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Catalogue, Playthrough, endures, every_field_counts, hold, some_of};
use serde_json::json;

/// The matches that are recorded step by step.
fn written() -> [(&'static str, Value); 6] {
    let small =
        || json!({"n": 3, "nodes_per_layer": 3, "max_turns": 6, "edge_pct": [30, 30, 15, 0], "energy_pct": 150});
    [
        ("the standard rules on a small graph", matches::with(small(), json!({"initial_ghosts": 2, "max_ghosts": 3}))),
        (
            "the larger share wins, and contact captures",
            matches::with(small(), json!({"preset": "share", "initial_ghosts": 2, "max_ghosts": 3})),
        ),
        (
            "too greedy hunters carry on as ghosts, sentinels begin and enter the goal",
            matches::with(
                small(),
                json!({"preset": "share", "initial_ghosts": 3, "sentinels_per_ghost": 2, "conversion_threshold": 20,
                       "conversion_remainder": "carried", "conversion_scope": "cumulative",
                       "turn_order": "sentinels_first", "sentinels_enter_goal": true}),
            ),
        ),
        (
            "captures only on entry, delivery only by laying down, short freezes",
            matches::with(
                small(),
                json!({"preset": "share", "initial_ghosts": 3, "capture_rule": "on_enter", "delivery": "on_deposit",
                       "recovery_freeze": 1, "conversion_remainder": "dropped", "conversion_threshold": 10,
                       "victory_rule": "literal"}),
            ),
        ),
        ("sentinels mark nodes by choice", matches::with(small(), json!({"marking": "chosen"}))),
        ("tiny", json!({"preset": "tiny"})),
    ]
}

fn graph(world: &World) -> String {
    let edges: String = world.graph.edges().map(|(u, v, dist)| format!("{u}-{v}:{dist} ")).collect();
    format!("graph {}\n{edges}\n", hex(GhostGrid::digest(world)))
}

fn choose(world: &World, state: &State, random: &mut Random) -> Vec<(Seat, crate::Action)> {
    match random.below(8) {
        0 => matches::wild_choices(random, world, state),
        _ => matches::legal_choices(random, world, state),
    }
}

#[test]
fn every_corner_holds() {
    let settings = vec![
        json!({}),
        json!({"preset": "share"}),
        json!({"marking": "chosen", "initial_ghosts": 2}),
        json!({"preset": "casual"}),
        json!({"preset": "tiny"}),
        json!({"n": 2, "nodes_per_layer": 1, "max_ghosts": 1, "sentinels_per_ghost": 1, "map_knowledge": "full"}),
        json!({"n": 3, "nodes_per_layer": 2, "initial_ghosts": 3, "total_loot": 7, "conversion_loss": 0,
               "map_knowledge": "full", "conversion_remainder": "dropped", "conversion_threshold": 1}),
        json!({"preset": "share", "turn_order": "sentinels_first", "delivery": "on_deposit", "recovery_freeze": 1, "map_knowledge": "full",
               "conversion_scope": "cumulative", "conversion_threshold": 10, "conversion_loss": 3, "max_ghosts": 6,
               "initial_ghosts": 6, "n": 3, "nodes_per_layer": 3}),
        json!({"n": 4, "nodes_per_layer": 3, "capture_rule": "on_enter", "sentinels_enter_goal": true, "initial_ghosts": 2,
               "conversion_remainder": "carried", "conversion_threshold": 20, "energy_pct": 300, "recharge_of": "current"}),
    ];
    hold::<GhostGrid>().settings(settings).seeds(some_of(6)).steps(200).run();
}

#[test]
fn the_largest_holds() {
    let settings = vec![
        json!({"n": 7, "nodes_per_layer": 32, "max_degree": 32, "max_ghosts": 8, "sentinels_per_ghost": 8,
               "initial_ghosts": 8, "conversion_loss": 2, "conversion_threshold": 2, "total_loot": 100, "max_turns": 6}),
    ];
    // A step of it takes seconds: a few show that everything fits.
    let steps = if endures() { 12 } else { 2 };
    hold::<GhostGrid>().settings(settings).seeds(1).steps(steps).sample().run();
}

#[test]
fn the_known_answers_hold() {
    let playthroughs = (0..).zip(written()).map(|(seed, (title, settings))| Playthrough {
        title,
        seed,
        settings,
        world: graph,
        outcome: |_| String::new(),
    });
    let settings = vec![
        ("default", json!({})),
        ("share", json!({"preset": "share"})),
        ("casual", json!({"preset": "casual"})),
        ("tiny", json!({"preset": "tiny"})),
        ("nearest", json!({"energy_average": "nearest"})),
        ("large", json!({"n": 7, "nodes_per_layer": 32, "max_degree": 32, "initial_ghosts": 4})),
    ];
    let heading = "settings seed graph digest       start state hash   thrown base draws";
    let more = |world: &World, state: &State| {
        format!("{:>6} {:>4} {:>5}", world.thrown_away, world.code.base, state.tally.random.counter)
    };
    hold::<GhostGrid>()
        .sample()
        .data(DATA)
        .perft()
        .playthroughs(&playthroughs.collect::<Vec<_>>(), choose)
        .catalogue(&Catalogue { of: "set-ups", heading, settings, more })
        .fingerprints([
            ("default", json!({})),
            ("literal", json!({"preset": "literal", "initial_ghosts": 3})),
            ("share", json!({"preset": "share", "initial_ghosts": 3})),
            ("chosen", json!({"marking": "chosen", "initial_ghosts": 3})),
            ("casual", json!({"preset": "casual"})),
            ("tiny", json!({"preset": "tiny"})),
        ])
        .run();
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game(&json!({}), 0);
    let changes: [fn(&mut State); 30] = [
        |s| s.tally.turn += 1,
        |s| s.tally.phase = Side::Sentinel,
        |s| s.tally.end = Some(End::AllCaptured),
        |s| s.tally.end = Some(End::TimeLimit),
        |s| s.tally.natives += 1,
        |s| s.tally.sentinels += 1,
        |s| s.tally.turncoats += 1,
        |s| s.tally.ghosts_at_start += 1,
        |s| s.tally.captured += 1,
        |s| s.tally.delivered += 1,
        |s| s.tally.recovered += 1,
        |s| s.tally.lost += 1,
        |s| s.tally.active = SeatSet::NONE,
        |s| s.tally.active = s.tally.active.with(Seat(100)),
        |s| s.tally.mapped.insert(0),
        |s| s.tally.random.key ^= 1,
        |s| s.tally.random.counter += 1,
        |s| s.agents[17].node += 1,
        |s| s.agents[0].origin = Origin::Copy,
        |s| s.agents[0].was.0 += 1,
        |s| s.agents[4].captures += 1,
        |s| s.agents[0].loot -= 1,
        |s| s.agents[4].haul += 1,
        |s| s.agents[4].taken += 1,
        |s| s.agents[0].energy -= 1,
        |s| s.agents[4].frozen += 1,
        |s| s.places[34].loot += 1,
        |s| s.places[34].checked += 1,
        |s| s.known[5].insert(34),
        |s| s.memory[6 * 35 - 1] = Memory::some(0),
    ];
    every_field_counts::<GhostGrid>(&world, &state, &changes);
}
