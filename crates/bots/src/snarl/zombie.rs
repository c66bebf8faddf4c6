//! The zombie (R37, R38).

use super::chase::{CHASE, Habit, acting, after};
use super::decision::{Decision, Rule};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Invalid};
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::ground::NO_ROOM;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{AdversaryView, Start, View};
use gridhaunt_snarl::{Action, Settings};

/// Goes after players in its room, otherwise wanders.
#[derive(Clone, Debug)]
pub struct Zombie(Habit);

impl Zombie {
    /// A zombie with the options of a call.
    pub fn new(call: &Call<'_, Settings>) -> Result<Self, Invalid> {
        Habit::read(call.options, call.random).map(Self)
    }

    /// The step to take and the rule that decided it; none where the view has no actor.
    pub(super) fn decide(&mut self, view: &AdversaryView, legal: &[Action]) -> Option<Decision> {
        let at = acting(view)?;
        if let [] | [Action::Stay, ..] = legal {
            return Some(Decision::alone(Action::Stay, Rule::Stuck, Moves::STAY));
        }
        let (chart, habit) = (&view.state.level, &mut self.0);
        let site = chart.site();
        let room = |point: Point| site.tile(point).map_or(NO_ROOM, |tile| chart.room(tile));
        let own = room(at);
        let here = view.state.players.iter().filter(|player| own != NO_ROOM && room(player.position) == own);
        let steps = legal.iter().copied();
        let Some(prey) = habit.nearest(at, here, |_, _| true) else {
            let action = legal[habit.random.index(legal.len())]; // R38
            return Some(Decision::alone(action, Rule::Wander, steps.collect()));
        };
        let measure = *habit;
        let worth = |step| measure.distance(after(at, step), prey.at);
        let (action, equal) = habit.least(steps, CHASE, worth)?; // R37
        Some(Decision { action, rule: Rule::Hunt, prey: Some(prey), equal })
    }

    /// The reason of a decision in words.
    pub(super) fn words(&self, decision: &Decision) -> String {
        decision.words(&self.0, None)
    }
}

impl Bot<Start, View, Action> for Zombie {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        self.decide(view, legal).map_or(legal[0], |decision| decision.action)
    }
}
