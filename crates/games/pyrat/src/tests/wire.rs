//! States and actions in JSON: R32, K3.

use super::matches;
use super::settings::any_json;
use crate::{Action, PyRat, State, World};
use gridhaunt_kernel::prelude::*;
use proptest::prelude::*;
use serde_json::json;

/// A board of 3x2 with mud of 4 between (0,0) and (1,0), and the python in it.
fn muddy() -> (World, Value) {
    let settings = json!({"width": 3, "height": 2, "mud": [[0, 0, 1, 0, 4]], "max_turns": 20});
    let (world, _) = matches::game::<10>(&settings, 0);
    let state = json!({
        "turn": 2,
        "players": [{"at": [1, 0], "delay": 3, "half": 1}, {"at": [2, 1], "delay": 0, "half": 1}],
        "cheese": [[2, 0], [0, 1]],
        "cheese_total": 3,
        "status": "running",
    });
    (world, state)
}

#[test]
fn a_state_is_written_as_it_is_read() {
    let (world, document) = muddy();
    let state: State<10> = PyRat::<10>::read_state(&world, &document).expect("a state");
    assert_eq!((state.pos, state.delay, state.half, state.turn), ([1, 5], [3, 0], [1, 1], 2));
    assert_eq!((state.cheese_left, state.cheese_total, state.max_turns), (2, 3, 20));
    assert_eq!(serde_json::to_value(PyRat::<10>::write_state(&world, &state)).expect("JSON"), document);
}

#[test]
fn what_follows_from_the_rest_may_be_left_out() {
    let (world, document) = muddy();
    let state = PyRat::<10>::read_state(&world, &document);
    let mut short = document;
    let fields = short.as_object_mut().expect("an object");
    fields.remove("cheese_total");
    fields.remove("status");
    assert_eq!(PyRat::<10>::read_state(&world, &short), state);
}

#[test]
fn a_state_that_could_not_be_is_refused() {
    let cases = [
        ("/turn", json!(21), "turn: 21 is not in 0..=20"),
        ("/players", json!([]), "players: [] is not a list of two players"),
        ("/players/0/at", json!([3, 0]), "players[0].at: [3,0] is not a cell on the board"),
        ("/players/1/at", json!("here"), "players[1].at: \"here\" is not a cell on the board"),
        ("/players/0/delay", json!(255), "players[0].delay: 255 is not in 0..=254"),
        ("/players/0/delay", json!(4), "players: seat 0 waits 4 turns, no mud here takes so long"),
        ("/players/1/delay", json!(1), "players: seat 1 waits 1 turns, no mud here takes so long"),
        ("/players/1/half", json!(9000), "players[1].half: 9000 is not in 0..=8192"),
        ("/cheese", json!({}), "cheese: {} is not a list of [x,y]"),
        ("/cheese/1", json!([0, 2]), "cheese[1]: [0,2] is not a cell on the board"),
        ("/cheese/1", json!([2, 0]), "cheese[1]: [2,0] is there twice, need each cell once"),
        ("/cheese_total", json!(4), "cheese_total: 4 is not 3: 2 left and 1 eaten"),
        ("/cheese_total", json!(7), "cheese_total: 7 is not in 1..=6"),
        ("/status", json!("cleared"), "status: \"cleared\" is not \"running\", as the rest says"),
        ("/status", json!("won"), "status: \"won\" is not one of running, majority, cleared, turn_limit"),
    ];
    for (place, value, words) in cases {
        let (world, mut document) = muddy();
        *document.pointer_mut(place).expect(place) = value;
        let error = PyRat::<10>::read_state(&world, &document).expect_err(words);
        assert_eq!(error.to_string(), words);
    }
    let (world, mut document) = muddy();
    document["players"][0]["half"] = 2.into();
    let error = PyRat::<10>::read_state(&world, &document).expect_err("an odd number of half points");
    assert_eq!((error.field.as_str(), error.got.as_str()), ("players.half", "2 and 1"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_damaged_state_is_answered(
        key: u64,
        place in prop::sample::select(&[
            "/turn", "/players", "/players/0", "/players/1/at", "/players/0/at/1", "/players/0/delay", "/players/1/half",
            "/cheese", "/cheese/0", "/cheese/0/0", "/cheese_total", "/status",
        ][..]),
        value in prop_oneof![any_json(), (0..6u8).prop_map(Value::from)],
    ) {
        let (world, _, state) = matches::midway(key, 2..=4);
        let mut document = serde_json::to_value(PyRat::<10>::write_state(&world, &state)).expect("JSON");
        if let Some(part) = document.pointer_mut(place) {
            *part = value;
        }
        if let Ok(mut other) = PyRat::<10>::read_state(&world, &document) {
            prop_assert_eq!(PyRat::<10>::check(&world, &other), Ok(()));
            let mut random = Random::new(key);
            for _ in 0..90 {
                matches::step(&world, &mut other, [0; 2].map(|_| Action::ALL[random.index(5)]));
                prop_assert_eq!(PyRat::<10>::check(&world, &other), Ok(()));
            }
        }
    }

    #[test]
    fn any_json_is_read_as_an_action_or_refused(document in any_json()) {
        let (world, _) = muddy();
        prop_assert!(PyRat::<10>::read_state(&world, &document).is_err());
        let action = PyRat::<10>::read_action(&world, &document);
        prop_assert_eq!(action.is_ok(), document.as_u64().is_some_and(|code| code <= 4), "{:?}", action);
    }
}
