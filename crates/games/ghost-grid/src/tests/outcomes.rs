//! Who wins, by how much, and what is reported: R34, R35, R47.

use super::matches::{self, m3, read, seat, spoken, step, with};
use crate::event::{Event, Shares};
use crate::state::{End, Winner};
use crate::{Action, GhostGrid, Reason};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

#[test]
fn the_winner_is_that_of_r34() {
    use End::{AllCaptured, LootSettled, TimeLimit};
    use Winner::{Draw, Ghosts, Sentinels};
    let rows = [
        // margin, D, R, end, by share, literally
        (10, 0, 0, TimeLimit, Sentinels, Sentinels),
        (100, 0, 0, TimeLimit, Sentinels, Sentinels),
        (10, 0, 1, TimeLimit, Sentinels, Sentinels),
        (100, 0, 60, TimeLimit, Sentinels, Sentinels),
        (10, 1, 0, TimeLimit, Ghosts, Ghosts),
        (100, 1, 0, LootSettled, Ghosts, Ghosts),
        (10, 55, 45, LootSettled, Draw, Draw),
        (10, 45, 55, LootSettled, Draw, Draw),
        (10, 56, 44, LootSettled, Ghosts, Ghosts),
        (10, 44, 56, LootSettled, Sentinels, Sentinels),
        (10, 50, 50, AllCaptured, Draw, Draw),
        (0, 50, 50, LootSettled, Draw, Draw),
        (0, 51, 49, LootSettled, Ghosts, Ghosts),
        (0, 49, 51, LootSettled, Sentinels, Sentinels),
        (0, 20, 21, TimeLimit, Sentinels, Ghosts),
        (0, 49, 50, TimeLimit, Sentinels, Ghosts),
        (100, 99, 1, LootSettled, Draw, Draw),
        (100, 1, 99, AllCaptured, Draw, Draw),
        (10, 60, 40, AllCaptured, Ghosts, Sentinels),
        (10, 60, 30, AllCaptured, Ghosts, Sentinels),
        (10, 10, 30, TimeLimit, Sentinels, Ghosts),
        (10, 11, 9, TimeLimit, Draw, Draw),
        (9, 11, 9, TimeLimit, Ghosts, Ghosts),
    ];
    for (margin, d, r, end, by_share, literally) in rows {
        for (rule, expected) in [("share", by_share), ("literal", literally)] {
            let (world, mut state) =
                matches::game(&with(m3(), json!({"draw_margin_pct": margin, "victory_rule": rule})), 0);
            (state.tally.delivered, state.tally.recovered) = (d, r);
            assert_eq!(state.tally.winner(&world.code, end), expected, "{margin} {d} {r} {end:?} {rule}");
        }
    }
}

/// The points of a ghost, a sentinel and an idle turncoat in thousandths, and their ranks.
fn standings(settings: Value, before: &str, choices: &str) -> Vec<(i64, u8)> {
    let (world, _) = matches::game(&with(m3(), settings), 0);
    let mut state = read(&world, before);
    step(&world, &mut state, &spoken(&world, choices));
    let outcome = GhostGrid::outcome(&world, &state).expect("it is over");
    assert_eq!((outcome.seats.len(), outcome.units_per_point), (18, 1000));
    let of = |name: &str| outcome.seats[seat(&world, name).index()];
    for (name, like) in [("G0", "G3"), ("G0", "T1"), ("S0", "S11")] {
        assert_eq!(of(name), of(like), "all of a side have the same");
    }
    ["G0", "S0", "T0"].map(|name| (of(name).units, of(name).rank)).to_vec()
}

#[test]
fn scores_and_ranks_are_those_of_r35() {
    let won = "ghost 2 | G0@4 100/1; S0@3 24";
    assert_eq!(standings(json!({}), won, "G0 move 5"), [(100_000, 1), (0, 7), (100_000, 1)]);
    let shared = "ghost 2 | G0@4 40/1, G1@0 0/8, G2@0 0/8; S0@3 24; D 30; R 30; C 1";
    assert_eq!(standings(json!({}), shared, "G0 move 5"), [(23_333, 1), (30_000, 7), (23_333, 1)]);
    let drawn = "ghost 2 | G0@4 55/1; S0@3 24 haul 45; R 45; C 3";
    assert_eq!(standings(json!({}), drawn, "G0 move 5"), [(55_000, 1), (135_000, 1), (55_000, 1)]);
    let lost = "sentinel 2 | G0@1 40/8; S0@3 24; R 60";
    assert_eq!(standings(json!({}), lost, "S0 move 1"), [(0, 13), (100_000, 1), (0, 13)]);
    let unhurt = "sentinel 2 | G0@0 0/8; S0@3 24; $3=40; R 60";
    assert_eq!(standings(json!({}), unhurt, "S0 recover"), [(0, 13), (100_000, 1), (0, 13)]);
}

