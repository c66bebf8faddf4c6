//! Runs the suite for Snarl, and checks its published known answers (K2, K5).

use super::{DATA, matches};
use crate::ground::Tile;
use crate::state::{End, State, Status};
use crate::{Action, Snarl, World};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Catalogue, Playthrough, every_field_counts, hold, some_of};
use serde_json::json;

/// The matches that are recorded step by step.
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

fn choose(world: &World, state: &State, random: &mut Random) -> Vec<(Seat, Action)> {
    match random.below(12) {
        0 => matches::wild_choices(random, world, state),
        _ => matches::legal_choices(random, world, state),
    }
}

#[test]
fn every_corner_holds() {
    let level = json!({"type":"level",
        "rooms":[{"type":"room","origin":[1,0],"bounds":{"rows":3,"columns":4},"layout":[[0,0,0,0],[0,1,1,2],[0,0,0,0]]},
                 {"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}],
        "hallways":[{"type":"hallway","from":[2,3],"to":[1,6],"waypoints":[[2,5],[1,5]]}],
        "objects":[{"type":"key","position":[1,6]},{"type":"exit","position":[2,3]}]});
    let settings = vec![
        json!({}),
        json!({"players": 1, "names": ["ana"], "max_rounds": 30}),
        json!({"players": 2, "levels": [level.clone(), level], "zombies": 1, "ghosts": 1, "max_rounds": 20}),
        json!({"players": 3, "placement": "corners", "generate": {"levels": 4, "rooms": 2, "min": [5, 5], "max": [5, 5]},
               "ghosts": 3, "zombies": 0, "closed_objects": false, "sight": 7}),
        json!({"players": 4, "generate": {"levels": 2, "rooms": 9, "min": [4, 6], "max": [6, 12], "loops": 100},
               "ghosts": 32, "zombies": 32, "void_walls": false, "max_rounds": 5}),
        json!({"players": 2, "start_level": 3, "zombies": 0, "ghosts": 0, "max_rounds": 0}),
    ];
    hold::<Snarl>().settings(settings).seeds(some_of(6)).steps(400).run();
}

#[test]
fn the_known_answers_hold() {
    let playthroughs = written().map(|(title, seed, settings)| Playthrough {
        title,
        seed,
        settings,
        world: |world| format!("levels {}\n\n", hex(Snarl::digest(world))),
        outcome: |outcome| format!("\n{}\n", matches::json_of(outcome)),
    });
    let settings = vec![
        ("default", json!({})),
        ("corners", json!({"placement": "corners"})),
        ("loops", json!({"generate": {"rooms": 9, "loops": 100}})),
        ("large", json!({"generate": {"levels": 8, "rooms": 64, "min": [3, 3], "max": [24, 24]}, "start_level": 8})),
        (
            "small",
            json!({"players": 1, "generate": {"levels": 1, "rooms": 2, "min": [4, 3], "max": [4, 3]}, "zombies": 0}),
        ),
    ];
    let heading = "settings seed levels digest      start state hash   draws";
    let more = |_: &World, state: &State| format!("{:>5}", state.random.counter);
    hold::<Snarl>()
        .data(DATA)
        .perft()
        .playthroughs(&playthroughs, choose)
        .catalogue(&Catalogue { of: "set-ups", heading, settings, more })
        .fingerprints([
            ("default", json!({})),
            ("crowd", json!({"zombies": 12, "ghosts": 12, "generate": {"rooms": 6, "min": [4, 6]}})),
            ("ghosts", json!({"players": 1, "zombies": 0, "ghosts": 8, "void_walls": false, "closed_objects": false})),
            (
                "example",
                json!({"levels": [matches::example(), matches::example()], "players": 1, "zombies": 1, "ghosts": 0,
                           "max_rounds": 40}),
            ),
        ])
        .run();
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game(&json!({}), 0);
    let changes: [fn(&mut State); 26] = [
        |s| s.random.key ^= 1,
        |s| s.random.counter += 1,
        |s| s.level = 1,
        |s| s.turn.0 += 1,
        |s| s.locked = !s.locked,
        |s| s.key = !s.key,
        |s| s.end = Some(End::Won),
        |s| s.end = Some(End::Expelled),
        |s| s.end = Some(End::Stranded),
        |s| s.taker = Some(Seat(0)),
        |s| s.taker = Some(Seat(1)),
        |s| s.round += 1,
        |s| s.past_rounds += 1,
        |s| s.exits.push(Seat(0)),
        |s| s.exits.push(Seat(1)),
        |s| s.ejects.push(Seat(0)),
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
    every_field_counts::<Snarl>(&world, &state, &changes);
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
