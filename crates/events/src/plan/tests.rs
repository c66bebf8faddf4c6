//! What every kind promises, held over many setups.

use super::*;

pub(super) fn setup(kind: EventKind, entrants: usize, table: usize) -> Setup {
    let entrants = (0..entrants).map(|number| Seated::new(format!("bot{number}"), format!("builtin bot{number} {{}}")));
    let secret = Secret::of_number(7);
    Setup { kind, entrants: entrants.collect(), maps: 1, table, rounds: 1, blocks: 1, secret }
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
    assert_eq!(error(&Setup { rounds: 0, ..setup(EventKind::RoundRobin, 4, 2) }), "rounds: 0 is not at least 1");
}
