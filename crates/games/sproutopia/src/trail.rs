//! A trail: its cells, and their order (R23).

use crate::action::Action;
use crate::rows::{Reach, Rows};
use gridhaunt_kernel::grid::Cell;

/// The most jumps of a trail. In v2024.0.8 a farmer that cuts a lower seat's trail on a cell of its own continues from
/// there (R22), and the next cell of its trail is not a neighbour of the last. This only happens to a trail that begins
/// on another trail.
pub const JUMPS: usize = 15;

/// The cells that a farmer has walked outside its land, starting with the last cell of its land.
///
/// Each cell follows a neighbour, except for a few jumps, so one direction for each cell, in two sets, stores the
/// order.
#[derive(Debug, PartialEq, Eq)]
pub struct Trail {
    set: Rows,
    ways: [Rows; 2],
    /// The cells before and after each jump; the first `jumped` entries are used.
    jumps: [(Cell, Cell); JUMPS],
    jumped: u8,
    first: Cell,
    last: Cell,
    len: u16,
    reach: Reach,
}

impl Clone for Trail {
    fn clone(&self) -> Self {
        let mut copy = Self::NONE;
        copy.clone_from(self);
        copy
    }

    /// Copies only the rows that it reaches, which are few.
    fn clone_from(&mut self, from: &Self) {
        self.clear();
        if from.len == 0 {
            return;
        }
        for y in from.reach.span() {
            self.set.0[y] = from.set.0[y];
            for (own, other) in self.ways.iter_mut().zip(&from.ways) {
                own.0[y] = other.0[y];
            }
        }
        (self.jumps, self.jumped) = (from.jumps, from.jumped);
        (self.first, self.last, self.len, self.reach) = (from.first, from.last, from.len, from.reach);
    }
}

impl Trail {
    const NOWHERE: Reach = Reach { top: u16::MAX, bottom: 0 };

    /// The empty trail of a farmer on its own land.
    pub const NONE: Self = Self {
        set: Rows::NONE,
        ways: [Rows::NONE; 2],
        jumps: [(Cell { x: 0, y: 0 }, Cell { x: 0, y: 0 }); JUMPS],
        jumped: 0,
        first: Cell { x: 0, y: 0 },
        last: Cell { x: 0, y: 0 },
        len: 0,
        reach: Self::NOWHERE,
    };

    /// The cells without their order.
    #[inline]
    #[must_use]
    pub const fn set(&self) -> &Rows {
        &self.set
    }

    /// How many cells it has.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> u16 {
        self.len
    }

    /// Whether it has no cells.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cell where it begins, none if it is empty.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> Option<Cell> {
        if self.len == 0 { None } else { Some(self.first) }
    }

    /// The cell where it ends, none if it is empty.
    #[inline]
    #[must_use]
    pub const fn last(&self) -> Option<Cell> {
        if self.len == 0 { None } else { Some(self.last) }
    }

    /// Which rows it reaches; without meaning for an empty trail.
    #[must_use]
    pub const fn reach(&self) -> Reach {
        self.reach
    }

    /// Adds a cell at its end; one that it has already is not added again (R23).
    #[inline]
    pub fn push(&mut self, cell: Cell) {
        if self.set.contains(cell) {
            return;
        }
        if self.len == 0 {
            self.first = cell;
        } else {
            let (dx, dy) = (cell.x.wrapping_sub(self.last.x) as i16, cell.y.wrapping_sub(self.last.y) as i16);
            if dx.unsigned_abs() + dy.unsigned_abs() != 1 {
                // A jump beyond the maximum is not stored; no match has come near it.
                let Some(jump) = self.jumps.get_mut(usize::from(self.jumped)) else { return };
                *jump = (self.last, cell);
                self.jumped += 1;
            }
            // The number of the direction, without a branch, because turns are unpredictable.
            let way = if dx == 0 { (dy + 1) >> 1 } else { 2 + ((dx + 1) >> 1) } as u64;
            for (digit, plane) in self.ways.iter_mut().enumerate() {
                *plane.row_mut(self.last.y) |= (way >> digit & 1) << (self.last.x % 64);
            }
        }
        self.last = cell;
        self.len += 1;
        self.set.insert(cell);
        self.reach = self.reach.and(Reach::row(cell.y));
    }

    /// Makes the trail empty; touches only the rows that it reaches.
    pub fn clear(&mut self) {
        if self.len == 0 {
            return;
        }
        for y in self.reach.span() {
            (self.set.0[y], self.ways[0].0[y], self.ways[1].0[y]) = (0, 0, 0);
        }
        self.jumps[..usize::from(self.jumped)].fill(Default::default());
        self.jumped = 0;
        (self.first, self.last, self.len, self.reach) = (Cell::default(), Cell::default(), 0, Self::NOWHERE);
    }

    /// Its cells, from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut next = self.first;
        (0..self.len).map(move |_| {
            let cell = next;
            let way = usize::from(self.ways[0].contains(cell)) | usize::from(self.ways[1].contains(cell)) << 1;
            let jump = self.jumps[..usize::from(self.jumped)].iter().find(|(from, _)| *from == cell);
            let beside = || Action::DIRECTIONS[way].from_cell(cell, 64, 64).unwrap_or(cell);
            next = jump.map_or_else(beside, |&(_, to)| to);
            cell
        })
    }
}
