//! What zombies and ghosts share: what they are asked, and what they see.

use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::hunt::Habit;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::AdversaryView;

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

/// Reads how an adversary measures distance and chooses between equal steps.
pub(super) fn habit(options: &Map<String, Value>, random: Random) -> Result<Habit, Invalid> {
    let Measures { metric, ties } = Measures::from_options(options)?;
    Ok(Habit { euclid: metric == Metric::Euclid, random_ties: ties == Ties::Random, random })
}

/// The players that an adversary sees, by their place.
pub(super) fn players(view: &AdversaryView) -> impl Iterator<Item = (usize, Point)> + Clone {
    view.state.players.iter().map(|player| player.position).enumerate()
}

/// The position of the actor that moves.
pub(super) fn acting(view: &AdversaryView) -> Option<Point> {
    view.mover().map(|mover| mover.position)
}
