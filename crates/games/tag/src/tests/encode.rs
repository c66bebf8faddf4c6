//! Arrays, masks and rewards for learners: R45, R46.

use super::matches::{self, all_seats, spoken, with};
use crate::encode::Lens;
use crate::ground::Sight;
use crate::position::Position;
use crate::state::{Side, State, Status};
use crate::view::unit_of;
use crate::{Action, Step, Tag, World};
use gridhaunt_kernel::learn::reward_between;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

const PLANES: usize = 0;
const NUMBERS: usize = 1;
const NEAREST: usize = 2;
const WHOLE: Lens = Lens { window: None, own: false, nearest: 3 };
const OWN: Lens = Lens { own: true, ..WHOLE };

const fn window(radius: u8) -> Lens {
    Lens { window: Some(radius), ..WHOLE }
}

fn length(world: &World, lens: Lens) -> usize {
    match lens.window {
        None => 5 * world.grid().cells(),
        Some(radius) => 6 * (2 * usize::from(radius) + 1).pow(2),
    }
}

fn planes<const N: usize>(world: &World, state: &State<N>, seat: Seat, lens: Lens) -> Vec<u8> {
    // No old content of the memory may remain.
    let mut out = vec![0xA5; length(world, lens)];
    Tag::<N>::encode(world, state, seat, lens, PLANES, Slot::U8(&mut out));
    out
}

fn numbers<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> [f32; 10] {
    let mut out = [f32::NAN; 10];
    Tag::<N>::encode(world, state, seat, WHOLE, NUMBERS, Slot::F32(&mut out));
    out
}

fn nearest<const N: usize>(world: &World, state: &State<N>, seat: Seat, rows: u8) -> Vec<[f32; 16]> {
    let mut out = vec![f32::NAN; 3 * 16 * usize::from(rows)];
    let lens = Lens { nearest: rows, ..WHOLE };
    Tag::<N>::encode(world, state, seat, lens, NEAREST, Slot::F32(&mut out));
    out.as_chunks::<16>().0.to_vec()
}

fn mask<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> [u8; 9] {
    let mut out = [0xA5; 9];
    Tag::<N>::mask(world, state, seat, WHOLE, &mut out);
    out
}

/// Planes as rows of text, one after the other with a line between.
fn drawn(planes: &[u8], width: usize, height: usize) -> String {
    let rows =
        planes.chunks(width).map(|row| row.iter().map(|cell| if *cell == 1 { '#' } else { '.' }).collect::<String>());
    let rows: Vec<String> = rows.collect();
    rows.chunks(height).map(|plane| plane.join("\n")).collect::<Vec<_>>().join("\n\n")
}

/// A board of 5 by 4:
/// ```text
/// .A..>
/// .....
/// a.bB.
/// >....
/// ```
fn small(more: Value) -> (World, State<8>) {
    let document = json!({
        "width": 5, "height": 4, "exits": [[4, 0], [0, 3]], "survivor_sight": 2, "killer_sight": 1, "max_rounds": 8,
        "start": {
            "round": 2, "killers": {"0": [1, 0], "1": [3, 2]}, "survivors": {"0": [0, 2], "1": [2, 2]}, "escaped": [2],
            "captured": [3],
        },
    });
    matches::game(&with(document, more), 0)
}

#[test]
fn planes_by_hand() {
    let (world, state) = small(json!({}));
    let survivor = "
.....\n.....\n#....\n.....\n
.....\n.....\n..#..\n.....\n
.#...\n.....\n.....\n.....\n
....#\n.....\n.....\n#....\n
###..\n###..\n###..\n###..";
    assert_eq!(drawn(&planes(&world, &state, Seat(0), WHOLE), 5, 4), survivor.trim());
    let killer = "
.....\n.....\n...#.\n.....\n
.....\n.....\n.....\n.....\n
.....\n.....\n..#..\n.....\n
....#\n.....\n.....\n#....\n
.....\n..###\n..###\n..###";
    assert_eq!(drawn(&planes(&world, &state, Seat(5), WHOLE), 5, 4), killer.trim());
    assert!(planes(&world, &state, Seat(2), WHOLE).iter().all(|&cell| cell == 0), "off the board: zeros");
}

