//! Arrays, masks and rewards for learners: R66, R67. The slow twin compares every array of many matches; here are a few
//! written by hand.

use super::matches::{self, all_seats, drawn, step};
use crate::state::State;
use crate::{Action, Settings, Snarl, World};
use gridhaunt_kernel::learn::reward_between;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

fn bytes(world: &World, state: &State, seat: u8, which: usize, len: usize) -> Vec<u8> {
    // No old content of the memory may remain.
    let mut out = vec![77; len];
    Snarl::encode(world, state, Seat(seat), (), which, Slot::U8(&mut out));
    out
}

fn numbers(world: &World, state: &State, seat: u8) -> Vec<f32> {
    let mut out = vec![f32::NAN; 6];
    Snarl::encode(world, state, Seat(seat), (), 2, Slot::F32(&mut out));
    out
}

fn mask(world: &World, state: &State, seat: Seat) -> Vec<u8> {
    let mut out = vec![9; 13];
    Snarl::mask(world, state, seat, (), &mut out);
    out
}

/// The contents of all arrays of a seat.
pub(super) fn arrays(world: &World, state: &State, seat: Seat) -> (Vec<u8>, Vec<u8>, Vec<u32>, Vec<u8>) {
    let side = 2 * usize::from(world.code.sight) + 1;
    // The array of a player is empty, however large; only that of an adversary has the size of the level.
    let largest = |size: fn(&crate::ground::Site) -> u16| world.sites().iter().map(size).max().map_or(0, usize::from);
    let tiles = match world.drawn {
        true => world.values.generate.size().0 * world.values.generate.size().1,
        false => largest(|site| site.rows) * largest(|site| site.columns),
    };
    (
        bytes(world, state, seat.0, 0, 7 * side * side),
        bytes(world, state, seat.0, 1, if seat.0 < world.code.players { 40 } else { 10 * tiles }),
        numbers(world, state, seat.0).into_iter().map(f32::to_bits).collect(),
        mask(world, state, seat),
    )
}

/// Planes as rows of `0` and `1`.
fn planes(bytes: &[u8], columns: usize, plane: usize) -> Vec<String> {
    let rows = bytes[plane..].chunks(columns);
    rows.map(|row| row.iter().map(|byte| if *byte == 1 { '1' } else { '0' }).collect()).collect()
}

const PICTURE: &str = "######\n#1KZ.#\n#2G.E+:\n######\n";

#[test]
fn the_square_of_a_player_plane_by_plane() {
    let (world, state) = drawn(&json!({}), 0, &[], PICTURE);
    let square = bytes(&world, &state, 1, 0, 7 * 25);
    let plane = |number: usize| planes(&square[..25 * (number + 1)], 5, 25 * number);
    assert_eq!(plane(0), ["00000", "00111", "00111", "00000", "00000"], "traversable");
    assert_eq!(plane(1), ["00000"; 5], "no door in sight");
    assert_eq!(plane(2), ["00000", "00010", "00000", "00000", "00000"], "key");
    assert_eq!(plane(3), ["00000"; 5], "the exit is three columns away");
    assert_eq!(plane(4), ["00000", "00100", "00000", "00000", "00000"], "other players");
    assert_eq!(plane(5), ["00000", "00001", "00000", "00000", "00000"], "zombies");
    assert_eq!(plane(6), ["00000", "00000", "00010", "00000", "00000"], "ghosts");
}

#[test]
fn the_level_of_an_adversary_plane_by_plane() {
    let (world, mut state) = drawn(&json!({}), 0, &[], PICTURE);
    let plane = |state: &State, seat: u8, number: usize| {
        planes(&bytes(&world, state, seat, 1, 10 * 28)[..28 * (number + 1)], 7, 28 * number)
    };
    let at = |row: usize, column: usize| {
        let mut rows = vec![String::from("0000000"); 4];
        rows[row].replace_range(column..=column, "1");
        rows
    };
    assert_eq!(plane(&state, 2, 0), ["1111110", "1000010", "1000000", "1111110"], "wall");
    assert_eq!(plane(&state, 2, 1), ["0000000", "0111100", "0111100", "0000000"], "floor");
    assert_eq!(plane(&state, 2, 2), at(2, 5), "door");
    assert_eq!(plane(&state, 3, 3), at(2, 6), "hall");
    assert_eq!(plane(&state, 3, 4), at(1, 2), "key");
    assert_eq!(plane(&state, 3, 5), at(2, 4), "exit");
    assert_eq!(plane(&state, 3, 6), ["0000000", "0100000", "0100000", "0000000"], "players");
    assert_eq!(plane(&state, 3, 7), at(1, 3), "zombies");
    assert_eq!(plane(&state, 3, 8), at(2, 2), "ghosts");
    assert_eq!(plane(&state, 2, 9), ["0000000"; 4], "nobody of it acts");
    step(&world, &mut state, &[]);
    step(&world, &mut state, &[]);
    assert_eq!(plane(&state, 2, 9), at(1, 3), "the zombie acts");
    assert_eq!(plane(&state, 3, 9), ["0000000"; 4], "and not the ghost");
}

