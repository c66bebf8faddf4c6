//! The sentinels: `patrol`, `chaser` and `camper` (R52).

use gridhaunt_ghost_grid::view::{SentinelPort, SentinelView, Start, View};
use gridhaunt_ghost_grid::{Action, Settings};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Random};

/// What every sentinel does first and last; between these, `way` decides where it goes.
fn hunt(view: &View, way: impl FnOnce(&SentinelView) -> Way) -> Action {
    let View::SentinelView(view) = view else { return Action::Wait };
    if view.here.loot > 0 {
        return Action::Recover;
    }
    if view.me.frozen > 0 {
        return Action::Wait;
    }
    match way(view) {
        Way::To(to) => Action::Move { to },
        Way::Stay => Action::Wait,
        Way::Rest => rest(view),
    }
}

/// Where a sentinel wants to go.
enum Way {
    To(u8),
    Stay,
    /// It has no destination.
    Rest,
}

impl Way {
    fn of(node: Option<u8>) -> Self {
        node.map_or(Self::Rest, Self::To)
    }
}

/// Recharges if another sentinel is in the node, otherwise waits.
fn rest(view: &SentinelView) -> Action {
    let partner = view.allies.iter().any(|ally| ally.node == view.me.node);
    if partner && view.me.energy < view.capacity { Action::Recharge } else { Action::Wait }
}

/// What a sentinel must know of the rules to decide which ports it can use.
#[derive(Clone, Copy, Debug)]
struct Pass {
    enters_goal: bool,
}

impl Pass {
    fn of(call: &Call<'_, Settings>) -> Self {
        Self { enters_goal: call.settings.sentinels_enter_goal }
    }

    /// The ports that it has the energy for and may enter.
    fn ports(self, view: &SentinelView) -> impl Iterator<Item = &SentinelPort> {
        let open = move |port: &&SentinelPort| {
            u32::from(port.dist) <= view.me.energy && (self.enters_goal || port.layer < view.n)
        };
        view.ports.iter().filter(open)
    }
}

fn ally_at(view: &SentinelView, node: u8) -> bool {
    view.allies.iter().any(|ally| ally.node == node)
}

/// The turn in which a node was last checked.
fn mark(view: &SentinelView, node: u8) -> Option<u32> {
    view.checked.iter().find(|mark| mark.node == node).map(|mark| mark.turn)
}

/// Walks the upper layers, towards the nodes that were checked longest ago.
#[derive(Clone, Debug)]
pub struct Patrol {
    pass: Pass,
    /// The generator of its seat (R38).
    random: Random,
}

impl Patrol {
    /// A patrol for the seat of the call.
    #[must_use]
    pub fn new(call: &Call<'_, Settings>) -> Self {
        Self { pass: Pass::of(call), random: call.random }
    }
}

impl Bot<Start, View, Action> for Patrol {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        hunt(view, |view| {
            let beat = view.n.saturating_sub(3)..view.n;
            let order = |port: &SentinelPort| (ally_at(view, port.node), mark(view, port.node).unwrap_or(0), port.dist);
            let ways = || self.pass.ports(view).filter(|port| beat.contains(&port.layer));
            let least = ways().map(order).min();
            let equals: Vec<u8> = ways().filter(|port| Some(order(port)) == least).map(|port| port.node).collect();
            Way::of(self.random.pick(&equals).copied())
        })
    }
}

/// Goes down to meet the ghosts, towards nodes that were not checked recently.
#[derive(Clone, Debug)]
pub struct Chaser {
    pass: Pass,
}

impl Chaser {
    /// A chaser for the seat of the call.
    #[must_use]
    pub fn new(call: &Call<'_, Settings>) -> Self {
        Self { pass: Pass::of(call) }
    }
}

impl Bot<Start, View, Action> for Chaser {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        hunt(view, |view| {
            if !view.here.ghosts.is_empty() {
                return Way::Rest;
            }
            let order = |port: &&SentinelPort| {
                let late = mark(view, port.node).is_some_and(|turn| turn + 3 >= view.turn);
                (ally_at(view, port.node), late, port.layer, port.dist, port.node)
            };
            let ways = self.pass.ports(view).filter(|port| port.layer < view.n);
            Way::of(ways.min_by_key(order).map(|port| port.node))
        })
    }
}

/// Spreads over the layer before the goal and waits.
#[derive(Clone, Debug)]
pub struct Camper {
    pass: Pass,
}

impl Camper {
    /// A camper for the seat of the call.
    #[must_use]
    pub fn new(call: &Call<'_, Settings>) -> Self {
        Self { pass: Pass::of(call) }
    }
}

impl Bot<Start, View, Action> for Camper {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        hunt(view, |view| {
            let top = if self.pass.enters_goal { view.n } else { view.n - 1 };
            let senior = view.allies.iter().any(|ally| ally.node == view.me.node && ally.seat < view.seat);
            if view.me.layer == top && !senior {
                return Way::Stay;
            }
            let ways = self.pass.ports(view).filter(|port| {
                let near = port.layer + 1 == top || port.layer == top;
                near && !ally_at(view, port.node) && (senior || port.layer > view.me.layer)
            });
            let best = ways.min_by_key(|port| (core::cmp::Reverse(port.layer), port.dist, port.node));
            Way::of(best.map(|port| port.node))
        })
    }
}
