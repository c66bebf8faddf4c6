//! A graph in the form that people write, and its check (R5).

use crate::ground::{MOST_NODES, Port};
use core::ops::ControlFlow;
use gridhaunt_kernel::prelude::*;
use serde::Serialize;

/// A connection: two nodes and their distance, as `[u,v,distance]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge(pub u64, pub u64, pub u64);

/// A graph as it was written. Its numbers may be anything until [`Map::check`] has checked them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Map {
    /// The layer of each node, by number.
    pub layers: Vec<u64>,
    pub edges: Vec<Edge>,
}

/// The limits that a map is checked against (R2 to R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Limits {
    /// The top layer.
    pub n: u8,
    pub dist_max: u8,
    /// The most layers a connection spans.
    pub max_layer_span: u8,
    /// The most ports of a node.
    pub max_degree: u8,
}

/// An error in a map: where, what, and which rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The index of the edge in the list, if the error is in one edge.
    pub edge: Option<usize>,
    /// The error message.
    pub error: Invalid,
    /// The nodes that the error is about.
    pub nodes: Vec<u64>,
    /// The number of the broken rule, such as `R2`.
    pub rule: &'static str,
}

impl Flaw {
    /// The error message without the field and without the rule.
    #[must_use]
    pub fn words(&self) -> String {
        let text = self.error.to_string();
        text.strip_prefix(&format!("{}: ", self.error.field)).unwrap_or(&text).to_string()
    }
}

/// Receives each flaw, and can stop the check.
type Each<'a> = &'a mut dyn FnMut(Flaw) -> ControlFlow<()>;

/// Whether the edge was meant as a one-way connection: an arrow, or words for its ends.
fn is_one_way(edge: &Value) -> bool {
    let text = edge.to_string().to_lowercase();
    [">", "<", "→", "←", "\"from\"", "\"to\"", "one", "directed"].iter().any(|sign| text.contains(sign))
}

