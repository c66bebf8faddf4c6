//! The exact messages that seats receive: R10, R40, R42, R43.

use super::matches::{self, m3, read, seat, spoken, step, with};
use crate::state::State;
use crate::{Action, GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

fn told(world: &World, state: &State, name: &str) -> String {
    serde_json::to_string(&GhostGrid::view(world, state, &[], seat(world, name))).expect("JSON")
}

fn g01() -> (World, State) {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(&world, "ghost 2 | G0@0 100/8; S0@3 24");
    step(&world, &mut state, &spoken(&world, "G0 move 1"));
    (world, state)
}

#[test]
fn the_view_of_a_ghost_is_that_of_r42_byte_for_byte() {
    let page = r#"
{"type":"ghost-view","seat":0,"turn":2,"max_turns":15,"phase":"sentinel","n":3,"base":8,"me":{"node":1,"layer":1,"loot":100,"energy":6,"origin":"initial"},
 "here":{"loot":0,"sentinels":[],"ghosts":[]},"ports":[{"node":0,"layer":0,"dist":2,"loot":false,"sentinels":0},
  {"node":2,"layer":1,"dist":1,"loot":false,"sentinels":0},{"node":3,"layer":2,"dist":3,"loot":false,"sentinels":1},{"node":5,"layer":3,"dist":10}],
 "known":[{"node":0,"layer":0,"to":[[1,1,2],[2,1,6],[3,2,9]]},{"node":1,"layer":1,"to":[[0,0,2],[2,1,1],[3,2,3],[5,3,10]]}],
 "memory":[{"node":0,"seen":3,"loot":0},{"node":1,"seen":3,"loot":0},{"node":2,"seen":3,"loot":0},{"node":3,"seen":3,"loot":0}],
 "score":{"delivered":0,"recovered":0,"lost":0,"captured":0,"ghosts_at_start":1}}"#;
    let (world, state) = g01();
    assert_eq!(told(&world, &state, "G0"), page.replace(['\n', ' '], ""));
}

#[test]
fn the_view_of_a_sentinel_is_that_of_r43() {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(&world, "sentinel 2 | G0@4 0/8, G1@0 80/8; S0@2 24, S1@3 24 haul 20; R 20");
    step(&world, &mut state, &spoken(&world, "S0 move 4, S1 wait"));
    let page = r#"{"type":"sentinel-view","seat":4,"turn":3,"max_turns":15,"phase":"ghost","n":3,"capacity":24,
"me":{"node":4,"layer":2,"energy":20,"frozen":0,"taken":0},"here":{"loot":0,"ghosts":[0]},
"ports":[{"node":2,"layer":1,"dist":4},{"node":3,"layer":2,"dist":2},{"node":5,"layer":3,"dist":1}],
"allies":[{"seat":5,"node":3}],"checked":[{"node":3,"turn":2},{"node":4,"turn":2}],
"known":[{"node":2,"layer":1,"to":[[0,0,6],[1,1,1],[4,2,4]]},{"node":3,"layer":2,"to":[[0,0,9],[1,1,3],[4,2,2],[5,3,5]]},
{"node":4,"layer":2,"to":[[2,1,4],[3,2,2],[5,3,1]]}],
"score":{"delivered":0,"recovered":20,"lost":0,"captured":0,"ghosts_at_start":2}}"#;
    assert_eq!(told(&world, &state, "S0"), page.replace('\n', ""));
    assert!(told(&world, &state, "S1").contains(r#""me":{"node":3,"layer":2,"energy":24,"frozen":0,"taken":20}"#));
}

#[test]
fn seats_out_of_play_see_the_score() {
    let (world, _) = matches::game(&m3(), 0);
    let state = read(
        &world,
        "ghost 3 | G0@1 0/8 captured, G1@0 40/8, T0@1 0/8 was S0; S0@1 21 haul 10 caught 1 turned, S1@4 24; R 10; X 50; C 1",
    );
    let out = |name: &str, seat: u8, status: &str| {
        let page = std::format!(
            r#"{{"type":"out-view","seat":{seat},"status":"{status}","turn":3,"max_turns":15,"phase":"ghost","n":3,"score":{{"delivered":0,"recovered":10,"lost":50,"captured":1,"ghosts_at_start":2}}}}"#
        );
        assert_eq!(told(&world, &state, name), page);
    };
    out("G0", 0, "captured");
    out("G2", 2, "idle");
    out("S0", 4, "turned");
    out("S2", 6, "idle");
    out("T1", 17, "idle");
    assert!(told(&world, &state, "T0").contains(r#""energy":8,"origin":"turned","was":4},"here""#));
}

#[test]
fn frozen_is_the_last_turn_without_a_move() {
    let frozen = |freeze: Value, turns: usize| {
        let (world, _) = matches::game(&with(m3(), json!({"recovery_freeze": freeze})), 0);
        let mut state = read(&world, "sentinel 2 | G0@0 90/8; S0@3 24; $3=10");
        step(&world, &mut state, &spoken(&world, "S0 recover"));
        for _ in 0..turns {
            step(&world, &mut state, &[]);
        }
        let view = serde_json::to_value(GhostGrid::view(&world, &state, &[], seat(&world, "S0"))).expect("JSON");
        view["me"]["frozen"].as_u64().expect("a turn")
    };
    assert_eq!(frozen(json!("permanent"), 0), 15);
    assert_eq!(frozen(json!("permanent"), 24), 15);
    assert_eq!(frozen(json!(0), 0), 0);
    assert_eq!((frozen(json!(1), 0), frozen(json!(1), 1), frozen(json!(1), 2)), (3, 3, 0));
}

#[test]
fn a_bot_is_told_its_seat_and_the_settings_without_map_or_seed() {
    let (world, state) = matches::game(&m3(), 77);
    let start = serde_json::to_value(GhostGrid::start(&world, &state, Seat(16))).expect("JSON");
    assert_eq!((&start["seat"], &start["role"]), (&json!(16), &json!("turncoat")));
    let names: Vec<&String> = start["settings"].as_object().expect("an object").keys().collect();
    assert_eq!(names.len(), 31, "every line of section 8 but the map: {names:?}");
    assert!(start["settings"].get("map").is_none() && start["settings"].get("seed").is_none());
    assert_eq!((&start["settings"]["max_turns"], &start["settings"]["conversion_loss"]), (&json!(15), &json!(50)));
}

#[test]
fn actions_are_written_as_r40_writes_them() {
    let page = [
        (Action::Wait, r#"{"type":"wait"}"#),
        (Action::Move { to: 3 }, r#"{"type":"move","to":3}"#),
        (Action::Deposit { amount: 40 }, r#"{"type":"deposit","amount":40}"#),
        (Action::Take { amount: 20 }, r#"{"type":"take","amount":20}"#),
        (Action::Replicate { copies: 2 }, r#"{"type":"replicate","copies":2}"#),
        (Action::Recharge, r#"{"type":"recharge"}"#),
        (Action::Recover, r#"{"type":"recover"}"#),
        (Action::Mark, r#"{"type":"mark"}"#),
    ];
    let (world, _) = matches::game(&m3(), 0);
    for (action, text) in page {
        assert_eq!(serde_json::to_string(&action).expect("JSON"), text);
        let value = serde_json::from_str(text).expect("JSON");
        assert_eq!(GhostGrid::read_action(&world, &value), Ok(action));
        assert_eq!(GhostGrid::write_action(action), value);
    }
}

#[test]
fn actions_that_are_none_are_refused_by_name() {
    let (world, _) = matches::game(&m3(), 0);
    let words = |value| GhostGrid::read_action(&world, &value).expect_err("no action").to_string();
    let kinds = "wait, move, deposit, take, replicate, recharge, recover, mark";
    assert_eq!(
        words(json!({"type": "mov", "to": 1})),
        std::format!("action.type: \"mov\" is not one of {kinds}, did you mean move?")
    );
    assert_eq!(words(json!({"type": 3})), std::format!("action.type: 3 is not one of {kinds}"));
    assert_eq!(words(json!({"to": 3})), std::format!("action.type: missing, need a type: one of {kinds}"));
    assert_eq!(words(json!({"type": "move"})), "action.to: missing, need a number");
    assert_eq!(words(json!({"type": "move", "to": 256})), "action.to: 256 is not in 0..=255");
    assert_eq!(words(json!({"type": "take", "amount": -1})), "action.amount: -1 is not a whole number from 0");
    assert_eq!(words(json!(7)), r#"action: 7 is not an object such as {"type":"move","to":3}"#);
    assert!(words(json!({"type": "wait", "to": 3})).starts_with("action.to: no such"));
    // An amount larger than all loot is still an amount; the rules refuse it.
    let huge = GhostGrid::read_action(&world, &json!({"type": "take", "amount": 1_000_000}));
    assert_eq!(huge, Ok(Action::Take { amount: u16::MAX }));
    let huge = GhostGrid::read_action(&world, &json!({"type": "replicate", "copies": 1_000_000}));
    assert_eq!(huge, Ok(Action::Replicate { copies: u8::MAX }));
}

#[test]
fn legal_lists_all_in_the_order_of_r40() {
    let list = |world: &World, state: &State, name: &str| -> Vec<String> {
        let mut list = Vec::new();
        GhostGrid::legal(world, state, seat(world, name), &mut |action| {
            list.push(match action {
                Action::Wait => "wait".into(),
                Action::Move { to } => std::format!("move {to}"),
                Action::Deposit { amount } => std::format!("deposit {amount}"),
                Action::Take { amount } => std::format!("take {amount}"),
                Action::Replicate { copies } => std::format!("replicate {copies}"),
                Action::Recharge => "recharge".into(),
                Action::Recover => "recover".into(),
                Action::Mark => "mark".into(),
            });
        });
        list
    };
    let (world, _) = matches::game(&with(m3(), json!({"total_loot": 5})), 0);
    let state = read(&world, "ghost 1 | G0@1 3/3, G1@2 0/0; S0@3 24, S1@3 0; $1=2");
    let all = "wait move 0 move 2 move 3 deposit 1 deposit 2 deposit 3 take 1 take 2 replicate 1 replicate 2";
    assert_eq!(list(&world, &state, "G0").join(" "), all);
    assert_eq!(list(&world, &state, "G1"), vec!["wait".to_string()]);
    assert_eq!(list(&world, &state, "S0"), Vec::<String>::new(), "it is not its phase");
    assert_eq!(list(&world, &state, "G3"), Vec::<String>::new(), "it is not in play");
    let state = read(&world, "sentinel 2 | G0@0 3/3; S0@3 24, S1@3 0; $3=2");
    assert_eq!(list(&world, &state, "S0").join(" "), "wait move 0 move 1 move 4 recharge recover");
    assert_eq!(list(&world, &state, "S1").join(" "), "wait recharge recover");
    let (world, _) = matches::game(&with(m3(), json!({"total_loot": 5, "marking": "chosen"})), 0);
    let state = read(&world, "sentinel 2 | G0@0 3/3; S0@3 24, S1@3 0; $3=2; #4=2");
    assert_eq!(list(&world, &state, "S1").join(" "), "wait recharge recover mark");
    let state = read(&world, "sentinel 2 | G0@0 5/3; S0@3 0; #3=2");
    assert_eq!(list(&world, &state, "S0").join(" "), "wait", "its node has a mark of this turn");
}

#[test]
fn the_board_is_one_line_a_layer_top_first() {
    let (world, _) = matches::game(&m3(), 0);
    let state = read(&world, "ghost 3 | G0@4 40/8, G1@1 20/3; S0@3 24, S1@1 7 frozen 15; $3=30; $1=10");
    let head = "turn 3/15, ghost phase, delivered 0, recovered 0, lost 0, captured 0\n";
    let board = "3 | 5\n2 | 3 $30 S0:24  4 G0:40/8\n1 | 1 $10 G1:20/3 S1:7!  2\n0 | 0\n";
    assert_eq!(GhostGrid::drawing(&world, &state), std::format!("{head}{board}"));
    let seen = "3 | 5\n2 | 3 $? S*\n1 | 1 $10 @G1:20/3 S1  2\n0 | 0\n";
    assert_eq!(GhostGrid::drawing_for(&world, &state, Seat(1)), std::format!("{head}{seen}"));
    let seen = "3 | 5\n2 | 3 S0  4\n1 | 1 $10 @S1:7! G1  2\n0 | 0\n";
    assert_eq!(GhostGrid::drawing_for(&world, &state, Seat(5)), std::format!("{head}{seen}"));
    assert_eq!(GhostGrid::drawing_for(&world, &state, Seat(17)), std::format!("{head}T1 is not yet in play\n"));
}

#[test]
fn a_given_state_is_checked() {
    let (world, _) = matches::game(&m3(), 0);
    let words = |text: &str| {
        let error = GhostGrid::read_state(&world, &matches::given(&world, text)).expect_err(text);
        error.within("state").to_string()
    };
    assert_eq!(words("ghost 2 | G0@0 90/8; S0@3 24"), "state: loot adds up to 90, need 100");
    assert_eq!(words("ghost 2 | G0@0 90/8; S0@3 24; $1=11"), "state: loot adds up to 101, need 100");
    assert_eq!(words("ghost 16 | G0@0 100/8; S0@3 24"), "state.turn: 16 is not in 1..=15");
    assert_eq!(words("ghost 0 | G0@0 100/8; S0@3 24"), "state.turn: 0 is not in 1..=15");
    assert_eq!(words("ghost 2 | G0@6 100/8; S0@3 24"), "state.ghosts[0].node: 6 is not in 0..=5");
    assert_eq!(words("ghost 2 | G0@0 100/9; S0@3 24"), "state.ghosts[0].energy: 9 is not in 0..=8");
    assert_eq!(words("ghost 2 | G0@0 100/8; S0@3 25"), "state.sentinels[0].energy: 25 is not in 0..=24");
    assert_eq!(
        words("ghost 2 | G0@0 50/8, G0@1 50/8; S0@3 24"),
        "state.ghosts[1].seat: 0 is not a seat that is not listed yet"
    );
    assert_eq!(words("ghost 2 | G0@0 100/8; S0@3 24; $9=1"), "state.loot: node 9 is not in 0..=5");
    assert_eq!(words("ghost 2 | S0@3 24; $1=100"), "state.ghosts: [] is not at least one that is active");
    let read = |document| GhostGrid::read_state(&world, &document).expect_err("no state").within("state").to_string();
    assert_eq!(read(json!(5)), "state: 5 is not an object");
    assert_eq!(
        read(json!({"turn": 2, "phase": "ghost", "ghosts": [{"seat": 4, "node": 0}], "sentinels": []})),
        "state.ghosts[0].seat: 4 is not a ghost's, 0..=3 or 16..=17"
    );
    assert_eq!(
        read(json!({"turn": 2, "phase": "ghost", "ghosts": [], "sentinels": [{"seat": 3, "node": 0}]})),
        "state.sentinels[0].seat: 3 is not in 4..=15"
    );
}

#[test]
fn what_a_given_state_leaves_out_is_full_or_nothing() {
    let (world, _) = matches::game(&m3(), 0);
    let document = json!({"turn": 2, "phase": "ghost", "ghosts": [{"seat": 0, "node": 1, "loot": 95}],
        "sentinels": [{"seat": 4, "node": 3, "haul": 5}], "recovered": 5});
    let state = GhostGrid::read_state(&world, &document).expect("a state");
    assert_eq!(matches::describe(&world, &state), "ghost 2 | G0@1 95/8; S0@3 24 haul 5; R 5");
    assert_eq!((state.agents[4].taken, state.agents[4].frozen, state.tally.captured), (5, 0, 0));
    assert_eq!(state.tally.random, world.fresh);
}
