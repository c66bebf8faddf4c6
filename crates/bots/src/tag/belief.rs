//! What a survivor that sees little believes: many guesses of where everybody is, moved on round by round and held
//! against what it sees.

use super::ahead::{Place, Units, straight_first, towards};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::Step;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, View};

/// How many guesses there are.
const GUESSES: usize = 48;
/// No unit begins nearer to an exit or to an enemy, unless settings say otherwise (R8).
const FROM_EXIT: u16 = 8;
const FROM_ENEMY: u16 = 4;
/// The weight of a guess that nothing speaks against.
const FULL: u32 = 64;

/// One of so many copies of a guess takes another manner, so that none is lost for good.
const CHANGE: u64 = 8;

/// How the killers of a guess play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// They run after the nearest survivor.
    Chase,
    /// They stand on the exits.
    Guard,
    /// One guards each exit, the others chase.
    Both,
    /// They stay where they are.
    Still,
}

impl Manner {
    /// All manners, as often as they are guessed at first.
    const ALL: [Self; 6] = [Self::Chase, Self::Both, Self::Guard, Self::Chase, Self::Both, Self::Still];
}

/// The match as it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) killers: Units,
    pub(super) survivors: Units,
    pub(super) manner: Manner,
    weight: u32,
}

impl Guess {
    /// Plays the killers' phase.
    pub(super) fn killers_move(&mut self, place: &Place) {
        for id in self.killers.ids() {
            let here = self.killers.cells[id];
            let Some((_, nearest)) = self.survivors.nearest(here) else { return };
            let post = place.exits.get(id % place.exits.len().max(1)).copied().unwrap_or(here);
            let chases = match self.manner {
                Manner::Chase => true,
                Manner::Guard | Manner::Still => false,
                Manner::Both => id >= place.exits.len(),
            };
            let target = match self.manner {
                Manner::Still => here,
                _ if chases || distance(nearest, here) <= 1 => nearest,
                _ => post,
            };
            self.killers.cells[id] = towards(here, target);
        }
        for id in self.survivors.ids() {
            if self.killers.stand_on(self.survivors.cells[id]) {
                self.survivors.remove(id);
            }
        }
    }

    /// Plays the survivors' phase of all but one: to the nearest exit, around killers that are beside the way.
    pub(super) fn others_move(&mut self, place: &Place, me: usize) {
        for id in self.survivors.ids().filter(|&id| id != me) {
            let here = self.survivors.cells[id];
            let mut to = straight_first(here, place.nearest_exit(here));
            if place.is_exit(to) {
                self.survivors.remove(id);
                continue;
            }
            if self.killers.away(to) <= 1 {
                let value = |to: Cell| i32::from(self.killers.away(to).min(3)) * 256 - i32::from(place.to_exit(to));
                to = place.around(here).max_by_key(|&to| value(to)).unwrap_or(here);
            }
            self.survivors.cells[id] = to;
        }
    }

    /// Holds the guess against a view: what is seen is so, and the weight says how well that was foretold.
    fn compare(&mut self, view: &View, sight: u16, me: usize, here: Cell, known: &Units) {
        let seen = Units::seen(&view.killers);
        self.weight = FULL;
        for (id, at) in seen.iter() {
            if known.has(id) {
                self.weight /= if self.killers.cells[id] == at { 1 } else { 4 };
            } else {
                // Who is met first is whoever was thought to be nearest.
                let unseen = self.killers.iter().filter(|&(other, _)| other == id || !seen.has(other));
                let nearest = unseen.min_by_key(|&(_, cell)| distance(cell, at));
                let (other, cell) = nearest.unwrap_or((id, at));
                if self.manner == Manner::Chase {
                    self.killers.cells[other] = self.killers.cells[id];
                    self.killers.cells[id] = cell;
                }
                self.weight /= if distance(self.killers.cells[id], at) <= 2 { 1 } else { 16 };
            }
            self.killers.put(id, at);
        }
        if self.killers.iter().any(|(id, at)| !seen.has(id) && distance(at, here) <= sight) {
            self.weight = 0;
        }
        view.survivors.iter().for_each(|seen| self.survivors.put(seen.id.into(), seen.at));
        self.survivors.put(me, here);
    }

    /// Takes survivors out or back in until as many are in play as the view says.
    fn settle(&mut self, view: &View, place: &Place, me: usize, survivors: usize) {
        let seen = Units::seen(&view.survivors);
        while self.survivors.count() > u32::from(view.r#in) {
            let end = |id: &usize| {
                let at = self.survivors.cells[*id];
                place.to_exit(at).min(self.killers.away(at))
            };
            let Some(gone) = self.survivors.ids().filter(|&id| id != me && !seen.has(id)).min_by_key(end) else {
                break;
            };
            self.survivors.remove(gone);
            self.weight = self.weight.div_ceil(2);
        }
        for id in (0..survivors).filter(|&id| id != me) {
            if self.survivors.count() < u32::from(view.r#in) && !self.survivors.has(id) {
                self.survivors.put(id, self.survivors.cells[id]);
                self.weight = self.weight.div_ceil(2);
            }
        }
    }
}

