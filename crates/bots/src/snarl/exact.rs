//! What the solver knows of Snarl.

use gridhaunt_kernel::{Invalid, Random};
use gridhaunt_snarl::state::State;
use gridhaunt_snarl::{Settings, Snarl, World};
use gridhaunt_solve::{Solver, Subject};

/// Snarl.
pub(super) struct Exact;

pub(super) static SOLVER: Solver = Solver::of::<Exact>();

impl Subject for Exact {
    type Game = Snarl;

    /// The generator, and who took the key: told, and never used.
    fn settle(_world: &World, state: &mut State) {
        state.random = Random::new(0);
        state.past_rounds = 0;
        state.taker = None;
    }

    fn drew(before: &State, after: &State) -> bool {
        before.random != after.random
    }

    fn starts(settings: &Settings, _world: &World, mut first: State) -> Result<Vec<State>, Invalid> {
        if settings.max_rounds == 0 {
            return Err(Invalid::new("max_rounds", 0, "at least 1, so that matches end"));
        }
        first.random = Random::new(0);
        Ok(vec![first])
    }
}
