//! The final standings, and the recorded facts: R28, R29.

use super::matches::{self, drawn, step};
use crate::state::{End, Player, State, Status};
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// Scores and ranks of a match with this end, and with these exits and keys of the players.
fn standings(end: End, counts: &[(u8, u8)], caught: [u16; 2]) -> Vec<(i64, u8)> {
    let (world, mut state) = matches::game(&json!({"players": counts.len()}), 0);
    state.end = Some(end);
    state.caught = caught;
    for (player, &(exits, keys)) in state.players.iter_mut().zip(counts) {
        *player = Player { status: Status::Exited, exits, keys, ..Player::default() };
    }
    let outcome = Snarl::outcome(&world, &state).expect("it is over");
    assert_eq!((outcome.reason, outcome.units_per_point), (end.name(), 1));
    outcome.seats.iter().map(|standing| (standing.units, standing.rank)).collect()
}

#[test]
fn more_exits_then_more_keys_and_equals_share() {
    let ranks = |end, counts: &[(u8, u8)]| -> Vec<u8> {
        standings(end, counts, [0, 0]).into_iter().map(|(_, rank)| rank).collect()
    };
    assert_eq!(ranks(End::Won, &[(2, 0), (1, 9), (2, 1), (1, 9)]), [2, 3, 1, 3, 5, 5]);
    assert_eq!(ranks(End::Won, &[(1, 0), (1, 0), (1, 0)]), [1, 1, 1, 4, 4]);
    assert_eq!(ranks(End::Won, &[(1, 0)]), [1, 2, 2]);
    assert_eq!(ranks(End::Won, &[(0, 3), (1, 0)]), [2, 1, 3, 3]);
    assert_eq!(ranks(End::Expelled, &[(2, 0), (1, 9), (2, 1), (1, 9)]), [4, 5, 3, 5, 1, 1]);
    assert_eq!(ranks(End::Stranded, &[(0, 0), (0, 0)]), [3, 3, 1, 1]);
    assert_eq!(ranks(End::Expelled, &[(0, 0)]), [3, 1, 1]);
    assert_eq!(standings(End::Won, &[(3, 2), (64, 64)], [7, 300]), [(302, 2), (6464, 1), (7, 3), (300, 3)]);
}

#[test]
fn facts_are_counted() {
    let document = json!({"players": 2, "placement": "corners", "zombies": 1, "ghosts": 0, "max_rounds": 9,
        "levels": [matches::level("#######\n#..EK.#\n#######\n"), matches::level("#######\n#..EZ.#\n#######\n")]});
    let (world, mut state) = matches::game(&document, 0);
    let act = |state: &mut State, choices: &[(u8, Action)]| {
        choices.iter().for_each(|&(seat, action)| {
            step(&world, state, &[(Seat(seat), action)]);
        });
    };
    // 1 and 2 stand left of the exit, the zombie right of the key: it catches 2, who took it.
    act(&mut state, &[(0, Action::Stay), (1, Action::EE), (2, Action::W)]);
    assert_eq!((state.level, state.round, state.players[1].status), (0, 2, Status::Expelled));
    let outcome = |state: &State| Snarl::outcome(&world, state);
    assert_eq!(outcome(&state), None);
    let fact = |state: &State, name: &str| {
        let outcome = outcome(state).expect("it is over");
        outcome.facts.into_iter().find(|fact| fact.name == name).expect("a fact").worth
    };
    act(&mut state, &[(0, Action::EE)]);
    assert_eq!((state.level, state.past_rounds, state.round, state.players[1].status), (1, 2, 1, Status::In));
    act(&mut state, &[(0, Action::Stay), (1, Action::Forfeit), (2, Action::E)]);
    act(&mut state, &[(0, Action::EE)]);
    assert_eq!(fact(&state, "won"), Worth::Flag(true));
    let counts = ["level", "rounds", "exits", "keys", "ejects"].map(|name| fact(&state, name));
    assert_eq!(counts, [2, 4, 2, 1, 2].map(Worth::Count));
    assert_eq!(fact(&state, "caught"), Worth::Counts(Vec::from([1, 0])));
}

#[test]
fn every_expulsion_is_credited_to_its_seat_whoever_moved() {
    let caught = |picture: &str, choices: &[(u8, Action)]| {
        let (world, mut state) = drawn(&json!({}), 0, &[], picture);
        choices.iter().for_each(|&(seat, action)| {
            step(&world, &mut state, &[(Seat(seat), action)]);
        });
        state.caught
    };
    assert_eq!(caught("#1Z.G2#\n", &[(0, Action::E)]), [1, 0]);
    assert_eq!(caught("#1Z.G2#\n", &[(0, Action::Stay), (1, Action::W)]), [0, 1]);
    assert_eq!(caught("#1Z.G2#\n", &[(0, Action::Stay), (1, Action::Stay), (2, Action::W)]), [1, 0]);
    assert_eq!(caught("#1Z.G2#\n", &[(0, Action::E), (1, Action::Stay), (2, Action::E), (3, Action::E)]), [1, 1]);
}

#[test]
fn seats_have_their_roles() {
    let roles = |players: u8| -> Vec<&str> {
        let (world, _): (World, _) = matches::game(&json!({"players": players}), 0);
        let role = |seat| Snarl::INFO.roles[Snarl::role(&world, seat)].name;
        matches::all_seats(&world).map(role).collect()
    };
    assert_eq!(roles(1), ["player", "zombie", "ghost"]);
    assert_eq!(roles(4), ["player", "player", "player", "player", "zombie", "ghost"]);
    assert_eq!(Snarl::INFO.seats, (3, 6));
}
