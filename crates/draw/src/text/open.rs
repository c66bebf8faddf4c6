//! Boards with nothing between the cells.

use super::brush::Brush;
use super::cell;
use super::legend::Legend;
use super::line::Line;
use crate::board::{Board, Crowd, Place};

/// Draws a board whose cells are `room` columns wide, each with a dot where it is empty.
pub(super) fn draw(board: &Board<'_>, room: usize, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
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
