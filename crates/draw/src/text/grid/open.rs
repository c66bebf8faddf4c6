//! Boards with nothing between the cells.

use super::cell;
use crate::cells::{Cells, Place};
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::text::part::Window;

/// Draws the cells in a window, `room` columns each. An empty cell has a dot, except in a dungeon, where cells without
/// ground are not drawn.
pub(super) fn draw(board: &Cells<'_>, room: usize, window: &Window, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let floor = (!board.dungeon).then(|| brush.pick('.', '·'));
    let row = |row| {
        let mut line = Line::default();
        for column in window.columns.clone() {
            line.append(cell::at(board, Place { row, column }, (room, floor), brush, legend));
        }
        line
    };
    window.rows.clone().map(row).collect()
}
