//! Sets of cells as one 64-bit word a row, for boards up to 64 columns: flood fill, sight and growth are shifts.

use crate::grid::{Cell, Grid};

/// A set of cells of a board with at most 64 columns and `H` rows; bit x of row y is cell (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct BitBoard<const H: usize>(pub [u64; H]);

impl<const H: usize> Default for BitBoard<H> {
    fn default() -> Self {
        Self([0; H])
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

impl<const H: usize> BitBoard<H> {
    /// Every cell of the board.
    #[must_use]
    pub fn full(grid: Grid) -> Self {
        let row = if grid.width() >= 64 { u64::MAX } else { (1 << grid.width()) - 1 };
        let mut board = Self::default();
        for word in board.0.iter_mut().take(grid.height().into()) {
            *word = row;
        }
        board
    }

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x < 64 && self.0.get(usize::from(cell.y)).is_some_and(|row| row >> cell.x & 1 == 1)
    }

    /// Puts the cell in; one that does not fit changes nothing.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if let (true, Some(row)) = (cell.x < 64, self.0.get_mut(usize::from(cell.y))) {
            *row |= 1 << cell.x;
        }
    }

    /// Takes the cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if let (true, Some(row)) = (cell.x < 64, self.0.get_mut(usize::from(cell.y))) {
            *row &= !(1 << cell.x);
        }
    }

    /// How many cells are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
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
            frontier.each(|cell| each(cell, distance));
            let next = reached.spread(reach, bounds);
            frontier = next.without(&reached);
            reached = next;
            distance += 1;
        }
    }

    /// Calls `each` with the cells of the set in reading order.
    pub fn each(&self, mut each: impl FnMut(Cell)) {
        for (y, &row) in self.0.iter().enumerate() {
            let mut left = row;
            while left != 0 {
                each(Cell { x: left.trailing_zeros() as u16, y: y as u16 });
                left &= left - 1;
            }
        }
    }

    /// The k-th cell of the set in reading order, from 0.
    #[must_use]
    pub fn nth(&self, mut k: u32) -> Option<Cell> {
        for (y, &row) in self.0.iter().enumerate() {
            if k < row.count_ones() {
                let mut left = row;
                for _ in 0..k {
                    left &= left - 1;
                }
                return Some(Cell { x: left.trailing_zeros() as u16, y: y as u16 });
            }
            k -= row.count_ones();
        }
        None
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
                (near && x >= 0 && y >= 0).then_some(Cell { x: x as u16, y: y as u16 })
            })
        })
    }

    fn slow_distances(from: &BitBoard<H>, reach: Reach, bounds: &BitBoard<H>) -> BTreeMap<Cell, u16> {
        let mut found = BTreeMap::new();
        let mut frontier = Vec::new();
        from.and(bounds).each(|cell| frontier.push(cell));
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
            prop_assert_eq!(from.flood(reach, &bounds).len() as usize, fast.len());
        }

        #[test]
        fn the_nth_cell_is_the_nth_in_reading_order(rows: [u64; H]) {
            let board = BitBoard(rows);
            let mut cells = Vec::new();
            board.each(|cell| cells.push(cell));
            for (k, cell) in cells.iter().enumerate() {
                prop_assert_eq!(board.nth(k as u32), Some(*cell));
            }
            prop_assert_eq!(board.nth(cells.len() as u32), None);
        }
    }

    #[test]
    fn cells_come_and_go() {
        let mut board = BitBoard::<H>::default();
        let cell = Cell { x: 63, y: 8 };
        board.insert(cell);
        board.insert(Cell { x: 64, y: 0 });
        board.insert(Cell { x: 0, y: 9 });
        assert_eq!((board.len(), board.contains(cell)), (1, true));
        board.remove(cell);
        assert!(board.is_empty());
        assert_eq!(board.or(&BitBoard::full(Grid::new(64, 2).unwrap())).len(), 128);
    }
}