#[test]
fn planes_of_a_window_by_hand() {
    let (world, state) = small(json!({}));
    // Around a at (0,2): columns -1 to 1, rows 1 to 3.
    let survivor = "
...\n.#.\n...\n
...\n...\n...\n
...\n...\n...\n
...\n...\n.#.\n
.##\n.##\n.##\n
.##\n.##\n.##";
    assert_eq!(drawn(&planes(&world, &state, Seat(0), window(1)), 3, 3), survivor.trim());
    // Around A at (1,0), whose sight is 1: columns -1 to 3, rows -2 to 2.
    let killer = "
.....\n.....\n..#..\n.....\n.....\n
.....\n.....\n.....\n.....\n.....\n
.....\n.....\n.....\n.....\n.....\n
.....\n.....\n.....\n.....\n.....\n
.....\n.....\n.###.\n.###.\n.....\n
.....\n.....\n.####\n.####\n.####";
    assert_eq!(drawn(&planes(&world, &state, Seat(4), window(2)), 5, 5), killer.trim());
    assert!(planes(&world, &state, Seat(3), window(2)).iter().all(|&cell| cell == 0), "off the board: zeros");
}

#[test]
fn numbers_by_hand() {
    let (world, state) = small(json!({}));
    // a at (0,2): the exit (0,3) is near. b at (2,2): both exits are 2 away, so the one with the lower number, (4,0).
    let shares = [2.0 / 8.0, 2.0 / 4.0, 1.0 / 4.0, 1.0 / 4.0];
    let expected = |own: [f32; 4], killer: f32, id: f32| {
        let [round, inside, escaped, captured] = shares;
        [own[0], own[1], own[2], own[3], round, inside, escaped, captured, killer, id / 16.0]
    };
    assert_eq!(numbers(&world, &state, Seat(0)), expected([0.0, 0.5, 0.0, 0.25], 0.0, 0.0));
    assert_eq!(numbers(&world, &state, Seat(1)), expected([0.4, 0.5, 0.4, -0.5], 0.0, 1.0));
    assert_eq!(numbers(&world, &state, Seat(4)), expected([0.2, 0.0, 0.6, 0.0], 1.0, 0.0));
    assert_eq!(numbers(&world, &state, Seat(5)), expected([0.6, 0.5, 0.2, -0.5], 1.0, 1.0));
    assert_eq!(numbers(&world, &state, Seat(2)), [0.0; 10], "off the board: zeros");
}

#[test]
fn nearest_by_hand() {
    let (world, state) = small(json!({}));
    let row = |time: f32, rival: f32, step: Step, dx: f32, dy: f32, kind: [f32; 2]| {
        let mut row = [0.0; 16];
        row[..3].copy_from_slice(&[1.0, time / 32.0, rival / 32.0]);
        row[3 + step as usize] = 1.0;
        row[12..].copy_from_slice(&[dx / 32.0, dy / 32.0, kind[0], kind[1]]);
        row
    };
    let (exit, enemy, ally, none) = ([0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0; 16]);
    // a at (0,2) sees two cells far: A at (1,0), which has three steps to either exit, and b at (2,2).
    let expected = [
        row(1.0, 3.0, Step::S, 0.0, 1.0, exit),
        row(4.0, 3.0, Step::NE, 4.0, -2.0, exit),
        row(2.0, 3.0, Step::NE, 1.0, -2.0, enemy),
        none,
        row(2.0, 2.0, Step::E, 2.0, 0.0, ally),
        none,
    ];
    assert_eq!(nearest(&world, &state, Seat(0), 2), expected);
    // A sees one cell far, so nobody, and knows no rival.
    let expected = [row(3.0, 64.0, Step::E, 3.0, 0.0, exit), none, none];
    assert_eq!(nearest(&world, &state, Seat(4), 1), expected);
    assert_eq!(nearest(&world, &state, Seat(2), 1), [none; 3], "off the board: zeros");
}

