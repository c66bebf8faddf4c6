//! Graphs for Graphviz: layers from left to right, long connections dashed.

use crate::map::Graph;
use core::fmt::Write;
use gridhaunt_kernel::prelude::*;

/// The graph in the DOT language. Nodes are named by their numbers, and each layer has a heading.
#[must_use]
pub fn write(graph: &Graph, short_max: u8) -> String {
    let mut text = String::from(
        "graph ghost_grid {
  rankdir=LR;
  ranksep=0.9;
  fontname=\"sans-serif\";
  node [shape=circle, width=0.55, fixedsize=true, style=filled, fillcolor=\"#eceff1\", color=\"#78909c\", fontname=\"sans-serif\"];
  edge [color=\"#607d8b\", fontname=\"sans-serif\", fontsize=11];\n",
    );
    for layer in 0..=graph.n {
        let (name, colour) = match layer {
            0 => ("start".into(), Some("#90a4ae")),
            top if top == graph.n => ("goal".into(), Some("#ffd54f")),
            _ => (format!("{layer}"), None),
        };
        let _ = write!(text, "  {{ rank=same; layer_{layer} [label=\"{name}\", shape=plaintext, width=1, style=\"\"];");
        for node in graph.layer(layer) {
            let colour = colour.map(|colour| format!(" [fillcolor=\"{colour}\"]")).unwrap_or_default();
            let _ = write!(text, " {node}{colour};");
        }
        text += " }\n";
    }
    for layer in 0..graph.n {
        // Keeps layers in order even where no connection leads from one to the next.
        let _ = writeln!(text, "  layer_{layer} -- layer_{} [style=invis, weight=100];", layer + 1);
    }
    for (u, v, dist) in graph.edges() {
        // Graphviz draws the first end on the left.
        let down = graph.layers[usize::from(u)] > graph.layers[usize::from(v)];
        let (left, right) = if down { (v, u) } else { (u, v) };
        let style = if dist > short_max { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  {left} -- {right} [label=\"{dist}\"{style}];");
    }
    text + "}\n"
}
