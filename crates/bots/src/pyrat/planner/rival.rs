//! What the bot believes of its rival: how likely it is that it goes to the nearest cheese, as `greedy` does.

use super::chart::{Chart, NEVER};
use super::race::{RIVAL, Race};

/// How much a step to the nearest cheese speaks for such a rival; many steps of others lead there as well.
const GAIN: f64 = 1.2;

/// How much any other step speaks for it.
const LOSS: f64 = 0.01;

/// The odds at which the bot no longer reckons with anything else.
const SURE: f64 = 30.0;

/// How far the odds can rise, so that a few other steps are enough to turn them.
const LIMIT: f64 = 1000.0;

/// What was seen of the rival.
#[derive(Debug)]
pub(super) struct Rival {
    /// That it goes to the nearest cheese, to that it does not.
    odds: f64,
    last: Option<Race>,
}

impl Rival {
    /// A rival of which nothing was seen.
    pub(super) const fn unknown() -> Self {
        Self { odds: 1.0, last: None }
    }

    /// How likely it is that the rival always goes to the nearest cheese.
    pub(super) fn belief(&self) -> f64 {
        self.odds / (1.0 + self.odds)
    }

    /// Whether that is all but certain.
    pub(super) fn is_plain(&self) -> bool {
        self.odds >= SURE
    }

    /// Looks at the rival's last step.
    pub(super) fn watch(&mut self, chart: &Chart, race: &Race) {
        let Some(last) = self.last.replace(*race) else { return };
        if last.turn + 1 == race.turn && last.runners[RIVAL].free == last.turn {
            let speaks = if goes_to_nearest(chart, &last, race) { GAIN } else { LOSS };
            self.odds = (self.odds * speaks).min(LIMIT);
        }
    }
}

/// Whether a step of the rival brought it nearer to the nearest cheese, by as much as the step took.
fn goes_to_nearest(chart: &Chart, before: &Race, after: &Race) -> bool {
    let least = |cell: usize| before.left.iter().map(|cheese| chart.time(cell, cheese)).min().unwrap_or(NEVER);
    let (then, now) = (&before.runners[RIVAL], &after.runners[RIVAL]);
    match least(then.cell) {
        // It eats what lies under its feet, or there is nothing to go to.
        0 | NEVER => now.cell == then.cell,
        wish => now.cell != then.cell && now.free - before.turn + least(now.cell) == wish,
    }
}
