//! Published known answers (K2, K5), and playthroughs that a person can read: what a change of rules or of the
//! generator would alter.

use super::{LEDGER, matches};
use crate::ground::{distance, neighbour};
use crate::state::{End, Last, Side, State};
use crate::view::units;
use crate::{Action, Step, Tag, World};
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::{Game, Random, Seat, Wire};
use serde_json::json;
use std::fmt::Write as _;
use std::string::String;
use std::vec::Vec;

/// The matches that are written down, step by step.
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

/// Survivors like the way to an exit and killers the way to a survivor, half of the time; the rest is drawn.
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
fn the_playthroughs_are_as_written() {
    let mut text = String::from(
        "# Matches to read, the state hash after each step. A line that changes raises the rules' version (K5).\n",
    );
    let _ = writeln!(text, "# rules version {}", Tag::<8>::INFO.rules_version);
    for (seed, (title, document)) in (0u64..).zip(written()) {
        let (world, mut state) = matches::game::<8>(&document, seed);
        let _ = writeln!(text, "\n## {title}\nseed {seed} of {document}\nexits {}", hex(Tag::<8>::digest(&world)));
        let picture = |state: &State<8>| {
            std::format!("{}hash {}", Tag::<8>::drawing(&world, state), hex(Tag::<8>::hash_of(&world, state)))
        };
        let _ = writeln!(text, "{}", picture(&state));
        let mut random = Random::stream(seed, 99);
        while state.end.is_none() {
            let before = state;
            let choices = lively(&world, &state, &mut random);
            let events = matches::step(&world, &mut state, &choices);
            let _ = writeln!(text, "\n{}", Tag::<8>::heading(&world, &before).expect("a heading"));
            text += &(Tag::<8>::log(&world, &before, &events).join("\n") + "\n");
            let _ = writeln!(text, "{}", picture(&state));
        }
    }
    LEDGER.hold("playthroughs.txt", &text);
}

#[test]
fn the_seeds_draw_what_the_catalogue_says() {
    let settings = [
        ("standard", json!({})),
        ("border", json!({"exit_placement": "border", "exit_count": 4})),
        ("many", json!({"survivors": 16, "killers": 16, "exit_count": 16})),
        ("tight", json!({"width": 5, "height": 5, "survivors": 2, "killers": 2})),
        ("wide", json!({"width": 256, "height": 256})),
    ];
    let mut text =
        String::from("# The set-ups of seeds 0 to 4. A line that changes raises the generator's version (K5).\n");
    let _ = writeln!(text, "# generator version {}", Tag::<8>::INFO.generator_version);
    text += "settings seed exits digest       start state hash   draws\n";
    for (name, document) in &settings {
        for seed in 0..5 {
            let (world, state) = matches::game::<16>(document, seed);
            let (digest, hash) = (hex(Tag::<16>::digest(&world)), hex(Tag::<16>::hash_of(&world, &state)));
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
        ("standard", json!({})),
        (
            "crowd",
            json!({"width": 8, "height": 8, "survivors": 8, "killers": 8, "exit_spacing": 2, "d_exit_min": 1,
            "d_enemy_min": 2, "d_ally_min": 1}),
        ),
    ] {
        let hash = fingerprint::<Tag<8>>(&matches::settings(&document), 100, 400).expect("settings");
        let _ = writeln!(text, "{name} {}", hex(hash));
    }
    LEDGER.hold("fingerprints.txt", &text);
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game::<8>(&json!({}), 0);
    let changed: [fn(&mut State<8>); 17] = [
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
    ];
    let mut seen = std::collections::BTreeSet::from([Tag::<8>::hash_of(&world, &state)]);
    for (field, change) in changed.into_iter().enumerate() {
        let mut other = state;
        change(&mut other);
        assert!(seen.insert(Tag::<8>::hash_of(&world, &other)), "field {field} changes nothing");
    }
    for change in [|random: &mut Random| random.key ^= 1, |random: &mut Random| random.counter += 1] {
        let mut other = state;
        change(&mut other.random);
        assert!(seen.insert(Tag::<8>::hash_of(&world, &other)), "the generator counts");
    }
}
