//! Sets of cells as one 64-bit word for each row, for boards with up to 64 columns: flood fill, sight and growth are
//! shifts.

use crate::grid::{Cell, Grid};

/// A set of cells of a board with at most 64 columns and `H` rows; bit x of row y is cell (x, y).
///
/// Cells must lie on the board. A cell beyond it is taken modulo 64 (columns) and modulo `H` (rows): that never panics
/// and, where `H` is a power of two, costs no branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct BitBoard<const H: usize>(pub [u64; H]);

impl<const H: usize> Default for BitBoard<H> {
    fn default() -> Self {
        Self::NONE
    }
}

/// Which cells count as neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The four that share a side.
    Four,
    /// Those and the four that share a corner.
    Eight,
}

/// The bit of a cell in its row.
#[inline]
#[must_use]
pub const fn bit(cell: Cell) -> u64 {
    1 << (cell.x % 64)
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

/// The columns of the bits of a row, ascending.
#[inline]
pub fn ones(mut row: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = row.trailing_zeros() as usize;
        row &= row.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

impl<const H: usize> BitBoard<H> {
    /// The empty set, which holds no cell.
    pub const NONE: Self = Self([0; H]);

    /// Every cell of the board.
    #[must_use]
    pub fn full(grid: Grid) -> Self {
        let mut board = Self::NONE;
        board.0.iter_mut().take(grid.height().into()).for_each(|word| *word = columns(0, grid.width() - 1));
        board
    }

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.row(cell.y) & bit(cell) != 0
    }

    /// The word of a row.
    #[inline]
    #[must_use]
    pub const fn row(&self, y: u16) -> u64 {
        self.0[y as usize % H]
    }

    /// The word of a row, to be changed.
    #[inline]
    pub const fn row_mut(&mut self, y: u16) -> &mut u64 {
        &mut self.0[y as usize % H]
    }

    /// Puts the cell in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        *self.row_mut(cell.y) |= bit(cell);
    }

    /// Takes the cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        *self.row_mut(cell.y) &= !bit(cell);
    }

    /// How many cells are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// The set and all neighbours of its cells, within `bounds`.
    #[inline]
    #[must_use]
    pub fn spread(&self, reach: Reach, bounds: &Self) -> Self {
        let mut grown = Self::default();
        for y in 0..H {
            let here = self.0[y];
            let above = if y > 0 { self.0[y - 1] } else { 0 };
            let below = if y + 1 < H { self.0[y + 1] } else { 0 };
            let sideways = |row: u64| row << 1 | row >> 1 | row;
            let row = match reach {
                Reach::Four => sideways(here) | above | below,
                Reach::Eight => sideways(here | above | below),
            };
            grown.0[y] = row & bounds.0[y];
        }
        grown
    }

    /// All cells of `bounds` that can be reached from this set without leaving `bounds`.
    #[must_use]
    pub fn flood(&self, reach: Reach, bounds: &Self) -> Self {
        let mut reached = self.and(bounds);
        loop {
            let next = reached.spread(reach, bounds);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Calls `each` with every cell and its fewest steps from this set, nearest first, staying in `bounds`.
    pub fn distances(&self, reach: Reach, bounds: &Self, mut each: impl FnMut(Cell, u16)) {
        let mut reached = self.and(bounds);
        let mut frontier = reached;
        let mut distance = 0;
        while !frontier.is_empty() {
            frontier.iter().for_each(|cell| each(cell, distance));
            let next = reached.spread(reach, bounds);
            frontier = next.without(&reached);
            reached = next;
            distance += 1;
        }
    }

    /// The cells of the set in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = |(y, &row): (usize, &u64)| ones(row).map(move |x| Cell { x: x as u16, y: y as u16 });
        self.0.iter().enumerate().flat_map(cells)
    }

    /// The k-th cell of the set in reading order, from 0.
    #[must_use]
    pub fn nth(&self, mut k: usize) -> Option<Cell> {
        for (y, &row) in self.0.iter().enumerate() {
            let here = row.count_ones() as usize;
            if k < here {
                return ones(row).nth(k).map(|x| Cell { x: x as u16, y: y as u16 });
            }
            k -= here;
        }
        None
    }
}

