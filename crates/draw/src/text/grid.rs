//! Grids: with walls between the cells, with walls at the feet of the cells, or open.

mod cell;
mod joint;
mod low;
mod open;
mod rail;
#[cfg(test)]
mod tests;
mod walled;

use super::brush::Brush;
use super::legend::Legend;
use super::line::Line;
use super::panel::SHORT_SENTENCE;
use super::{GAP, Room};
use crate::cells::Cells;
use gridhaunt_kernel::scene::GridBoard;
use std::ops::Range;

/// The most cells that are drawn; a larger board is only named.
const MOST_CELLS: usize = 1 << 18;

/// The columns that a sentence of the legend takes beside a board, with those between them.
const LEGEND: usize = GAP + SHORT_SENTENCE;

/// Draws a board in the columns there are, `beside` of them for the panel if it can be.
pub(super) fn draw(board: &GridBoard, room: Room, beside: usize, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let (most, grid) = (room.columns, board.grid);
    if grid.cells() > MOST_CELLS {
        legend.say(format!("board of {} x {} cells", grid.width(), grid.height()));
        return Vec::new();
    }
    let cells = Cells::new(board);
    if cells.is_open() {
        let wide = if 2 * cells.columns + beside <= most { 2 } else { 1 };
        return open::draw(&cells, wide, &Window::new(&cells, room, beside), brush, legend);
    }
    // Walls between the rows take as many lines again; without them all of a high board can be seen.
    let high = 2 * cells.rows < room.rows;
    // On a page that ends the panel should stand beside the board.
    let beside = if room.rows == usize::MAX { 0 } else { beside };
    let mut sizes = [(3, beside), (1, beside), (3, 0), (1, 0)].into_iter();
    let fits = |&(wide, beside): &(usize, usize)| high && cells.columns * (wide + 1) + beside < most;
    if let Some((wide, _)) = sizes.find(fits) {
        return walled::draw(&cells, wide, brush, legend);
    }
    let mut sizes = [(2, beside), (1, beside), (2, 0), (1, 0)].into_iter();
    let fits = |&(wide, beside): &(usize, usize)| cells.columns * (wide + 1) + beside < most;
    let wide = sizes.find(fits).map_or(1, |(wide, _)| wide);
    low::draw(&cells, wide, &Window::walled(&cells, room, wide), brush, legend)
}

/// The cells of an open board that are shown.
struct Window {
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Window {
    /// As many cells round the focus as there is room for; all of a row if the page has no end.
    fn new(cells: &Cells<'_>, room: Room, beside: usize) -> Self {
        // What the board has no room for stands in the panel too.
        let beside = if beside == 0 { 0 } else { beside.max(LEGEND) };
        let wide = match room.columns {
            _ if room.rows == usize::MAX => cells.columns,
            // A panel keeps its place beside a board too wide for the page if it leaves it half of the page.
            most if most < cells.columns && 2 * beside <= most => most - beside,
            most => most,
        };
        Self {
            rows: around(cells.focus.row, room.rows, cells.rows),
            columns: around(cells.focus.column, wide, cells.columns),
        }
    }

    /// As many cells of a board with walls as there is room for, `wide` columns each with a wall beside them, and a line
    /// for the wall at the top.
    fn walled(cells: &Cells<'_>, room: Room, wide: usize) -> Self {
        let columns = (room.columns.saturating_sub(1) / (wide + 1)).max(1);
        Self {
            rows: around(cells.focus.row, room.rows.saturating_sub(1), cells.rows),
            columns: around(cells.focus.column, columns, cells.columns),
        }
    }
}

/// At most `most` numbers below `end`, `middle` in their middle if it can be.
fn around(middle: usize, most: usize, end: usize) -> Range<usize> {
    let length = most.min(end);
    let start = middle.saturating_sub(length / 2).min(end - length);
    start..start + length
}
