//! The outline of a set of cells.

use crate::cells::Place;
use crate::svg::UNIT;
use crate::svg::sheet::number;
use std::fmt::Write as _;

/// Closed lines round cells, corner by corner; the cells lie to the right of whoever follows them.
pub(super) struct Outline(Vec<Vec<Corner>>);

/// A corner, and which way lies into the cells.
struct Corner {
    column: usize,
    row: usize,
    inward: (f64, f64),
}

/// Right, down, left and up: each is a turn to the right from the one before.
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Outline {
    /// The outline of cells on a board of this many columns and rows. Cells that touch at a corner only are two
    /// regions.
    pub(super) fn new(places: &[Place], columns: usize, rows: usize) -> Self {
        let mut edges = Edges::new(places, columns, rows);
        let mut loops = Vec::new();
        // In reading order the first point of a line that is left is one where it turns.
        for start in 0..edges.leave.len() {
            while let Some(way) = (0..4).find(|&way| edges.leave[start][way]) {
                loops.push(edges.follow(start, way));
            }
        }
        Self(loops)
    }

    /// The outline as a path, drawn in by this much.
    pub(super) fn path(&self, inset: f64) -> String {
        let mut path = String::new();
        for corners in &self.0 {
            let points = corners.iter().map(|corner| {
                let (x, y) = (corner.column as f64 * UNIT, corner.row as f64 * UNIT);
                (x + inset * corner.inward.0, y + inset * corner.inward.1)
            });
            let mut before: Option<(f64, f64)> = None;
            for (x, y) in points {
                let _ = match before {
                    None => write!(path, "M{} {}", number(x), number(y)),
                    Some((_, level)) if level == y => write!(path, "H{}", number(x)),
                    Some(_) => write!(path, "V{}", number(y)),
                };
                before = Some((x, y));
            }
            path.push('z');
        }
        path
    }
}

/// The edges between cells that belong and cells that do not, by the corner where they begin.
struct Edges {
    /// Corners in a row, one more than there are columns.
    stride: usize,
    /// For each corner, which ways an edge leaves it.
    leave: Vec<[bool; 4]>,
}

impl Edges {
    fn new(places: &[Place], columns: usize, rows: usize) -> Self {
        let stride = columns + 1;
        let mut inside = vec![false; columns * rows];
        for place in places {
            inside[place.row * columns + place.column] = true;
        }
        let is_inside = |column: usize, row: usize| column < columns && row < rows && inside[row * columns + column];
        let mut leave = vec![[false; 4]; stride * (rows + 1)];
        for &Place { row, column } in places {
            let corner = row * stride + column;
            leave[corner][0] |= !is_inside(column, row.wrapping_sub(1));
            leave[corner + 1][1] |= !is_inside(column + 1, row);
            leave[corner + stride + 1][2] |= !is_inside(column, row + 1);
            leave[corner + stride][3] |= !is_inside(column.wrapping_sub(1), row);
        }
        Self { stride, leave }
    }

    /// Follows a line from its first corner, and forgets it.
    fn follow(&mut self, start: usize, first: usize) -> Vec<Corner> {
        let (mut at, mut way) = (start, first);
        let mut corners = Vec::new();
        loop {
            self.leave[at][way] = false;
            let (dx, dy) = WAYS[way];
            at = at.wrapping_add_signed(dx + dy * self.stride as isize);
            // Turning right where two regions touch keeps to one of them.
            let next = [way + 1, way, way + 3].map(|way| way % 4).into_iter().find(|&next| self.leave[at][next]);
            let turned = next.unwrap_or(first);
            if turned != way {
                let [before, after] = [way, turned].map(|way| WAYS[(way + 1) % 4]);
                let inward = ((before.0 + after.0) as f64, (before.1 + after.1) as f64);
                corners.push(Corner { column: at % self.stride, row: at / self.stride, inward });
            }
            match next {
                Some(next) => way = next,
                None => return corners,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(drawing: &str, inset: f64) -> String {
        let rows: Vec<&str> = drawing.split('/').collect();
        let cells = rows.iter().enumerate().flat_map(|(row, line)| {
            line.bytes().enumerate().filter(|(_, cell)| *cell == b'x').map(move |(column, _)| Place { row, column })
        });
        Outline::new(&cells.collect::<Vec<_>>(), rows[0].len(), rows.len()).path(inset)
    }

    #[test]
    fn cells_side_by_side_have_one_line_round_them() {
        assert_eq!(path("xx", 0.0), "M64 0V32H0V0z");
        assert_eq!(path("x./xx", 0.0), "M32 0V32H64V64H0V0z");
        assert_eq!(path("..", 0.0), "");
    }

    #[test]
    fn a_hole_has_a_line_of_its_own_the_other_way_round() {
        assert_eq!(path("xxx/x.x/xxx", 0.0), "M96 0V96H0V0zM32 64H64V32H32z");
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_two_regions() {
        assert_eq!(path("x./.x", 0.0), "M32 0V32H0V0zM64 32V64H32V32z");
        assert_eq!(path(".x/x.", 0.0), "M64 0V32H32V0zM32 32V64H0V32z");
    }

    #[test]
    fn an_inset_lies_within_the_cells_at_every_corner() {
        assert_eq!(path("x./xx", 2.0), "M30 2V34H62V62H2V2z");
        assert_eq!(path("xxx/x.x/xxx", 2.0), "M94 2V94H2V2zM30 66H66V30H30z");
    }
}
