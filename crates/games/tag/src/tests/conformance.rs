//! The kernel's suite, in both sizes and with settings that reach the corners of the rules.

use crate::Tag;
use gridhaunt_testing::conformance::{Trial, check};
use serde_json::json;
use std::vec;

fn trial() -> Trial {
    let crowd = json!({
        "width": 6, "height": 5, "survivors": 4, "killers": 4, "max_rounds": 12, "exit_count": 2, "d_exit_min": 1,
        "d_enemy_min": 2, "d_ally_min": 1, "exit_spacing": 2
    });
    let with = |extra: serde_json::Value| {
        let mut all = crowd.clone();
        all.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        all
    };
    Trial {
        settings: vec![
            json!({"max_rounds": 8}),
            crowd.clone(),
            with(json!({"killers_on_exits": "forbid", "follow": "forbid"})),
            with(json!({"cycle": "allow", "multi_escape": true, "win_rule": "score"})),
            with(json!({"priority": "distance", "vision_sharing": "team", "survivor_sight": 1})),
            with(json!({"survivor_sight": "all", "killer_sight": null, "priority": "id"})),
            json!({"width": 256, "height": 256, "exit_placement": "border", "max_rounds": 3, "killer_sight": 0}),
            json!({"width": 3, "height": 3, "survivors": 1, "killers": 1, "exit_count": 1, "max_rounds": 5}),
        ],
        seeds: 6,
        steps: 60,
    }
}

#[test]
fn the_suite_holds() {
    check::<Tag>(&trial()).unwrap();
    check::<Tag<16>>(&trial()).unwrap();
}

#[test]
fn both_sizes_hash_alike() {
    let settings = crate::Settings::default();
    let small = gridhaunt_kernel::fingerprint::fingerprint::<Tag>(&settings, 20, 200).unwrap();
    let large = gridhaunt_kernel::fingerprint::fingerprint::<Tag<16>>(&settings, 20, 200).unwrap();
    assert_eq!(small, large);
}
