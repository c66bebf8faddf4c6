//! Runs the suite for Ghost Tag in both sizes, and checks its published known answers (K2, K5).

use super::{DATA, matches};
use crate::ground::{distance, neighbour};
use crate::state::{End, Last, Side, State};
use crate::view::units;
use crate::{Action, Step, Tag, World};
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Catalogue, Playthrough, every_field_counts, hold, some_of, with};
use serde_json::json;

fn corners() -> Vec<Value> {
    let crowd = json!({
        "width": 6, "height": 5, "survivors": 4, "killers": 4, "max_rounds": 12, "exit_count": 2, "d_exit_min": 1,
        "d_enemy_min": 2, "d_ally_min": 1, "exit_spacing": 2
    });
    let with = |extra: Value| with(crowd.clone(), extra);
    vec![
        json!({"max_rounds": 8}),
        crowd.clone(),
        with(json!({"killers_on_exits": "forbid", "follow": "forbid"})),
        with(json!({"cycle": "allow", "multi_escape": true, "win_rule": "score"})),
        with(json!({"priority": "distance", "vision_sharing": "team", "survivor_sight": 1})),
        with(json!({"survivor_sight": "all", "killer_sight": null, "priority": "id"})),
        json!({"width": 256, "height": 256, "exit_placement": "border", "max_rounds": 3, "killer_sight": 0}),
        json!({"width": 3, "height": 3, "survivors": 1, "killers": 1, "exit_count": 1, "max_rounds": 5}),
    ]
}

/// The matches that are recorded step by step.
fn written() -> [(&'static str, Value); 4] {
    [
        (
            "the standard rules on a small board",
            json!({"width": 10, "height": 6, "max_rounds": 5, "exit_spacing": 4, "d_exit_min": 2, "d_enemy_min": 2}),
        ),
        (
            "a crowd that may not follow, exits barred, survivors win by score",
            json!({
                "width": 7, "height": 6, "max_rounds": 5, "survivors": 5, "killers": 5, "exit_spacing": 3,
                "d_exit_min": 1, "d_enemy_min": 2, "d_ally_min": 1, "follow": "forbid", "killers_on_exits": "forbid",
                "win_rule": "score",
            }),
        ),
        (
            "rings turn, many escape at once, the nearer goes first",
            json!({
                "width": 6, "height": 6, "max_rounds": 6, "survivors": 6, "killers": 4, "exit_count": 3,
                "exit_placement": "border", "exit_spacing": 3, "d_exit_min": 1, "d_enemy_min": 2, "d_ally_min": 1,
                "cycle": "allow", "multi_escape": true, "priority": "distance",
            }),
        ),
        (
            "resumed in round 7 with one out and one caught",
            json!({
                "width": 9, "height": 5, "max_rounds": 9, "exits": [[8, 4], [0, 2]], "start": {
                    "round": 7, "phase": "survivor", "killers": {"0": [2, 2], "1": [6, 1]},
                    "survivors": {"0": [4, 4], "2": [4, 0]}, "escaped": [3], "captured": [1],
                },
            }),
        ),
    ]
}

/// Half of the time survivors move towards an exit and killers towards a survivor; otherwise the choice is random.
fn lively(world: &World, state: &State<8>, random: &mut Random) -> Vec<(Seat, Action)> {
    let seats = Tag::<8>::phase(world, state).seats();
    let goals: Vec<Cell> = match state.phase {
        Side::Survivor => world.exits.clone(),
        Side::Killer => units(world, state, Side::Survivor).map(|(_, at)| at).collect(),
    };
    let mut choices = Vec::new();
    for seat in seats.iter() {
        if random.below(12) == 0 {
            continue;
        }
        let at = Tag::<8>::view(world, state, &[], seat).at.expect("on the board");
        let far = |step: &Step| {
            let to = neighbour(world.grid(), at, *step)?;
            goals.iter().map(|&goal| distance(to, goal)).min()
        };
        let drawn = Step::ALL[random.index(9)];
        let near = Step::ALL.into_iter().min_by_key(|step| far(step).unwrap_or(u16::MAX)).unwrap_or(drawn);
        let step = if random.below(2) == 0 { near } else { drawn };
        choices.push((seat, Action { step, bid: random.below(3) as i32 * 50 }));
    }
    choices
}

#[test]
fn eight_a_side_hold() {
    let playthroughs = (0..).zip(written()).map(|(seed, (title, settings))| Playthrough {
        title,
        seed,
        settings,
        world: |world| format!("exits {}\n", hex(Tag::<8>::digest(world))),
        outcome: |_| String::new(),
    });
    hold::<Tag>()
        .settings(corners())
        .seeds(some_of(6))
        .steps(60)
        .data(DATA)
        .perft()
        .playthroughs(&playthroughs.collect::<Vec<_>>(), lively)
        .fingerprints([
            ("standard", json!({})),
            (
                "crowd",
                json!({"width": 8, "height": 8, "survivors": 8, "killers": 8, "exit_spacing": 2, "d_exit_min": 1,
                       "d_enemy_min": 2, "d_ally_min": 1}),
            ),
        ])
        .run();
}

#[test]
fn sixteen_a_side_hold() {
    let settings = vec![
        ("standard", json!({})),
        ("border", json!({"exit_placement": "border", "exit_count": 4})),
        ("many", json!({"survivors": 16, "killers": 16, "exit_count": 16})),
        ("tight", json!({"width": 5, "height": 5, "survivors": 2, "killers": 2})),
        ("wide", json!({"width": 256, "height": 256})),
    ];
    let heading = "settings seed exits digest       start state hash   draws";
    let more = |_: &World, state: &State<16>| format!("{:>5}", state.random.counter);
    hold::<Tag<16>>()
        .settings(corners())
        .seeds(some_of(6))
        .steps(60)
        .data(DATA)
        .catalogue(&Catalogue { of: "set-ups", heading, settings, more })
        .run();
}

#[test]
fn both_sizes_hash_alike() {
    let settings = crate::Settings::default();
    let small = fingerprint::<Tag>(&settings, 20, 200).unwrap();
    let large = fingerprint::<Tag<16>>(&settings, 20, 200).unwrap();
    assert_eq!(small, large);
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game::<8>(&json!({}), 0);
    let changes: [fn(&mut State<8>); 19] = [
        |s| s.killers[0] += 1,
        |s| s.killers[2] += 1,
        |s| s.survivors[0] += 1,
        |s| s.survivors[2] += 1,
        |s| s.last[0][0] = Some(Last::Contested),
        |s| s.last[0][2] = Some(Last::Contested),
        |s| s.last[1][0] = Some(Last::Contested),
        |s| s.last[1][2] = Some(Last::Contested),
        |s| s.captures[0] += 1,
        |s| s.captures[2] += 1,
        |s| s.inside ^= 1,
        |s| s.escaped ^= 1,
        |s| s.captured ^= 1,
        |s| s.stranded ^= 1,
        |s| s.round += 1,
        |s| s.phase = Side::Survivor,
        |s| s.end = Some(End::BoardEmpty),
        |s| s.random.key ^= 1,
        |s| s.random.counter += 1,
    ];
    every_field_counts::<Tag>(&world, &state, &changes);
}
