//! Sets of cells, one word for each row (§17).

use core::ops::Range;
use gridhaunt_kernel::board::BitBoard;

/// The most rows and columns of a board.
pub const SIDE: usize = 64;

/// A set of cells.
pub type Rows = BitBoard<SIDE>;

/// The range of rows that a set reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Reach {
    pub top: u16,
    pub bottom: u16,
}

impl Reach {
    /// The range that holds only row `y`.
    #[must_use]
    pub const fn row(y: u16) -> Self {
        Self { top: y, bottom: y }
    }

    /// The rows of both ranges, and all rows between.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            top: if other.top < self.top { other.top } else { self.top },
            bottom: if other.bottom > self.bottom { other.bottom } else { self.bottom },
        }
    }

    /// How many rows there are.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a range has at least one row")]
    pub const fn len(self) -> usize {
        (self.bottom - self.top) as usize + 1
    }

    /// Whether both ranges have a row in common.
    #[inline]
    #[must_use]
    pub const fn any_of(self, other: Self) -> bool {
        self.top <= other.bottom && other.top <= self.bottom
    }

    /// The rows, from the first to the last, as indices.
    #[inline]
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.top as usize % SIDE..self.bottom as usize % SIDE + 1
    }
}
