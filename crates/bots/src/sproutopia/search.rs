//! Shortest ways over sets of cells, a layer of rows at a time.

use gridhaunt_kernel::board::bit;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};

/// A search that keeps its memory for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The cells of each step, from the first on: as many rows as the search can reach.
    layers: Vec<u64>,
    seen: Vec<u64>,
    top: usize,
    height: usize,
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
        self.height = (y + most).min(SIDE - 1) - self.top + 1;
        let (top, height, middle) = (self.top, self.height, y - self.top);
        for rows in [&mut self.layers, &mut self.seen] {
            rows.clear();
            rows.resize(height, 0);
            rows[middle] = bit(from);
        }
        let (open, goal) = (&open.0[top..top + height], &goal.0[top..top + height]);
        // What lies behind is as good as seen in the first step.
        let behind = back.and_then(|back| back.from_cell(from, SIDE as u8, SIDE as u8));
        let behind = behind.and_then(|cell| Some(((cell.y as usize).checked_sub(top)?, bit(cell))));
        let behind = behind.filter(|(row, _)| *row < height);
        if let Some((row, bit)) = behind {
            self.seen[row] |= bit;
        }
        for step in 1..=most {
            self.layers.resize((step + 1) * height, 0);
            let (before, next) = self.layers.split_at_mut(step * height);
            let (last, next, seen) = (&before[(step - 1) * height..], &mut next[..height], &mut self.seen[..height]);
            let row = |at: usize| last.get(at).copied().unwrap_or(0);
            let (mut any, mut goals) = (0, 0);
            for at in middle.saturating_sub(step)..(middle + step + 1).min(height) {
                let spread = row(at) << 1 | row(at) >> 1 | row(at.wrapping_sub(1)) | row(at + 1);
                let new = spread & open[at] & !seen[at];
                seen[at] |= new;
                next[at] = new;
                any |= new;
                goals |= new & goal[at];
            }
            let first = |(at, (new, goal)): (usize, (&u64, &u64))| {
                let x = (new & goal).trailing_zeros() as u16;
                (x < 64).then_some(Cell { x, y: (top + at) as u16 })
            };
            let found = if goals == 0 { None } else { next.iter().zip(goal).enumerate().find_map(first) };
            if let Some((row, bit)) = behind.filter(|_| step == 1) {
                self.seen[row] &= !bit;
            }
            if found.is_some() || any == 0 {
                return found;
            }
        }
        None
    }

    /// The rows of each layer with their numbers, from the first step on.
    pub(super) fn layers(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, u64)>> {
        self.layers.chunks_exact(self.height.max(1)).map(|layer| (self.top..).zip(layer.iter().copied()))
    }

    /// The steps of a shortest way to a cell of the layer `step`, written from the last to the first.
    pub(super) fn trace(&self, to: Cell, step: usize, ways: &mut Vec<Action>) {
        let mut at = to;
        for layer in self.layers.chunks_exact(self.height.max(1)).take(step).rev() {
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
    pub(super) fn steps(&self) -> usize {
        (self.layers.len() / self.height.max(1)).saturating_sub(1)
    }
}
