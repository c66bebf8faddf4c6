//! Rectangles of cells and their numbering.

use core::num::NonZeroU16;

/// A cell by column and row, written `[x,y]` in JSON. Each game's rules say whether y grows up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "(u16, u16)", into = "(u16, u16)")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!from, !into, transform = crate::schema::Listed))]
pub struct Cell {
    /// Column, growing to the right.
    pub x: u16,
    /// Row.
    pub y: u16,
}

impl From<(u16, u16)> for Cell {
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (u16, u16) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl core::fmt::Display for Cell {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A board of `width` × `height` cells, numbered row by row: cell (x, y) has index `y × width + x`.
///
/// ```
/// use gridhaunt_kernel::grid::{Cell, Grid};
/// let grid = Grid::new(5, 2).unwrap();
/// assert_eq!(grid.index(Cell { x: 3, y: 1 }), Some(8));
/// assert_eq!(grid.cell(8), Cell { x: 3, y: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    width: NonZeroU16,
    height: NonZeroU16,
}

impl Grid {
    /// A board with these sides, none if one of them is 0.
    #[must_use]
    pub const fn new(width: u16, height: u16) -> Option<Self> {
        match (NonZeroU16::new(width), NonZeroU16::new(height)) {
            (Some(width), Some(height)) => Some(Self { width, height }),
            _ => None,
        }
    }

    /// A board with these sides.
    #[must_use]
    pub const fn of(width: NonZeroU16, height: NonZeroU16) -> Self {
        Self { width, height }
    }

    /// A grid with these sides, or with 1 where a side is 0.
    #[must_use]
    pub const fn at_least(width: u16, height: u16) -> Self {
        match (NonZeroU16::new(width), NonZeroU16::new(height)) {
            (Some(width), Some(height)) => Self::of(width, height),
            (Some(width), None) => Self::of(width, NonZeroU16::MIN),
            (None, Some(height)) => Self::of(NonZeroU16::MIN, height),
            (None, None) => Self::of(NonZeroU16::MIN, NonZeroU16::MIN),
        }
    }

    /// The cell this many columns and rows away, none if it is off the grid.
    #[must_use]
    pub const fn shifted(self, cell: Cell, (dx, dy): (i8, i8)) -> Option<Cell> {
        match (cell.x.checked_add_signed(dx as i16), cell.y.checked_add_signed(dy as i16)) {
            (Some(x), Some(y)) if x < self.width() && y < self.height() => Some(Cell { x, y }),
            _ => None,
        }
    }

    /// How many cells a row has.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u16 {
        self.width.get()
    }

    /// How many rows there are.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u16 {
        self.height.get()
    }

    /// How many cells there are.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() as usize * self.height() as usize
    }

    /// The number of a cell, none off the board.
    #[inline]
    #[must_use]
    pub const fn index(self, cell: Cell) -> Option<usize> {
        if cell.x < self.width() && cell.y < self.height() {
            Some(cell.y as usize * self.width() as usize + cell.x as usize)
        } else {
            None
        }
    }

    /// The cell with this number; a number beyond the board returns a cell in a row after the last.
    #[inline]
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        let (index, width) = (index as u32, core::num::NonZeroU32::from(self.width));
        Cell { x: (index % width) as u16, y: (index / width) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cells_agree() {
        let grid = Grid::new(7, 3).unwrap();
        for index in 0..grid.cells() {
            assert_eq!(grid.index(grid.cell(index)), Some(index));
        }
        assert_eq!(grid.index(Cell { x: 7, y: 0 }), None);
        assert_eq!(grid.index(Cell { x: 0, y: 3 }), None);
        assert_eq!(Grid::new(0, 3), None);
    }
}
