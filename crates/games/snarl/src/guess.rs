//! States that fit what a seat knows.

use crate::game::Snarl;
use crate::state::State;
use crate::view::{Start, View};
use crate::world::World;
use gridhaunt_kernel::{Guess, Random};

impl Guess for Snarl {
    /// Always none: the world contains the whole dungeon, and a player knows only what it has seen.
    fn guess(_: &World, _: &Start, _: &[View], _: &View, _: &mut Random) -> Option<State> {
        None
    }
}
