//! For ever: the next block is the one that tells most about the ratings (A13).

use super::strength::Strength;
use super::{Numbers, Past, PastState, Setup};
use crate::block::BlockPlan;

/// An entrant with no block among the last so many times the number of entrants goes first.
const WINDOW: u64 = 3;

/// How many blocks there are in all.
pub(super) fn limit(setup: &Setup) -> u64 {
    let seats = u64::from(setup.rounds) * setup.active().len() as u64;
    if setup.rounds == 0 { u64::MAX } else { seats.div_ceil(setup.table as u64) }
}

pub(super) fn next(setup: &Setup, past: &[Past], wanted: usize) -> Vec<BlockPlan> {
    let active = setup.active();
    if active.len() < setup.table {
        return Vec::new();
    }
    let (n, maps) = (setup.entrants.len(), setup.maps as usize);
    let mut planned = 0u64;
    // The number of the last block of each, counted from 1 over those that were not struck; 0 for none.
    let mut last = vec![0u64; n];
    let mut on_map = vec![0u32; n * maps];
    for past in past.iter().filter(|past| past.state != PastState::Struck) {
        planned += 1;
        for &entrant in &past.block.line_up {
            last[entrant as usize] = planned;
            on_map[entrant as usize * maps + past.block.map as usize] += 1;
        }
    }
    let mut strength = Strength::of(setup, past);
    let mut numbers = Numbers::of(past);
    let window = WINDOW * active.len() as u64;
    let mut blocks: Vec<BlockPlan> = Vec::new();
    while blocks.len() < wanted && planned < limit(setup) {
        let mut starving: Vec<u32> =
            active.iter().copied().filter(|&e| last[e as usize] == 0 || last[e as usize] + window <= planned).collect();
        starving.sort_by_key(|&entrant| last[entrant as usize]);
        let table = choose(&active, &starving, setup.table, &strength, &last);
        let played = |map: usize| table.iter().map(|&entrant| on_map[entrant as usize * maps + map]).sum::<u32>();
        let map = (0..maps).min_by_key(|&map| played(map)).unwrap_or(0);
        planned += 1;
        for (i, &entrant) in table.iter().enumerate() {
            last[entrant as usize] = planned;
            on_map[entrant as usize * maps + map] += 1;
            table[..i].iter().for_each(|&other| strength.learn(entrant, other));
        }
        let number = past.len() + blocks.len() + 1;
        blocks.push(numbers.block(map as u32, table, format!("block {number}")));
    }
    blocks
}

/// The table that tells most, with those who starve at it.
fn choose(active: &[u32], starving: &[u32], size: usize, strength: &Strength, last: &[u64]) -> Vec<u32> {
    let mut table: Vec<u32> = Vec::with_capacity(size);
    match starving.first() {
        Some(&first) => table.push(first),
        // One alone: who waited longest.
        None if size == 1 => table.extend(active.iter().copied().min_by_key(|&entrant| last[entrant as usize])),
        None => table.extend(strength.best_two(active).map(|(one, other)| [one, other]).into_iter().flatten()),
    }
    while table.len() < size {
        let gain = |entrant: u32| table.iter().map(|&other| strength.gain(entrant, other)).sum::<f64>();
        let free = active.iter().copied().filter(|entrant| !table.contains(entrant));
        let gains = free.map(|entrant| (gain(entrant), entrant));
        match gains.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
            Some((_, entrant)) => table.push(entrant),
            None => break,
        }
    }
    table
}
