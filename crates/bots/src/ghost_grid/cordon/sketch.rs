//! What the sentinels have mapped, and worlds that fit it.

use gridhaunt_ghost_grid::Settings;
use gridhaunt_ghost_grid::view::Known;
use gridhaunt_kernel::Random;
use gridhaunt_kernel::random::mix;

/// Fewer worlds are drawn if they have more nodes than this.
const USUAL_NODES: usize = 35;
/// Where keys begin.
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

    /// The key of the generator that draws: every sentinel of a squad draws the same.
    fn key(&self) -> u64 {
        let ports = self.ports.iter().flatten().map(|&(to, dist)| u64::from(to) << 8 | u64::from(dist));
        ports.fold(KEY, |key, port| mix(key ^ port))
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
    /// Draws worlds that fit, this many or fewer where worlds are large. All connections of the nodes where sentinels
    /// have been are known, so only those between others are drawn.
    #[must_use]
    pub(super) fn draw(settings: &Settings, chart: &Chart, most: usize) -> Vec<Self> {
        let known = Self { layers: chart.layers.clone(), ports: chart.ports.clone() };
        let Some(layers) = chart.drawn_layers(settings) else { return vec![known] };
        let blank: Vec<usize> =
            (0..layers.len()).filter(|&node| chart.mapped.get(node).is_none_or(|mapped| !mapped)).collect();
        let mut random = Random::new(chart.key());
        let count = if blank.is_empty() { 1 } else { (most * USUAL_NODES / layers.len()).clamp(1, most) };
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
        let chances = settings.chances();
        for &node in blank.iter().filter(|&&node| layer(node) < top) {
            if let Some(above) = self.pick_above(node, width, blank, &chances, random) {
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
        for (i, &low) in blank.iter().enumerate() {
            for &high in &blank[i + 1..] {
                let (bottom, span) = (layer(low), layer(high) - layer(low));
                let Some(&percent) = chances.get(span) else { break };
                let is_full = [low, high].iter().any(|&node| self.ports[node].len() >= settings.max_degree.into());
                if random.below(100) < percent.into() && !is_full && !(bottom == 0 && span == top) {
                    self.join(settings, low, high, random);
                }
            }
        }
    }

    /// The node of the next layer that a node has picked. One that it is known to be joined with is likely to be it, since
    /// it would be joined with others only by chance.
    fn pick_above(
        &self,
        node: usize,
        width: usize,
        blank: &[usize],
        chances: &[u8],
        random: &mut Random,
    ) -> Option<usize> {
        let first = (node / width + 1) * width;
        let by_chance = u64::from(chances.get(1).copied().unwrap_or(0)).max(1);
        let weight = |above: usize| match blank.binary_search(&above) {
            Ok(_) => by_chance,
            Err(_) if self.ports[node].iter().any(|&(other, _)| usize::from(other) == above) => 100,
            Err(_) => 0,
        };
        let mut left = random.below((first..first + width).map(weight).sum());
        (first..first + width).find(|&above| {
            let is_it = left < weight(above);
            left = left.saturating_sub(weight(above));
            is_it
        })
    }

    fn join(&mut self, settings: &Settings, one: usize, other: usize, random: &mut Random) {
        let dist = 1 + random.below(settings.dist_max.into()) as u8;
        if self.ports[one].iter().all(|&(node, _)| usize::from(node) != other) {
            self.ports[one].push((other as u8, dist));
            self.ports[other].push((one as u8, dist));
        }
    }
}
