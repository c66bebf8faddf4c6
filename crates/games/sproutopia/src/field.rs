//! What lies on every cell: the lands of all farmers, weeds, things to pick up, and trails.
//!
//! An action asks all of these about one cell, so the words of one row lie side by side, in one cache line. A batch of
//! games does not fit into the cache, and what a tick costs there is the number of lines that it touches.

use crate::ground::SEATS;
use crate::rows::{Reach, Rows, SIDE};
use gridhaunt_kernel::board::{bit, columns, ones};
use gridhaunt_kernel::grid::Cell;

/// All cells of weeds, as a set of a [`Field`].
pub const OVERGROWN: usize = SEATS;
/// All cells with a power-up or a super power-up, as a set of a [`Field`].
pub const THINGS: usize = SEATS + 1;

/// How many sets there are.
const SETS: usize = SEATS + 2;

/// One row of all sets: a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Strip {
    pub(crate) sets: [u64; SETS],
    /// The cells on any trail.
    pub(crate) trodden: u64,
}

impl Strip {
    /// The cells with anything on them: land of another farmer than i, weeds, things and trails.
    #[inline]
    pub(crate) const fn beside(&self, i: usize) -> u64 {
        let Self { sets: [a, b, c, d, overgrown, things], trodden } = *self;
        (a | b | c | d) & !self.sets[i % SETS] | overgrown | things | trodden
    }
}

/// Sets of cells: the land of each farmer, by seat, then [`OVERGROWN`] and [`THINGS`]; and the cells of all trails.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Field {
    /// For each set, which rows may have a cell of it, one bit for each row: what is outside is never looked at.
    used: [u64; SETS],
    strips: [Strip; SIDE],
}

impl PartialEq for Field {
    /// Which rows may have cells does not count, only which cells there are.
    fn eq(&self, other: &Self) -> bool {
        self.strips == other.strips
    }
}

impl Field {
    /// A field with these lands, without weeds or things.
    #[must_use]
    pub fn new(lands: &[Rows; SEATS]) -> Self {
        let mut field = Self { strips: [Strip { sets: [0; SETS], trodden: 0 }; SIDE], used: [0; SETS] };
        for (i, land) in lands.iter().enumerate() {
            field.put(i, land);
        }
        field
    }

    /// Copies only rows that one of both uses. The cells of trails are left to who has the trails.
    pub(crate) fn copy_from(&mut self, from: &Self) {
        let all = |used: &[u64; SETS]| used.iter().fold(0, |all, rows| all | rows);
        for y in ones(all(&self.used) | all(&from.used)) {
            self.strips[y % SIDE].sets = from.strips[y % SIDE].sets;
        }
        self.used = from.used;
    }

