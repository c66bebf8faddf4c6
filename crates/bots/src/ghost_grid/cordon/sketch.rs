//! What the sentinels have mapped, and worlds that fit it.

use gridhaunt_ghost_grid::Settings;
use gridhaunt_ghost_grid::view::Known;
use gridhaunt_kernel::Random;

/// How many worlds are drawn; fewer where worlds are large.
const SKETCHES: usize = 8;
/// So many nodes all drawn worlds together have at least.
const NODES_IN_ALL: usize = 280;
/// The key of the generator that draws: every sentinel of a squad draws the same.
const KEY: u64 = 0x00C0_4D04;

/// The nodes that the sentinels have heard of.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// The top layer.
    pub(super) n: u8,
    /// By node; none for one that nothing is known of.
    pub(super) layers: Vec<Option<u8>>,
    /// Whether a sentinel has been there, so that these are all of its ports.
    pub(super) mapped: Vec<bool>,
    /// The node behind each port, and its distance.
    pub(super) ports: Vec<Vec<(u8, u8)>>,
}

impl Chart {
    /// What a view knows of the map.
    #[must_use]
    pub(super) fn new(n: u8, known: &[Known]) -> Self {
        let named = known.iter().flat_map(|one| one.to.iter().map(|&(node, ..)| node).chain([one.node]));
        let nodes = named.max().map_or(0, |node| usize::from(node) + 1);
        let mut chart =
            Self { n, layers: vec![None; nodes], mapped: vec![false; nodes], ports: vec![Vec::new(); nodes] };
        for one in known {
            chart.layers[usize::from(one.node)] = Some(one.layer);
            chart.mapped[usize::from(one.node)] = true;
        }
        for one in known {
            for &(to, layer, dist) in &one.to {
                chart.layers[usize::from(to)] = Some(layer);
                chart.ports[usize::from(one.node)].push((to, dist));
                if !chart.mapped[usize::from(to)] {
                    chart.ports[usize::from(to)].push((one.node, dist));
                }
            }
        }
        chart
    }

    /// The layers of all nodes, where worlds are drawn: they are numbered layer by layer (R7). None if what is known
    /// has other layers, so that the map was given.
    fn drawn_layers(&self, settings: &Settings) -> Option<Vec<Option<u8>>> {
        let width = usize::from(settings.nodes_per_layer);
        let layers: Vec<Option<u8>> = (0..=self.n).flat_map(|layer| std::iter::repeat_n(Some(layer), width)).collect();
        let fits =
            self.layers.iter().enumerate().all(|(node, layer)| layer.is_none() || layers.get(node) == Some(layer));
        fits.then_some(layers)
    }
}

/// A world that fits what is known.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// By node; none for one that nothing is known of.
    pub(super) layers: Vec<Option<u8>>,
    /// The node behind each port, and its distance.
    pub(super) ports: Vec<Vec<(u8, u8)>>,
}

impl Sketch {
    /// Draws worlds that fit. All connections of the nodes where sentinels have been are known, so only those between
    /// others are drawn.
    #[must_use]
    pub(super) fn draw(settings: &Settings, chart: &Chart) -> Vec<Self> {
        let known = Self { layers: chart.layers.clone(), ports: chart.ports.clone() };
        let Some(layers) = chart.drawn_layers(settings) else { return vec![known] };
        let blank: Vec<usize> =
            (0..layers.len()).filter(|&node| chart.mapped.get(node).is_none_or(|mapped| !mapped)).collect();
        let mut random = Random::new(KEY);
        let count = if blank.is_empty() { 1 } else { (NODES_IN_ALL / layers.len()).clamp(1, SKETCHES) };
        let mut sketch = Self { layers, ..known };
        sketch.ports.resize(sketch.layers.len(), Vec::new());
        let one = |_| {
            let mut one = sketch.clone();
            one.fill(settings, &blank, &mut random);
            one
        };
        (0..count).map(one).collect()
    }

    /// Joins nodes where nobody has been, the way the generator does (R7).
    fn fill(&mut self, settings: &Settings, blank: &[usize], random: &mut Random) {
        let width = usize::from(settings.nodes_per_layer);
        let layer = |node: usize| node / width;
        let top = self.layers.len() / width - 1;
        for &node in blank.iter().filter(|&&node| layer(node) < top) {
            let above = (layer(node) + 1) * width + random.index(width);
            if blank.binary_search(&above).is_ok() {
                self.join(settings, node, above, random);
            }
        }
        for &node in blank.iter().filter(|&&node| layer(node) > 0) {
            let is_below = |other: usize| layer(other) + 1 == layer(node);
            if !self.ports[node].iter().any(|&(other, _)| is_below(other.into())) {
                let below: Vec<usize> = blank.iter().copied().filter(|&other| is_below(other)).collect();
                if let Some(&other) = random.pick(&below) {
                    self.join(settings, node, other, random);
                }
            }
        }
        let chances = settings.chances();
        for (i, &low) in blank.iter().enumerate() {
            for &high in &blank[i + 1..] {
                let (bottom, span) = (layer(low), layer(high) - layer(low));
                let Some(&percent) = chances.get(span) else { break };
                if random.below(100) < percent.into() && !(bottom == 0 && span == top) {
                    self.join(settings, low, high, random);
                }
            }
        }
    }

    fn join(&mut self, settings: &Settings, one: usize, other: usize, random: &mut Random) {
        let dist = 1 + random.below(settings.dist_max.into()) as u8;
        if self.ports[one].iter().all(|&(node, _)| usize::from(node) != other) {
            self.ports[one].push((other as u8, dist));
            self.ports[other].push((one as u8, dist));
        }
    }
}
