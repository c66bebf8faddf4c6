//! Published known answers (K2, K5), and playthroughs that a person can read: what a change of rules or of the
//! generator would alter.

use super::{LEDGER, matches};
use crate::Snarl;
use crate::ground::Tile;
use crate::state::{End, State, Status};
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::{Game, Random, Wire};
use serde_json::json;
use std::fmt::Write as _;
use std::string::String;

/// The matches that are written down, step by step.
fn written() -> [(&'static str, u64, Value); 2] {
    [
        (
            "two players in drawn levels, a zombie, then two",
            206,
            json!({"players": 2, "names": ["ana", "bo"], "max_rounds": 12,
                   "generate": {"levels": 2, "rooms": 2, "min": [4, 4], "max": [5, 6]}}),
        ),
        (
            "a ghost goes through void and walls to whom it finds; corners, and nothing is closed",
            43,
            json!({"players": 3, "max_rounds": 6, "placement": "corners", "ghosts": 2, "zombies": 1,
                   "closed_objects": false, "levels": [
                       matches::level("####  ####\n#..+::+..#\n#K.#  #..#\n####  #E.#\n      ####\n"),
                       matches::level("#####\n#...+:\n#.E.#:\n#...#:\n##+##:\n  ::::\n")]}),
        ),
    ]
}

#[test]
fn the_playthroughs_are_as_written() {
    let mut text = String::from(
        "# Matches to read, the state hash after each step. A line that changes raises the rules' version (K5).\n",
    );
    let _ = writeln!(text, "# rules version {}", Snarl::INFO.rules_version);
    for (title, seed, document) in written() {
        let (world, mut state) = matches::game(&document, seed);
        let _ = writeln!(text, "\n## {title}\nseed {seed} of {document}\nlevels {}", hex(Snarl::digest(&world)));
        let picture = |state: &State| {
            std::format!("{}hash {}", Snarl::drawing(&world, state), hex(Snarl::hash_of(&world, state)))
        };
        let _ = writeln!(text, "\n{}", picture(&state));
        let mut random = Random::stream(seed, 99);
        while state.end.is_none() {
            let before = state;
            let choices = match random.below(12) {
                0 => matches::wild_choices(&mut random, &world, &state),
                _ => matches::legal_choices(&mut random, &world, &state),
            };
            let events = matches::step(&world, &mut state, &choices);
            let _ = writeln!(text, "\n{}", Snarl::heading(&world, &before).expect("a heading"));
            for line in Snarl::log(&world, &before, &events) {
                let _ = writeln!(text, "{line}");
            }
            let _ = writeln!(text, "{}", picture(&state));
        }
        let outcome = Snarl::outcome(&world, &state).expect("it is over");
        let _ = writeln!(text, "\n{}", matches::json_of(&outcome));
    }
    LEDGER.hold("playthroughs.txt", &text);
}

#[test]
fn the_seeds_draw_what_the_catalogue_says() {
    let settings = [
        ("default", json!({})),
        ("corners", json!({"placement": "corners"})),
        ("loops", json!({"generate": {"rooms": 9, "loops": 100}})),
        ("large", json!({"generate": {"levels": 8, "rooms": 64, "min": [3, 3], "max": [24, 24]}, "start_level": 8})),
        (
            "small",
            json!({"players": 1, "generate": {"levels": 1, "rooms": 2, "min": [4, 3], "max": [4, 3]}, "zombies": 0}),
        ),
    ];
    let mut text =
        String::from("# The set-ups of seeds 0 to 4. A line that changes raises the generator's version (K5).\n");
    let _ = writeln!(text, "# generator version {}", Snarl::INFO.generator_version);
    text += "settings seed levels digest      start state hash   draws\n";
    for (name, document) in &settings {
        for seed in 0..5 {
            let (world, state) = matches::game(document, seed);
            let (digest, hash) = (hex(Snarl::digest(&world)), hex(Snarl::hash_of(&world, &state)));
            let _ = writeln!(text, "{name:<8} {seed:>4} {digest} {hash} {:>5}", state.random.counter);
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
        ("crowd", json!({"zombies": 12, "ghosts": 12, "generate": {"rooms": 6, "min": [4, 6]}})),
        ("ghosts", json!({"players": 1, "zombies": 0, "ghosts": 8, "void_walls": false, "closed_objects": false})),
        (
            "example",
            json!({"levels": [matches::example(), matches::example()], "players": 1, "zombies": 1, "ghosts": 0,
                           "max_rounds": 40}),
        ),
    ] {
        let hash = fingerprint::<Snarl>(&matches::settings(&document), 100, 400).expect("settings");
        let _ = writeln!(text, "{name} {}", hex(hash));
    }
    LEDGER.hold("fingerprints.txt", &text);
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game(&json!({}), 0);
    let hash = |state: &State| Snarl::hash_of(&world, state);
    type Change = fn(&mut State);
    let changes: [Change; 26] = [
        |s| s.random.key ^= 1,
        |s| s.random.counter += 1,
        |s| s.level = 1,
        |s| s.turn += 1,
        |s| s.locked = !s.locked,
        |s| s.key = !s.key,
        |s| s.end = Some(End::Won),
        |s| s.end = Some(End::Expelled),
        |s| s.end = Some(End::Stranded),
        |s| s.taker = Some(0),
        |s| s.taker = Some(1),
        |s| s.round += 1,
        |s| s.past_rounds += 1,
        |s| s.exits.push(0),
        |s| s.exits.push(1),
        |s| s.ejects.push(0),
        |s| s.caught[0] += 1,
        |s| s.caught[1] += 1,
        |s| s.players[0].at = Tile(s.players[0].at.0 + 1),
        |s| s.players[3].at = Tile(s.players[3].at.0 + 1),
        |s| s.players[3].status = Status::Stranded,
        |s| s.players[3].exits += 1,
        |s| s.players[3].ejects += 1,
        |s| s.players[3].keys += 1,
        |s| s.hunters[0] = Tile(s.hunters[0].0 + 1),
        |s| s.hunters[63] = Tile(1),
    ];
    let mut hashes = std::vec![hash(&state)];
    for change in changes {
        let mut other = state;
        change(&mut other);
        hashes.push(hash(&other));
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn every_part_of_a_level_counts_in_the_digest() {
    let digest = |level: Value| {
        let document = json!({"levels": [level], "players": 1, "zombies": 0, "ghosts": 0});
        Snarl::digest(&matches::game(&document, 0).0)
    };
    let changed = |pointer: &str, value: Value| {
        let mut level = matches::example();
        *level.pointer_mut(pointer).expect("a field") = value;
        digest(level)
    };
    let mut digests = std::vec![
        digest(matches::example()),
        changed("/rooms/0/layout/0/1", json!(1)),
        changed("/rooms/0/layout/0/1", json!(2)),
        changed("/objects/0/position", json!([1, 7])),
        changed("/objects/1/position", json!([2, 2])),
        changed("/objects/0/position", json!([2, 4])),
        changed("/hallways/0/waypoints", json!([[2, 4], [1, 4]])),
        changed("/objects", json!([{"type": "exit", "position": [2, 1]}])),
    ];
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count);
}
