//! What every kind promises, held over many setups.

use super::strength::Strength;
use super::*;
use gridhaunt_kernel::Random;
use proptest::prelude::*;
use std::collections::HashSet;

pub(super) fn setup(kind: EventKind, entrants: usize, table: usize) -> Setup {
    let entrants = (0..entrants).map(|number| Seated::new(format!("bot{number}"), format!("builtin bot{number} {{}}")));
    let secret = Secret::of_number(7);
    Setup { kind, entrants: entrants.collect(), maps: 1, table, rounds: 1, blocks: 1, third_place: true, secret }
}

/// Plays what is planned: the points of a block come from `points`.
fn play_all(setup: &Setup, past: &mut Vec<Past>, wanted: usize, points: impl Fn(&BlockPlan) -> Vec<(u32, f64)>) {
    for _ in 0..10_000 {
        let next = next(setup, past, wanted);
        assert_eq!(next, super::next(setup, past, wanted), "the same arguments have the same answer");
        if next.finished {
            return;
        }
        assert!(!next.blocks.is_empty(), "nothing is pending, so something must come");
        for block in next.blocks {
            let state = PastState::Done(points(&block));
            past.push(Past { block, state });
        }
    }
    panic!("it never ends");
}

/// The lower number wins.
fn by_number(block: &BlockPlan) -> Vec<(u32, f64)> {
    let ranks: Vec<u16> = block.line_up.iter().map(|&entrant| entrant as u16).collect();
    block.line_up.iter().copied().zip(crate::points::of_ranks(&ranks)).collect()
}

fn meetings(past: &[Past]) -> HashMap<(u32, u32, u32), u64> {
    let mut all = HashMap::new();
    for Past { block, .. } in past.iter().filter(|past| past.state != PastState::Struck) {
        for (i, &one) in block.line_up.iter().enumerate() {
            for &other in &block.line_up[..i] {
                *all.entry((block.map, one.min(other), one.max(other))).or_default() += 1;
            }
        }
    }
    all
}

#[test]
fn every_pair_meets_equally_often_on_every_map() {
    // A9
    for n in 2..12 {
        let setup = Setup { maps: 2, rounds: 2, blocks: 3, ..setup(EventKind::RoundRobin, n, 2) };
        let mut past = Vec::new();
        play_all(&setup, &mut past, 7, by_number);
        let met = meetings(&past);
        assert_eq!(met.len(), n * (n - 1));
        assert!(met.values().all(|&times| times == 6), "{n}: {met:?}");
        let mut seeds: Vec<_> =
            past.iter().map(|past| (past.block.line_up.clone(), past.block.map, past.block.k)).collect();
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), past.len(), "no block has the number of another");
    }
}

/// Everything but what it is called.
fn bare(past: &[Past]) -> Vec<(Vec<u32>, u32, u64)> {
    let mut all: Vec<_> = past.iter().map(|past| (past.block.line_up.clone(), past.block.map, past.block.k)).collect();
    all.sort();
    all
}

/// Points that look like chance and depend on the block alone.
fn by_chance(block: &BlockPlan) -> Vec<(u32, f64)> {
    let mut random = Random::new(key(block.map, block.entrants()) ^ block.k);
    let ranks: Vec<u16> = block.line_up.iter().map(|_| random.below(3) as u16).collect();
    block.line_up.iter().copied().zip(crate::points::of_ranks(&ranks)).collect()
}

/// Blocks finish in any order, and the plan is asked at any time.
fn play_in_disorder(setup: &Setup, seed: u64) -> Vec<Past> {
    let (mut past, mut random): (Vec<Past>, Random) = (Vec::new(), Random::new(seed));
    for _ in 0..100_000 {
        let pending: Vec<usize> = (0..past.len()).filter(|&at| past[at].state == PastState::Pending).collect();
        if pending.is_empty() || random.below(3) == 0 {
            let next = next(setup, &past, 1 + random.index(5));
            if next.finished {
                return past;
            }
            past.extend(next.blocks.into_iter().map(|block| Past { block, state: PastState::Pending }));
        } else if let Some(&at) = random.pick(&pending) {
            past[at].state = PastState::Done(by_chance(&past[at].block));
        }
    }
    panic!("it never ends");
}

