//! The bots held against the page: its bands, and what each does first.

use super::random::numbered;
use super::*;
use gridhaunt_kernel::face::Table;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::outcome::Worth;
use gridhaunt_kernel::{Game, Learn, Random};
use serde_json::json;

/// Ghost wins and draws as shares, and the mean of the last turns, over fresh seeds.
fn measure(settings: &Value, ghosts: (&str, Value), sentinels: (&str, Value), games: u64) -> [f64; 3] {
    let registry = crate::registry();
    let table = registry.find("ghost-grid").unwrap().open(settings).unwrap();
    let mut sums = [0.0; 3];
    for seed in 1_000_000..1_000_000 + games {
        let facts = play(table.as_ref(), &ghosts, &sentinels, seed);
        sums.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += fact);
    }
    sums.map(|sum| sum / games as f64)
}

fn play(table: &dyn Table, ghosts: &(&str, Value), sentinels: &(&str, Value), seed: u64) -> [f64; 3] {
    let mut session = table.begin(seed).unwrap();
    let seats: Vec<Seat> = (0..session.seats()).map(|seat| Seat(seat as u8)).collect();
    let player = |&seat: &Seat| {
        let (name, options) = if session.side(seat) == 0 { ghosts } else { sentinels };
        table.player(name, options.as_object().unwrap(), seed, seat).unwrap()
    };
    let mut players: Vec<_> = seats.iter().map(player).collect();
    while !session.phase().is_over() {
        let choices: Vec<_> = session
            .phase()
            .seats()
            .iter()
            .map(|seat| (seat, players[seat.index()].choose(session.as_ref(), seat).unwrap()))
            .collect();
        session.step(&choices);
    }
    let outcome = session.outcome().unwrap();
    let fact = |name: &str| match outcome.facts.iter().find(|fact| fact.name == name).unwrap().worth {
        Worth::Flag(flag) => f64::from(u8::from(flag)),
        Worth::Count(count) => count as f64,
        Worth::Counts(_) => unreachable!("it is one number"),
    };
    ["ghosts_win", "drawn", "turns"].map(fact)
}

/// One cell of the page's table: wins, draws, turns.
type Band = [f64; 3];

fn hold(name: &str, [wins, draws, turns]: Band, measured: Band) {
    let near =
        (measured[0] - wins).abs() <= 0.06 && (measured[1] - draws).abs() <= 0.06 && (measured[2] - turns).abs() <= 1.5;
    assert!(near, "{name}: {measured:?}, the page has {:?}", [wins, draws, turns]);
}

