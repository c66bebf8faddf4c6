//! Connected parts of a set of cells, and what a set encloses (R25).
//!
//! Both spread row by row: a run of cells is filled by one addition, whose carry runs along it. [`twin`] is the same in
//! a form that is easy to read.

#[cfg(feature = "alloc")]
pub mod twin;

use crate::rows::{Reach, Rows};
use gridhaunt_kernel::board::bit;
use gridhaunt_kernel::grid::Cell;

/// The complete runs of `among` that contain one of the `seeds`, all of which lie in `among`.
#[inline]
const fn spread(seeds: u64, among: u64) -> u64 {
    /// From each seed to the upper end of its run: the carry leaves zeros behind.
    const fn upwards(seeds: u64, among: u64) -> u64 {
        (among & !among.wrapping_add(seeds)) | seeds
    }
    // Mostly there is only one run: what is added to its lowest bit leaves nothing of it.
    if among & among.wrapping_add(among & among.wrapping_neg()) == 0 {
        return if seeds == 0 { 0 } else { among };
    }
    upwards(seeds, among) | upwards(seeds.reverse_bits(), among.reverse_bits()).reverse_bits()
}

/// Adds to `part` the connected part of `of` that contains `from`, which is in `of`; returns which rows it reaches.
///
/// `part` must not contain another cell that is connected with it.
pub fn component(of: &Rows, from: Cell, part: &mut Rows) -> Reach {
    spread_over(|y| of.0[y], from, part)
}

/// The same for a set whose rows are `of`; it looks only at rows that the part reaches, and those beside them.
#[inline]
pub(crate) fn spread_over(of: impl Fn(usize) -> u64, from: Cell, part: &mut Rows) -> Reach {
    let y = usize::from(from.y) % part.0.len();
    part.0[y] |= spread(bit(from), of(y));
    let (mut top, mut bottom) = (y, y);
    let step = |part: &mut Rows, from: usize, to: usize| {
        let new = part.0[from] & of(to) & !part.0[to];
        if new != 0 {
            part.0[to] |= spread(new, of(to));
        }
        new != 0
    };
    loop {
        let mut y = top;
        while y + 1 < part.0.len() {
            let new = step(part, y, y + 1);
            if !new && y >= bottom {
                break;
            }
            y += 1;
            bottom = bottom.max(y);
        }
        let mut y = bottom;
        let mut risen = false;
        while y > 0 {
            let new = step(part, y, y - 1);
            if !new && y <= top {
                break;
            }
            risen |= new;
            y -= 1;
            top = top.min(y);
        }
        // Only cells found on the way up can lead further down.
        if !risen {
            return Reach { top: top as u16, bottom: bottom as u16 };
        }
    }
}

/// Adds to the set every cell from which no path over neighbours outside the set leads off the board: F(U) of R25.
///
/// `reach` gives the rows that the set reaches.
pub fn enclose(set: &mut Rows, reach: Reach) {
    if let Some(outside) = Outside::of(set, reach) {
        reach.span().for_each(|y| set.0[y] = outside.enclosed(y));
    }
}

/// What lies outside of a set that may have holes: cells from which a path over neighbours outside the set leads off the
/// board. Everything beyond the box around the set is outside.
#[derive(Debug)]
pub(crate) struct Outside {
    /// The columns of the box.
    columns: u64,
    /// The cells of the box that are outside.
    cells: Rows,
}

impl Outside {
    /// What lies outside of a set with cells in these rows; none if nothing else is inside.
    pub(crate) fn of(set: &Rows, reach: Reach) -> Option<Self> {
        let rows = &set.0[reach.span()];
        let width = rows.iter().fold(0, |all, row| all | row);
        // Where each row is one run of cells, which is mostly so, every other cell has a way out to one of the sides.
        let holes = rows.iter().fold(0, |all, row| all | row & row.wrapping_add(row & row.wrapping_neg()));
        if holes == 0 {
            return None;
        }
        let columns = (u64::MAX >> width.leading_zeros()) & (u64::MAX << width.trailing_zeros());
        let mut outside = Self { columns, cells: Rows::NONE };
        outside.flood(set, reach);
        Some(outside)
    }

    /// A row of the set with all that it encloses.
    #[inline]
    pub(crate) const fn enclosed(&self, y: usize) -> u64 {
        self.columns & !self.cells.0[y]
    }

    /// Finds all that is outside, from the sides of the box.
    fn flood(&mut self, set: &Rows, reach: Reach) {
        let (box_, outside) = (self.columns, &mut self.cells);
        let (top, bottom) = (reach.span().start, reach.span().end - 1);
        for y in reach.span() {
            let row = set.0[y];
            // What lies before the first cell of the set, which is all where there is none, and what lies behind the last.
            let before = (row & row.wrapping_neg()).wrapping_sub(1);
            let behind = !(u64::MAX >> (row | 1).leading_zeros());
            outside.0[y] = box_ & if y == top || y == bottom { !row } else { before | behind };
        }
        let step = |outside: &mut Rows, from: usize, to: usize| {
            let free = box_ & !set.0[to];
            let new = outside.0[from] & free & !outside.0[to];
            if new != 0 {
                outside.0[to] |= spread(new, free);
            }
            new != 0
        };
        loop {
            for y in top..bottom {
                step(outside, y, y + 1);
            }
            let mut risen = false;
            for y in (top..bottom).rev() {
                risen |= step(outside, y + 1, y);
            }
            if !risen {
                break;
            }
        }
    }
}
