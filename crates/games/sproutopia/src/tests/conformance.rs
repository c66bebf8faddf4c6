//! The suite that every game passes.

use crate::{Legacy, Official, Sproutopia};
use gridhaunt_testing::conformance::{Trial, check};
use serde_json::json;
use std::vec;

#[test]
fn the_official_rules_conform() {
    let settings = vec![
        json!({}),
        json!({"cols": 6, "rows": 6, "max_ticks": 150, "power_up_start_tick": 0, "weeds_start_tick": 0,
            "power_up_spawn_rate_mean": 2, "weed_spawn_rate_mean": 5}),
        json!({"cols": 64, "rows": 9, "players": 3, "player_window_size": 128, "weed_growth_rate": 1}),
        json!({"cols": 12, "rows": 14, "players": 2, "power_up_start_tick": 0, "power_up_spawn_rate_mean": 1,
            "weeds_start_tick": 0, "weed_spawn_rate_mean": 3, "player_queue_size": 1}),
        json!({"players": 1, "cols": 8, "rows": 8}),
    ];
    check::<Sproutopia<Official>>(&Trial { settings, seeds: 4, steps: 200 }).unwrap();
}

#[test]
fn the_old_rules_conform() {
    let rules = "v2024.0.8";
    let settings = vec![
        json!({"rules": rules}),
        json!({"rules": rules, "cols": 6, "rows": 6, "max_ticks": 150, "power_up_start_tick": 0,
            "weeds_start_tick": 0, "power_up_spawn_rate_mean": 2, "weed_spawn_rate_mean": 5}),
        json!({"rules": rules, "cols": 12, "rows": 14, "players": 2, "power_up_start_tick": 0,
            "power_up_spawn_rate_mean": 1, "weeds_start_tick": 0, "weed_spawn_rate_mean": 3}),
    ];
    let trial = Trial { settings, seeds: 4, steps: 200 };
    check::<Sproutopia<Legacy>>(&trial).unwrap();
}
