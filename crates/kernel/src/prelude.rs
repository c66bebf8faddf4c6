//! The names that nearly every game uses: `use gridhaunt_kernel::prelude::*`.

pub use crate::amount::Amount;
pub use crate::face::Family;
pub use crate::flock::Single;
pub use crate::grid::{Cell, Grid};
pub use crate::hash::StateHash;
pub use crate::info::{Chance, Dynamics, Information, Interests, Role, Side};
pub use crate::json::{Reader, Value};
pub use crate::learn::{Dtype, Encoding, Slot};
pub use crate::scene::{Board, GridBoard, Look, Offer, Row, Shape, Thing, Tint};
pub use crate::{
    ActionCode, Game, Guess, Info, Invalid, Learn, Outcome, Phase, Picture, Random, Scene, Seat, SeatSet, Wire,
};
