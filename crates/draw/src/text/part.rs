//! Which part of a board is shown if the page is too small for all of it.

use gridhaunt_kernel::scene::GridBoard;
use std::ops::{Range, RangeInclusive};

/// How far the visible part is moved from its usual position around the focus: columns to the right, rows down.
pub type Pan = (i32, i32);

/// The visible part of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    shown: Shown,
    /// How far it is really moved, which may be less than asked for.
    pub pan: Pan,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    /// Columns and rows of a grid, as its cells are numbered.
    Cells { of: (u16, u16), columns: RangeInclusive<usize>, rows: RangeInclusive<usize> },
    /// Lines, from 1.
    Lines { of: usize, lines: RangeInclusive<usize> },
}

impl Part {
    /// A description of the part, in as many words as fit into so many columns.
    #[must_use]
    pub fn words(&self, most: usize) -> String {
        let span = |range: &RangeInclusive<usize>| format!("{}-{}", range.start(), range.end());
        let sizes = match &self.shown {
            Shown::Cells { of: (width, height), columns, rows } => {
                let (columns, rows) = (span(columns), span(rows));
                vec![
                    format!("board {width}x{height}, showing columns {columns}, rows {rows}"),
                    format!("{width}x{height}: columns {columns}, rows {rows}"),
                    format!("{columns}, {rows} of {width}x{height}"),
                ]
            }
            Shown::Lines { of, lines } => vec![format!("showing lines {} of {of}", span(lines))],
        };
        let fits = |words: &&String| words.len() <= most;
        sizes.iter().find(fits).or(sizes.last()).cloned().unwrap_or_default()
    }
}

/// The rows and columns on the page that are shown.
pub(super) struct Window {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    pub(super) pan: Pan,
}

impl Window {
    /// As many of `all` rows and columns as there is `room` for, around a focus that is moved by a pan.
    pub(super) fn new(focus: (usize, usize), all: (usize, usize), room: (usize, usize), pan: Pan) -> Self {
        let (rows, down) = around(focus.0, room.0, all.0, pan.1);
        let (columns, right) = around(focus.1, room.1, all.1, pan.0);
        Self { rows, columns, pan: (right, down) }
    }

    /// All of so many rows and columns.
    pub(super) const fn whole(rows: usize, columns: usize) -> Self {
        Self { rows: 0..rows, columns: 0..columns, pan: (0, 0) }
    }

    /// The part of a grid that it shows, if not all.
    pub(super) fn of_grid(&self, board: &GridBoard) -> Option<Part> {
        let (width, height) = (board.grid.width(), board.grid.height());
        let (wide, high) = (usize::from(width), usize::from(height));
        if self.rows.is_empty() || self.columns.is_empty() || (self.rows.len(), self.columns.len()) == (high, wide) {
            return None;
        }
        let (first, last) = (self.rows.start, self.rows.end - 1);
        let rows = if board.y_up { high - 1 - last..=high - 1 - first } else { first..=last };
        let columns = self.columns.start..=self.columns.end - 1;
        Some(Part { shown: Shown::Cells { of: (width, height), columns, rows }, pan: self.pan })
    }

    /// The part of so many lines that it shows, if not all.
    pub(super) fn of_lines(&self, of: usize) -> Option<Part> {
        let whole = self.rows.is_empty() || self.rows.len() == of;
        (!whole).then(|| Part { shown: Shown::Lines { of, lines: self.rows.start + 1..=self.rows.end }, pan: self.pan })
    }
}

/// A range of at most `most` numbers below `end`, centred on `middle` if possible, and moved by `by` as far as
/// possible.
fn around(middle: usize, most: usize, end: usize, by: i32) -> (Range<usize>, i32) {
    let length = most.min(end);
    let start = middle.saturating_sub(length / 2).min(end - length);
    let moved = start.saturating_add_signed(by as isize).min(end - length);
    (moved..moved + length, moved as i32 - start as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_moved_as_far_as_the_board_goes() {
        for (by, range, moved) in [(0, 45..55, 0), (3, 48..58, 3), (99, 90..100, 45), (-99, 0..10, -45)] {
            assert_eq!(around(50, 10, 100, by), (range, moved));
        }
        assert_eq!(around(0, 10, 4, 7), (0..4, 0));
        assert_eq!(around(0, 0, 4, 7), (4..4, 4));
    }
}
