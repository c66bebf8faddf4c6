//! Kinds of pictures, chosen by the extension of the file name.

use crate::args::Drawing;
use crate::failure::Failure;
#[cfg(not(feature = "full"))]
use gridhaunt_console::PARTLY_BUILT;
#[cfg(feature = "full")]
use gridhaunt_draw::png;
use gridhaunt_draw::svg::{self, Options, Page};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Board;
use std::ops::RangeInclusive;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Png,
    Svg,
}

/// What the pictures are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Single pictures.
    Picture(PictureKind),
    /// The frames of a film, drawn as PNG.
    Film,
}

/// The default size of a cell in pixels (second number) on boards with more cells on a side than the first number.
/// Single pictures show sprites as long as they fit a screen; films are small.
const LARGE: [(u16, u32); 2] = [(80, 8), (32, 16)];
const LARGE_FILM: [(u16, u32); 2] = [(48, 8), (32, 16)];

impl PictureKind {
    pub(crate) fn draw(self, page: Page, scene: &Scene, options: &Options) -> Result<Vec<u8>, Failure> {
        match self {
            #[cfg(feature = "full")]
            Self::Png => Ok(png::render_on(page, scene, options)),
            #[cfg(not(feature = "full"))]
            Self::Png => Err(no_pixels()),
            Self::Svg => Ok(svg::render_on(page, scene, options).into_bytes()),
        }
    }
}

/// What a build says that draws no pixels.
#[cfg(not(feature = "full"))]
pub(crate) fn no_pixels() -> Failure {
    Failure::Usage(format!("films, and pictures other than .svg, are {PARTLY_BUILT}"))
}

impl Form {
    /// The default size of a cell in pixels.
    pub(crate) fn usual_cell(self, scene: &Scene) -> u32 {
        let small = match self {
            Self::Picture(PictureKind::Png) => small_cell(&scene.board, LARGE),
            Self::Picture(PictureKind::Svg) => None,
            Self::Film => small_cell(&scene.board, LARGE_FILM),
        };
        small.unwrap_or(32)
    }

    /// The allowed sizes of a cell in pixels.
    const fn cells(self) -> RangeInclusive<u32> {
        match self {
            Self::Picture(PictureKind::Svg) => 8..=256,
            Self::Picture(PictureKind::Png) | Self::Film => 2..=64,
        }
    }
}

/// The options for drawing a scene.
pub(crate) fn options(form: Form, drawing: &Drawing, scene: &Scene) -> Result<Options, Failure> {
    let (usual, range) = (form.usual_cell(scene), form.cells());
    let (cell, asked) = match (drawing.cell, drawing.scale) {
        (Some(cell), _) => (cell, format!("--cell: {cell}")),
        (None, Some(scale)) => {
            let cell = (f64::from(usual) * scale).round() as u32;
            (cell, format!("--scale: {scale} times {usual} pixels a cell"))
        }
        (None, None) => (usual, String::new()),
    };
    if !range.contains(&cell) {
        return Err(Failure::Usage(format!("{asked} is not in {range:?}")));
    }
    Ok(Options { cell, dark: drawing.dark })
}

/// The default cell size of a large board. Graphs are never drawn small, because their numbers must stay readable.
fn small_cell(board: &Board, sizes: [(u16, u32); 2]) -> Option<u32> {
    let Board::Grid(board) = board else { return None };
    let side = board.grid.width().max(board.grid.height());
    sizes.into_iter().find(|&(most, _)| side > most).map(|(_, cell)| cell)
}

/// Splits a name at its `%d` or `%03d`: the text before, the least number of digits, and the text after.
pub(crate) fn split_number(name: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = name.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|digits| *digits <= 20)? };
    Some((before, digits, after))
}
