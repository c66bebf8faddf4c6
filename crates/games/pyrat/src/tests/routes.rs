//! The array `routes`: travel times, first steps, order, and that who follows it arrives when it says.

use super::matches::{self, each_turn};
use super::mirror::turned;
use crate::encode::Lens;
use crate::twin::{Board, Plain, Spot, beyond};
use crate::{Action, PyRat, State, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const ROUTES: usize = 4;
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];
const LENSES: [Lens; 2] = [Lens::ABSOLUTE, Lens::OWN];

fn routes<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens) -> Vec<[f32; 9]> {
    // No old content of the memory may remain.
    let mut out = vec![f32::NAN; 9 * usize::from(lens.routes)];
    PyRat::<W>::encode(world, state, seat, lens, ROUTES, Slot::F32(&mut out));
    out.as_chunks::<9>().0.to_vec()
}

/// The travel times from a cell: whoever is reached sooner than before tells its neighbours, until nobody is.
fn times(board: &Board, from: Spot) -> BTreeMap<Spot, u32> {
    let mut times = BTreeMap::from([(from, 0)]);
    let mut news = BTreeSet::from([from]);
    while let Some(spot) = news.pop_first() {
        for way in Action::DIRECTIONS {
            let (turns, there) = (board.turns(spot, way), beyond(spot, way));
            let time = times[&spot] + u32::from(turns);
            if turns > 0 && times.get(&there).is_none_or(|&best| time < best) {
                times.insert(there, time);
                news.insert(there);
            }
        }
    }
    times
}

/// The array in plain words: each cheese with its times, the steps that begin a shortest way, and where it lies.
fn expected(board: &Board, plain: &Plain, seat: Seat, lens: Lens) -> Vec<[f32; 9]> {
    let turns = lens.turns(seat);
    let seen = |(x, y): Spot| if turns { (board.width - 1 - x, board.height - 1 - y) } else { (x, y) };
    let (own, other) = (&plain.players[seat.index()], &plain.players[1 - seat.index()]);
    let (mine, theirs) = (times(board, own.at), times(board, other.at));
    let rests = Action::DIRECTIONS.map(|way| times(board, beyond(own.at, way)));
    let until =
        |times: &BTreeMap<Spot, u32>, spot, delay: i32| times.get(&spot).map(|&time| (time + delay as u32).max(1));
    let scaled = |time: Option<u32>| time.map_or(64, |time| time.min(63)) as f32 / 32.0;
    let mut cheese: Vec<Spot> = plain.cheese.iter().copied().collect();
    cheese.sort_by_key(|&spot| (mine.get(&spot).copied().unwrap_or(u32::MAX), seen(spot).1, seen(spot).0));
    let mut rows: Vec<_> = cheese
        .into_iter()
        .map(|spot| {
            let mut row = [0.0; 9];
            row[0] = 1.0;
            row[1] = scaled(until(&mine, spot, own.delay));
            row[2] = scaled(until(&theirs, spot, other.delay));
            for (way, rest) in Action::DIRECTIONS.into_iter().zip(&rests) {
                let cost = u32::from(board.turns(own.at, way));
                let rest = rest.get(&spot).copied();
                if cost > 0 && spot != own.at && rest.map(|rest| rest + cost) == mine.get(&spot).copied() {
                    row[3 + if turns { way.mirrored() } else { way } as usize] = 1.0;
                }
            }
            let (at, me) = (seen(spot), seen(own.at));
            row[7] = (at.0 - me.0) as f32 / 32.0;
            row[8] = (at.1 - me.1) as f32 / 32.0;
            row
        })
        .collect();
    rows.resize(usize::from(lens.routes), [0.0; 9]);
    rows
}

#[test]
fn routes_equal_plain_searches() {
    let mut seen = [0; 3];
    each_turn(24, 2..=6, |turn| {
        if turn.after.turn % 4 != 1 {
            return;
        }
        let (board, plain) = (Board::of(&turn.world.maze), Plain::of(turn.world, turn.after));
        for (seat, lens) in SEATS.into_iter().flat_map(|seat| LENSES.map(|lens| (seat, lens))) {
            for rows in [1, 3, 16, 64] {
                let lens = Lens { routes: rows, ..lens };
                let shown = routes(turn.world, turn.after, seat, lens);
                assert_eq!(shown, expected(&board, &plain, seat, lens), "{seat:?}, {lens:?}");
                seen[0] += shown.iter().filter(|row| row[0] == 0.0).count();
                seen[1] += shown.iter().filter(|row| row[1] == 2.0).count();
                seen[2] += shown.iter().filter(|row| row[3..7].iter().sum::<f32>() > 1.0).count();
            }
        }
    });
    assert!(seen.iter().all(|&count| count > 20), "empty rows, unreachable cheese, equal ways: {seen:?}");
}

