//! PyRat: a python and a rat race for cheese in a maze with mud.
//!
//! [`rules`] is the turn and nothing else: one function of integers without heap, float or panic. [`twin`] is the same
//! turn in readable form, rule by rule; the tests check that the two are equal. The other modules: the maze ([`maze`],
//! [`generate`]), the settings ([`settings`]), what a seat receives ([`view`]), events ([`event`]), text drawings
//! ([`drawing`]), arrays for learners ([`encode`], [`routes`]), sixteen games in the lanes of a vector ([`lanes`]), one
//! in the registers of a thread ([`Loose`]) and pictures ([`scene`]).
//!
//! ```
//! use gridhaunt_kernel::{Game, Seat};
//! use gridhaunt_pyrat::{Action, PyRat, Settings};
//!
//! let (world, mut state) = PyRat::new(&Settings { width: 9, height: 7, ..Settings::default() }, 7)?;
//! PyRat::play(&world, &mut state, &[(Seat(0), Action::Up), (Seat(1), Action::Stay)], |event| println!("{event:?}"))?;
//! assert!(PyRat::outcome(&world, &state).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where each rule is
//!
//! Numbers beside a line name the rule of the rule book (`docs/rules/pyrat.md`) that the line carries out.
//!
//! | rule | what | where |
//! |---|---|---|
//! | R1 to R3 | the board, its edges, and the turns that crossing one takes | `maze::Maze`, `maze::edges` |
//! | R4 | the mirror | `maze::mirror_cell`, `maze::mirror_edge`, `action::mirrored` |
//! | R5, R8, R23 | starts, the first state, three streams | `game::make`, `state::State` |
//! | R6 | actions | `action::Action`, `rules::ways` |
//! | R7, R17 | what follows from the others | not code |
//! | R9 | who chooses, and which choice counts | `game::phase`, `game::legal`, `game::both` |
//! | R10, R11 | transit and moves | `rules::Rat::advance`, `twin::go` |
//! | R12 to R14, R20, R32 | a turn, in its order; frozen at the end; no state makes it panic | `rules::step`, `twin::step` |
//! | R15 | where a seat in transit is said to be | `state::State` |
//! | R16 | cheese | `rules::Rat::eats`, `rules::Points::share`, `twin::eat` |
//! | R18 | when it ends, and why | `rules::status_of`, `rules::Points::decide`, `twin::reason` |
//! | R19 | who wins | `game::outcome` |
//! | R21, R22 | settings that follow from others, or exclude them | `settings::Settings` |
//! | R24 | the digest of a maze | `maze::digest` |
//! | R25 to R28 | mazes | `generate::maze` |
//! | R29 | starts that are drawn | `generate::random_starts`, `generate::mirrored_starts` |
//! | R30 | cheese that is drawn | `generate::cheese` |
//! | R31 | a goal | not code |
//! | R33 | views | `view::View` |
//! | R34 | masks | `encode::is_effective`, `encode::mask` |
//! | R35 | orientation | `encode::Orientation` |
//! | R36 | packed bytes | `encode::packed`, `lanes::show_packed` |
//! | R37 | planes and scalars | `encode::planes`, `encode::update`, `encode::scalars` |
//! | R38 | rewards | `encode::gained` |
//! | R39 | events | `event::tell` |
//! | R40 | pictures | `scene::scene` |
//! | R41 | text drawings | `drawing::read`, `drawing::print` |
//! | I1, I2, I4 | invariants of a state | `game::check` |
//! | I3, I5 to I11 | invariants of turns | not code |
//! | I12 | packed bytes read back | `encode::unpack` |
//! | R42 to R52 | players, games and mazes of another package, in Python | `arena::adaptor::ADAPTORS` |
//! | A1 to A11 | guests of another protocol | not built |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod rules;
pub mod state;

pub use action::Action;
pub use state::{State, Status};

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod encode;
        pub mod event;
        mod freight;
        pub mod game;
        pub mod generate;
        pub mod lanes;
        mod loose;
        pub mod maze;
        pub mod position;
        pub mod routes;
        pub mod settings;
        pub mod view;

        pub use {
            game::{PyRat, World},
            loose::Loose,
            maze::Maze,
            settings::Settings,
        };
    }
}

// What no device runs.
cfg_if::cfg_if! {
    if #[cfg(all(feature = "alloc", not(target_arch = "nvptx64")))] {
        pub mod drawing;
        mod family;
        mod looks;
        pub mod news;
        pub mod scene;
        pub mod twin;
        mod why;
        pub mod wire;

        pub use family::family;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
