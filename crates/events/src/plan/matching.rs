//! The largest set of pairs in which nobody is twice: Edmonds' algorithm, grown from a good start.

use std::collections::VecDeque;

/// Nobody.
const NONE: usize = usize::MAX;

/// The partner of each of `n`, after the pairs of `start` were extended to as many as there can be. Two may be paired if
/// `fits` says so, in either order.
pub(super) fn largest(start: Vec<Option<usize>>, fits: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let n = start.len();
    let mut search = Search {
        mate: start.into_iter().map(|mate| mate.unwrap_or(NONE)).collect(),
        before: vec![NONE; n],
        base: (0..n).collect(),
        seen: vec![false; n],
    };
    for root in 0..n {
        if search.mate[root] == NONE
            && let Some(end) = search.path(root, &fits)
        {
            search.exchange(end);
        }
    }
    search.mate.into_iter().map(|mate| Some(mate).filter(|&mate| mate != NONE)).collect()
}

struct Search {
    mate: Vec<usize>,
    /// From where each was reached.
    before: Vec<usize>,
    /// The base of the blossom that each is in.
    base: Vec<usize>,
    /// Who is at an even distance from the root.
    seen: Vec<bool>,
}

impl Search {
    /// The end of a path from the root on which pairs and other edges alternate, and which ends at somebody unpaired.
    fn path(&mut self, root: usize, fits: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        let n = self.mate.len();
        self.before.fill(NONE);
        self.seen.fill(false);
        (0..n).for_each(|i| self.base[i] = i);
        self.seen[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for to in 0..n {
                if to == from || self.base[from] == self.base[to] || self.mate[from] == to || !fits(from, to) {
                    continue;
                }
                if to == root || self.mate[to] != NONE && self.before[self.mate[to]] != NONE {
                    self.shrink(from, to, &mut queue);
                } else if self.before[to] == NONE {
                    self.before[to] = from;
                    match self.mate[to] {
                        NONE => return Some(to),
                        mate => {
                            self.seen[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        None
    }

    /// Two at even distances meet: the circle of odd length that they close becomes one.
    fn shrink(&mut self, from: usize, to: usize, queue: &mut VecDeque<usize>) {
        let n = self.mate.len();
        let base = self.meeting(from, to);
        let mut blossom = vec![false; n];
        self.mark(from, base, to, &mut blossom);
        self.mark(to, base, from, &mut blossom);
        for i in 0..n {
            if blossom[self.base[i]] {
                self.base[i] = base;
                if !self.seen[i] {
                    self.seen[i] = true;
                    queue.push_back(i);
                }
            }
        }
    }

    /// Where the ways of two back to the root meet.
    fn meeting(&self, mut one: usize, mut other: usize) -> usize {
        let mut passed = vec![false; self.mate.len()];
        loop {
            one = self.base[one];
            passed[one] = true;
            if self.mate[one] == NONE {
                break;
            }
            one = self.before[self.mate[one]];
        }
        loop {
            other = self.base[other];
            if passed[other] {
                return other;
            }
            other = self.before[self.mate[other]];
        }
    }

    fn mark(&mut self, mut at: usize, base: usize, mut child: usize, blossom: &mut [bool]) {
        while self.base[at] != base {
            let mate = self.mate[at];
            blossom[self.base[at]] = true;
            blossom[self.base[mate]] = true;
            self.before[at] = child;
            child = mate;
            at = self.before[mate];
        }
    }

    /// Exchanges paired and unpaired edges on the way back from the end of a path.
    fn exchange(&mut self, mut end: usize) {
        while end != NONE {
            let before = self.before[end];
            let next = self.mate[before];
            (self.mate[end], self.mate[before]) = (before, end);
            end = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most pairs, by trying everything.
    fn most(n: usize, free: u32, fits: &impl Fn(usize, usize) -> bool) -> usize {
        if free == 0 {
            return 0;
        }
        let first = free.trailing_zeros() as usize;
        let rest = free & !(1 << first);
        let with = (first + 1..n).filter(|&other| rest >> other & 1 == 1 && fits(first, other));
        with.map(|other| 1 + most(n, rest & !(1 << other), fits)).chain([most(n, rest, fits)]).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn there_are_never_more_pairs(n in 1usize..10, bits in any::<u64>()) {
            let fits = |a: usize, b: usize| {
                let (low, high) = (a.min(b), a.max(b));
                low != high && bits >> (high * (high - 1) / 2 + low) & 1 == 1
            };
            let found = largest(vec![None; n], fits);
            for (one, mate) in found.iter().enumerate() {
                prop_assert!(mate.is_none_or(|mate| found[mate] == Some(one) && fits(one, mate)));
            }
            let pairs = found.iter().flatten().count() / 2;
            prop_assert_eq!(pairs, most(n, (1u32 << n) - 1, &fits));
        }
    }
}
