//! Loops that a `steward` can fence: out of its land, along it and back, for every size that is worth it.

use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};

/// The longest way out and the longest way along.
const LONGEST: usize = 24;
/// How much deeper than its gate a way back may end.
const DEEPER: i32 = 4;
/// What a cell of others is worth beside one that nobody owns: it is also lost to them.
const STOLEN: f64 = 1.5;

/// A walk round a rectangle: `out` from the gate for `depth` steps, `along` for `width`, and back for `home`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) gate: Cell,
    /// Steps inside its own land to the gate.
    pub(super) walk: usize,
    pub(super) out: Action,
    pub(super) along: Action,
    pub(super) depth: usize,
    pub(super) width: usize,
    pub(super) home: usize,
    /// What it gains, in cells.
    pub(super) gain: f64,
}

impl Loop {
    /// How many steps it takes from the gate to the claim.
    pub(super) const fn steps(&self) -> usize {
        self.depth + self.width + self.home
    }

    /// The corner opposite the gate.
    pub(super) fn corner(&self) -> Option<Cell> {
        place(self.gate, self.out, self.along, self.depth as i32, self.width as i32)
    }
}

/// The cell so many steps out and along from another; none off the largest board.
fn place(from: Cell, out: Action, along: Action, depth: i32, width: i32) -> Option<Cell> {
    let ((ox, oy), (ax, ay)) = (out.offset(), along.offset());
    let x = i32::from(from.x) + i32::from(ox) * depth + i32::from(ax) * width;
    let y = i32::from(from.y) + i32::from(oy) * depth + i32::from(ay) * width;
    let on = |p: i32| (0..SIDE as i32).contains(&p);
    (on(x) && on(y)).then_some(Cell { x: x as u16, y: y as u16 })
}

/// How many cells of a set lie above and to the left of every corner.
#[derive(Clone, Debug)]
struct Sums(Vec<u16>);

impl Sums {
    fn of(rows: &Rows) -> Self {
        let mut sums = vec![0; (SIDE + 1) * (SIDE + 1)];
        for y in 0..SIDE {
            let mut row = 0;
            for x in 0..SIDE {
                row += (rows.0[y] >> x & 1) as u16;
                sums[(y + 1) * (SIDE + 1) + x + 1] = sums[y * (SIDE + 1) + x + 1] + row;
            }
        }
        Self(sums)
    }

    /// How many cells of the set lie in the rectangle between two cells, both included.
    fn between(&self, one: Cell, other: Cell) -> i32 {
        let (left, right) = (usize::from(one.x.min(other.x)), usize::from(one.x.max(other.x)) + 1);
        let (top, bottom) = (usize::from(one.y.min(other.y)), usize::from(one.y.max(other.y)) + 1);
        let at = |x: usize, y: usize| i32::from(self.0[y * (SIDE + 1) + x]);
        at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
    }
}

/// The ground that loops are looked for on.
#[derive(Clone, Debug)]
pub(super) struct Ground<'a> {
    own: &'a Rows,
    open: &'a Rows,
    owned: Sums,
    foreign: Sums,
}

/// What is known of a column of the loops from one gate: where the last own cell and the last closed one are.
#[derive(Clone, Copy, Debug)]
struct Column {
    own: Option<i32>,
    closed: Option<i32>,
}

impl<'a> Ground<'a> {
    /// `others` is the land of others.
    pub(super) fn new(own: &'a Rows, open: &'a Rows, others: &Rows) -> Self {
        Self { own, open, owned: Sums::of(own), foreign: Sums::of(others) }
    }

    /// Calls `each` with every loop that leaves a gate in a direction.
    pub(super) fn loops(&self, gate: Cell, walk: usize, out: Action, mut each: impl FnMut(Loop)) {
        for along in Action::DIRECTIONS.into_iter().filter(|&along| along != out && Some(along) != out.opposite()) {
            self.loops_along(gate, walk, out, along, &mut each);
        }
    }

    fn loops_along(&self, gate: Cell, walk: usize, out: Action, along: Action, each: &mut impl FnMut(Loop)) {
        let at = |depth: i32, width: usize| place(gate, out, along, depth, width as i32);
        let is_open = |cell: Option<Cell>| cell.is_some_and(|cell| self.open.contains(cell));
        let is_own = |cell: Option<Cell>| cell.is_some_and(|cell| self.own.contains(cell));
        let mut columns = [Column { own: None, closed: None }; LONGEST + 1];
        let look = |column: &mut Column, depth: i32, width: usize| {
            let cell = at(depth, width);
            if is_own(cell) {
                column.own = Some(depth);
            }
            if !is_open(cell) {
                column.closed = Some(depth);
            }
        };
        for (width, column) in columns.iter_mut().enumerate().skip(1) {
            (-DEEPER..=0).for_each(|depth| look(column, depth, width));
        }
        for depth in 1..=LONGEST as i32 {
            if !is_open(at(depth, 0)) || is_own(at(depth, 0)) {
                return;
            }
            let mut passable = true;
            for width in 1..=LONGEST {
                let cell = at(depth, width);
                passable &= is_open(cell);
                let column = columns[width];
                let ends = is_own(cell);
                if passable && let (Some(corner), true) = (cell, depth > 1 || ends) {
                    let back = if ends {
                        Some(depth)
                    } else {
                        column.own.filter(|&own| column.closed.is_none_or(|closed| closed < own))
                    };
                    if let Some(back) = back {
                        let near = at(1, 0).unwrap_or(gate);
                        let area = depth * (width as i32 + 1);
                        let (owned, foreign) = (self.owned.between(near, corner), self.foreign.between(near, corner));
                        let gain = f64::from(area - owned) + (STOLEN - 1.0) * f64::from(foreign);
                        let home = (depth - back) as usize;
                        each(Loop { gate, walk, out, along, depth: depth as usize, width, home, gain });
                    }
                }
                look(&mut columns[width], depth, width);
                if ends {
                    passable = false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(cells: impl IntoIterator<Item = (u16, u16)>) -> Rows {
        cells.into_iter().map(|(x, y)| Cell { x, y }).collect()
    }

    #[test]
    fn a_loop_ends_on_its_own_land_and_counts_what_is_new() {
        let own = rows((0..3).flat_map(|x| (0..3).map(move |y| (x + 5, y + 5))));
        let open = rows((0..20).flat_map(|x| (0..20).map(move |y| (x, y))));
        let ground = Ground::new(&own, &open, &Rows::NONE);
        let mut found = Vec::new();
        ground.loops(Cell { x: 7, y: 5 }, 0, Action::Right, |found_loop| found.push(found_loop));
        let square = found.iter().find(|l| l.along == Action::Down && l.depth == 3 && l.width == 2).unwrap();
        assert_eq!((square.home, square.gain, square.steps()), (3, 9.0, 8));
        assert_eq!(square.corner(), Some(Cell { x: 10, y: 7 }));
        assert!(found.iter().all(|l| l.along == Action::Down && l.width <= 2), "only there is land to come back to");
    }

    #[test]
    fn what_is_closed_is_not_walked_on() {
        let own = rows((0..3).flat_map(|x| (0..3).map(move |y| (x + 5, y + 5))));
        let open = rows((0..20).flat_map(|x| (0..20).map(move |y| (x, y))).filter(|cell| *cell != (9, 5)));
        let mut found = Vec::new();
        Ground::new(&own, &open, &Rows::NONE).loops(Cell { x: 7, y: 5 }, 0, Action::Right, |l| found.push(l));
        assert!(found.iter().all(|l| l.depth == 1 && l.width >= 1 || l.depth < 2), "{found:?}");
    }
}