/// The rows of one kind by the words of the page: what is seen, sorted by distance, then by number.
fn expected_rows(me: Cell, list: Vec<Cell>, rows: u8, kind: [f32; 2], rival: impl Fn(Cell) -> f32) -> Vec<[f32; 16]> {
    let gap = |at: Cell| (i32::from(at.x) - i32::from(me.x), i32::from(at.y) - i32::from(me.y));
    let mut list: Vec<(i32, usize, Cell)> =
        list.into_iter().enumerate().map(|(i, at)| (gap(at).0.abs().max(gap(at).1.abs()), i, at)).collect();
    list.sort_unstable_by_key(|&(far, i, _)| (far, i));
    let mut out: Vec<[f32; 16]> = list
        .into_iter()
        .map(|(far, _, at)| {
            let (dx, dy) = gap(at);
            let mut row = [0.0; 16];
            row[..3].copy_from_slice(&[1.0, far as f32 / 32.0, rival(at)]);
            let towards = |step: &Step| step.delta() == (dx.signum() as i8, dy.signum() as i8);
            row[3 + Step::ALL.iter().position(towards).expect("a step")] = 1.0;
            row[12..].copy_from_slice(&[dx as f32 / 32.0, dy as f32 / 32.0, kind[0], kind[1]]);
            row
        })
        .collect();
    out.resize(rows.into(), [0.0; 16]);
    out
}

#[test]
fn nearest_is_what_the_view_tells() {
    let mut seen = 0;
    matches::each_step::<8>(100, 45, |played| {
        let (world, state) = (played.world, &played.after);
        let far = |a: Cell, b: Cell| f32::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)));
        for seat in all_seats(world) {
            let view = Tag::<8>::view(world, state, &[], seat);
            let Some(me) = view.at else {
                assert_eq!(nearest(world, state, seat, 3), [[0.0; 16]; 9]);
                continue;
            };
            let cells =
                |list: &[crate::view::Seen]| list.iter().map(|unit| unit.at).filter(|&at| at != me).collect::<Vec<_>>();
            let (survivors, killers) = (cells(&view.survivors), cells(&view.killers));
            let survives = unit_of(world, seat).0 == Side::Survivor;
            let (own, other) = if survives { (survivors, killers) } else { (killers, survivors) };
            let to_exit = |at: Cell| world.exits.iter().map(|&exit| far(at, exit)).fold(f32::MAX, f32::min) / 32.0;
            let rival = |exit: Cell| other.iter().map(|&at| far(at, exit)).fold(64.0, f32::min) / 32.0;
            for rows in [1, 3, 16] {
                let expected = [
                    expected_rows(me, world.exits.clone(), rows, [0.0, 0.0], rival),
                    expected_rows(me, other.clone(), rows, [1.0, 0.0], to_exit),
                    expected_rows(me, own.clone(), rows, [0.0, 1.0], to_exit),
                ];
                assert_eq!(nearest(world, state, seat, rows), expected.concat(), "{} seat {seat}", played.document);
            }
            seen += other.len();
            let mut updated = nearest(world, played.before, seat, 3);
            let slot = Slot::F32(updated.as_flattened_mut());
            Tag::<8>::update(world, played.before, state, seat, WHOLE, NEAREST, slot);
            assert_eq!(updated, nearest(world, state, seat, 3));
        }
    });
    assert!(seen > 1000, "{seen} units were seen");
}

