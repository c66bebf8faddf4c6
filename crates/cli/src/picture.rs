//! Kinds of pictures, by the names of their files.

use crate::failure::Failure;
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_draw::{png, svg};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Board;
use std::ops::RangeInclusive;

/// A kind of picture.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Png,
    Svg,
}

/// Boards with more cells a side are drawn small.
const LARGE: u16 = 32;

impl Kind {
    /// The kind that a name, in small letters, ends in.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let kinds = [(".png", Self::Png), (".svg", Self::Svg)];
        kinds.into_iter().find_map(|(ending, kind)| name.ends_with(ending).then_some(kind))
    }

    pub(crate) fn draw(self, page: Page, scene: &Scene, options: &Options) -> Vec<u8> {
        match self {
            Self::Png => png::render_on(page, scene, options),
            Self::Svg => svg::render_on(page, scene, options).into_bytes(),
        }
    }

    /// How large a cell is.
    pub(crate) fn cell(self, asked: Option<u32>, scene: &Scene) -> Result<u32, Failure> {
        match self {
            Self::Png => within(asked, 2..=64, ".png", self.usual_cell(scene)),
            Self::Svg => within(asked, 8..=256, ".svg", self.usual_cell(scene)),
        }
    }

    /// How large a cell is unless asked.
    pub(crate) fn usual_cell(self, scene: &Scene) -> u32 {
        match self {
            Self::Png if is_large(&scene.board) => 8,
            Self::Png | Self::Svg => 32,
        }
    }
}

/// How large a cell is in a film.
pub(crate) fn film_cell(asked: Option<u32>, scene: &Scene) -> Result<u32, Failure> {
    within(asked, 2..=64, ".gif", Kind::Png.usual_cell(scene))
}

fn within(asked: Option<u32>, range: RangeInclusive<u32>, ending: &str, usual: u32) -> Result<u32, Failure> {
    match asked {
        None => Ok(usual),
        Some(cell) if range.contains(&cell) => Ok(cell),
        Some(cell) => Err(Failure::Usage(format!("--cell: {cell} is not in {range:?} for {ending}"))),
    }
}

/// Whether a board is drawn small unless asked. The numbers on a graph are to be read at every size.
fn is_large(board: &Board) -> bool {
    match board {
        Board::Grid(board) => board.grid.width().max(board.grid.height()) > LARGE,
        Board::Graph(_) => false,
    }
}

/// What stands before a number in a name, its least digits, and what stands behind it.
pub(crate) fn split_number(name: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = name.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|digits| *digits <= 20)? };
    Some((before, digits, after))
}
