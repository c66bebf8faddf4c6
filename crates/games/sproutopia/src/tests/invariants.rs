//! The invariants of section 16.

use super::Which as _;
use super::matches::{cell, game, step};
use super::slow::{Walker, commands, series};
use crate::action::Action;
use crate::check::check;
use crate::dice::Dice;
use crate::enclose::twin::{self, Cells};
use crate::enclose::{component, enclose};
use crate::event::{Cause, Event};
use crate::field::{OVERGROWN, THINGS};
use crate::game::Complete;
use crate::ground::SEATS;
use crate::power::{Held, PowerKind};
use crate::rows::{Reach, Rows};
use crate::sets::RuleSet;
use crate::state::State;
use crate::trail::Trails;
use crate::view::view;
use crate::{Ground, Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::board::BitBoard;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::Stepped;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;

const WHOLE: Reach = Reach { top: 0, bottom: 63 };

#[test]
fn nothing_encloses_nothing_and_all_encloses_all() {
    for row in [0, u64::MAX] {
        let mut set = BitBoard([row; 64]);
        enclose(&mut set, WHOLE);
        assert_eq!(set, BitBoard([row; 64]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_a_set_encloses_is_what_a_flood_does_not_reach(
        key: u64, cols in 1..=64u8, rows in 1..=64u8, dense in 1..10u64,
    ) {
        let mut random = Random::new(key);
        let set: Cells = twin::board(cols, rows).filter(|_| random.below(10) < dense).collect();
        let bits: Rows = set.iter().copied().collect();
        let mut whole = bits;
        enclose(&mut whole, WHOLE);
        prop_assert_eq!(whole.iter().collect::<Cells>(), twin::enclose(&set, cols, rows));
        // Invariant 4.
        let mut again = whole;
        enclose(&mut again, WHOLE);
        prop_assert_eq!(again, whole);
        // Only the rows that it reaches are examined.
        let used: Vec<u16> = set.iter().map(|cell| cell.y).collect();
        if let (Some(&top), Some(&bottom)) = (used.iter().min(), used.iter().max()) {
            let mut narrow = bits;
            enclose(&mut narrow, Reach { top, bottom });
            prop_assert_eq!(narrow, whole);
        }
    }

    #[test]
    fn a_part_is_what_a_flood_reaches(key: u64, cols in 1..=64u8, rows in 1..=64u8, dense in 1..10u64) {
        let mut random = Random::new(key);
        let set: Cells = twin::board(cols, rows).filter(|_| random.below(10) < dense).collect();
        let bits: Rows = set.iter().copied().collect();
        for &from in set.iter().step_by(1 + set.len() / 6) {
            let mut one = Rows::NONE;
            let reach = component(&bits, from, &mut one);
            let expected = twin::component(&set, from, cols, rows).expect("a part");
            prop_assert_eq!(one.iter().collect::<Cells>(), expected.clone());
            let used = |y: u16| expected.iter().any(|cell| cell.y == y);
            prop_assert!(used(reach.top) && used(reach.bottom));
            prop_assert!(expected.iter().all(|cell| (reach.top..=reach.bottom).contains(&cell.y)));
        }
    }

    #[test]
    fn a_trail_keeps_its_order(key: u64) {
        let mut random = Random::new(key);
        let (mut trails, mut list) = (Trails::none(), Vec::new());
        let mut at = cell(random.below(64) as u16, random.below(64) as u16);
        for _ in 0..200 {
            trails.push(2, at, false);
            list.push(at);
            prop_assert_eq!(trails.of(2).iter().collect::<Vec<_>>(), list.clone());
            let ways = twin::neighbours(at, 64, 64).filter(|near| !list.contains(near)).collect::<Vec<_>>();
            // Now and then it jumps, as only trails of v2024.0.8 do.
            let anywhere = cell(random.below(64) as u16, random.below(64) as u16);
            let next = if random.below(40) == 0 { Some(&anywhere) } else { random.pick(&ways) };
            let Some(&next) = next.filter(|next| !list.contains(next)) else { break };
            at = next;
        }
        let trail = trails.of(2);
        prop_assert_eq!((trail.first(), trail.last()), (list.first().copied(), list.last().copied()));
        prop_assert_eq!(usize::from(trail.len()), list.len());
        prop_assert_eq!(trail.set(), list.iter().copied().collect());
        prop_assert!(list.iter().all(|&cell| trail.contains(cell)));
        prop_assert_eq!(&trails.clone(), &trails);
        trails.clear(2);
        prop_assert_eq!(trails, Trails::none());
    }

    #[test]
    fn the_field_has_the_cells_of_all_trails(key: u64) {
        let mut random = Random::new(key);
        let (_, start) = game::<Legacy>(&json!({"cols": 6, "rows": 6}), 0);
        let (mut state, mut copy) = (start.clone(), start);
        let mut lists: [Vec<Cell>; SEATS] = Default::default();
        for _ in 0..150 {
            let i = random.index(SEATS);
            if random.below(12) == 0 {
                state.lift(i);
                lists[i].clear();
            } else {
                // Few cells and four trails: many lie on each other.
                let from = lists[i].last().copied().unwrap_or(cell(random.below(6) as u16, random.below(6) as u16));
                let ways = twin::neighbours(from, 6, 6).collect::<Vec<_>>();
                let to = *random.pick(&ways).expect("a neighbour");
                state.tread(i, to);
                if !lists[i].contains(&to) {
                    lists[i].push(to);
                }
            }
            let has = |cell: Cell| (0..SEATS).filter(|&j| lists[j].contains(&cell)).fold(0, |on, j| on | 1 << j);
            for at in (0..6).flat_map(|y| (0..6).map(move |x| cell(x, y))) {
                prop_assert_eq!(state.field.is_trodden(at), has(at) != 0, "{}", at);
                prop_assert_eq!(state.trails_on(i, at), has(at), "{}", at);
            }
            if random.below(10) == 0 {
                copy.clone_from(&state);
                prop_assert!(copy == state && state.clone() == state);
            }
        }
    }
}

/// Checks the invariants between two ticks and across one.
fn holds<R: Complete>(ground: &Ground, before: &State<R>, after: &State<R>, events: &[Event]) {
    assert_eq!(check(ground, after), Ok(()));
    let n = ground.players();
    let put = |i: usize| {
        events.iter().any(|event| match event {
            Event::SentBack { seat, .. } | Event::Respawned { seat } | Event::Pruned { seat, .. } => seat.index() == i,
            _ => false,
        })
    };
    // 1
    let cells = |i: usize| after.field.cells(i).iter().count();
    if !R::LEGACY {
        let owned: Cells = (0..SEATS).flat_map(|i| after.field.cells(i).iter().collect::<Vec<_>>()).collect();
        assert_eq!((0..n).map(cells).sum::<usize>(), owned.len());
    }
    for i in 0..n {
        let (old, new) = (&before.farmers[i], &after.farmers[i]);
        let all = usize::from(ground.code.cols) * usize::from(ground.code.rows);
        assert_eq!(usize::from(ground.percent(new.cells)), 100 * cells(i) / all);
        // 2
        if !R::LEGACY {
            assert!(!(before.is_away(i) && after.is_away(i)) || put(i), "seat {i} stays away");
        }
        // 3
        let trail: Vec<Cell> = after.trail(i).iter().collect();
        assert!(trail.windows(2).all(|pair| twin::neighbours(pair[0], 64, 64).any(|cell| cell == pair[1])));
        assert!(trail.last().is_none_or(|last| *last == new.at));
        assert_eq!(trail.iter().collect::<BTreeSet<_>>().len(), trail.len());
        // 6
        assert!(new.momentum.opposite() != Some(old.momentum), "seat {i} turned round");
        let far = old.at.x.abs_diff(new.at.x) + old.at.y.abs_diff(new.at.y);
        assert!(far <= 1 || put(i), "seat {i} jumped");
        // 7
        for j in (i + 1..n).filter(|&j| !after.is_away(i) && !after.is_away(j)) {
            let shared = before.farmers[j].at == old.at;
            let meet = after.farmers[j].at == new.at;
            assert!(!meet || put(i) || put(j) || shared, "seats {i} and {j} share a cell");
        }
        // 9
        assert!(after.points[i] >= before.points[i]);
        for held in [new.power, new.super_power].into_iter().flatten() {
            let lasts = (1..=ground.lifespan(held.kind)).contains(&held.left);
            assert!(lasts || held.kind == PowerKind::TrailProtection);
        }
    }
}

/// Checks that others lose nothing they had: official claims only add.
fn only_adds(before: &State<Official>, after: &State<Official>, events: &[Event]) {
    for event in events {
        let &Event::Claimed { seat, .. } = event else { continue };
        let i = seat.index();
        let lost = |other: &Event| match other {
            Event::Stolen { from, .. } | Event::Pruned { seat: from, .. } => *from == seat,
            _ => false,
        };
        if !events.iter().any(lost) {
            assert!(
                before.field.cells(i).iter().all(|cell| after.field.contains(i, cell)),
                "a claim took land from its claimer"
            );
        }
    }
}

/// Plays lively matches and passes every tick to `check`.
fn play<R: Complete>(games: u64, mut check: impl FnMut(&Stepped<'_, Sproutopia<R>>)) {
    series(games, 16, &[0, 10, 50]).each(|played| {
        check(played);
        if let Some(outcome) = Sproutopia::<R>::outcome(played.world, played.after) {
            assert!(outcome.seats.iter().any(|seat| seat.rank == 1), "somebody is first");
        }
    });
}

#[test]
fn official_matches_keep_all_invariants() {
    play::<Official>(60, |played| {
        holds(&played.world.ground, played.before, played.after, &played.events);
        only_adds(played.before, played.after, &played.events);
    });
}

#[test]
fn matches_of_the_old_rules_keep_their_invariants() {
    play::<Legacy>(60, |played| holds(&played.world.ground, played.before, played.after, &played.events));
}

/// Seat 0 walks loops and holds Freeze; the others are placed anywhere before each tick. Returns how many claims there
/// were and how many farmers were encircled.
fn claims<R: Complete>(key: u64) -> (u32, u32) {
    let mut random = Random::new(key);
    let (cols, rows) = (8 + random.below(8) as u8, 8 + random.below(8) as u8);
    let document = json!({
        "players": 3, "cols": cols, "rows": rows, "weeds_max_amount": 0, "power_ups_max_amount": 0, "max_ticks": 150,
        "lifespan_freeze": 100_000,
    });
    let (World { ground, .. }, mut state) = game::<R>(&document, 0);
    let mut walker = std::vec![Walker::default()];
    let (mut count, mut struck) = (0, 0);
    while state.end.is_none() {
        let choices = commands(&mut random, &ground, &state, &mut walker, 0);
        let free: Vec<Cell> = twin::board(cols, rows)
            .filter(|&at| {
                !state.trail(0).set().contains(at)
                    && !twin::neighbours(at, cols, rows).any(|near| near == state.farmers[0].at)
            })
            .filter(|&at| at != state.farmers[0].at)
            .collect();
        state.farmers[0].power = Some(Held { kind: PowerKind::Freeze, left: 9 });
        for j in (1..3).filter(|&j| state.away >> j & 1 == 0) {
            state.farmers[j].at = *random.pick(&free).expect("a cell");
            let unprunable = random.below(2) == 0;
            state.farmers[j].power = unprunable.then_some(Held { kind: PowerKind::Unprunable, left: 9 });
        }
        let before = state.clone();
        let events = step(&ground, &mut state, &choices);
        let Some(Event::Claimed { bridge, enclosed, .. }) =
            events.iter().find(|event| matches!(event, Event::Claimed { .. })).copied()
        else {
            continue;
        };
        count += 1;
        let land: Cells = before.field.cells(0).iter().collect();
        let mut trail: Vec<Cell> = before.trail(0).iter().collect();
        trail.push(state.farmers[0].at);
        let s = twin::component(&land, trail[0], cols, rows);
        let e = twin::component(&land, trail[trail.len() - 1], cols, rows);
        let closed = s.is_some() && s == e;
        let ends: Cells = s.iter().chain(&e).flatten().copied().collect();
        let fence: Cells = ends.iter().chain(&trail).copied().collect();
        let whole = twin::enclose(&fence, cols, rows);
        let inside: Cells =
            if R::LEGACY && !closed { whole.difference(&land) } else { whole.difference(&fence) }.copied().collect();
        assert_eq!((usize::from(enclosed), bridge), (inside.len(), s.is_some() && !closed));
        // 5
        for j in 1..3 {
            let hit = events.iter().any(|event| match event {
                Event::Pruned { seat, why: Cause::Encircled, .. } => seat.index() == j,
                Event::SentBack { seat, why: Cause::Encircled, .. } => !R::LEGACY && seat.index() == j,
                _ => false,
            });
            struck += u32::from(hit);
            assert_eq!(hit, inside.contains(&before.farmers[j].at), "seat {j}");
        }
        // 4
        let now: Cells = state.field.cells(0).iter().collect();
        let foreign: Cells = ground.foreign[0].iter().collect();
        if !R::LEGACY {
            assert!(land.is_subset(&now));
        }
        if let Some(joined) = twin::component(&now, state.farmers[0].at, cols, rows) {
            assert!(twin::enclose(&joined, cols, rows).difference(&now).all(|cell| foreign.contains(cell)));
        }
    }
    (count, struck)
}

#[test]
fn a_claim_fills_what_it_touches_and_strikes_who_stands_within() {
    let mut all = [(0, 0); 2];
    for key in 0..150 {
        for (sum, (claims, struck)) in all.iter_mut().zip([claims::<Official>(key), claims::<Legacy>(key)]) {
            (sum.0, sum.1) = (sum.0 + claims, sum.1 + struck);
        }
    }
    assert!(all.iter().all(|&(claims, struck)| claims > 500 && struck > 20), "{all:?}");
}

/// Another state that the seat cannot distinguish from this one: everything it does not see is moved, with the same
/// percents.
fn elsewhere<R: RuleSet>(random: &mut Random, ground: &Ground, state: &State<R>, seat: usize) -> State<R> {
    let (at, r) = (state.farmers[seat].at, ground.radius());
    let seen = |cell: Cell| cell.x.abs_diff(at.x) <= r && cell.y.abs_diff(at.y) <= r;
    let hidden: Vec<Cell> = twin::board(ground.code.cols, ground.code.rows).filter(|&cell| !seen(cell)).collect();
    let mut to = hidden.clone();
    random.shuffle(&mut to);
    let moved = |set: &Rows| -> Rows {
        let other = |cell: Cell| hidden.iter().position(|&one| one == cell).map_or(cell, |place| to[place]);
        set.iter().map(other).collect()
    };
    let mut other = state.clone();
    other.dice = R::Dice::of_seed(random.below(1000));
    (other.weed_countdown, other.power_up_countdown, other.stamps) = (77, 66, state.stamps + 9);
    (0..=OVERGROWN).for_each(|set| other.field.put(set, &moved(&state.field.cells(set))));
    for slot in 0..other.weeds.used() {
        let Some(weed) = other.weeds.get_mut(slot) else { continue };
        weed.kind = if weed.kind == PowerKind::Fertilizer { PowerKind::TrailProtection } else { PowerKind::Fertilizer };
        weed.grows += 3;
        weed.first = cell(0, 0);
    }
    for slot in 0..other.power_ups.used() {
        if let Some(thing) = other.power_ups.get_mut(slot).filter(|thing| !seen(thing.at)) {
            thing.at = to[0];
        }
    }
    for slot in 0..other.supers.used() {
        if let Some(thing) = other.supers.get_mut(slot).filter(|thing| !seen(thing.at)) {
            (thing.at, thing.kind) = (to[0], PowerKind::Fertilizer);
        }
    }
    other.field.put(THINGS, &other.power_ups.iter().chain(other.supers.iter()).map(|(_, thing)| thing.at).collect());
    for j in (0..ground.players()).filter(|&j| j != seat) {
        if !state.trail(j).iter().any(seen) {
            other.lift(j);
        }
        let farmer = &mut other.farmers[j];
        if !state.is_away(j) && !seen(farmer.at) {
            farmer.at = to[random.index(to.len())];
        }
        farmer.momentum = Action::Up;
        farmer.power = Some(Held { kind: PowerKind::Freeze, left: 1 });
        farmer.super_power = None;
        farmer.repeat = crate::queue::Command::new(500, Action::Left);
        farmer.out = !farmer.out;
        other.points[j] += 1;
        other.empty_queue(j);
    }
    other
}

fn blind<R: Complete>() {
    play::<R>(16, |played| {
        let state = played.after;
        let mut random = Random::stream(played.seed, state.tick.into());
        let mut ground = played.world.ground;
        ground.code.window = 2 + random.below(6) as u8;
        for i in 0..ground.players() {
            let seen = view(&ground, state, Seat(i as u8));
            let other = elsewhere(&mut random, &ground, state, i);
            assert_eq!(view(&ground, &other, Seat(i as u8)), seen, "seat {i}");
        }
    });
}

#[test]
fn what_a_seat_does_not_see_does_not_change_its_view() {
    blind::<Official>();
    blind::<Legacy>();
}

#[test]
fn the_same_choices_give_the_same_hashes() {
    fn hashes<R: Complete>() -> Vec<u64> {
        let mut hashes = Vec::new();
        play::<R>(16, |played| hashes.push(Sproutopia::<R>::hash_of(played.world, played.after)));
        hashes
    }
    let first = [hashes::<Official>(), hashes::<Legacy>()];
    assert_eq!(first, [hashes::<Official>(), hashes::<Legacy>()]);
    for hashes in first {
        assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), hashes.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn alone_and_undisturbed_the_lands_are_the_same_under_both_rules(key: u64) {
        let mut random = Random::new(key);
        let document = json!({
            "players": 1, "cols": 7 + random.below(20), "rows": 7 + random.below(20), "max_ticks": 400,
            "weeds_max_amount": 0, "power_ups_max_amount": 0,
        });
        let (world, mut official) = game::<Official>(&document, 1);
        let (_, mut old) = game::<Legacy>(&document, 1);
        let mut walkers = std::vec![Walker::default()];
        while official.end.is_none() && old.end.is_none() {
            let mut choices = commands(&mut random, &world.ground, &official, &mut walkers, 0);
            choices.truncate(1);
            let events = step(&world.ground, &mut official, &choices);
            let others = step(&world.ground, &mut old, &choices);
            if events.iter().chain(&others).any(|event| matches!(event, Event::Pruned { .. })) {
                break;
            }
            prop_assert_eq!(&official.field, &old.field);
            prop_assert_eq!(official.farmers[0].at, old.farmers[0].at);
        }
    }
}