#[test]
fn masks_by_hand() {
    let (world, state) = small(json!({}));
    assert_eq!(mask(&world, &state, Seat(0)), [1, 1, 1, 1, 1, 1, 0, 0, 0], "a stands at the left border");
    assert_eq!(mask(&world, &state, Seat(4)), [1, 0, 0, 1, 1, 1, 1, 1, 0], "A stands at the upper border");
    assert_eq!(mask(&world, &state, Seat(2)), [1, 0, 0, 0, 0, 0, 0, 0, 0], "off the board: stay");
    let start = json!({"killers": {"0": [3, 0], "1": [1, 2]}, "survivors": {"0": [0, 2]}});
    let (world, state) = small(json!({"killers_on_exits": "forbid", "start": start}));
    assert_eq!(mask(&world, &state, Seat(1)), [1, 0, 0, 0, 1, 1, 1, 1, 0], "the exit in the east is barred");
    assert_eq!(mask(&world, &state, Seat(2)), [1, 1, 1, 1, 1, 1, 0, 1, 1], "the exit in the south-west is barred");
    assert_eq!(mask(&world, &state, Seat(0)), [1, 1, 1, 1, 1, 1, 0, 0, 0], "survivors are not barred");
}

#[test]
fn arrays_have_the_published_shapes() {
    let settings = matches::settings(&json!({"width": 20, "height": 30, "survivors": 2, "killers": 5}));
    assert_eq!((Tag::<8>::actions(&settings), Tag::<8>::seats_of(&settings)), (9, 7));
    let shapes = |lens| {
        let list = Tag::<8>::encodings(&settings, lens).into_iter();
        list.map(|encoding| (encoding.name, encoding.dtype, encoding.shape)).collect::<Vec<_>>()
    };
    let all = |shape: Vec<usize>, rows: usize| {
        let numbers = [("numbers", Dtype::F32, vec![10]), ("nearest", Dtype::F32, vec![rows, 16])];
        [("planes", Dtype::U8, shape)].into_iter().chain(numbers).collect::<Vec<_>>()
    };
    assert_eq!(shapes(WHOLE), all(vec![5, 30, 20], 9));
    assert_eq!(shapes(window(3)), all(vec![6, 7, 7], 9));
    assert_eq!(shapes(Lens { nearest: 16, ..window(255) }), all(vec![6, 511, 511], 48));
}

#[test]
fn a_lens_has_a_window_and_a_kind_of_reward() {
    let lens = |options: Value| {
        let options = options.as_object().cloned().unwrap_or_default();
        Tag::<8>::lens(&options).map_err(|error| error.to_string())
    };
    assert_eq!(lens(json!({})), Ok(WHOLE));
    assert_eq!(lens(json!({"window": 255, "own": true})), Ok(Lens { window: Some(255), ..OWN }));
    for wrong in [json!(0), json!(256), json!("3"), json!(null)] {
        assert_eq!(lens(json!({"window": wrong})), Err(format!("window: {wrong} is not in 1..=255")));
    }
    assert_eq!(lens(json!({"own": 1})), Err("own: 1 is not true or false".to_string()));
}

#[test]
fn numbered_actions_are_steps_without_a_bid() {
    let (world, state) = small(json!({}));
    for (number, step) in Step::ALL.into_iter().enumerate() {
        assert_eq!(Tag::<8>::numbered(&world, &state, Seat(0), WHOLE, number), Some(Action { step, bid: 0 }));
    }
    assert_eq!(Tag::<8>::numbered(&world, &state, Seat(0), WHOLE, 9), None);
    assert_eq!(Tag::<8>::numbered(&world, &state, Seat(0), WHOLE, 1 << 20), None);
}

