//! Draws worlds (R7). Every draw uses the kernel's `below`, over lists in the order that the rule states (R36).

use crate::energy::Meter;
use crate::map::Graph;
use crate::values::Average;
use gridhaunt_kernel::prelude::*;

/// What kind of worlds to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Plan {
    /// The top layer.
    pub n: u8,
    /// Nodes in each layer.
    pub nodes_per_layer: u8,
    /// The most layers a connection spans.
    pub max_layer_span: u8,
    /// The most ports of a node.
    pub max_degree: u8,
    /// The chance of a further connection, in percent, by span.
    pub edge_pct: Vec<u8>,
    pub dist_max: u8,
    /// How base energy is averaged.
    pub average: Average,
    pub energy_pct: u16,
}

/// A world that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Drawn {
    pub graph: Graph,
    pub base: u32,
    /// How many worlds were discarded before it.
    pub thrown_away: u32,
}

/// How many worlds are drawn at most before the generator gives up (R7.4).
pub const TRIES: u32 = 1000;

/// A graph under construction.
struct Draft<'a> {
    plan: &'a Plan,
    random: &'a mut Random,
    nodes: usize,
    edges: Vec<(u8, u8, u8)>,
    joined: Vec<bool>,
    degree: Vec<u8>,
    /// Nodes that are connected have the same leader.
    leader: Vec<u8>,
}

impl Plan {
    /// Draws worlds until one is valid; none if a thousand were not.
    #[must_use]
    pub fn draw(&self, random: &mut Random) -> Option<Drawn> {
        let nodes = usize::from(self.nodes_per_layer) * (usize::from(self.n) + 1);
        let mut draft = Draft {
            plan: self,
            random,
            nodes,
            edges: Vec::with_capacity(4 * nodes),
            joined: vec![false; nodes * nodes],
            degree: vec![0; nodes],
            leader: vec![0; nodes],
        };
        let mut meter = Meter::default();
        for thrown_away in 0..TRIES {
            draft.clear();
            draft.weave();
            draft.close_start();
            draft.sprinkle();
            if draft.degree.iter().any(|&ports| ports > self.max_degree) {
                continue; // R7.4: R4 fails.
            }
            let layers =
                (0..=self.n).flat_map(|layer| core::iter::repeat_n(layer, self.nodes_per_layer.into())).collect();
            let graph = Graph::new(self.n, layers, draft.edges.iter().copied());
            let energy = meter.measure(&graph, self.average, self.energy_pct);
            if energy.farthest <= energy.base {
                return Some(Drawn { graph, base: energy.base, thrown_away });
            }
        }
        None
    }
}

impl Draft<'_> {
    fn clear(&mut self) {
        self.edges.clear();
        self.joined.fill(false);
        self.degree.fill(0);
        self.leader.iter_mut().enumerate().for_each(|(node, leader)| *leader = node as u8);
    }

    fn join(&mut self, u: usize, v: usize) {
        let dist = 1 + self.random.below(self.plan.dist_max.into()) as u8; // Drawn at once.
        self.edges.push((u as u8, v as u8, dist));
        self.joined[u * self.nodes + v] = true;
        self.joined[v * self.nodes + u] = true;
        self.degree[u] += 1;
        self.degree[v] += 1;
    }

    /// Joins two nodes, and with them everything that each is connected with.
    fn connect(&mut self, u: usize, v: usize) {
        self.join(u, v);
        let (a, b) = (self.lead(u), self.lead(v));
        self.leader[b] = a as u8;
    }

    fn is_joined(&self, u: usize, v: usize) -> bool {
        self.joined[u * self.nodes + v]
    }

    fn lead(&mut self, mut node: usize) -> usize {
        while usize::from(self.leader[node]) != node {
            self.leader[node] = self.leader[usize::from(self.leader[node])];
            node = self.leader[node].into();
        }
        node
    }

    /// R7.1: every node gets a connection up and a connection down.
    fn weave(&mut self) {
        let width = usize::from(self.plan.nodes_per_layer);
        for low in (0..usize::from(self.plan.n)).map(|layer| layer * width) {
            let high = low + width;
            for u in low..high {
                let v = high + self.random.index(width);
                if !self.is_joined(u, v) {
                    self.connect(u, v);
                }
            }
            for v in high..high + width {
                if !(low..high).any(|u| self.is_joined(u, v)) {
                    let u = low + self.random.index(width);
                    self.connect(u, v);
                }
            }
        }
    }

    /// R7.2: connects the start nodes, and so the whole graph.
    fn close_start(&mut self) {
        for node in 1..usize::from(self.plan.nodes_per_layer) {
            if self.lead(node - 1) != self.lead(node) {
                self.connect(node - 1, node);
            }
        }
    }

    /// R7.3: adds further connections, each with the chance for its span; none from start to goal.
    fn sprinkle(&mut self) {
        let (width, n) = (usize::from(self.plan.nodes_per_layer), usize::from(self.plan.n));
        for u in 0..self.nodes {
            let layer = u / width;
            let top = (layer + usize::from(self.plan.max_layer_span)).min(n);
            for above in (layer..=top).filter(|above| above - layer < n) {
                let chance = self.plan.edge_pct.get(above - layer).copied().unwrap_or(0).into();
                for v in (above * width).max(u + 1)..(above + 1) * width {
                    if self.is_joined(u, v) {
                        continue;
                    }
                    let full = self.degree[u].max(self.degree[v]) >= self.plan.max_degree;
                    if self.random.below(100) < chance && !full {
                        self.join(u, v);
                    }
                }
            }
        }
    }
}
