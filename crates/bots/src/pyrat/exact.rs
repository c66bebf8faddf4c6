//! What the solver knows of PyRat.

use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::random::mix;
use gridhaunt_pyrat::view::{Start, View};
use gridhaunt_pyrat::{Action, PyRat, State};
use gridhaunt_solve::camps::Camps;
use gridhaunt_solve::{Solver, Stake, Subject};

/// PyRat on boards of up to 320 cells.
pub(super) struct Exact;

pub(super) static SOLVER: Solver = Solver::of::<Exact>();

type World = gridhaunt_pyrat::World;

impl Subject for Exact {
    type Game = PyRat;

    /// A direction that is closed is a STAY, and in transit every choice is lost.
    #[inline]
    fn moves(world: &World, state: &State<10>, seat: Seat, each: &mut dyn FnMut(Action)) {
        let seat = seat.index() & 1;
        if state.delay[seat] == 0 {
            world.maze.each_way(state.pos[seat].into(), |action, _, _| each(action));
        }
        each(Action::Stay);
    }

    #[inline]
    fn worth(world: &World, state: &State<10>, camps: &Camps, stake: Stake) -> Option<f64> {
        if state.status.is_running() {
            return None;
        }
        let _ = (world, camps);
        let [python, rat] = state.half.map(f64::from);
        Some(match stake {
            Stake::Result if python == rat => 0.0,
            Stake::Result => (python - rat).signum(),
            Stake::Points => (python - rat) / 2.0,
        })
    }

    #[inline]
    fn hash(world: &World, state: &State<10>) -> u64 {
        let [p, q] = state.pos.map(u64::from);
        let [h, k] = state.half.map(u64::from);
        let [d, e] = state.delay.map(u64::from);
        let words = world.grid().cells().div_ceil(32);
        let cheese =
            state.cheese.0[..words.min(10)].iter().fold(d | e << 8, |sum, &word| mix(sum ^ u64::from(word) << 16));
        mix(cheese ^ (p | q << 16 | h << 32 | k << 48))
    }

    fn state_of(world: &World, start: &Start, view: &View, random: &mut Random) -> Option<State<10>> {
        PyRat::guess(world, start, &[], view, random)
    }
}