/// The planes by the words of R45, computed cell by cell.
fn expected_planes<const N: usize>(world: &World, state: &State<N>, seat: Seat, lens: Lens) -> Vec<u8> {
    let position = Position::of(&world.code, state);
    let (side, id) = unit_of(world, seat);
    let killers: Vec<Option<Cell>> = position.killers.into_iter().map(Some).collect();
    let inside = |(status, at): (Status, Cell)| (status == Status::In).then_some(at);
    let survivors: Vec<Option<Cell>> = position.survivors.into_iter().map(inside).collect();
    let (own, other) = match side {
        Side::Survivor => (survivors, killers),
        Side::Killer => (killers, survivors),
    };
    let mut out = vec![0; length(world, lens)];
    let Some(me) = own[id] else { return out };
    let eyes: Vec<Cell> = if world.code.team_vision { own.iter().flatten().copied().collect() } else { vec![me] };
    let far = |a: Cell, b: Cell| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y));
    let sees = |at: Cell| match world.code.sight[side as usize] {
        Sight::All => true,
        Sight::Within(most) => eyes.iter().any(|&from| far(from, at) <= most.into()),
    };
    let grid = world.grid();
    let (left, top, width, height) = match lens.window {
        None => (0, 0, i32::from(grid.width()), i32::from(grid.height())),
        Some(r) => {
            let side = 2 * i32::from(r) + 1;
            (i32::from(me.x) - i32::from(r), i32::from(me.y) - i32::from(r), side, side)
        }
    };
    for y in 0..height {
        for x in 0..width {
            let (bx, by) = (left + x, top + y);
            if !(0..i32::from(grid.width())).contains(&bx) || !(0..i32::from(grid.height())).contains(&by) {
                continue;
            }
            let at = Cell { x: bx as u16, y: by as u16 };
            let values = [
                at == me,
                at != me && own.contains(&Some(at)) && sees(at),
                other.contains(&Some(at)) && sees(at),
                world.exits.contains(&at),
                sees(at),
                true,
            ];
            let planes = if lens.window.is_some() { 6 } else { 5 };
            for plane in 0..planes {
                out[((plane * height + y) * width + x) as usize] = values[plane as usize].into();
            }
        }
    }
    out
}

#[test]
fn arrays_are_as_the_rule_says_written_anew_or_brought_up_to_date() {
    let mut moved = 0;
    matches::each_step::<8>(250, 45, |played| {
        let (world, before, after) = (played.world, &played.before, &played.after);
        for seat in all_seats(world) {
            for lens in [WHOLE, window(1), window(4)] {
                let expected = expected_planes(world, after, seat, lens);
                assert_eq!(planes(world, after, seat, lens), expected, "{} seat {seat} {lens:?}", played.document);
                let mut updated = planes(world, before, seat, lens);
                moved += u32::from(updated != expected);
                Tag::<8>::update(world, before, after, seat, lens, PLANES, Slot::U8(&mut updated));
                assert_eq!(updated, expected, "{} seat {seat} {lens:?}, updated", played.document);
            }
            let mut updated = numbers(world, before, seat);
            Tag::<8>::update(world, before, after, seat, WHOLE, NUMBERS, Slot::F32(&mut updated));
            assert_eq!(updated, numbers(world, after, seat));
            let expected = mask_by_rule(world, after, seat);
            assert_eq!(mask(world, after, seat), expected, "{} seat {seat}", played.document);
        }
    });
    assert!(moved > 1000, "{moved}");
}

fn mask_by_rule<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> [u8; 9] {
    let position = Position::of(&world.code, state);
    let (side, id) = unit_of(world, seat);
    let at = match side {
        Side::Killer => Some(position.killers[id]),
        Side::Survivor => Some(position.survivors[id].1).filter(|_| position.survivors[id].0 == Status::In),
    };
    let open = |step: Step| {
        let Some(at) = at.filter(|_| state.end.is_none() && step != Step::Stay) else { return step == Step::Stay };
        let (dx, dy) = step.delta();
        let (x, y) = (i32::from(at.x) + i32::from(dx), i32::from(at.y) + i32::from(dy));
        let inside = x >= 0 && y >= 0 && x < world.grid().width().into() && y < world.grid().height().into();
        let exit = world.exits.contains(&Cell { x: x as u16, y: y as u16 });
        inside && !(side == Side::Killer && world.code.barred && exit)
    };
    Step::ALL.map(|step| open(step).into())
}

