//! Named sets of defaults (sections 8 and 14 of the rules).

use crate::ground::{RechargeOf, Remainder};
use crate::map::{Edge, Map};
use crate::text::Chart;
use crate::values::{Average, CaptureRule, Delivery, Knowledge, Marking, Order, Scope, Values, Victory};
use alloc::vec;

/// Their names.
pub(crate) const PRESETS: &[&str] = &["default", "literal", "share", "casual", "tiny"];

/// Chances of further connections where none are given; longer spans have the last.
pub(crate) const EDGE_PCT: [u8; 4] = [20, 15, 6, 3];

/// The values that a preset begins with. Those that follow from others are set once all are known. `literal` is the older
/// name of `default`.
pub(crate) fn preset(name: &str) -> (Values, Option<Chart>) {
    let default = Values {
        n: 6,
        nodes_per_layer: 5,
        max_layer_span: 3,
        max_degree: 8,
        edge_pct: EDGE_PCT.to_vec(),
        dist_max: 10,
        short_max: 5,
        total_loot: 100,
        initial_ghosts: 1,
        max_ghosts: 4,
        sentinels_per_ghost: 3,
        energy_average: Average::AllPairs,
        energy_pct: 100,
        sentinel_energy_mult: 3,
        recharge_pct: 5,
        recharge_of: RechargeOf::Max,
        conversion_threshold: Some(50),
        conversion_loss: 50,
        conversion_scope: Scope::Single,
        conversion_remainder: Remainder::Carried,
        recovery_freeze: None,
        delivery: Delivery::OnArrival,
        capture_rule: CaptureRule::OnEnter,
        sentinels_enter_goal: true,
        map_knowledge: Knowledge::Local,
        turn_order: Order::GhostsFirst,
        marking: Marking::Auto,
        turn_factor: 5,
        max_turns: 30,
        draw_margin_pct: 10,
        victory_rule: Victory::Literal,
    };
    let share = || Values {
        capture_rule: CaptureRule::Contact,
        victory_rule: Victory::Share,
        sentinels_enter_goal: false,
        conversion_remainder: Remainder::Recovered,
        ..default.clone()
    };
    match name {
        "share" => (share(), None),
        "casual" => (Values { energy_pct: 150, map_knowledge: Knowledge::Full, ..default }, None),
        // Section 14.
        "tiny" => {
            let values = Values {
                n: 3,
                total_loot: 1,
                max_ghosts: 1,
                sentinels_per_ghost: 1,
                conversion_threshold: None,
                map_knowledge: Knowledge::Full,
                max_turns: 4,
                ..share()
            };
            let edge = |&(u, v, dist): &(u64, u64, u64)| Edge(u, v, dist);
            let edges = [
                (0, 2, 2),
                (0, 3, 3),
                (1, 2, 3),
                (1, 3, 2),
                (2, 4, 6),
                (2, 5, 7),
                (3, 4, 7),
                (3, 5, 6),
                (4, 6, 3),
                (5, 7, 3),
            ];
            let map = Map { layers: vec![0, 0, 1, 1, 2, 2, 3, 3], edges: edges.iter().map(edge).collect() };
            (values, Some(map.into()))
        }
        _ => (default, None),
    }
}
