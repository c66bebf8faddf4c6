//! A map that fits what a seat knows of it: nodes that its side has been in stay as they are, and what is between the others
//! is drawn the way the generator draws it (R7).

use crate::energy::Meter;
use crate::game::World;
use crate::ground::{MOST_NODES, NodeSet};
use crate::map::Graph;
use crate::settings::Settings;
use crate::view::{Known, Start, View};
use gridhaunt_kernel::prelude::*;

/// How many maps are drawn at most for one that fits; then the one that comes nearest is taken.
const DRAWS: usize = 2;
/// A map fits if its base energy differs by no more than this from that of the match.
const NEAR: u32 = 1;
/// More base energy than any world has: no connection is longer than 100, and no way has more nodes than a world.
const MOST_BASE: u32 = 100 * 10 * MOST_NODES as u32;

/// A world for the seat of this view; none for one that is out of play.
pub(crate) fn world(start: &Start, view: &View, random: &mut Random) -> Option<World> {
    let settings = &start.settings;
    let (known, base) = match view {
        View::GhostView(view) => (&view.known, view.base),
        View::SentinelView(view) => (&view.known, view.capacity / u32::from(settings.sentinel_energy_mult.max(1))),
        View::OutView(_) => return None,
    };
    let base = base.min(MOST_BASE);
    let graph = Chart::new(settings, known).draw(base, random)?;
    Some(World {
        code: settings.code(base),
        posts: graph.layer(graph.n.saturating_sub(1)).collect(),
        graph,
        values: settings.clone(),
        thrown_away: 0,
        fresh: Random::new(random.next_u64()),
    })
}

/// What is known of a map.
struct Chart<'a> {
    settings: &'a Settings,
    /// The nodes of each layer, ascending.
    layers: Vec<Vec<u8>>,
    /// The nodes that nobody who told the seat has been in: connections between them are hidden.
    blank: NodeSet,
    known: Weave,
}

/// The connections of a map.
#[derive(Clone)]
struct Weave {
    edges: Vec<(u8, u8, u8)>,
    /// The nodes that each is joined with.
    joined: Vec<NodeSet>,
}

impl Weave {
    fn are_joined(&self, u: u8, v: u8) -> bool {
        self.joined[usize::from(u)].contains(v.into())
    }

    fn join(&mut self, u: u8, v: u8, dist: u8) {
        if u != v && !self.are_joined(u, v) {
            self.edges.push((u, v, dist));
            self.joined[usize::from(u)].insert(v.into());
            self.joined[usize::from(v)].insert(u.into());
        }
    }

    /// Whether a way leads from one node to another.
    fn leads(&self, from: u8, to: u8) -> bool {
        let mut reached: NodeSet = core::iter::once(usize::from(from)).collect();
        let mut open = vec![usize::from(from)];
        while let Some(node) = open.pop() {
            for next in self.joined[node].iter().filter(|&next| !reached.contains(next)).collect::<Vec<_>>() {
                reached.insert(next);
                open.push(next);
            }
        }
        reached.contains(to.into())
    }
}

impl<'a> Chart<'a> {
    fn new(settings: &'a Settings, known: &[Known]) -> Self {
        let n = settings.n;
        let mut named: [Option<u8>; MOST_NODES] = [None; MOST_NODES];
        for one in known {
            named[usize::from(one.node)] = Some(one.layer.min(n));
            one.to.iter().for_each(|&(node, layer, _)| named[usize::from(node)] = Some(layer.min(n)));
        }
        let by_node = layers_of(settings, &named);
        let mut layers = vec![Vec::new(); usize::from(n) + 1];
        by_node.iter().enumerate().for_each(|(node, &layer)| layers[usize::from(layer)].push(node as u8));
        let been: NodeSet = known.iter().map(|one| usize::from(one.node)).collect();
        let blank = (0..by_node.len()).filter(|&node| !been.contains(node)).collect();
        let mut weave = Weave { edges: Vec::new(), joined: vec![NodeSet::default(); by_node.len()] };
        for one in known {
            one.to.iter().for_each(|&(to, _, dist)| weave.join(one.node, to, dist));
        }
        Self { settings, layers, blank, known: weave }
    }

    /// Draws maps until one fits; of those that do not the one that comes nearest.
    fn draw(&self, base: u32, random: &mut Random) -> Option<Graph> {
        let mut meter = Meter::default();
        let mut nearest: Option<((bool, u32), Graph)> = None;
        for _ in 0..if self.blank.is_empty() { 1 } else { DRAWS } {
            let graph = self.fill(random);
            let energy = meter.measure(&graph, self.settings.energy_average, self.settings.energy_pct);
            let most = usize::from(self.settings.max_degree);
            let is_crowded = (0..graph.len()).any(|node| graph.ports(node).len() > most);
            // R7.4
            let off = (is_crowded || energy.farthest > base, energy.base.abs_diff(base));
            if nearest.as_ref().is_none_or(|(least, _)| off < *least) {
                nearest = Some((off, graph));
            }
            if off <= (false, NEAR) {
                break;
            }
        }
        nearest.map(|(_, graph)| graph)
    }

