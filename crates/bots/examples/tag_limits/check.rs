//! Whether what the bound says of survivors comes true in real matches.

use super::board::{Board, Cells, SIGHT};
use super::bound::Bound;
use super::together::Group;
use super::wish::LAST_ROUND;
use super::{Match, UNITS};
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::state::Side;
use std::fmt;

#[derive(Debug, Default)]
pub(crate) struct Check {
    matches: u32,
    /// How many fewer escaped than must.
    fewer: u32,
    /// How many fewer escaped than must if no two survivors met: what meetings brought the killers.
    by_meetings: u32,
    /// Survivors that must escape, and those that did not.
    sure: u32,
    lost: u32,
    /// Survivors before a step, and those that were where they cannot be.
    places: u32,
    outside: u32,
    /// Steps of survivors, those in sight of another survivor, and those that were foretold wrong.
    steps: u32,
    in_company: u32,
    wrong: u32,
}

impl Check {
    /// Plays a match to its end, with a planner on the side without bots, and looks at every step of its survivors.
    pub(crate) fn play(&mut self, game: &mut Match, bound: &Bound, mut plan: impl FnMut(&Board, u16) -> Cells) -> u32 {
        let everybody = Group { crowd: &bound.crowd, has: [true; UNITS] };
        let mut members = everybody.start(&game.board());
        while !game.is_over() {
            let (before, round, side) = (game.board(), game.state.round, game.state.phase);
            let goals = game.is_planned().then(|| plan(&before, round));
            game.phase(goals.as_ref());
            if side == Side::Killer {
                continue;
            }
            let after = game.board().survivors;
            let foretold = everybody.after_round(&members, before.killers.cells.map(Some), round);
            members = foretold[0].1;
            for (id, here) in before.survivors.iter() {
                let is_met = |(other, at)| other != id && distance(at, here) <= SIGHT;
                self.in_company += u32::from(before.survivors.iter().any(is_met));
                self.places += 1;
                self.outside += u32::from(!bound.crowd.has(id, here, round));
                self.steps += 1;
                let to = after.has(id).then_some(after.cells[id]);
                let is_right = foretold.len() == 1 && members[id].map(|(at, _)| at) == to;
                self.wrong += u32::from(!is_right && round < LAST_ROUND);
            }
        }
        self.matches += 1;
        self.fewer += bound.least.saturating_sub(game.escaped());
        self.by_meetings += bound.apart.saturating_sub(game.escaped());
        for id in (0..UNITS).filter(|&id| bound.sure[id]) {
            self.sure += 1;
            self.lost += u32::from(game.state.escaped >> id & 1 == 0);
        }
        game.escaped()
    }
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matches, fewer, by_meetings, sure, lost, places, outside, steps, in_company, wrong } = self;
        writeln!(out, "of these {matches} matches:")?;
        writeln!(out, "  fewer escaped than must: {fewer}; than must if no two met: {by_meetings}")?;
        writeln!(out, "  sure to escape and did not: {lost} of {sure}")?;
        writeln!(out, "  where they cannot be: {outside} of {places}")?;
        write!(out, "  steps foretold wrong: {wrong} of {steps}, of which {in_company} in sight of another survivor")
    }
}
