//! What the solver knows of Sproutopia.

use gridhaunt_kernel::prelude::*;
use gridhaunt_solve::{Solver, Subject};
use gridhaunt_sproutopia::queue::Command;
use gridhaunt_sproutopia::sets::Official;
use gridhaunt_sproutopia::state::State;
use gridhaunt_sproutopia::{Sproutopia, World};

/// Sproutopia by the official rules.
pub(super) struct Exact;

pub(super) static SOLVER: Solver = Solver::of::<Exact>();

impl Subject for Exact {
    type Game = Sproutopia;

    /// Of the stamps only their order matters (R6).
    fn settle(world: &World, state: &mut State<Official>) {
        let players = world.ground.players();
        if (0..players).any(|seat| state.queue(seat).next().is_some()) {
            return;
        }
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|&seat| state.farmers[seat].repeat.stamp());
        for (stamp, seat) in (0..).zip(order) {
            let repeat = &mut state.farmers[seat].repeat;
            *repeat = Command::new(stamp, repeat.action());
        }
        state.stamps = players as u64;
    }

    fn drew(before: &State<Official>, after: &State<Official>) -> bool {
        before.dice != after.dice
    }

    fn first(world: &World, state: &State<Official>) -> Seat {
        Sproutopia::<Official>::first_to_arrive(world, state)
    }
}
