//! What each node is worth to a ghost, by the energy with which it comes there.

use super::outlook::Outlook;
use gridhaunt_ghost_grid::ground::MOST_NODES;
use gridhaunt_ghost_grid::view::GhostView;

/// A node as a ghost knows it.
#[derive(Clone, Debug, Default)]
struct Spot {
    /// None for a node that the view does not name.
    layer: Option<u8>,
    /// Whether these are all of its ports.
    known: bool,
    ports: Vec<(u8, u8)>,
}

/// The chances to reach the goal from all nodes that a view names. It keeps its memory for the next view.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    spots: Vec<Spot>,
    named: Vec<u8>,
    /// By energy, then by node.
    chances: Vec<f32>,
}

impl Prospects {
    /// Computes the chances with what a ghost knows now. In a node whose ports it does not know it may find a way that
    /// is better than those it knows.
    pub(super) fn compute(&mut self, view: &GhostView, outlook: &Outlook) {
        self.read(view);
        let most = outlook.steps(view.me.energy);
        self.chances.clear();
        self.chances.resize((most + 1) * MOST_NODES, 0.0);
        for steps in 0..=most {
            for &node in &self.named {
                let Spot { layer: Some(layer), known, ports } = &self.spots[usize::from(node)] else { continue };
                let ways = ports.iter().filter_map(|&(to, dist)| {
                    let left = steps.checked_sub(outlook.cost(dist))?;
                    Some(outlook.pass(self.spots[usize::from(to)].layer?, self.chance(to, left)))
                });
                let best = ways.fold(0.0, f32::max);
                let chance = if *known && *layer < view.n { best } else { outlook.beside(*layer, steps, best) };
                self.chances[steps * MOST_NODES + usize::from(node)] = chance;
            }
        }
    }

    /// The chance from a node that it comes to with this many steps of energy.
    #[must_use]
    pub(super) fn chance(&self, node: u8, steps: usize) -> f32 {
        self.chances.get(steps * MOST_NODES + usize::from(node)).copied().unwrap_or(0.0)
    }

    /// Whether a connection between two nodes is known.
    #[must_use]
    pub(super) fn are_joined(&self, one: u8, other: u8) -> bool {
        let leads = |from: u8, to: u8| self.spots[usize::from(from)].ports.iter().any(|&(node, _)| node == to);
        leads(one, other) || leads(other, one)
    }

    fn read(&mut self, view: &GhostView) {
        self.spots.resize_with(MOST_NODES, Spot::default);
        for node in self.named.drain(..) {
            let spot = &mut self.spots[usize::from(node)];
            (spot.layer, spot.known) = (None, false);
            spot.ports.clear();
        }
        for known in &view.known {
            self.name(known.node, known.layer);
            self.spots[usize::from(known.node)].known = true;
        }
        for known in &view.known {
            for &(to, layer, dist) in &known.to {
                self.name(to, layer);
                self.spots[usize::from(known.node)].ports.push((to, dist));
                if !self.spots[usize::from(to)].known {
                    self.spots[usize::from(to)].ports.push((known.node, dist));
                }
            }
        }
    }

    fn name(&mut self, node: u8, layer: u8) {
        if self.spots[usize::from(node)].layer.replace(layer).is_none() {
            self.named.push(node);
        }
    }
}