impl BitBoard<64> {
    /// The set with columns and rows exchanged: cell (x, y) becomes cell (y, x).
    #[must_use]
    pub fn transposed(mut self) -> Self {
        // Squares off the diagonal change places, first large ones, then those inside all squares.
        let (mut side, mut mask) = (32, u64::MAX >> 32);
        while side > 0 {
            for square in self.0.chunks_exact_mut(2 * side) {
                let (upper, lower) = square.split_at_mut(side);
                for (upper, lower) in upper.iter_mut().zip(lower) {
                    let differ = (*upper >> side ^ *lower) & mask;
                    *lower ^= differ;
                    *upper ^= differ << side;
                }
            }
            side /= 2;
            mask ^= mask << side;
        }
        self
    }
}

impl<const H: usize> FromIterator<Cell> for BitBoard<H> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut board = Self::NONE;
        cells.into_iter().for_each(|cell| board.insert(cell));
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::vec::Vec;

    const H: usize = 9;

    fn neighbours(cell: Cell, reach: Reach) -> impl Iterator<Item = Cell> {
        (-1i32..=1).flat_map(move |dy| {
            (-1i32..=1).filter_map(move |dx| {
                let near = match reach {
                    Reach::Four => dx.abs() + dy.abs() == 1,
                    Reach::Eight => (dx, dy) != (0, 0),
                };
                let (x, y) = (i32::from(cell.x) + dx, i32::from(cell.y) + dy);
                let on = (0..64).contains(&x) && (0..H as i32).contains(&y);
                (near && on).then_some(Cell { x: x as u16, y: y as u16 })
            })
        })
    }

    fn slow_distances(from: &BitBoard<H>, reach: Reach, bounds: &BitBoard<H>) -> BTreeMap<Cell, u16> {
        let mut found = BTreeMap::new();
        let mut frontier: Vec<Cell> = from.and(bounds).iter().collect();
        for distance in 0.. {
            frontier.retain(|cell| found.insert(*cell, distance).is_none());
            if frontier.is_empty() {
                return found;
            }
            frontier = frontier
                .iter()
                .flat_map(|&cell| neighbours(cell, reach))
                .filter(|cell| bounds.contains(*cell) && !found.contains_key(cell))
                .collect();
            frontier.sort();
            frontier.dedup();
        }
        unreachable!()
    }

    proptest! {
        #[test]
        fn distances_equal_a_plain_search(walls: [u64; H], from: [u64; H], width in 1u16..=64, eight: bool) {
            let grid = Grid::new(width, H as u16).unwrap();
            let bounds = BitBoard::<H>::full(grid).without(&BitBoard(walls));
            let reach = if eight { Reach::Eight } else { Reach::Four };
            let from = BitBoard(from.map(|row| row & row >> 7 & row << 3));
            let mut fast = BTreeMap::new();
            from.distances(reach, &bounds, |cell, d| { fast.insert(cell, d); });
            prop_assert_eq!(&fast, &slow_distances(&from, reach, &bounds));
            prop_assert_eq!(from.flood(reach, &bounds).len(), fast.len());
        }

        #[test]
        fn a_transposed_set_has_columns_for_rows(cells in proptest::collection::vec((0u16..64, 0u16..64), 0..200)) {
            let set = |cells: &mut dyn Iterator<Item = (u16, u16)>| cells.map(Cell::from).collect::<BitBoard<64>>();
            let (one, other) = (set(&mut cells.iter().copied()), set(&mut cells.iter().map(|&(x, y)| (y, x))));
            prop_assert_eq!(one.transposed(), other);
        }

        #[test]
        fn the_nth_cell_is_the_nth_in_reading_order(rows: [u64; H]) {
            let board = BitBoard(rows);
            let cells: Vec<Cell> = board.iter().collect();
            prop_assert_eq!(cells.iter().copied().collect::<BitBoard<H>>(), board);
            for (k, cell) in cells.iter().enumerate() {
                prop_assert_eq!(board.nth(k), Some(*cell));
            }
            prop_assert_eq!(board.nth(cells.len()), None);
        }
    }

    #[test]
    fn cells_come_and_go() {
        let mut board = BitBoard::<H>::NONE;
        let cell = Cell { x: 63, y: 8 };
        board.insert(cell);
        assert_eq!((board.len(), board.contains(cell)), (1, true));
        board.remove(cell);
        assert!(board.is_empty());
        assert_eq!(board.or(&BitBoard::full(Grid::new(64, 2).unwrap())).len(), 128);
    }
}
