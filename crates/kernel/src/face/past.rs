//! The state before the last step of a match.

use crate::fingerprint::step_unheard;
use crate::heap::*;
use crate::{Game, Seat};
use alloc::borrow::Cow;
use core::sync::atomic::{AtomicBool, Ordering};

/// How many steps are played on one copy of the state.
const STEPS: usize = 64;

/// A copy of a state that is up to [`STEPS`] steps old, and the choices since then. In most matches nobody asks for the
/// state before a step, so that it is not worth a copy for every step; it is played again for the first who asks, and
/// copied before every step from then on.
pub(super) struct Past<G: Game> {
    copy: G::State,
    choices: Vec<(Seat, G::Action)>,
    /// How many choices there were up to the end of each step.
    ends: Vec<usize>,
    asked: AtomicBool,
}

impl<G: Game> Clone for Past<G> {
    fn clone(&self) -> Self {
        let (copy, choices, ends) = (self.copy.clone(), self.choices.clone(), self.ends.clone());
        Self { copy, choices, ends, asked: self.asked.load(Ordering::Relaxed).into() }
    }
}

impl<G: Game> Past<G> {
    /// That of a match at its beginning.
    pub(super) const fn new(copy: G::State) -> Self {
        Self { copy, choices: Vec::new(), ends: Vec::new(), asked: AtomicBool::new(false) }
    }

    /// Takes note of a step before it is played.
    pub(super) fn note(&mut self, state: &G::State, choices: &[(Seat, G::Action)]) {
        if self.ends.len() == STEPS || *self.asked.get_mut() {
            self.copy.clone_from(state);
            self.choices.clear();
            self.ends.clear();
        }
        self.choices.extend_from_slice(choices);
        self.ends.push(self.choices.len());
    }

    /// The state before the last step.
    pub(super) fn before(&self, world: &G::World) -> Cow<'_, G::State> {
        self.asked.store(true, Ordering::Relaxed);
        let [earlier @ .., _] = &self.ends[..] else { return Cow::Borrowed(&self.copy) };
        let mut before = Cow::Borrowed(&self.copy);
        let mut start = 0;
        for &end in earlier {
            step_unheard::<G>(world, before.to_mut(), &self.choices[start..end]);
            start = end;
        }
        before
    }
}
