//! What a picture does not show: stamps, repeated commands, countdowns, and where things appear.

use crate::action::Action;
use crate::dice::Dice;
use crate::event::Event;
use crate::field::{OVERGROWN, THINGS};
use crate::game::Complete;
use crate::ground::Ground;
use crate::power::{Held, PowerKind};
use crate::sets::RuleSet;
use crate::slots::Slots;
use crate::state::State;
use crate::tests::Which as _;
use crate::tests::matches::{Table, cell, game, spoken, step};
use crate::weeds::Weed;
use crate::{Legacy, Official, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;

/// The stamps of a farmer: of its queue, and of the command it repeats.
fn stamps<R: RuleSet>(state: &State<R>, i: usize) -> (Vec<u64>, u64) {
    (state.queue(i).map(crate::queue::Command::stamp).collect(), state.farmers[i].repeat.stamp())
}

fn counting_stamps<R: Complete>() {
    let mut table = Table::<R>::drawn("AAA BBB", 2, cell(0, 0)).place("A0,0 B0,1");
    assert_eq!(table.state.stamps, 2);
    assert_eq!((stamps(&table.state, 0), stamps(&table.state, 1)), ((Vec::new(), 0), (Vec::new(), 1)));
    table.play("BR,AR,B-,BR,AR,AR,AR");
    // One is played; official drops the fourth command of A, which gets no stamp.
    let next = if R::LEGACY { 8 } else { 7 };
    assert_eq!(table.state.stamps, next);
    assert_eq!(stamps(&table.state, 1), (Vec::from([4]), 4));
    let waiting = if R::LEGACY { Vec::from([5, 6, 7]) } else { Vec::from([5, 6]) };
    assert_eq!(stamps(&table.state, 0), (waiting, next - 1));
}

#[test]
fn every_queued_command_takes_the_next_stamp() {
    counting_stamps::<Official>();
    counting_stamps::<Legacy>();
}

#[test]
fn in_the_old_rules_what_can_never_be_played_is_not_kept_but_has_its_stamp() {
    let (World { ground, .. }, mut state) = game::<Legacy>(&json!({"players": 1, "max_ticks": 3}), 0);
    let events = step(&ground, &mut state, &spoken("AR,AR,AR,AR,AD"));
    assert!(!events.iter().any(|event| matches!(event, Event::CommandDropped { .. })));
    assert_eq!(stamps(&state, 0), (Vec::from([2, 3]), 5));
    assert_eq!((state.stamps, state.farmers[0].repeat.action()), (6, Action::Down));
}

#[test]
fn a_reset_takes_a_stamp_and_empties_the_queue() {
    let mut table = Table::<Official>::drawn("A.#", 1, cell(0, 0)).place("A1,0 A>R");
    table.play("AR,AR");
    assert_eq!(stamps(&table.state, 0), (Vec::new(), 3));
    assert_eq!((table.state.stamps, table.state.farmers[0].repeat.action()), (4, Action::None));
}

#[test]
fn doubling_back_overwrites_the_repeated_command_if_it_is_the_same() {
    let mut table = Table::<Official>::drawn("AAAAAA", 1, cell(0, 0)).place("A1,0 A>R");
    table.play("AL");
    assert_eq!(table.state.farmers[0].repeat.action(), Action::Right);
    table.play("AL,AD");
    assert_eq!(table.state.farmers[0].repeat.action(), Action::Down, "the one that waits is another");
    // A repeated command is overwritten too, and keeps its stamp.
    let stamp = table.state.farmers[0].repeat.stamp();
    table.state.empty_queue(0);
    table.state.farmers[0].momentum = Action::Up;
    table.state.farmers[0].at = cell(2, 5);
    table.play("-");
    assert_eq!(table.state.farmers[0].at, cell(2, 4));
    assert_eq!((table.state.farmers[0].repeat.action(), table.state.farmers[0].repeat.stamp()), (Action::Up, stamp));
}

#[test]
fn the_opposite_is_replaced_though_the_farmer_is_frozen() {
    let mut table = Table::<Official>::drawn("AAAAAA", 2, cell(0, 0)).place("A1,0 A>R B5,0 B+3:9");
    table.play("AL");
    assert_eq!(table.state.farmers[0].repeat.action(), Action::Right);
    assert_eq!(table.farmers(), "A 1,0 R, B 5,0 - +3:8");
}

/// Two trails on one cell, which can only result from R35 and R36.
fn crossed<R: Complete>(seats: [usize; 2], walker: usize) -> Table<R> {
    let mut table = Table::<R>::drawn("..... ..... .....", 4, cell(0, 0));
    for i in seats {
        let other = if i == walker { cell(3, 1) } else { cell(2, 0) };
        table.state.lift(i);
        [cell(2, 1), other].into_iter().for_each(|cell| table.state.tread(i, cell));
        (table.state.farmers[i].at, table.state.farmers[i].momentum) = (other, Action::Right);
    }
    table
}

fn pruned(events: &[Event]) -> Vec<(u8, Option<u8>)> {
    let one = |event: &Event| match event {
        Event::Pruned { seat, by, .. } => Some((seat.0, by.map(|seat| seat.0))),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

#[test]
fn of_several_trails_official_takes_all_and_the_old_rules_that_of_the_lowest_seat() {
    fn cut<R: Complete>() -> Vec<(u8, Option<u8>)> {
        let mut table = crossed::<R>([2, 1], 0).place("A1,1 A>R B9,8 C9,9");
        pruned(&table.play("-"))
    }
    assert_eq!(cut::<Official>(), [(1, Some(0)), (2, Some(0))]);
    assert_eq!(cut::<Legacy>(), [(1, Some(0))]);
}

#[test]
fn the_own_trail_comes_last_in_official_and_by_its_seat_in_the_old_rules() {
    // The walker returns to the shared cell from above.
    fn walk<R: Complete>(seats: [usize; 2], walker: usize) -> Vec<(u8, Option<u8>)> {
        let mut table = crossed::<R>(seats, walker);
        table.state.lift(walker);
        [(2, 1), (3, 1), (3, 0), (2, 0)].into_iter().for_each(|(x, y)| table.state.tread(walker, cell(x, y)));
        (table.state.farmers[walker].at, table.state.farmers[walker].momentum) = (cell(2, 0), Action::Left);
        let other = if seats[0] == walker { seats[1] } else { seats[0] };
        table.state.farmers[other].at = cell(9, 9);
        let letter = (b'A' + walker as u8) as char;
        pruned(&table.play(&std::format!("{letter}D")))
    }
    assert_eq!(walk::<Official>([0, 2], 0), [(2, Some(0)), (0, None)]);
    assert_eq!(walk::<Official>([0, 2], 2), [(0, Some(2)), (2, None)]);
    assert_eq!(walk::<Legacy>([0, 2], 0), [(0, None)], "its own is the lowest");
    assert_eq!(walk::<Legacy>([0, 2], 2), [(0, Some(2))], "its own is not the lowest");
}

fn lifespan<R: Complete>() {
    let mut table = Table::<R>::drawn("AAAAAAAA", 1, cell(0, 0)).place("A0,0 A>R");
    table.ground.code.lifespans = [3, 3, 3, 0, 3];
    table.lay(cell(1, 0), PowerKind::Immunity);
    let held = |table: &Table<R>| table.state.farmers[0].power.map(|held| held.left);
    let seen: Vec<_> = (0..5)
        .map(|_| {
            table.play("-");
            held(&table)
        })
        .collect();
    // Taken in tick 1, in force until its holder's action in tick 4.
    assert_eq!(seen, [Some(3), Some(2), Some(1), None, None]);
}

#[test]
fn a_power_up_lasts_its_lifespan_of_own_actions() {
    lifespan::<Official>();
    lifespan::<Legacy>();
}

#[test]
fn ticks_in_which_the_holder_is_skipped_do_not_count() {
    let mut table = Table::<Official>::drawn("..... .....", 2, cell(0, 0)).place("A1,0 A>R B2,0 B+2:9");
    table.play("-");
    assert_eq!(table.state.farmers[1].power, Some(Held { kind: PowerKind::Unprunable, left: 9 }));
    table.play("-");
    assert_eq!(table.state.farmers[1].power, Some(Held { kind: PowerKind::Unprunable, left: 8 }));
}

#[test]
fn both_things_on_a_cell_are_taken_the_power_up_first() {
    let mut table = Table::<Official>::drawn("AAAA", 1, cell(0, 0)).place("A0,0 A>R");
    table.lay(cell(1, 0), PowerKind::TrailProtection);
    table.lay(cell(1, 0), PowerKind::Freeze);
    let kinds = table.play("-").into_iter().filter_map(|event| match event {
        Event::PickedUp { kind, .. } => Some(kind),
        _ => None,
    });
    assert_eq!(kinds.collect::<Vec<_>>(), [PowerKind::Freeze, PowerKind::TrailProtection]);
    assert!(
        table.state.field.cells(THINGS).is_empty() && table.state.power_ups.is_empty() && table.state.supers.is_empty()
    );
}

/// A board on which nobody moves, with countdowns that are always `pace`.
fn quiet<R: Complete>(cols: u8, rows: u8, more: Value) -> (Ground, State<R>) {
    let mut document = json!({
        "players": 2, "cols": cols, "rows": rows, "weeds_start_tick": 0, "power_up_start_tick": 0,
        "weed_spawn_rate_mean": 0, "weed_spawn_rate_std_dev": 0, "power_up_spawn_rate_mean": 0,
        "power_up_spawn_rate_std_dev": 0, "weeds_max_amount": 0, "power_ups_max_amount": 0, "max_ticks": 100_000,
    });
    let Value::Object(more) = more else { panic!("{more} is no object") };
    document.as_object_mut().expect("an object").extend(more);
    let (World { ground, .. }, state) = game::<R>(&document, 5);
    (ground, state)
}

fn spawned(events: &[Event]) -> Vec<Cell> {
    let cell = |event: &Event| match event {
        Event::PowerUpSpawned { cell, .. } => Some(*cell),
        Event::WeedSpawned { cells, .. } => Some(cells.cells()[0]),
        _ => None,
    };
    events.iter().filter_map(cell).collect()
}

fn countdown_runs<R: Complete>() {
    let more = json!({"power_up_start_tick": 4, "power_up_spawn_rate_mean": 3, "power_ups_max_amount": 2});
    let (ground, mut state) = quiet::<R>(8, 8, more);
    let ticks: Vec<u32> = (1..=20).filter(|_| !spawned(&step(&ground, &mut state, &[])).is_empty()).collect();
    assert_eq!(ticks, [6, 9], "from tick 4 on each third tick, and at most two");
    assert_eq!(state.power_up_countdown, 1, "a new countdown is drawn in any case");
    let before = state.dice.clone();
    step(&ground, &mut state, &[]);
    assert_ne!(state.dice, before);
    assert_eq!(state.power_up_countdown, 3);
}

#[test]
fn a_countdown_runs_from_its_first_tick_and_is_drawn_anew() {
    countdown_runs::<Official>();
    countdown_runs::<Legacy>();
}

fn every_cell<R: Complete>() {
    let (ground, mut state) = quiet::<R>(8, 8, json!({"power_ups_max_amount": 64}));
    // Two farmers that freeze each other pick up nothing.
    for farmer in &mut state.farmers[..2] {
        farmer.power = Some(Held { kind: PowerKind::Freeze, left: 1000 });
    }
    let mut seen = BTreeSet::new();
    for _ in 0..49 {
        seen.extend(spawned(&step(&ground, &mut state, &[])));
    }
    // R40: every cell but the last row and column, land and farmers or not; then there is none left.
    let expected: BTreeSet<Cell> = (0..7).flat_map(|x| (0..7).map(move |y| Cell { x, y })).collect();
    assert_eq!(seen, expected);
    let mut dice = state.dice.clone();
    assert_eq!(spawned(&step(&ground, &mut state, &[])), []);
    dice.countdown(&ground.code.weeds.rate);
    dice.countdown(&ground.code.power_ups.rate);
    assert_eq!(state.dice, dice, "nothing is drawn for it");
}

#[test]
fn a_countdown_of_nothing_brings_one_every_tick() {
    every_cell::<Official>();
    every_cell::<Legacy>();
}

#[test]
fn power_ups_keep_off_trails_and_the_last_lines_that_have_a_cell_on_none() {
    let (ground, mut state) = quiet::<Official>(8, 8, json!({"power_ups_max_amount": 64}));
    // The whole last column is trail: the column before it is now the last.
    state.lift(0);
    (0..8).for_each(|y| state.tread(0, cell(7, y)));
    (state.farmers[0].at, state.farmers[0].momentum) = (cell(7, 7), Action::Down);
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        seen.extend(spawned(&step(&ground, &mut state, &[])));
    }
    let expected: BTreeSet<Cell> = (0..6).flat_map(|x| (0..7).map(move |y| Cell { x, y })).collect();
    assert_eq!(seen, expected);
}

#[test]
fn power_ups_keep_off_weeds_and_what_lies_there() {
    let (ground, mut state) = quiet::<Official>(8, 8, json!({"power_ups_max_amount": 64}));
    state.plant(Weed::new(cell(3, 3), PowerKind::Fertilizer, 100_000));
    state.field.insert(OVERGROWN, cell(3, 3));
    state.supers.insert(crate::power::Thing { at: cell(4, 4), kind: PowerKind::Fertilizer });
    state.field.insert(THINGS, cell(4, 4));
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        seen.extend(spawned(&step(&ground, &mut state, &[])));
    }
    assert_eq!(seen.len(), 47);
    assert!(!seen.contains(&cell(3, 3)) && !seen.contains(&cell(4, 4)));
}

/// The cells where weeds appear in many matches that start from this state.
fn births<R: Complete>(ground: &Ground, state: &State<R>) -> BTreeSet<Cell> {
    let mut seen = BTreeSet::new();
    for seed in 0..1500 {
        let mut state = state.clone();
        state.dice = R::Dice::of_seed(seed);
        state.weed_countdown = 1;
        seen.extend(spawned(&step(ground, &mut state, &[])));
    }
    seen
}

fn around<R: Complete>() {
    let (ground, mut state) = quiet::<R>(16, 12, json!({"weeds_max_amount": 1}));
    // Starts are (4,1) (14,3) (11,10) (1,8); seat 1 has the least land and stands in the open.
    state.field.insert(0, cell(9, 9));
    state.field.insert(0, cell(9, 8));
    for at in [(10, 5), (10, 6)] {
        state.field.insert(0, cell(at.0, at.1));
    }
    state.farmers[0].cells = 13;
    state.farmers[1].at = cell(9, 6);
    state.farmers[0].at = cell(8, 6);
    state.supers.insert(crate::power::Thing { at: cell(7, 6), kind: PowerKind::Fertilizer });
    state.power_ups.insert(crate::power::Thing { at: cell(6, 6), kind: PowerKind::Freeze });
    state.field.put(THINGS, &[cell(7, 6), cell(6, 6)].into_iter().collect());
    state.tread(0, cell(7, 5));
    state.tread(0, cell(8, 5));
    if !R::LEGACY {
        state.farmers[0].momentum = Action::Up;
    }
    // x from 5 to 12, y from 3 to 8: W/4 = 4 and H/4 = 3 to the left and up, one less to the right and down.
    let taken = [(9, 8), (10, 5), (10, 6), (9, 6), (8, 6), (7, 6), (6, 6), (7, 5), (8, 5)];
    let mut expected: BTreeSet<Cell> = (5..13).flat_map(|x| (3..9).map(move |y| Cell { x, y })).collect();
    taken.into_iter().for_each(|(x, y)| _ = expected.remove(&cell(x, y)));
    // In v2024.0.8 a farmer that stands still leaves a trail under itself; a frozen one does nothing.
    for farmer in &mut state.farmers[..2] {
        farmer.power = Some(Held { kind: PowerKind::Freeze, left: 9 });
    }
    assert_eq!(births(&ground, &state), expected);
}

#[test]
fn a_weed_is_born_near_the_last_farmer_where_nothing_is() {
    around::<Official>();
    around::<Legacy>();
}

#[test]
fn on_equal_percents_the_lowest_seat_is_last() {
    let (ground, mut state) = quiet::<Official>(16, 12, json!({"weeds_max_amount": 1}));
    state.farmers[0].at = cell(4, 8);
    state.farmers[1].at = cell(12, 8);
    // One cell more is the same percent.
    state.field.insert(0, cell(0, 11));
    state.farmers[0].cells += 1;
    assert_eq!(ground.percent(10), 5);
    assert_eq!(ground.percent(9), 4, "then it is not the same");
    let near = births(&ground, &state);
    assert!(near.iter().all(|cell| cell.x >= 8), "seat 1 has less: {near:?}");
    state.field.remove(0, cell(0, 11));
    state.farmers[0].cells -= 1;
    let near = births(&ground, &state);
    assert!(near.iter().all(|cell| cell.x < 8), "equal: {near:?}");
}

#[test]
fn weeds_keep_off_the_starts_of_seats_that_do_not_play_and_off_the_edge() {
    let (ground, mut state) = quiet::<Official>(8, 8, json!({"weeds_max_amount": 1, "players": 1}));
    state.farmers[0].at = cell(0, 6);
    let seen = births(&ground, &state);
    // W/4 = 2: x is 1, y from 4 to 6; (1,5) is the start of seat 3.
    assert_eq!(seen, [cell(1, 4), cell(1, 6)].into_iter().collect());
    state.farmers[0].at = cell(7, 7);
    let seen = births(&ground, &state);
    assert_eq!(seen, [cell(5, 5), cell(6, 5), cell(6, 6)].into_iter().collect(), "(5,6) is the start of seat 2");
}

fn growing<R: Complete>(most: u8, pace: u32) -> Vec<usize> {
    let more = json!({"weeds_max_amount": 1, "weeds_max_growth": most, "weed_growth_rate": pace});
    let (ground, mut state) = quiet::<R>(16, 16, more);
    (0..12)
        .map(|_| {
            step(&ground, &mut state, &[]);
            state.weeds.get(0).expect("a weed").len()
        })
        .collect()
}

#[test]
fn a_weed_is_born_with_five_cells_and_grows_at_its_pace() {
    assert_eq!(growing::<Official>(7, 3), [5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 7]);
    assert_eq!(growing::<Legacy>(64, 1), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    assert_eq!(growing::<Official>(1, 1), [5; 12], "five at birth, whatever the most is");
}

#[test]
fn a_weed_grows_over_land_and_takes_none_away() {
    // R46. The weed fills the board except for its edge and the four starts.
    let (ground, mut state) = quiet::<Official>(8, 8, json!({"weeds_max_growth": 64, "weed_growth_rate": 1}));
    state.plant(Weed::new(cell(3, 3), PowerKind::Fertilizer, 1));
    state.field.insert(OVERGROWN, cell(3, 3));
    let lands = [0, 1, 2, 3].map(|i| state.field.cells(i));
    (0..40).for_each(|_| drop(step(&ground, &mut state, &[])));
    assert_eq!(state.field.cells(OVERGROWN).len(), 6 * 6 - 4);
    assert_eq!(lands[0].and(&state.field.cells(OVERGROWN)).len(), 5, "two rows of the home without its start");
    assert_eq!([0, 1, 2, 3].map(|i| state.field.cells(i)), lands);
}

#[test]
fn a_weed_without_room_waits_its_pace_again() {
    let more = json!({"weeds_max_amount": 2, "weeds_max_growth": 64, "weed_growth_rate": 4});
    let (ground, mut state) = quiet::<Official>(6, 6, more);
    // In the inner 4×4 only start cells are free of the weed.
    let inner = (1..5).flat_map(|y| (1..5).map(move |x| cell(x, y)));
    let mut cells = inner.filter(|&cell| !ground.is_start(cell));
    let mut weed = Weed::new(cells.next().expect("a cell"), PowerKind::Fertilizer, 1);
    cells.for_each(|cell| weed.push(cell));
    state.field.put(OVERGROWN, &weed.cells().collect());
    state.plant(weed);
    let before = state.dice;
    let events = step(&ground, &mut state, &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::WeedGrew { .. })));
    assert_eq!(state.weeds.get(0).expect("a weed").counter(state.tick), 4);
    assert_eq!(state.weeds.get(0).expect("a weed").len(), 12);
    // R58: both shuffles are drawn, three and eleven draws, and two for each countdown.
    assert_eq!(state.dice.counter - before.counter, 3 + 11 + 4);
}

