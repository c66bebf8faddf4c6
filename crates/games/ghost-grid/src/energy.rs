//! The energy of a world (R6).

use crate::map::Graph;
use crate::values::Average;
use alloc::vec::Vec;
use gridhaunt_kernel::field::{UNREACHED, Ways};

impl Ways for Graph {
    fn each_way(&self, place: usize, mut each: impl FnMut(usize, u32)) {
        self.ports(place).iter().for_each(|port| each(port.node.into(), port.dist.into()));
    }
}

/// The summary of the paths from start to goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Energy {
    /// The energy a ghost begins with.
    pub base: u32,
    /// The longest of the distances from a start to its nearest goal.
    pub farthest: u32,
}

/// How many starts are measured side by side.
const LANES: usize = 8;

/// The distances from some starts to one node.
type Costs = [i16; LANES];

/// A node that no start has reached yet. No way is so long: a graph has at most 256 nodes, and no distance is above 100
/// (R2, R5).
const FAR: i16 = i16::MAX;

/// Measures worlds one after the other and reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    edges: Vec<(u8, u8, u8)>,
    costs: Vec<Costs>,
}

impl Meter {
    /// Base energy, and the distance of the start that is farthest from its nearest goal (R6, R7.4).
    pub fn measure(&mut self, graph: &Graph, average: Average, energy_pct: u16) -> Energy {
        let (mut sum, mut pairs, mut farthest) = (0u64, 0u64, 0u32);
        self.edges.clear();
        self.edges.extend(graph.edges());
        let mut starts = graph.layer(0).peekable();
        while starts.peek().is_some() {
            self.costs.clear();
            self.costs.resize(graph.len(), [FAR; LANES]);
            let mut lanes = 0;
            for (lane, start) in starts.by_ref().take(LANES).enumerate() {
                self.costs[usize::from(start)][lane] = 0;
                lanes = lane + 1;
            }
            self.search();
            for lane in 0..lanes {
                let goals = || graph.layer(graph.n).map(|goal| whole(self.costs[usize::from(goal)][lane]));
                let nearest = goals().min().unwrap_or(0);
                farthest = farthest.max(nearest);
                match average {
                    Average::AllPairs => goals().for_each(|cost| {
                        sum += u64::from(cost);
                        pairs += 1;
                    }),
                    Average::Nearest => {
                        sum += u64::from(nearest);
                        pairs += 1;
                    }
                }
            }
        }
        let base = (sum * u64::from(energy_pct)).div_ceil((pairs * 100).max(1));
        Energy { base: base as u32, farthest }
    }

    /// The distances from all starts at once: goes over the edges, up and down in turns, until nothing changes. The
    /// edges are in the order of their nodes and most ways lead from layer to layer, so that is soon.
    fn search(&mut self) {
        let Self { edges, costs } = self;
        while relax(costs, edges.iter()) && relax(costs, edges.iter().rev()) {}
    }
}

/// Shortens the ways over each edge once; whether any became shorter.
fn relax<'a>(costs: &mut [Costs], edges: impl Iterator<Item = &'a (u8, u8, u8)>) -> bool {
    let mut changes = [0; LANES];
    for &(u, v, dist) in edges {
        let (u, v) = (usize::from(u), usize::from(v));
        let (a, b) = (costs[u], costs[v]);
        for lane in 0..LANES {
            let nearer = a[lane].min(b[lane].saturating_add(dist.into()));
            let other = b[lane].min(a[lane].saturating_add(dist.into()));
            changes[lane] |= (nearer ^ a[lane]) | (other ^ b[lane]);
            (costs[u][lane], costs[v][lane]) = (nearer, other);
        }
    }
    changes != [0; LANES]
}

const fn whole(cost: i16) -> u32 {
    if cost == FAR { UNREACHED } else { cost as u32 }
}
