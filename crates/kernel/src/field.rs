//! Distance fields: the least cost from a set of places to every place of a grid or graph.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The value of a place that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// Places joined by ways that have a cost: a grid with walls, or a graph.
pub trait Ways {
    /// Calls `each` with every place that can be reached from `place` by one way, and the cost of that way.
    fn each_way(&self, place: usize, each: impl FnMut(usize, u32));
}

/// Fills `out` with the least cost from any of `sources` to each place; places are the indices of `out`. A way to a
/// place that is not such an index is ignored.
///
/// ```
/// use gridhaunt_kernel::field::{UNREACHED, Ways, least_costs};
/// /// 0 -2- 1 -1- 2, and 3 alone.
/// struct Line;
/// impl Ways for Line {
///     fn each_way(&self, place: usize, mut each: impl FnMut(usize, u32)) {
///         match place {
///             0 => each(1, 2),
///             1 => { each(0, 2); each(2, 1) }
///             2 => each(1, 1),
///             _ => {}
///         }
///     }
/// }
/// let mut out = [0; 4];
/// least_costs(&Line, [0], &mut out);
/// assert_eq!(out, [0, 2, 3, UNREACHED]);
/// ```
pub fn least_costs(ways: &impl Ways, sources: impl IntoIterator<Item = usize>, out: &mut [u32]) {
    out.fill(UNREACHED);
    let mut open = BinaryHeap::new();
    for source in sources {
        if let Some(cost) = out.get_mut(source) {
            *cost = 0;
            open.push(Reverse((0, source)));
        }
    }
    while let Some(Reverse((cost, place))) = open.pop() {
        if cost > out[place] {
            continue;
        }
        ways.each_way(place, |next, price| {
            let reached = cost.saturating_add(price);
            if let Some(best) = out.get_mut(next)
                && reached < *best
            {
                *best = reached;
                open.push(Reverse((reached, next)));
            }
        });
    }
}

/// A search that keeps its memory from one call to the next, for ways that cost 1 to 255: a ring of lists instead of a
/// heap, and no allocation after the first search on a board of that size.
#[derive(Clone, Debug)]
pub struct Ring {
    /// The first entry of every list, by cost modulo 256.
    first: Vec<u32>,
    /// A place and the entry after it in its list.
    entries: Vec<(u32, u32)>,
}

/// No entry.
const NONE: u32 = u32::MAX;

impl Default for Ring {
    fn default() -> Self {
        Self { first: alloc::vec![NONE; 256], entries: Vec::new() }
    }
}

impl Ring {
    /// The same as [`least_costs`], for costs from 1 to 255; a way with any other cost is ignored.
    pub fn least_costs(&mut self, ways: &impl Ways, sources: impl IntoIterator<Item = usize>, out: &mut [u32]) {
        out.fill(UNREACHED);
        self.search(ways, sources, out, |_, _| false);
    }

    /// Writes the least cost of places to `out`, nearest first, and tells `is_enough` each of them with its cost. Once
    /// that says yes the places of the same cost are still told, and none that is farther; costs above it are not the
    /// least yet. `out` is [`UNREACHED`] everywhere before; [`Ring::touched`] is where it no longer is.
    pub fn search(
        &mut self,
        ways: &impl Ways,
        sources: impl IntoIterator<Item = usize>,
        out: &mut [u32],
        mut is_enough: impl FnMut(usize, u32) -> bool,
    ) {
        self.first.fill(NONE);
        self.entries.clear();
        for source in sources {
            if let Some(cost) = out.get_mut(source) {
                *cost = 0;
                self.push(source, 0);
            }
        }
        let (mut cost, mut done, mut enough) = (0u32, 0, false);
        while done < self.entries.len() && !enough {
            while let Some(place) = self.pop(cost) {
                done += 1;
                if out[place] != cost {
                    continue;
                }
                enough |= is_enough(place, cost);
                ways.each_way(place, |next, price| {
                    if let Some(best) = out.get_mut(next)
                        && (1..256).contains(&price)
                        && cost + price < *best
                    {
                        *best = cost + price;
                        self.push(next, cost + price);
                    }
                });
            }
            cost += 1;
        }
    }

