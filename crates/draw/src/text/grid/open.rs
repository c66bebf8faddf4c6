//! Boards with nothing between the cells.

use super::cell;
use crate::cells::{Cells, Crowd, Place};
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;

/// Draws a board whose cells are `room` columns wide, each with a dot where it is empty.
pub(super) fn draw(board: &Cells<'_>, room: usize, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let (empty, dot) = (Crowd::default(), brush.pick('.', '·'));
    let row = |row| {
        let mut line = Line::default();
        for column in 0..board.columns {
            let crowd = board.crowds.get(&Place { row, column }).unwrap_or(&empty);
            line.append(cell::draw(crowd, room, Some(dot), brush, legend));
        }
        line
    };
    (0..board.rows).map(row).collect()
}
