//! What differs between two frames.

use super::Picture;
use std::ops::Range;

/// The smallest rectangle that holds all that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
}

impl Change {
    /// The whole of a picture.
    pub(super) fn all(picture: &Picture) -> Self {
        let rows = picture.pixels.len() / picture.width.max(1);
        Self { rows: 0..rows, columns: 0..picture.width }
    }

    /// What differs between two pictures of one size; their first pixel if nothing does, for a frame has at least one.
    pub(super) fn between(before: &Picture, after: &Picture) -> Self {
        let width = after.width.max(1);
        let mut change: Option<Self> = None;
        let rows = before.pixels.chunks_exact(width).zip(after.pixels.chunks_exact(width)).enumerate();
        for (row, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
            let differs = |column: &usize| old[*column] != new[*column];
            let first = (0..width).find(differs).unwrap_or(0);
            let last = (first..width).rfind(differs).unwrap_or(first);
            change = Some(match change {
                None => Self { rows: row..row + 1, columns: first..last + 1 },
                Some(Self { rows, columns }) => {
                    Self { rows: rows.start..row + 1, columns: columns.start.min(first)..columns.end.max(last + 1) }
                }
            });
        }
        change.unwrap_or(Self { rows: 0..1, columns: 0..1 })
    }

    /// The places of its pixels, row by row.
    pub(super) fn pixels(&self, width: usize) -> impl Iterator<Item = usize> {
        let columns = self.columns.clone();
        self.rows.clone().flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Rgb;

    fn picture(drawing: &str) -> Picture {
        let rows: Vec<&str> = drawing.split('/').collect();
        let pixels = rows.iter().flat_map(|row| row.bytes()).map(|shade| Rgb(shade, shade, shade)).collect();
        Picture { width: rows[0].len(), pixels }
    }

    #[test]
    fn all_that_changed_is_held_and_no_more() {
        let between = |before: &str, after: &str| {
            let Change { rows, columns } = Change::between(&picture(before), &picture(after));
            [rows.start, rows.end, columns.start, columns.end]
        };
        assert_eq!(between("..../..../....", "..../.x../..x."), [1, 3, 1, 3]);
        assert_eq!(between("..../..../....", "x.../..../...x"), [0, 3, 0, 4]);
        assert_eq!(between("..../..../....", "..../..../...x"), [2, 3, 3, 4]);
        assert_eq!(between("../..", "../.."), [0, 1, 0, 1]);
    }
}
