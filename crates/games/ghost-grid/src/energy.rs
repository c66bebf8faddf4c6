//! The energy of a world (R6).

use crate::map::Graph;
use crate::values::Average;
use alloc::vec::Vec;
use gridhaunt_kernel::field::{Ring, Ways};

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

/// Measures worlds one after the other and reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    ring: Ring,
    costs: Vec<u32>,
}

impl Meter {
    /// Base energy, and the distance of the start that is farthest from its nearest goal (R6, R7.4).
    pub fn measure(&mut self, graph: &Graph, average: Average, energy_pct: u16) -> Energy {
        let (mut sum, mut pairs, mut farthest) = (0u64, 0u64, 0u32);
        self.costs.resize(graph.len(), 0);
        for start in graph.layer(0) {
            self.ring.least_costs(graph, [usize::from(start)], &mut self.costs);
            let costs = &self.costs;
            let goals = || graph.layer(graph.n).map(|goal| costs[usize::from(goal)]);
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
        let base = (sum * u64::from(energy_pct)).div_ceil((pairs * 100).max(1));
        Energy { base: base as u32, farthest }
    }
}
