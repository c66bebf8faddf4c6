//! Arrays for learners: R34 to R38, I12.

use super::matches::{self, each_turn};
use super::mirror::turned;
use crate::encode::{Lens, unpack};
use crate::twin::{Board, Plain, Spot};
use crate::{Action, PyRat, State, Status, World};
use gridhaunt_kernel::learn::reward_between;
use gridhaunt_kernel::prelude::*;
use serde_json::{Map, json};

const PACKED: usize = 0;
const PLANES: usize = 1;
const SCALARS: usize = 2;
const LEGAL: usize = 3;
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];
const LENSES: [Lens; 2] = [Lens::ABSOLUTE, Lens::OWN];

fn bytes<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens, which: usize) -> Vec<u8> {
    let cells = world.grid().cells();
    // No old content of the memory may remain.
    let mut out = vec![0xA5; [size_of::<State<W>>(), 9 * cells, 0, 5][which]];
    PyRat::<W>::encode(world, state, seat, lens, which, Slot::U8(&mut out));
    out
}

fn scalars(world: &World, state: &State<10>, seat: Seat, lens: Lens) -> [f32; 4] {
    let mut out = [f32::NAN; 4];
    PyRat::<10>::encode(world, state, seat, lens, SCALARS, Slot::F32(&mut out));
    out
}

fn mask(world: &World, state: &State<10>, seat: Seat, lens: Lens) -> [u8; 5] {
    let mut out = [0xA5; 5];
    PyRat::<10>::mask(world, state, seat, lens, &mut out);
    out
}

/// The planes by the words of R37, computed cell by cell from the readable twin.
fn expected_planes(board: &Board, plain: &Plain, seat: Seat, lens: Lens) -> Vec<u8> {
    let cells = (board.width * board.height) as usize;
    let turned = lens == Lens::OWN && seat == Seat(1);
    let seen = |(x, y): Spot| if turned { (board.width - 1 - x, board.height - 1 - y) } else { (x, y) };
    let mut planes = vec![0; 9 * cells];
    let mut put = |plane: usize, spot: Spot, value: u8| {
        let (x, y) = seen(spot);
        planes[plane * cells + (y * board.width + x) as usize] = value;
    };
    let (own, other) = (&plain.players[seat.index()], &plain.players[1 - seat.index()]);
    put(0, own.at, 1);
    put(1, other.at, 1);
    plain.cheese.iter().for_each(|&spot| put(2, spot, 1));
    put(3, own.at, own.delay as u8);
    put(4, other.at, other.delay as u8);
    for spot in board.spots() {
        for way in Action::DIRECTIONS {
            let shown = if turned { way.mirrored() } else { way };
            put(5 + shown as usize, spot, board.turns(spot, way));
        }
    }
    planes
}

fn near(a: [f32; 4], b: [f64; 4]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| (f64::from(a) - b).abs() < 1e-6)
}

#[test]
fn the_arrays_have_the_published_shapes() {
    fn shapes<const W: usize>(width: u16, height: u16) -> Vec<(&'static str, Dtype, Vec<usize>)> {
        let settings = matches::settings(&json!({"width": width, "height": height}));
        assert_eq!((PyRat::<W>::actions(&settings), PyRat::<W>::seats_of(&settings)), (5, 2));
        let list = PyRat::<W>::encodings(&settings, Lens::ABSOLUTE).into_iter();
        list.map(|encoding| (encoding.name, encoding.dtype, encoding.shape)).collect()
    }
    let expected = |bytes: usize, width: usize, height: usize| {
        vec![
            ("packed", Dtype::U8, vec![bytes]),
            ("planes", Dtype::U8, vec![9, height, width]),
            ("scalars", Dtype::F32, vec![4]),
            ("legal", Dtype::U8, vec![5]),
            ("routes", Dtype::F32, vec![16, 9]),
        ]
    };
    assert_eq!(shapes::<10>(21, 15), expected(64, 21, 15));
    assert_eq!(shapes::<26>(31, 21), expected(128, 31, 21));
    assert_eq!(shapes::<42>(41, 31), expected(192, 41, 31));
    assert_eq!(shapes::<128>(64, 63), expected(536, 64, 63));
}

#[test]
fn the_lens_is_absolute_or_own() {
    let lens = |options: Value| {
        let options: Map<_, _> = options.as_object().cloned().unwrap_or_default();
        PyRat::<10>::lens(&options)
    };
    assert_eq!(lens(json!({})), Ok(Lens::ABSOLUTE));
    assert_eq!(lens(json!({"orientation": "absolute"})), Ok(Lens::ABSOLUTE));
    assert_eq!(lens(json!({"orientation": "own"})), Ok(Lens::OWN));
    for wrong in [json!("mine"), json!(1), json!(null)] {
        let error = lens(json!({ "orientation": wrong })).expect_err("no lens");
        assert_eq!(error.to_string(), format!("orientation: {wrong} is not one of absolute, own"));
    }
}

