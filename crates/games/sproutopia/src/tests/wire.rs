//! Whole states in JSON; hostile ones are refused.

use super::Which as _;
use super::matches::{game, step};
use super::slow::{Walker, commands};
use crate::action::Action;
use crate::event::Event;
use crate::game::Complete;
use crate::state::State;
use crate::{Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// A small board where many things happen early.
pub(super) fn busy() -> Value {
    json!({
        "players": 3, "cols": 11, "rows": 9, "max_ticks": 400, "player_queue_size": 4,
        "weeds_start_tick": 0, "weed_spawn_rate_mean": 4, "weed_spawn_rate_std_dev": 2, "weeds_max_growth": 6,
        "power_up_start_tick": 0, "power_up_spawn_rate_mean": 3, "power_up_spawn_rate_std_dev": 2,
        "lifespan_unprunable": 30, "lifespan_immunity": 9, "lifespan_freeze": 2,
    })
}

/// Plays some ticks of loops, and passes each state on.
pub(super) fn played<R: Complete>(
    document: &Value,
    seed: u64,
    ticks: u32,
    mut each: impl FnMut(&World, &State<R>, &[Event]),
) -> (World, State<R>) {
    let (world, mut state) = game::<R>(document, seed);
    let mut random = Random::stream(seed, 31);
    let mut walkers = Walker::some(&mut random, world.ground.players());
    each(&world, &state, &[]);
    while state.end.is_none() && state.tick < ticks {
        let choices = commands(&mut random, &world.ground, &state, &mut walkers, 10);
        let events = step(&world.ground, &mut state, &choices);
        each(&world, &state, &events);
    }
    (world, state)
}

fn written<R: Complete>(world: &World, state: &State<R>) -> Value {
    serde_json::to_value(Sproutopia::<R>::write_state(world, state)).expect("JSON")
}

fn round_trip<R: Complete>() {
    let mut overlapped = 0;
    for seed in 0..12 {
        played::<R>(&busy(), seed, 150, |world, state, events| {
            let document = written(world, state);
            overlapped += u32::from(document.get("overlaps").is_some());
            let read = Sproutopia::<R>::read_state(world, &document).expect("a state that was written");
            assert_eq!(&read, state);
            assert_eq!(written(world, &read), document);
            for event in events {
                let text = serde_json::to_string(event).expect("JSON");
                assert_eq!(serde_json::from_str::<Event>(&text).expect("an event"), *event, "{text}");
            }
        });
    }
    assert_eq!(overlapped > 0, R::LEGACY, "{overlapped} states with overlaps");
}

#[test]
fn a_state_reads_back_as_it_was_written() {
    round_trip::<Official>();
    round_trip::<Legacy>();
}

#[test]
fn a_new_match_is_written_in_the_order_of_its_fields() {
    let (world, state) = game::<Official>(&json!({"cols": 6, "rows": 6, "players": 2}), 3);
    let text = serde_json::to_string(&Sproutopia::<Official>::write_state(&world, &state)).expect("JSON");
    let expected = concat!(
        r#"{"tick":0,"end":null,"stamps":2,"land":["AAABBB","AAABBB","AAABBB","......","......","......"],"farmers":["#,
        r#"{"at":[1,1],"away":false,"momentum":0,"out":false,"power":null,"super_power":null,"trail":[],"queue":[],"#,
        r#""repeat":[0,0],"cells":9,"points":0},"#,
        r#"{"at":[4,1],"away":false,"momentum":0,"out":false,"power":null,"super_power":null,"trail":[],"queue":[],"#,
        r#""repeat":[1,0],"cells":9,"points":0}],"#,
        r#""weeds":{"slots":[],"free":[]},"power_ups":{"slots":[],"free":[]},"supers":{"slots":[],"free":[]},"#,
    );
    assert!(text.starts_with(expected), "{text}");
}

/// Puts a value at a pointer of a document.
fn changed(document: &Value, pointer: &str, value: Value) -> Value {
    let mut document = document.clone();
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("there is no {pointer}")) = value;
    document
}