#[test]
fn a_match_that_ends_before_the_ghosts_have_played_counts_the_natives_so_far() {
    let (world, _) = matches::game(&with(m3(), json!({"turn_order": "sentinels_first"})), 0);
    let mut state = read(&world, "sentinel 1 | G0@1 5/8, G1@1 5/8; S0@3 24; D 90");
    assert_eq!(state.tally.ghosts_at_start, 0);
    step(&world, &mut state, &spoken(&world, "S0 move 1"));
    let outcome = GhostGrid::outcome(&world, &state).expect("it is over");
    assert_eq!((outcome.reason, outcome.seats[0].units, outcome.seats[4].units), ("all_captured", 45_000, 20_000));
}

#[test]
fn the_facts_of_a_match_are_told() {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(
        &world,
        "sentinel 2 | G0@1 0/8 captured, G1@1 20/8, T0@1 0/8 was S0 captured; S0@1 21 haul 10 caught 1 turned, S1@3 24; \
         R 10; X 50; C 2; D 20",
    );
    step(&world, &mut state, &spoken(&world, "S1 move 1"));
    let outcome = GhostGrid::outcome(&world, &state).expect("it is over");
    let count = |n: i64| Worth::Count(n);
    let facts: Vec<(&str, Worth)> = outcome.facts.iter().map(|fact| (fact.name, fact.worth.clone())).collect();
    assert_eq!(
        facts,
        [
            ("ghosts_win", Worth::Flag(false)),
            ("drawn", Worth::Flag(false)),
            ("delivered", count(20)),
            ("recovered", count(30)),
            ("lost", count(50)),
            ("captured", count(3)),
            ("ghosts", count(2)),
            ("turned", count(1)),
            ("turns", count(2)),
            ("captures", Worth::Counts([1, 1].to_vec())),
        ]
    );
}

#[test]
fn events_are_written_with_the_names_of_r47() {
    let two = [Seat(1), Seat(2)].into_iter().collect();
    let page = [
        (
            Event::Refused { seat: Seat(0), action: Some(Action::Move { to: 2 }), reason: Reason::NoEnergy },
            r#"{"event":"refused","seat":0,"action":{"type":"move","to":2},"reason":"no_energy"}"#,
        ),
        (
            Event::Refused { seat: Seat(0), action: None, reason: Reason::Missing },
            r#"{"event":"refused","seat":0,"action":null,"reason":"missing"}"#,
        ),
        (
            Event::Replicated { ghost: Seat(0), copies: two, loot: Shares { whole: 100, parts: 3 } },
            r#"{"event":"replicated","ghost":0,"copies":[1,2],"loot":[34,33,33]}"#,
        ),
        (
            Event::Turned { sentinel: Seat(4), ghost: Seat(16), node: 1, lost: 50, rest: -39 },
            r#"{"event":"turned","sentinel":4,"ghost":16,"node":1,"lost":50,"rest":-39}"#,
        ),
        (Event::Marked { sentinel: Seat(4), node: 3 }, r#"{"event":"marked","sentinel":4,"node":3}"#),
        (Event::Met { node: 3, ghosts: two }, r#"{"event":"met","node":3,"ghosts":[1,2]}"#),
        (
            Event::GameEnded {
                winner: Winner::Draw,
                reason: End::LootSettled,
                delivered: 55,
                recovered: 45,
                lost: 0,
                captured: 1,
            },
            r#"{"event":"game_ended","winner":"draw","reason":"loot_settled","delivered":55,"recovered":45,"lost":0,"captured":1}"#,
        ),
    ];
    for (event, text) in page {
        assert_eq!(serde_json::to_string(&event).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Event>(text).expect("an event"), event);
    }
    assert!(serde_json::from_str::<Shares>("[33,34,33]").is_err(), "no even split");
}