/// A state in which every field has a different value.
fn telling<const W: usize>() -> (World, State<W>) {
    let settings = json!({
        "width": 7, "height": 5, "max_turns": 0x1234,
        "walls": [[2, 3, 3, 3]], "mud": [[1, 1, 2, 1, 200], [5, 2, 5, 3, 7]],
        "cheese": [[0, 0], [3, 0], [6, 4], [4, 4], [2, 2]],
    });
    let (world, mut state) = matches::game::<W>(&settings, 0);
    state.pos = [9, 26];
    state.delay = [199, 3];
    state.half = [1, 3];
    state.cheese_total = 7;
    state.turn = 0x0203;
    state.world = 0x0A0B_0C0D;
    (world, state)
}

#[test]
fn packed_bytes_lie_where_the_table_says() {
    let (world, state) = telling::<10>();
    let expected = |pos: [u16; 2], half: [u8; 2], delay: [u8; 2], cheese: [usize; 5]| {
        let mut out = vec![0; 64];
        out[0..4].copy_from_slice(&[pos[0] as u8, 0, pos[1] as u8, 0]);
        out[4..8].copy_from_slice(&[half[0], 0, half[1], 0]);
        out[8..10].copy_from_slice(&[0x03, 0x02]);
        out[10..12].copy_from_slice(&[0x34, 0x12]);
        out[12..14].copy_from_slice(&[5, 0]);
        out[14..16].copy_from_slice(&[7, 0]);
        out[16..18].copy_from_slice(&delay);
        out[18..20].copy_from_slice(&[0, 1]);
        out[20..24].copy_from_slice(&[0x0D, 0x0C, 0x0B, 0x0A]);
        for cell in cheese {
            out[24 + cell / 8] |= 1 << (cell % 8);
        }
        out
    };
    let cheese = [0, 3, 34, 32, 16];
    let absolute = |seat| bytes(&world, &state, seat, Lens::ABSOLUTE, PACKED);
    let own = |seat| bytes(&world, &state, seat, Lens::OWN, PACKED);
    assert_eq!(absolute(Seat(0)), expected([9, 26], [1, 3], [199, 3], cheese));
    assert_eq!(own(Seat(0)), absolute(Seat(0)), "seat 0 sees the board as it lies");
    assert_eq!(absolute(Seat(1)), expected([26, 9], [3, 1], [3, 199], cheese), "own first");
    let mirrored = cheese.map(|cell| 34 - cell);
    assert_eq!(own(Seat(1)), expected([8, 25], [3, 1], [3, 199], mirrored), "and from its side of the board");
    let over = State { status: Status::TurnLimit, end_on_majority: false, ..state };
    assert_eq!(bytes(&world, &over, Seat(0), Lens::ABSOLUTE, PACKED)[18..20], [3, 0]);
}

#[test]
fn packed_cheese_is_mirrored_on_boards_of_every_size() {
    fn check<const W: usize>(width: u16, height: u16) {
        let settings = json!({"width": width, "height": height, "symmetric": false});
        let (world, state) = matches::game::<W>(&settings, u64::from(width));
        let cells = world.grid().cells();
        let packed = bytes(&world, &state, Seat(1), Lens::OWN, PACKED);
        let there = |cell: usize| packed[24 + cell / 8] >> (cell % 8) & 1 == 1;
        assert!((0..cells).all(|cell| there(cell) == state.cheese.contains(cells - 1 - cell)), "{width}x{height}");
        assert!((cells..32 * W).all(|cell| !there(cell)), "{width}x{height}: nothing lies beyond the board");
    }
    for (width, height) in (2..=16).flat_map(|width| (2..=20).map(move |height| (width, height))) {
        check::<10>(width, height);
    }
    check::<26>(31, 21);
    check::<26>(26, 32);
    check::<42>(41, 31);
    check::<42>(42, 32);
    check::<128>(64, 64);
    check::<128>(63, 64);
    check::<128>(3, 3);
}

#[test]
fn unpack_reads_what_was_packed_and_no_other_length() {
    fn check<const W: usize>() {
        let (world, state) = telling::<W>();
        let packed = bytes(&world, &state, Seat(0), Lens::ABSOLUTE, PACKED);
        assert_eq!(unpack::<W>(&packed), Some(state));
        for length in (0..packed.len()).chain(packed.len() + 1..packed.len() + 9) {
            let mut cut = packed.clone();
            cut.resize(length, 0);
            assert_eq!(unpack::<W>(&cut), None, "{length} bytes");
        }
    }
    check::<10>();
    check::<26>();
    check::<128>();
}