#[test]
fn the_order_of_finishing_changes_nothing() {
    for (kind, n, table) in [
        (EventKind::RoundRobin, 7, 2),
        (EventKind::RoundRobin, 7, 3),
        (EventKind::RoundRobin, 5, 1),
        (EventKind::Gauntlet, 6, 2),
        (EventKind::Gauntlet, 8, 4),
        (EventKind::Swiss, 9, 2),
        (EventKind::Swiss, 11, 3),
        (EventKind::Bracket, 11, 2),
    ] {
        let setup = Setup { rounds: 3, blocks: 2, maps: 2, ..setup(kind, n, table) };
        let mut past = Vec::new();
        play_all(&setup, &mut past, 1000, by_chance);
        for seed in 0..3 {
            assert_eq!(bare(&play_in_disorder(&setup, seed)), bare(&past), "{} {n} {table}", kind.name());
        }
        if let Some(total) = total(&setup, &past) {
            assert_eq!(total, past.len() as u64, "{} {n} {table}", kind.name());
        }
    }
}

/// The least and the most that any two met, and the least and the most tables of anybody.
fn spreads(past: &[Past], active: &[u32], each: u64) -> ((u64, u64), (u64, u64)) {
    let met = meetings(past);
    let pairs = active.iter().enumerate().flat_map(|(i, &one)| active[..i].iter().map(move |&other| (one, other)));
    let times: Vec<u64> = pairs
        .map(|(one, other)| met.iter().filter(move |((_, a, b), _)| (*a, *b) == (one.min(other), one.max(other))))
        .map(|found| found.map(|(_, times)| *times).sum::<u64>() / each)
        .collect();
    let tables: Vec<u64> = active
        .iter()
        .map(|&entrant| {
            past.iter().filter(|past| past.state != PastState::Struck && past.block.has(entrant)).count() as u64 / each
        })
        .collect();
    let ends = |all: &[u64]| (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0));
    (ends(&times), ends(&tables))
}

#[test]
fn at_larger_tables_meetings_differ_by_at_most_two() {
    // A9
    for table in 3..=5 {
        for n in table..=table + 8 {
            for rounds in [1, 2, 3, 5, 8] {
                let setup = Setup { rounds, ..setup(EventKind::RoundRobin, n, table) };
                let mut past = Vec::new();
                play_all(&setup, &mut past, 10, by_number);
                let ((least, most), (fewest, tables)) = spreads(&past, &setup.active(), 1);
                assert!(most - least <= 2, "{n} entrants, {table} at a table, {rounds} rounds: {least} to {most}");
                assert!(fewest == u64::from(rounds) && tables <= fewest + 1, "{n} {table} {rounds}: {fewest} {tables}");
                assert!(past.iter().all(|past| past.block.line_up.iter().collect::<HashSet<_>>().len() == table));
            }
        }
    }
}

#[test]
fn who_is_added_meets_all_and_changes_nothing_before() {
    // A11
    for (kind, table) in [
        (EventKind::RoundRobin, 2),
        (EventKind::RoundRobin, 3),
        (EventKind::RoundRobin, 1),
        (EventKind::Gauntlet, 2),
        (EventKind::Gauntlet, 3),
    ] {
        let mut setup = Setup { rounds: 4, maps: 2, blocks: 2, ..setup(kind, 8, table) };
        let mut past = Vec::new();
        play_all(&setup, &mut past, 9, by_number);
        let before = past.clone();
        let joined_at_block = past.len() as u64;
        setup.entrants.push(Seated { joined_at_block, ..Seated::new("late", "builtin late {}") });
        play_all(&setup, &mut past, 5, by_number);
        assert_eq!(past[..before.len()], before, "nothing that was planned is planned otherwise");
        assert!(
            past.len() > before.len() && past[before.len()..].iter().all(|past| past.block.has(8)),
            "{}",
            kind.name()
        );
        let of = |entrant: u32| past.iter().filter(|past| past.block.has(entrant)).count();
        let expected = if table == 2 && kind == EventKind::RoundRobin { 8 * 16 } else { 16 };
        assert_eq!(of(8), expected, "{} {table}", kind.name());
        let ((least, most), _) = spreads(&past, &setup.active(), 4);
        assert!(kind == EventKind::Gauntlet || table == 1 || most - least <= 2, "{table}: {least} to {most}");
    }
}

