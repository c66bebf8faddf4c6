//! How zombies and ghosts decide (section 10): from what their view tells, for their bots; from the state, where nobody
//! is asked.

use crate::action::{Action, Moves};
use crate::point::Point;
use gridhaunt_kernel::Random;

/// The chase order of R36.
pub const CHASE: [Action; 4] = [Action::S, Action::E, Action::W, Action::N];
/// The wall order of R36.
pub const WALL: [Action; 4] = [Action::E, Action::W, Action::S, Action::N];

/// From how far a ghost goes after a player, unless it is told otherwise (R39).
pub const SIGHT: u64 = 10;

/// The rule that decided an adversary's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// R33: there is no step to take.
    Stuck,
    /// R37: a zombie goes after a player in its room.
    Hunt,
    /// R38: a zombie without a player in its room.
    Wander,
    /// R39a: an open step comes closer.
    Closer,
    /// R39b: only a step into a wall comes closer.
    Through,
    /// R39c: no step comes closer, and there is an open step.
    Aside,
    /// R39d: there are only walls.
    Walled,
    /// R40: a step into a wall, to get elsewhere.
    Leave,
    /// R40: there is no wall beside it.
    ToWall,
}

/// The player that a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prey {
    /// Its place among the players.
    pub player: usize,
    /// Where it is.
    pub at: Point,
    /// The distance in the unit of the metric.
    pub far: u64,
    /// A player with a lower number that is as near, but which no open step comes closer to (R35).
    pub over: Option<usize>,
}

/// A step, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Decision {
    pub action: Action,
    pub rule: Rule,
    pub prey: Option<Prey>,
    /// All steps that the rule considers equal, including this one.
    pub equal: Moves,
}

/// A rule with its step, and all steps that are equal to it.
type Ruled = Option<(Rule, (Action, Moves))>;

/// How an adversary measures distance and chooses between equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// As the crow flies, not by rows and columns (R35).
    pub euclid: bool,
    /// Whether equal steps are drawn (R36).
    pub random_ties: bool,
    /// What it draws with.
    pub random: Random,
}

impl Habit {
    /// The usual one.
    #[must_use]
    pub const fn new(random: Random) -> Self {
        Self { euclid: false, random_ties: false, random }
    }

    /// The distance of two points in the unit of the metric: for `euclid` it is the square of the distance.
    #[inline]
    #[must_use]
    pub const fn distance(&self, a: Point, b: Point) -> u64 {
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        if self.euclid { rows * rows + columns * columns } else { rows + columns }
    }

    /// What a zombie does with a player in its room, and without (R37, R38). Players are those in its room, each with its
    /// place among all, in seat order.
    #[inline]
    #[must_use]
    pub fn zombie(
        &mut self,
        at: Point,
        players: impl Iterator<Item = (usize, Point)> + Clone,
        legal: Moves,
    ) -> Decision {
        if legal.has(Action::Stay) || legal == Moves(0) {
            return Decision { action: Action::Stay, rule: Rule::Stuck, prey: None, equal: Moves::STAY };
        }
        let steps = legal.iter();
        let Some(prey) = self.nearest(at, players, |_, _| true) else {
            let drawn = self.random.index(steps.clone().count());
            let action = steps.clone().nth(drawn).unwrap_or(Action::Stay); // R38
            return Decision { action, rule: Rule::Wander, prey: None, equal: legal };
        };
        let measure = *self;
        let worth = |step| measure.distance(after(at, step), prey.at);
        let (action, equal) = self.least(steps, CHASE, worth).unwrap_or((Action::Stay, Moves::STAY)); // R37
        Decision { action, rule: Rule::Hunt, prey: Some(prey), equal }
    }

    /// What a ghost does that goes after players from so far (R39, R40): its steps onto traversable tiles, and into walls.
    /// `to_wall` is asked, if need be, how far from a wall a step ends.
    #[inline]
    #[must_use]
    pub fn ghost<W: Fn(Action) -> u64>(
        &mut self,
        at: Point,
        players: impl Iterator<Item = (usize, Point)> + Clone,
        (open, walls): (Moves, Moves),
        sight: u64,
        to_wall: impl FnOnce() -> W,
    ) -> Decision {
        let measure = *self;
        let comes_closer =
            |player: Point, now: u64| open.iter().any(|step| measure.distance(after(at, step), player) < now);
        let prey = measure.nearest(at, players, comes_closer);
        let reach = if self.euclid { sight * sight } else { sight };
        let decided = match prey.filter(|prey| prey.far <= reach) {
            Some(prey) => self.chase(at, &prey, open, walls),
            None => self.leave(open, walls, to_wall),
        };
        let (rule, (action, equal)) = decided.unwrap_or((Rule::Stuck, (Action::Stay, Moves::STAY)));
        Decision { action, rule, prey: prey.filter(|_| rule != Rule::Stuck), equal }
    }

