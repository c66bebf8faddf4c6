//! States, actions and events as JSON and as text: R45, R46, R50, R67, R68, K4.

use super::encode::arrays;
use super::matches::{self, all_seats, drawn, example, json_of, step};
use crate::event::Event;
use crate::state::State;
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

fn written(world: &World, state: &State) -> Value {
    json_of(&Snarl::write_state(world, state))
}

#[test]
fn actions_are_words_numbers_or_null() {
    let (world, _) = matches::game(&json!({}), 0);
    let read = |value: Value| Snarl::read_action(&world, &value).map_err(|error| error.to_string());
    assert_eq!(read(json!("ne")), Ok(Action::NE));
    assert_eq!(read(json!("EN")), Ok(Action::NE));
    assert_eq!(read(json!(7)), Ok(Action::NE));
    assert_eq!(read(json!(null)), Ok(Action::Stay));
    assert_eq!(read(json!("forfeit")), Ok(Action::Forfeit));
    let list = "stay, n, w, e, s, nn, nw, ne, ww, ee, sw, se, ss, forfeit";
    for wrong in [json!("up"), json!(13), json!(-1), json!(1.5), json!([1]), json!("")] {
        assert_eq!(read(wrong.clone()), Err(format!("action: {wrong} is not one of {list}, or in 0..=12")));
    }
    for code in 0..20 {
        let action = Action::from_code(code);
        assert_eq!(action.is_some(), code <= 13);
        assert!(action.is_none_or(|action| action.code() == code && Ok(action) == read(Snarl::write_action(action))));
    }
}

#[test]
fn a_forfeit_is_allowed_to_a_player_at_its_turn_and_never_legal() {
    let (world, mut state) = drawn(&json!({}), 0, &[], "#1.2Z#\n");
    let allowed = |state: &State| -> Vec<bool> {
        all_seats(&world).map(|seat| Snarl::allows(&world, state, seat, Action::Forfeit)).collect()
    };
    assert_eq!(allowed(&state), [true, false, false, false]);
    assert!(!matches::legal(&world, &state, Seat(0)).contains(&Action::Forfeit));
    step(&world, &mut state, &[]);
    assert_eq!(allowed(&state), [false, true, false, false]);
    step(&world, &mut state, &[]);
    assert_eq!(allowed(&state), [false; 4], "it is the zombie's turn");
}

#[test]
fn states_read_back_as_they_were() {
    matches::each_step(120, 701, true, |played| {
        let text = written(played.world, played.after);
        let read = Snarl::read_state(played.world, &text);
        assert_eq!(read.as_ref(), Ok(played.after), "{}", played.case());
        let (world, state) = Snarl::given(&matches::settings(played.document), played.seed, &text).expect("a match");
        assert!(&world == played.world && &state == played.after, "{}", played.case());
    });
}

#[test]
fn a_given_state_takes_seats_in_list_order_and_counts_within_kinds() {
    let state = json!({"level": example(), "exit-locked": false, "players": [
            {"type": "player", "name": "bo", "position": [2, 4]}, {"type": "player", "name": "ana", "position": [1, 5]}],
        "adversaries": [
            {"type": "ghost", "name": "x", "position": [0, 0]}, {"type": "zombie", "name": "ghost9", "position": [1, 7]},
            {"type": "ghost", "name": "y", "position": [2, 1]}, {"type": "zombie", "name": "z", "position": [2, 5]}]});
    let (world, state) = matches::given(&json!({"players": 4, "sight": 3}), 5, &state);
    assert_eq!((Snarl::seats(&world), world.code.sight, world.charts.len()), (4, 3, 1));
    let whole = written(&world, &state);
    let names = |list: &Value| -> Vec<String> {
        let name = |one: &Value| format!("{} {}", one["name"].as_str().unwrap_or(""), one["position"]);
        list.as_array().expect("a list").iter().map(name).collect()
    };
    assert_eq!(names(&whole["players"]), ["bo [2,4]", "ana [1,5]"]);
    assert_eq!(names(&whole["adversaries"]), ["zombie1 [1,7]", "zombie2 [2,5]", "ghost1 [0,0]", "ghost2 [2,1]"]);
    assert_eq!((&whole["exit-locked"], &whole["turn"]), (&json!(false), &json!("player1")), "as written, key or not");
    assert_eq!(state.random, Random::stream(5, 1));
    assert!(state.key && !state.locked);
}

