//! `cordon`, the sentinels that close the ways to the goal.
//!
//! Most ghosts do not go where they see a sentinel, so sentinels that stand still at the right nodes are a wall, and a
//! ghost that walks round it runs out of energy. The squad draws several worlds that fit what it has mapped ([`Sketch`])
//! and chooses posts, one after another, so that the ways to the goal become as long as possible in all of them
//! ([`posts`]). Sentinels know the same map and each other's nodes, so each computes the same plan for the whole squad and
//! takes its own post from it; as they walk the map grows, and the plan is made again.
//!
//! That wall is for ghosts of which nothing is known. A lone ghost on a drawn map is foreseen ([`foresight`]): the squad
//! imagines where it may be and what it will do, and goes where the fewest such ghosts get through.
//!
//! A wall does not chase. Who captures a lone ghost with all the loot becomes one with half of it and new energy, and
//! near the goal that is worth more to the ghosts than what they had.

mod foresight;
mod futures;
mod marches;
mod news;
mod posts;
mod prey;
mod sketch;
#[cfg(test)]
mod tests;
mod trail;

use self::foresight::Foresight;
use self::posts::{Post, hops, posts};
use self::sketch::{Chart, Sketch};
use gridhaunt_ghost_grid::ground::Remainder;
use gridhaunt_ghost_grid::view::{SentinelView, Start, View};
use gridhaunt_ghost_grid::{Action, Settings};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Seat};

/// How many worlds a wall is made for.
const SKETCHES: usize = 8;

/// Takes its place in the wall that its squad makes.
#[derive(Clone, Debug)]
pub struct Cordon {
    settings: Settings,
    foresight: Foresight,
    /// Who goes where.
    plan: Vec<(Seat, Post)>,
    /// How much of the map the plan is made from, and for how many.
    made_for: Option<(usize, usize)>,
}

impl Cordon {
    /// A sentinel for the seat of the call.
    #[must_use]
    pub fn new(call: &Call<'_, Settings>) -> Self {
        let settings = call.settings.told();
        Self { foresight: Foresight::default(), settings, plan: Vec::new(), made_for: None }
    }

    /// Its own post; the plan is made again when the map has grown or a sentinel came or turned.
    fn post(&mut self, view: &SentinelView) -> Option<u8> {
        let made_for = Some((view.known.len(), view.allies.len()));
        if self.made_for != made_for {
            self.made_for = made_for;
            let mut squad: Vec<(Seat, u8)> = view.allies.iter().map(|ally| (ally.seat, ally.node)).collect();
            squad.push((view.seat, view.me.node));
            squad.sort_unstable();
            let chart = Chart::new(view.n, &view.known);
            self.plan =
                posts(&self.settings, &chart, &Sketch::draw(&self.settings, &chart, SKETCHES), &squad, view.turn);
        }
        self.plan.iter().find(|(seat, _)| *seat == view.seat).map(|(_, post)| post.node)
    }

    /// The next node on the way to a post, the nearest of those that bring it closer.
    fn way(&self, view: &SentinelView, post: u8) -> Option<u8> {
        let chart = Chart::new(view.n, &view.known);
        let hops = hops(&self.settings, &chart, post);
        let far = |node: u8| hops.get(usize::from(node)).copied().flatten();
        let enters = self.settings.sentinels_enter_goal;
        let open =
            view.ports.iter().filter(|port| u32::from(port.dist) <= view.me.energy && (enters || port.layer < view.n));
        let near = open.filter_map(|port| Some((far(port.node)?, port.dist, port.node))).min();
        near.filter(|&(hops, ..)| Some(hops) < far(view.me.node)).map(|(_, _, node)| node)
    }

    /// The next node on the way to its place in the wall.
    fn step(&mut self, view: &SentinelView) -> Option<u8> {
        let post = self.post(view)?;
        self.way(view, post).filter(|&to| !self.would_do_harm(view, to))
    }

    /// Whether a move risks the capture of a lone ghost that carries everything, after which the captor is a ghost near
    /// the goal. That ghost has had the time to come there, and it is never caught in the goal.
    fn would_do_harm(&self, view: &SentinelView, to: u8) -> bool {
        let turns = self.settings.threshold().is_some() && self.settings.conversion_remainder == Remainder::Carried;
        let has_come = view.turn > u32::from(view.n / 2);
        let in_goal = view.ports.iter().any(|port| port.node == to && port.layer == view.n);
        turns && view.score.ghosts_at_start == 1 && has_come && !in_goal
    }
}

fn can_go(view: &SentinelView, to: u8) -> bool {
    view.ports.iter().any(|port| port.node == to && u32::from(port.dist) <= view.me.energy)
}

impl Bot<Start, View, Action> for Cordon {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let View::SentinelView(view) = view else { return Action::Wait };
        let foreseen = self.foresight.next(&self.settings, view);
        if view.here.loot > 0 {
            return Action::Recover;
        }
        if view.me.frozen == 0
            && let Some(to) = foreseen.map_or_else(|| self.step(view), |node| can_go(view, node).then_some(node))
        {
            return Action::Move { to };
        }
        let partner = view.allies.iter().any(|ally| ally.node == view.me.node);
        if partner && view.me.energy < view.capacity { Action::Recharge } else { Action::Wait }
    }
}
