//! Sproutopia: up to four farmers walk on a grid, leave trails and enclose land.
//!
//! [`rules`] is one tick, a list of stages; [`sets`] holds the stages that differ between its two sets of rules,
//! `official` and `v2024.0.8`. Sets of cells are bit rows ([`rows`], [`enclose`]), without heap or panic. The other
//! modules: the settings ([`settings`]), what a seat receives ([`view`]), events ([`event`]), JSON and text ([`wire`],
//! [`position`], [`drawing`]), arrays for learners ([`encode`]) and pictures ([`scene`]).
//!
//! ```
//! use gridhaunt_kernel::face::Face;
//!
//! // Everybody who is asked takes the first legal action, ten times.
//! let mut session = gridhaunt_sproutopia::family().open(&serde_json::json!({}))?.begin(7)?;
//! for _ in 0..10 {
//!     let choices: Vec<_> = session.phase().seats().iter().map(|seat| (seat, session.legal(seat)[0])).collect();
//!     session.step(&choices);
//! }
//! println!("{}", session.drawing(None));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```
//!
//! # Where each rule is
//!
//! Numbers beside a line name the rule of the rule book (`docs/rules/sproutopia.md`) that the line carries out.
//!
//! | rule | what | where |
//! |---|---|---|
//! | R1 | the board and the directions | `action::offset` |
//! | R2, R3 | starts and homes; the first state | `ground::new`, `state::new` |
//! | R4 | who owns a cell | `state::owner` |
//! | R5 | a tick, in its order | `rules::step`, `sets::RuleSet` |
//! | R6 to R8 | commands arrive | `rules::arrive`, `queue::Command` |
//! | R9 | one command each, by stamp | `rules::act_in_turn` |
//! | R10 | no doubling back | `act::forwards` |
//! | R11 | who is first where nobody's clock decides | `encode::first_to_arrive` |
//! | R12 | powers count down | `act::count_down` |
//! | R13 | Freeze | `act::freeze` |
//! | R14 | stunned | `act::stun` |
//! | R15 | the edge | `act::heading` |
//! | R16 | standing still | `act::stand_still` |
//! | R17 | entering land | `act::enter_land` |
//! | R18 | coming home | `act::come_home` |
//! | R19 | collisions | `act::meet`, `sets::collide` |
//! | R20 | weeds in the way | `act::run_into_weed` |
//! | R21, R22 | trails that are crossed | `act::cross_trails`, `act::cross_own`, `sets::cross` |
//! | R23 | land and trail | `act::enter`, `act::fertilize`, `state::tread`, `trail::Trails` |
//! | R24 | the step itself, and what is picked up | `act::enter`, `act::pick_up` |
//! | R25 to R28 | claims | `claim::close`, `claim::ring`, `claim::encircle`, `enclose::enclose`, `enclose::twin` |
//! | R29 | weeds that are cleared | `claim::clear_weeds` |
//! | R30 | land that is stolen | `claim::steal` |
//! | R31 | trails that Super Fertilizer turns to land | `claim::convert`, `sets::convert` |
//! | R32, R33 | pruned | `fate::prune`, `sets::leave` |
//! | R34 | reset | `fate::reset` |
//! | R35 | sent back | `fate::send_back` |
//! | R36 | respawned | `fate::respawn_away`, `fate::respawn_pruned` |
//! | R37, R38 | powers | `power::PowerKind` |
//! | R39, R40 | power-ups appear | `season::spawn_power_up`, `season::power_up_candidates` |
//! | R41 to R43 | weeds appear | `season::spawn_weed`, `season::weed_candidates` |
//! | R44 | weeds grow at their pace | `season::grow_weeds` |
//! | R45, R46 | one growth | `season::grow` |
//! | R47 | slots | `slots::Slots` |
//! | R48 | views | `view::view` |
//! | R49 | cell codes | `window::Window`, `full::code` |
//! | R50 | a state that fits a view | `guess::guess` |
//! | R51 | percents | `ground::percent` |
//! | R52, R53 | the end | `state::ending` |
//! | R54 | points | `sets::points` |
//! | R55, R56 | places and match points | `game::outcome`, `state::standing` |
//! | R57 to R59 | the two generators | `dice::Dice`, `dice::Subtractive` |
//! | R60 | known numbers | not code |
//! | W1 | where a server listens | `serve::sproutopia::listen` |
//! | W2 | negotiation | `serve::sproutopia::negotiate` |
//! | W3 | the socket | `serve::sproutopia::door` |
//! | W4 | frames | `serve::sproutopia::frame` |
//! | W5 | the handshake | `serve::sproutopia::connection::greet`, `serve::sproutopia::incoming::read_handshake` |
//! | W6 | pings | `serve::sproutopia::connection` |
//! | W7 | messages in | `serve::sproutopia::incoming` |
//! | W8 | messages out | `serve::sproutopia::outgoing` |
//! | W9 | states | `serve::sproutopia::state` |
//! | W10 | a match from first to last | `serve::sproutopia::hosted`, `serve::sproutopia::registration`, `serve::sproutopia::clock` |
//! | W11 | reconnecting | `serve::sproutopia::registration` |
//! | W12 | errors | `serve::sproutopia::outgoing` |
//! | W13 | the environment | `serve::sproutopia::orders`, `serve::sproutopia::program` |
//! | W14 | onlookers | `serve::sproutopia::gallery` |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod act;
pub mod action;
pub mod apart;
mod claim;
pub mod dice;
pub mod enclose;
pub mod event;
mod fate;
pub mod field;
pub mod ground;
pub mod power;
pub mod queue;
pub mod rows;
pub mod rules;
mod season;
pub mod sets;
pub mod slots;
pub mod state;
pub mod trail;
#[cfg(feature = "alloc")]
mod usual;
pub mod weeds;

pub use action::Action;
pub use ground::Ground;
pub use sets::{Legacy, Official};
pub use state::State;

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod check;
        pub mod encode;
        mod freight;
        pub mod full;
        pub mod game;
        pub mod pack;
        pub mod position;
        pub mod settings;
        pub mod view;
        mod window;

        pub use {
            game::{Sproutopia, World},
            settings::{Rules, Settings},
        };
    }
}

// What no device runs.
cfg_if::cfg_if! {
    if #[cfg(all(feature = "alloc", not(target_arch = "nvptx64")))] {
        pub mod drawing;
        mod family;
        pub mod guess;
        mod looks;
        pub mod news;
        pub mod scene;
        mod why;
        pub mod wire;

        pub use family::family;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
