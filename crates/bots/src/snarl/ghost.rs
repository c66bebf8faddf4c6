//! The ghost (R39, R40).

use super::chase::{acting, habit, players};
use super::decision::words;
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::chart::Chart;
use gridhaunt_snarl::hunt::{self, Decision, Habit, after};
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{AdversaryView, Start, View};
use gridhaunt_snarl::{Action, Settings};

gridhaunt_kernel::settings! {
    /// What ghosts alone are asked.
    pub(super) struct Reach {
        /// From how far a ghost goes after a player
        sight: u64 = hunt::SIGHT, in 0..=512;
    }
}

/// Goes after players in its sight, otherwise through a wall.
#[derive(Clone, Debug)]
pub struct Ghost {
    habit: Habit,
    sight: u64,
    void_walls: bool,
    /// The level that `to_wall` belongs to.
    level: u8,
    /// Steps from each tile to one beside a wall (R40).
    to_wall: Vec<u16>,
}

impl Ghost {
    /// A ghost with the options of a call.
    pub fn new(call: &Call<'_, Settings>) -> Result<Self, Invalid> {
        let habit = habit(call.options, call.random)?;
        let sight = Reach::from_options(call.options)?.sight;
        let void_walls = call.settings.void_walls;
        Ok(Self { habit, sight, void_walls, level: 0, to_wall: Vec::new() })
    }

    /// The step to take and the rule that decided it; none where the view has no actor.
    pub(super) fn decide(&mut self, view: &AdversaryView, legal: &[Action]) -> Option<Decision> {
        let at = acting(view)?;
        let chart = &view.state.level;
        let Self { habit, sight, void_walls, level, to_wall } = self;
        let far = || {
            if *level != view.level || to_wall.len() != chart.kinds.len() {
                (*level, *to_wall) = (view.level, hunt::to_wall(chart, *void_walls));
            }
            let site = chart.site();
            move |step| site.tile(after(at, step)).map_or(u64::MAX, |tile| to_wall[chart.index(tile)].into())
        };
        Some(habit.ghost(at, players(view), sorted(chart, at, legal), *sight, far))
    }

    /// The reason of a decision in words.
    pub(super) fn words(&self, view: &AdversaryView, decision: &Decision) -> String {
        words(decision, view, &self.habit, Some(self.sight))
    }
}

impl Bot<Start, View, Action> for Ghost {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        self.decide(view, legal).map_or(legal[0], |decision| decision.action)
    }
}

/// The legal steps: onto traversable tiles, and into walls.
fn sorted(chart: &Chart, at: Point, legal: &[Action]) -> (Moves, Moves) {
    let tile = chart.site().tile(at);
    let is_open =
        |step| tile.and_then(|tile| chart.after(tile, step)).is_some_and(|to| chart.kind(to).is_traversable());
    let steps = legal.iter().filter(|&&step| step != Action::Stay);
    steps.fold((Moves::default(), Moves::default()), |(open, walls), &step| {
        let this = Moves(1 << step as u8);
        if is_open(step) { (open.with(this), walls) } else { (open, walls.with(this)) }
    })
}
