//! Boards with nothing between the cells.

use super::{cell, rail};
use crate::cells::{Cells, Crowd, Place};
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::text::part::Window;

/// Draws the cells in a window, `room` columns each. An empty one has a dot, but in a dungeon, where what is made of
/// nothing is not there.
pub(super) fn draw(board: &Cells<'_>, room: usize, window: &Window, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let (empty, floor) = (Crowd::default(), (!board.dungeon).then(|| brush.pick('.', '·')));
    let row = |row| {
        let mut line = Line::default();
        for column in window.columns.clone() {
            let place = Place { row, column };
            let crowd = board.crowds.get(&place).unwrap_or(&empty);
            match rail::of(board, place).filter(|_| rail::has_room(crowd, brush)) {
                Some(rail) => line.append(rail.draw(crowd, room, brush)),
                None => line.append(cell::draw(crowd, room, floor, brush, legend)),
            }
        }
        line
    };
    window.rows.clone().map(row).collect()
}
