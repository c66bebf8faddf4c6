//! Drawn worlds: R6, R7 and R36 compared with a slow generator, and the bands of section 13.

use super::matches::{self, with};
use super::slow::Chart;
use crate::energy::Meter;
use crate::values::Average;
use crate::{GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

#[test]
fn worlds_are_drawn_line_by_line_as_r7_says() {
    let kinds = [
        (json!({}), 40),
        (json!({"n": 2, "nodes_per_layer": 4, "max_layer_span": 2, "edge_pct": [90, 90, 90]}), 40),
        (
            json!({"n": 3, "nodes_per_layer": 6, "max_degree": 4, "dist_max": 3, "energy_average": "nearest", "energy_pct": 130}),
            20,
        ),
        (
            json!({"n": 8, "nodes_per_layer": 2, "max_layer_span": 8, "edge_pct": [9, 8, 7, 6, 5, 4, 3, 2, 1], "dist_max": 1}),
            20,
        ),
        (json!({"n": 5, "nodes_per_layer": 1, "max_layer_span": 1, "edge_pct": [100, 100], "dist_max": 100}), 10),
        (json!({"n": 4, "nodes_per_layer": 9, "max_degree": 12, "edge_pct": [0, 0, 100, 0], "energy_pct": 200}), 6),
        (json!({"n": 6, "nodes_per_layer": 20, "dist_max": 100, "energy_pct": 150}), 3),
        (json!({"n": 63, "nodes_per_layer": 4, "dist_max": 100, "max_layer_span": 1, "edge_pct": [0, 5]}), 1),
    ];
    for (document, seeds) in kinds {
        let settings = matches::settings(&document);
        for seed in 0..seeds {
            let (mut fast, mut slow) = (Random::stream(seed, 1), Random::stream(seed, 1));
            let drawn = settings.plan().draw(&mut fast).expect("a world");
            let (plain, thrown) = Chart::generate(&settings, &mut slow).expect("a world");
            assert_eq!(Chart::of_graph(&drawn.graph), plain, "{document} seed {seed}");
            assert_eq!((drawn.thrown_away, fast), (thrown, slow), "{document} seed {seed}");
            assert_eq!(i64::from(drawn.base), plain.base(&settings));
        }
    }
}

/// The nearest goal of every start.
fn nearest(world: &World) -> Vec<i64> {
    let plain = Chart::of_graph(&world.graph);
    let goals = plain.layer(world.code.n.into());
    let near = |start: usize| {
        let cost = plain.cheapest(start);
        goals.iter().map(|goal| cost[goal]).min().expect("a goal")
    };
    plain.layer(0).into_iter().map(near).collect()
}

#[test]
fn drawn_worlds_lie_in_the_bands_of_section_13() {
    let settings = matches::settings(&json!({}));
    let (mut connections, mut base, mut less, mut thrown) = (0.0, 0.0, 0.0, 0.0);
    let (mut fewest, mut most) = (usize::MAX, 0);
    let worlds = 1500;
    for seed in 0..worlds {
        let (world, _) = GhostGrid::new(&settings, seed).expect("a world");
        let count = world.graph.edges().count();
        (fewest, most) = (fewest.min(count), most.max(count));
        connections += count as f64;
        base += f64::from(world.code.base);
        let near = nearest(&world);
        less += f64::from(world.code.base) - near.iter().sum::<i64>() as f64 / near.len() as f64;
        thrown += f64::from(world.thrown_away);
    }
    for (what, sum, expected, band) in [
        ("connections", connections, 79.8, 1.0),
        ("base", base, 18.6, 0.4),
        ("base less the mean cheapest way", less, 4.6, 0.4),
        ("tries thrown away", thrown, 0.54, 0.15),
    ] {
        let mean = sum / worlds as f64;
        assert!((mean - expected).abs() <= band, "{what}: {mean}, not {expected} within {band}");
    }
    assert!((58..=66).contains(&fewest) && (94..=102).contains(&most), "{fewest} to {most} connections");
}

#[test]
fn drawn_worlds_satisfy_r1_to_r5_and_r7() {
    for number in 0..600 {
        let mut random = Random::stream(601, number);
        let settings = matches::settings(&matches::any_settings(&mut random));
        let Ok((world, _)) = GhostGrid::new(&settings, number) else { continue };
        assert_eq!(world.graph.map().check(&settings.limits()), Ok(world.graph.clone()));
        if settings.map().is_none() {
            assert_eq!(world.graph.len(), settings.nodes());
            assert!(nearest(&world).iter().all(|&cost| cost <= world.code.base.into()), "R7.4");
        }
    }
}

#[test]
fn after_a_thousand_tries_the_energy_is_named() {
    let document = json!({"n": 2, "nodes_per_layer": 2, "energy_pct": 1, "max_degree": 5, "dist_max": 100});
    let error = GhostGrid::new(&matches::settings(&document), 0).expect_err("no world is playable");
    assert_eq!(error.to_string(), "energy_pct: 1 with max_degree 5 gave no playable world in 1000 tries");
    assert_eq!((error.field.as_str(), error.got.as_str()), ("energy_pct", "1"));
}

#[test]
fn base_energy_is_the_mean_rounded_up() {
    let energy = |more| {
        let (world, _) = matches::game(&with(matches::m3(), more), 0);
        (world.code.base, world.code.capacity)
    };
    assert_eq!(energy(json!({})), (8, 24));
    assert_eq!(energy(json!({"energy_pct": 101})), (9, 27));
    assert_eq!(energy(json!({"energy_pct": 1, "sentinel_energy_mult": 10})), (1, 10));
    assert_eq!(energy(json!({"energy_pct": 1000, "sentinel_energy_mult": 1})), (80, 80));
    // Starts 0 and 1, goals 6 and 7 of section 14: 11, 12, 12, 11 by the cheapest paths, so 46 over 4 pairs, or 22 over
    // 2.
    let tiny = |more| matches::game(&with(json!({"preset": "tiny"}), more), 0).0.code.base;
    assert_eq!(tiny(json!({})), 12);
    assert_eq!(tiny(json!({"energy_average": "nearest"})), 11);
    let (world, _) = matches::game(&json!({"preset": "tiny"}), 0);
    let mut meter = Meter::default();
    for (average, farthest) in [(Average::AllPairs, 11), (Average::Nearest, 11)] {
        assert_eq!(meter.measure(&world.graph, average, 100).farthest, farthest);
    }
}

#[test]
fn the_length_is_the_factor_times_n_unless_it_is_given() {
    let turns = |document| matches::game(&document, 0).0.code.max_turns;
    assert_eq!(turns(json!({})), 30);
    assert_eq!(turns(json!({"n": 4, "turn_factor": 7})), 28);
    assert_eq!(turns(json!({"n": 4, "turn_factor": 7, "max_turns": 3})), 3);
    assert_eq!(turns(json!({"preset": "tiny"})), 4);
}

#[test]
fn the_set_up_is_that_of_r11() {
    for seed in 0..200 {
        let document = json!({"initial_ghosts": 3, "max_ghosts": 5, "sentinels_per_ghost": 2});
        let (world, state) = matches::game(&document, seed);
        assert_eq!((state.tally.natives, state.tally.sentinels, state.tally.turncoats), (3, 6, 0));
        let ghosts = &state.agents[..3];
        assert_eq!(ghosts.iter().map(|ghost| ghost.loot).collect::<Vec<_>>(), vec![34, 33, 33]);
        assert!(ghosts.iter().all(|ghost| world.graph.layers[usize::from(ghost.node)] == 0));
        assert!(ghosts.iter().all(|ghost| ghost.energy == world.code.base));
        let sentinels = &state.agents[5..11];
        assert!(sentinels.iter().all(|sentinel| world.graph.layers[usize::from(sentinel.node)] == world.code.n - 1));
        assert!(sentinels.iter().all(|sentinel| sentinel.energy == world.code.capacity && sentinel.haul == 0));
        assert_eq!((state.tally.turn, state.tally.ghosts_at_start), (1, 0));
    }
}
