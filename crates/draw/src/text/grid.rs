//! Grids: with walls between the cells, as lanes, or open.

mod cell;
mod joint;
mod lanes;
mod open;
mod walled;

use super::brush::Brush;
use super::legend::Legend;
use super::line::Line;
use crate::cells::Cells;
use gridhaunt_kernel::scene::GridBoard;

/// The most cells that are drawn; a larger board is only named.
const MOST_CELLS: usize = 1 << 18;

/// Draws a board in at most `most` columns, `beside` of them for the panel if it can be.
pub(super) fn draw(board: &GridBoard, most: usize, beside: usize, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    if board.grid.cells() > MOST_CELLS {
        legend.say(format!("board of {} x {} cells", board.grid.width(), board.grid.height()));
        return Vec::new();
    }
    let cells = Cells::new(board);
    if cells.is_open() {
        let room = if 2 * cells.columns + beside <= most { 2 } else { 1 };
        return open::draw(&cells, room, brush, legend);
    }
    match [3, 1].into_iter().find(|room| cells.columns * (room + 1) < most) {
        Some(room) => walled::draw(&cells, room, brush, legend),
        None => lanes::draw(&cells, brush, legend),
    }
}
