//! Ghost Grid passes the kernel's suite.

use crate::GhostGrid;
use gridhaunt_testing::conformance::{Trial, check};
use serde_json::json;
use std::vec;

#[test]
fn every_corner_conforms() {
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
    check::<GhostGrid>(&Trial { settings, seeds: 6, steps: 200 }).unwrap();
}

#[test]
fn the_largest_conforms() {
    let settings = vec![
        json!({"n": 7, "nodes_per_layer": 32, "max_degree": 32, "max_ghosts": 8, "sentinels_per_ghost": 8,
               "initial_ghosts": 8, "conversion_loss": 2, "conversion_threshold": 2, "total_loot": 100, "max_turns": 6}),
    ];
    check::<GhostGrid>(&Trial { settings, seeds: 1, steps: 12 }).unwrap();
}
