//! `warden`, the killer that plays ahead.
//!
//! Every killer gets a duty: to guard an exit, or to hunt a survivor by meeting it on its way out. A choice of duties is
//! judged by playing the match ahead against imitations of the survivors. In the first
//! round, and now and then later, every choice of duties is tried if somebody gets away; else duties are exchanged one at
//! a time as long as that lets fewer escape. All wardens that see the same reason alike and come to the same duties, so
//! that they work together without a word.

use super::ahead::{MOST, Place, Sightings, Units, direct_step, straight_first, towards};
use super::chase::Map;
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Step};

/// What an escape costs when duties are compared; a round more or less until it is 1.
const ESCAPE: i64 = 10_000;
/// What a survivor costs that is still in play where the look ahead ends.
const LEFT: i64 = 4_000;
/// How many rounds it looks ahead.
const DEPTH: u16 = 60;
/// If there are more choices of duties than this, it never tries them all.
const MOST_CHOICES: usize = 300;
/// From one round in which it may try all choices to the next.
const EVERY: u16 = 4;

/// What a killer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    /// To stand on the exit of this number.
    Guard(u8),
    /// To meet the survivor of this id, the nearest one when it is gone.
    Hunt(u8),
}

/// How a survivor walks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Habit {
    #[default]
    Score,
    Direct,
    Still,
}

/// What was seen of a survivor: its own memory, as far as it can be known, and which habit foretold its steps.
#[derive(Clone, Copy, Debug)]
struct Portrait {
    sightings: Sightings,
    /// How well each habit foretold its steps; old steps count less.
    fits: [u16; 3],
    habit: Habit,
}

impl Portrait {
    const BLANK: Self = Self { sightings: Sightings::NONE, fits: [0; 3], habit: Habit::Score };

    /// The step of the survivor that is imitated. It first looks around.
    fn step(&mut self, place: &Place, killers: &Units, here: Cell, round: u16) -> Cell {
        match self.habit {
            Habit::Score => {
                self.sightings.look(killers, here, place.sight, round);
                self.sightings.score_step(place, here, round)
            }
            Habit::Direct => direct_step(place, here),
            Habit::Still => here,
        }
    }

    /// Compares what the habits foretell with the step that was taken.
    fn learn(&mut self, place: &Place, killers: &Units, [from, to]: [Cell; 2], round: u16) {
        let habits = [Habit::Score, Habit::Direct, Habit::Still];
        for (habit, fit) in habits.into_iter().zip(&mut self.fits) {
            let mut imitation = Self { habit, sightings: self.sightings, fits: [0; 3] };
            *fit = *fit * 3 / 4 + 64 * u16::from(imitation.step(place, killers, from, round) == to);
        }
        self.sightings.look(killers, from, place.sight, round);
        let most = self.fits.iter().max().copied().unwrap_or(0);
        self.habit = habits.into_iter().zip(self.fits).find(|&(_, fit)| fit == most).map_or(Habit::Score, |it| it.0);
    }
}

/// Plays the match ahead and takes the duty that lets the fewest escape.
#[derive(Clone, Debug)]
pub struct Warden {
    place: Place,
    map: Map,
    id: usize,
    duties: [Duty; MOST],
    portraits: [Portrait; MOST],
    /// Where the survivors were in its choice before.
    before: Units,
}

impl Default for Warden {
    fn default() -> Self {
        Self {
            place: Place::default(),
            map: Map::default(),
            id: 0,
            duties: [Duty::Guard(0); MOST],
            portraits: [Portrait::BLANK; MOST],
            before: Units::NOBODY,
        }
    }
}

impl Warden {
    /// The step of a killer with this duty.
    fn step(&self, duty: Duty, here: Cell, survivors: &Units) -> Cell {
        let Some((_, nearest)) = survivors.nearest(here) else { return here };
        if distance(nearest, here) <= 1 {
            return nearest;
        }
        match duty {
            Duty::Guard(exit) => towards(here, self.place.exits.get(usize::from(exit)).copied().unwrap_or(here)),
            Duty::Hunt(id) => {
                let id = usize::from(id);
                towards(here, self.meeting(here, if survivors.has(id) { survivors.cells[id] } else { nearest }))
            }
        }
    }