impl Map {
    /// Reads `{"layers":[0,1,...],"edges":[[u,v,distance],...]}` without checking the graph.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("map", value, &["layers", "edges"]).map_err(|error| match error.field.as_str() {
            "map" => error,
            _ => error.within("map"),
        })?;
        let list = |field: &str| {
            let value = read.need(field, "a list").map_err(|error| error.within("map"))?;
            value.as_array().ok_or_else(|| Invalid::new(format!("map.{field}"), brief(value), "a list"))
        };
        let number = |field: &str, value: &Value| {
            value.as_u64().ok_or_else(|| Invalid::new(field, brief(value), "a whole number from 0"))
        };
        let layers = list("layers")?.iter().enumerate().map(|(i, layer)| number(&format!("map.layers[{i}]"), layer));
        let layers = layers.collect::<Result<_, _>>()?;
        let edge = |(i, edge): (usize, &Value)| {
            let field = format!("map.edges[{i}]");
            match edge.as_array().map(Vec::as_slice) {
                Some([u, v, dist]) => Ok(Edge(number(&field, u)?, number(&field, v)?, number(&field, dist)?)),
                _ if is_one_way(edge) => {
                    let need = "[node,node,distance]";
                    let words = format!("{}: one-way connection, they go both ways: write {need} (R2)", brief(edge));
                    Err(Invalid::new(field, brief(edge), need).says(words))
                }
                _ => Err(Invalid::new(field, brief(edge), "[node,node,distance]")),
            }
        };
        let edges = list("edges")?.iter().enumerate().map(edge).collect::<Result<_, _>>()?;
        Ok(Self { layers, edges })
    }

    /// Checks everything that R5 requires, in its order, and makes the graph.
    pub fn check(&self, limits: &Limits) -> Result<Graph, Invalid> {
        self.find_flaw(limits).map_or_else(|| Ok(self.graph(limits)), |flaw| Err(flaw.error))
    }

    /// The first flaw that breaks a rule (R5).
    #[must_use]
    pub fn find_flaw(&self, limits: &Limits) -> Option<Flaw> {
        let mut first = None;
        let _ = self.each_flaw(limits, &mut |flaw| {
            first = Some(flaw);
            ControlFlow::Break(())
        });
        first
    }

    /// All flaws that break a rule, in the order of R5; only the first flaw of each connection.
    #[must_use]
    pub fn flaws(&self, limits: &Limits) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let _ = self.each_flaw(limits, &mut |flaw| {
            flaws.push(flaw);
            ControlFlow::Continue(())
        });
        flaws
    }

    fn each_flaw(&self, limits: &Limits, each: Each<'_>) -> ControlFlow<()> {
        let count = self.layers.len();
        if !(3..=MOST_NODES).contains(&count) {
            let error = Invalid::new("map.layers", count, "3 to 256 nodes");
            let error = error.says(format!("{count} nodes, need 3 to 256"));
            return each(Flaw { edge: None, error, nodes: vec![], rule: "R5" });
        }
        self.each_layer_flaw(limits, each)?;
        let mut joined = Vec::with_capacity(self.edges.len().min(MOST_NODES * MOST_NODES));
        self.each_edge_flaw(limits, &mut joined, each)?;
        self.each_node_flaw(limits, &joined, each)
    }

    fn each_layer_flaw(&self, limits: &Limits, each: Each<'_>) -> ControlFlow<()> {
        let n = u64::from(limits.n);
        for (node, layer) in self.layers.iter().enumerate().filter(|&(_, &layer)| layer > n) {
            let error = Invalid::new(format!("map.layers[{node}]"), layer, format!("0..={n}"));
            each(Flaw { edge: None, error, nodes: vec![node as u64], rule: "R1" })?;
        }
        for empty in (0..=n).filter(|layer| !self.layers.contains(layer)) {
            let error = Invalid::new("map.layers", format!("layer {empty}"), "a node in every layer");
            let error = error.says(format!("layer {empty} is empty"));
            each(Flaw { edge: None, error, nodes: vec![], rule: "R5" })?;
        }
        ControlFlow::Continue(())
    }

    /// Checks the connections one after the other; those that join two nodes are added to `joined`.
    fn each_edge_flaw(&self, limits: &Limits, joined: &mut Vec<(u8, u8)>, each: Each<'_>) -> ControlFlow<()> {
        let count = self.layers.len();
        let mut known = vec![false; count * count];
        for (i, &Edge(u, v, dist)) in self.edges.iter().enumerate() {
            let flaw = |rule, got: String, expected: &str, words| {
                let error = Invalid::new(format!("map.edges[{i}]"), got, expected).says(words);
                Flaw { edge: Some(i), error, nodes: vec![u, v], rule }
            };
            let last = count as u64 - 1;
            if let Some(node) = [u, v].into_iter().find(|&node| node > last) {
                let words = format!("node {node} is not in 0..={last}");
                each(flaw("R1", format!("node {node}"), "a node that is there", words))?;
                continue;
            }
            if u == v {
                each(flaw("R2", format!("{u}-{v}"), "two different nodes", format!("joins node {u} to itself")))?;
                continue;
            }
            let pair = |a: u64, b: u64| a as usize * count + b as usize;
            if known[pair(u, v)] {
                each(flaw("R2", format!("{u}-{v}"), "a pair once", format!("{u} and {v} are joined already")))?;
                continue;
            }
            known[pair(u, v)] = true;
            known[pair(v, u)] = true;
            joined.push((u as u8, v as u8));
            let longest = limits.dist_max;
            let (low, high) = (self.layers[u as usize], self.layers[v as usize]);
            let (span, most) = (low.abs_diff(high), limits.max_layer_span);
            if !(1..=u64::from(longest)).contains(&dist) {
                let words = format!("distance {dist} is not in 1..={longest}");
                each(flaw("R2", format!("distance {dist}"), &format!("1..={longest}"), words))?;
            } else if span > most.into() {
                let words = format!("spans {span} layers, need at most {most}");
                each(flaw("R3", format!("a span of {span}"), &format!("at most {most}"), words))?;
            } else if span == u64::from(limits.n) {
                let words = format!("joins layer 0 to layer {}", limits.n);
                each(flaw("R3", format!("{u}-{v}"), "no way from start to goal", words))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks ports and reachability, using all connections that join two nodes. Of nodes that are cut off together
    /// only the first is reported.
    fn each_node_flaw(&self, limits: &Limits, joined: &[(u8, u8)], each: Each<'_>) -> ControlFlow<()> {
        let flaw = |rule, node: usize, expected: String, words| {
            let error = Invalid::new("map", format!("node {node}"), expected).says(words);
            Flaw { edge: None, error, nodes: vec![node as u64], rule }
        };
        let edges = joined.iter().map(|&(u, v)| (u, v, 1));
        let graph = Graph::new(limits.n, vec![0; self.layers.len()], edges);
        let most = usize::from(limits.max_degree);
        for (node, ports) in (0..graph.len()).map(|node| (node, graph.ports(node).len())).filter(|&(_, p)| p > most) {
            let words = format!("node {node} has {ports} connections, need at most {most}");
            each(flaw("R4", node, format!("at most {most}"), words))?;
        }
        let mut reached = vec![false; graph.len()];
        graph.reach(0, &mut reached);
        while let Some(lost) = reached.iter().position(|&reached| !reached) {
            let words = format!("node {lost} cannot be reached from node 0");
            each(flaw("R5", lost, "a connected graph".into(), words))?;
            graph.reach(lost, &mut reached);
        }
        ControlFlow::Continue(())
    }

    /// The graph, for a map whose numbers are in range.
    fn graph(&self, limits: &Limits) -> Graph {
        let layers = self.layers.iter().map(|&layer| layer as u8).collect();
        let edges = self.edges.iter().map(|&Edge(u, v, dist)| (u as u8, v as u8, dist as u8));
        Graph::new(limits.n, layers, edges)
    }
}

/// Nodes in layers, joined by connections: the result of [`Map::check`] or of the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The top layer.
    pub n: u8,
    /// The layer of each node.
    pub layers: Vec<u8>,
    /// The index of each node's first port, and at the end the total.
    pub first: Vec<u16>,
    /// The ports of all nodes, node by node, ordered by the node they lead to (R4).
    pub all_ports: Vec<Port>,
}

impl Graph {
    /// A graph with these connections.
    pub fn new(n: u8, layers: Vec<u8>, edges: impl Iterator<Item = (u8, u8, u8)> + Clone) -> Self {
        let mut first = vec![0u16; layers.len() + 1];
        for (u, v, _) in edges.clone() {
            first[usize::from(u) + 1] += 1;
            first[usize::from(v) + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let mut next = first.clone();
        let mut all_ports = vec![Port::default(); first.last().copied().unwrap_or(0).into()];
        for (u, v, dist) in edges {
            for (from, node) in [(u, v), (v, u)] {
                let slot = &mut next[usize::from(from)];
                all_ports[usize::from(*slot)] = Port { node, dist };
                *slot += 1;
            }
        }
        for pair in first.windows(2) {
            all_ports[usize::from(pair[0])..usize::from(pair[1])].sort_unstable_by_key(|port| port.node);
        }
        Self { n, layers, first, all_ports }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The ports of a node (R4).
    #[must_use]
    pub fn ports(&self, node: usize) -> &[Port] {
        match (self.first.get(node), self.first.get(node + 1)) {
            (Some(&from), Some(&to)) => self.all_ports.get(from.into()..to.into()).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The nodes of a layer, ascending.
    pub fn layer(&self, layer: u8) -> impl Iterator<Item = u8> + '_ {
        self.layers.iter().enumerate().filter(move |&(_, &l)| l == layer).map(|(node, _)| node as u8)
    }

    /// Every connection once, `u < v`, ascending.
    pub fn edges(&self) -> impl Iterator<Item = (u8, u8, u8)> + '_ {
        let of = |u: usize| self.ports(u).iter().map(move |port| (u as u8, port.node, port.dist));
        (0..self.len()).flat_map(of).filter(|&(u, v, _)| u < v)
    }

    /// The graph in the form that people write.
    #[must_use]
    pub fn map(&self) -> Map {
        Map {
            layers: self.layers.iter().map(|&layer| layer.into()).collect(),
            edges: self.edges().map(|(u, v, dist)| Edge(u.into(), v.into(), dist.into())).collect(),
        }
    }

    /// Marks the nodes that can be reached from one.
    fn reach(&self, from: usize, reached: &mut [bool]) {
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if !core::mem::replace(&mut reached[node], true) {
                open.extend(self.ports(node).iter().map(|port| usize::from(port.node)));
            }
        }
    }
}
