//! A scene becomes a picture: [`text`] for terminals and logs, [`svg`] for pages and print. Numbers with
//! intervals become a [`chart`].
//!
//! No drawer knows a game. A [`Scene`](gridhaunt_kernel::Scene) names roles, and the one table in [`theme`] says
//! which colour, shape and sign a role has; a role it does not list gets a colour that follows from its name.
//!
//! ```
//! use gridhaunt_draw::{svg, text};
//! use gridhaunt_kernel::Scene;
//! use gridhaunt_kernel::grid::{Cell, Grid};
//! use gridhaunt_kernel::scene::Actor;
//!
//! let rat = Actor { at: Cell { x: 1, y: 0 }, role: "rat", glyph: 'R', way: None, badge: None };
//! let scene = Scene {
//!     grid: Grid::new(3, 1).unwrap(),
//!     y_up: true,
//!     walls: vec![(Cell { x: 0, y: 0 }, Cell { x: 1, y: 0 })],
//!     edges: vec![],
//!     things: vec![],
//!     actors: vec![rat],
//!     flashes: vec![],
//!     panel: vec![],
//! };
//! let board = text::render(&scene, &text::Style::default());
//! assert_eq!(board, "┌───┬───────┐\n│   │ R     │\n└───┴───────┘\n");
//! assert!(svg::render(&scene, &svg::Options::default()).starts_with("<svg"));
//! ```

mod board;
pub mod chart;
mod columns;
mod raster;
#[cfg(test)]
mod samples;
pub mod svg;
pub mod text;
pub mod theme;
