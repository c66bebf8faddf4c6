//! A trail: its cells, and their order (R23).

use crate::action::Action;
use crate::rows::{Reach, Rows, SIDE};
use gridhaunt_kernel::board::bit;
use gridhaunt_kernel::grid::Cell;

/// The most jumps of a trail. In v2024.0.8 a farmer that cuts a lower seat's trail on a cell of its own continues from
/// there (R22), and the next cell of its trail is not a neighbour of the last. This only happens to a trail that begins
/// on another trail.
pub const JUMPS: usize = 15;

/// How many directions one word holds.
const STEPS: usize = 32;

/// The cells that a farmer has walked outside its land, starting with the last cell of its land.
///
/// Each cell follows a neighbour, except for a few jumps, so one direction for each cell stores the order. What every
/// action of the farmer needs is at its start, in one cache line, with room for the directions of 192 cells.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Trail {
    first: Cell,
    last: Cell,
    reach: Reach,
    len: u16,
    jumped: u8,
    /// The direction to each cell after the first, two bits each.
    ways: [u64; SIDE * SIDE / STEPS],
    set: Rows,
    /// The cells before and after each jump; the first `jumped` entries are used.
    jumps: [(Cell, Cell); JUMPS],
}

impl PartialEq for Trail {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.jumped == other.jumped && self.iter().eq(other.iter())
    }
}

impl Clone for Trail {
    fn clone(&self) -> Self {
        let mut copy = Self::NONE;
        copy.clone_from(self);
        copy
    }

    /// Copies only the rows that it reaches and the directions that it has, which are few.
    fn clone_from(&mut self, from: &Self) {
        self.clear();
        if from.len == 0 {
            return;
        }
        for y in from.reach.span() {
            self.set.0[y] = from.set.0[y];
        }
        let words = usize::from(from.len).div_ceil(STEPS);
        self.ways[..words].copy_from_slice(&from.ways[..words]);
        let jumps = usize::from(from.jumped);
        self.jumps[..jumps].copy_from_slice(&from.jumps[..jumps]);
        (self.first, self.last, self.reach) = (from.first, from.last, from.reach);
        (self.len, self.jumped) = (from.len, from.jumped);
    }
}

impl Trail {
    const NOWHERE: Reach = Reach { top: u16::MAX, bottom: 0 };

    /// The empty trail of a farmer on its own land.
    pub const NONE: Self = Self {
        first: Cell { x: 0, y: 0 },
        last: Cell { x: 0, y: 0 },
        reach: Self::NOWHERE,
        len: 0,
        jumped: 0,
        ways: [0; SIDE * SIDE / STEPS],
        set: Rows::NONE,
        jumps: [(Cell { x: 0, y: 0 }, Cell { x: 0, y: 0 }); JUMPS],
    };

    /// The cells without their order.
    #[inline]
    #[must_use]
    pub const fn set(&self) -> &Rows {
        &self.set
    }

    /// Asks for the memory of a row before it is needed.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn fetch(&self, y: usize) {
        gridhaunt_kernel::flock::fetch(&self.set.0[y % SIDE]);
    }

    /// Whether it has a cell; of most cells it can tell without looking at its rows.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.row(cell.y as usize) & bit(cell) != 0
    }

    /// Whether it may have a cell in a row; without a branch.
    #[inline]
    #[must_use]
    pub const fn reaches(&self, y: u16) -> bool {
        (self.reach.top <= y) & (y <= self.reach.bottom)
    }

    /// Its cells in one row.
    #[inline]
    #[must_use]
    pub const fn row(&self, y: usize) -> u64 {
        if self.reaches(y as u16) { self.set.0[y % SIDE] } else { 0 }
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
        if self.contains(cell) {
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
            let (word, place) = Self::step(usize::from(self.len) - 1);
            let ways = &mut self.ways[word];
            *ways = (*ways & !(u64::MAX << place)) | (way & 3) << place;
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
        self.set.0[self.reach.span()].fill(0);
        (self.len, self.jumped, self.reach) = (0, 0, Self::NOWHERE);
    }

    /// The word and the bits of the direction after a cell, by the number of the cell.
    #[inline]
    const fn step(cell: usize) -> (usize, u32) {
        (cell / STEPS % (SIDE * SIDE / STEPS), (cell % STEPS * 2) as u32)
    }

    /// Its cells, from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut next = self.first;
        (0..usize::from(self.len)).map(move |number| {
            let cell = next;
            let (word, place) = Self::step(number);
            let way = (self.ways[word] >> place & 3) as usize;
            let jump = self.jumps[..usize::from(self.jumped)].iter().find(|(from, _)| *from == cell);
            let beside = || Action::DIRECTIONS[way].from_cell(cell, 64, 64).unwrap_or(cell);
            next = jump.map_or_else(beside, |&(_, to)| to);
            cell
        })
    }
}