#[test]
fn numbers_by_hand() {
    let (world, mut state) = drawn(&json!({"max_rounds": 8}), 0, &[], PICTURE);
    assert_eq!(numbers(&world, &state, 1), [2.0 / 256.0, 1.0 / 256.0, 1.0, 1.0, 0.5, 1.0 / 8.0]);
    assert_eq!(numbers(&world, &state, 2), [0.0, 0.0, 1.0, 1.0, 0.5, 1.0 / 8.0], "it does not act");
    step(&world, &mut state, &[(Seat(0), Action::E)]);
    step(&world, &mut state, &[(Seat(1), Action::E)]);
    assert_eq!(numbers(&world, &state, 1), [0.0, 0.0, 0.0, 1.0, 0.25, 1.0 / 8.0], "it was expelled");
    assert_eq!(numbers(&world, &state, 2), [1.0 / 256.0, 3.0 / 256.0, 0.0, 1.0, 0.25, 1.0 / 8.0]);
    let (world, state) = matches::game(&json!({"max_rounds": 0, "start_level": 2}), 0);
    assert_eq!(numbers(&world, &state, 4)[2..], [1.0, 2.0 / 3.0, 1.0, 0.0], "no last round");
    let notes = ["at -2,-3"];
    let (world, state) = drawn(&json!({}), 0, &notes, "....\n1...\n....\n");
    assert_eq!(numbers(&world, &state, 0)[..2], [-1.0 / 256.0, -3.0 / 256.0]);
}

#[test]
fn arrays_have_the_shapes_that_are_said() {
    let shapes = |document: Value| -> Vec<Vec<usize>> {
        Snarl::encodings(&matches::settings(&document), ()).into_iter().map(|array| array.shape).collect()
    };
    assert_eq!(shapes(json!({})), [vec![7, 5, 5], vec![10, 23, 36], vec![6]]);
    assert_eq!(shapes(json!({"sight": 7}))[0], [7, 15, 15]);
    let tall = matches::level("#.E\n#..\n#..\n");
    let wide = matches::level("#.E....\n");
    let given = json!({"players": 1, "zombies": 0, "ghosts": 0, "levels": [tall, wide]});
    assert_eq!(shapes(given)[1], [10, 3, 7], "as many rows as the tallest, as many columns as the widest");
    let types: Vec<Dtype> = Snarl::encodings(&Settings::default(), ()).iter().map(|array| array.dtype).collect();
    assert_eq!(types, [Dtype::U8, Dtype::U8, Dtype::F32]);
    assert_eq!(Snarl::actions(&Settings::default()), 13);
    assert_eq!(Snarl::seats_of(&matches::settings(&json!({"players": 1}))), 3);
    assert!(Snarl::lens(&Map::new()).is_ok());
}

#[test]
fn arrays_of_the_other_side_are_empty() {
    matches::each_step(40, 601, true, |played| {
        for seat in all_seats(played.world) {
            let (square, whole, _, _) = arrays(played.world, played.after, seat);
            let empty = if seat.0 < played.world.code.players { whole } else { square };
            assert!(empty.iter().all(|&byte| byte == 0), "{}", played.case());
        }
    });
}

#[test]
fn rewards_are_those_of_r66() {
    let worth = |picture: &str, choices: &[(u8, Action)], seat: u8| {
        let (world, mut state) = drawn(&json!({}), 0, &[], picture);
        let before = state;
        choices.iter().for_each(|&(seat, action)| {
            step(&world, &mut state, &[(Seat(seat), action)]);
        });
        reward_between::<Snarl>(&world, &before, &state, Seat(seat), ())
    };
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-6, "{a} and not {b}");
    near(worth("#1O2#\n", &[(0, Action::E)], 0), 1.0);
    near(worth("#1O2#\n", &[(0, Action::E)], 1), 0.0);
    near(worth("#1K2E\n", &[(0, Action::E)], 0), 0.1);
    near(worth("#1Z2#\n", &[(0, Action::E)], 0), -0.1);
    near(worth("#1Z2#\n", &[(0, Action::E)], 2), 1.0);
    near(worth("#1Z2#\n", &[(0, Action::E)], 3), 0.0);
    near(worth("#1G2#\n", &[(0, Action::E), (1, Action::W)], 3), 2.0);
    near(worth("#1Z2#\n", &[(0, Action::Forfeit)], 0), -0.1);
    near(worth("#1Z2#\n", &[(0, Action::Forfeit)], 2), 0.0);
}

#[test]
fn the_episode_of_a_player_ends_when_it_forfeits() {
    let (world, mut state) = drawn(&json!({}), 0, &[], "#1.2Z#\n");
    let lasts = |state: &State| all_seats(&world).map(|seat| Snarl::lasts(&world, state, seat, ())).collect::<Vec<_>>();
    step(&world, &mut state, &[(Seat(0), Action::Forfeit)]);
    assert_eq!(lasts(&state), [false, true, true, true]);
    step(&world, &mut state, &[(Seat(1), Action::E)]);
    assert_eq!(lasts(&state), [false; 4]);
    // A player that was expelled may return in the next level.
    let (world, mut state) = drawn(&json!({}), 0, &[], "#1Z.2#\n");
    step(&world, &mut state, &[(Seat(0), Action::E)]);
    assert!(Snarl::lasts(&world, &state, Seat(0), ()));
}

#[test]
fn numbers_stand_for_actions() {
    let (world, state) = drawn(&json!({}), 0, &[], PICTURE);
    for seat in all_seats(&world) {
        for number in 0..20 {
            let action = Snarl::numbered(&world, &state, seat, (), number);
            assert_eq!(action, Action::MOVES.get(number).copied());
        }
    }
    assert_eq!(mask(&world, &state, Seat(0)), [1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
    assert_eq!(mask(&world, &state, Seat(1)), [0; 13], "it is not asked");
    assert!(!Snarl::phase(&world, &state).asks(Seat(1)));
}
