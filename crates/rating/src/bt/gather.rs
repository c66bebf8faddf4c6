//! From matches to what the likelihood needs: who can be compared, slots, pairs, ties.

use super::Options;
use super::layout::Layout;
use super::model::{Item, Pair, Results, TIES};
use crate::components::Components;
use crate::{Games, games::Table};
use gridhaunt_kernel::Invalid;
use std::collections::{BTreeMap, BTreeSet};

/// What is rated, and from what.
pub(super) struct Gathered {
    pub(super) layout: Layout,
    pub(super) results: Results,
    /// The matches of each block that has any among the rated.
    pub(super) blocks: Vec<core::ops::Range<usize>>,
    /// How often a tie of each size occurred.
    pub(super) ties: BTreeMap<u16, u64>,
    /// The number of matches, by slot.
    pub(super) games: Vec<u64>,
    pub(super) matches: u64,
    pub(super) unrated: Vec<Vec<u32>>,
}

/// Gathers the matches of the set that is rated.
pub(super) fn gather(games: &Games, options: &Options) -> Result<Gathered, Invalid> {
    let (rated, unrated) = split(games, options)?;
    let mut is_rated = vec![false; games.entrants()];
    rated.iter().for_each(|&entrant| is_rated[entrant as usize] = true);
    // Who sat at one table is in one set: the first at a table speaks for all.
    let counts = |table: &Table<'_>| table.entrants.first().is_some_and(|&entrant| is_rated[entrant as usize]);
    let mut sides: BTreeSet<u16> = games.tables().filter(&counts).flat_map(|table| table.sides).copied().collect();
    if sides.is_empty() {
        sides.insert(0);
    }
    let mut layout = Layout { entrants: rated, sides: sides.into_iter().collect(), ties: Vec::new() };
    let slot = |entrant, side| layout.slot(entrant, side).expect("whoever sat at a rated table is rated");
    let pair = |table: &Table<'_>| {
        let slots = [0, 1].map(|at| slot(table.entrants[at], table.sides[at]));
        (Pair { slots: [slots[0].min(slots[1]), slots[0].max(slots[1])] }, slots[0] > slots[1])
    };
    let mut results = Results::default();
    let of_two = games.tables().filter(|table| counts(table) && table.entrants.len() == 2);
    results.pairs.extend(of_two.map(|table| pair(&table).0));
    results.pairs.sort_unstable();
    results.pairs.dedup();
    results.pairs.shrink_to_fit();
    results.items.reserve_exact(games.matches());
    let (mut ties, mut played, mut matches) = (BTreeMap::new(), vec![0; layout.slots()], 0);
    for table in games.tables() {
        if !counts(&table) {
            results.items.push(Item::Nothing);
            continue;
        }
        matches += 1;
        for (&entrant, &side) in table.entrants.iter().zip(table.sides) {
            played[slot(entrant, side) as usize] += 1;
        }
        let item = match table.ranks {
            [] | [_] => Item::Nothing,
            &[first, second] => {
                let (pair, turned) = pair(&table);
                let at = results.pairs.binary_search(&pair).expect("every pair was gathered");
                let outcome = match first.cmp(&second) {
                    core::cmp::Ordering::Equal => {
                        *ties.entry(2).or_default() += 1;
                        2
                    }
                    order => u8::from(order.is_gt() != turned),
                };
                Item::Pair(at as u32, outcome)
            }
            ranks => {
                let mut places: Vec<(u16, u32)> = ranks
                    .iter()
                    .zip(table.entrants.iter().zip(table.sides))
                    .map(|(&rank, (&entrant, &side))| (rank, slot(entrant, side)))
                    .collect();
                places.sort_unstable();
                for group in places.chunk_by(|a, b| a.0 == b.0) {
                    if group.len() > 1 {
                        *ties.entry(group.len() as u16).or_default() += 1;
                    }
                    let mark = |at| if at > 0 { TIES } else { 0 };
                    results.places.extend(group.iter().enumerate().map(|(at, (_, slot))| slot | mark(at)));
                }
                results.table_ends.push(results.places.len() as u32);
                Item::Table(results.table_ends.len() as u32 - 1)
            }
        };
        results.items.push(item);
    }
    let blocks: Vec<_> = (0..games.blocks())
        .map(|block| games.of_block(block))
        .filter(|block| results.items[block.clone()].iter().any(|&item| item != Item::Nothing))
        .collect();
    layout.ties = ties.keys().copied().collect();
    Ok(Gathered { layout, results, blocks, ties, games: played, matches, unrated })
}

/// The set that is rated, and the others.
fn split(games: &Games, options: &Options) -> Result<(Vec<u32>, Vec<Vec<u32>>), Invalid> {
    let mut components = Components::new(games.entrants());
    let mut matches = vec![0u64; games.entrants()];
    for table in games.tables() {
        for &entrant in table.entrants {
            matches[entrant as usize] += 1;
            components.join(table.entrants[0], entrant);
        }
    }
    for succession in &options.successions {
        for entrant in [succession.new, succession.old] {
            if entrant as usize >= games.entrants() {
                return Err(games.unknown("successions", entrant));
            }
        }
        if succession.new == succession.old || !(succession.deviation > 0.0 && succession.deviation.is_finite()) {
            let got = format!("{} after {} ± {}", succession.new, succession.old, succession.deviation);
            return Err(Invalid::new("successions", got, "two entrants and a deviation above 0"));
        }
        components.join(succession.new, succession.old);
    }
    let mut sets = components.sets();
    let rated = match options.anchor {
        Some((anchor, value)) => {
            if !value.is_finite() {
                return Err(Invalid::new("anchor", value, "a number"));
            }
            let set = sets.iter().position(|set| set.contains(&anchor));
            set.filter(|_| matches[anchor as usize] > 0).ok_or_else(|| games.no_anchor(anchor))?
        }
        // Where two sets are equally large that with more matches, then the first.
        None => {
            let size = |set: &Vec<u32>| (set.len(), set.iter().map(|&entrant| matches[entrant as usize]).sum::<u64>());
            let Some(largest) = sets.iter().map(size).max() else { return Ok((Vec::new(), Vec::new())) };
            sets.iter().position(|set| size(set) == largest).expect("it is the size of one of them")
        }
    };
    // Who was compared with nobody is not rated.
    if sets[rated].len() < 2 {
        return Ok((Vec::new(), sets));
    }
    let rated = sets.remove(rated);
    Ok((rated, sets))
}
