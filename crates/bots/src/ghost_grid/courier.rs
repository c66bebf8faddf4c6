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
    chart: Chart,
}

impl Courier {
    /// A courier that makes this many copies of itself on the first turn.
    #[must_use]
    pub fn new(copies: u8) -> Self {
        Self { copies, chart: Chart::default() }
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
            return deliver(view, &mut self.chart); // 5
        }
        if view.here.loot > 0 {
            let safe = view.here.sentinels.is_empty() && !sees_hunter(view);
            return if safe { Action::Take { amount: view.here.loot } } else { Action::Wait }; // 3
        }
        fetch(view, &mut self.chart) // 4
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
fn fetch(view: &GhostView, chart: &mut Chart) -> Action {
    chart.begin();
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
fn deliver(view: &GhostView, chart: &mut Chart) -> Action {
    chart.begin();
    let known: NodeSet = view.known.iter().map(|known| usize::from(known.node)).collect();
    let mut set = NodeSet::default();
    for (node, layer) in view.known.iter().flat_map(named) {
        if set.contains(node.into()) {
            continue;
        }
        set.insert(node.into());
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

/// The nodes that a known node names, with their layers: those beside it, and itself.
fn named(known: &Known) -> impl Iterator<Item = (u8, u8)> {
    known.to.iter().map(|&(node, layer, _)| (node, layer)).chain([(known.node, known.layer)])
}

/// The least cost from each node to some goal, over the connections that are known. It keeps its memory for the next
/// time.
#[derive(Clone, Debug, Default)]
struct Chart {
    costs: Vec<Option<u32>>,
    fixed: NodeSet,
    open: BinaryHeap<Reverse<(u32, u8)>>,
    /// The first way from each node, as an index into `ways`.
    first: Vec<u32>,
    ways: Vec<Way>,
}

/// A connection to a node, and the next from the same one.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u8,
    dist: u8,
    next: u32,
}

/// No way.
const NONE: u32 = u32::MAX;

impl Chart {
    /// Forgets all costs.
    fn begin(&mut self) {
        self.costs.clear();
        self.costs.resize(256, None);
        self.fixed = NodeSet::default();
        self.open.clear();
    }

    /// Sets the cost of a node, whatever is behind it.
    fn set(&mut self, node: u8, cost: u32) {
        self.costs[usize::from(node)] = Some(cost);
        self.fixed.insert(node.into());
        self.open.push(Reverse((cost, node)));
    }

    /// Computes the cost of all other nodes from those that are set; a connection known from one end is known from
    /// both.
    fn spread(&mut self, known: &[Known]) -> &[Option<u32>] {
        self.first.clear();
        self.first.resize(256, NONE);
        self.ways.clear();
        for one in known {
            for &(other, _, dist) in &one.to {
                for (from, to) in [(one.node, other), (other, one.node)] {
                    let first = &mut self.first[usize::from(from)];
                    self.ways.push(Way { to, dist, next: *first });
                    *first = self.ways.len() as u32 - 1;
                }
            }
        }
        while let Some(Reverse((cost, node))) = self.open.pop() {
            if self.costs[usize::from(node)] != Some(cost) {
                continue;
            }
            let mut next = self.first[usize::from(node)];
            while let Some(way) = self.ways.get(next as usize) {
                next = way.next;
                let slot = &mut self.costs[usize::from(way.to)];
                let reached = cost.saturating_add(way.dist.into());
                if !self.fixed.contains(way.to.into()) && slot.is_none_or(|best| reached < best) {
                    *slot = Some(reached);
                    self.open.push(Reverse((reached, way.to)));
                }
            }
        }
        &self.costs
    }
}
