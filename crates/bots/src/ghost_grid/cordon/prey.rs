//! A lone ghost as the squad imagines it: it carries all loot and plays by the rule of `courier` (R51).

use super::super::whim;
use super::sketch::Sketch;
use gridhaunt_ghost_grid::ground::{Code, Remainder};
use gridhaunt_kernel::Seat;

/// The most nodes of a world in which ghosts are imagined: sets of nodes are one word.
pub(super) const MOST_NODES: usize = 64;
/// More than any way costs.
const FAR: u32 = u32::MAX / 4;

/// A world as a ghost uses it.
#[derive(Clone, Debug)]
pub(super) struct Land {
    /// Where the ports of each node begin, and at the end how many there are.
    first: Vec<u16>,
    /// The node behind each port, and its distance.
    ports: Vec<(u8, u8)>,
    /// The nodes behind the short ports of each node.
    short: Vec<u64>,
    /// What a ghost takes a node to cost that it has not been in.
    hopes: Vec<u32>,
    /// The nodes of the top layer.
    goal: u64,
}

impl Land {
    /// None for a world with too many nodes.
    pub(super) fn new(code: &Code, sketch: &Sketch) -> Option<Self> {
        let nodes = sketch.layers.len();
        if nodes > MOST_NODES {
            return None;
        }
        let mut land = Self { first: vec![0], ports: Vec::new(), short: Vec::new(), hopes: Vec::new(), goal: 0 };
        for (node, (ports, layer)) in sketch.ports.iter().zip(&sketch.layers).enumerate() {
            let layer = (*layer)?;
            land.ports.extend(ports);
            land.first.push(land.ports.len() as u16);
            land.short.push(ports.iter().filter(|port| code.is_short(port.1)).fold(0, |set, port| set | 1 << port.0));
            land.hopes.push(code.base * u32::from(code.n.saturating_sub(layer)) / u32::from(code.n.max(1)));
            land.goal |= u64::from(layer == code.n) << node;
        }
        Some(land)
    }

    fn ports(&self, node: u8) -> &[(u8, u8)] {
        let node = usize::from(node);
        &self.ports[self.first[node].into()..self.first[node + 1].into()]
    }

    /// What a ghost that has been in some nodes takes the way to the goal to cost from each node.
    fn needs(&self, been: u64) -> [u32; MOST_NODES] {
        let mut needs = [FAR; MOST_NODES];
        needs[..self.hopes.len()].copy_from_slice(&self.hopes);
        nodes(been).for_each(|node| needs[usize::from(node)] = FAR);
        let mut changed = true;
        while changed {
            changed = false;
            for node in nodes(been) {
                let ways = self.ports(node).iter().map(|&(to, dist)| needs[usize::from(to)] + u32::from(dist));
                let need = ways.min().unwrap_or(FAR);
                if need < needs[usize::from(node)] {
                    needs[usize::from(node)] = need;
                    changed = true;
                }
            }
        }
        needs
    }
}

/// The numbers of the nodes in a set, from the highest: nodes ascend with their layers, so most needs are found at once.
fn nodes(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let node = set.checked_ilog2()?;
        set ^= 1 << node;
        Some(node as u8)
    })
}

/// What a ghost does in its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// It is now this.
    Becomes(Prey),
    /// It does nothing, and will not as long as it sees the same.
    Waits,
    /// It is in the goal, with its loot.
    Delivers,
}

/// A ghost with loot in its hands or in its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prey {
    seat: Seat,
    pub(super) node: u8,
    energy: u32,
    loot: u16,
    /// Whether its loot lies in its node.
    pub(super) hides: bool,
    /// The nodes that it has been in.
    been: u64,
}

impl Prey {
    /// The ghost of the start.
    pub(super) fn new(code: &Code, node: u8) -> Self {
        let (energy, loot) = (code.base, code.total_loot);
        Self { seat: Seat(0), node, energy, loot, hides: false, been: 1 << node }
    }

    /// What a sentinel becomes that captures it (R28, R29); none if that ends the match. The sentinel has had more
    /// energy than a ghost can hold.
    pub(super) fn seized(&self, code: &Code) -> Option<Self> {
        let turns = code.threshold.is_some_and(|threshold| self.loot > threshold);
        let loot = self.loot.saturating_sub(code.loss);
        let seat = (self.seat.index() + 1).max(code.first_turncoat());
        let next =
            Self { seat: Seat(seat as u8), loot, energy: code.base, hides: false, been: 1 << self.node, ..*self };
        (turns && code.remainder == Remainder::Carried && loot > 0 && loot < self.loot).then_some(next)
    }

    /// What it sees of these nodes.
    pub(super) fn sight(&self, land: &Land) -> u64 {
        land.short[usize::from(self.node)] | u64::from(self.hides) << self.node
    }

    /// What it does with sentinels in these nodes (R51.3, R51.5).
    pub(super) fn acts(&self, land: &Land, sentinels: u64) -> Deed {
        let seen = land.short[usize::from(self.node)] & sentinels;
        if self.hides {
            let is_safe = seen == 0 && sentinels >> self.node & 1 == 0;
            return if is_safe { Deed::Becomes(Self { hides: false, ..*self }) } else { Deed::Waits };
        }
        let needs = land.needs(self.been);
        let ways =
            land.ports(self.node).iter().filter(|port| seen >> port.0 & 1 == 0 && u32::from(port.1) <= self.energy);
        let best = ways.map(|&(to, dist)| {
            let need = needs[usize::from(to)] + u32::from(dist);
            (need > self.energy, i64::from(need) + whim(self.seat, to, 5), to, dist)
        });
        match best.min() {
            Some((in_want, _, to, dist)) if !in_want || seen == 0 => {
                let next = Self { node: to, energy: self.energy - u32::from(dist), been: self.been | 1 << to, ..*self };
                if land.goal >> to & 1 == 1 { Deed::Delivers } else { Deed::Becomes(next) }
            }
            _ if seen > 0 => Deed::Becomes(Self { hides: true, ..*self }),
            _ => Deed::Waits,
        }
    }
}
