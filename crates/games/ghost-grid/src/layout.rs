//! The positions of nodes in their layers, chosen so that few connections cross.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// How many times it goes through the layers, alternately up and down.
const PASSES: usize = 8;

/// A connection between two layers, the lower end first.
pub(crate) struct Span {
    pub(crate) ends: [u8; 2],
    pub(crate) layers: [i64; 2],
}

impl Span {
    /// The connections that lead from layer to layer.
    pub(crate) fn all(layers: &[u8], edges: impl Iterator<Item = (u8, u8)>) -> Vec<Self> {
        let layer = |node: u8| layers.get(usize::from(node)).map(|&layer| i64::from(layer));
        let span = |(u, v)| match (layer(u)?, layer(v)?) {
            (below, above) if below < above => Some(Self { ends: [u, v], layers: [below, above] }),
            (above, below) if below < above => Some(Self { ends: [v, u], layers: [below, above] }),
            _ => None,
        };
        edges.filter_map(span).collect()
    }
}

/// The position of every node, if the nodes of each layer are in this order.
pub(crate) fn places(rows: &[Vec<u8>]) -> Vec<i64> {
    let mut places = alloc::vec![0; rows.iter().map(Vec::len).sum()];
    rows.iter().for_each(|row| take_places(row, &mut places));
    places
}

/// The nodes of every layer from the lowest up, in the order in which they are drawn from top to bottom: first by
/// number, then by the mean of their neighbours in the previous layers (the barycentre), as long as fewer connections
/// cross. It depends on the graph alone, so it is the same in every drawing of a match.
pub fn order(layers: &[u8], edges: impl Iterator<Item = (u8, u8)>) -> Vec<Vec<u8>> {
    let spans = Span::all(layers, edges);
    let mut rows = by_number(layers);
    let mut places = places(&rows);
    let (mut best, mut fewest) = (rows.clone(), crossings(&spans, &places));
    for pass in 0..PASSES {
        let up = pass % 2 == 0;
        for n in 0..rows.len() {
            let layer = if up { n } else { rows.len() - 1 - n };
            let row = &mut rows[layer];
            row.sort_by_cached_key(|&node| barycentre(node, up, &spans, &places));
            take_places(row, &mut places);
        }
        let now = crossings(&spans, &places);
        if now < fewest {
            (best, fewest) = (rows.clone(), now);
        }
    }
    best
}

/// The nodes of every layer in the order of their numbers.
pub(crate) fn by_number(layers: &[u8]) -> Vec<Vec<u8>> {
    let top = layers.iter().copied().max().unwrap_or(0);
    let mut rows = alloc::vec![Vec::new(); usize::from(top) + 1];
    for (node, &layer) in layers.iter().enumerate() {
        rows[usize::from(layer)].push(node as u8);
    }
    rows
}

/// The place of node i of m, in half rows from the middle (R48).
pub(crate) const fn place(i: usize, m: usize) -> i32 {
    2 * i as i32 - m as i32 + 1
}

fn take_places(row: &[u8], places: &mut [i64]) {
    for (i, &node) in row.iter().enumerate() {
        places[usize::from(node)] = place(i, row.len()).into();
    }
}

/// The mean position of a node's neighbours in the layers below, or in those above, with more weight for near ones; its
/// own position if it has none.
fn barycentre(node: u8, below: bool, spans: &[Span], places: &[i64]) -> i64 {
    // Finer than the positions, so that different means stay different.
    const FINE: i64 = 1 << 20;
    let (mut sum, mut weights) = (0, 0);
    for Span { ends, layers } in spans {
        let [own, other] = if below { [ends[1], ends[0]] } else { *ends };
        if own == node {
            let weight = (60 / (layers[1] - layers[0])).max(1);
            sum += weight * places[usize::from(other)];
            weights += weight;
        }
    }
    if weights == 0 { places[usize::from(node)] * FINE } else { sum * FINE / weights }
}

/// How many pairs of connections cross, each drawn as a straight line.
pub(crate) fn crossings(spans: &[Span], places: &[i64]) -> usize {
    let mut bundles: BTreeMap<[i64; 2], Vec<[i64; 2]>> = BTreeMap::new();
    for Span { ends, layers } in spans {
        bundles.entry(*layers).or_default().push(ends.map(|end| places[usize::from(end)]));
    }
    let bundles: Vec<_> = bundles.iter().map(|(&layers, lines)| Bundle { layers, lines }).collect();
    let pairs = bundles.iter().enumerate().map(|(n, bundle)| {
        let others: usize = bundles[..n].iter().map(|other| bundle.crossings(other)).sum();
        // Each pair within it is counted from both sides.
        others + bundle.crossings(bundle) / 2
    });
    pairs.sum()
}

/// The connections between the same two layers, each by the positions of its ends.
struct Bundle<'a> {
    layers: [i64; 2],
    lines: &'a [[i64; 2]],
}

impl Bundle<'_> {
    /// How many pairs of one of these and one of the others cross.
    fn crossings(&self, other: &Self) -> usize {
        let (from, to) = (self.layers[0].max(other.layers[0]), self.layers[1].min(other.layers[1]));
        if from >= to {
            return 0;
        }
        let [ours, theirs] = [(self, other), (other, self)].map(|(one, other)| one.heights([from, to], other.long()));
        // Those that share an end are equally high there.
        let cross = |[from, to]: [i64; 2], other: [i64; 2]| (from - other[0]) * (to - other[1]) < 0;
        ours.iter().map(|&one| theirs.iter().filter(|&&other| cross(one, other)).count()).sum()
    }

    /// The positions of every connection in two layers, times the layers that it spans, times `scale`.
    fn heights(&self, layers: [i64; 2], scale: i64) -> Vec<[i64; 2]> {
        let [low, high] = self.layers;
        let height = |[from, to]: [i64; 2], layer| (from * (high - layer) + to * (layer - low)) * scale;
        self.lines.iter().map(|&line| layers.map(|layer| height(line, layer))).collect()
    }

    const fn long(&self) -> i64 {
        self.layers[1] - self.layers[0]
    }
}
