//! `courier`, the cautious ghost (R51).

use super::{split, whim};
use gridhaunt_ghost_grid::Action;
use gridhaunt_ghost_grid::ground::NodeSet;
use gridhaunt_ghost_grid::view::{GhostPort, GhostView, Known, Start, View};
use gridhaunt_kernel::Bot;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Plans its way over everything it knows, hides loot from hunters and fetches it again.
#[derive(Clone, Debug)]
pub struct Courier {
    copies: u8,
}

impl Courier {
    /// A courier that makes this many copies of itself on the first turn.
    #[must_use]
    pub const fn new(copies: u8) -> Self {
        Self { copies }
    }
}

impl Bot<Start, View, Action> for Courier {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::GhostView(view) = view else { return Action::Wait };
        if let Some(split) = split(view, self.copies, legal) {
            return split; // 1
        }
        let loot = view.me.loot;
        if view.me.layer == view.n {
            return if loot > 0 { Action::Deposit { amount: loot } } else { Action::Wait }; // 2
        }
        if loot > 0 {
            return deliver(view); // 5
        }
        if view.here.loot > 0 {
            let safe = view.here.sentinels.is_empty() && !sees_hunter(view);
            return if safe { Action::Take { amount: view.here.loot } } else { Action::Wait }; // 3
        }
        fetch(view) // 4
    }
}

fn is_clear(port: &GhostPort) -> bool {
    port.sentinels.is_none_or(|sentinels| sentinels == 0)
}

/// Whether a sentinel is visible through a port.
fn sees_hunter(view: &GhostView) -> bool {
    view.ports.iter().any(|port| !is_clear(port))
}

/// Moves to the nearest loot it remembers, if it has the energy for the way.
fn fetch(view: &GhostView) -> Action {
    let mut chart = Chart::new(view);
    for memory in view.memory.iter().filter(|memory| memory.node != view.me.node && memory.loot.0 != Some(0)) {
        chart.set(memory.node, 0);
    }
    let costs = chart.spread(&view.known);
    let ways = view.ports.iter().filter(|port| is_clear(port)).filter_map(|port| {
        let cost = costs[usize::from(port.node)]?.checked_add(port.dist.into())?;
        (cost <= view.me.energy).then_some((cost, port.node))
    });
    ways.min().map_or(Action::Wait, |(_, to)| Action::Move { to })
}

/// Moves towards the goal if it has the energy; otherwise it drops its loot when hunters are near.
fn deliver(view: &GhostView) -> Action {
    let mut chart = Chart::new(view);
    let known: NodeSet = view.known.iter().map(|known| usize::from(known.node)).collect();
    for (node, layer) in chart.named.clone() {
        if layer == view.n {
            chart.set(node, 0);
        } else if !known.contains(node.into()) {
            chart.set(node, view.base * u32::from(view.n - layer) / u32::from(view.n));
        }
    }
    let needs = chart.spread(&view.known);
    let energy = view.me.energy;
    let ways = view.ports.iter().filter(|port| is_clear(port) && u32::from(port.dist) <= energy);
    let best = ways
        .filter_map(|port| {
            let need = needs[usize::from(port.node)]?.saturating_add(port.dist.into());
            let order = i64::from(need) + whim(view.seat, port.node, 5);
            Some((need > energy, order, port.node))
        })
        .min();
    match best {
        Some((false, _, to)) => Action::Move { to },
        _ if sees_hunter(view) => Action::Deposit { amount: view.me.loot },
        Some((true, _, to)) => Action::Move { to },
        None => Action::Wait,
    }
}

/// The least cost from each node to some goal, over the connections that are known.
struct Chart {
    /// The nodes that the view names, with their layers.
    named: Vec<(u8, u8)>,
    costs: Vec<Option<u32>>,
    fixed: Vec<bool>,
    open: BinaryHeap<Reverse<(u32, u8)>>,
}

impl Chart {
    fn new(view: &GhostView) -> Self {
        let mut named: Vec<(u8, u8)> = view
            .known
            .iter()
            .flat_map(|known| known.to.iter().map(|&(node, layer, _)| (node, layer)).chain([(known.node, known.layer)]))
            .collect();
        named.sort_unstable();
        named.dedup();
        Self { named, costs: vec![None; 256], fixed: vec![false; 256], open: BinaryHeap::new() }
    }

    /// Sets the cost of a node, whatever is behind it.
    fn set(&mut self, node: u8, cost: u32) {
        self.costs[usize::from(node)] = Some(cost);
        self.fixed[usize::from(node)] = true;
        self.open.push(Reverse((cost, node)));
    }

    /// Computes the cost of all other nodes from those that are set; a connection known from one end is known from
    /// both.
    fn spread(mut self, known: &[Known]) -> Vec<Option<u32>> {
        let mut ways: Vec<Vec<(u8, u32)>> = vec![Vec::new(); 256];
        for from in known {
            for &(to, _, dist) in &from.to {
                ways[usize::from(to)].push((from.node, dist.into()));
                ways[usize::from(from.node)].push((to, dist.into()));
            }
        }
        while let Some(Reverse((cost, node))) = self.open.pop() {
            if self.costs[usize::from(node)] != Some(cost) {
                continue;
            }
            for &(from, dist) in &ways[usize::from(node)] {
                let slot = &mut self.costs[usize::from(from)];
                let reached = cost.saturating_add(dist);
                if !self.fixed[usize::from(from)] && slot.is_none_or(|best| reached < best) {
                    *slot = Some(reached);
                    self.open.push(Reverse((reached, from)));
                }
            }
        }
        self.costs
    }
}