    fn fill(&self, random: &mut Random) -> Graph {
        let mut weave = self.known.clone();
        self.weave(&mut weave, random);
        self.close_start(&mut weave, random);
        self.sprinkle(&mut weave, random);
        let mut layers = vec![0; weave.joined.len()];
        for (layer, nodes) in self.layers.iter().enumerate() {
            nodes.iter().for_each(|&node| layers[usize::from(node)] = layer as u8);
        }
        Graph::new(self.settings.n, layers, weave.edges.iter().copied())
    }

    fn is_blank(&self, node: u8) -> bool {
        self.blank.contains(node.into())
    }

    fn join(&self, weave: &mut Weave, u: u8, v: u8, random: &mut Random) {
        weave.join(u, v, 1 + random.below(self.settings.dist_max.into()) as u8);
    }

    /// R7.1: a node has drawn one above it, which is another blank one or one that it is known to be joined with; and one
    /// that nobody below has drawn draws one there.
    fn weave(&self, weave: &mut Weave, random: &mut Random) {
        for pair in self.layers.windows(2) {
            let [low, high] = pair else { continue };
            for &u in low.iter().filter(|&&u| self.is_blank(u)) {
                let may_be = |v: &u8| self.is_blank(*v) || weave.are_joined(u, *v);
                if let Some(v) = pick(high, may_be, random) {
                    self.join(weave, u, v, random);
                }
            }
            for &v in high.iter().filter(|&&v| self.is_blank(v)) {
                if !low.iter().any(|&u| weave.are_joined(u, v))
                    && let Some(u) = pick(low, |u| self.is_blank(*u), random)
                {
                    self.join(weave, u, v, random);
                }
            }
        }
    }

    /// R7.2: neighbours of the start that no way joins are joined.
    fn close_start(&self, weave: &mut Weave, random: &mut Random) {
        for pair in self.layers[0].windows(2) {
            let [u, v] = *pair else { continue };
            if self.is_blank(u) && self.is_blank(v) && !weave.leads(u, v) {
                self.join(weave, u, v, random);
            }
        }
    }

    /// R7.3: further connections, each with the chance for its span; none from start to goal.
    fn sprinkle(&self, weave: &mut Weave, random: &mut Random) {
        let (chances, most) = (self.settings.chances(), usize::from(self.settings.max_degree));
        for (bottom, low) in self.layers.iter().enumerate() {
            for &u in low.iter().filter(|&&u| self.is_blank(u)) {
                let above = self.layers[bottom..].iter().zip(&chances).take(usize::from(self.settings.n));
                for (span, (high, &percent)) in above.enumerate() {
                    for &v in high.iter().filter(|&&v| self.is_blank(v) && (span > 0 || v > u)) {
                        if weave.are_joined(u, v) {
                            continue;
                        }
                        let is_full = |node: u8| weave.joined[usize::from(node)].len() >= most;
                        if random.below(100) < percent.into() && !is_full(u) && !is_full(v) {
                            self.join(weave, u, v, random);
                        }
                    }
                }
            }
        }
    }
}

/// The layer of every node, from those that are named. Worlds that are drawn have as many nodes in each layer, numbered
/// layer by layer (R7). Where that does not fit, and where all is known, the map has the nodes up to the last one that is
/// named, and one for each layer that would be empty.
fn layers_of(settings: &Settings, named: &[Option<u8>]) -> Vec<u8> {
    let (n, width) = (settings.n, usize::from(settings.nodes_per_layer));
    let drawn: Vec<u8> = (0..=n).flat_map(|layer| core::iter::repeat_n(layer, width)).take(MOST_NODES).collect();
    let fits = named.iter().enumerate().all(|(node, layer)| layer.is_none_or(|layer| drawn.get(node) == Some(&layer)));
    if fits && !settings.code(0).full_map {
        return drawn;
    }
    let count = named.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let mut below = 0;
    let mut layers: Vec<u8> = named[..count]
        .iter()
        .map(|layer| {
            below = layer.unwrap_or(below);
            below
        })
        .collect();
    for empty in 0..=n {
        if !layers.contains(&empty) && layers.len() < MOST_NODES {
            layers.push(empty);
        }
    }
    layers
}

/// One of the nodes that may be, each as likely as any other.
fn pick(nodes: &[u8], may_be: impl Fn(&u8) -> bool, random: &mut Random) -> Option<u8> {
    let fitting = || nodes.iter().copied().filter(&may_be);
    fitting().nth(random.index(fitting().count()))
}