    /// The places that the last search wrote to; a place may come several times.
    pub fn touched(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().map(|&(place, _)| place as usize)
    }

    #[inline]
    fn push(&mut self, place: usize, cost: u32) {
        let first = &mut self.first[cost as usize & 255];
        self.entries.push((place as u32, *first));
        *first = self.entries.len() as u32 - 1;
    }

    #[inline]
    fn pop(&mut self, cost: u32) -> Option<usize> {
        let first = &mut self.first[cost as usize & 255];
        let &(place, next) = self.entries.get(*first as usize)?;
        *first = next;
        Some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec;

    struct Edges<'a>(&'a [(usize, usize, u32)]);

    impl Ways for Edges<'_> {
        fn each_way(&self, place: usize, mut each: impl FnMut(usize, u32)) {
            for &(a, b, cost) in self.0 {
                if a == place {
                    each(b, cost);
                }
                if b == place {
                    each(a, cost);
                }
            }
        }
    }

    /// Bellman and Ford: relax every edge until nothing changes.
    fn slow(n: usize, sources: &[usize], edges: &[(usize, usize, u32)]) -> Vec<u32> {
        let mut out = vec![UNREACHED; n];
        for &source in sources {
            out[source] = 0;
        }
        loop {
            let before = out.clone();
            for &(a, b, cost) in edges {
                for (a, b) in [(a, b), (b, a)] {
                    if out[a] != UNREACHED {
                        out[b] = out[b].min(out[a] + cost);
                    }
                }
            }
            if out == before {
                return out;
            }
        }
    }

    proptest! {
        #[test]
        fn both_searches_equal_plain_relaxation(
            edges in proptest::collection::vec((0usize..30, 0usize..30, 1u32..256), 0..80),
            sources in proptest::collection::vec(0usize..30, 0..3),
        ) {
            let expected = slow(30, &sources, &edges);
            let mut out = vec![0; 30];
            least_costs(&Edges(&edges), sources.iter().copied(), &mut out);
            prop_assert_eq!(&out, &expected);
            let mut ring = Ring::default();
            for _ in 0..2 {
                ring.least_costs(&Edges(&edges), sources.iter().copied(), &mut out);
                prop_assert_eq!(&out, &expected);
            }
        }

        #[test]
        fn a_search_tells_all_places_up_to_the_cost_that_is_enough(
            edges in proptest::collection::vec((0usize..30, 0usize..30, 1u32..256), 0..80),
            source in 0usize..30,
            far in 0u32..400,
        ) {
            let expected = slow(30, &[source], &edges);
            let (mut ring, mut out) = (Ring::default(), vec![UNREACHED; 30]);
            for _ in 0..2 {
                let mut told = Vec::new();
                ring.search(&Edges(&edges), [source], &mut out, |place, cost| {
                    told.push((cost, place));
                    cost >= far
                });
                prop_assert!(told.is_sorted_by_key(|(cost, _)| *cost));
                let last = told.iter().map(|(cost, _)| *cost).max().unwrap_or(0);
                let mut near: Vec<(u32, usize)> =
                    (0..30).map(|place| (expected[place], place)).filter(|(cost, _)| *cost <= last).collect();
                near.sort_unstable();
                told.sort_unstable();
                prop_assert_eq!(told, near);
                // Enough is the first cost that is not less than asked for, if there is one.
                let enough = expected.iter().copied().filter(|cost| (far..UNREACHED).contains(cost)).min();
                prop_assert!(enough.is_none_or(|enough| enough == last));
                // What was touched is all that was written.
                ring.touched().for_each(|place| out[place] = UNREACHED);
                prop_assert!(out.iter().all(|&cost| cost == UNREACHED));
            }
        }
    }
}