#[test]
fn a_gauntlet_is_the_first_against_all() {
    // A9
    for table in 2..=4 {
        let setup = Setup { rounds: 3, blocks: 2, ..setup(EventKind::Gauntlet, 10, table) };
        let mut past = Vec::new();
        play_all(&setup, &mut past, 4, by_number);
        assert!(past.iter().all(|past| past.block.line_up[0] == 0 && past.block.line_up.len() == table));
        for entrant in 1..10 {
            let tables = past.iter().filter(|past| past.block.has(entrant)).count();
            assert!(
                tables == 6 || table == 3 && tables == 8 || table > 2 && tables <= 8,
                "{table} {entrant}: {tables}"
            );
        }
        let mut over = setup.clone();
        over.entrants[0].benched = true;
        assert!(next(&over, &past[..2], 4).finished);
    }
}

#[test]
fn what_somebody_benched_leaves_is_made_up_for() {
    for (kind, table) in
        [(EventKind::RoundRobin, 2), (EventKind::RoundRobin, 3), (EventKind::Gauntlet, 3), (EventKind::Swiss, 2)]
    {
        let mut setup = Setup { rounds: 4, ..setup(kind, 7, table) };
        let mut past: Vec<Past> = Vec::new();
        let blocks = next(&setup, &past, 8).blocks;
        past.extend(blocks.into_iter().map(|block| Past { block, state: PastState::Pending }));
        setup.entrants[3].benched = true;
        for past in &mut past {
            past.state = if past.block.has(3) { PastState::Struck } else { PastState::Done(by_number(&past.block)) };
        }
        let planned = past.len();
        play_all(&setup, &mut past, 8, by_number);
        assert!(
            past[planned..].iter().all(|past| !past.block.has(3)),
            "{}: none is planned for who is benched",
            kind.name()
        );
        let active = setup.active();
        let ((least, most), (fewest, _)) = spreads(&past, &active, 1);
        match kind {
            EventKind::RoundRobin if table == 2 => assert_eq!((least, most), (4, 4)),
            EventKind::Swiss => assert!(fewest >= 3),
            _ => assert!(fewest >= 4, "{} {table}: {fewest}", kind.name()),
        }
        assert_eq!(bare(&past).iter().collect::<HashSet<_>>().len(), past.len(), "no number comes twice");
    }
}

/// Whether everybody can be seated at tables where nobody met before, by trying everything; `byes` may sit out.
fn can_be_fresh(free: &[u32], table: usize, byes: usize, met: &HashSet<(u32, u32)>, had_bye: &HashSet<u32>) -> bool {
    let Some((&first, rest)) = free.split_first() else { return byes == 0 };
    let alone = byes > 0 && !had_bye.contains(&first) && can_be_fresh(rest, table, byes - 1, met, had_bye);
    alone || {
        let subsets = (0u32..1 << rest.len()).filter(|subset| subset.count_ones() as usize == table - 1);
        subsets.into_iter().any(|subset| {
            let chosen = |at: usize| subset >> at & 1 == 1;
            let mut seated: Vec<u32> = (0..rest.len()).filter(|&at| chosen(at)).map(|at| rest[at]).collect();
            seated.push(first);
            let fresh = seated
                .iter()
                .enumerate()
                .all(|(i, &one)| seated[..i].iter().all(|&other| !met.contains(&(one.min(other), one.max(other)))));
            let left: Vec<u32> = (0..rest.len()).filter(|&at| !chosen(at)).map(|at| rest[at]).collect();
            fresh && can_be_fresh(&left, table, byes, met, had_bye)
        })
    }
}

