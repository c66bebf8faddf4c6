//! What `smuggler`, `cordon` and `search` are made of: positions where the right choice is known, and how strong they are.

use super::tests::measure;
use super::*;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// The choice of a bot on a seat in a given state.
fn choice(settings: &Value, state: &Value, bot: &str, seat: u8) -> Action {
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(settings).unwrap();
    let session = opened.begin_from(0, state).unwrap();
    let (name, options) = gridhaunt_kernel::bot::read_words(bot).unwrap();
    let mut player = opened.player(&name, &options, 0, Seat(seat)).unwrap();
    player.start(session.as_ref(), Seat(seat));
    Action::of_code(player.choose(session.as_ref(), Seat(seat)).unwrap()).unwrap()
}

/// Two ways from the start to the goal: by node 1 for 5 in two moves, by nodes 2 and 3 for 4 in three.
fn two_ways() -> Value {
    let edges = json!([[0, 1, 2], [1, 4, 3], [0, 2, 1], [2, 3, 1], [3, 4, 2]]);
    json!({"n": 3, "map": {"layers": [0, 2, 1, 2, 3], "edges": edges}, "map_knowledge": "full", "energy_pct": 200})
}

fn carrier(loot: u16, energy: u32) -> Value {
    let ghosts = json!([{"seat": 0, "node": 0, "loot": loot, "energy": energy}]);
    let lost = 100 - loot;
    json!({"turn": 2, "phase": "ghost", "ghosts": ghosts, "sentinels": [{"seat": 4, "node": 4}], "lost": lost})
}

#[test]
fn a_smuggler_takes_the_way_it_can_pay() {
    assert_eq!(choice(&two_ways(), &carrier(50, 4), "smuggler", 0), Action::Move { to: 2 }, "the other costs 5");
}

#[test]
fn a_smuggler_with_one_life_takes_the_way_of_fewer_moves() {
    assert_eq!(choice(&two_ways(), &carrier(50, 5), "smuggler", 0), Action::Move { to: 1 });
}

#[test]
fn a_smuggler_walks_past_a_sentinel_that_waits() {
    let guarded = |rule: &str| {
        let mut settings = two_ways();
        settings["capture_rule"] = json!(rule);
        let mut state = carrier(50, 5);
        state["sentinels"] = json!([{"seat": 4, "node": 1}]);
        choice(&settings, &state, "smuggler", 0)
    };
    assert_eq!(guarded("on_enter"), Action::Move { to: 1 }, "it would have to move to capture");
    assert_eq!(guarded("contact"), Action::Move { to: 2 }, "here contact is enough");
}

#[test]
fn a_smuggler_that_can_pay_no_way_keeps_its_loot_and_waits() {
    assert_eq!(choice(&two_ways(), &carrier(100, 0), "smuggler", 0), Action::Wait);
}

/// All ways lead through node 2, and only one of them through node 1.
#[test]
fn a_lone_sentinel_stands_where_all_ways_meet() {
    let edges = json!([[0, 1, 1], [0, 2, 1], [1, 2, 1], [2, 3, 1], [2, 4, 1], [3, 5, 1], [4, 6, 1]]);
    let map = json!({"layers": [0, 1, 1, 2, 2, 3, 3], "edges": edges});
    let settings = json!({"n": 3, "map": map, "map_knowledge": "full", "sentinels_enter_goal": false});
    let state = |node: u8| {
        let ghosts = json!([{"seat": 0, "node": 0, "loot": 100}]);
        json!({"turn": 1, "phase": "sentinel", "ghosts": ghosts, "sentinels": [{"seat": 4, "node": node}],
               "ghosts_at_start": 1})
    };
    assert_eq!(choice(&settings, &state(3), "cordon", 4), Action::Move { to: 2 });
    assert_eq!(choice(&settings, &state(2), "cordon", 4), Action::Wait, "it stays there");
}

#[test]
fn two_sentinels_do_not_take_one_post() {
    let edges = json!([[0, 1, 1], [0, 2, 1], [1, 3, 1], [2, 4, 1], [1, 2, 9]]);
    let map = json!({"layers": [0, 1, 1, 2, 2], "edges": edges});
    let settings = json!({"n": 2, "map": map, "map_knowledge": "full"});
    let ghosts = json!([{"seat": 0, "node": 0, "loot": 100}]);
    let sentinels = json!([{"seat": 4, "node": 1}, {"seat": 5, "node": 1}]);
    let state = json!({"turn": 1, "phase": "sentinel", "ghosts": ghosts, "sentinels": sentinels, "ghosts_at_start": 1});
    let choices = [4, 5].map(|seat| choice(&settings, &state, "cordon", seat));
    assert_ne!(choices[0], choices[1], "one closes the left way, the other goes to close the right one");
}

