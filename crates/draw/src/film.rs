//! A sequence of scenes as a film in one file, with the moves between them.
//!
//! A film is written while it is made: scenes are drawn a few at a time, on all cores, and are removed from memory once
//! written. Each format decides how a frame is compressed; this module decides which frames there are and how long they
//! are shown.
//!
//! ```
//! use gridhaunt_draw::film::{Film, Format, Pace};
//! use gridhaunt_draw::svg::{Options, Page};
//! # use gridhaunt_kernel::Scene;
//! # use gridhaunt_kernel::grid::Grid;
//! # use gridhaunt_kernel::scene::{GridBoard, Look};
//! # let scene = || Scene::new(GridBoard::new(Grid::new(3, 2).unwrap()), Vec::new());
//!
//! let scenes = [scene(), scene()];
//! let options = Options { cell: 8, dark: false };
//! let page = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
//! let mut film = Film::new(Vec::new(), Format::Gif, page, options, Pace::default()).unwrap();
//! for scene in scenes {
//!     film.push(scene).unwrap();
//! }
//! assert!(film.finish().unwrap().starts_with(b"GIF89a"));
//! ```

#[cfg(feature = "pixels")]
mod apng;
#[cfg(feature = "pixels")]
mod gif;
#[cfg(feature = "pixels")]
mod lzw;
#[cfg(feature = "pixels")]
mod making;
mod pace;
#[cfg(feature = "pixels")]
mod palette;

#[cfg(feature = "pixels")]
pub use making::{Film, FilmError};
pub use pace::Pace;

/// The file format of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// GIF: supported everywhere, 256 colours per frame.
    Gif,
    /// Animated PNG: every colour.
    Apng,
}
