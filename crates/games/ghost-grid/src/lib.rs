//! Ghost Grid: smugglers and sentinels on a layered graph.
//!
//! [`rules`] is the step and nothing else: a ghost phase and a sentinel phase in each turn, integers only, without
//! heap, float or panic; [`orders`] decides which choices are legal. The other modules: graphs ([`map`]) as text and
//! for Graphviz ([`mod@text`], [`dot`], [`survey`]), their generation ([`generate`], [`energy`]) and layout
//! ([`layout`]), the settings ([`settings`]), what a seat receives ([`view`]), events ([`event`]), JSON and text
//! ([`position`], [`wire`], [`drawing`]), arrays for learners ([`encode`]), games side by side ([`pack`]), pictures
//! ([`scene`]) and guesses ([`guess`]).
//!
//! ```
//! use gridhaunt_kernel::face::Face;
//!
//! // Everybody who is asked takes the first legal action, ten times.
//! let mut session = gridhaunt_ghost_grid::family().open(&serde_json::json!({}))?.begin(7)?;
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
//! Numbers beside a line name the rule of the rule book (`docs/rules/ghost-grid.md`) that the line carries out.
//!
//! | rule | what | where |
//! |---|---|---|
//! | R1, R2, R3, R5 | layers, connections, and what a map must be | `map::Map`, `map::each_edge_flaw` |
//! | R4 | ports | `map::ports`, `map::each_node_flaw` |
//! | R6 | energy and length | `energy::measure`, `settings::last_turn` |
//! | R7, R36 | the generator | `generate::draw`, `generate::weave`, `generate::close_start`, `generate::sprinkle` |
//! | R8 | seats | `settings::turncoats`, `ground::seats_by_side` |
//! | R9 | roles and statuses | `state::Status`, `state::status` |
//! | R10 | what a bot is told | `view::Start` |
//! | R11 | the set-up | `game::set_up` |
//! | R12 | the state | `state::State` |
//! | R13 | a turn | `rules::step`, `game::phase` |
//! | R14, R15 | what is legal, and why not | `orders::judge`, `action::Reason` |
//! | R16 | the ghost phase | `rules::ghost_phase` |
//! | R17 | moves | `rules::travel` |
//! | R18 | copies and reinforcement | `rules::replicate`, `rules::reinforce` |
//! | R19 | take | `rules::take` |
//! | R20 | deposit | `rules::deposit` |
//! | R21 | delivery | `rules::deliver` |
//! | R22 | the sentinel phase | `rules::sentinel_phase` |
//! | R23 | recharge | `rules::recharge` |
//! | R24 | recover | `rules::recover` |
//! | R25 | mark and detect | `rules::mark`, `rules::detect` |
//! | R26, R27 | captures | `rules::capture`, `rules::seize_all` |
//! | R28 | what a captor keeps | `rules::seize` |
//! | R29 | conversion | `rules::turn` |
//! | R30, R42 to R44 | views | `view::View`, `view::behind` |
//! | R31 | look | `rules::look` |
//! | R32 | meetings | `rules::meet` |
//! | R33 | the end | `rules::close_phase` |
//! | R34 | who wins | `state::winner` |
//! | R35 | scores and ranks | `game::outcome` |
//! | R37 | the generator of a match | `game::make` |
//! | R38, R49 | the bot `random`, and its dice | `bots::ghost_grid::random::Wanderer` |
//! | R39 | given states | `position::read` |
//! | R40 | actions in JSON, and their order | `game::legal`, `wire::read_action` |
//! | R41 | numbered actions and masks | `encode::mask`, `encode::numbered` |
//! | R45 | a state that fits a view, and a map | `guess::guess`, `imagine::world` |
//! | R46 | arrays and rewards | `encode::encode`, `encode::reward` |
//! | R47 | events | `event::Event` |
//! | R48 | pictures, and the board as text | `scene::scene`, `layout::place`, `drawing::agent` |
//! | R50 | the bot `climber` | `bots::ghost_grid::climber::Climber` |
//! | R51 | the bot `courier` | `bots::ghost_grid::courier::Courier` |
//! | R52 | the sentinels' bots | `bots::ghost_grid::hunters::Patrol` |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod event;
pub mod ground;
pub mod orders;
pub mod rules;
pub mod state;

pub use action::{Action, Reason};
pub use ground::Side;

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod check;
        pub mod encode;
        mod freight;
        pub mod energy;
        pub mod game;
        pub mod generate;
        pub mod map;
        pub mod pack;
        pub mod position;
        mod refresh;
        pub mod settings;
        pub mod text;
        pub mod values;
        pub mod view;

        pub use {
            game::{GhostGrid, World},
            settings::Settings,
            state::State,
        };
    }
}

// What no device runs.
cfg_if::cfg_if! {
    if #[cfg(all(feature = "alloc", not(target_arch = "nvptx64")))] {
        pub mod dot;
        pub mod drawing;
        mod family;
        pub mod guess;
        mod imagine;
        pub mod layout;
        mod looks;
        pub mod news;
        pub mod scene;
        pub mod survey;
        mod walk;
        mod why;
        pub mod wire;

        pub use family::family;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
