//! A second, readable implementation of parts and enclosures: sets of cells and paths from neighbour to neighbour
//! (R25).
//!
//! [`component`](super::component) and [`enclose`](super::enclose) add words with carries, so that a run of cells costs
//! one addition. This module shows what they compute, and the tests check that the two are equal.
//!
//! ```
//! use gridhaunt_kernel::grid::Cell;
//! use gridhaunt_sproutopia::enclose::{enclose, twin};
//! use gridhaunt_sproutopia::rows::{Reach, Rows};
//!
//! // A ring of eight cells round (2, 2).
//! let ring: twin::Cells = twin::board(4, 4).filter(|&Cell { x, y }| x > 0 && y > 0 && (x, y) != (2, 2)).collect();
//! let mut rows: Rows = ring.iter().copied().collect();
//! enclose(&mut rows, Reach { top: 1, bottom: 3 });
//! assert!(rows.contains(Cell { x: 2, y: 2 }));
//! assert_eq!(rows.iter().collect::<twin::Cells>(), twin::enclose(&ring, 4, 4));
//! ```

use crate::action::Action;
use alloc::collections::BTreeSet;
use gridhaunt_kernel::prelude::*;

/// A set of cells.
pub type Cells = BTreeSet<Cell>;

/// The neighbours of a cell on a board with these sides (R1).
pub fn neighbours(cell: Cell, cols: u8, rows: u8) -> impl Iterator<Item = Cell> {
    Action::DIRECTIONS.into_iter().filter_map(move |way| way.from_cell(cell, cols, rows))
}

/// All cells of a board with these sides, row by row.
pub fn board(cols: u8, rows: u8) -> impl Iterator<Item = Cell> {
    (0..u16::from(rows)).flat_map(move |y| (0..u16::from(cols)).map(move |x| Cell { x, y }))
}

/// All that walks over neighbours within `among` lead to from the cells of `from`.
fn walks(from: Cells, among: &Cells, cols: u8, rows: u8) -> Cells {
    let mut next: Vec<Cell> = from.iter().copied().collect();
    let mut seen = from;
    while let Some(cell) = next.pop() {
        next.extend(neighbours(cell, cols, rows).filter(|near| among.contains(near) && seen.insert(*near)));
    }
    seen
}

/// The connected part of a set that contains a cell, none if the cell is not in the set.
#[must_use]
pub fn component(of: &Cells, from: Cell, cols: u8, rows: u8) -> Option<Cells> {
    of.contains(&from).then(|| walks(Cells::from([from]), of, cols, rows))
}

/// F(U): the set and every cell from which no path over neighbours outside the set leads off the board.
#[must_use]
pub fn enclose(set: &Cells, cols: u8, rows: u8) -> Cells {
    let free: Cells = board(cols, rows).filter(|cell| !set.contains(cell)).collect();
    let edge = free.iter().copied().filter(|cell| neighbours(*cell, cols, rows).count() < 4).collect();
    let outside = walks(edge, &free, cols, rows);
    board(cols, rows).filter(|cell| !outside.contains(cell)).collect()
}
