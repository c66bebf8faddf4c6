//! The zombie (R37, R38).

use super::chase::{CHASE, Habit, acting, after};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Invalid};
use gridhaunt_snarl::ground::NO_ROOM;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{Start, View};
use gridhaunt_snarl::{Action, Settings};

/// Goes after players in its room, else wanders.
#[derive(Clone, Debug)]
pub struct Zombie(Habit);

impl Zombie {
    /// A zombie with the options of a call.
    pub fn new(call: &Call<'_, Settings>) -> Result<Self, Invalid> {
        Habit::read(call.options, call.random).map(Self)
    }
}

impl Bot<Start, View, Action> for Zombie {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        let Some(at) = acting(view) else { return legal[0] };
        let (chart, habit) = (&view.state.level, &mut self.0);
        let site = chart.site();
        let room = |point: Point| site.tile(point).map_or(NO_ROOM, |tile| chart.room(tile));
        let own = room(at);
        let here = view.state.players.iter().filter(|player| own != NO_ROOM && room(player.position) == own);
        if let (Some((_, player)), [first, ..]) = (habit.nearest(at, here), legal)
            && *first != Action::Stay
        {
            let measure = *habit;
            let worth = |step| measure.distance(after(at, step), player);
            return habit.least(legal.iter().copied(), CHASE, worth).unwrap_or(*first); // R37
        }
        legal[habit.random.index(legal.len())] // R38
    }
}
