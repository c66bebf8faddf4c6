//! Everybody against everybody, equally often: all pairs where two sit at a table, else balanced tables (A9).

use super::{Counts, Numbers, Past, PastState, Setup, key, tables};
use crate::block::BlockPlan;
use std::hash::BuildHasherDefault;

pub(super) fn next(setup: &Setup, past: &[Past], wanted: usize) -> Vec<BlockPlan> {
    let active = setup.active();
    if setup.table != 2 {
        return tables::next(setup, past, None, &active, wanted);
    }
    missing(setup, past, &circle(&active), wanted)
}

/// All pairs in rounds in which everybody plays once: the first stays, the others walk round the table. Nobody is idle
/// for long, and the pairs of a round do not wait for each other.
fn circle(entrants: &[u32]) -> Vec<(u32, u32)> {
    let n = entrants.len() + entrants.len() % 2;
    let at = |place: usize, round: usize| if place == 0 { 0 } else { 1 + (place - 1 + round) % (n - 1) };
    let mut pairs = Vec::with_capacity(n * n / 2);
    for round in 0..n.saturating_sub(1) {
        for place in 0..n / 2 {
            let (one, other) = (at(place, round), at(n - 1 - place, round));
            // With an odd number the place beyond the last is empty.
            if let (Some(&one), Some(&other)) = (entrants.get(one), entrants.get(other)) {
                pairs.push((one.min(other), one.max(other)));
            }
        }
    }
    pairs
}

/// What these pairs have not played yet of `rounds` times `blocks` on every map: what somebody played before others came
/// is not planned again, and what was struck is.
pub(super) fn missing(setup: &Setup, past: &[Past], pairs: &[(u32, u32)], wanted: usize) -> Vec<BlockPlan> {
    let target = u64::from(setup.rounds) * u64::from(setup.blocks);
    let mut have = Counts::with_capacity_and_hasher(past.len(), BuildHasherDefault::default());
    for past in past.iter().filter(|past| past.state != PastState::Struck) {
        *have.entry(key(past.block.map, past.block.entrants())).or_default() += 1;
    }
    let had = |map: u32, (one, other): (u32, u32)| have.get(&key(map, [one, other].into_iter())).copied().unwrap_or(0);
    let each = || pairs.iter().flat_map(|&pair| (0..setup.maps).map(move |map| (map, pair)));
    let least = each().map(|(map, pair)| had(map, pair)).min().unwrap_or(target);
    let mut numbers = None;
    let mut blocks = Vec::new();
    for times in least..target {
        for (map, pair) in each().filter(|&(map, pair)| had(map, pair) <= times) {
            if blocks.len() == wanted {
                return blocks;
            }
            let numbers = numbers.get_or_insert_with(|| Numbers::of(past));
            blocks.push(numbers.block(
                map,
                vec![pair.0, pair.1],
                format!("round {}", times / u64::from(setup.blocks) + 1),
            ));
        }
    }
    blocks
}
