//! `climber`, the ghost that goes up (R50).

use super::{split, whim};
use gridhaunt_ghost_grid::Action;
use gridhaunt_ghost_grid::ground::NodeSet;
use gridhaunt_ghost_grid::view::{GhostView, Start, View};
use gridhaunt_kernel::Bot;

/// Goes up, away from the sentinels it sees.
#[derive(Clone, Debug)]
pub struct Climber {
    copies: u8,
    /// The nodes on which it began a turn.
    been: NodeSet,
}

impl Climber {
    /// A climber that makes this many copies of itself on the first turn.
    #[must_use]
    pub fn new(copies: u8) -> Self {
        Self { copies, been: NodeSet::default() }
    }

    fn climb(&self, view: &GhostView) -> Option<Action> {
        let value = |node: u8, layer: u8, dist: u8| {
            let up = i64::from(layer) - i64::from(view.me.layer);
            10 * up - i64::from(dist) + whim(view.seat, node, 9) - if self.been.contains(node.into()) { 25 } else { 0 }
                + if layer == view.n { 1000 } else { 0 }
        };
        let open = view.ports.iter().filter(|port| {
            u32::from(port.dist) <= view.me.energy && port.sentinels.is_none_or(|sentinels| sentinels == 0)
        });
        // Among equal ports the one with the lowest number.
        let best = open.rev().max_by_key(|port| value(port.node, port.layer, port.dist))?;
        Some(Action::Move { to: best.node })
    }
}

impl Bot<Start, View, Action> for Climber {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::GhostView(view) = view else { return Action::Wait };
        self.been.insert(view.me.node.into());
        if let Some(split) = split(view, self.copies, legal) {
            return split; // 1
        }
        match view.me.loot {
            0 => Action::Wait,                                                   // 2
            loot if view.me.layer == view.n => Action::Deposit { amount: loot }, // 3
            _ => self.climb(view).unwrap_or(Action::Wait),                       // 4, 5
        }
    }
}
