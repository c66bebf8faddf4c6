//! The ghost (R39, R40).

use super::chase::{CHASE, Habit, WALL, acting, after};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Invalid};
use gridhaunt_snarl::chart::Chart;
use gridhaunt_snarl::ground::Kind;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{Start, View};
use gridhaunt_snarl::{Action, Settings};

/// Goes after players within its sight, else through a wall.
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
        let habit = Habit::read(call.options, call.random)?;
        let sight = crate::options::read(super::GHOST, call.options, "sight")? as u64;
        let void_walls = call.settings.values().void_walls;
        Ok(Self { habit, sight, void_walls, level: 0, to_wall: Vec::new() })
    }

    /// R39: the first kind of step that exists.
    fn chase(&mut self, chart: &Chart, at: Point, now: u64, player: Point, legal: &[Action]) -> Option<Action> {
        let measure = self.habit;
        let worth = |step| measure.distance(after(at, step), player);
        let steps = legal.iter().copied().filter(|&step| step != Action::Stay);
        let (open, walls) = (steps.clone().filter(is_open(chart, at)), steps.filter(|step| !is_open(chart, at)(step)));
        let closer = |step: &Action| worth(*step) < now;
        let habit = &mut self.habit;
        None.or_else(|| habit.least(open.clone().filter(closer), CHASE, worth))
            .or_else(|| habit.least(walls.clone().filter(closer), CHASE, worth))
            .or_else(|| habit.least(open.clone(), CHASE, worth))
            .or_else(|| habit.least(walls.clone(), WALL, |_| 0))
    }

    /// R40: a wall step, else a step towards a wall.
    fn leave(&mut self, level: u8, chart: &Chart, at: Point, legal: &[Action]) -> Option<Action> {
        let steps = legal.iter().copied().filter(|&step| step != Action::Stay);
        let walls = steps.clone().filter(|step| !is_open(chart, at)(step));
        if let Some(step) = self.habit.least(walls, WALL, |_| 0) {
            return Some(step);
        }
        if self.level != level || self.to_wall.len() != chart.kinds.len() {
            self.level = level;
            self.to_wall = to_wall(chart, self.void_walls);
        }
        let site = chart.site();
        let far = |step| site.tile(after(at, step)).map_or(u16::MAX, |tile| self.to_wall[chart.index(tile)]);
        self.habit.least(steps, WALL, |step| far(step).into())
    }
}

impl Bot<Start, View, Action> for Ghost {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        let Some(at) = acting(view) else { return legal[0] };
        let chart = &view.state.level;
        let reach = if self.habit.euclid { self.sight * self.sight } else { self.sight };
        let step = match self.habit.nearest(at, view.state.players.iter()) {
            Some((now, player)) if now <= reach => self.chase(chart, at, now, player, legal),
            _ => self.leave(view.level, chart, at, legal),
        };
        step.unwrap_or(legal[0])
    }
}

/// Whether a step leads onto a traversable tile; the others go into a wall.
fn is_open(chart: &Chart, at: Point) -> impl Fn(&Action) -> bool + Copy {
    move |&step| chart.kind_at(after(at, step)).is_traversable()
}

/// Steps over traversable tiles to a tile beside a wall (R31), [`u16::MAX`] where there is none.
fn to_wall(chart: &Chart, void_walls: bool) -> Vec<u16> {
    let site = chart.site();
    let around = |tile| site.point(tile).neighbours().into_iter().filter_map(|point| site.tile(point));
    let is_wall = |kind| kind == Kind::Wall || (void_walls && kind == Kind::Void);
    let mut far = vec![u16::MAX; chart.kinds.len()];
    let mut front: Vec<_> = chart
        .tiles()
        .filter(|&tile| chart.kind(tile).is_traversable() && around(tile).any(|next| is_wall(chart.kind(next))))
        .collect();
    let mut steps = 0;
    front.iter().for_each(|&tile| far[chart.index(tile)] = 0);
    while !front.is_empty() && steps < u16::MAX - 1 {
        steps += 1;
        let mut next_front = Vec::new();
        for next in front.iter().flat_map(|&tile| around(tile)) {
            let slot = &mut far[chart.index(next)];
            if *slot == u16::MAX && chart.kind(next).is_traversable() {
                *slot = steps;
                next_front.push(next);
            }
        }
        front = next_front;
    }
    far
}
