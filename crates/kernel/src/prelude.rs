//! The names that nearly every game uses: `use gridhaunt_kernel::prelude::*`. With them come those that Rust's own
//! prelude has only with the standard library: `String`, `Vec`, `format!` and the like.

pub use crate::bits::Bits;
pub use crate::grid::{Cell, Grid};
pub use crate::hash::StateHash;
pub use crate::{Phase, Random, Seat, SeatSet};

#[cfg(feature = "alloc")]
pub use {
    crate::amount::Amount,
    crate::bot::{Bot, BotEntry, Call},
    crate::face::Family,
    crate::flock::Single,
    crate::heap::*,
    crate::info::{Chance, Dynamics, Information, Interests, Role, Side},
    crate::json::{Map, Reader, Value, brief, integer},
    crate::learn::{Dtype, Encoding, Slot},
    crate::outcome::{Fact, SideScore, Standing, Utility, Worth},
    crate::scene::{Bar, Board, Flash, GridBoard, Key, Line, Look, Offer, Row, Shape, Sign, Thing, Tile, Tint},
    crate::settings::{Declared, FieldKind},
    crate::{ActionCode, Game, Guess, Info, Invalid, Learn, Outcome, Picture, Scene, Wire},
};

#[cfg(feature = "schema")]
pub use crate::schema::{JsonSchema, Schemas};
