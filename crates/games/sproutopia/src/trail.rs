//! A trail: which cells, and in which order (R23).

use crate::action::Action;
use crate::rows::{Reach, Rows};
use gridhaunt_kernel::grid::Cell;

/// The most jumps of a trail. In v2024.0.8 a farmer that cuts a lower seat's trail on a cell of its own walks on from
/// there (R22), and its trail goes on with a cell that is no neighbour of the last. It takes a trail that begins on
/// another to come to that.
pub const JUMPS: usize = 15;

/// The cells a farmer has walked outside its land, from the last cell of its land on.
///
/// Each cell follows a neighbour, but for a few jumps, so a direction a cell, in two sets, is the order.
#[derive(Debug, PartialEq, Eq)]
pub struct Trail {
    set: Rows,
    ways: [Rows; 2],
    /// From where to where, as many as there are.
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

    /// Copies the rows there are, which are few.
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

    /// No trail.
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

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its first cell.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> Option<Cell> {
        if self.len == 0 { None } else { Some(self.first) }
    }

    /// Its last cell.
    #[inline]
    #[must_use]
    pub const fn last(&self) -> Option<Cell> {
        if self.len == 0 { None } else { Some(self.last) }
    }

    /// Which rows it reaches, if there is one.
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
                // One more than there is room for is not told; no match has come near.
                let Some(jump) = self.jumps.get_mut(usize::from(self.jumped)) else { return };
                *jump = (self.last, cell);
                self.jumped += 1;
            }
            // The number of the direction, without a branch: farmers turn as they like.
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

    /// Removes it.
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

    /// The cells from the first to the last.
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
