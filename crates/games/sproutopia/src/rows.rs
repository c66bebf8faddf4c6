//! Sets of cells, one word a row (§17).

use core::ops::Range;
use gridhaunt_kernel::grid::Cell;

/// The most rows and columns of a board.
pub const SIDE: usize = 64;

/// A set of cells: bit x of word y is cell (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub [u64; SIDE]);

impl Rows {
    /// No cell.
    pub const NONE: Self = Self([0; SIDE]);

    /// The word of a row; a row beyond the last is none other than one of the first.
    #[inline]
    #[must_use]
    pub const fn row(&self, y: u16) -> u64 {
        self.0[y as usize % SIDE]
    }

    /// The word of a row, to be changed.
    #[inline]
    pub const fn row_mut(&mut self, y: u16) -> &mut u64 {
        &mut self.0[y as usize % SIDE]
    }

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn has(&self, cell: Cell) -> bool {
        self.row(cell.y) >> (cell.x % SIDE as u16) & 1 == 1
    }

    /// Puts a cell into the set.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        *self.row_mut(cell.y) |= bit(cell);
    }

    /// Takes a cell out of the set.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        *self.row_mut(cell.y) &= !bit(cell);
    }

    /// How many cells there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u16 {
        self.0.iter().map(|row| row.count_ones() as u16).sum()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The cells of either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|y| self.0[y] | other.0[y]))
    }

    /// The cells of both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|y| self.0[y] & other.0[y]))
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = |(y, &row): (usize, &u64)| ones(row).map(move |x| Cell { x: x as u16, y: y as u16 });
        self.0.iter().enumerate().flat_map(cells)
    }

    /// The cell with this many before it, row by row.
    #[must_use]
    pub fn nth(&self, n: u64) -> Option<Cell> {
        let mut left = n;
        for (y, &row) in self.0.iter().enumerate() {
            let here = u64::from(row.count_ones());
            if left < here {
                let rest = (0..left).fold(row, |row, _| row & row.wrapping_sub(1));
                return Some(Cell { x: rest.trailing_zeros() as u16, y: y as u16 });
            }
            left -= here;
        }
        None
    }
}

impl FromIterator<Cell> for Rows {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut rows = Self::NONE;
        cells.into_iter().for_each(|cell| rows.insert(cell));
        rows
    }
}

/// The places of the bits of a row.
#[inline]
pub fn ones(mut row: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = row.trailing_zeros() as usize;
        row &= row.wrapping_sub(1);
        (at < SIDE).then_some(at)
    })
}

/// The bit of a cell in its row.
#[inline]
#[must_use]
pub const fn bit(cell: Cell) -> u64 {
    1 << (cell.x % SIDE as u16)
}

/// The bits of columns `from..=to`; none if they lie beyond the last.
#[inline]
#[must_use]
pub const fn columns(from: u16, to: u16) -> u64 {
    if from > to || from > 63 {
        return 0;
    }
    let width = if to > 63 { 64 - from } else { to - from + 1 };
    (u64::MAX >> (64 - width)) << from
}

/// Which rows a set reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The first row.
    pub top: u16,
    /// The last row.
    pub bottom: u16,
}

impl Reach {
    /// One row.
    #[must_use]
    pub const fn row(y: u16) -> Self {
        Self { top: y, bottom: y }
    }

    /// The rows of both, and all between.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            top: if other.top < self.top { other.top } else { self.top },
            bottom: if other.bottom > self.bottom { other.bottom } else { self.bottom },
        }
    }

    /// The rows, from the first to the last, as indices.
    #[inline]
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.top as usize % SIDE..self.bottom as usize % SIDE + 1
    }
}