#[test]
fn who_follows_a_route_eats_when_it_says() {
    for seed in 0..40 {
        let document = json!({"preset": "small", "mud_density": 0.4, "max_turns": 500, "end_on_majority": false});
        let (world, mut state) = matches::game::<10>(&document, seed);
        let mut random = Random::new(seed);
        for _ in 0..random.below(12) {
            let actions = [0; 2].map(|_| Action::ALL[random.index(5)]);
            matches::step(&world, &mut state, actions);
        }
        let lens = Lens { routes: 64, ..Lens::OWN };
        let rows = routes(&world, &state, Seat(1), lens);
        let there = rows.iter().filter(|row| row[0] == 1.0).count();
        let row = rows[random.index(there)];
        let goal = |row: &[f32; 9], state: &State<10>| {
            let at = world.grid().cell(state.pos[1].into());
            (i32::from(at.x) - (32.0 * row[7]) as i32, i32::from(at.y) - (32.0 * row[8]) as i32)
        };
        let target = goal(&row, &state);
        let time = (32.0 * row[1]) as u32;
        if time >= 63 {
            continue;
        }
        for passed in 0..time {
            let rows = routes(&world, &state, Seat(1), lens);
            let row = rows.iter().find(|row| row[0] == 1.0 && goal(row, &state) == target).expect("it is still there");
            assert_eq!((32.0 * row[1]) as u32, time - passed, "seed {seed}");
            let step = row[3..7].iter().position(|&step| step == 1.0).map_or(Action::Stay, |step| Action::ALL[step]);
            matches::step(&world, &mut state, [Action::Stay, step.mirrored()]);
        }
        let rows = routes(&world, &state, Seat(1), lens);
        assert!(!rows.iter().any(|row| row[0] == 1.0 && goal(row, &state) == target), "seed {seed}: eaten");
    }
}

#[test]
fn own_routes_are_those_of_the_game_turned_round() {
    each_turn(64, 2..=9, |turn| {
        let (opposite, other) = turned(turn.world, turn.after);
        let own = routes(turn.world, turn.after, Seat(1), Lens::OWN);
        assert_eq!(own, routes(&opposite, &other, Seat(0), Lens::ABSOLUTE));
        let own = routes(turn.world, turn.after, Seat(0), Lens::OWN);
        assert_eq!(own, routes(turn.world, turn.after, Seat(0), Lens::ABSOLUTE));
    });
}

#[test]
fn routes_brought_up_to_date_equal_fresh_ones() {
    each_turn(64, 2..=9, |turn| {
        for (seat, lens) in SEATS.into_iter().flat_map(|seat| LENSES.map(|lens| (seat, lens))) {
            let mut kept = routes(turn.world, turn.before, seat, lens);
            let slot = Slot::F32(kept.as_flattened_mut());
            PyRat::<10>::update(turn.world, turn.before, turn.after, seat, lens, ROUTES, slot);
            assert_eq!(kept, routes(turn.world, turn.after, seat, lens));
        }
    });
}

#[test]
fn routes_are_found_on_boards_of_every_size() {
    fn check<const W: usize>(document: &Value) {
        let (world, state) = matches::game::<W>(document, 3);
        let (board, plain) = (Board::of(&world.maze), Plain::of(&world, &state));
        let lens = Lens { routes: 2, ..Lens::OWN };
        for seat in SEATS {
            assert_eq!(routes(&world, &state, seat, lens), expected(&board, &plain, seat, lens)[..2]);
        }
    }
    let few = |width: u16, height: u16| json!({"width": width, "height": height, "cheese_count": 2, "mud_range": 255});
    check::<10>(&few(20, 16));
    check::<26>(&few(26, 32));
    check::<42>(&few(42, 32));
    check::<128>(&few(64, 64));
}

#[test]
fn a_row_tells_times_steps_and_place() {
    let document = json!({
        "width": 5, "height": 2, "walls": [[3, 0, 4, 0], [3, 1, 4, 1]], "mud": [[1, 0, 2, 0, 4]],
        "cheese": [[2, 0], [0, 1], [4, 1]], "start": [[0, 0], [3, 1]], "max_turns": 20,
    });
    let (world, mut state) = matches::game::<10>(&document, 0);
    let rows = |state: &State<10>| routes(&world, state, Seat(0), Lens { routes: 4, ..Lens::ABSOLUTE });
    let part = |n: f32| n / 32.0;
    let up_left = [1.0, part(1.0), part(3.0), 1.0, 0.0, 0.0, 0.0, 0.0, part(1.0)];
    let mud_or_round = [1.0, part(4.0), part(2.0), 1.0, 1.0, 0.0, 0.0, part(2.0), 0.0];
    let walled_off = [1.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, part(4.0), part(1.0)];
    assert_eq!(rows(&state), [up_left, mud_or_round, walled_off, [0.0; 9]]);
    matches::step(&world, &mut state, [Action::Right, Action::Stay]);
    matches::step(&world, &mut state, [Action::Right, Action::Stay]);
    assert_eq!((state.pos[0], state.delay[0]), (2, 3));
    let in_mud = [1.0, part(3.0), part(2.0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(rows(&state)[0], in_mud, "it eats where it comes out");
    assert_eq!(rows(&state)[1][1], part(6.0), "three turns in the mud, three back");
}
