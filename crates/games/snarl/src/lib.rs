//! Snarl: one to four players look for the key of a level, open its exit and leave, while zombies and ghosts hunt them.
//!
//! [`rules`] is the step and nothing else: one act of one actor, integers only, without heap, float or panic; [`setup`]
//! places all actors when a level begins. The other modules: levels in the form that people write ([`level`],
//! [`stream`]), their tiles and their errors ([`chart`], [`survey`]), their generation ([`mod@generate`],
//! [`generator`]), the settings ([`settings`]), what a seat receives ([`view`]), events ([`event`]), JSON and text
//! ([`position`], [`wire`], [`drawing`], and [`sketch`] for reading text back), arrays for learners
//! ([`encode`]), batches ([`lanes`]) and pictures ([`scene`]). [`harness`] answers the four classic test commands with
//! a second, simpler implementation of the rules; [`pieces`] splits streams into JSON values and words.
//!
//! ```
//! use gridhaunt_kernel::face::Face;
//!
//! // Everybody who is asked takes the first legal action, ten times.
//! let mut session = gridhaunt_snarl::family().open(&serde_json::json!({}))?.begin(7)?;
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
//! Numbers beside a line name the rule of the rule book (`docs/rules/snarl.md`) that the line carries out.
//!
//! | rule | what | where |
//! |---|---|---|
//! | R1 | points, steps, distance | `point::Point` |
//! | R2 to R4 | tiles, rooms, hallways | `chart::Chart`, `level::Room`, `level::Hallway` |
//! | R5 | the rectangle of a level | `chart::rectangle` |
//! | R6 | key and exit | `level::ObjectKind`, `setup::set_up` |
//! | R7 | what a level must be to be played | `chart::check`, `chart::holds` |
//! | R8 | seats | `game::seats`, `state::seat_of` |
//! | R9 | the order of levels | `game::make`, `world::of` |
//! | R10 | how many adversaries | `settings::Settings`, `world::World` |
//! | R11 | random places | `setup::draw` |
//! | R12 | places in the corners | `setup::InOrder` |
//! | R13 | the start of a level | `setup::set_up` |
//! | R14 | whose act it is | `rules::pass_on`, `game::phase` |
//! | R15, R17, R30, R31, R33 | what is legal | `rules::legal`, `harness::given` |
//! | R16, R18 | a player's move, and what it meets | `rules::walk` |
//! | R19 | an adversary's act | `rules::hunt`, `rules::expel` |
//! | R20 | choices that are not legal | `rules::step` |
//! | R21, R22 | retries and time of a turn | `serve::snarl::hosted`, `serve::snarl::terms::Terms` |
//! | R23 | lost players | `serve::snarl::hosted`, `serve::snarl::report::Loss` |
//! | R24 | forfeits | `rules::forfeit` |
//! | R25 | what a player sees | `view::sight` |
//! | R26, R27 | the end of a level, and of the game | `rules::end_level` |
//! | R28, R29 | scores and ranks | `game::outcome` |
//! | R32 | tiles that are closed to adversaries | `rules::closed` |
//! | R34 | where a ghost lands | `rules::land` |
//! | R35, R36 | prey, and equal steps | `hunt::Habit` |
//! | R37, R38 | the bot `zombie` | `hunt::Habit`, `bots::snarl::zombie::Zombie` |
//! | R39, R40 | the bot `ghost` | `hunt::Habit`, `bots::snarl::ghost::Ghost` |
//! | R41, R44 | levels that are drawn | `generate::draw` |
//! | R42 | the generator of a match | `game::make` |
//! | R43 | the dice of bots | `bots::snarl::crawl::Crawl` |
//! | R45, R46 | JSON | `level::Fields`, `view::player_update` |
//! | R47 | `.levels` files | `stream::Levels` |
//! | R48, R49 | the harness | `harness::Command`, `harness::place` |
//! | R50 | given states | `position::given` |
//! | R51 | the harness: room | `harness::room` |
//! | R52 | the harness: level | `harness::level` |
//! | R53 | the harness: state | `harness::state` |
//! | R54 | the harness: manager | `harness::manager` |
//! | R55 | how to compare what the harness says | not code |
//! | R56 | the local program | `bots::snarl::local`, `bots::snarl::hand` |
//! | R57 | the phases of the wire | `serve::snarl::lobby`, `serve::snarl::hosted` |
//! | R58, R59 | messages | `serve::snarl::messages` |
//! | R60 | reading | `pieces::Pieces`, `serve::snarl::connection` |
//! | R61 | what is understood | `serve::snarl::messages::Answer`, `serve::snarl::outlook` |
//! | R62 | what is malformed | `serve::snarl::connection`, `serve::snarl::hosted` |
//! | R63 | several games | `serve::snarl::server`, `serve::snarl::leaderboard` |
//! | R64, R65 | views | `view::PlayerView`, `view::AdversaryView` |
//! | R66 | arrays and rewards | `encode::encode`, `encode::reward` |
//! | R67 | numbered actions | `action::Action`, `wire::read_action` |
//! | R68 | events | `event::Event` |
//! | R69 | glyphs and pictures | `drawing`, `scene` |
//! | R70 | the bots for players | `bots::snarl::explorer::Explorer` |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod actor;
pub mod event;
pub mod ground;
pub mod hunt;
pub mod point;
pub mod rules;
pub mod setup;
pub mod state;

pub use action::Action;
pub use event::Event;
pub use state::State;

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod broken;
        pub mod chart;
        pub mod check;
        pub mod encode;
        mod freight;
        pub mod game;
        pub mod generate;
        pub mod lanes;
        pub mod level;
        pub mod name;
        pub mod pieces;
        pub mod position;
        pub mod settings;
        mod spots;
        pub mod stream;
        pub mod view;
        pub mod world;

        pub use {
            game::Snarl,
            settings::Settings,
            world::World,
        };
    }
}

// What no device runs.
cfg_if::cfg_if! {
    if #[cfg(all(feature = "alloc", not(target_arch = "nvptx64")))] {
        pub mod drawing;
        mod family;
        pub mod generator;
        pub mod guess;
        pub mod harness;
        mod imagine;
        mod looks;
        pub mod memory;
        pub mod news;
        pub mod scene;
        pub mod seen;
        pub mod sketch;
        pub mod survey;
        mod why;
        pub mod wire;

        pub use family::family;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
