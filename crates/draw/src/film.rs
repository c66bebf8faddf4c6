//! Scenes one after another, as a film in one file.
//!
//! A film is written frame by frame: scenes are drawn a few at a time, on all cores, and what is written is forgotten.
//! How a frame is packed is the format's business; which frames there are and how long they stay is decided here.
//!
//! ```
//! use gridhaunt_draw::film::{Film, Pace};
//! use gridhaunt_draw::svg::{Options, Page};
//! # use gridhaunt_kernel::Scene;
//! # use gridhaunt_kernel::grid::Grid;
//! # use gridhaunt_kernel::scene::GridBoard;
//! # let scene = || Scene::new(GridBoard::new(Grid::new(3, 2).unwrap()), Vec::new());
//!
//! let scenes = [scene(), scene()];
//! let options = Options { cell: 8, dark: false };
//! let page = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
//! let mut film = Film::new(Vec::new(), page, options, Pace::default()).unwrap();
//! for scene in scenes {
//!     film.push(scene).unwrap();
//! }
//! assert!(film.finish().unwrap().starts_with(b"GIF89a"));
//! ```

mod change;
mod gif;
mod palette;
#[cfg(test)]
mod tests;

use crate::raster;
use crate::svg::{self, Options, Page};
use crate::theme::{Paper, Rgb};
use gif::Gif;
use gridhaunt_kernel::Scene;
use rayon::prelude::*;
use std::io::{self, Write};

/// The most pixels of a frame.
const MOST_PIXELS: u64 = 1 << 23;
/// The most pixels of the frames that are drawn at a time.
const MOST_AT_A_TIME: u64 = 1 << 25;

/// How fast a film runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Frames a second, at most [`Pace::FASTEST`].
    pub fps: f64,
    /// How many seconds the last frame stays at least, before the film begins anew.
    pub rest: f64,
}

impl Pace {
    /// The most frames a second that players show as they are.
    pub const FASTEST: f64 = 50.0;

    /// How long a frame stays, in hundredths of a second; what is lost to whole numbers is made up by the next.
    fn hold(self, frame: u64) -> u16 {
        let fps = if self.fps > 0.0 { self.fps.min(Self::FASTEST) } else { Self::default().fps };
        let until = |frame: u64| (100.0 * frame as f64 / fps).round();
        (until(frame + 1) - until(frame)) as u16
    }

    fn last_hold(self, frame: u64) -> u16 {
        self.hold(frame).max((100.0 * self.rest) as u16)
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self { fps: 10.0, rest: 2.0 }
    }
}

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// A frame has too many pixels.
    #[error("frames of {width} x {height} pixels are too large for a film, {MOST_PIXELS} pixels are the most")]
    TooLarge {
        /// How wide a frame is.
        width: u64,
        /// How high a frame is.
        height: u64,
    },
    /// It could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// One frame, row by row.
struct Picture {
    width: usize,
    pixels: Vec<Rgb>,
}

/// A film that is being written.
pub struct Film<W: Write> {
    gif: Gif<W>,
    size: (u32, u32),
    options: Options,
    pace: Pace,
    /// How many frames are drawn at a time.
    batch: usize,
    /// Scenes that are not drawn yet: the last one pushed is always among them.
    waiting: Vec<Scene>,
    /// How many frames are written, and the last of them.
    written: u64,
    before: Option<Picture>,
}

impl<W: Write> Film<W> {
    /// Begins a film whose frames all have the size of this page.
    pub fn new(out: W, page: Page, options: Options, pace: Pace) -> Result<Self, FilmError> {
        // As large as the document of a scene on this page says it is.
        let [width, height] = [page.width, page.height].map(|side| ((side * 100.0).round() / 100.0).ceil().max(1.0));
        let pixels = width * height;
        let (Ok(wide), Ok(high), true) =
            (u16::try_from(width as u64), u16::try_from(height as u64), pixels <= MOST_PIXELS as f64)
        else {
            return Err(FilmError::TooLarge { width: width as u64, height: height as u64 });
        };
        let most = (MOST_AT_A_TIME / pixels as u64).max(1) as usize;
        Ok(Self {
            gif: Gif::new(out, wide, high)?,
            size: (wide.into(), high.into()),
            options,
            pace,
            batch: most.min(4 * rayon::current_num_threads()),
            waiting: Vec::new(),
            written: 0,
            before: None,
        })
    }

    /// Adds a frame.
    pub fn push(&mut self, scene: Scene) -> io::Result<()> {
        if self.waiting.len() >= self.batch {
            self.develop(false)?;
        }
        self.waiting.push(scene);
        Ok(())
    }

    /// Ends the film after the frames it has.
    pub fn finish(mut self) -> io::Result<W> {
        self.develop(true)?;
        self.gif.finish()
    }

    /// Draws and writes the scenes that wait, the last of them as the last of the film if it is.
    fn develop(&mut self, is_end: bool) -> io::Result<()> {
        let scenes = std::mem::take(&mut self.waiting);
        let draw = |scene: Scene| draw(&scene, self.size, &self.options);
        let mut pictures: Vec<Picture> = scenes.into_par_iter().map(draw).collect();
        let pack = |(index, picture): (usize, &Picture)| {
            let before = index.checked_sub(1).map_or(self.before.as_ref(), |before| pictures.get(before));
            let frame = self.written + index as u64;
            let is_last = is_end && index + 1 == pictures.len();
            let hold = if is_last { self.pace.last_hold(frame) } else { self.pace.hold(frame) };
            gif::pack(before, picture, hold)
        };
        let frames: Vec<_> = pictures.par_iter().enumerate().map(pack).collect();
        for frame in &frames {
            self.gif.write(frame)?;
        }
        self.written += frames.len() as u64;
        self.before = pictures.pop().or_else(|| self.before.take());
        Ok(())
    }
}

fn draw(scene: &Scene, size: (u32, u32), options: &Options) -> Picture {
    let page = Page { width: size.0.into(), height: size.1.into() };
    let document = svg::render_on(page, scene, options);
    Picture { width: size.0 as usize, pixels: raster::pixels(&document, size, Paper::new(options.dark).page) }
}
