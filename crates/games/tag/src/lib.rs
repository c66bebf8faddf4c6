//! Ghost Tag (鬼抓人): killers hunt survivors, who run to the exits.
//!
//! [`rules`] is the step and nothing else: two phases in each round, integers only, without heap, float or panic.
//! [`twin`] is the same step in readable form, rule by rule; the tests check that the two are equal. The other modules:
//! the set-up ([`setup`]), the settings ([`settings`]), what a seat receives ([`view`]), events ([`event`]), JSON and
//! text ([`wire`], [`drawing`]), arrays for learners ([`encode`], [`nearest`]), pictures ([`scene`]) and scenario files
//! ([`scenario`]).
//!
//! ```
//! use gridhaunt_kernel::face::Face;
//!
//! // Everybody who is asked takes the first legal action, ten times.
//! let mut session = gridhaunt_tag::family().open(&serde_json::json!({}))?.begin(7)?;
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
//! Numbers beside a line name the rule of the rule book (`docs/rules/tag.md`) that the line carries out.
//!
//! | rule | what | where |
//! |---|---|---|
//! | R1, R2 | the board and the nine steps | `ground::neighbour`, `rules::walk`, `action::Step` |
//! | R3 | distance, and the distance field | `ground::distance`, `game::distance_field` |
//! | R4, R6 | exits; world and state | `game::World`, `state::State` |
//! | R5 | seats and units | `view::unit_of`, `rules::move_side` |
//! | R7, R50 | exits that are drawn | `setup::draw_exits`, `setup::anywhere`, `setup::on_border` |
//! | R8, R9 | units that are drawn, and distances that relax | `setup::draw_units` |
//! | R10 | positions in JSON | `position::read_start`, `position::write` |
//! | R11 | rounds and phases | `rules::step`, `game::phase` |
//! | R12 | actions and bids | `action::Action`, `wire::read_action` |
//! | R13 | what is legal, and what is open | `game::legal`, `ground::is_open` |
//! | R14 | choices that are missing or do not count | `rules::move_side`, `rules::choice_of`, `twin::go` |
//! | R15 to R20 | conflicts, stage after stage | `rules::move_side`, `rules::resolve_conflicts`, `twin::resolve` |
//! | R21, R23 | the two phases, in their order | `rules::step`, `twin::step` |
//! | R22 | captures #1 | `rules::capture_by_killers`, `twin::first_captures` |
//! | R24 | escapes | `rules::escape`, `twin::escapes` |
//! | R25 | captures #2 | `rules::capture_on_killers`, `twin::second_captures` |
//! | R26, R28 | the end, and who wins | `rules::close_phase`, `twin::end` |
//! | R27, R29 | scores, ranks, utility, facts | `game::outcome`, `state::Counts` |
//! | R30 | pairs of matches | `game::DECIDES_PAIRS` |
//! | R31 to R33 | sight and views | `view::Eyes`, `view::view` |
//! | R34 | a state that fits a view | `guess::guess` |
//! | R35 | events, in JSON and as lines | `event::What`, `wire::line` |
//! | R36 | their order | `rules::tell_moves`, `event::Team` |
//! | R37 | the check after every phase | `check::check`, `rules::check_units` |
//! | R38 | scenario files | `scenario::TOOL` |
//! | R39 to R41 | the bot `score` | `bots::tag::score::Score` |
//! | R42 | the bot `chase` | `bots::tag::chase::Chase` |
//! | R43, R52 | the plain bots, and their dice | `bots::tag::plain::Wanderer` |
//! | R44 | the bot `table` | `bots::tag::table::Table` |
//! | R45 | arrays and masks | `encode::mask`, `encode::numbers` |
//! | R46 | rewards | `encode::reward`, `encode::lasts` |
//! | R47 | the board as text | `drawing::letter` |
//! | R48 | pictures | `scene::scene` |
//! | R49 | frames | `scene::frame` |
//! | R51 | the generator of a match | `game::make` |
//! | R53 | the experiment | `bots::tag::sight::STUDY` |
//! | R54, R55 | its numbers | `arena::experiment::summary::Summary` |
//! | R56, R57 | the solver | `bots::tag::solve::Open`, `bots::tag::solve::Count`, `bots::tag::solver` |
//! | R58, R59 | known numbers | not code |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod action;
pub mod check;
pub mod event;
pub mod ground;
pub mod rules;
pub mod state;

pub use action::{Action, Step};
pub use ground::{Code, Ground, Priority, Sight};
pub use state::{State, Status};

cfg_if::cfg_if! {
    if #[cfg(feature = "alloc")] {
        pub mod encode;
        mod freight;
        pub mod game;
        pub mod lanes;
        mod moves;
        pub mod nearest;
        pub mod position;
        pub mod settings;
        pub mod setup;
        pub mod view;
        mod walk;

        pub use {
            game::{Tag, World},
            settings::Settings,
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
        pub mod scenario;
        pub mod scene;
        pub mod twin;
        mod why;
        pub mod wire;

        pub use family::family;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