/// All guesses.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    random: Random,
    pub(super) guesses: Vec<Guess>,
    me: usize,
    survivors: usize,
    killers: usize,
    /// The killers seen in the view before.
    known: Units,
}

impl Belief {
    pub(super) const fn new(random: Random) -> Self {
        Self { random, guesses: Vec::new(), me: 0, survivors: 0, killers: 0, known: Units::NOBODY }
    }

    pub(super) fn start(&mut self, start: &Start) {
        self.guesses.clear();
        (self.me, self.known) = (start.id.into(), Units::NOBODY);
        (self.survivors, self.killers) = (start.survivors.into(), start.killers.into());
    }

    /// Whether the killers move at all is doubted in most guesses.
    pub(super) fn still(&self) -> bool {
        let still = self.guesses.iter().filter(|guess| guess.manner == Manner::Still).count();
        2 * still > self.guesses.len()
    }

    /// Moves all guesses on by a round and keeps those that fit the view.
    pub(super) fn update(&mut self, place: &Place, view: &View, here: Cell) {
        if self.guesses.is_empty() {
            self.draw(place, here);
        }
        for guess in &mut self.guesses {
            guess.others_move(place, self.me);
            guess.survivors.put(self.me, here);
            guess.killers_move(place);
            guess.compare(view, place.sight, self.me, here, &self.known);
            guess.settle(view, place, self.me, self.survivors);
        }
        self.known = Units::seen(&view.killers);
        self.choose_again(place, here);
    }

    /// The first guesses: anywhere that a match may begin.
    fn draw(&mut self, place: &Place, here: Cell) {
        for number in 0..GUESSES {
            let manner = Manner::ALL[number % Manner::ALL.len()];
            let mut guess = Guess { killers: Units::NOBODY, survivors: Units::NOBODY, manner, weight: FULL };
            for id in 0..self.survivors {
                let at = self.cell(place, |cell| place.to_exit(cell) >= FROM_EXIT);
                guess.survivors.put(id, at);
            }
            guess.survivors.put(self.me, here);
            for id in 0..self.killers {
                let fits = |cell| place.to_exit(cell) >= FROM_EXIT && distance(cell, here) >= FROM_ENEMY;
                let at = self.cell(place, fits);
                guess.killers.put(id, at);
            }
            self.guesses.push(guess);
        }
    }

    /// A random cell that fits, if one is found soon.
    fn cell(&mut self, place: &Place, fits: impl Fn(Cell) -> bool) -> Cell {
        let mut cell = Cell { x: 0, y: 0 };
        for _ in 0..50 {
            cell.x = self.random.below(place.width.max(1).into()) as u16;
            cell.y = self.random.below(place.height.max(1).into()) as u16;
            if fits(cell) {
                break;
            }
        }
        cell
    }

    /// Draws the guesses again, each as often as its weight says. Copies part by a step or in manner. Where no guess
    /// fits, killers that should be in sight are somewhere else.
    fn choose_again(&mut self, place: &Place, here: Cell) {
        let all: u32 = self.guesses.iter().map(|guess| guess.weight).sum();
        let unseen =
            |known: &Units, guess: &Guess| guess.killers.ids().filter(|&id| !known.has(id)).collect::<Vec<_>>();
        if all == 0 {
            for number in 0..self.guesses.len() {
                for id in unseen(&self.known, &self.guesses[number]) {
                    if distance(self.guesses[number].killers.cells[id], here) <= place.sight {
                        let at = self.cell(place, |cell| distance(cell, here) > place.sight);
                        self.guesses[number].killers.put(id, at);
                    }
                }
            }
            return;
        }
        let (old, mut sum) = (std::mem::take(&mut self.guesses), 0);
        for guess in &old {
            sum += guess.weight;
            let mut copy = *guess;
            while (self.guesses.len() as u32) * all < sum * GUESSES as u32 {
                self.guesses.push(copy);
                copy = *guess;
                if self.random.below(CHANGE) == 0 {
                    copy.manner = *self.random.pick(&Manner::ALL).unwrap_or(&guess.manner);
                }
                for id in unseen(&self.known, guess) {
                    let step = *self.random.pick(&Step::ALL).unwrap_or(&Step::Stay);
                    if let Some(to) =
                        place.next(guess.killers.cells[id], step).filter(|&to| distance(to, here) > place.sight)
                    {
                        copy.killers.put(id, to);
                    }
                }
            }
        }
    }
}