#[test]
fn what_is_wrong_with_a_given_state_is_named() {
    let good = || {
        json!({"level": example(), "exit-locked": true, "adversaries": [],
               "players": [{"type": "player", "name": "ana", "position": [2, 2]}]})
    };
    let words = |change: &dyn Fn(&mut Value)| {
        let mut state = good();
        change(&mut state);
        Snarl::given(&matches::settings(&json!({})), 0, &state).map_err(|error| error.to_string()).expect_err("wrong")
    };
    let person = |name: &str| json!({"type": "player", "name": name, "position": [2, 2]});
    let hunters = |kind: &str, count: usize| -> Vec<Value> {
        (0..count).map(|_| json!({"type": kind, "name": "x", "position": [2, 2]})).collect()
    };
    assert_eq!(words(&|s| *s = json!(5)), "state: 5 is not a state, an object");
    assert_eq!(words(&|s| s["level"] = json!(5)), "state.level: 5 is not a level, an object");
    assert_eq!(
        words(&|s| s["level"]["rooms"][0]["origin"] = json!([400, 0])),
        "state.level: 403 rows, need at most 256"
    );
    assert_eq!(words(&|s| s["players"] = json!([])), "state.players: 0 players, need 1 to 4");
    assert_eq!(
        words(&|s| s["players"] = ["a", "b", "c", "d", "e"].map(person).to_vec().into()),
        "state.players: 5 players, need 1 to 4"
    );
    assert_eq!(words(&|s| s["players"] = json!([person("a"), person("a")])), "state.players[1].name: \"a\" is taken");
    assert_eq!(
        words(&|s| s["players"][0]["name"] = json!("a b")),
        "state.players[0].name: \"a b\" is not 1 to 32 letters and digits"
    );
    assert_eq!(words(&|s| s["players"][0]["name"] = json!(5)), "state.players[0].name: 5 is not a text");
    assert_eq!(
        words(&|s| s["players"][0]["position"] = json!([9, 9])),
        "state.players[0].position: [9,9] is not from [0,0] to [3,8]"
    );
    assert_eq!(
        words(&|s| s["players"][0]["type"] = json!("boss")),
        "state.players[0].type: \"boss\" is not one of player"
    );
    assert_eq!(
        words(&|s| s["players"][0]["type"] = json!("zombie")),
        "state.players[0].type: \"zombie\" is not one of player"
    );
    assert_eq!(
        words(&|s| s["adversaries"] = hunters("player", 1).into()),
        "state.adversaries[0].type: \"player\" is not one of zombie, ghost"
    );
    assert_eq!(
        words(&|s| s["adversaries"] = hunters("ghost", 33).into()),
        "state.adversaries: 0 zombies and 33 ghosts, need at most 32 of each"
    );
    assert_eq!(words(&|s| s["exit-locked"] = json!(1)), "state.exit-locked: 1 is not true or false");
    for (field, expected) in [
        ("level", "state.level: missing, need a level"),
        ("players", "state.players: missing, need a list of actors"),
        ("adversaries", "state.adversaries: missing, need a list of actors"),
        ("exit-locked", "state.exit-locked: missing, need true or false"),
    ] {
        let gone = words(&|s| {
            s.as_object_mut().expect("an object").remove(field);
        });
        assert_eq!(gone, expected);
    }
    // The maximum number, and unknown fields (R45).
    let mut most = good();
    most["adversaries"] = [hunters("ghost", 32), hunters("zombie", 32)].concat().into();
    most["colour"] = json!("red");
    assert!(Snarl::given(&matches::settings(&json!({})), 0, &most).is_ok());
}

