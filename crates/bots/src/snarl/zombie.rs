//! The zombie (R37, R38).

use super::chase::{acting, habit, players};
use super::decision::words;
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Invalid};
use gridhaunt_snarl::ground::NO_ROOM;
use gridhaunt_snarl::hunt::{Decision, Habit};
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{AdversaryView, Start, View};
use gridhaunt_snarl::{Action, Settings};

/// Goes after players in its room, otherwise wanders.
#[derive(Clone, Debug)]
pub struct Zombie(Habit);

impl Zombie {
    /// A zombie with the options of a call.
    pub fn new(call: &Call<'_, Settings>) -> Result<Self, Invalid> {
        habit(call.options, call.random).map(Self)
    }

    /// The step to take and the rule that decided it; none where the view has no actor.
    pub(super) fn decide(&mut self, view: &AdversaryView, legal: &[Action]) -> Option<Decision> {
        let at = acting(view)?;
        let chart = &view.state.level;
        let site = chart.site();
        let room = |point: Point| site.tile(point).map_or(NO_ROOM, |tile| chart.room(tile));
        let own = room(at);
        let here = players(view).filter(|&(_, player)| own != NO_ROOM && room(player) == own);
        Some(self.0.zombie(at, here, legal.iter().copied().collect()))
    }

    /// The reason of a decision in words.
    pub(super) fn words(&self, view: &AdversaryView, decision: &Decision) -> String {
        words(decision, view, &self.0, None)
    }
}

impl Bot<Start, View, Action> for Zombie {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        self.decide(view, legal).map_or(legal[0], |decision| decision.action)
    }
}