    /// Asks for the memory of a row before it is needed.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn fetch(&self, y: usize) {
        gridhaunt_kernel::flock::fetch(&self.strips[y % SIDE]);
    }

    /// The same for which rows are used.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn fetch_used(&self) {
        gridhaunt_kernel::flock::fetch(&self.used);
    }

    /// Whether a cell is in a set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, set: usize, cell: Cell) -> bool {
        self.row(set, cell.y as usize) & bit(cell) != 0
    }

    /// The cells of a set in one row.
    #[inline]
    #[must_use]
    pub const fn row(&self, set: usize, y: usize) -> u64 {
        self.strips[y % SIDE].sets[set % SETS]
    }

    /// The lands in one row, by seat.
    #[inline]
    #[must_use]
    pub fn lands(&self, y: usize) -> &[u64; SEATS] {
        let [lands @ .., _, _] = &self.strips[y % SIDE].sets;
        lands
    }

    /// All that lies in these rows.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn strips(&self, rows: Reach) -> &[Strip] {
        &self.strips[rows.span()]
    }

    /// All that lies in one row.
    #[inline]
    pub(crate) const fn strip(&self, y: usize) -> &Strip {
        &self.strips[y % SIDE]
    }

    /// Which lands have a cell, one bit for each seat.
    #[inline]
    #[must_use]
    pub fn owners(&self, cell: Cell) -> u8 {
        let has = |land: u64| (land >> (cell.x % 64)) as u8 & 1;
        let [a, b, c, d] = self.lands(cell.y.into()).map(has);
        a | b << 1 | c << 2 | d << 3
    }

    /// Whether a cell is in the land of another farmer than i, and not in that of i.
    #[inline]
    #[must_use]
    pub fn is_owned_beside(&self, i: usize, cell: Cell) -> bool {
        let [a, b, c, d] = self.lands(cell.y.into());
        (a | b | c | d) & !self.row(i, cell.y.into()) & bit(cell) != 0
    }

    /// Whether nothing is on a cell: no land of another farmer than i, no weed, no thing and no trail.
    #[inline]
    #[must_use]
    pub const fn is_bare(&self, i: usize, cell: Cell) -> bool {
        self.strip(cell.y as usize).beside(i) & bit(cell) == 0
    }

    /// The rows that may have cells of a set, as indices.
    #[inline]
    pub fn used(&self, set: usize) -> impl Iterator<Item = usize> + use<> {
        ones(self.used[set % SETS])
    }

    /// Those of these rows that may have cells of a set, as indices.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn used_in(&self, set: usize, rows: Reach) -> impl Iterator<Item = usize> + use<> {
        ones(self.used[set % SETS] & columns(rows.top, rows.bottom))
    }

    /// Whether one of these rows may have a cell of a set.
    #[inline]
    #[must_use]
    pub const fn uses(&self, set: usize, rows: Reach) -> bool {
        self.used[set % SETS] & columns(rows.top, rows.bottom) != 0
    }

    /// Puts a cell into a set.
    #[inline]
    pub const fn insert(&mut self, set: usize, cell: Cell) {
        self.add(set, cell.y as usize, bit(cell));
    }

    /// Takes a cell out of a set.
    #[inline]
    pub const fn remove(&mut self, set: usize, cell: Cell) {
        self.strips[cell.y as usize % SIDE].sets[set % SETS] &= !bit(cell);
    }

    /// Adds cells of one row; returns how many are new.
    #[inline]
    pub const fn add(&mut self, set: usize, y: usize, cells: u64) -> u16 {
        let row = &mut self.strips[y % SIDE].sets[set % SETS];
        let new = cells & !*row;
        // Mostly there is none, which need not be counted.
        if new == 0 {
            return 0;
        }
        *row |= new;
        self.used[set % SETS] |= 1 << (y % SIDE);
        new.count_ones() as u16
    }

    /// Takes away cells of one row; returns how many of them it had.
    #[inline]
    pub const fn take(&mut self, set: usize, y: usize, cells: u64) -> u16 {
        let row = &mut self.strips[y % SIDE].sets[set % SETS];
        let taken = *row & cells;
        if taken == 0 {
            return 0;
        }
        *row ^= taken;
        taken.count_ones() as u16
    }

    /// The cells of all trails in one row.
    #[inline]
    #[must_use]
    pub const fn trodden(&self, y: usize) -> u64 {
        self.strips[y % SIDE].trodden
    }

    /// Whether a trail lies on a cell.
    #[inline]
    #[must_use]
    pub const fn is_trodden(&self, cell: Cell) -> bool {
        self.trodden(cell.y as usize) & bit(cell) != 0
    }

    /// A trail reaches a cell.
    #[inline]
    pub(crate) const fn tread(&mut self, cell: Cell) {
        self.strips[cell.y as usize % SIDE].trodden |= bit(cell);
    }

    /// No trail is on a cell any more.
    #[inline]
    pub(crate) const fn untread(&mut self, cell: Cell) {
        self.strips[cell.y as usize % SIDE].trodden &= !bit(cell);
    }

    /// Takes all cells out of a set.
    pub fn clear(&mut self, set: usize) {
        for y in self.used(set) {
            self.strips[y % SIDE].sets[set % SETS] = 0;
        }
        self.used[set % SETS] = 0;
    }

    /// Replaces a set.
    pub fn put(&mut self, set: usize, cells: &Rows) {
        self.clear(set);
        for (y, &row) in cells.0.iter().enumerate().filter(|(_, row)| **row != 0) {
            self.add(set, y, row);
        }
    }

    /// The same for a set whose cells lie in these rows.
    pub(crate) fn put_rows(&mut self, set: usize, cells: &Rows, rows: Reach) {
        self.clear(set);
        for y in rows.span() {
            self.add(set, y, cells.0[y]);
        }
    }

    /// A copy of a set, for those who look at many of its cells.
    #[must_use]
    pub fn cells(&self, set: usize) -> Rows {
        let mut cells = Rows::NONE;
        for y in self.used(set) {
            cells.0[y % SIDE] = self.row(set, y);
        }
        cells
    }
}