#[test]
fn a_weed_takes_the_slot_freed_last() {
    let mut slots = Slots::<u8, 4>::NONE;
    let taken: Vec<_> = (10..14).map(|item| slots.insert(item)).collect();
    assert_eq!(taken, [Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!(slots.insert(99), None);
    assert_eq!((slots.remove(1), slots.remove(3), slots.remove(3), slots.remove(9)), (Some(11), Some(13), None, None));
    assert_eq!((slots.len(), slots.used(), slots.free()), (2, 4, &[1, 3][..]));
    assert_eq!((slots.insert(20), slots.insert(21), slots.insert(22)), (Some(3), Some(1), None));
    assert_eq!(
        slots.iter().map(|(slot, item)| (slot, *item)).collect::<Vec<_>>(),
        [(0, 10), (1, 21), (2, 12), (3, 20)]
    );
    assert!(!slots.is_empty() && Slots::<u8, 4>::NONE.is_empty());
}

#[test]
fn slots_that_do_not_fit_are_none() {
    let parts = |items: &[Option<u8>], free: &[u16]| Slots::<u8, 3>::from_parts(items.iter().copied(), free);
    assert!(parts(&[Some(1), None, None], &[2, 1]).is_some());
    for (items, free) in [
        (&[Some(1), None][..], &[][..]),
        (&[Some(1), None], &[0]),
        (&[Some(1), None], &[2]),
        (&[None, None], &[1, 1]),
        (&[None, None], &[1, 0, 1]),
        (&[Some(1), Some(1), Some(1), Some(1)], &[]),
        (&[None, None, None, None], &[0, 1, 2, 3]),
    ] {
        assert!(parts(items, free).is_none(), "{items:?} {free:?}");
    }
}

#[test]
fn commands_of_no_farmer_are_passed_over() {
    let mut table = Table::<Legacy>::drawn("AAA", 2, cell(0, 0)).place("A0,0");
    let before = table.state.stamps;
    step(
        &table.ground,
        &mut table.state,
        &[(Seat(2), Action::Up), (Seat(255), Action::Stand), (Seat(7), Action::None)],
    );
    assert_eq!(table.state.stamps, before);
    assert_eq!(spoken("AR,B-"), [(Seat(0), Action::Right), (Seat(1), Action::None)]);
}

#[test]
fn one_owns_all_but_the_homes_of_others_in_official() {
    fn filled<R: Complete>(homes_too: bool) -> Option<&'static str> {
        let (World { ground, .. }, mut state) = game::<R>(&json!({"cols": 7, "rows": 8, "players": 3}), 1);
        for y in 0..8 {
            for x in 0..7 {
                let at = cell(x, y);
                if homes_too || !ground.foreign[1].contains(at) {
                    state.field.insert(1, at);
                }
            }
        }
        state.farmers[1].cells = state.field.cells(1).len() as u16;
        step(&ground, &mut state, &[]);
        state.end.map(crate::state::End::name)
    }
    assert_eq!(filled::<Official>(false), Some("full"));
    assert_eq!(filled::<Legacy>(false), None);
    assert_eq!(filled::<Legacy>(true), Some("full"));
}

#[test]
fn one_cell_short_is_not_all() {
    let (World { ground, .. }, mut state) = game::<Official>(&json!({"cols": 7, "rows": 8, "players": 1}), 1);
    state.field.put(0, &(0..8).flat_map(|y| (0..7).map(move |x| cell(x, y))).skip(1).collect());
    state.farmers[0].cells = 55;
    step(&ground, &mut state, &[]);
    assert_eq!(state.end, None);
    state.field.insert(0, cell(0, 0));
    state.farmers[0].cells = 56;
    let events = step(&ground, &mut state, &[]);
    assert_eq!(events.last(), Some(&Event::Over { reason: crate::state::End::Full }));
    assert_eq!(step(&ground, &mut state, &[(Seat(0), Action::Up)]), [], "what is over stays as it is");
}
