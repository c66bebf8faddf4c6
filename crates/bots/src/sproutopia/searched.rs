//! What search knows of Sproutopia: how much land everybody has, and that an open trail is a risk.

use crate::search::Searched;
use gridhaunt_kernel::prelude::*;
use gridhaunt_sproutopia::game::{Complete, World};
use gridhaunt_sproutopia::state::State;
use gridhaunt_sproutopia::{Action, Sproutopia};

/// In so many of ten ticks the policy goes straight on.
const STRAIGHT: u64 = 7;

impl<R: Complete> Searched for Sproutopia<R> {
    type Tables = ();

    const POLICIES: &'static [&'static str] = &["stroll"];
    const DEPTH: u32 = 20;
    const GUESSES: u16 = 8;

    fn tables(_: &World, _: &State<R>) {}

    /// Goes straight on, and turns now and then.
    fn policy(_: usize, _: &World, (): &(), state: &State<R>, seat: Seat, random: &mut Random) -> Option<Action> {
        let farmer = state.farmers.get(seat.index())?;
        if random.below(10) < STRAIGHT && farmer.momentum != Action::None {
            return Some(farmer.momentum);
        }
        random.pick(&Action::DIRECTIONS).copied()
    }

    /// The land of a seat beside that of the largest of the others.
    fn value(world: &World, (): &(), state: &State<R>, seat: Seat) -> f64 {
        let players = 0..world.ground.players();
        let cells = |seat: usize| f64::from(state.farmers[seat].cells);
        let others = players.filter(|&other| other != seat.index()).map(cells).fold(0.0, f64::max);
        let mine = cells(seat.index());
        if mine + others == 0.0 { 0.5 } else { mine / (mine + others) }
    }
}
