//! Kinds of pictures, by the names of their files.

use crate::args::Drawing;
use crate::failure::Failure;
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_draw::{png, svg};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Board;
use std::ops::RangeInclusive;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Png,
    Svg,
}

/// What pictures are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// To be looked at one by one.
    Picture(PictureKind),
    /// To be shown one after another, drawn as PNG.
    Film,
}

/// How large a cell is unless asked, where a board has more cells a side than so many: what is looked at shows sprites as
/// long as it fits a screen, a film is small.
const LARGE: [(u16, u32); 2] = [(80, 8), (32, 16)];
const LARGE_FILM: [(u16, u32); 2] = [(48, 8), (32, 16)];

impl PictureKind {
    pub(crate) fn draw(self, page: Page, scene: &Scene, options: &Options) -> Vec<u8> {
        match self {
            Self::Png => png::render_on(page, scene, options),
            Self::Svg => svg::render_on(page, scene, options).into_bytes(),
        }
    }
}

impl Form {
    /// How large a cell is unless asked.
    pub(crate) fn usual_cell(self, scene: &Scene) -> u32 {
        let small = match self {
            Self::Picture(PictureKind::Png) => small_cell(&scene.board, LARGE),
            Self::Picture(PictureKind::Svg) => None,
            Self::Film => small_cell(&scene.board, LARGE_FILM),
        };
        small.unwrap_or(32)
    }

    /// How large a cell can be.
    const fn cells(self) -> RangeInclusive<u32> {
        match self {
            Self::Picture(PictureKind::Svg) => 8..=256,
            Self::Picture(PictureKind::Png) | Self::Film => 2..=64,
        }
    }
}

/// How a scene is drawn.
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

/// The cell of a board that is drawn small unless asked. The numbers on a graph are to be read at every size.
fn small_cell(board: &Board, sizes: [(u16, u32); 2]) -> Option<u32> {
    let Board::Grid(board) = board else { return None };
    let side = board.grid.width().max(board.grid.height());
    sizes.into_iter().find(|&(most, _)| side > most).map(|(_, cell)| cell)
}

/// What stands before a number in a name, its least digits, and what stands behind it.
pub(crate) fn split_number(name: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = name.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|digits| *digits <= 20)? };
    Some((before, digits, after))
}
