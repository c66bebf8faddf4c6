//! Shortest ways, for boards and graphs alike.
#![allow(dead_code)]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The first move of a cheapest way from `start` to one of `goals`, none if there is none or it is there already.
/// `ways(node)` lists the moves from a node as (move, node, cost). Of goals as near as each other the lowest counts.
pub fn first_step(start: i64, goals: &HashSet<i64>, ways: impl Fn(i64) -> Vec<(usize, i64, i64)>) -> Option<usize> {
    let mut best = HashMap::from([(start, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start, None))]);
    while let Some(Reverse((cost, node, first))) = queue.pop() {
        if goals.contains(&node) {
            return first;
        }
        if cost > best[&node] {
            continue;
        }
        for (step, to, price) in ways(node) {
            if best.get(&to).map_or(true, |&known| cost + price < known) {
                best.insert(to, cost + price);
                queue.push(Reverse((cost + price, to, if node == start { Some(step) } else { first })));
            }
        }
    }
    None
}
