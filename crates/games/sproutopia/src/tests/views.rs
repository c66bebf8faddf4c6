//! What a seat receives (R48, R49).

use super::matches::{Table, cell, game};
use crate::action::Action;
use crate::field::OVERGROWN;
use crate::full::Full;
use crate::game::Complete;
use crate::power::PowerKind;
use crate::state::State;
use crate::view::{Held, OFF, Thing, UNCLAIMED, View, Window, view};
use crate::weeds::Weed;
use crate::{Ground, Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::some_of;
use serde_json::json;

/// The window as signs: `A` to `D` land, `a` to `d` trail, `.` unclaimed, `~` off the board.
fn window(view: &View) -> String {
    let sign = |code: &u8| match *code {
        OFF => '~',
        UNCLAIMED => '.',
        code if code < 4 => char::from(b'A' + code),
        code => char::from(b'a' + code - 4),
    };
    let codes: Vec<u8> = view.window.codes().collect();
    let rows = codes.chunks(view.window.side().into());
    rows.map(|row| row.iter().map(sign).collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// The codes of R49, computed cell by cell.
fn slow_code<R: Complete>(ground: &Ground, state: &State<R>, x: i32, y: i32) -> u8 {
    let on = x >= 0 && y >= 0 && x < ground.code.cols.into() && y < ground.code.rows.into();
    if !on {
        return 254;
    }
    let at = cell(x as u16, y as u16);
    let trail = (0..4).find(|&i| state.trail(i).iter().any(|cell| cell == at));
    let land = (0..4).find(|&i| state.field.contains(i, at));
    trail.map(|i| i as u8 + 4).or(land.map(|i| i as u8)).unwrap_or(255)
}

#[test]
fn a_window_shows_trails_before_land_and_the_lowest_seat_first() {
    let mut table = Table::<Legacy>::drawn("AAA... AAA.BB ...BBB", 2, cell(3, 3)).place("A2,1 A>R B4,1 B>L");
    table.state.field.insert(1, cell(5, 4));
    table.state.lift(1);
    [cell(7, 4), cell(6, 4), cell(6, 3)].into_iter().for_each(|cell| table.state.tread(1, cell));
    table.state.lift(0);
    [cell(5, 4), cell(6, 4)].into_iter().for_each(|cell| table.state.tread(0, cell));
    let seen = view(&table.ground, &table.state, Seat(0));
    assert_eq!(seen.window.side(), 5);
    assert_eq!(window(&seen), "..... AAAb. AAaab ...BB .....");
    let seen = view(&table.ground, &table.state, Seat(1));
    assert_eq!(window(&seen), "..... Ab... aabB. .BBB. .....");
    // The whole board shows a trail on its own farmer's land as land.
    let full = Full::new(&table.ground, &table.state);
    assert_eq!((full.code(cell(5, 4)), full.code(cell(6, 4)), full.code(cell(7, 4))), (0, 4, 1));
    assert_eq!((full.owner(cell(5, 4)), full.highest_owner(cell(5, 4))), (Some(Seat(0)), Some(Seat(1))));
    assert_eq!(full.code(cell(0, 0)), UNCLAIMED);
}

#[test]
fn a_trail_on_land_that_its_farmer_shares_shows_as_land() {
    let mut table = Table::<Legacy>::drawn("AA B.", 2, cell(0, 0));
    table.state.field.insert(1, cell(0, 0));
    table.state.tread(1, cell(0, 0));
    table.state.tread(1, cell(1, 0));
    let full = Full::new(&table.ground, &table.state);
    assert_eq!((full.code(cell(0, 0)), full.code(cell(1, 0))), (0, 5));
}

#[test]
fn beyond_the_edge_a_window_is_off_the_board() {
    let table = Table::<Official>::drawn("AA... .....", 1, cell(0, 0)).place("A0,1");
    assert_eq!(window(&view(&table.ground, &table.state, Seat(0))), "~~~~~ ~~AA. ~~... ~~... ~~...");
    let table = Table::<Official>::drawn("AA... .....", 1, cell(0, 0)).place("A23,15");
    assert_eq!(window(&view(&table.ground, &table.state, Seat(0))), "...~~ ...~~ ...~~ ~~~~~ ~~~~~");
}

#[test]
fn odd_window_sizes_are_halved_down() {
    for (size, side) in [(2, 3), (3, 3), (10, 11), (11, 11), (128, 129)] {
        let (world, state) = game::<Official>(&json!({"player_window_size": size, "cols": 64, "rows": 6}), 0);
        let seen = Sproutopia::<Official>::view(&world, &state, &[], Seat(2));
        assert_eq!((seen.window.side(), seen.window.codes().count()), (side, usize::from(side) * usize::from(side)));
        let on = seen.window.codes().filter(|&code| code != OFF).count();
        assert!(on <= 64 * 6);
        assert_eq!(on == 64 * 6, size == 128);
    }
}

#[test]
fn weeds_things_and_farmers_are_told_within_the_window_only() {
    let mut table = Table::<Official>::drawn("AAAAAAAA AAAAAAAA", 3, cell(0, 0)).place("A3,0 A>R B5,2 C6,0 B+1:7");
    table.lay(cell(5, 0), PowerKind::Freeze);
    table.lay(cell(6, 0), PowerKind::Immunity);
    table.lay(cell(1, 2), PowerKind::Fertilizer);
    table.lay(cell(3, 3), PowerKind::TrailProtection);
    let mut weed = Weed::new(cell(4, 2), PowerKind::Fertilizer, 5);
    [cell(4, 3), cell(3, 2)].into_iter().for_each(|cell| weed.push(cell));
    table.state.field.put(OVERGROWN, &weed.cells().collect());
    table.state.plant(weed);
    let seen = view(&table.ground, &table.state, Seat(0));
    assert_eq!(seen.weeds, [cell(3, 2), cell(4, 2)]);
    let thing = |x: u16, y: u16, kind| Thing { at: cell(x, y), kind };
    assert_eq!(seen.things, [thing(5, 0, PowerKind::Freeze), thing(1, 2, PowerKind::Fertilizer)]);
    assert_eq!(seen.farmers, [cell(3, 0), cell(5, 2)]);
    assert_eq!(seen.power, None, "what others hold is hidden");
}

#[test]
fn a_seat_knows_itself() {
    let mut table = Table::<Official>::drawn("AAA. AAA.", 2, cell(0, 0)).place("A2,0 A>R A+2:9 A+4:0");
    table.play("AR,AD,AD");
    table.state.points[0] = 123;
    let seen = view(&table.ground, &table.state, Seat(0));
    assert_eq!((seen.tick, seen.at, seen.away, seen.momentum), (1, cell(3, 0), false, Action::Right));
    assert_eq!(seen.power, Some(Held { kind: PowerKind::Unprunable, left: Some(8) }));
    assert_eq!(seen.super_power, Some(Held { kind: PowerKind::TrailProtection, left: None }));
    assert_eq!((seen.queue, seen.cells, seen.points), (2, 15, 123));
    assert_eq!(seen.trail, [cell(2, 0), cell(3, 0)]);
    // 15 and 9 of 384 cells.
    assert_eq!(seen.percents, [3, 2]);
}

#[test]
fn an_away_farmer_sees_from_its_start_and_is_seen_by_nobody() {
    let mut table = Table::<Official>::drawn(".#", 2, cell(0, 0)).place("A0,0 A>R");
    table.state.farmers[1].at = cell(3, 13);
    table.play("-");
    assert!(table.state.is_away(0));
    let seen = view(&table.ground, &table.state, Seat(0));
    assert_eq!((seen.at, seen.away, seen.cells), (cell(2, 14), true, 0));
    assert_eq!(seen.farmers, [cell(3, 13)]);
    let other = view(&table.ground, &table.state, Seat(1));
    assert_eq!(other.farmers, [cell(3, 13)]);
    assert!(!other.away);
}

#[test]
fn every_code_is_that_of_a_slow_look() {
    fn compare<R: Complete>() {
        for (seed, (cols, window)) in (0..some_of(9)).zip([(11, 10), (64, 128), (40, 35)].into_iter().cycle()) {
            let mut document = super::wire::busy();
            (document["cols"], document["player_window_size"]) = (json!(cols), json!(window));
            super::wire::played::<R>(&document, seed, 90, |world, state, _| {
                let r = i32::from(world.ground.code.window) / 2;
                for i in 0..world.ground.players() {
                    let at = state.farmers[i].at;
                    let (x0, y0) = (i32::from(at.x) - r, i32::from(at.y) - r);
                    let codes: Vec<u8> = (0..=2 * r)
                        .flat_map(|y| (0..=2 * r).map(move |x| (x, y)))
                        .map(|(x, y)| slow_code(&world.ground, state, x0 + x, y0 + y))
                        .collect();
                    let seen = view(&world.ground, state, Seat(i as u8));
                    assert_eq!(seen.window.codes().collect::<Vec<_>>(), codes);
                    let inside = |cell: &Cell| {
                        (x0..=x0 + 2 * r).contains(&i32::from(cell.x)) && (y0..=y0 + 2 * r).contains(&i32::from(cell.y))
                    };
                    assert_eq!(seen.weeds, state.field.cells(OVERGROWN).iter().filter(inside).collect::<Vec<_>>());
                    let text = serde_json::to_string(&seen).expect("JSON");
                    assert_eq!(serde_json::from_str::<View>(&text).expect("a view"), seen);
                }
            });
        }
    }
    compare::<Official>();
    compare::<Legacy>();
}

#[test]
fn the_start_tells_settings_and_starts_and_the_seed_in_the_old_rules_only() {
    fn start<R: Complete>() -> (World, crate::view::Start) {
        let (world, state) = game::<R>(&json!({"players": 2, "cols": 20}), 9);
        let start = Sproutopia::<R>::start(&world, &state, Seat(1));
        (world, start)
    }
    let (world, official) = start::<Official>();
    assert_eq!((official.seed, official.seat), (None, Seat(1)));
    assert_eq!(official.starts, world.ground.starts[..2]);
    assert_eq!((official.number("cols"), official.number("rows"), official.number("nothing")), (20, 50, 0));
    assert!(!serde_json::to_string(&official).expect("JSON").contains("seed"));
    assert_eq!(start::<Legacy>().1.seed, Some(9));
}

#[test]
fn a_window_that_is_no_square_is_refused() {
    let (world, state) = game::<Official>(&json!({"player_window_size": 2}), 0);
    let mut document = serde_json::to_value(Sproutopia::<Official>::view(&world, &state, &[], Seat(0))).expect("JSON");
    document["window"] = json!([[1, 2], [3]]);
    let error = serde_json::from_value::<View>(document).expect_err("no square");
    assert_eq!(error.to_string(), "a window is a square");
}

#[test]
fn a_window_is_its_codes() {
    let square = |text: &str| -> Vec<u8> {
        let code = |sign: char| match sign {
            '~' => OFF,
            '.' => UNCLAIMED,
            sign => sign.to_digit(10).expect("a digit") as u8,
        };
        text.chars().filter(|sign| *sign != ' ').map(code).collect()
    };
    for good in ["", "~", ".", "~~~ ~~~ ~~~", "~~~ ~0. ~7.", "0123 4567 .... 7.30", "~~~~ ~~1~ ~~4~ ~~~~"] {
        let codes = square(good);
        let window = Window::from_codes(&codes).expect(good);
        assert_eq!(window.codes().collect::<Vec<_>>(), codes, "{good}");
        assert_eq!(window.code(codes.len()), OFF);
    }
    // No square; a hole in the board; a corner without board; a row without board between others; no such code.
    for bad in ["01", "... .~. ...", "~.. ... ...", "... ~~~ ...", "8"] {
        assert_eq!(Window::from_codes(&square(bad)), None, "{bad}");
    }
    assert_eq!(Window::from_codes(&std::vec![UNCLAIMED; 65 * 65]), None, "no board is so wide");
}

#[test]
fn the_rows_of_a_window_are_those_of_the_board() {
    super::wire::played::<Official>(&super::wire::busy(), 3, 90, |world, state, _| {
        for i in 0..world.ground.players() {
            let seen = view(&world.ground, state, Seat(i as u8));
            let read = Window::from_codes(&seen.window.codes().collect::<Vec<_>>()).unwrap();
            assert_eq!(read, seen.window, "however it was made");
            assert_eq!(read.strips(seen.at), seen.window.strips(seen.at));
            let seats: Vec<(Cell, u8)> = (seen.window.top(seen.at)..)
                .zip(seen.window.strips(seen.at).into_owned())
                .flat_map(|(y, strip)| {
                    let of = move |seat: u8| {
                        let code = move |x: usize| seat + 4 * (strip.trail >> x & 1) as u8;
                        gridhaunt_kernel::board::ones(strip.of(seat)).map(move |x| (cell(x as u16, y), code(x)))
                    };
                    (0..4).flat_map(of)
                })
                .collect();
            for (at, code) in seats {
                assert_eq!(slow_code(&world.ground, state, at.x.into(), at.y.into()), code);
                assert!(seen.window.columns(seen.at) >> at.x & 1 == 1);
            }
        }
    });
}
