//! The chart of a match: travel times to every cheese, and which cheese lies on the way to which.

use super::cheeses::{Cheeses, MOST};
use gridhaunt_kernel::field::{Ring, UNREACHED};
use gridhaunt_pyrat::Action;
use gridhaunt_pyrat::maze::Maze;

/// The travel time to a cheese that cannot be reached.
pub(super) const NEVER: u32 = u16::MAX as u32;

/// Travel times of a maze to the cheeses that lie in it. A cheese is known by its number, in the order of cells.
#[derive(Debug)]
pub(super) struct Chart {
    maze: Maze,
    /// The cell of every cheese.
    cells: Vec<usize>,
    /// Travel times, by cell and then by cheese.
    times: Vec<u16>,
    /// By two cheeses: those on a shortest way from one to the other, without these two.
    between: Vec<Cheeses>,
    /// By cheese: all others, nearest first.
    nearest: Vec<u8>,
}

impl Chart {
    /// The chart of these cells; those after the first [`MOST`] are left out.
    pub(super) fn new(maze: Maze, cells: impl IntoIterator<Item = usize>) -> Self {
        let cells: Vec<usize> = cells.into_iter().take(MOST).collect();
        let count = cells.len();
        let (mut ring, mut row) = (Ring::default(), vec![UNREACHED; maze.grid().cells()]);
        let mut times = vec![0; row.len() * count];
        for (cheese, &cell) in cells.iter().enumerate() {
            // Edges are the same from both sides (R2), so the way there takes as long as the way back.
            ring.least_costs(&maze, [cell], &mut row);
            for (cell, &time) in row.iter().enumerate() {
                times[cell * count + cheese] = time.min(NEVER) as u16;
            }
        }
        let mut chart = Self { maze, cells, times, between: Vec::new(), nearest: Vec::new() };
        chart.between = (0..count * count).map(|pair| chart.way_between(pair / count, pair % count)).collect();
        chart.nearest = (0..count).flat_map(|from| chart.by_time(from)).collect();
        chart
    }

    fn way_between(&self, from: usize, to: usize) -> Cheeses {
        let (start, whole) = (self.cells[from], self.time(self.cells[from], to));
        let mut between = Cheeses::default();
        for cheese in (0..self.cells.len()).filter(|&cheese| cheese != from && cheese != to && whole < NEVER) {
            if self.time(start, cheese) + self.time(self.cells[cheese], to) == whole {
                between.insert(cheese);
            }
        }
        between
    }

    fn by_time(&self, from: usize) -> Vec<u8> {
        let mut others: Vec<u8> = (0..self.cells.len()).filter(|&other| other != from).map(|k| k as u8).collect();
        others.sort_by_key(|&other| self.time(self.cells[from], other.into()));
        others
    }

    pub(super) const fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The number of the cheese of a cell.
    pub(super) fn cheese_at(&self, cell: usize) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// The cell of a cheese.
    #[inline]
    pub(super) fn cell(&self, cheese: usize) -> usize {
        self.cells[cheese]
    }

    /// The travel time from a cell to a cheese, [`NEVER`] if there is no way.
    #[inline]
    pub(super) fn time(&self, cell: usize, cheese: usize) -> u32 {
        self.times[cell * self.cells.len() + cheese].into()
    }

    /// All cheeses but this one, nearest to it first.
    #[inline]
    pub(super) fn nearest(&self, cheese: usize) -> &[u8] {
        let others = self.cells.len() - 1;
        &self.nearest[cheese * others..][..others]
    }

    /// The cheeses on a shortest way between two.
    #[inline]
    pub(super) fn between(&self, from: usize, to: usize) -> &Cheeses {
        &self.between[from * self.cells.len() + to]
    }

    /// Whether none of these cheeses lies on a shortest way from a cell to a cheese.
    pub(super) fn is_clear(&self, cell: usize, to: usize, cheeses: &Cheeses) -> bool {
        let whole = self.time(cell, to);
        cheeses.iter().all(|cheese| cheese == to || self.time(cell, cheese) + self.time(self.cells[cheese], to) > whole)
    }

    /// The first step of a shortest way from a cell to a cheese: the action, the cell beyond, its turns.
    #[inline]
    pub(super) fn step(&self, cell: usize, to: usize) -> Option<(Action, usize, u32)> {
        let whole = self.time(cell, to);
        let mut step = None;
        self.maze.each_way(cell, |action, beyond, turns| {
            let turns = u32::from(turns);
            if step.is_none() && self.time(beyond, to) + turns == whole {
                step = Some((action, beyond, turns));
            }
        });
        step.filter(|_| whole < NEVER)
    }
}
