//! What a node is worth that a ghost has never been in.

use gridhaunt_ghost_grid::Settings;
use gridhaunt_kernel::Random;

/// How many nodes of each layer are drawn: each stands for one that the ghost has not seen.
const DRAWN: usize = 64;
/// Energy is counted in at most this many steps, so that large worlds cost no more than small ones.
const STEPS: u32 = 64;

/// The chance to reach the goal from a node of which only the layer is known, by the energy left.
///
/// Nodes are drawn the way the generator of worlds joins them (R7). From a node a ghost takes the best of its ports,
/// and behind each is again a node that it has not seen.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    n: u8,
    /// How much energy a step is.
    grain: u32,
    /// What is left of a chance after each node on the way.
    keep: f32,
    /// The best port of each node that was drawn, by energy and then by layer.
    best: Vec<[f32; DRAWN]>,
    /// The mean of these.
    mean: Vec<f32>,
}

impl Outlook {
    /// For worlds of these settings in which ghosts begin with `base` energy.
    #[must_use]
    pub(super) fn new(settings: &Settings, n: u8, base: u32, keep: f32, random: &mut Random) -> Self {
        let grain = base.div_ceil(STEPS).max(1);
        let mut outlook = Self { n, grain, keep, best: Vec::new(), mean: Vec::new() };
        let draw = |layer| [(); DRAWN].map(|()| draw_ports(settings, n, layer, random));
        let nodes: Vec<[Vec<(u8, u8)>; DRAWN]> = (0..n).map(draw).collect();
        for steps in 0..=outlook.steps(base) {
            for drawn in &nodes {
                let best = std::array::from_fn(|node| {
                    let ways = drawn[node].iter().filter_map(|&(layer, dist)| {
                        let left = steps.checked_sub(outlook.cost(dist))?;
                        Some(outlook.pass(layer, outlook.of(layer, left)))
                    });
                    ways.fold(0.0, f32::max)
                });
                outlook.best.push(best);
            }
            // All ways cost something, so the nodes of this energy need only those of less.
            let means = outlook.best[outlook.mean.len()..].iter().map(|best| best.iter().sum::<f32>() / DRAWN as f32);
            outlook.mean.extend(means.collect::<Vec<f32>>());
        }
        outlook
    }

    /// The chance that is left on the way through a node of this layer; in the goal all of it is.
    #[must_use]
    pub(super) fn pass(&self, layer: u8, chance: f32) -> f32 {
        if layer >= self.n { chance } else { chance * self.keep }
    }

    /// The chance from a node of this layer.
    #[must_use]
    pub(super) fn of(&self, layer: u8, steps: usize) -> f32 {
        if layer >= self.n { 1.0 } else { self.mean[self.index(layer, steps)] }
    }

    /// The chance from a node of this layer that also has a known way with this chance.
    #[must_use]
    pub(super) fn beside(&self, layer: u8, steps: usize, known: f32) -> f32 {
        if layer >= self.n {
            return 1.0;
        }
        let best = &self.best[self.index(layer, steps)];
        best.iter().map(|&best| best.max(known)).sum::<f32>() / DRAWN as f32
    }

    fn index(&self, layer: u8, steps: usize) -> usize {
        let width = usize::from(self.n);
        steps.min(self.mean.len() / width - 1) * width + usize::from(layer)
    }

    /// How many steps this much energy makes.
    #[must_use]
    pub(super) const fn steps(&self, energy: u32) -> usize {
        (energy / self.grain) as usize
    }

    /// How many steps a move costs, one at least.
    #[must_use]
    pub(super) fn cost(&self, dist: u8) -> usize {
        u32::from(dist).div_ceil(self.grain).max(1) as usize
    }
}

/// Draws the ports of a node of this layer: the layer behind each, and its distance.
fn draw_ports(settings: &Settings, n: u8, layer: u8, random: &mut Random) -> Vec<(u8, u8)> {
    let width = u64::from(settings.nodes_per_layer);
    let mut ports = Vec::new();
    let mut add = |to: u8, random: &mut Random| ports.push((to, 1 + random.below(settings.dist_max.into()) as u8));
    // R7.1: its own pick above, and those of the layer below, one at least.
    add(layer + 1, random);
    if layer > 0 {
        let picks = (0..width).filter(|_| random.below(width) == 0).count().max(1);
        (0..picks).for_each(|_| add(layer - 1, random));
    }
    // R7.3: further ones by chance.
    for (span, &percent) in (0..=n).zip(&settings.chances()) {
        let up = Some(layer + span).filter(|&to| to <= n && !(layer == 0 && to == n));
        let down = layer.checked_sub(span).filter(|_| span > 0);
        let others = if span < 2 { width.saturating_sub(1) } else { width };
        for to in [up, down].into_iter().flatten() {
            for _ in 0..others {
                if random.below(100) < percent.into() {
                    add(to, random);
                }
            }
        }
    }
    ports
}
