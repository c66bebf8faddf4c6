//! What it is worth to a squad to see nodes for the first time.
//!
//! A plan is weighed as if nothing were learnt on the way, so to look around is worth nothing in it. In truth the squad
//! plans again with what it has seen. How much better such plans are was counted (docs/strength.md): nodes right below
//! the goal tell most, since connections into the goal begin there and lead on to other posts. Later there is no time
//! left to make use of it.

use super::sketch::Chart;

/// What a node of the highest layers below the goal is worth, from the top, for each imagined ghost; one that gets
/// through counts 1000.
const WORTH: [usize; 2] = [40, 20];

/// The nodes that are worth seeing, by layer as in `WORTH`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News([u64; WORTH.len()]);

impl News {
    /// The nodes where no sentinel has been, in the turns in which that matters.
    pub(super) fn new(chart: &Chart, turn: u32) -> Self {
        let mut news = Self::default();
        if turn >= u32::from(chart.n / 2) {
            return news;
        }
        for (node, layer) in chart.layers.iter().enumerate().filter(|(node, _)| !chart.mapped[*node]) {
            let below = layer.and_then(|layer| chart.n.checked_sub(layer + 1));
            if let Some(nodes) = below.and_then(|below| news.0.get_mut(usize::from(below))) {
                *nodes |= 1 << node;
            }
        }
        news
    }

    /// Whether a node is worth seeing.
    pub(super) fn has(&self, node: u8) -> bool {
        self.0.iter().any(|nodes| nodes >> node & 1 == 1)
    }

    /// What it is worth to see these nodes, for each imagined ghost.
    pub(super) fn worth(&self, seen: u64) -> usize {
        self.0.iter().zip(WORTH).map(|(nodes, worth)| (nodes & seen).count_ones() as usize * worth).sum()
    }

    /// The most that it can be worth to a squad of so many.
    pub(super) fn most(squad: usize) -> usize {
        squad * WORTH[0]
    }
}
