//! What states and actions are worth when both sides play by a policy, which keeps strategies and no values.

use crate::Subject;
use crate::camps::Camps;
use crate::menu::Menu;
use crate::policy::Policy;
use crate::subject::{Action, State, World};
use gridhaunt_kernel::{Game, Seat};
use std::collections::BTreeMap;

/// The values of the states that were asked for, and of all that follow them.
pub(crate) struct Values<'a, S: Subject> {
    policy: &'a Policy,
    world: &'a World<S>,
    camps: &'a Camps,
    known: BTreeMap<u64, f64>,
}

impl<'a, S: Subject> Values<'a, S> {
    /// Nothing is known yet.
    pub(crate) const fn new(policy: &'a Policy, world: &'a World<S>, camps: &'a Camps) -> Self {
        Self { policy, world, camps, known: BTreeMap::new() }
    }

    /// What an action of a seat is worth to the first side, if all others, and this seat from then on, play by the policy;
    /// none if it does not know what follows.
    pub(crate) fn after(&mut self, state: &State<S>, seat: Seat, action: Action<S>) -> Option<f64> {
        self.mean(state, Some((seat, action)))
    }

    /// What a state is worth to the first side.
    fn of(&mut self, state: &State<S>) -> Option<f64> {
        if let Some(worth) = S::worth(self.world, state, self.camps, self.policy.title.stake) {
            return Some(worth);
        }
        let key = S::Game::hash_of(self.world, state);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let worth = self.mean(state, None)?;
        self.known.insert(key, worth);
        Some(worth)
    }

    /// The mean over what both sides draw in a state, where one seat may be bound to an action.
    fn mean(&mut self, state: &State<S>, bound: Option<(Seat, Action<S>)>) -> Option<f64> {
        let [rows, columns] = self.policy.find(S::Game::hash_of(self.world, state))?;
        let mut menu = Menu::<S>::default();
        menu.fill(self.world, state, self.camps);
        let (mut sum, mut shares) = (0.0, 0.0);
        for &(row, often) in &rows {
            menu.choose(0, row.into());
            for &(column, its) in &columns {
                menu.choose(1, column.into());
                if let Some((seat, action)) = bound {
                    menu.choices.iter_mut().find(|(known, _)| *known == seat)?.1 = action;
                }
                let mut next = state.clone();
                S::Game::step(self.world, &mut next, &menu.choices, |_| {});
                S::settle(self.world, &mut next);
                let share = f64::from(often) * f64::from(its);
                sum += share * self.of(&next)?;
                shares += share;
            }
        }
        (shares > 0.0).then_some(sum / shares)
    }
}