/// Plays a Swiss tournament round by round and holds every round against what could have been.
fn swiss_holds(n: usize, table: usize, rounds: u32, brute: bool, seed: u64) {
    let setup = Setup { rounds, secret: Secret::of_number(seed), ..setup(EventKind::Swiss, n, table) };
    let (mut past, mut met, mut had_bye): (Vec<Past>, HashSet<(u32, u32)>, HashSet<u32>) = Default::default();
    for round in 1..=rounds {
        let blocks = next(&setup, &past, 1).blocks;
        assert_eq!(blocks.len(), n / table, "nobody is idle who could play");
        let seated: HashSet<u32> = blocks.iter().flat_map(|block| block.line_up.clone()).collect();
        assert_eq!(seated.len(), n / table * table, "nobody plays twice in a round");
        let pairs = |block: &BlockPlan| {
            let line_up = block.line_up.clone();
            let of = |(i, one): (usize, u32)| {
                line_up[..i].iter().map(move |&other| (one.min(other), one.max(other))).collect::<Vec<_>>()
            };
            line_up.iter().copied().enumerate().flat_map(of).collect::<Vec<_>>()
        };
        let now: Vec<(u32, u32)> = blocks.iter().flat_map(pairs).collect();
        let byes: Vec<u32> = (0..n as u32).filter(|entrant| !seated.contains(entrant)).collect();
        let again =
            now.iter().any(|pair| met.contains(pair)) || table == 2 && byes.iter().any(|bye| had_bye.contains(bye));
        let all: Vec<u32> = (0..n as u32).collect();
        if again && brute {
            // At larger tables who sits out is chosen first.
            let (free, byes) =
                if table == 2 { (all, n % 2) } else { (all.into_iter().filter(|e| seated.contains(e)).collect(), 0) };
            assert!(!can_be_fresh(&free, table, byes, &met, &had_bye), "{n} entrants, round {round}: {now:?}");
        }
        let rounds_left_enough = (round as usize) * 2 + 2 <= n;
        assert!(brute || table > 2 || !rounds_left_enough || !again, "{n} entrants, round {round}");
        met.extend(now);
        had_bye.extend(byes);
        past.extend(blocks.into_iter().map(|block| Past { state: PastState::Done(by_chance(&block)), block }));
    }
    assert!(next(&setup, &past, 1).finished);
}

