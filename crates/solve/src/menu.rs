//! What both sides can choose in a state.

use crate::Subject;
use crate::camps::Camps;
use crate::subject::{Action, State, World};
use gridhaunt_kernel::{Game, Seat};

/// The choices of both sides in a state: those of the first side are rows, those of the second are columns. A side with
/// several seats chooses for all of them: its choices are numbered like digits, the first seat's digit last.
#[derive(Debug)]
pub struct Menu<S: Subject> {
    /// The choices of a step, in order of arrival; [`Menu::choose`] sets the actions.
    pub choices: Vec<(Seat, Action<S>)>,
    camps: [Vec<Entry>; 2],
    actions: Vec<Action<S>>,
}

/// The actions of a seat.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Its place in the order of arrival.
    place: usize,
    first: usize,
    len: usize,
}

impl<S: Subject> Default for Menu<S> {
    fn default() -> Self {
        Self { choices: Vec::new(), camps: [Vec::new(), Vec::new()], actions: Vec::new() }
    }
}

impl<S: Subject> Menu<S> {
    /// Lists the choices of a state.
    #[inline]
    pub fn fill(&mut self, world: &World<S>, state: &State<S>, camps: &Camps) {
        self.fill_with(world, state, camps, S::moves);
    }

    /// Lists all legal choices of a state, also those that have the effect of another.
    pub fn fill_legal(&mut self, world: &World<S>, state: &State<S>, camps: &Camps) {
        self.fill_with(world, state, camps, S::Game::legal);
    }

    #[inline]
    fn fill_with(
        &mut self,
        world: &World<S>,
        state: &State<S>,
        camps: &Camps,
        list: impl Fn(&World<S>, &State<S>, Seat, &mut dyn FnMut(Action<S>)),
    ) {
        let Self { choices, camps: entries, actions } = self;
        choices.clear();
        actions.clear();
        entries.iter_mut().for_each(Vec::clear);
        let asked = S::Game::phase(world, state).seats();
        for seat in asked.iter_from(S::first(world, state)) {
            let first = actions.len();
            list(world, state, seat, &mut |action| actions.push(action));
            if let Some(&action) = actions.get(first) {
                entries[camps.camp(seat)].push(Entry { place: choices.len(), first, len: actions.len() - first });
                choices.push((seat, action));
            }
        }
    }

    /// How many choices a side has; 1 if it has nothing to choose.
    #[inline]
    #[must_use]
    pub fn count(&self, camp: usize) -> usize {
        self.camps[camp].iter().map(|entry| entry.len).product()
    }

    /// Makes this choice of a side, by its number.
    #[inline]
    pub fn choose(&mut self, camp: usize, mut number: usize) {
        for entry in &self.camps[camp] {
            self.choices[entry.place].1 = self.actions[entry.first + number % entry.len];
            number /= entry.len;
        }
    }

    /// The seats of a side that choose, each with its actions and with what its digit counts in the number of a choice.
    pub fn seats(&self, camp: usize) -> impl Iterator<Item = (Seat, &[Action<S>], usize)> {
        let mut counts = 1;
        self.camps[camp].iter().map(move |entry| {
            let count = counts;
            counts *= entry.len;
            (self.choices[entry.place].0, &self.actions[entry.first..][..entry.len], count)
        })
    }
}
