//! How much a cell of a given size can show.

use gridhaunt_kernel::scene::Shape;

/// How much is drawn in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// Cells too small for a letter: only a colour.
    Square,
    /// Small cells: an actor fills the cell, with a letter as large as possible.
    Plain,
    /// Cells with room for pictures and numbers.
    Full,
    /// Cells with room for a face beside a letter.
    Fine,
}

impl Detail {
    /// The level of detail for cells of this many pixels.
    pub(super) const fn of(cell: u32) -> Self {
        match cell {
            0..7 => Self::Square,
            7..16 => Self::Plain,
            16..28 => Self::Full,
            _ => Self::Fine,
        }
    }

    /// Whether a shape carries its letter.
    pub(super) const fn has_letter(self, shape: Shape) -> bool {
        match self {
            Self::Square => false,
            Self::Plain => match shape {
                Shape::Snake | Shape::Mouse | Shape::Zombie | Shape::Spectre => true,
                _ => shape.is_token() || Self::Full.has_letter(shape),
            },
            Self::Full | Self::Fine => {
                matches!(shape, Shape::Disc | Shape::Ghost | Shape::Guard | Shape::Pawn | Shape::Runner)
            }
        }
    }

    /// Whether there is room for pictures and numbers.
    pub(super) const fn is_full(self) -> bool {
        matches!(self, Self::Full | Self::Fine)
    }

    /// The first value for small cells, the second for cells with room.
    pub(super) const fn pick(self, small: f64, full: f64) -> f64 {
        match self {
            Self::Square | Self::Plain => small,
            Self::Full | Self::Fine => full,
        }
    }
}
