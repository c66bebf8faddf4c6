//! Shortest ways over sets of cells, a layer of rows at a time.

use gridhaunt_kernel::board::{bit, ones};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};

/// A search that keeps its memory for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    layers: Vec<Vec<u64>>,
    used: usize,
    top: usize,
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
        let y = usize::from(from.y) % SIDE;
        self.top = y.saturating_sub(most);
        let height = (y + most).min(SIDE - 1) - self.top + 1;
        self.used = 1;
        let middle = y - self.top;
        self.layer(0, height)[middle] = bit(from);
        let mut seen = vec![0u64; height];
        seen[middle] = bit(from);
        let behind = back.and_then(|back| back.from_cell(from, SIDE as u8, SIDE as u8));
        for step in 1..=most {
            self.layer(step, height);
            let (before, after) = self.layers.split_at_mut(step);
            let (last, next) = (&before[step - 1], &mut after[0]);
            let (low, high) = (middle.saturating_sub(step), (middle + step).min(height - 1));
            let mut any = 0;
            let mut found = None;
            for at in low..=high {
                let row = last[at];
                let beside = if at > 0 { last[at - 1] } else { 0 } | if at + 1 < height { last[at + 1] } else { 0 };
                let mut new = (row << 1 | row >> 1 | beside) & open.0[self.top + at] & !seen[at];
                if let Some(behind) = behind.filter(|behind| step == 1 && usize::from(behind.y) == self.top + at) {
                    new &= !bit(behind);
                }
                seen[at] |= new;
                next[at] = new;
                any |= new;
                let here = new & goal.0[self.top + at];
                if found.is_none() && here != 0 {
                    found = Some(Cell { x: here.trailing_zeros() as u16, y: (self.top + at) as u16 });
                }
            }
            self.used = step + 1;
            if found.is_some() || any == 0 {
                return found;
            }
        }
        None
    }

    fn layer(&mut self, step: usize, height: usize) -> &mut Vec<u64> {
        if self.layers.len() <= step {
            self.layers.resize(step + 1, Vec::new());
        }
        let layer = &mut self.layers[step];
        layer.clear();
        layer.resize(height, 0);
        layer
    }

    /// The cells of each layer, from the first step on.
    pub(super) fn layers(&self) -> impl Iterator<Item = impl Iterator<Item = Cell>> {
        let top = self.top;
        self.layers[..self.used].iter().map(move |layer| {
            let cells =
                move |(at, &row): (usize, &u64)| ones(row).map(move |x| Cell { x: x as u16, y: (top + at) as u16 });
            layer.iter().enumerate().flat_map(cells)
        })
    }

    /// The steps of a shortest way to a cell of the layer `step`, written from the last to the first.
    pub(super) fn trace(&self, to: Cell, step: usize, ways: &mut Vec<Action>) {
        let mut at = to;
        for step in (0..step).rev() {
            let from = Action::DIRECTIONS.into_iter().find_map(|way| {
                let from = way.opposite()?.from_cell(at, SIDE as u8, SIDE as u8)?;
                let row = usize::from(from.y).checked_sub(self.top)?;
                (self.layers[step].get(row)? & bit(from) != 0).then_some((way, from))
            });
            let Some((way, from)) = from else { return };
            ways.push(way);
            at = from;
        }
    }

    /// How many steps the last search took.
    pub(super) const fn steps(&self) -> usize {
        self.used - 1
    }
}
