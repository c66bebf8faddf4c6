//! The outline of a set of cells.

use crate::cells::Place;
use crate::svg::UNIT;
use crate::svg::sheet::number;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Closed lines around cells, corner by corner; the cells are on the right side in the direction of the line.
pub(super) struct Outline(Vec<Vec<Corner>>);

/// A corner, named by the cell whose upper left corner it is, and the direction into the cells.
struct Corner {
    at: Place,
    inward: (f64, f64),
}

/// Right, down, left and up: each is a right turn from the previous one.
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Outline {
    /// The outline of cells. Cells that touch only at a corner are separate regions.
    pub(super) fn new(places: &[Place]) -> Self {
        let mut edges = Edges::new(places);
        let mut loops = Vec::new();
        // The first remaining point in reading order is always a corner of a line.
        while let Some(start) = edges.0.keys().next().copied() {
            loops.push(edges.follow(start));
        }
        Self(loops)
    }

    /// The outline as a path, moved inwards by `inset`.
    pub(super) fn path(&self, inset: f64) -> String {
        let mut path = String::new();
        for corners in &self.0 {
            let points = corners.iter().map(|corner| {
                let (x, y) = (corner.at.column as f64 * UNIT, corner.at.row as f64 * UNIT);
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

/// The edges between cells inside and outside: for each corner, the directions of the edges that begin there.
struct Edges(BTreeMap<Place, [bool; 4]>);

impl Edges {
    fn new(places: &[Place]) -> Self {
        let mut inside = places.to_vec();
        inside.sort_unstable();
        let mut edges = Self(BTreeMap::new());
        for &place in places {
            let corners = [place, beside(place, 0), beside(beside(place, 0), 1), beside(place, 1)];
            for (way, corner) in corners.into_iter().enumerate() {
                // The cell outside an edge is on its left side.
                if inside.binary_search(&beside(place, (way + 3) % 4)).is_err() {
                    edges.0.entry(corner).or_default()[way] = true;
                }
            }
        }
        edges
    }

    /// Whether an edge begins at a corner in this direction; removes it.
    fn take(&mut self, corner: Place, way: usize) -> bool {
        let Some(ways) = self.0.get_mut(&corner) else { return false };
        let is_there = std::mem::take(&mut ways[way]);
        if *ways == [false; 4] {
            self.0.remove(&corner);
        }
        is_there
    }

    /// Follows a line from its first corner, and removes its edges.
    fn follow(&mut self, start: Place) -> Vec<Corner> {
        let first = (0..4).find(|&way| self.take(start, way)).unwrap_or(0);
        let (mut at, mut way) = (start, first);
        let mut corners = Vec::new();
        loop {
            at = beside(at, way);
            // At a point where two regions touch, a right turn stays with the same region.
            let next = [way + 1, way, way + 3].map(|way| way % 4).into_iter().find(|&next| self.take(at, next));
            let turned = next.unwrap_or(first);
            if turned != way {
                let [before, after] = [way, turned].map(|way| WAYS[(way + 1) % 4]);
                let inward = ((before.0 + after.0) as f64, (before.1 + after.1) as f64);
                corners.push(Corner { at, inward });
            }
            match next {
                Some(next) => way = next,
                None => return corners,
            }
        }
    }
}

/// The next position in a direction; above or left of the board it wraps to a position that is on no board.
fn beside(place: Place, way: usize) -> Place {
    let (column, row) = WAYS[way % 4];
    Place { row: place.row.wrapping_add_signed(row), column: place.column.wrapping_add_signed(column) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(drawing: &str, inset: f64) -> String {
        let rows: Vec<&str> = drawing.split('/').collect();
        let cells = rows.iter().enumerate().flat_map(|(row, line)| {
            line.bytes().enumerate().filter(|(_, cell)| *cell == b'x').map(move |(column, _)| Place { row, column })
        });
        Outline::new(&cells.collect::<Vec<_>>()).path(inset)
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
    fn cells_that_are_far_apart_take_no_more_room() {
        let far = Place { row: 65_534, column: 65_534 };
        let path = Outline::new(&[far, Place { row: 0, column: 0 }]).path(0.0);
        assert_eq!(path, "M32 0V32H0V0zM2097120 2097088V2097120H2097088V2097088z");
    }

    #[test]
    fn an_inset_lies_within_the_cells_at_every_corner() {
        assert_eq!(path("x./xx", 2.0), "M30 2V34H62V62H2V2z");
        assert_eq!(path("xxx/x.x/xxx", 2.0), "M94 2V94H2V2zM30 66H66V30H30z");
    }
}
