//! Published known answers (K2, K5), and playthroughs that a person can read: what a change of rules or of the
//! generator would alter.

use super::{LEDGER, matches};
use crate::GhostGrid;
use crate::ground::Side;
use crate::state::{End, Memory, Origin, State};
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::{Game, Random, Seat, SeatSet, Wire};
use serde_json::json;
use std::fmt::Write as _;
use std::string::String;

/// The matches that are written down, step by step.
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

#[test]
fn the_playthroughs_are_as_written() {
    let mut text = String::from(
        "# Matches to read, the state hash after each step. A line that changes raises the rules' version (K5).\n",
    );
    let _ = writeln!(text, "# rules version {}", GhostGrid::INFO.rules_version);
    for (seed, (title, document)) in (0u64..).zip(written()) {
        let (world, mut state) = matches::game(&document, seed);
        let _ = writeln!(text, "\n## {title}\nseed {seed} of {document}\ngraph {}", hex(GhostGrid::digest(&world)));
        for (u, v, dist) in world.graph.edges() {
            let _ = write!(text, "{u}-{v}:{dist} ");
        }
        let picture = |state: &State| {
            std::format!("{}hash {}", GhostGrid::drawing(&world, state), hex(GhostGrid::hash_of(&world, state)))
        };
        let _ = writeln!(text, "\n{}", picture(&state));
        let mut random = Random::stream(seed, 99);
        while state.tally.end.is_none() {
            let before = state.clone();
            let choices = match random.below(8) {
                0 => matches::wild_choices(&mut random, &world, &state),
                _ => matches::legal_choices(&mut random, &world, &state),
            };
            let events = matches::step(&world, &mut state, &choices);
            let _ = writeln!(text, "\n{}", GhostGrid::heading(&world, &before).expect("a heading"));
            for line in GhostGrid::log(&world, &before, &events) {
                let _ = writeln!(text, "{line}");
            }
            let _ = writeln!(text, "{}", picture(&state));
        }
    }
    LEDGER.hold("playthroughs.txt", &text);
}

#[test]
fn the_seeds_draw_what_the_catalogue_says() {
    let settings = [
        ("default", json!({})),
        ("share", json!({"preset": "share"})),
        ("casual", json!({"preset": "casual"})),
        ("tiny", json!({"preset": "tiny"})),
        ("nearest", json!({"energy_average": "nearest"})),
        ("large", json!({"n": 7, "nodes_per_layer": 32, "max_degree": 32, "initial_ghosts": 4})),
    ];
    let mut text =
        String::from("# The set-ups of seeds 0 to 4. A line that changes raises the generator's version (K5).\n");
    let _ = writeln!(text, "# generator version {}", GhostGrid::INFO.generator_version);
    text += "settings seed graph digest       start state hash   thrown base draws\n";
    for (name, document) in &settings {
        for seed in 0..5 {
            let (world, state) = matches::game(document, seed);
            let (digest, hash) = (hex(GhostGrid::digest(&world)), hex(GhostGrid::hash_of(&world, &state)));
            let (thrown, base, draws) = (world.thrown_away, world.code.base, state.tally.random.counter);
            let _ = writeln!(text, "{name:<8} {seed:>4} {digest} {hash} {thrown:>6} {base:>4} {draws:>5}");
        }
    }
    LEDGER.hold("catalogue.txt", &text);
}

#[test]
fn many_matches_hash_to_what_was_published() {
    let mut text =
        String::from("# The hash over all states of 100 seeded games of random play (K2), at most 400 steps each.\n");
    for (name, document) in [
        ("default", json!({})),
        ("literal", json!({"preset": "literal", "initial_ghosts": 3})),
        ("share", json!({"preset": "share", "initial_ghosts": 3})),
        ("chosen", json!({"marking": "chosen", "initial_ghosts": 3})),
        ("casual", json!({"preset": "casual"})),
        ("tiny", json!({"preset": "tiny"})),
    ] {
        let hash = fingerprint::<GhostGrid>(&matches::settings(&document), 100, 400).expect("settings");
        let _ = writeln!(text, "{name} {}", hex(hash));
    }
    LEDGER.hold("fingerprints.txt", &text);
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game(&json!({}), 0);
    let changed: [fn(&mut State); 30] = [
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
        |s| s.agents[0].was += 1,
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
    let mut seen = std::collections::BTreeSet::from([GhostGrid::hash_of(&world, &state)]);
    for (field, change) in changed.into_iter().enumerate() {
        let mut other = state.clone();
        change(&mut other);
        assert_ne!(other, state, "field {field}");
        assert!(seen.insert(GhostGrid::hash_of(&world, &other)), "field {field} changes nothing");
    }
}
