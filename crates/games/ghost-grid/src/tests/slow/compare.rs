//! The engine and the slow rules side by side.

use super::chart::Chart;
use super::{Law, Plain, set};
use crate::event::Event;
use crate::state::{State, Winner};
use crate::tests::matches;
use crate::{Action, GhostGrid, Reason};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::some_of;
use serde_json::json;
use std::collections::BTreeMap;

/// Plays matches side by side and compares state, events, legality, views and outcome after every step.
fn equals_the_slow_rules(games: u64, key: u64, views: bool) -> BTreeMap<&'static str, u32> {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for number in 0..games {
        let mut random = Random::stream(key, number);
        let document = matches::any_settings(&mut random);
        let settings = matches::settings(&document);
        let mut dice = Random::stream(number, 1);
        let made = GhostGrid::new(&settings, number);
        let Some((chart, thrown)) = Chart::of(&settings, &mut dice) else {
            assert!(made.is_err(), "{document}");
            continue;
        };
        let (world, mut state) = made.unwrap_or_else(|error| panic!("{error} in {document}"));
        assert_eq!(world.thrown_away, thrown, "{document}");
        let law = Law::new(settings.told(), chart);
        let mut plain = Plain::set_up(&law, dice);
        loop {
            let case = || format!("{document}\n{}", matches::describe(&world, &state));
            let written = serde_json::to_value(GhostGrid::write_state(&world, &state)).expect("JSON");
            assert_eq!(written, plain.document(), "{}", case());
            for seat in matches::all_seats(&world).filter(|_| views) {
                let view = serde_json::to_value(GhostGrid::view(&world, &state, &[], seat)).expect("JSON");
                assert_eq!(view, plain.view(&law, seat.index()), "{}", case());
            }
            if state.tally.end.is_some() {
                break;
            }
            let choices = matches::wild_choices(&mut random, &world, &state);
            let asked = if plain.ghosts_choose { plain.active_ghosts() } else { plain.active_sentinels() };
            assert_eq!(GhostGrid::phase(&world, &state).seats(), set(&asked), "{}", case());
            for &(seat, action) in &choices {
                let legal = asked.contains(&seat.index()) && plain.reason(&law, seat.index(), action).is_none();
                assert_eq!(GhostGrid::allows(&world, &state, seat, action), legal, "{seat} {action:?} {}", case());
            }
            let plainly: Vec<(usize, Action)> = choices.iter().map(|(seat, action)| (seat.index(), *action)).collect();
            let expected = plain.step(&law, &plainly);
            let before = state.clone();
            let events = matches::step(&world, &mut state, &choices);
            assert_eq!(events, expected, "{document}\n{}\n{choices:?}", matches::describe(&world, &before));
            for event in &events {
                let name = match event {
                    Event::Refused { reason, .. } => reason.name(),
                    Event::Replicated { .. } => "replicated",
                    Event::Turned { rest, .. } if *rest < 0 => "turned for less than nothing",
                    Event::Turned { .. } => "turned",
                    Event::Met { .. } => "met",
                    Event::Swept { .. } => "swept",
                    Event::Detected { .. } => "detected",
                    Event::Recovered { .. } => "recovered",
                    Event::Marked { .. } => "marks",
                    Event::GameEnded { winner: Winner::Draw, .. } => "draw",
                    Event::GameEnded { reason, .. } => reason.name(),
                    _ => "more",
                };
                *seen.entry(name).or_default() += 1;
            }
        }
        let outcome = GhostGrid::outcome(&world, &state).expect("it is over");
        assert_eq!(outcome.seats.len(), law.m + law.q + law.v);
        for (number, standing) in outcome.seats.iter().enumerate() {
            assert_eq!((standing.units, usize::from(standing.rank)), plain.standing(&law, number), "{document}");
        }
    }
    seen
}

#[test]
fn the_engine_plays_by_the_slow_rules() {
    let seen = equals_the_slow_rules(3000, 401, false);
    let rare = [
        "missing", "wrong_role", "not_connected", "no_energy", "bad_amount", "not_first_turn", "not_original",
        "not_enough_loot", "ghost_cap", "frozen", "goal_layer", "no_partner", "no_loot", "marking_auto", "gone",
        "replicated", "turned", "turned for less than nothing", "met", "swept", "detected", "recovered", "marks",
        "draw", "all_captured", "loot_settled", "time_limit",
    ];
    for name in rare {
        assert!(seen.get(name).is_some_and(|&count| count >= 2), "{name} is too rare: {seen:?}");
    }
}

