//! Compares the bots with the game's page: its bands, and the first action of each.

use super::random::numbered;
use super::*;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::pass;
use serde_json::json;

/// Ghost wins and draws as shares, and the mean of the last turns, over fresh seeds.
pub(super) fn measure(settings: &Value, ghosts: (&str, Value), sentinels: (&str, Value), games: u64) -> [f64; 3] {
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(settings).unwrap();
    let mut sums = [0.0; 3];
    for seed in 1_000_000..1_000_000 + games {
        let facts = play(opened.as_ref(), &ghosts, &sentinels, seed);
        sums.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += fact);
    }
    sums.map(|sum| sum / games as f64)
}

fn play(opened: &dyn Opened, ghosts: &(&str, Value), sentinels: &(&str, Value), seed: u64) -> [f64; 3] {
    let mut session = opened.begin(seed).unwrap();
    let seats: Vec<Seat> = (0..session.seats()).map(|seat| Seat(seat as u8)).collect();
    let player = |&seat: &Seat| {
        let (name, options) = if session.side(seat) == 0 { ghosts } else { sentinels };
        opened.player(name, options.as_object().unwrap(), seed, seat).unwrap()
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

/// Compares measured values with the page; shares and turns may differ by these tolerances.
fn hold(name: &str, page: Band, measured: Band, (shares, turns): (f64, f64)) {
    let off = |fact: usize| (measured[fact] - page[fact]).abs();
    let near = off(0) <= shares && off(1) <= shares && off(2) <= turns;
    assert!(near, "{name}: {measured:?}, the page has {page:?}");
}

/// A row's ghosts (R49 to R51) with their options, and the settings it is played with.
fn rows(preset: &str) -> [(&'static str, Value, Value); 7] {
    [
        ("random", json!({}), json!({"preset": preset})),
        ("climber", json!({}), json!({"preset": preset})),
        ("climber", json!({"copies": 3}), json!({"preset": preset})),
        ("courier", json!({}), json!({"preset": preset})),
        ("courier", json!({"copies": 1}), json!({"preset": preset})),
        ("courier", json!({"copies": 3}), json!({"preset": preset})),
        ("courier", json!({}), json!({"preset": preset, "map_knowledge": "full"})),
    ]
}

/// The sentinels of the tables below, column by column.
const SENTINELS: [&str; 4] = ["random", "patrol", "chaser", "camper"];

/// The table that the game's page has for `share`, with a row for each of [`rows`].
#[rustfmt::skip]
const SHARE: [[Band; 4]; 7] = [
    [[0.004, 0.000, 23.2], [0.006, 0.001, 28.0], [0.002, 0.001, 10.9], [0.007, 0.000, 29.7]],
    [[0.321, 0.000,  9.1], [0.305, 0.000,  7.3], [0.372, 0.000, 13.5], [0.348, 0.000, 17.3]],
    [[0.080, 0.027,  6.2], [0.179, 0.050,  9.4], [0.249, 0.044, 14.5], [0.137, 0.017, 20.3]],
    [[0.403, 0.000,  9.8], [0.370, 0.000,  7.0], [0.423, 0.000, 11.5], [0.376, 0.000, 18.3]],
    [[0.208, 0.098, 11.3], [0.254, 0.120,  9.9], [0.285, 0.066, 11.3], [0.220, 0.016, 23.5]],
    [[0.088, 0.033, 11.2], [0.217, 0.071, 11.7], [0.245, 0.036, 11.6], [0.152, 0.009, 25.4]],
    [[0.677, 0.000,  5.1], [0.705, 0.000,  4.9], [0.677, 0.000,  4.4], [0.675, 0.000, 12.1]],
];

/// The table for the default settings.
#[rustfmt::skip]
const DEFAULT: [[Band; 4]; 7] = [
    [[0.013, 0.001, 27.1], [0.009, 0.001, 28.6], [0.005, 0.001, 15.7], [0.009, 0.000, 29.9]],
    [[0.701, 0.000, 12.2], [0.784, 0.000,  9.2], [0.557, 0.000, 15.6], [0.334, 0.000, 21.4]],
    [[0.089, 0.030,  8.6], [0.213, 0.058, 10.3], [0.320, 0.041, 16.4], [0.171, 0.004, 27.0]],
    [[0.667, 0.000, 12.3], [0.646, 0.000,  8.7], [0.572, 0.000, 12.9], [0.296, 0.000, 22.4]],
    [[0.263, 0.112, 13.7], [0.279, 0.143, 10.4], [0.328, 0.071, 12.4], [0.168, 0.005, 27.3]],
    [[0.132, 0.043, 13.4], [0.272, 0.081, 12.1], [0.302, 0.044, 12.6], [0.134, 0.006, 27.9]],
    [[0.935, 0.000,  6.4], [0.927, 0.000,  5.6], [0.908, 0.000,  5.7], [0.466, 0.000, 18.2]],
];

fn played(preset: &str, column: usize, opened: &[[Band; 4]; 7], games: u64, within: (f64, f64)) {
    let sentinel = SENTINELS[column];
    for ((ghost, options, settings), bands) in rows(preset).into_iter().zip(opened) {
        let name = format!("{ghost} {options} v {sentinel}, {settings}");
        hold(&name, bands[column], measure(&settings, (ghost, options), (sentinel, json!({})), games), within);
    }
}

#[test]
fn against_random_the_ghosts_fare_as_the_page_says() {
    played("share", 0, &SHARE, 1000, (0.06, 1.5));
}

#[test]
fn against_patrol_the_ghosts_fare_as_the_page_says() {
    played("share", 1, &SHARE, 1000, (0.06, 1.5));
}

#[test]
fn against_chaser_the_ghosts_fare_as_the_page_says() {
    played("share", 2, &SHARE, 1000, (0.06, 1.5));
}

#[test]
fn against_camper_the_ghosts_fare_as_the_page_says() {
    played("share", 3, &SHARE, 1000, (0.06, 1.5));
}

/// There are few matches, so the bands are wide.
#[test]
fn by_the_founding_document_the_ghosts_fare_as_the_page_says() {
    for column in 0..4 {
        played("default", column, &DEFAULT, 150, (0.12, 3.0));
    }
}

#[test]
fn one_setting_changes_what_the_page_says_it_changes() {
    let full = |goal: bool| json!({"preset": "share", "map_knowledge": "full", "sentinels_enter_goal": goal});
    for (settings, ghost, options, sentinel, wins) in [
        (json!({"preset": "share", "conversion_remainder": "carried"}), "climber", json!({}), "patrol", 0.780),
        (json!({"preset": "share", "energy_pct": 150}), "climber", json!({}), "patrol", 0.555),
        (json!({"preset": "literal"}), "climber", json!({}), "patrol", 0.766),
        (full(false), "courier", json!({"copies": 1}), "camper", 0.428),
        (full(true), "courier", json!({"copies": 1}), "camper", 0.116),
    ] {
        let name = format!("{ghost} {options} v {sentinel}, {settings}");
        let measured = measure(&settings, (ghost, options), (sentinel, json!({})), 1000)[0];
        assert!((measured - wins).abs() <= 0.06, "{name}: {measured}, the page has {wins}");
    }
}

/// What turncoats did in many matches of the default bots.
#[derive(Debug, Default)]
struct Turncoats {
    matches: u32,
    /// Matches in which a turncoat chose an action other than waiting.
    acted: u32,
    /// Matches in which a turncoat delivered loot.
    delivered: u32,
    /// Matches that the ghosts won.
    won: u32,
}

fn turncoats(settings: &Value, games: u64) -> Turncoats {
    let registry = crate::registry();
    let face = registry.find("ghost-grid").unwrap();
    let opened = face.open(settings).unwrap();
    let mut seen = Turncoats::default();
    for seed in 0..games {
        let mut session = opened.begin(seed).unwrap();
        let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
        let role = |seat| &face.info().roles[session.role(seat)];
        let turned: Vec<bool> = seats().map(|seat| role(seat).name == "turncoat").collect();
        let mut players: Vec<_> =
            seats().map(|seat| opened.player(role(seat).bot, &Map::new(), seed, seat).unwrap()).collect();
        let (mut acted, mut delivered) = (false, false);
        while !session.phase().is_over() {
            let asked = session.phase().seats();
            let choices: Vec<_> = asked
                .iter()
                .map(|seat| (seat, players[seat.index()].choose(session.as_ref(), seat).unwrap()))
                .collect();
            acted |= choices.iter().any(|&(seat, code)| turned[seat.index()] && code != Action::Wait.to_code());
            session.step(&choices);
            let events: Vec<Value> = serde_json::from_str(&session.events()).unwrap();
            delivered |= events.iter().any(|event| {
                event["event"] == "delivered" && event["ghost"].as_u64().is_some_and(|seat| turned[seat as usize])
            });
        }
        let facts = session.outcome().unwrap().facts;
        let is = |name: &str, worth: Worth| facts.iter().any(|fact| fact.name == name && fact.worth == worth);
        if !is("turned", Worth::Count(0)) {
            seen.matches += 1;
            seen.acted += u32::from(acted);
            seen.delivered += u32::from(delivered);
            seen.won += u32::from(is("ghosts_win", Worth::Flag(true)));
        }
    }
    seen
}

/// Under the former defaults, now `share`, a lone ghost that was caught ended the match: no turncoat ever chose.
#[test]
fn under_the_defaults_turncoats_act_and_decide_matches() {
    let seen = turncoats(&json!({}), 300);
    assert!(seen.matches > 80, "{seen:?}");
    assert!(seen.acted * 10 > seen.matches * 9, "{seen:?}");
    assert!(seen.delivered * 2 > seen.matches, "{seen:?}");
    assert_eq!(seen.won, seen.delivered, "who turned carries all that is left, so its delivery decides: {seen:?}");
    let former = turncoats(&json!({"preset": "share"}), 100);
    assert!(former.matches > 20 && former.acted == 0, "{former:?}");
}

/// A sentinel sees a turncoat as it sees any ghost, and `chaser` stays beside it (R30, R52).
#[test]
fn hunters_count_a_turncoat_as_a_ghost() {
    let map = json!({"layers": [0, 1, 1, 2], "edges": [[0, 1, 1], [0, 2, 1], [1, 2, 1], [1, 3, 1], [2, 3, 1]]});
    let settings = json!({"n": 2, "map": map});
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(&settings).unwrap();
    let choice = |ghosts: Value| {
        let sentinels = json!([{"seat": 4, "node": 1, "status": "turned"}, {"seat": 5, "node": 1}]);
        let state = json!({"turn": 3, "phase": "sentinel", "ghosts": ghosts, "sentinels": sentinels, "lost": 50});
        let session = opened.begin_from(0, &state).unwrap();
        let code = opened.player("chaser", &Map::new(), 0, Seat(5)).unwrap().choose(session.as_ref(), Seat(5)).unwrap();
        Action::of_code(code).unwrap()
    };
    let native = |node: u8, loot: u8| json!({"seat": 0, "node": node, "loot": loot});
    let turncoat = |node: u8, loot: u8| json!({"seat": 16, "node": node, "loot": loot, "was": 4});
    assert_eq!(choice(json!([native(1, 50), turncoat(2, 0)])), Action::Wait, "it stays beside a ghost");
    assert_eq!(choice(json!([native(2, 0), turncoat(1, 50)])), Action::Wait, "and beside a turncoat");
    assert_eq!(choice(json!([native(2, 0), turncoat(3, 50)])), Action::Move { to: 0 }, "alone it goes down");
}

#[test]
fn random_draws_among_what_the_mask_allows_by_number() {
    // R49
    let settings = [
        json!({}),
        json!({"n": 2, "nodes_per_layer": 2, "initial_ghosts": 3, "delivery": "on_deposit", "marking": "chosen"}),
    ];
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
                assert_eq!(numbered(&legal), allowed, "seat {seat} of {settings:?}");
                choices.push((seat, *random.pick(&allowed).unwrap()));
            }
            pass::<GhostGrid>(&world, &mut state, &choices);
        }
    }
}