    /// R39: the first of its cases that has a step.
    #[inline]
    fn chase(&mut self, at: Point, prey: &Prey, open: Moves, walls: Moves) -> Ruled {
        let measure = *self;
        let worth = |step| measure.distance(after(at, step), prey.at);
        let closer = |step: &Action| worth(*step) < prey.far;
        let step = |rule, step: Option<(Action, Moves)>| Some((rule, step?));
        step(Rule::Closer, self.least(open.iter().filter(closer), CHASE, worth))
            .or_else(|| step(Rule::Through, self.least(walls.iter().filter(closer), CHASE, worth)))
            .or_else(|| step(Rule::Aside, self.least(open.iter(), CHASE, worth)))
            .or_else(|| step(Rule::Walled, self.least(walls.iter(), WALL, |_| 0)))
    }

    /// R40: a step into a wall, otherwise a step towards a wall.
    #[inline]
    fn leave<W: Fn(Action) -> u64>(&mut self, open: Moves, walls: Moves, to_wall: impl FnOnce() -> W) -> Ruled {
        if let Some(step) = self.least(walls.iter(), WALL, |_| 0) {
            return Some((Rule::Leave, step));
        }
        let far = to_wall();
        Some((Rule::ToWall, self.least(open.iter(), WALL, far)?))
    }

    /// The nearest of these players, which are in seat order (R35). Among equally near players, the first for which
    /// `favours` is true, otherwise the first.
    #[inline]
    fn nearest(
        &self,
        at: Point,
        players: impl Iterator<Item = (usize, Point)> + Clone,
        favours: impl Fn(Point, u64) -> bool,
    ) -> Option<Prey> {
        let far = players.map(|(player, point)| (self.distance(at, point), player, point));
        let least = far.clone().map(|(far, ..)| far).min()?;
        let mut equal = far.filter(|&(far, ..)| far == least);
        let (_, first, first_at) = equal.clone().next()?;
        let chosen = equal.find(|&(.., point)| favours(point, least));
        let (_, player, at) = chosen.unwrap_or((least, first, first_at));
        Some(Prey { player, at, far: least, over: (at != first_at).then_some(first) })
    }

    /// The step with the lowest worth, and all steps that are equal to it. `steps` are in action order; equal ones are
    /// chosen in the given order, or drawn (R36).
    #[inline]
    fn least(
        &mut self,
        steps: impl Iterator<Item = Action> + Clone,
        order: [Action; 4],
        worth: impl Fn(Action) -> u64,
    ) -> Option<(Action, Moves)> {
        let least = steps.clone().map(&worth).min()?;
        let equal: Moves = steps.filter(|&step| worth(step) == least).collect();
        let step = match self.random_ties {
            true => equal.iter().nth(self.random.index(equal.iter().count())),
            false => order.into_iter().find(|&step| equal.has(step)),
        };
        Some((step?, equal))
    }
}

/// Where a step leads.
#[inline]
#[must_use]
pub fn after(at: Point, step: Action) -> Point {
    let (rows, columns) = step.offset();
    Point::new(at.row + i64::from(rows), at.column + i64::from(columns))
}

#[cfg(feature = "alloc")]
pub use with_worlds::{act, to_wall};

#[cfg(feature = "alloc")]
mod with_worlds {
    use super::*;
    use crate::actor::ActorKind;
    use crate::chart::Chart;
    use crate::ground::{NO_ROOM, TileKind};
    use crate::rules;
    use crate::state::State;
    use crate::world::World;
    use gridhaunt_kernel::prelude::*;

    /// What the acting zombie or ghost does by the usual options of its bot, with the generator of its seat. The world is
    /// one whose tiles know how far a wall is, as those on a device do.
    #[inline]
    #[must_use]
    pub fn act(world: &World, state: &State, random: &mut Random) -> Option<Action> {
        let ground = world.ground();
        let actor = state.actor(&ground)?;
        let site = state.site(&ground);
        let at = state.tile_of(&ground, actor)?;
        let legal = rules::legal(&ground, state, actor);
        let players = state.inside(&ground).map(|(seat, player)| (seat.index(), player.at));
        let as_point = |(place, tile)| (place, site.point(tile));
        let mut habit = Habit::new(*random);
        let decision = match actor.kind {
            ActorKind::Player => return None,
            ActorKind::Zombie => {
                let own = ground.room(site, at);
                let here = players.filter(|&(_, tile)| own != NO_ROOM && ground.room(site, tile) == own);
                habit.zombie(site.point(at), here.map(as_point), legal)
            }
            ActorKind::Ghost => {
                let spot = ground.spot(site, at);
                let steps = legal.without(Moves::STAY);
                let walls = steps.without(spot.open());
                let far = |step| spot.wall_beyond(ground.spot(site, at.after(step)));
                habit.ghost(site.point(at), players.map(as_point), (steps.without(walls), walls), SIGHT, || far)
            }
        };
        *random = habit.random;
        Some(decision.action)
    }

    /// Steps over traversable tiles to a tile beside a wall (R31), [`u16::MAX`] where there is none.
    #[must_use]
    pub fn to_wall(chart: &Chart, void_walls: bool) -> Vec<u16> {
        let (kinds, columns) = (&chart.kinds, usize::from(chart.columns));
        let around = |index: usize| {
            let column = index % columns;
            let west = (column > 0).then(|| index - 1);
            let east = (column + 1 < columns).then_some(index + 1);
            let (north, south) =
                (index.checked_sub(columns), Some(index + columns).filter(|&south| south < kinds.len()));
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
}