#[test]
fn a_state_that_could_not_be_is_refused() {
    let (world, state) = game::<Official>(&json!({"cols": 8, "rows": 7, "players": 2, "max_ticks": 9}), 3);
    let document = written(&world, &state);
    let cases = [
        ("/tick", json!(10), "tick: 10 is not in 0..=9"),
        ("/tick", json!(9), "state: after tick 9 the end is max_ticks, not null"),
        ("/end", json!("full"), "state: after tick 0 the end is null, not full"),
        ("/stamps", json!(1), "stamps: 1 is not in 2..=9007199254740992"),
        ("/land", json!([]), "land: 0 rows is not 7 rows"),
        ("/land/0", json!("AAA..C.."), "land[0]: \"AAA..C..\" is not 8 signs of .AB"),
        ("/land/0", json!("AAA....."), "farmers[1].cells: 9 is not 6, as many as there are"),
        ("/farmers", json!([]), "farmers: [] is not a list of 2 farmers"),
        ("/farmers/0/at", json!([8, 1]), "state: seat 0 is off the board at (8,1)"),
        ("/farmers/0/away", json!(true), "state: seat 0 is away and has something"),
        ("/farmers/0/momentum", json!(5), "state: seat 0 stands, which these rules do not know"),
        ("/farmers/0/out", json!(true), "state: seat 0 is out without Super Fertilizer"),
        ("/farmers/0/power", json!([1, 21]), "state: seat 0 has Immunity for 21 ticks"),
        ("/farmers/0/power", json!([1, 0]), "state: seat 0 has Immunity for 0 ticks"),
        ("/farmers/0/power", json!([5, 3]), "state: seat 0 holds Super Fertilizer in the wrong hand"),
        ("/farmers/0/super_power", json!([4, 1]), "state: seat 0 has Trail Protection for 1 ticks"),
        (
            "/farmers/0/trail",
            json!([[2, 3], [2, 1]]),
            "farmers[0].trail: [\"(2,3)\",\"(2,1)\"] is not different neighbouring cells of the board",
        ),
        (
            "/farmers/0/trail",
            json!([[2, 1], [3, 1], [2, 1]]),
            "farmers[0].trail: [\"(2,1)\",\"(3,1)\",\"(2,1)\"] is not different neighbouring cells of the board",
        ),
        ("/farmers/0/trail", json!([[2, 1]]), "state: seat 0 is idle and has a trail"),
        (
            "/farmers/0/queue",
            json!([[7, 0]]),
            "farmers[0].queue: [7,0] is not actions with growing stamps, no more than can wait",
        ),
        (
            "/farmers/0/queue",
            json!([[8, 1], [7, 1]]),
            "farmers[0].queue: [7,1] is not actions with growing stamps, no more than can wait",
        ),
        ("/farmers/0/queue", json!([[7, 5]]), "farmers[0].queue: [7,5] is not [stamp,action] of these rules"),
        ("/farmers/0/repeat", json!([1, 0]), "farmers: stamp 1 twice is not stamps that differ"),
        ("/farmers/0/cells", json!(8), "farmers[0].cells: 8 is not 9, as many as there are"),
        (
            "/farmers/0/points",
            json!(9_007_199_254_740_993u64),
            "farmers[0].points: 9007199254740993 is not in 0..=9007199254740992",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [3, 4], "cells": [], "kind": 4, "counter": 1}], "free": []}),
            "weeds: 0 cells is not 1 to 64 cells each",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [3, 4], "cells": [[3, 4], [4, 5]], "kind": 4, "counter": 1}], "free": []}),
            "state: weed 0 is in pieces",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [3, 4], "cells": [[3, 5]], "kind": 4, "counter": 1}], "free": []}),
            "state: weed 0 was not born on (3,4)",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [0, 4], "cells": [[0, 4]], "kind": 4, "counter": 1}], "free": []}),
            "state: weed 0 cannot grow on (0,4)",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [5, 5], "cells": [[5, 5]], "kind": 4, "counter": 1}], "free": []}),
            "state: weed 0 cannot grow on (5,5)",
        ),
        (
            "/weeds",
            json!({"slots": [
                {"first": [3, 4], "cells": [[3, 4]], "kind": 4, "counter": 1},
                {"first": [3, 4], "cells": [[3, 4]], "kind": 4, "counter": 1},
            ], "free": []}),
            "state: weeds share (3,4)",
        ),
        (
            "/weeds",
            json!({"slots": [{"first": [3, 4], "cells": [[3, 4]], "kind": 1, "counter": 1}], "free": []}),
            "state: weed 0 hides Immunity",
        ),
        (
            "/power_ups",
            json!({"slots": [{"at": [3, 4], "kind": 4}], "free": []}),
            "state: Trail Protection cannot lie on (3,4)",
        ),
        (
            "/power_ups",
            json!({"slots": [{"at": [3, 4], "kind": 1}, {"at": [3, 4], "kind": 2}], "free": []}),
            "state: two things lie on (3,4)",
        ),
        (
            "/power_ups",
            json!({"slots": [null], "free": []}),
            "power_ups: free [] is not at most 64 slots, each null exactly where it is free",
        ),
        ("/countdowns/weed", json!(200_001), "countdowns.weed: 200001 is not in -200000..=200000"),
    ];
    for (pointer, value, words) in cases {
        let error = Sproutopia::<Official>::read_state(&world, &changed(&document, pointer, value.clone()));
        // The error in the form that a caller sees when it begins a match from the document.
        let error = error.expect_err(words).within("state").to_string();
        let words = if words.starts_with("state: ") { words.into() } else { format!("state.{words}") };
        assert_eq!(error, words, "{pointer} {value}");
    }
}

