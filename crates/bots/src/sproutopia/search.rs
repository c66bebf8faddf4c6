//! Shortest ways over sets of cells, a layer of rows at a time.

use gridhaunt_kernel::board::bit;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};

/// A search that keeps its memory for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The cells of each step, from the first on: as many rows as the search can reach, and an empty one before and
    /// behind them.
    layers: Vec<u64>,
    seen: Vec<u64>,
    top: usize,
    height: usize,
    /// The row it began in, counted from the top.
    middle: usize,
    steps: usize,
    /// The row and the bit of the cell that the first step does not enter.
    behind: Option<(usize, u64)>,
}

/// What the cells of one more step are.
pub(super) struct Spread {
    pub(super) is_empty: bool,
    /// Whether one of them is a goal.
    pub(super) has_goal: bool,
}

impl Search {
    /// Spreads from a cell over the cells of `open`, at most `most` steps far, until a layer contains a cell of `goal`;
    /// returns the first such cell, row by row. Its first step does not go `back`.
    pub(super) fn run(
        &mut self,
        from: Cell,
        back: Option<Action>,
        open: &Rows,
        goal: &Rows,
        most: usize,
    ) -> Option<Cell> {
        self.start(from, back, most);
        for _ in 0..most {
            let Spread { is_empty, has_goal } = self.spread(open, goal);
            if has_goal {
                let first = |(y, row): (usize, u64)| {
                    let x = (row & goal.0[y]).trailing_zeros() as u16;
                    (x < 64).then_some(Cell { x, y: y as u16 })
                };
                return self.last().find_map(first);
            } else if is_empty {
                return None;
            }
        }
        None
    }

    /// Begins a search from a cell that goes at most `most` steps far, and whose first step does not go `back`.
    pub(super) fn start(&mut self, from: Cell, back: Option<Action>, most: usize) {
        let y = usize::from(from.y) % SIDE;
        self.top = y.saturating_sub(most);
        self.height = (y + most).min(SIDE - 1) - self.top + 1;
        self.middle = y - self.top;
        self.steps = 0;
        let rows = [(&mut self.layers, self.height + 2, self.middle + 1), (&mut self.seen, self.height, self.middle)];
        for (rows, length, at) in rows {
            rows.clear();
            rows.resize(length, 0);
            rows[at] = bit(from);
        }
        let behind = back.and_then(|back| back.from_cell(from, SIDE as u8, SIDE as u8));
        self.behind = behind.and_then(|cell| Some((usize::from(cell.y).checked_sub(self.top)?, bit(cell))));
        self.behind = self.behind.filter(|(row, _)| *row < self.height);
    }

    /// Adds the layer of one step more over the cells of `open`.
    pub(super) fn spread(&mut self, open: &Rows, goal: &Rows) -> Spread {
        // What lies behind is as good as seen in the first step.
        let behind = self.behind.take();
        if let Some((row, bit)) = behind {
            self.seen[row] |= bit;
        }
        self.steps += 1;
        let stride = self.height + 2;
        self.layers.resize((self.steps + 1) * stride, 0);
        let (before, next) = self.layers.split_at_mut(self.steps * stride);
        let reach = self.middle.saturating_sub(self.steps)..(self.middle + self.steps + 1).min(self.height);
        let last = &before[(self.steps - 1) * stride..][reach.start..reach.end + 2];
        let rows = next[1..][reach.clone()].iter_mut().zip(&mut self.seen[reach.clone()]);
        let cells = open.0[self.top..][reach.clone()].iter().zip(&goal.0[self.top..][reach]);
        let (mut any, mut goals) = (0, 0);
        for ((&[above, here, below], (open, goal)), (next, seen)) in last.array_windows().zip(cells).zip(rows) {
            let spread = here << 1 | here >> 1 | above | below;
            *next = spread & open & !*seen;
            *seen |= *next;
            any |= *next;
            goals |= *next & goal;
        }
        if let Some((row, bit)) = behind {
            self.seen[row] &= !bit;
        }
        Spread { is_empty: any == 0, has_goal: goals != 0 }
    }

    /// The rows of the last layer that can have a cell, with their numbers.
    pub(super) fn last(&self) -> impl Iterator<Item = (usize, u64)> {
        let (first, end) = (self.middle.saturating_sub(self.steps), (self.middle + self.steps + 1).min(self.height));
        let layer = &self.layers[self.steps * (self.height + 2) + 1..];
        (self.top + first..).zip(layer[first..end].iter().copied())
    }

    /// The steps of a shortest way to a cell of the layer `step`, written from the last to the first.
    pub(super) fn trace(&self, to: Cell, step: usize, ways: &mut Vec<Action>) {
        let mut at = to;
        for layer in self.rows().take(step).rev() {
            let from = Action::DIRECTIONS.into_iter().find_map(|way| {
                let from = way.opposite()?.from_cell(at, SIDE as u8, SIDE as u8)?;
                let row = usize::from(from.y).checked_sub(self.top)?;
                (layer.get(row)? & bit(from) != 0).then_some((way, from))
            });
            let Some((way, from)) = from else { return };
            ways.push(way);
            at = from;
        }
    }

    /// How many steps the last search took.
    pub(super) const fn steps(&self) -> usize {
        self.steps
    }

    /// The rows of each layer.
    fn rows(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        self.layers.chunks_exact(self.height + 2).map(|layer| &layer[1..=self.height])
    }
}