    /// The first cell of a survivor's way to its nearest exit where a killer can be in time, else where it is now.
    fn meeting(&self, here: Cell, survivor: Cell) -> Cell {
        let exit = self.place.nearest_exit(survivor);
        let (mut at, mut rounds) = (survivor, 0_u16);
        while at != exit {
            if distance(here, at) <= rounds.saturating_add(1) {
                return at;
            }
            at = straight_first(at, exit);
            rounds = rounds.saturating_add(1);
        }
        survivor
    }

    /// What these duties cost: the match played ahead, until it is over or costs as much as another choice.
    fn cost(&self, duties: &[Duty; MOST], mut killers: Units, round: u16, rounds: u16, most: i64) -> i64 {
        let (mut survivors, mut portraits, mut cost) = (self.before, self.portraits, 0);
        for ahead in 0..rounds {
            if survivors.count() == 0 || cost >= most {
                break;
            }
            for id in killers.ids() {
                killers.cells[id] = self.step(duties[id], killers.cells[id], &survivors);
            }
            for id in survivors.ids() {
                let here = survivors.cells[id];
                let to = if killers.stand_on(here) {
                    here
                } else {
                    portraits[id].step(&self.place, &killers, here, round.saturating_add(ahead))
                };
                if self.place.is_exit(to) {
                    cost += ESCAPE - i64::from(ahead);
                    survivors.remove(id);
                } else if killers.stand_on(to) {
                    cost += i64::from(ahead);
                    survivors.remove(id);
                } else {
                    survivors.cells[id] = to;
                }
            }
        }
        cost + LEFT * i64::from(survivors.count())
    }

    /// Looks for duties that let fewer escape.
    fn improve(&mut self, killers: &Units, round: u16, rounds: u16) {
        let guards = (0..self.place.exits.len()).map(|exit| Duty::Guard(exit as u8));
        let others: Vec<Duty> = guards.chain(self.before.ids().map(|id| Duty::Hunt(id as u8))).collect();
        let (mut best, mut least) = (self.duties, self.cost(&self.duties, *killers, round, rounds, i64::MAX));
        let is_due = round % EVERY == 1 && least >= LEFT;
        let choices = others.len().checked_pow(killers.count()).filter(|&all| is_due && all <= MOST_CHOICES);
        let mut compare = |duties: [Duty; MOST]| {
            let cost = if duties == best { least } else { self.cost(&duties, *killers, round, rounds, least) };
            if cost < least {
                (best, least) = (duties, cost);
            }
            best
        };
        if let Some(choices) = choices {
            for number in 0..choices {
                let (mut duties, mut rest) = (self.duties, number);
                for id in killers.ids() {
                    duties[id] = others[rest % others.len()];
                    rest /= others.len();
                }
                compare(duties);
            }
        } else {
            let mut duties = self.duties;
            for id in killers.ids() {
                for &duty in &others {
                    duties[id] = duty;
                    duties = compare(duties);
                }
            }
        }
        self.duties = best;
    }

    /// Learns from what the survivors did since its last choice.
    fn look(&mut self, killers: &Units, view: &View) {
        let now = Units::seen(&view.survivors);
        for (id, to) in now.iter().filter(|&(id, _)| self.before.has(id)) {
            let way = [self.before.cells[id], to];
            self.portraits[id].learn(&self.place, killers, way, view.round.saturating_sub(1));
        }
        self.before = now;
    }
}

impl Bot<Start, View, Action> for Warden {
    fn start(&mut self, start: &Start) {
        let duties = std::array::from_fn(|id| match id < start.exits.len() {
            true => Duty::Guard(id as u8),
            false => Duty::Hunt((id % usize::from(start.survivors.max(1))) as u8),
        });
        *self = Self { place: Place::of(start), map: Map::of(start), id: start.id.into(), duties, ..Self::default() };
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        let mut killers = Units::seen(&view.killers);
        killers.put(self.id, here);
        self.look(&killers, view);
        let target = if self.before.count() == 0 {
            // It sees nobody: with its sight it can only wait where they must pass.
            self.place.exits.get(self.id % self.place.exits.len().max(1)).copied().unwrap_or(here)
        } else {
            let left = view.max_rounds.saturating_sub(view.round).saturating_add(1);
            self.improve(&killers, view.round, left.min(DEPTH));
            self.step(self.duties.get(self.id).copied().unwrap_or(Duty::Guard(0)), here, &self.before)
        };
        self.map.best(view, here, |to| super::chase::pull(to, target))
    }
}