#[test]
fn planes_show_the_edges_of_each_cell() {
    let (world, state) = telling::<10>();
    let planes = bytes(&world, &state, Seat(0), Lens::ABSOLUTE, PLANES);
    let at = |plane: usize, x: usize, y: usize| planes[plane * 35 + y * 7 + x];
    assert_eq!([at(0, 2, 1), at(3, 2, 1), at(1, 5, 3), at(4, 5, 3)], [1, 199, 1, 3], "players and delays");
    assert_eq!([at(5, 0, 0), at(6, 0, 0), at(7, 0, 0), at(8, 0, 0)], [1, 1, 0, 0], "the corner: up, right, down, left");
    assert_eq!([at(6, 1, 1), at(8, 2, 1)], [200, 200], "mud from both sides");
    assert_eq!([at(6, 2, 3), at(8, 3, 3)], [0, 0], "a wall from both sides");
    assert_eq!([at(5, 5, 2), at(7, 5, 3)], [7, 7]);
    let planes = bytes(&world, &state, Seat(1), Lens::OWN, PLANES);
    let at = |plane: usize, x: usize, y: usize| planes[plane * 35 + y * 7 + x];
    assert_eq!(
        [at(0, 1, 1), at(3, 1, 1), at(1, 4, 3), at(4, 4, 3)],
        [1, 3, 1, 199],
        "the rat sees itself as the python"
    );
    assert_eq!([at(7, 1, 2), at(5, 1, 1)], [7, 7], "up is down from there");
}

#[test]
fn scalars_are_shares() {
    let (world, state) = telling::<10>();
    let turn = f64::from(0x0203) / f64::from(0x1234);
    for lens in LENSES {
        let [python, rat] = SEATS.map(|seat| scalars(&world, &state, seat, lens));
        assert!(near(python, [1.0 / 14.0, 3.0 / 14.0, 5.0 / 7.0, turn]), "{python:?}");
        assert!(near(rat, [3.0 / 14.0, 1.0 / 14.0, 5.0 / 7.0, turn]), "{rat:?}");
    }
}

#[test]
fn in_transit_only_staying_is_effective_and_all_is_legal() {
    let (world, mut state) = telling::<10>();
    let legal = |state: &State<10>, seat| bytes(&world, state, seat, Lens::OWN, LEGAL);
    for seat in SEATS {
        assert_eq!(mask(&world, &state, seat, Lens::OWN), [0, 0, 0, 0, 1]);
        assert_eq!(legal(&state, seat), [1; 5]);
    }
    state.delay = [0, 0];
    state.pos = [0, 24];
    assert_eq!(mask(&world, &state, Seat(0), Lens::ABSOLUTE), [1, 1, 0, 0, 1], "in the corner");
    assert_eq!(mask(&world, &state, Seat(1), Lens::ABSOLUTE), [1, 1, 1, 0, 1], "a wall to the left");
    assert_eq!(mask(&world, &state, Seat(1), Lens::OWN), [1, 0, 1, 1, 1], "to the right, from there");
    state.status = Status::Cleared;
    for seat in SEATS {
        assert_eq!((mask(&world, &state, seat, Lens::OWN), legal(&state, seat)), ([0; 5], vec![0; 5]));
    }
}

#[test]
fn numbers_are_actions_and_turned_round_for_seat_1_in_its_own_orientation() {
    let (world, state) = telling::<10>();
    let action = |seat, lens, number| PyRat::<10>::numbered(&world, &state, seat, lens, number);
    for (number, way) in Action::ALL.into_iter().enumerate() {
        assert_eq!(action(Seat(0), Lens::ABSOLUTE, number), Some(way));
        assert_eq!(action(Seat(0), Lens::OWN, number), Some(way));
        assert_eq!(action(Seat(1), Lens::ABSOLUTE, number), Some(way));
        assert_eq!(action(Seat(1), Lens::OWN, number), Some(way.mirrored()));
    }
    for number in [5, 6, 255, 256, 260, usize::MAX] {
        assert_eq!(action(Seat(1), Lens::OWN, number), None, "{number}");
    }
}

#[test]
fn planes_and_masks_equal_the_specification_read_aloud() {
    each_turn(128, 2..=9, |turn| {
        let (world, state) = (turn.world, turn.after);
        let (board, plain) = (Board::of(&world.maze), Plain::of(world, state));
        for (seat, lens) in SEATS.into_iter().flat_map(|seat| LENSES.map(|lens| (seat, lens))) {
            let planes = bytes(world, state, seat, lens, PLANES);
            assert_eq!(planes, expected_planes(&board, &plain, seat, lens));
            let effective = if plain.over.is_some() { Vec::new() } else { plain.effective(&board, seat.index()) };
            let seen = |action: Action| if lens.turns(seat) { action.mirrored() } else { action };
            let expected = Action::ALL.map(|action| u8::from(effective.contains(&seen(action))));
            assert_eq!(mask(world, state, seat, lens), expected);
        }
    });
}

