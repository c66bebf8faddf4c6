//! Compares arrays for learners with a slow encoder that knows only the view and the start (§15).

use super::Which as _;
use super::matches::{Table, cell, game, settings};
use super::wire::{busy, played};
use crate::action::Action;
use crate::encode::{Lens, Mask};
use crate::game::Complete;
use crate::power::PowerKind;
use crate::state::{End, State};
use crate::view::{Start, View};
use crate::{Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::learn::reward_between;
use gridhaunt_kernel::prelude::*;
use serde_json::{Value, json};

fn lens() -> Lens {
    Sproutopia::<Official>::lens(&Map::new()).expect("the default")
}

fn arrays<R: Complete>(world: &World, state: &State<R>, seat: Seat) -> (Vec<u8>, Vec<f32>) {
    let shapes = Sproutopia::<R>::encodings(&world.settings, lens());
    let size = |which: usize| shapes[which].shape.iter().product::<usize>();
    let (mut planes, mut vector) = (std::vec![9; size(0)], std::vec![9.0; size(1)]);
    Sproutopia::<R>::encode(world, state, seat, lens(), 0, Slot::U8(&mut planes));
    Sproutopia::<R>::encode(world, state, seat, lens(), 1, Slot::F32(&mut vector));
    (planes, vector)
}

/// The planes, from the view and the start.
fn slow_planes(start: &Start, view: &View) -> Vec<u8> {
    let side = usize::from(view.window.side());
    let r = side as i32 / 2;
    let own = start.seat.index();
    let mut planes = std::vec![0; 18 * side * side];
    let mut others: Vec<_> = view.farmers.clone();
    if !view.away {
        let place = others.iter().position(|&at| at == view.at).expect("it sees itself");
        others.remove(place);
    }
    for y in 0..side {
        for x in 0..side {
            let (bx, by) = (i32::from(view.at.x) + x as i32 - r, i32::from(view.at.y) + y as i32 - r);
            let at = cell(bx.max(0) as u16, by.max(0) as u16);
            let code = view.window.code(y * side + x);
            let mut set = |plane: usize, on: bool| planes[(plane * side + y) * side + x] |= u8::from(on);
            set(0, code == 254);
            if code == 254 {
                continue;
            }
            for ahead in 0..4 {
                let seat = (own + ahead) % 4;
                set(1 + ahead, usize::from(code) == seat);
                set(5 + ahead, usize::from(code) == 4 + seat);
            }
            set(9, view.weeds.contains(&at));
            set(10, others.contains(&at));
            for kind in 1..=5 {
                set(10 + kind, view.things.iter().any(|thing| thing.at == at && thing.kind as usize == kind));
            }
            for (seat, home) in start.starts.iter().enumerate() {
                let inside = at.x.abs_diff(home.x) <= 1 && at.y.abs_diff(home.y) <= 1;
                set(if seat == own { 16 } else { 17 }, inside);
            }
        }
    }
    planes
}

/// The vector, from the view and the start.
fn slow_vector(start: &Start, view: &View) -> Vec<f32> {
    let number = |name: &str| start.number(name) as f32;
    let one_hot = |place: usize, count: usize| (0..count).map(move |i| if i == place { 1.0 } else { 0.0 });
    let lifespan = |kind: PowerKind| match kind {
        PowerKind::Immunity => number("lifespan_immunity"),
        PowerKind::Unprunable => number("lifespan_unprunable"),
        PowerKind::Freeze => number("lifespan_freeze"),
        PowerKind::TrailProtection => 1.0,
        PowerKind::Fertilizer => number("lifespan_fertilizer"),
    };
    let share = |held: Option<crate::view::Held>| {
        held.map_or(0.0, |held| held.left.map_or(1.0, |left| left as f32 / lifespan(held.kind)))
    };
    let mut vector = Vec::new();
    vector.push(view.tick as f32 / number("max_ticks"));
    vector.push(f32::from(view.at.x) / (number("cols") - 1.0));
    vector.push(f32::from(view.at.y) / (number("rows") - 1.0));
    vector.extend(one_hot(if view.momentum == Action::Stand { 0 } else { view.momentum as usize }, 5));
    vector.extend(one_hot(view.power.map_or(0, |held| held.kind as usize), 4));
    vector.push(share(view.power));
    vector.extend(one_hot(view.super_power.map_or(0, |held| held.kind as usize - 3), 3));
    vector.push(share(view.super_power));
    for ahead in 0..4 {
        let seat = (start.seat.index() + ahead) % 4;
        vector.push(view.percents.get(seat).map_or(0.0, |&percent| f32::from(percent) / 100.0));
    }
    vector.push(view.trail.len() as f32 / (number("rows") * number("cols")));
    vector.push((view.queue as f32 / number("player_queue_size")).min(1.0));
    vector.push(if view.away { 1.0 } else { 0.0 });
    vector
}

fn compare<R: Complete>() {
    for (seed, window) in (0..9).zip([10, 2, 5].into_iter().cycle()) {
        let mut document = busy();
        document["player_window_size"] = json!(window);
        document["players"] = json!(1 + seed % 4);
        played::<R>(&document, seed, 120, |world, state, _| {
            for i in 0..world.ground.players() {
                let seat = Seat(i as u8);
                let start = Sproutopia::<R>::start(world, state, seat);
                let view = Sproutopia::<R>::view(world, state, &[], seat);
                let (planes, vector) = arrays(world, state, seat);
                assert_eq!(planes, slow_planes(&start, &view));
                assert_eq!(vector, slow_vector(&start, &view));
            }
        });
    }
}

#[test]
fn arrays_are_made_from_the_view() {
    compare::<Official>();
    compare::<Legacy>();
}

#[test]
fn of_several_trails_and_owners_the_lowest_seat_is_seen() {
    let (world, mut state) = game::<Legacy>(&json!({"cols": 9, "rows": 9, "players": 3}), 0);
    for (i, trail) in [[(4, 4), (4, 5)], [(4, 5), (5, 5)], [(5, 5), (4, 5)]].into_iter().enumerate() {
        trail.into_iter().for_each(|(x, y)| state.tread(i, cell(x, y)));
        (0..=i as u16).for_each(|x| state.field.insert(i, cell(3 + x, 6)));
        state.farmers[i].at = cell(4, 4);
    }
    for seat in (0..3).map(Seat) {
        let start = Sproutopia::<Legacy>::start(&world, &state, seat);
        let view = Sproutopia::<Legacy>::view(&world, &state, &[], seat);
        let (planes, _) = arrays(&world, &state, seat);
        assert_eq!(planes, slow_planes(&start, &view));
    }
}

#[test]
fn shapes_follow_the_window() {
    for (size, side) in [(10, 11), (2, 3), (9, 9)] {
        let shapes = Sproutopia::<Official>::encodings(&settings(&json!({"player_window_size": size})), lens());
        assert_eq!(shapes[0].shape, [18, side, side]);
        assert_eq!(shapes[1].shape, [24]);
    }
    assert_eq!(Sproutopia::<Official>::actions(&settings(&json!({}))), 5);
    assert_eq!(Sproutopia::<Legacy>::actions(&settings(&json!({"rules": "v2024.0.8"}))), 6);
    assert_eq!(Sproutopia::<Official>::seats_of(&settings(&json!({"players": 3}))), 3);
}

#[test]
fn a_new_match_by_hand() {
    let (world, state) = game::<Official>(&json!({"player_window_size": 4, "cols": 9, "rows": 11, "players": 2}), 0);
    // Starts are (2,1) and (7,2).
    let (planes, vector) = arrays(&world, &state, Seat(1));
    let plane = |number: usize| {
        let rows = planes[number * 25..][..25].chunks(5);
        rows.map(|row| row.iter().map(ToString::to_string).collect::<String>()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(plane(0), "00001 00001 00001 00001 00001");
    assert_eq!(plane(1), "00000 01110 01110 01110 00000");
    assert_eq!(plane(16), plane(1));
    assert!((2..16).chain([17]).all(|number| plane(number) == "00000 00000 00000 00000 00000"));
    let expected = [
        0.0,
        7.0 / 8.0,
        0.2,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        0.09,
        0.0,
        0.0,
        0.09,
        0.0,
        0.0,
        0.0,
    ];
    assert_eq!(vector, expected);
}

#[test]
fn a_useful_mask_leaves_out_going_back_and_off_the_board() {
    fn mask<R: Complete>(farmers: &str, options: Value) -> Vec<u8> {
        let table = Table::<R>::drawn("AAA AAA", 1, cell(0, 0)).place(farmers);
        let (mut world, _) = game::<R>(&json!({"players": 1}), 0);
        world.ground = table.ground;
        let Value::Object(options) = options else { panic!("{options} is no object") };
        let lens = Sproutopia::<R>::lens(&options).expect("a lens");
        let mut out = std::vec![7; if R::LEGACY { 6 } else { 5 }];
        Sproutopia::<R>::mask(&world, &table.state, Seat(0), lens, &mut out);
        out
    }
    assert_eq!(mask::<Official>("A1,1 A>R", json!({})), [1, 1, 1, 0, 1]);
    assert_eq!(mask::<Official>("A0,0", json!({})), [1, 0, 1, 0, 1]);
    assert_eq!(mask::<Official>("A0,0 A>U", json!({"mask": "useful"})), [1, 0, 0, 0, 1]);
    assert_eq!(mask::<Official>("A0,0 A>U", json!({"mask": "legal"})), [1; 5]);
    assert_eq!(mask::<Legacy>("A23,15 A>S", json!({})), [1, 1, 0, 1, 0, 1]);
    let error = |options: Value| {
        let Value::Object(options) = options else { panic!("{options} is no object") };
        Sproutopia::<Official>::lens(&options).expect_err("a bad lens").to_string()
    };
    assert_eq!(error(json!({"mask": "all"})), "mask: \"all\" is not one of useful, legal");
    assert_eq!(error(json!({"place": 1})), "place: 1 is not true or false");
}

#[test]
fn a_number_is_an_action_while_the_match_runs() {
    let (world, mut state) = game::<Official>(&json!({}), 0);
    let numbered =
        |state: &State<Official>, number| Sproutopia::<Official>::numbered(&world, state, Seat(0), lens(), number);
    let actions: Vec<_> = (0..7).map(|number| numbered(&state, number)).collect();
    let expected: Vec<_> = Action::ALL[..5].iter().map(|&action| Some(action)).chain([None, None]).collect();
    assert_eq!(actions, expected);
    state.end = Some(End::Full);
    assert_eq!(numbered(&state, 1), None);
    let (world, state) = game::<Legacy>(&json!({}), 0);
    assert_eq!(Sproutopia::<Legacy>::numbered(&world, &state, Seat(0), lens(), 5), Some(Action::Stand));
}

#[test]
fn reward_is_the_change_of_land_and_the_place_at_the_end() {
    let (world, before) = game::<Official>(&json!({"players": 3, "cols": 10, "rows": 10}), 0);
    let mut after = before.clone();
    after.farmers[0].cells = 14;
    after.farmers[2].cells = 4;
    let reward = |after: &State<Official>, i: u8, lens: Lens| {
        reward_between::<Sproutopia<Official>>(&world, &before, after, Seat(i), lens)
    };
    assert_eq!([0, 1, 2].map(|i| reward(&after, i, lens())), [0.05, 0.0, -0.05]);
    after.end = Some(End::MaxTicks);
    assert_eq!([0, 1, 2].map(|i| reward(&after, i, lens())), [1.05, 0.5, -0.05]);
    let land = Lens { mask: Mask::Useful, place: false };
    assert_eq!([0, 1, 2].map(|i| reward(&after, i, land)), [0.05, 0.0, -0.05]);
    let again = reward_between::<Sproutopia<Official>>(&world, &after, &after, Seat(0), lens());
    assert_eq!(again, 0.0, "the place is paid once");
    let (world, before) = game::<Official>(&json!({"players": 1, "cols": 10, "rows": 10}), 0);
    let mut after = before.clone();
    after.end = Some(End::MaxTicks);
    assert_eq!(reward_between::<Sproutopia<Official>>(&world, &before, &after, Seat(0), lens()), 0.0);
}

#[test]
fn without_a_clock_tick_t_begins_with_seat_t_mod_n() {
    let (world, mut state) = game::<Official>(&json!({"players": 3}), 0);
    let first: Vec<u8> = (0..5)
        .map(|tick| {
            state.tick = tick;
            Sproutopia::<Official>::first_to_arrive(&world, &state).0
        })
        .collect();
    assert_eq!(first, [1, 2, 0, 1, 2]);
}