#[test]
fn the_engine_shows_what_the_slow_rules_show() {
    equals_the_slow_rules(some_of(700), 402, true);
}

/// A state that need not occur in any match: agents anywhere, with any energy, and loot everywhere.
fn anywhere(random: &mut Random, law: &Law) -> Value {
    let nodes: Vec<usize> = law.chart.layers.keys().copied().collect();
    let posts: Vec<usize> =
        nodes.iter().copied().filter(|&node| law.values.sentinels_enter_goal || !law.in_goal(node)).collect();
    let mut left = law.total() as u64;
    let mut part = |random: &mut Random| {
        let part = random.below(left.min(1 + law.total() as u64 / 3) + 1);
        left -= part;
        part
    };
    let turn = 1 + random.below(law.values.last_turn().into());
    let frozen = [0, 0, turn.saturating_sub(1), turn, turn + 1];
    let recovered = part(random);
    let mut hauls = recovered;
    let mut sentinels = Vec::new();
    for number in 0..1 + random.index(law.q) {
        let haul = random.below(hauls + 1);
        hauls -= haul;
        sentinels.push(json!({
            "seat": law.m + number, "node": posts[random.index(posts.len())], "haul": haul,
            "energy": random.below(law.capacity as u64 + 1), "taken": random.below(haul + 1),
            "frozen": frozen[random.index(frozen.len())],
        }));
    }
    let mut ghosts = Vec::new();
    for number in 0..1 + random.index(law.m) {
        ghosts.push(json!({"seat": number, "node": nodes[random.index(nodes.len())], "loot": part(random),
                           "energy": random.below(law.base as u64 + 1)}));
    }
    let mut document = json!({"turn": turn, "phase": if random.below(2) == 0 { "ghost" } else { "sentinel" },
        "recovered": recovered, "delivered": part(random), "sentinels": sentinels, "ghosts": ghosts, "loot": {},
        "checked": {}});
    for node in &nodes {
        document["loot"][node.to_string()] = part(random).into();
    }
    for node in &nodes {
        document["checked"][node.to_string()] = random.below(turn + 1).into();
    }
    document["loot"][nodes[0].to_string()] = (document["loot"]["0"].as_u64().unwrap_or(0) + left).into();
    document
}

#[test]
fn from_any_state_the_engine_goes_on_by_the_slow_rules() {
    let mut marked = 0u64;
    for number in 0..some_of(2500) {
        let mut random = Random::stream(403, number);
        let document = matches::any_settings(&mut random);
        let settings = matches::settings(&document);
        let Ok((world, _)) = GhostGrid::new(&settings, number) else { continue };
        let law = Law::new(settings.told(), Chart::of_graph(&world.graph));
        let given = anywhere(&mut random, &law);
        let mut state = GhostGrid::read_state(&world, &given).unwrap_or_else(|error| panic!("{error} in {given}"));
        let written = |state: &State| serde_json::to_value(GhostGrid::write_state(&world, state)).expect("JSON");
        let mut plain = Plain::of(&written(&state));
        for _ in 0..4 {
            let choices = matches::wild_choices(&mut random, &world, &state);
            let plainly: Vec<(usize, Action)> = choices.iter().map(|(seat, action)| (seat.index(), *action)).collect();
            let before = matches::describe(&world, &state);
            let events = matches::step(&world, &mut state, &choices);
            assert_eq!(events, plain.step(&law, &plainly), "{document}\n{before}\n{choices:?}");
            let twice = |event: &&Event| matches!(event, Event::Refused { reason: Reason::Marked, .. });
            marked += events.iter().filter(twice).count() as u64;
            assert_eq!(written(&state), plain.document(), "{document}\n{before}\n{choices:?}");
            assert_eq!(GhostGrid::check(&world, &state), Ok(()), "{document}\n{before}\n{choices:?}");
        }
    }
    assert!(marked >= some_of(2), "nodes with a mark of this turn are found only in such states: {marked}");
}
