//! Graphs by number, and the generator line by line (R1 to R7).

use crate::Settings;
use crate::map::Graph;
use crate::values::Average;
use gridhaunt_kernel::prelude::*;
use std::collections::BTreeMap;

/// Layers by node, and distances by pair, in both directions (R1, R2).
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tests) struct Chart {
    pub(in crate::tests) layers: BTreeMap<usize, i64>,
    pub(in crate::tests) ways: BTreeMap<(usize, usize), i64>,
}

impl Chart {
    /// A graph of the engine's.
    pub(in crate::tests) fn of_graph(graph: &Graph) -> Self {
        let layers = graph.layers.iter().map(|&layer| i64::from(layer)).enumerate().collect();
        let mut chart = Self { layers, ..Self::default() };
        graph.edges().for_each(|(u, v, dist)| chart.join(u.into(), v.into(), dist.into()));
        chart
    }

    pub(in crate::tests) fn ports(&self, node: usize) -> BTreeMap<usize, i64> {
        self.ways.iter().filter(|((from, _), _)| *from == node).map(|(&(_, to), &dist)| (to, dist)).collect()
    }

    pub(in crate::tests) fn layer(&self, layer: i64) -> Vec<usize> {
        self.layers.iter().filter(|(_, of)| **of == layer).map(|(&node, _)| node).collect()
    }

    fn join(&mut self, a: usize, b: usize, dist: i64) {
        self.ways.insert((a, b), dist);
        self.ways.insert((b, a), dist);
    }

    /// The cheapest distances from a node: relaxes all connections until nothing gets cheaper.
    pub(in crate::tests) fn cheapest(&self, from: usize) -> BTreeMap<usize, i64> {
        let mut cost = BTreeMap::from([(from, 0)]);
        loop {
            let mut better = false;
            for (&(a, b), &dist) in &self.ways {
                let Some(&so_far) = cost.get(&a) else { continue };
                if cost.get(&b).is_none_or(|&known| so_far + dist < known) {
                    cost.insert(b, so_far + dist);
                    better = true;
                }
            }
            if !better {
                return cost;
            }
        }
    }

    /// R6: the base energy, from the cheapest paths between starts and goals.
    pub(in crate::tests) fn base(&self, values: &Settings) -> i64 {
        let goals = self.layer(values.n.into());
        let (mut k, mut s) = (0, 0);
        for start in self.layer(0) {
            let cost = self.cheapest(start);
            let ways: Vec<i64> = goals.iter().map(|goal| cost[goal]).collect();
            match values.energy_average {
                Average::AllPairs => (k, s) = (k + ways.len() as i64, s + ways.iter().sum::<i64>()),
                Average::Nearest => (k, s) = (k + 1, s + ways.iter().min().expect("a goal")),
            }
        }
        let (a, b) = (s * i64::from(values.energy_pct), k * 100);
        a / b + i64::from(a % b > 0)
    }

    /// R7, with the number of discarded tries; none after 1000.
    pub(in crate::tests) fn generate(values: &Settings, random: &mut Random) -> Option<(Self, u32)> {
        (0..1000).find_map(|thrown| Some((Self::one_try(values, random)?, thrown)))
    }

    fn one_try(values: &Settings, random: &mut Random) -> Option<Self> {
        let (n, width) = (i64::from(values.n), usize::from(values.nodes_per_layer));
        let mut chart = Self::default();
        for node in 0..width * (n as usize + 1) {
            chart.layers.insert(node, (node / width) as i64);
        }
        let distance = |random: &mut Random| 1 + random.below(values.dist_max.into()) as i64;
        // 1
        for l in 0..n {
            for node in chart.layer(l) {
                let above = chart.layer(l + 1);
                let chosen = above[random.below(above.len() as u64) as usize];
                if !chart.ways.contains_key(&(node, chosen)) {
                    let dist = distance(random);
                    chart.join(node, chosen, dist);
                }
            }
            for node in chart.layer(l + 1) {
                if chart.ports(node).keys().all(|other| chart.layers[other] != l) {
                    let below = chart.layer(l);
                    let chosen = below[random.below(below.len() as u64) as usize];
                    let dist = distance(random);
                    chart.join(node, chosen, dist);
                }
            }
        }
        // 2
        for a in 0..width - 1 {
            if !chart.cheapest(a).contains_key(&(a + 1)) {
                let dist = distance(random);
                chart.join(a, a + 1, dist);
            }
        }
        // 3
        let nodes = chart.layers.len();
        for u in 0..nodes {
            for v in u + 1..nodes {
                let span = (chart.layers[&u] - chart.layers[&v]).abs();
                let start_to_goal = chart.layers[&u] == 0 && chart.layers[&v] == n;
                if span > values.max_layer_span.into() || start_to_goal || chart.ways.contains_key(&(u, v)) {
                    continue;
                }
                let drawn = random.below(100);
                let room = |node| chart.ports(node).len() < usize::from(values.max_degree);
                if drawn < values.chances()[span as usize].into() && room(u) && room(v) {
                    let dist = distance(random);
                    chart.join(u, v, dist);
                }
            }
        }
        // 4
        let base = chart.base(values);
        let r4 = (0..nodes).all(|node| chart.ports(node).len() <= usize::from(values.max_degree));
        let near = |start: usize| {
            let cost = chart.cheapest(start);
            chart.layer(n).iter().any(|goal| cost[goal] <= base)
        };
        let good = r4 && chart.layer(0).into_iter().all(near);
        good.then_some(chart)
    }

    pub(in crate::tests) fn of(settings: &Settings, random: &mut Random) -> Option<(Self, u32)> {
        let Some(map) = settings.map() else { return Self::generate(settings, random) };
        let layers = map.layers.iter().map(|&layer| layer as i64).enumerate().collect();
        let mut chart = Self { layers, ..Self::default() };
        for edge in &map.edges {
            chart.join(edge.0 as usize, edge.1 as usize, edge.2 as i64);
        }
        Some((chart, 0))
    }
}
