//! What a game is.
//!
//! The kernel holds the vocabulary that every game shares (seats, phases, choices, outcomes, views, scenes), the parts
//! that several games need (generator, hash, grids, bit sets, distance fields, the conflict resolver) and the one
//! type-erased interface through which the command line, the arena and Python use a game without knowing it. It does no
//! I/O, reads no clock, starts no thread, and takes randomness only from the seed it is given.
//!
//! ```
//! use gridhaunt_kernel::grid::{Cell, Grid};
//! use gridhaunt_kernel::{Random, Seat, SeatSet};
//!
//! // The same seed draws the same on every machine.
//! let mut random = Random::stream(7, 0);
//! assert_eq!(random.clone().below(6), random.below(6));
//! // All of four seats but one.
//! let asked = SeatSet::first(4).without(SeatSet::only(Seat(2)));
//! assert_eq!(asked.iter().map(|seat| seat.0).collect::<Vec<_>>(), [0, 1, 3]);
//! // No step leads off the board.
//! let grid = Grid::new(3, 2).expect("no side is zero");
//! assert_eq!(grid.shifted(Cell { x: 2, y: 0 }, (1, 0)), None);
//! ```
//!
//! Without the feature `alloc` only the parts that a rule's `step` needs remain, so that the rules run on machines
//! without a heap.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod bits;
pub mod board;
pub mod grid;
pub mod hash;
pub mod phase;
pub mod play;
pub mod prelude;
pub mod random;
pub mod resolve;
pub mod seat;
pub mod words;

pub use phase::Phase;
pub use play::{PlayError, PlayErrorReason};
pub use random::Random;
pub use seat::{Seat, SeatSet};

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod amount;
        pub mod bot;
        pub mod ending;
        pub mod face;
        pub mod fault;
        pub mod field;
        pub mod fingerprint;
        pub mod flock;
        pub mod freight;
        pub mod game;
        pub mod heap;
        pub mod info;
        pub mod invalid;
        pub mod json;
        pub mod learn;
        pub mod note;
        pub mod outcome;
        pub mod registry;
        pub mod scene;
        #[cfg(feature = "schema")]
        pub mod schema;
        pub mod settings;
        pub mod shown;
        pub mod sides;

        pub use {
            bot::{Bot, BotEntry},
            ending::Ending,
            game::{ActionCode, Game, Guess, Picture, Wire},
            info::Info,
            invalid::Invalid,
            learn::Learn,
            outcome::Outcome,
            scene::Scene,
        };
    }
}
