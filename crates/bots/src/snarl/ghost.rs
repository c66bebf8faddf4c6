//! The ghost (R39, R40).

use super::chase::{CHASE, Habit, WALL, acting, after};
use super::decision::{Decision, Prey, Rule};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::chart::Chart;
use gridhaunt_snarl::ground::TileKind;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{AdversaryView, Start, View};
use gridhaunt_snarl::{Action, Settings};

gridhaunt_kernel::settings! {
    /// What ghosts alone are asked.
    pub(super) struct Reach {
        /// From how far a ghost goes after a player
        sight: u64 = 10, in 0..=512;
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
        let habit = Habit::read(call.options, call.random)?;
        let sight = Reach::from_options(call.options)?.sight;
        let void_walls = call.settings.void_walls;
        Ok(Self { habit, sight, void_walls, level: 0, to_wall: Vec::new() })
    }

    /// The step to take and the rule that decided it; none where the view has no actor.
    pub(super) fn decide(&mut self, view: &AdversaryView, legal: &[Action]) -> Option<Decision> {
        let at = acting(view)?;
        let chart = &view.state.level;
        let (open, walls) = sorted(chart, at, legal);
        let measure = self.habit;
        let comes_closer =
            |player: Point, now: u64| open.iter().any(|step| measure.distance(after(at, step), player) < now);
        let prey = measure.nearest(at, view.state.players.iter(), comes_closer);
        let reach = if self.habit.euclid { self.sight * self.sight } else { self.sight };
        let decided = match prey.filter(|prey| prey.far <= reach) {
            Some(prey) => self.chase(at, &prey, open, walls),
            None => self.leave(view.level, chart, at, open, walls),
        };
        let (rule, (action, equal)) = decided.unwrap_or((Rule::Stuck, (Action::Stay, Moves::STAY)));
        Some(Decision { action, rule, prey: prey.filter(|_| rule != Rule::Stuck), equal })
    }

    /// The reason of a decision in words.
    pub(super) fn words(&self, decision: &Decision) -> String {
        decision.words(&self.habit, Some(self.sight))
    }

    /// R39: the first of its cases that has a step.
    fn chase(&mut self, at: Point, prey: &Prey, open: Moves, walls: Moves) -> Option<(Rule, (Action, Moves))> {
        let measure = self.habit;
        let worth = |step| measure.distance(after(at, step), prey.at);
        let (open, walls) = (open.iter(), walls.iter());
        let closer = |step: &Action| worth(*step) < prey.far;
        let habit = &mut self.habit;
        let step = |rule, step: Option<(Action, Moves)>| Some((rule, step?));
        step(Rule::Closer, habit.least(open.clone().filter(closer), CHASE, worth))
            .or_else(|| step(Rule::Through, habit.least(walls.clone().filter(closer), CHASE, worth)))
            .or_else(|| step(Rule::Aside, habit.least(open.clone(), CHASE, worth)))
            .or_else(|| step(Rule::Walled, habit.least(walls.clone(), WALL, |_| 0)))
    }

    /// R40: a step into a wall, otherwise a step towards a wall.
    fn leave(
        &mut self,
        level: u8,
        chart: &Chart,
        at: Point,
        open: Moves,
        walls: Moves,
    ) -> Option<(Rule, (Action, Moves))> {
        if let Some(step) = self.habit.least(walls.iter(), WALL, |_| 0) {
            return Some((Rule::Leave, step));
        }
        if self.level != level || self.to_wall.len() != chart.kinds.len() {
            self.level = level;
            self.to_wall = to_wall(chart, self.void_walls);
        }
        let site = chart.site();
        let far = |step| site.tile(after(at, step)).map_or(u16::MAX, |tile| self.to_wall[chart.index(tile)]);
        Some((Rule::ToWall, self.habit.least(open.iter(), WALL, |step| far(step).into())?))
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

/// Steps over traversable tiles to a tile beside a wall (R31), [`u16::MAX`] where there is none.
fn to_wall(chart: &Chart, void_walls: bool) -> Vec<u16> {
    let (kinds, columns) = (&chart.kinds, usize::from(chart.columns));
    let around = |index: usize| {
        let column = index % columns;
        let west = (column > 0).then(|| index - 1);
        let east = (column + 1 < columns).then_some(index + 1);
        let (north, south) = (index.checked_sub(columns), Some(index + columns).filter(|&south| south < kinds.len()));
        [north, west, east, south].into_iter().flatten()
    };
    let is_wall = |kind| kind == TileKind::Wall || (void_walls && kind == TileKind::Void);
    let mut far = vec![u16::MAX; kinds.len()];
    let mut queue = Vec::with_capacity(kinds.len());
    let open = kinds.iter().enumerate().filter(|(_, kind)| kind.is_traversable()).map(|(index, _)| index);
    queue.extend(open.filter(|&index| around(index).any(|next| is_wall(kinds[next]))));
    queue.iter().for_each(|&index| far[index] = 0);
    let mut done = 0;
    while let Some(&index) = queue.get(done) {
        done += 1;
        for next in around(index) {
            if far[next] == u16::MAX && kinds[next].is_traversable() {
                far[next] = far[index].saturating_add(1);
                queue.push(next);
            }
        }
    }
    far
}
