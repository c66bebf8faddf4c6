//! The bots of section 12.

mod twin;

use super::*;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Map, Value};
use serde_json::json;

pub(super) fn play(settings: &Value, bots: [(&str, Value); 2], seed: u64) -> Box<dyn Session> {
    let registry = crate::registry();
    let opened = registry.find("pyrat").unwrap().open(settings).unwrap();
    let mut session = opened.begin(seed).unwrap();
    let options = |value: &Value| value.as_object().cloned().unwrap_or_else(Map::new);
    let mut players: Vec<_> = bots
        .iter()
        .enumerate()
        .map(|(seat, (name, value))| opened.player(name, &options(value), seed, Seat(seat as u8)).unwrap())
        .collect();
    for (seat, player) in players.iter_mut().enumerate() {
        player.start(session.as_ref(), Seat(seat as u8));
    }
    while !session.phase().is_over() {
        let choose = |(seat, player): (usize, &mut Box<dyn gridhaunt_kernel::face::Player>)| {
            let seat = Seat(seat as u8);
            player.choose(session.as_ref(), seat).map(|code| (seat, code))
        };
        let choices: Vec<_> = players.iter_mut().enumerate().filter_map(choose).collect();
        session.step(&choices);
    }
    session
}

#[test]
fn two_greedy_bots_that_take_the_first_draw_on_a_symmetric_board() {
    for seed in 0..20 {
        let first = || ("greedy", json!({"ties": "first"}));
        let session = play(&json!({"preset": "tiny"}), [first(), first()], seed);
        assert_eq!(session.outcome().unwrap().winner(), None, "seed {seed}");
    }
}

#[test]
fn greedy_beats_random_and_random_beats_idle() {
    let wins = |bots: [&str; 2]| {
        let won =
            |seed| play(&json!({"preset": "tiny"}), bots.map(|bot| (bot, json!({}))), seed).outcome().unwrap().winner();
        (0..50).filter(|&seed| won(seed) == Some(Seat(0))).count()
    };
    assert!(wins(["greedy", "random"]) >= 48);
    assert!(wins(["random", "idle"]) >= 45);
}

#[test]
fn greedy_goes_round_mud_that_costs_more_than_the_detour() {
    let start = |n: u16| {
        json!({"seat": 0, "width": 2, "height": 2, "max_turns": 9, "cheese_total": 1, "walls": [],
               "mud": [[0, 0, 1, 0, n]], "starts": [[0, 0], [1, 1]]})
    };
    let view = json!({"turn": 0, "players": [{"at": [0, 0], "delay": 0, "half": 0}, {"at": [1, 1], "delay": 0, "half": 0}],
                      "cheese": [[1, 0]], "last": [4, 4]});
    let choose = |n| {
        let mut bot = Greedy::new(Random::new(1), Ties::Random);
        bot.start(&serde_json::from_value(start(n)).unwrap());
        bot.choose(&serde_json::from_value(view.clone()).unwrap(), &Action::ALL)
    };
    assert_eq!(choose(2), Action::Right, "two turns through the mud");
    assert_eq!(choose(4), Action::Up, "three turns round it");
}

#[test]
fn greedy_stays_on_cheese_under_its_feet_and_where_nothing_can_be_reached() {
    let start = json!({"seat": 1, "width": 3, "height": 2, "max_turns": 9, "cheese_total": 2,
                       "walls": [[0, 0, 1, 0], [0, 1, 1, 1]], "mud": [], "starts": [[0, 0], [2, 1]]});
    let choose = |cheese: Value| {
        let mut bot = Greedy::new(Random::new(1), Ties::First);
        bot.start(&serde_json::from_value(start.clone()).unwrap());
        let view = json!({"turn": 0, "players": [{"at": [0, 0], "delay": 0, "half": 0}, {"at": [2, 1], "delay": 0, "half": 0}],
                          "cheese": cheese, "last": [4, 4]});
        bot.choose(&serde_json::from_value(view).unwrap(), &Action::ALL)
    };
    assert_eq!(choose(json!([[0, 0]])), Action::Stay);
    assert_eq!(choose(json!([[2, 1], [1, 1]])), Action::Stay, "both count 1; the own cell is the lowest of seat 1");
    assert_eq!(choose(json!([[1, 1]])), Action::Left);
}

#[test]
fn a_bot_is_repeatable_and_differs_by_seed() {
    let hash = |seed| play(&json!({}), [("random", json!({})), ("random", json!({}))], seed).hash();
    assert_eq!(hash(3), hash(3));
    assert_ne!(hash(3), hash(4));
}

#[test]
fn a_wrong_bot_or_option_is_named() {
    let registry = crate::registry();
    let opened = registry.find("pyrat").unwrap().open(&json!({})).unwrap();
    let error = |name: &str, options: Value| {
        opened.player(name, options.as_object().unwrap(), 0, Seat(0)).err().unwrap().to_string()
    };
    assert_eq!(
        error("gredy", json!({})),
        "bot: \"gredy\" is not one of uniform, idle, random, greedy, planner, search, perfect, best, did you mean greedy?"
    );
    assert_eq!(error("greedy", json!({"ties": "last"})), "bot greedy.ties: \"last\" is not one of random, first");
    assert_eq!(error("greedy", json!({"tie": 1})), "bot greedy.tie: no such option, did you mean ties?");
    assert_eq!(error("idle", json!({"x": 1})), "bot idle.x: no such option: this bot has none");
}
