//! Where the sentinels of a squad stand.

use super::sketch::{Chart, Sketch};
use gridhaunt_ghost_grid::Settings;
use gridhaunt_ghost_grid::ground::NodeSet;
use gridhaunt_kernel::Seat;
use std::collections::VecDeque;

/// Sentinels stand in this many of the highest layers that they may enter.
const LAYERS: u8 = 2;
/// How much longer a way must be so that a ghost takes it e times less often, as a share of the longest distance.
const FADE: f32 = 0.4;
/// What a post is worth at least, however late a sentinel comes to it.
const LATEST: f32 = 0.1;
/// The length of no way: more than that of any.
const FAR: u16 = 40_000;

/// A place in the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Post {
    /// The node to stand in.
    pub(super) node: u8,
    /// How much it helps.
    pub(super) worth: f32,
}

/// Chooses posts for a squad, one after another: the sentinel and the post that help most, those chosen so far being
/// held. A post that is reached late helps less, since ghosts need about a turn for each layer.
#[must_use]
pub(super) fn posts(
    settings: &Settings,
    chart: &Chart,
    sketches: &[Sketch],
    squad: &[(Seat, u8)],
    turn: u32,
) -> Vec<(Seat, Post)> {
    let top = if settings.sentinels_enter_goal { chart.n } else { chart.n - 1 };
    let layers = (top + 1).saturating_sub(LAYERS)..=top;
    let in_reach = |node: &usize| chart.layers[*node].is_some_and(|layer| layers.contains(&layer));
    let mut open: Vec<usize> = (0..chart.layers.len()).filter(in_reach).collect();
    let mut free: Vec<(Seat, Vec<Option<u32>>)> =
        squad.iter().map(|&(seat, node)| (seat, hops(settings, chart, node))).collect();
    let in_time = |hops: u32| (1.0 - (turn + hops) as f32 / f32::from(chart.n)).max(LATEST);
    let walls: Vec<Wall<'_>> = sketches.iter().map(|sketch| Wall::new(settings, chart.n, sketch)).collect();
    let mut held = NodeSet::default();
    let mut plan = Vec::new();
    let mut leak: f32 = walls.iter().map(|wall| wall.leak(&held)).sum();
    while !free.is_empty() {
        let mut best: Option<(Post, usize, usize, f32)> = None;
        for (at, &node) in open.iter().enumerate() {
            let mut with = held;
            with.insert(node);
            let left: f32 = walls.iter().map(|wall| wall.leak(&with)).sum();
            for (who, (_, hops)) in free.iter().enumerate() {
                let Some(hops) = hops[node] else { continue };
                let worth = (leak - left) * in_time(hops) / (1.0 + 0.01 * hops as f32);
                if worth > best.map_or(0.0, |(post, ..)| post.worth) {
                    best = Some((Post { node: node as u8, worth }, at, who, left));
                }
            }
        }
        let Some((post, at, who, left)) = best else { break };
        held.insert(open.swap_remove(at));
        plan.push((free.swap_remove(who).0, post));
        leak = left;
    }
    plan
}

/// How many moves it takes from a node to each other; none where no way is known.
#[must_use]
pub(super) fn hops(settings: &Settings, chart: &Chart, from: u8) -> Vec<Option<u32>> {
    let mut hops = vec![None; chart.layers.len()];
    let Some(first) = hops.get_mut(usize::from(from)) else { return hops };
    *first = Some(0);
    let mut queue = VecDeque::from([(usize::from(from), 0)]);
    while let Some((node, far)) = queue.pop_front() {
        for &(to, _) in &chart.ports[node] {
            let to = usize::from(to);
            let closed = !settings.sentinels_enter_goal && chart.layers[to] == Some(chart.n);
            if hops[to].is_none() && !closed {
                hops[to] = Some(far + 1);
                queue.push_back((to, far + 1));
            }
        }
    }
    hops
}

/// A world in which some nodes are held.
struct Wall<'a> {
    sketch: &'a Sketch,
    short_max: u8,
    /// How much longer a way must be to be taken e times less often.
    fade: f32,
    n: u8,
}

impl<'a> Wall<'a> {
    fn new(settings: &Settings, n: u8, sketch: &'a Sketch) -> Self {
        Self { sketch, short_max: settings.short_max, fade: FADE * f32::from(settings.dist_max), n }
    }

    /// How likely ghosts are to come through: the sum over all nodes, less for each the longer its way to the goal is.
    /// A ghost does not enter a held node if it sees that it is held, which it does through a short port.
    fn leak(&self, held: &NodeSet) -> f32 {
        let costs = self.costs(held);
        let ways = costs.iter().zip(&self.sketch.layers).filter(|(_, layer)| layer.is_some_and(|layer| layer < self.n));
        ways.map(|(&cost, _)| (-f32::from(cost) / self.fade).exp()).sum()
    }

    /// The length of the shortest way to the goal from each node.
    fn costs(&self, held: &NodeSet) -> Vec<u16> {
        let goal = |node: usize| self.sketch.layers[node] == Some(self.n);
        let nodes = self.sketch.layers.len();
        let mut costs: Vec<u16> = (0..nodes).map(|node| if goal(node) { 0 } else { FAR }).collect();
        let mut changed = true;
        while changed {
            changed = false;
            // Nodes ascend with their layers, so from the top most costs are found at once.
            for node in (0..nodes).rev().filter(|&node| !goal(node)) {
                for &(to, dist) in &self.sketch.ports[node] {
                    let cost = costs[usize::from(to)] + u16::from(dist);
                    if cost < costs[node] && !(dist <= self.short_max && held.contains(to.into())) {
                        costs[node] = cost;
                        changed = true;
                    }
                }
            }
        }
        costs
    }
}