#[test]
fn own_orientation_is_the_game_turned_round() {
    each_turn(128, 2..=9, |turn| {
        let (world, state) = (turn.world, turn.after);
        let (opposite, other) = turned(world, state);
        for which in [PACKED, PLANES, LEGAL] {
            let own = |seat| bytes(world, state, seat, Lens::OWN, which);
            let as_python = |world, state| bytes(world, state, Seat(0), Lens::ABSOLUTE, which);
            assert_eq!(own(Seat(1)), as_python(&opposite, &other), "array {which}");
            assert_eq!(own(Seat(0)), as_python(world, state), "array {which}");
        }
        let own = scalars(world, state, Seat(1), Lens::OWN);
        assert_eq!(own, scalars(&opposite, &other, Seat(0), Lens::ABSOLUTE));
        let own = mask(world, state, Seat(1), Lens::OWN);
        assert_eq!(own, mask(&opposite, &other, Seat(0), Lens::ABSOLUTE));
    });
}

#[test]
fn arrays_brought_up_to_date_equal_fresh_ones() {
    for (seat, lens) in SEATS.into_iter().flat_map(|seat| LENSES.map(|lens| (seat, lens))) {
        let fresh = |world: &World, state: &State<10>| {
            [PACKED, PLANES, LEGAL].map(|which| bytes(world, state, seat, lens, which))
        };
        let (mut kept, mut kept_scalars) = ([const { Vec::new() }; 3], [0.0; 4]);
        each_turn(128, 2..=9, |turn| {
            if turn.before.turn == 0 {
                kept = fresh(turn.world, turn.before);
                kept_scalars = scalars(turn.world, turn.before, seat, lens);
            }
            let shown = kept[1].clone();
            for (kept, which) in kept.iter_mut().zip([PACKED, PLANES, LEGAL]) {
                PyRat::<10>::update(turn.world, turn.before, turn.after, seat, lens, which, Slot::U8(kept));
            }
            assert_eq!(kept, fresh(turn.world, turn.after), "{seat:?}, {lens:?}");
            let changes = shown.iter().zip(&kept[1]).filter(|(before, after)| before != after).count();
            assert!(changes <= 10, "{changes} bytes of the planes changed");
            let slot = Slot::F32(&mut kept_scalars);
            PyRat::<10>::update(turn.world, turn.before, turn.after, seat, lens, SCALARS, slot);
            assert_eq!(kept_scalars, scalars(turn.world, turn.after, seat, lens));
        });
    }
}

#[test]
fn an_update_leaves_what_it_need_not_touch() {
    each_turn(128, 3..=9, |turn| {
        let cells = turn.world.grid().cells();
        // A turn may change the old and new cells of both, in planes 0 to 4.
        let touched = |state: &State<10>, cell: usize| state.pos.iter().any(|&pos| usize::from(pos) == cell);
        let mut planes = vec![0xA5; 9 * cells];
        let (lens, slot) = (Lens::ABSOLUTE, Slot::U8(&mut planes));
        PyRat::<10>::update(turn.world, turn.before, turn.after, Seat(0), lens, PLANES, slot);
        for (i, &byte) in planes.iter().enumerate() {
            let (plane, cell) = (i / cells, i % cells);
            let free = plane >= 5 || !touched(turn.before, cell) && !touched(turn.after, cell);
            assert!(!free || byte == 0xA5, "plane {plane}, cell {cell}");
        }
    });
}

#[test]
fn rewards_are_half_points_gained_and_sum_to_nothing() {
    each_turn(128, 2..=5, |turn| {
        let gained = |seat: usize| i32::from(turn.after.half[seat] - turn.before.half[seat]);
        for lens in LENSES {
            let reward = |seat| reward_between::<PyRat<10>>(turn.world, turn.before, turn.after, seat, lens);
            let [python, rat] = SEATS.map(reward);
            assert_eq!((2.0 * python) as i32, gained(0) - gained(1), "environments divide by 2");
            assert_eq!(python, -rat);
            assert!((-1.0..=1.0).contains(&python));
        }
    });
}

#[test]
fn packed_bytes_come_back() {
    each_turn(128, 2..=17, |turn| {
        let packed = bytes(turn.world, turn.after, Seat(0), Lens::ABSOLUTE, PACKED);
        assert_eq!(unpack::<10>(&packed), Some(*turn.after));
    });
}