#[test]
fn winners_meet_winners() {
    let setup = Setup { rounds: 3, ..setup(EventKind::Swiss, 16, 2) };
    let mut past = Vec::new();
    play_all(&setup, &mut past, 1, by_number);
    let mut points = [0.0; 16];
    for round in past.chunks(8) {
        for Past { block, .. } in round {
            let apart: f64 = points[block.line_up[0] as usize] - points[block.line_up[1] as usize];
            assert!(apart.abs() < 0.5, "with 16 and no draws everybody finds an equal: {block:?}");
        }
        for past in round {
            by_number(&past.block).iter().for_each(|&(entrant, gained)| points[entrant as usize] += gained);
        }
    }
    assert_eq!(points[0], 3.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn swiss_repeats_nothing_that_can_be_avoided(n in 2usize..=8, rounds in 1u32..9, seed in any::<u64>()) {
        swiss_holds(n, 2, rounds, true, seed);
    }

    #[test]
    fn swiss_holds_for_many(n in 2usize..=200, seed in any::<u64>()) {
        swiss_holds(n, 2, 6, false, seed);
    }

    #[test]
    fn swiss_at_larger_tables_repeats_nothing_that_can_be_avoided(n in 3usize..=10, rounds in 1u32..5, seed in any::<u64>()) {
        swiss_holds(n, 3, rounds, true, seed);
    }

    #[test]
    fn larger_tables_are_even_whatever_the_secret(n in 3usize..=30, table in 3usize..=6, rounds in 1u32..12, seed in any::<u64>()) {
        let n = n.max(table);
        let setup = Setup { rounds, secret: Secret::of_number(seed), ..setup(EventKind::RoundRobin, n, table) };
        let past: Vec<Past> =
            next(&setup, &[], 1).blocks.into_iter().map(|block| Past { block, state: PastState::Pending }).collect();
        let ((least, most), (fewest, tables)) = spreads(&past, &setup.active(), 1);
        prop_assert!(most - least <= 2, "{} entrants, {} at a table, {} rounds: {} to {}", n, table, rounds, least, most);
        prop_assert!(fewest == u64::from(rounds) && tables <= fewest + 1);
    }

    #[test]
    fn a_bracket_has_one_winner(n in 2usize..=33, blocks in 1u32..4, seed in any::<u64>(), out in any::<u32>()) {
        let mut setup = Setup { blocks, secret: Secret::of_number(seed), ..setup(EventKind::Bracket, n, 2) };
        let mut random = Random::new(seed);
        let mut past: Vec<Past> = Vec::new();
        for round in 0..1000 {
            // Somebody is benched in mid-event, but never everybody.
            if round == 2 && n > 3 {
                setup.entrants[out as usize % n].benched = true;
            }
            let next = next(&setup, &past, 1);
            if next.finished {
                break;
            }
            prop_assert!(!next.blocks.is_empty());
            for block in next.blocks {
                prop_assert!(block.line_up.iter().all(|&entrant| !setup.is_benched(entrant)));
                let points = *random.pick(&[0.0, 0.25, 0.5, 1.0]).unwrap_or(&0.5);
                let done = vec![(block.line_up[0], points), (block.line_up[1], 1.0 - points)];
                past.push(Past { block, state: PastState::Done(done) });
            }
        }
        prop_assert!(next(&setup, &past, 1).finished);
        let places = bracket_places(&setup, &past);
        let of = |place: u32| places.iter().filter(|(_, at)| *at == place).map(|(e, _)| *e).collect::<Vec<_>>();
        prop_assert_eq!(of(1).len(), 1, "{:?}", places);
        prop_assert_eq!(places.iter().map(|(e, _)| *e).collect::<HashSet<_>>().len(), places.len());
        prop_assert!(places.len() >= n - usize::from(n > 3));
        // Who lost a pairing plays no more, but for the third place.
        for entrant in 0..n as u32 {
            let lost = past.iter().filter(|past| past.block.label != "third place" && past.block.has(entrant));
            let lost = lost.filter(|past| past.block.line_up.iter().any(|&e| place(&places, e) < place(&places, entrant)));
            let labels: HashSet<&str> = lost.map(|past| past.block.label.as_str()).collect();
            prop_assert!(labels.len() <= 1, "{} lost in {:?}", entrant, labels);
        }
        if n >= 4 && !past.is_empty() {
            prop_assert!(of(3).len() <= 1, "one is third: {:?}", places);
            let played = past.iter().filter(|past| past.block.label == "third place");
            for past in played {
                prop_assert!(past.block.line_up.iter().all(|&e| [3, 4].contains(&place(&places, e))));
            }
            let last = past.iter().filter(|past| past.block.label == "final");
            for past in last {
                prop_assert!(past.block.line_up.iter().all(|&e| [1, 2].contains(&place(&places, e))));
            }
        }
    }
}

fn place(places: &[(u32, u32)], entrant: u32) -> u32 {
    places.iter().find(|(known, _)| *known == entrant).map_or(u32::MAX, |(_, place)| *place)
}

#[test]
fn a_bracket_is_seeded_and_the_better_seed_wins_what_stays_tied() {
    let mut setup = Setup { blocks: 3, ..setup(EventKind::Bracket, 6, 2) };
    setup.entrants[5].rating = Some(1800.0);
    let first = next(&setup, &[], 1).blocks;
    let pairs: Vec<(&str, &[u32])> =
        first.iter().map(|block| (block.label.as_str(), block.line_up.as_slice())).collect();
    // The seeds are 5, 0, 1, 2, 3, 4: the first two have byes, and two blocks of three can decide.
    let second = ("quarter-final 2", [2, 3].as_slice());
    assert_eq!(pairs, [second, second, ("quarter-final 4", &[1, 4]), ("quarter-final 4", &[1, 4])]);
    let draw = |block: &BlockPlan| block.line_up.iter().map(|&entrant| (entrant, 0.5)).collect();
    let mut past = Vec::new();
    play_all(&setup, &mut past, 1, draw);
    let mut places = bracket_places(&setup, &past);
    places.sort_by_key(|(_, place)| *place);
    assert_eq!(places, [(5, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5)]);
    let finals = past.iter().filter(|past| past.block.label == "final").count();
    assert_eq!(finals, 6, "three, and three more because points stayed equal");
}

#[test]
fn the_ladder_chooses_what_tells_most() {
    // A13: the choice against the sum of variances itself, for every pair.
    let setup = Setup { rounds: 0, ..setup(EventKind::Ladder, 7, 2) };
    let mut past: Vec<Past> = Vec::new();
    for _ in 0..60 {
        let block = next(&setup, &past, 1).blocks.remove(0);
        let strength = Strength::of(&setup, &past);
        let fall = |one: u32, other: u32| {
            let mut then = Strength::of(&setup, &past);
            then.learn(one, other);
            strength.total_variance() - then.total_variance()
        };
        let [one, other] = block.line_up[..] else { panic!("two at a table") };
        assert!((fall(one, other) - strength.gain(one, other)).abs() < 1e-9);
        let seen: Vec<bool> = (0..7).map(|e| past.iter().rev().take(21).any(|past| past.block.has(e))).collect();
        if seen.iter().all(|seen| *seen) {
            for a in 0..7 {
                assert!(
                    (0..a).all(|b| fall(a, b) <= fall(one, other) + 1e-9),
                    "{a} would tell more than {one} {other}"
                );
            }
        } else {
            assert!(!seen[one as usize] || !seen[other as usize], "who starves goes first");
        }
        let state = PastState::Done(by_number(&block));
        past.push(Past { block, state });
    }
}

#[test]
fn the_ladder_starves_nobody() {
    // A13
    for table in 1..=3 {
        let mut setup = Setup { rounds: 0, maps: 2, ..setup(EventKind::Ladder, 9, table) };
        let mut past: Vec<Past> = Vec::new();
        for step in 0..120 {
            if step == 40 {
                // Those who are benched had much planned: it is struck, and nobody else waits for it.
                setup.entrants[0].benched = true;
                past.iter_mut()
                    .rev()
                    .take(6)
                    .filter(|past| past.block.has(0))
                    .for_each(|past| past.state = PastState::Struck);
            }
            if step == 60 {
                setup.entrants.push(Seated {
                    joined_at_block: past.len() as u64,
                    ..Seated::new("bot3", "builtin bot3 {\"v\":2}")
                });
            }
            let next = next(&setup, &past, 2);
            assert!(!next.finished && next.blocks.len() == 2);
            for block in next.blocks {
                assert!(block.line_up.iter().all(|&entrant| !setup.is_benched(entrant)));
                let state = PastState::Done(by_number(&block));
                past.push(Past { block, state });
            }
            if step == 60 {
                assert!(
                    past.last().is_some_and(|last| last.block.has(9)) || past[past.len() - 2].block.has(9),
                    "who is new goes first"
                );
            }
            let counted: Vec<&Past> = past.iter().filter(|past| past.state != PastState::Struck).collect();
            // Three times as many blocks as entrants, and one for each who may wait at once.
            let active = setup.active();
            if counted.len() > 4 * active.len() {
                for &entrant in &active {
                    assert!(
                        counted.iter().rev().take(4 * active.len()).any(|past| past.block.has(entrant)),
                        "{entrant} starves"
                    );
                }
            }
        }
        for entrant in setup.active() {
            let on = |map: u32| past.iter().filter(|past| past.block.map == map && past.block.has(entrant)).count();
            assert!(on(0) > 0 && on(1) > 0, "everybody plays each map");
        }
    }
}

#[test]
fn the_ladder_does_not_dwell_on_who_loses_everything() {
    // A13: the last of them loses every block, or one in forty less; among the others everybody can win.
    for lucky in [u64::MAX, 40] {
        let setup = Setup { rounds: 0, ..setup(EventKind::Ladder, 5, 2) };
        let mut past = Vec::new();
        for _ in 0..400 {
            for block in next(&setup, &past, 1).blocks {
                let last = if block.k % lucky == lucky - 1 { 1.0 } else { 0.0 };
                let points = match by_chance(&block) {
                    _ if block.has(4) => {
                        block.line_up.iter().map(|&e| (e, if e == 4 { last } else { 1.0 - last })).collect()
                    }
                    points => points,
                };
                past.push(Past { block, state: PastState::Done(points) });
            }
        }
        let blocks = |entrant: u32| past.iter().filter(|past: &&Past| past.block.has(entrant)).count();
        assert!((20..100).contains(&blocks(4)), "{lucky}: {}", blocks(4));
        (0..4).for_each(|entrant| assert!(blocks(entrant) > 100, "{lucky} {entrant}: {}", blocks(entrant)));
    }
}

#[test]
fn a_new_version_starts_from_the_rating_of_the_old() {
    // A13
    let mut setup = Setup { rounds: 0, ..setup(EventKind::Ladder, 4, 2) };
    let mut past = Vec::new();
    for _ in 0..80 {
        for block in next(&setup, &past, 1).blocks {
            let state = PastState::Done(by_number(&block));
            past.push(Past { block, state });
        }
    }
    setup.entrants.push(Seated::new("bot0", "builtin bot0 {\"version\":2}"));
    setup.entrants.push(Seated::new("stranger", "builtin stranger {}"));
    let strength = Strength::of(&setup, &past);
    assert!(strength.elo(0) > 100.0 && (strength.elo(4) - strength.elo(0)).abs() < 20.0, "{}", strength.elo(4));
    assert!(strength.elo(5).abs() < 20.0);
    assert!(strength.gain(5, 1) > strength.gain(4, 1), "less is known of a stranger");
}

#[test]
fn a_ladder_with_rounds_ends() {
    let setup = Setup { rounds: 5, ..setup(EventKind::Ladder, 6, 2) };
    let mut past = Vec::new();
    play_all(&setup, &mut past, 4, by_number);
    assert_eq!((past.len(), total(&setup, &past)), (15, Some(15)));
}

#[test]
fn a_duel_goes_on_block_after_block() {
    // A5, A8
    let two = Setup { blocks: 5, maps: 2, ..setup(EventKind::Duel, 2, 2) };
    let mut past = Vec::new();
    play_all(&two, &mut past, 2, by_number);
    let found: Vec<_> = past.iter().map(|past| (past.block.map, past.block.k)).collect();
    assert_eq!(found, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);
    assert!(past.iter().all(|past| past.block.line_up == [0, 1] && past.block.rival.is_none()));
    let four = Setup { blocks: 0, ..setup(EventKind::Duel, 5, 4) };
    let next = next(&four, &[], 3);
    assert_eq!((next.blocks.len(), next.finished), (3, false));
    assert!(next.blocks.iter().all(|block| block.line_up == [0, 2, 3, 4] && block.rival == Some(1)));
    let alone = setup(EventKind::Duel, 2, 1);
    assert_eq!(super::next(&alone, &[], 1).blocks[0].arrangements(crate::block::Orders::Rotations), [[0], [1]]);
}

#[test]
fn a_kind_that_does_not_fit_is_named() {
    let error = |setup: &Setup| setup.check().unwrap_err().to_string();
    assert_eq!(
        error(&setup(EventKind::RoundRobin, 1, 2)),
        "entrants: 1 given, a round-robin with 2 at a table needs 2 or more"
    );
    assert_eq!(
        error(&setup(EventKind::Duel, 3, 2)),
        "entrants: 3 given, a duel with 2 at a table needs two and 0 others"
    );
    assert_eq!(
        error(&setup(EventKind::Bracket, 9, 4)),
        "kind: bracket needs 2 entrants at a table, and this game seats 4"
    );
    assert_eq!(
        error(&setup(EventKind::Swiss, 3, 1)),
        "kind: swiss needs 2 or more entrants at a table, and this game seats 1"
    );
    assert_eq!(error(&Setup { rounds: 0, ..setup(EventKind::RoundRobin, 4, 2) }), "rounds: 0 is not at least 1");
}