/// A row's ghosts with their options, and the settings it is played with.
fn rows() -> [(&'static str, Value, Value); 7] {
    [
        ("random", json!({}), json!({})),
        ("climber", json!({}), json!({})),
        ("climber", json!({"copies": 3}), json!({})),
        ("courier", json!({}), json!({})),
        ("courier", json!({"copies": 1}), json!({})),
        ("courier", json!({"copies": 3}), json!({})),
        ("courier", json!({}), json!({"map_knowledge": "full"})),
    ]
}

fn column(sentinel: &str, bands: [Band; 7]) {
    for ((ghost, options, settings), band) in rows().into_iter().zip(bands) {
        let name = format!("{ghost} {options} v {sentinel}, {settings}");
        hold(&name, band, measure(&settings, (ghost, options), (sentinel, json!({})), 1000));
    }
}

#[test]
fn against_random_the_ghosts_fare_as_the_page_says() {
    column(
        "random",
        [
            [0.004, 0.0, 23.2],
            [0.321, 0.0, 9.1],
            [0.080, 0.027, 6.2],
            [0.403, 0.0, 9.8],
            [0.208, 0.098, 11.3],
            [0.088, 0.033, 11.2],
            [0.677, 0.0, 5.1],
        ],
    );
}

#[test]
fn against_patrol_the_ghosts_fare_as_the_page_says() {
    column(
        "patrol",
        [
            [0.006, 0.001, 28.0],
            [0.305, 0.0, 7.3],
            [0.179, 0.050, 9.4],
            [0.370, 0.0, 7.0],
            [0.254, 0.120, 9.9],
            [0.217, 0.071, 11.7],
            [0.705, 0.0, 4.9],
        ],
    );
}

#[test]
fn against_chaser_the_ghosts_fare_as_the_page_says() {
    column(
        "chaser",
        [
            [0.002, 0.001, 10.9],
            [0.372, 0.0, 13.5],
            [0.249, 0.044, 14.5],
            [0.423, 0.0, 11.5],
            [0.285, 0.066, 11.3],
            [0.245, 0.036, 11.6],
            [0.677, 0.0, 4.4],
        ],
    );
}

#[test]
fn against_camper_the_ghosts_fare_as_the_page_says() {
    column(
        "camper",
        [
            [0.007, 0.0, 29.7],
            [0.348, 0.0, 17.3],
            [0.137, 0.017, 20.3],
            [0.376, 0.0, 18.3],
            [0.220, 0.016, 23.5],
            [0.152, 0.009, 25.4],
            [0.675, 0.0, 12.1],
        ],
    );
}

#[test]
fn one_setting_changes_what_the_page_says_it_changes() {
    let full = |goal: bool| json!({"map_knowledge": "full", "sentinels_enter_goal": goal});
    for (settings, ghost, options, sentinel, wins) in [
        (json!({"conversion_remainder": "carried"}), "climber", json!({}), "patrol", 0.780),
        (json!({"energy_pct": 150}), "climber", json!({}), "patrol", 0.555),
        (json!({"preset": "literal"}), "climber", json!({}), "patrol", 0.766),
        (full(false), "courier", json!({"copies": 1}), "camper", 0.428),
        (full(true), "courier", json!({"copies": 1}), "camper", 0.116),
    ] {
        let name = format!("{ghost} {options} v {sentinel}, {settings}");
        let measured = measure(&settings, (ghost, options), (sentinel, json!({})), 1000)[0];
        assert!((measured - wins).abs() <= 0.06, "{name}: {measured}, the page has {wins}");
    }
}

#[test]
fn random_draws_among_what_the_mask_allows_by_number() {
    let settings = [json!({}), json!({"n": 2, "nodes_per_layer": 2, "initial_ghosts": 3, "delivery": "on_deposit"})];
    for (settings, seed) in settings.iter().flat_map(|settings| (0..20).map(move |seed| (settings, seed))) {
        let settings = <Settings as gridhaunt_kernel::settings::Settings>::read(settings).unwrap();
        let lens = GhostGrid::lens(&Map::new()).unwrap();
        let (world, mut state) = GhostGrid::new(&settings, seed).unwrap();
        let mut random = Random::new(seed);
        while !GhostGrid::phase(&world, &state).is_over() {
            let mut choices = Vec::new();
            for seat in GhostGrid::phase(&world, &state).seats().iter() {
                let (mut legal, mut mask) = (Vec::new(), vec![0; GhostGrid::actions(&settings)]);
                GhostGrid::legal(&world, &state, seat, &mut |action| legal.push(action));
                GhostGrid::mask(&world, &state, seat, lens, &mut mask);
                let allowed = (0..mask.len()).filter(|&number| mask[number] == 1);
                let allowed: Vec<Action> =
                    allowed.filter_map(|number| GhostGrid::numbered(&world, &state, seat, lens, number)).collect();
                let view = GhostGrid::view(&world, &state, &[], seat);
                assert_eq!(numbered(&view, &legal), allowed, "seat {seat} of {settings:?}");
                choices.push((seat, *random.pick(&allowed).unwrap()));
            }
            GhostGrid::step(&world, &mut state, &choices, |_| {});
        }
    }
}

#[test]
fn a_bot_on_the_wrong_side_says_so() {
    let registry = crate::registry();
    let table = registry.find("ghost-grid").unwrap().open(&json!({})).unwrap();
    let error = |bot: &str, seat: u8| table.player(bot, &Map::new(), 0, Seat(seat)).err().unwrap().to_string();
    assert_eq!(
        error("patrol", 0),
        "bot patrol: plays sentinels, seat 0 is a ghost; sentinel=NAME seats a bot on all sentinels"
    );
    assert_eq!(
        error("courier", 4),
        "bot courier: plays ghosts, seat 4 is a sentinel; ghost=NAME seats a bot on all ghosts"
    );
    assert!(table.player("courier", &Map::new(), 0, Seat(16)).is_ok(), "turncoats are ghosts");
    let options = json!({"copies": 16});
    let error = table.player("climber", options.as_object().unwrap(), 0, Seat(0)).err().unwrap().to_string();
    assert_eq!(error, "bot climber.copies: 16 is not in 0..=15");
}
