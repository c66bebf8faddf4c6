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
    fn settle(world: &World, state: &mut State) {
        state.random = Random::new(0);
        state.past_rounds = 0;
        state.taker = None;
        if !Self::ends(world) {
            state.round = 1;
        }
    }

    fn drew(before: &State, after: &State) -> bool {
        before.random != after.random
    }

    fn ends(world: &World) -> bool {
        world.values.max_rounds > 0
    }

    fn starts(_settings: &Settings, _world: &World, mut first: State) -> Result<Vec<State>, Invalid> {
        first.random = Random::new(0);
        Ok(vec![first])
    }
}
