//! Which settings are allowed, and the error messages for others: section 8, R5, R8, K3.

use super::matches::{self, only, with};
use crate::ground::Remainder;
use crate::values::{CaptureRule, Knowledge, Loss, Threshold, Victory};
use crate::{GhostGrid, Settings};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;

fn words(document: &Value) -> String {
    Settings::read(document).expect_err(&document.to_string()).to_string()
}

fn refuses(cases: impl IntoIterator<Item = (Value, &'static str)>) {
    for (document, expected) in cases {
        assert_eq!(words(&document), expected, "{document}");
    }
}

fn values(document: Value) -> Settings {
    matches::settings(&document).told()
}

#[test]
fn the_fields_stand_in_the_order_of_the_table() {
    let names: Vec<&str> = Settings::FIELDS.iter().map(|field| field.name).collect();
    let table = "preset n nodes_per_layer max_layer_span max_degree edge_pct dist_max short_max map total_loot \
        initial_ghosts max_ghosts sentinels_per_ghost energy_average energy_pct sentinel_energy_mult recharge_pct \
        recharge_of conversion_threshold conversion_loss conversion_scope conversion_remainder recovery_freeze delivery \
        capture_rule sentinels_enter_goal map_knowledge turn_order marking turn_factor max_turns draw_margin_pct victory_rule";
    assert_eq!(names, table.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn nothing_chosen_is_the_table_of_defaults() {
    let page = json!({
        "n": 6, "nodes_per_layer": 5, "max_layer_span": 3, "max_degree": 8, "edge_pct": [20, 15, 6, 3], "dist_max": 10,
        "short_max": 5, "total_loot": 100, "initial_ghosts": 1, "max_ghosts": 4, "sentinels_per_ghost": 3,
        "energy_average": "all_pairs", "energy_pct": 100, "sentinel_energy_mult": 3, "recharge_pct": 5,
        "recharge_of": "max", "conversion_threshold": 50, "conversion_loss": 50, "conversion_scope": "single",
        "conversion_remainder": "carried", "recovery_freeze": "permanent", "delivery": "on_arrival",
        "capture_rule": "on_enter", "sentinels_enter_goal": true, "map_knowledge": "local",
        "turn_order": "ghosts_first", "marking": "auto", "turn_factor": 5, "max_turns": 30, "draw_margin_pct": 10,
        "victory_rule": "literal",
    });
    assert_eq!(serde_json::to_value(values(json!({}))).expect("JSON"), page);
    assert_eq!(Settings::default(), matches::settings(&json!({})));
    assert_eq!(matches::settings(&json!({})).seats(), 18);
    assert_eq!(matches::settings(&json!({"preset": "default"})).told(), values(json!({})));
}

#[test]
fn what_a_bot_is_told_can_be_given_back() {
    for given in [json!({}), json!({"conversion_threshold": "none", "recovery_freeze": 3}), json!({"preset": "share"})]
    {
        let told = values(given);
        let text = serde_json::to_value(&told).expect("JSON");
        assert_eq!(matches::settings(&text).told(), told, "{text}");
        assert_eq!(serde_json::from_value::<Settings>(text).expect("values"), told);
    }
}

#[test]
fn numbers_have_their_ranges() {
    let rows = [
        ("n", 2, 64, json!({"nodes_per_layer": 1})),
        ("nodes_per_layer", 1, 32, json!({})),
        ("max_layer_span", 1, 8, json!({})),
        ("max_degree", 2, 32, json!({})),
        ("dist_max", 1, 100, json!({})),
        ("short_max", 0, 100, json!({})),
        ("total_loot", 1, 1000, json!({})),
        ("initial_ghosts", 1, 16, json!({"max_ghosts": 16, "sentinels_per_ghost": 1})),
        ("max_ghosts", 1, 16, json!({})),
        ("sentinels_per_ghost", 1, 8, json!({})),
        ("energy_pct", 1, 1000, json!({})),
        ("sentinel_energy_mult", 1, 10, json!({})),
        ("recharge_pct", 0, 100, json!({})),
        ("turn_factor", 1, 100, json!({})),
        ("max_turns", 1, 100_000, json!({})),
        ("draw_margin_pct", 0, 100, json!({})),
    ];
    for (field, low, high, more) in rows {
        for fine in [low, high] {
            let document = with(more.clone(), only(field, fine.into()));
            let read = serde_json::to_value(values(document)).expect("JSON");
            assert_eq!(read[field], json!(fine), "{field}");
        }
        for wrong in [json!(low - 1), json!(high + 1), json!(-1), json!(2.5), json!("5"), json!(null), json!([5])] {
            let expected = format!("{field}: {wrong} is not in {low}..={high}");
            assert_eq!(words(&with(more.clone(), only(field, wrong))), expected);
        }
    }
}

#[test]
fn words_have_their_lists() {
    let rows = [
        ("preset", "default, literal, share, casual, tiny"),
        ("energy_average", "all_pairs, nearest"),
        ("recharge_of", "max, base, current"),
        ("conversion_scope", "single, cumulative"),
        ("conversion_remainder", "recovered, carried, dropped"),
        ("delivery", "on_arrival, on_deposit"),
        ("capture_rule", "contact, on_enter"),
        ("map_knowledge", "local, full"),
        ("turn_order", "ghosts_first, sentinels_first"),
        ("marking", "auto, chosen"),
        ("victory_rule", "share, literal"),
    ];
    for (field, list) in rows {
        for fine in list.split(", ") {
            let read = serde_json::to_value(values(only(field, fine.into()))).expect("JSON");
            assert!(field == "preset" || read[field] == json!(fine), "{field} {fine}");
        }
        for wrong in [json!("maybe"), json!(1), json!(true), json!(null)] {
            assert_eq!(words(&only(field, wrong.clone())), format!("{field}: {wrong} is not one of {list}"));
        }
    }
    refuses([(json!({"capture_rule": "maybe"}), "capture_rule: \"maybe\" is not one of contact, on_enter")]);
    assert!(!values(json!({"sentinels_enter_goal": false})).sentinels_enter_goal);
    assert!(words(&json!({"sentinels_enter_goal": 1})).starts_with("sentinels_enter_goal: 1 is not "));
}

#[test]
fn numbers_or_words_have_both() {
    for fine in [json!("half"), json!("none"), json!(0), json!(1000)] {
        assert!(Settings::read(&json!({"conversion_threshold": fine, "conversion_loss": 0})).is_ok());
    }
    refuses([
        (json!({"conversion_threshold": 2000}), "conversion_threshold: 2000 is not half, none or in 0..=1000"),
        (json!({"conversion_threshold": 1001}), "conversion_threshold: 1001 is not half, none or in 0..=1000"),
        (json!({"conversion_threshold": "all"}), "conversion_threshold: \"all\" is not half, none or in 0..=1000"),
        (json!({"conversion_loss": 1001}), "conversion_loss: 1001 is not threshold or in 0..=1000"),
        (json!({"conversion_loss": "half"}), "conversion_loss: \"half\" is not threshold or in 0..=1000"),
        (json!({"recovery_freeze": 100_001}), "recovery_freeze: 100001 is not permanent or in 0..=100000"),
        (json!({"recovery_freeze": "never"}), "recovery_freeze: \"never\" is not permanent or in 0..=100000"),
    ]);
    let conversion = |document| {
        let values = values(document);
        (values.threshold(), values.loss())
    };
    assert_eq!(conversion(json!({"total_loot": 7})), (Some(3), 3));
    assert_eq!(
        conversion(json!({"total_loot": 7, "conversion_threshold": "half", "conversion_loss": 1})),
        (Some(3), 1)
    );
    assert_eq!(conversion(json!({"conversion_threshold": 70})), (Some(70), 70));
    assert_eq!(conversion(json!({"conversion_threshold": 1000, "conversion_loss": 1000})), (Some(1000), 1000));
    assert_eq!(conversion(json!({"conversion_threshold": "none"})), (None, 0));
    assert_eq!(conversion(json!({"conversion_threshold": "none", "conversion_loss": 60})), (None, 60));
    assert_eq!(values(json!({"recovery_freeze": 0})).freeze(), Some(0));
    assert_eq!(values(json!({"recovery_freeze": 100_000})).freeze(), Some(100_000));
    assert_eq!(values(json!({"recovery_freeze": "permanent"})).freeze(), None);
}

#[test]
fn there_is_one_chance_for_each_span() {
    refuses([
        (json!({"edge_pct": [1, 2]}), "edge_pct: 2 values, need 4"),
        (json!({"edge_pct": [1, 2, 3, 4, 5]}), "edge_pct: 5 values, need 4"),
        (json!({"edge_pct": [20, 15, 120, 3]}), "edge_pct[2]: 120 is not in 0..=100"),
        (json!({"edge_pct": [20, -1]}), "edge_pct[1]: -1 is not in 0..=100"),
        (json!({"max_layer_span": 1, "edge_pct": [20]}), "edge_pct: 1 values, need 2"),
    ]);
    assert_eq!(values(json!({"max_layer_span": 1, "edge_pct": [0, 100]})).chances(), [0, 100]);
    let given = with(matches::m3(), json!({"edge_pct": [7]}));
    assert_eq!(values(given).chances(), [7], "with a map its length is no matter");
    refuses([(with(matches::m3(), json!({"edge_pct": [101]})), "edge_pct[0]: 101 is not in 0..=100")]);
}

#[test]
fn cross_checks_say_what_is_too_much() {
    refuses([
        (json!({"n": 64}), "nodes_per_layer: 5 in 65 layers make 325 nodes, need at most 256"),
        (json!({"n": 7, "nodes_per_layer": 32, "initial_ghosts": 5}), "initial_ghosts: 5 is more than max_ghosts, 4"),
        (json!({"total_loot": 2, "initial_ghosts": 3}), "total_loot: 2 is less than initial_ghosts, 3"),
        (json!({"conversion_loss": 60}), "conversion_loss: 60 is more than conversion_threshold, 50"),
        (
            json!({"max_ghosts": 16, "sentinels_per_ghost": 8, "conversion_loss": 50}),
            "max_ghosts: 146 seats (R8), need at most 128",
        ),
    ]);
    assert!(Settings::read(&json!({"n": 7, "nodes_per_layer": 32})).is_ok(), "256 nodes");
    assert!(Settings::read(&json!({"total_loot": 3, "initial_ghosts": 3})).is_ok());
    assert!(Settings::read(&json!({"conversion_loss": 50})).is_ok());
    let most = json!({"max_ghosts": 14, "sentinels_per_ghost": 8, "conversion_loss": 50});
    assert_eq!(matches::settings(&most).seats(), 14 + 112 + 2);
}

#[test]
fn the_first_failure_in_the_order_of_the_page_is_the_error() {
    refuses([
        (json!({"max_degree": 1, "n": 1}), "n: 1 is not in 2..=64"),
        (json!({"victory_rule": 1, "max_degree": 1}), "max_degree: 1 is not in 2..=32"),
        (json!({"n": 64, "victory_rule": "x"}), "victory_rule: \"x\" is not one of share, literal"),
        (json!({"n": 64, "initial_ghosts": 9}), "nodes_per_layer: 5 in 65 layers make 325 nodes, need at most 256"),
        (json!({"initial_ghosts": 5, "total_loot": 4}), "initial_ghosts: 5 is more than max_ghosts, 4"),
        (
            json!({"initial_ghosts": 3, "total_loot": 2, "conversion_loss": 60}),
            "total_loot: 2 is less than initial_ghosts, 3",
        ),
        (
            json!({"conversion_loss": 60, "max_ghosts": 16, "sentinels_per_ghost": 8}),
            "conversion_loss: 60 is more than conversion_threshold, 50",
        ),
        (
            json!({"max_ghosts": 16, "sentinels_per_ghost": 8, "map": {"layers": [], "edges": []}}),
            "max_ghosts: 146 seats (R8), need at most 128",
        ),
        (json!({"map": {"layers": [], "edges": []}}), "map.layers: 0 nodes, need 3 to 256"),
    ]);
    assert!(words(&json!({"n": 1, "bogus": 1, "max_degree": 1})).starts_with("bogus: no such setting"));
    let near = words(&json!({"short_maxx": 3}));
    assert!(near.starts_with("short_maxx: no such setting") && near.contains("short_max"), "{near}");
}

#[test]
fn maps_are_checked_in_the_order_of_r5() {
    let map = |layers: Value, edges: Value| json!({"n": 3, "map": {"layers": layers, "edges": edges}});
    let six = || json!([0, 1, 1, 2, 2, 3]);
    let many: Vec<u64> = (0..300).map(|node| node % 4).collect();
    refuses([
        (map(json!(many), json!([])), "map.layers: 300 nodes, need 3 to 256"),
        (map(json!([0, 1]), json!([])), "map.layers: 2 nodes, need 3 to 256"),
        (with(map(json!([0, 1, 2, 3, 7]), json!([])), json!({"n": 6})), "map.layers[4]: 7 is not in 0..=6"),
        (map(json!([0, 1, 3, 3]), json!([[9, 9, 0]])), "map.layers: layer 2 is empty"),
        (map(six(), json!([[0, 1, 2], [1, 9, 11]])), "map.edges[1]: node 9 is not in 0..=5"),
        (map(six(), json!([[0, 1, 2], [9, 8, 11]])), "map.edges[1]: node 9 is not in 0..=5"),
        (map(six(), json!([[0, 1, 2], [0, 2, 3], [1, 1, 11]])), "map.edges[2]: joins node 1 to itself"),
        (map(six(), json!([[0, 1, 2], [1, 0, 11]])), "map.edges[1]: 1 and 0 are joined already"),
        (map(six(), json!([[0, 1, 2], [0, 1, 3]])), "map.edges[1]: 0 and 1 are joined already"),
        (map(six(), json!([[0, 5, 11]])), "map.edges[0]: distance 11 is not in 1..=10"),
        (map(six(), json!([[0, 5, 0]])), "map.edges[0]: distance 0 is not in 1..=10"),
        (map(six(), json!([[0, 5, 1]])), "map.edges[0]: joins layer 0 to layer 3"),
        (map(six(), json!([[5, 0, 1]])), "map.edges[0]: joins layer 0 to layer 3"),
        (
            with(map(six(), json!([[0, 5, 1]])), json!({"max_layer_span": 2})),
            "map.edges[0]: spans 3 layers, need at most 2",
        ),
        (
            json!({"n": 5, "map": {"layers": [0, 1, 2, 3, 4, 5], "edges": [[0, 4, 1]]}}),
            "map.edges[0]: spans 4 layers, need at most 3",
        ),
        (map(six(), json!([[0, 1, 1], [1, 3, 1], [3, 5, 1]])), "map: node 2 cannot be reached from node 0"),
        (
            with(map(six(), json!([[0, 1, 1], [0, 2, 1], [0, 3, 1]])), json!({"max_degree": 2})),
            "map: node 0 has 3 connections, need at most 2",
        ),
        (json!({"map": 5}), "map: 5 is not a graph: an object with layers and edges, or text"),
        (json!({"map": {"layers": [0, 1, 2]}}), "map.edges: missing, need a list"),
        (json!({"map": {"layers": [0, -1, 2], "edges": []}}), "map.layers[1]: -1 is not a whole number from 0"),
        (json!({"map": {"layers": [0, 1, 2], "edges": [[0, 1]]}}), "map.edges[0]: [0,1] is not [node,node,distance]"),
    ]);
    let star: Vec<[u64; 3]> = (1..10).map(|node| [0, node, 1]).collect();
    refuses([(
        json!({"n": 2, "map": {"layers": [1, 0, 0, 0, 0, 2, 2, 2, 2, 2], "edges": star}}),
        "map: node 0 has 9 connections, need at most 8",
    )]);
    let eight: Vec<[u64; 3]> = (1..9).map(|node| [0, node, 10]).collect();
    let fine = json!({"n": 2, "map": {"layers": [1, 0, 0, 0, 0, 2, 2, 2, 2], "edges": eight}});
    assert!(GhostGrid::new(&matches::settings(&fine), 0).is_ok());
    // A given map only has to follow R1 to R5, even if no goal is near enough.
    assert!(GhostGrid::new(&matches::settings(&with(matches::m3(), json!({"energy_pct": 1}))), 0).is_ok());
}

#[test]
fn presets_are_those_of_section_8() {
    let default = values(json!({}));
    assert_eq!(values(json!({"preset": "literal"})), default, "the older name of the default");
    let share = Settings {
        capture_rule: CaptureRule::Contact,
        victory_rule: Victory::Share,
        sentinels_enter_goal: false,
        conversion_remainder: Remainder::Recovered,
        ..default.clone()
    };
    assert_eq!(values(json!({"preset": "share"})), share);
    let casual = Settings { energy_pct: 150, map_knowledge: Knowledge::Full, ..default };
    assert_eq!(values(json!({"preset": "casual"})), casual);
    let tiny = Settings {
        n: 3,
        total_loot: 1,
        max_ghosts: 1,
        sentinels_per_ghost: 1,
        conversion_threshold: Threshold::None,
        conversion_loss: Loss::Of(0),
        map_knowledge: Knowledge::Full,
        max_turns: Some(4),
        ..share
    };
    assert_eq!(values(json!({"preset": "tiny"})), tiny);
    let map = matches::settings(&json!({"preset": "tiny"})).map().cloned().expect("a map");
    let edges: Vec<String> = map.edges.iter().map(|edge| format!("{}-{}:{}", edge.0, edge.1, edge.2)).collect();
    assert_eq!(map.layers, vec![0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(edges.join(" "), "0-2:2 0-3:3 1-2:3 1-3:2 2-4:6 2-5:7 3-4:7 3-5:6 4-6:3 5-7:3");
    let more = values(json!({"preset": "casual", "energy_pct": 90, "n": 4}));
    assert_eq!((more.energy_pct, more.last_turn(), more.map_knowledge), (90, 20, Knowledge::Full));
}

#[test]
fn seats_are_those_of_r8() {
    let seats = |document| matches::settings(&document).seats();
    assert_eq!(seats(json!({})), 4 + 12 + 2);
    assert_eq!(seats(json!({"conversion_threshold": "none"})), 4 + 12);
    assert_eq!(seats(json!({"conversion_loss": 0})), 4 + 12 + 12);
    assert_eq!(seats(json!({"conversion_threshold": 9})), 4 + 12 + 11);
    assert_eq!(seats(json!({"conversion_threshold": 8})), 4 + 12 + 12);
    assert_eq!(seats(json!({"max_ghosts": 1, "sentinels_per_ghost": 1})), 1 + 1 + 1);
    assert_eq!(seats(json!({"conversion_threshold": 101})), 4 + 12);
    let (world, state) = matches::game(&json!({}), 0);
    let names: Vec<String> = matches::all_seats(&world).map(|seat| world.name(seat)).collect();
    assert_eq!(names.join(" "), "G0 G1 G2 G3 S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 T0 T1");
    let roles: Vec<usize> = matches::all_seats(&world).map(|seat| GhostGrid::role(&world, seat)).collect();
    assert_eq!(roles, [vec![0; 4], vec![1; 12], vec![2; 2]].concat());
    assert_eq!(state.tally.active.bits(), 0b111_0001);
}