// R46.

#[test]
fn rewards_by_hand() {
    // One escapes, one walks into a killer, one is stranded.
    let document = json!({
        "width": 6, "height": 6, "exits": [[5, 5]], "max_rounds": 1, "start": {
            "phase": "survivor", "killers": {"0": [0, 0], "1": [3, 0]},
            "survivors": {"0": [5, 4], "1": [2, 0], "2": [0, 5]},
        },
    });
    let (world, before) = matches::game::<8>(&document, 0);
    let mut after = before;
    matches::step(&world, &mut after, &spoken(&world, "a S, b E, c stay"));
    let paid = |lens| [0, 1, 2, 3, 4].map(|seat| reward_between::<Tag<8>>(&world, &before, &after, Seat(seat), lens));
    let share = -1.0 / 3.0;
    assert_eq!(paid(WHOLE), [share, share, share, -share, -share], "(1 - 1 - 1) / 3 and the negative");
    assert_eq!(paid(OWN), [1.0, -1.0, -1.0, 0.0, 1.0]);
    let nothing = [0, 1, 2, 3, 4].map(|seat| reward_between::<Tag<8>>(&world, &after, &after, Seat(seat), OWN));
    assert_eq!(nothing, [0.0; 5], "and only once");
}

#[test]
fn over_a_match_rewards_sum_to_the_utility_by_score() {
    for game in 0..150 {
        let mut random = Random::stream(46, game);
        let (s, k) = (1 + random.below(8), 1 + random.below(8));
        let document = json!({
            "width": 9, "height": 8, "survivors": s, "killers": k, "max_rounds": 1 + random.below(20),
            "exit_spacing": 2, "d_exit_min": 1, "d_enemy_min": 2, "d_ally_min": 1,
        });
        let (world, mut state) = matches::game::<8>(&document, game);
        let seats: Vec<Seat> = all_seats(&world).collect();
        let (mut shared, mut own) = (vec![0.0; seats.len()], vec![0.0; seats.len()]);
        let mut lasted = vec![true; seats.len()];
        while state.end.is_none() {
            let before = state;
            let choices = matches::wild_choices(&mut random, &world, &state);
            matches::step(&world, &mut state, &choices);
            for &seat in &seats {
                let index = seat.index();
                shared[index] += reward_between::<Tag<8>>(&world, &before, &state, seat, WHOLE);
                own[index] += reward_between::<Tag<8>>(&world, &before, &state, seat, OWN);
                let over = state.end.is_some();
                assert_eq!(Tag::<8>::lasts(&world, &state, seat, WHOLE), !over, "every seat lasts until the end");
                let gone = seat.0 < world.code.survivors && state.inside >> seat.0 & 1 == 0;
                assert_eq!(Tag::<8>::lasts(&world, &state, seat, OWN), !over && !gone);
                assert!(lasted[index] || !Tag::<8>::lasts(&world, &state, seat, OWN), "an episode ends once");
                lasted[index] = Tag::<8>::lasts(&world, &state, seat, OWN);
            }
        }
        let counts = state.counts();
        let worth = (2.0 * f32::from(counts.escaped) - s as f32) / s as f32;
        for &seat in &seats {
            let runs = u64::from(seat.0) < s;
            let expected = if runs { worth } else { -worth };
            assert!((shared[seat.index()] - expected).abs() < 1e-5, "{shared:?} {expected}");
            let expected = match state.status(seat.index()) {
                _ if !runs => f32::from(state.captures[seat.index() - s as usize]),
                Status::Escaped => 1.0,
                _ => -1.0,
            };
            assert_eq!(own[seat.index()], expected);
        }
    }
}