#[test]
fn what_is_wrong_with_a_state_of_a_match_is_named() {
    let document = json!({"players": 2, "names": ["ana", "bo"], "levels": [example(), example()], "zombies": 0, "ghosts": 0,
                          "placement": "corners"});
    let (world, state) = matches::game(&document, 0);
    let good = written(&world, &state);
    assert_eq!(Snarl::read_state(&world, &good), Ok(state));
    let words = |pointer: &str, value: Value| {
        let mut state = good.clone();
        match state.pointer_mut(pointer) {
            Some(slot) => *slot = value,
            None => state[pointer.trim_start_matches('/')] = value,
        }
        let read = Snarl::read_state(&world, &state).map_err(|error| error.within("state").to_string());
        read.expect_err(pointer)
    };
    assert_eq!(words("/number", json!(3)), "state.number: 3 is not in 1..=2");
    assert_eq!(words("/round", json!(0)), "state.round: 0 is not in 1..=4294967295");
    assert_eq!(words("/round", json!(1001)), "state: round 1001 of at most 1000");
    assert_eq!(words("/level/objects", json!([])), "state.level: another is not level 1 of this match");
    assert_eq!(
        words("/exit-locked", json!(false)),
        "state: the exit is locked exactly while the key lies in the level"
    );
    assert_eq!(words("/roster", json!([])), "state.roster: 0 players, need 2");
    assert_eq!(words("/roster/0/name", json!("cy")), "state.roster[0].name: \"cy\" is not \"ana\"");
    assert_eq!(
        words("/roster/0/status", json!("lost")),
        "state.roster[0].status: \"lost\" is not one of in, exited, expelled, stranded, forfeited"
    );
    assert_eq!(words("/roster/0/status", json!("exited")), "state.players[0]: \"ana\" is not in the level");
    assert_eq!(words("/roster/1/keys", json!(256)), "state.roster[1].keys: 256 is not in 0..=255");
    assert_eq!(words("/players", json!([])), "state.players: 0 players, the roster has 2 in the level");
    assert_eq!(words("/players/1/name", json!("cy")), "state.players[1].name: \"cy\" is not a player of this match");
    assert_eq!(words("/players/1/position", json!([0, 0])), "state: player2 stands on Void");
    assert_eq!(words("/players/1/position", json!([2, 0])), "state: player2 stands on Wall");
    assert_eq!(
        words("/players/1/position", good["players"][0]["position"].clone()),
        "state: player2 shares its tile with Some(Actor { kind: Player, number: 0 })"
    );
    assert_eq!(
        words("/adversaries", json!([{"type": "ghost", "name": "ghost1", "position": [1, 7]}])),
        "state.adversaries: 0 zombies and 1 ghosts, need 0 and 0"
    );
    assert_eq!(
        words("/turn", json!("zombie1")),
        "state.turn: \"zombie1\" is not an actor in the level, such as zombie1"
    );
    assert_eq!(
        words("/turn", json!("player3")),
        "state.turn: \"player3\" is not an actor in the level, such as zombie1"
    );
    assert_eq!(words("/end", json!("draw")), "state.end: \"draw\" is not one of won, expelled, stranded");
    assert_eq!(words("/end", json!("won")), "state: the game is over and somebody is in the level");
    assert_eq!(words("/taker", json!(2)), "state.taker: 2 is not in 0..=1");
    assert_eq!(words("/taker", json!(1)), "state: the key was taken and lies there");
    assert_eq!(words("/exits", json!([0])), "state: seat 0 is in but listed otherwise");
    assert_eq!(words("/exits", json!([5])), "state.exits[0]: 5 is not in 0..=1");
    assert_eq!(words("/ejects", json!([0, 0, 0, 0, 0])), "state.ejects: 5 is not each seat at most once");
    assert_eq!(words("/caught", json!([1])), "state.caught: [1] is not two numbers");
    assert_eq!(words("/random", json!({"key": "1"})), "state.random.counter: missing, need an integer 0..2^64");
    assert_eq!(words("/random/key", json!("x")), "state.random.key: \"x\" is not an integer 0..2^64");
}

#[test]
fn what_a_state_leaves_out_is_the_beginning() {
    let document = json!({"players": 1, "names": ["ana"], "levels": [example(), example()], "zombies": 0, "ghosts": 0,
                          "start_level": 2});
    let (world, _) = matches::game(&document, 0);
    let bare = json!({"players": [{"type": "player", "name": "ana", "position": [2, 4]}], "adversaries": [],
                      "exit-locked": true, "roster": [{"name": "ana", "status": "in"}]});
    let state = Snarl::read_state(&world, &bare).expect("a state");
    assert_eq!((state.level, state.round, state.past_rounds, state.turn.0, state.key), (1, 1, 0, 0, true));
    assert_eq!(state.random, world.fresh);
}

#[test]
fn what_is_told_is_told_in_words() {
    let document = json!({"players": 2, "names": ["ana", "bo"], "zombies": 1, "ghosts": 1});
    let (world, _) = matches::game(&document, 0);
    let told = |event: Value| {
        let event: Event = serde_json::from_value(event).expect("an event");
        assert_eq!(serde_json::from_value::<Event>(json_of(&event)).expect("an event"), event);
        Snarl::tell(&world, &event)
    };
    assert_eq!(told(json!({"event": "moved", "actor": "player1", "from": [1, 1], "to": [1, 2]})), "ana [1,1] -> [1,2]");
    assert_eq!(
        told(json!({"event": "moved", "actor": "zombie1", "from": [1, 1], "to": [1, 1]})),
        "zombie1 stays at [1,1]"
    );
    assert_eq!(
        told(json!({"event": "teleported", "ghost": 0, "from": [1, 1], "wall": [0, 1], "to": [5, 5]})),
        "ghost1 [1,1] through the wall [0,1] -> [5,5]"
    );
    assert_eq!(told(json!({"event": "key_taken", "player": 1})), "Player bo found the key");
    assert_eq!(told(json!({"event": "exited", "player": 1})), "Player bo exited");
    assert_eq!(told(json!({"event": "expelled", "player": 0, "by": "ghost1"})), "Player ana was expelled by ghost1");
    assert_eq!(told(json!({"event": "expelled", "player": 0, "by": null})), "Player ana was expelled");
    assert_eq!(told(json!({"event": "forfeited", "player": 0})), "ana forfeits");
    assert_eq!(told(json!({"event": "stranded", "player": 0})), "Player ana was stranded");
    assert_eq!(
        told(json!({"event": "level_ended", "level": 1, "key": 0, "exits": [1, 0], "ejects": []})),
        "level 1 ends: key ana, exits bo, ana, ejects nobody"
    );
    assert_eq!(told(json!({"event": "game_ended", "won": true, "level": 2})), "The game is won.");
    assert_eq!(told(json!({"event": "game_ended", "won": false, "level": 2})), "The game is lost on level 2.");
    assert_eq!(told(json!({"event": "level_started", "level": 2})), "level 2 starts");
    assert_eq!(told(json!({"event": "placed", "actor": "ghost1", "at": [3, 4]})), "ghost1 at [3,4]");
    assert_eq!(told(json!({"event": "refused", "seat": 1, "action": "nn"})), "bo may not nn");
    for wrong in ["player0", "zombie01", "boss1", "zombie", "ghost999"] {
        let event = json!({"event": "placed", "actor": wrong, "at": [3, 4]});
        assert!(serde_json::from_value::<Event>(event).is_err(), "{wrong}");
    }
}

fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_string());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| pointers(value, &format!("{here}/{i}"), all));
        }
        Value::Object(map) => map.iter().for_each(|(key, value)| pointers(value, &format!("{here}/{key}"), all)),
        _ => {}
    }
}

fn hostile() -> [Value; 16] {
    [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(255),
        json!(-1),
        json!(-1_000_000_000),
        json!(u64::MAX),
        json!(1e300),
        json!("ghost1"),
        json!("in"),
        json!([]),
        json!([0, 0]),
        json!([1, 2]),
        json!({}),
    ]
}

/// Manipulated documents are refused with a message, or are valid states.
#[test]
fn hostile_states_do_no_harm() {
    let hostile = hostile();
    let (mut read, mut refused, mut turn) = (0u64, 0u64, 0u64);
    matches::each_step(40, 901, true, |played| {
        turn += 1;
        if turn % 5 != 0 {
            return;
        }
        let mut random = Random::stream(902, turn);
        let whole = written(played.world, played.before);
        let mut all = Vec::new();
        pointers(&whole, "", &mut all);
        all.retain(|at| !at.starts_with("/level/rooms"));
        for _ in 0..12 {
            let mut document = whole.clone();
            for _ in 0..1 + random.below(2) {
                let value = random.pick(&hostile).expect("some").clone();
                let slot = random.pick(&all).and_then(|at| document.pointer_mut(at));
                slot.into_iter().for_each(|slot| *slot = value.clone());
            }
            let mut state = match Snarl::read_state(played.world, &document) {
                Ok(state) => state,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                    continue;
                }
            };
            read += 1;
            for _ in 0..3 {
                assert_eq!(Snarl::check(played.world, &state), Ok(()), "{document}");
                look(played.world, &state);
                let choices = matches::wild_choices(&mut random, played.world, &state);
                step(played.world, &mut state, &choices);
            }
        }
    });
    assert!(read > 100 && refused > 500, "{read} read, {refused} refused");
}

fn look(world: &World, state: &State) {
    for seat in all_seats(world) {
        let _ = Snarl::view(world, state, &[], seat);
        let _ = Snarl::drawing_for(world, state, seat);
        let _ = Snarl::scene_for(world, state, &[], seat);
        let _ = arrays(world, state, seat);
    }
    let _ = Snarl::outcome(world, state);
}

#[test]
fn hostile_given_states_do_no_harm() {
    let hostile = hostile();
    let (mut read, mut refused) = (0u64, 0u64);
    for number in 0..2500 {
        let mut random = Random::stream(903, number);
        let mut document = json!({"type": "state", "level": example(), "exit-locked": random.below(2) == 0,
            "players": [{"type": "player", "name": "ana", "position": [2, 2]},
                        {"type": "player", "name": "bo", "position": [1, 7]}],
            "adversaries": [{"type": "zombie", "name": "zombie1", "position": [2, 1]},
                            {"type": "ghost", "name": "ghost1", "position": [2, 4]}]});
        let mut all = Vec::new();
        pointers(&document, "", &mut all);
        for _ in 0..1 + random.below(4) {
            let value = random.pick(&hostile).expect("some").clone();
            let slot = random.pick(&all).and_then(|at| document.pointer_mut(at));
            slot.into_iter().for_each(|slot| *slot = value.clone());
        }
        let settings = matches::settings(&json!({"max_rounds": random.below(3)}));
        let Ok((world, mut state)) = Snarl::given(&settings, number, &document) else {
            refused += 1;
            continue;
        };
        read += 1;
        for _ in 0..12 {
            look(&world, &state);
            let choices = matches::wild_choices(&mut random, &world, &state);
            step(&world, &mut state, &choices);
        }
    }
    assert!(read > 150 && refused > 500, "{read} read, {refused} refused");
}