#[test]
fn random_draws_from_the_stream_of_its_seat() {
    // R38
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(&json!({})).unwrap();
    for seed in 0..20 {
        let (world, state) = GhostGrid::new(&Settings::default(), seed).unwrap();
        let session = opened.begin(seed).unwrap();
        for seat in session.phase().seats().iter() {
            let mut legal = Vec::new();
            GhostGrid::legal(&world, &state, seat, &mut |action| legal.push(action));
            let numbered = numbered(&legal);
            let drawn = numbered[Random::for_bot(seed, seat).index(numbered.len())];
            let mut player = opened.player("random", &Map::new(), seed, seat).unwrap();
            player.start(session.as_ref(), seat);
            assert_eq!(player.choose(session.as_ref(), seat), Some(drawn.code()), "seed {seed}, seat {seat}");
        }
    }
}

#[test]
fn a_bot_on_the_wrong_side_says_so() {
    let registry = crate::registry();
    let opened = registry.find("ghost-grid").unwrap().open(&json!({})).unwrap();
    let error = |bot: &str, seat: u8| opened.player(bot, &Map::new(), 0, Seat(seat)).err().unwrap().to_string();
    assert_eq!(
        error("patrol", 0),
        "bot patrol: plays sentinels, seat 0 is a ghost; sentinel=NAME seats a bot on all sentinels"
    );
    assert_eq!(
        error("courier", 4),
        "bot courier: plays ghosts, seat 4 is a sentinel; ghost=NAME seats a bot on all ghosts"
    );
    assert!(opened.player("courier", &Map::new(), 0, Seat(16)).is_ok(), "turncoats are ghosts");
    let options = json!({"copies": 16});
    let error = opened.player("climber", options.as_object().unwrap(), 0, Seat(0)).err().unwrap().to_string();
    assert_eq!(error, "bot climber.copies: 16 is not in 0..=15");
}
