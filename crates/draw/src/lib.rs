//! Draws scenes: as [`text`] for terminals and logs, as [`svg`] for pages and print, as [`png`] for chats. A sequence
//! of scenes becomes a [`film`]; numbers with intervals become a [`chart`].
//!
//! The drawing code knows no game. Everything in a [`Scene`](gridhaunt_kernel::Scene) has a look that the game chooses:
//! a shape, which is drawn here, and a tint, whose colours are in the palette of [`theme`].
//!
//! ```
//! use gridhaunt_draw::{png, svg, text};
//! use gridhaunt_kernel::Scene;
//! use gridhaunt_kernel::grid::{Cell, Grid};
//! use gridhaunt_kernel::scene::{Actor, GridBoard, Look, Shape, Tint};
//!
//! static ROVER: Look = Look::new("rover", Shape::Mouse, Tint::Silver);
//! let at = |x| Cell { x, y: 0 };
//! let rover = Actor::new(&ROVER, 'R', at(1));
//! let grid = Grid::new(3, 1).unwrap();
//! let board = GridBoard { walls: vec![(at(0), at(1))], actors: vec![rover], ..GridBoard::new(grid) };
//! let scene = Scene::new(board, Vec::new());
//! let board = text::render(&scene, &text::Style::default());
//! assert_eq!(board, "┌───┬───────┐\n│   │ R     │\n└───┴───────┘\n");
//! assert!(svg::render(&scene, &svg::Options::default()).starts_with("<svg"));
//! assert!(png::render(&scene, &png::Options::default()).starts_with(b"\x89PNG"));
//! ```

mod cells;
#[cfg(feature = "pixels")]
pub mod chart;
mod columns;
pub mod film;
#[cfg(feature = "pixels")]
pub mod pixels;
#[cfg(feature = "pixels")]
pub mod png;
#[cfg(feature = "pixels")]
mod raster;
#[cfg(test)]
mod samples;
mod share;
pub mod svg;
pub mod text;
pub mod theme;
