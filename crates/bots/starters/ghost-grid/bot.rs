//! A bot for Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. `choose` is where it thinks.

use crate::game::{Action, GhostPort, GhostView, SentinelPort, SentinelView, View};
use crate::protocol::{Match, Mind, Turn};
use std::collections::HashSet;

pub struct Bot {
    /// The nodes it was asked in.
    been: HashSet<i64>,
}

impl Mind for Bot {
    fn start(_game: Match) -> Self {
        Bot { been: HashSet::new() }
    }

    fn choose(&mut self, turn: &Turn) -> Action {
        if let View::GhostView(view) = &turn.view {
            self.been.insert(view.me.node);
        }
        let ways: Vec<(i64, i64)> = match &turn.view {
            View::GhostView(view) if view.me.loot > 0 => {
                let open = view.ports.iter().filter(|port| port.dist <= view.me.energy);
                open.map(|port| (self.climb(view, port), port.node)).collect()
            }
            View::SentinelView(view) if view.here.loot > 0 => return Action::Recover,
            View::SentinelView(view) if view.me.frozen == 0 && view.here.ghosts.is_empty() => {
                let open = view.ports.iter().filter(|port| port.dist <= view.me.energy);
                open.map(|port| (hunt(view, port), port.node)).collect()
            }
            _ => return Action::Wait,
        };
        let best = ways.iter().map(|way| way.0).max();
        let to = ways.iter().find(|way| Some(way.0) == best).map(|way| way.1);
        to.map_or(Action::Wait, |to| Action::Move { to })
    }
}

impl Bot {
    /// What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst.
    fn climb(&self, view: &GhostView, port: &GhostPort) -> i64 {
        let mut value = 10 * (port.layer - view.me.layer) - port.dist;
        value += if port.layer == view.n { 1000 } else { 0 };
        value -= if self.been.contains(&port.node) { 25 } else { 0 };
        value - if port.sentinels.unwrap_or(0) > 0 { 100_000 } else { 0 }
    }
}

/// What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is.
fn hunt(view: &SentinelView, port: &SentinelPort) -> i64 {
    let late = view.checked.iter().any(|mark| mark.node == port.node && mark.turn + 3 >= view.turn);
    let ally = view.allies.iter().any(|ally| ally.node == port.node);
    let goal = port.layer == view.n;
    -port.dist - 100 * port.layer - 10_000 * i64::from(late) - 50_000 * i64::from(ally) - 100_000 * i64::from(goal)
}