/// The page has 62.4 and 20.4 percent; there are few matches here, so the bounds are wide.
#[test]
fn the_specialists_beat_the_bots_of_the_page() {
    let points = |ghost: &str, sentinel: &str| {
        let [wins, draws, _] = measure(&json!({}), (ghost, json!({})), (sentinel, json!({})), 60);
        wins + draws / 2.0
    };
    let smuggled = points("smuggler", "camper");
    assert!(smuggled > 0.5, "{smuggled}; courier has 0.30");
    let couriers = points("courier", "cordon");
    assert!(couriers < 0.4, "{couriers}; still sentinels have 0.44");
}

/// Worlds of every size, maps that are given, and other rules: no choice is refused.
#[test]
fn the_specialists_play_under_all_kinds_of_settings() {
    let small = json!({"layers": [0, 1, 2], "edges": [[0, 1, 100], [1, 2, 1]]});
    for settings in [
        json!({"preset": "share"}),
        json!({"preset": "tiny"}),
        json!({"preset": "casual", "initial_ghosts": 3}),
        json!({"n": 2, "nodes_per_layer": 1, "edge_pct": [0, 0, 0, 0]}),
        json!({"n": 30, "nodes_per_layer": 8, "dist_max": 100, "max_turns": 12}),
        json!({"n": 2, "map": small, "dist_max": 100, "delivery": "on_deposit", "marking": "chosen"}),
        json!({"conversion_remainder": "dropped", "turn_order": "sentinels_first", "recovery_freeze": 1}),
    ] {
        for seed in 0..3 {
            play(&settings, ["smuggler:copies=1", "cordon"], seed);
        }
        play(&settings, ["search:sims=6,guesses=3"; 2], 1);
    }
}

/// Plays a match of ghosts and sentinels, in which no choice is refused; returns who won and the hash of its end.
fn play(settings: &Value, bots: [&str; 2], seed: u64) -> (Option<usize>, u64) {
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(settings).unwrap();
    let mut session = opened.begin(seed).unwrap();
    let mut players: Vec<_> = (0..session.seats())
        .map(|seat| {
            let seat = Seat(seat as u8);
            let (name, options) = gridhaunt_kernel::bot::read_words(bots[session.side(seat)]).unwrap();
            let mut player = opened.player(&name, &options, seed, seat).unwrap();
            player.start(session.as_ref(), seat);
            player
        })
        .collect();
    while !session.phase().is_over() {
        let asked = session.phase().seats();
        let choices: Vec<_> =
            asked.iter().map(|seat| (seat, players[seat.index()].choose(session.as_ref(), seat).unwrap())).collect();
        for (seat, code) in &choices {
            assert!(session.legal(*seat).contains(code), "{settings}, seed {seed}, seat {seat}: {code}");
        }
        session.step(&choices);
    }
    let outcome = session.outcome().unwrap();
    let won = |side: usize| {
        outcome.seats.iter().enumerate().all(|(seat, one)| (session.side(Seat(seat as u8)) == side) == (one.rank == 1))
    };
    ((0..2).find(|&side| won(side)), session.hash())
}

#[test]
fn with_a_number_of_playouts_search_always_plays_the_same() {
    let bots = ["search:sims=30", "search:sims=10"];
    assert_eq!(play(&json!({}), bots, 3), play(&json!({}), bots, 3));
}

/// Node 2 leads to the goal, node 1 to nothing that can be paid.
#[test]
fn a_searching_ghost_goes_where_the_goal_is() {
    let edges = json!([[0, 1, 1], [0, 2, 2], [1, 3, 9], [2, 4, 2], [3, 5, 1], [4, 5, 1]]);
    let map = json!({"layers": [0, 1, 1, 2, 2, 3], "edges": edges});
    let settings = json!({"n": 3, "map": map, "map_knowledge": "full"});
    let state = json!({"turn": 2, "phase": "ghost", "ghosts": [{"seat": 0, "node": 0, "loot": 100, "energy": 5}],
        "sentinels": [{"seat": 4, "node": 3}]});
    assert_eq!(choice(&settings, &state, "search:sims=100", 0), Action::Move { to: 2 });
}

#[test]
fn search_beats_those_who_do_not_look_ahead_on_both_sides() {
    let wins =
        |bots: [&str; 2], side: usize| (0..20).filter(|&seed| play(&json!({}), bots, seed).0 == Some(side)).count();
    let carried = wins(["search:sims=60", "random"], 0);
    assert!(carried >= 6, "{carried} of 20; `random` has none");
    let watched = wins(["courier", "search:sims=20"], 1);
    assert!(watched >= 10, "{watched} of 20; `random` has 7");
}
