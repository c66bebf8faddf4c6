//! What zombies and ghosts share: distances, and orders of equal steps (R35, R36).

use super::decision::Prey;
use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::Action;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::{ActorPosition, AdversaryView};

gridhaunt_kernel::words! {
    /// How distance is measured (R35).
    pub(super) enum Metric {
        /// Rows and columns.
        Manhattan = "manhattan",
        /// As the crow flies.
        Euclid = "euclid",
    }
    /// How equal steps are told apart (R36).
    pub(super) enum Ties {
        Fixed = "fixed",
        Random = "random",
    }
}

gridhaunt_kernel::settings! {
    /// What zombies and ghosts are asked.
    pub(super) struct Measures {
        /// How distance is measured
        metric: Metric = Metric::Manhattan;
        /// How equal steps are told apart
        ties: Ties = Ties::Fixed;
    }
}

/// The chase order of R36.
pub(super) const CHASE: [Action; 4] = [Action::S, Action::E, Action::W, Action::N];
/// The wall order of R36.
pub(super) const WALL: [Action; 4] = [Action::E, Action::W, Action::S, Action::N];

/// How an adversary measures distance and chooses between equal steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    pub(super) euclid: bool,
    pub(super) random_ties: bool,
    pub(super) random: Random,
}

impl Habit {
    pub(super) fn read(options: &Map<String, Value>, random: Random) -> Result<Self, Invalid> {
        let Measures { metric, ties } = Measures::from_options(options)?;
        Ok(Self { euclid: metric == Metric::Euclid, random_ties: ties == Ties::Random, random })
    }

    /// The distance of two points in the unit of the metric: for `euclid` it is the square of the distance.
    pub(super) const fn distance(&self, a: Point, b: Point) -> u64 {
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        if self.euclid { rows * rows + columns * columns } else { rows + columns }
    }

    /// The nearest of these players, which are in seat order (R35). Among equally near players, the first for which
    /// `favours` is true, otherwise the first.
    pub(super) fn nearest<'a>(
        &self,
        at: Point,
        players: impl Iterator<Item = &'a ActorPosition> + Clone,
        favours: impl Fn(Point, u64) -> bool,
    ) -> Option<Prey> {
        let far = players.map(|player| (self.distance(at, player.position), player));
        let least = far.clone().map(|(far, _)| far).min()?;
        let mut equal = far.filter(|&(far, _)| far == least).map(|(_, player)| player);
        let first = equal.clone().next()?;
        let chosen = equal.find(|player| favours(player.position, least)).unwrap_or(first);
        let over = (chosen.position != first.position).then_some(first.name);
        Some(Prey { name: chosen.name, at: chosen.position, far: least, over })
    }

    /// The step with the lowest worth, and all steps that are equal to it. `steps` are in action order; equal ones are
    /// chosen in the given order, or drawn (R36).
    pub(super) fn least(
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
pub(super) fn after(at: Point, step: Action) -> Point {
    let (rows, columns) = step.offset();
    Point::new(at.row + i64::from(rows), at.column + i64::from(columns))
}

/// The position of the actor that moves.
pub(super) fn acting(view: &AdversaryView) -> Option<Point> {
    view.mover().map(|mover| mover.position)
}