#[test]
fn the_old_rules_know_no_one_away_and_the_official_ones_no_overlap() {
    let (world, state) = game::<Legacy>(&json!({"cols": 8, "rows": 7, "players": 2}), 3);
    let away = changed(&written(&world, &state), "/farmers/1/away", json!(true));
    let error = Sproutopia::<Legacy>::read_state(&world, &away).expect_err("away");
    assert_eq!(error.within("state").to_string(), "state: seat 1 is away, which these rules do not know");
    let (world, state) = game::<Official>(&json!({"cols": 8, "rows": 7, "players": 2}), 3);
    let mut document = written(&world, &state);
    document["overlaps"] = json!([[1, 2, 1]]);
    document["farmers"][1]["cells"] = json!(10);
    let error = Sproutopia::<Official>::read_state(&world, &document).expect_err("an overlap");
    assert_eq!(error.within("state").to_string(), "state: seats 0 and 1 own a cell together");
}

#[test]
fn where_a_weed_was_born_no_super_power_up_lies() {
    let (world, state) = game::<Official>(&json!({"cols": 8, "rows": 7, "players": 2}), 3);
    let weed = json!({"slots": [{"first": [3, 4], "cells": [[3, 4]], "kind": 4, "counter": 1}], "free": []});
    let mut document = changed(&written(&world, &state), "/weeds", weed);
    assert!(Sproutopia::<Official>::read_state(&world, &document).is_ok());
    document["supers"] = json!({"slots": [{"at": [3, 4], "kind": 5}], "free": []});
    let error = Sproutopia::<Official>::read_state(&world, &document).expect_err("a second thing");
    assert_eq!(error.within("state").to_string(), "state: weed 0 was not born on (3,4)");
}

/// The JSON pointers of a document, including its lists and objects.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_string());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| pointers(item, &format!("{at}/{i}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| pointers(field, &format!("{at}/{name}"), all));
        }
        _ => {}
    }
}

fn hostile() -> Vec<Value> {
    std::vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(3),
        json!(5),
        json!(-1),
        json!(63),
        json!(64),
        json!(65_535),
        json!(2_147_483_647),
        json!(-2_147_483_648i64),
        json!(9_007_199_254_740_992u64),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("A"),
        json!("18446744073709551615"),
        json!([]),
        json!([0, 0]),
        json!([5, 1]),
        json!([[0, 0], [0, 1]]),
        json!({}),
    ]
}

fn survives<R: Complete>() -> u32 {
    let mut accepted = 0;
    for seed in [1, 4] {
        let (world, state) = played::<R>(&busy(), seed, 60, |_, _, _| {});
        let document = written(&world, &state);
        let mut all = Vec::new();
        pointers(&document, "", &mut all);
        // One row of the land and one number of the old generator represent all of them.
        all.retain(|at| !(at.starts_with("/random/a/") || at.starts_with("/land/")) || at.ends_with("/1"));
        for at in all {
            for value in hostile() {
                let Ok(mut state) = Sproutopia::<R>::read_state(&world, &changed(&document, &at, value.clone())) else {
                    continue;
                };
                accepted += 1;
                let mut random = Random::stream(accepted.into(), 8);
                let mut walkers = Walker::some(&mut random, world.ground.players());
                for _ in 0..50 {
                    let choices = commands(&mut random, &world.ground, &state, &mut walkers, 20);
                    step(&world.ground, &mut state, &choices);
                    let checked = Sproutopia::<R>::check(&world, &state);
                    assert_eq!(checked, Ok(()), "{at} {value} in {document}");
                }
                let _ = (Sproutopia::<R>::outcome(&world, &state), Sproutopia::<R>::drawing(&world, &state));
            }
        }
    }
    accepted
}

#[test]
fn a_hostile_document_is_refused_or_played_without_harm() {
    let accepted = [survives::<Official>(), survives::<Legacy>()];
    assert!(accepted.iter().all(|&count| count > 300), "{accepted:?} were accepted");
}

#[test]
fn an_action_is_a_number_or_a_word() {
    let (world, _) = game::<Official>(&json!({}), 0);
    let official =
        |value: Value| Sproutopia::<Official>::read_action(&world, &value).map_err(|error| error.to_string());
    let old = |value: Value| Sproutopia::<Legacy>::read_action(&world, &value).map_err(|error| error.to_string());
    for (number, word) in ["none", "up", "DOWN", "Left", "RIGHT"].into_iter().enumerate() {
        let action = Action::ALL[number];
        assert_eq!(official(json!(number)), Ok(action));
        assert_eq!(old(json!(word)), Ok(action));
        assert_eq!(Sproutopia::<Official>::write_action(action), json!(number));
    }
    assert_eq!(official(json!("idle")), Ok(Action::None));
    // R8: any other integer means standing, in v2024.0.8 only.
    for other in [json!(5), json!(6), json!(-1), json!(256), json!(i64::MIN), json!(u64::MAX)] {
        assert_eq!(old(other.clone()), Ok(Action::Stand), "{other}");
        assert!(official(other).is_err());
    }
    assert_eq!(old(json!("stand")), Ok(Action::Stand));
    let words = "action: 5 is not an action 0..=4, or none, up, down, left or right";
    assert_eq!(official(json!(5)), Err(words.to_string()));
    let words = "action: 1.5 is not an action 0..=5, or none, up, down, left, right or stand";
    assert_eq!(old(json!(1.5)), Err(words.to_string()));
    assert!(old(json!("jump")).is_err() && old(json!(null)).is_err());
}
