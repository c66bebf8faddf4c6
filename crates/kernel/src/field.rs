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

/// A search that keeps its memory from one call to the next, for ways that cost 1 to 255: a ring of buckets instead of
/// a heap, and no allocation after the first search on a board of that size.
#[derive(Clone, Debug)]
pub struct Ring {
    buckets: Vec<Vec<u32>>,
}

impl Default for Ring {
    fn default() -> Self {
        Self { buckets: alloc::vec![Vec::new(); 256] }
    }
}

impl Ring {
    /// The same as [`least_costs`], for costs from 1 to 255; a way with any other cost is ignored.
    pub fn least_costs(&mut self, ways: &impl Ways, sources: impl IntoIterator<Item = usize>, out: &mut [u32]) {
        out.fill(UNREACHED);
        let mut waiting = 0usize;
        for source in sources {
            if let Some(cost) = out.get_mut(source) {
                *cost = 0;
                self.buckets[0].push(source as u32);
                waiting += 1;
            }
        }
        let mut cost = 0u32;
        while waiting > 0 {
            while let Some(place) = self.buckets[cost as usize & 255].pop() {
                waiting -= 1;
                if out[place as usize] != cost {
                    continue;
                }
                let buckets = &mut self.buckets;
                ways.each_way(place as usize, |next, price| {
                    if let Some(best) = out.get_mut(next)
                        && (1..256).contains(&price)
                        && cost + price < *best
                    {
                        *best = cost + price;
                        buckets[(cost + price) as usize & 255].push(next as u32);
                        waiting += 1;
                    }
                });
            }
            cost += 1;
        }
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
    }
}
