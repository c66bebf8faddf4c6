//! Boards with one line for each row: the wall below a cell is drawn at its bottom.
//!
//! ```text
//!  ______________
//! |   *____ 3|  R|
//! |__4P__*__*|___|
//! ```

use super::cell;
use super::walled::label;
use crate::cells::{Between, Cells, Place, Seam};
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::text::part::Window;
use anstyle::Style as Paint;

/// Draws the cells in a window, `room` columns each. With two columns the second always shows the wall below; with one
/// column an actor in the cell hides it.
pub(super) fn draw(board: &Cells<'_>, room: usize, window: &Window, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let mut lines = Vec::with_capacity(window.rows.len() + 1);
    let mut top = Line::default();
    for column in window.columns.clone() {
        let is_joined = column > window.columns.start && passes(board, window.rows.start, column);
        top.push(if is_joined { ground(brush) } else { ' ' }, Paint::new());
        foot(board, Seam::level(window.rows.start, column), room, brush, legend, &mut top);
    }
    lines.push(top);
    for row in window.rows.clone() {
        let mut line = Line::default();
        for column in window.columns.clone() {
            beside(board, row, column, brush, legend, &mut line);
            let (place, below) = (Place { row, column }, Seam::level(row + 1, column));
            let blank = cell::is_blank(board, place);
            if !blank {
                line.append(cell::at(board, place, (1, None), brush, legend));
            }
            foot(board, below, if blank { room } else { room - 1 }, brush, legend, &mut line);
        }
        beside(board, row, window.columns.end, brush, legend, &mut line);
        lines.push(line);
    }
    lines
}

/// The wall to the left of a cell, or the end of the walls below it.
fn beside(board: &Cells<'_>, row: usize, column: usize, brush: &Brush, legend: &mut Legend, line: &mut Line) {
    match board.between(Seam::upright(column, row)) {
        Between::Wall => line.push(brush.pick('|', '│'), Paint::new()),
        Between::Mark(mark) => line.text(&label(mark, 1, brush, legend), brush.ink(mark.look)),
        Between::Open if passes(board, row + 1, column) => line.push(ground(brush), Paint::new()),
        Between::Open => line.push(' ', Paint::new()),
    }
}

/// Whether the horizontal wall with this number crosses the vertical line left of a column.
fn passes(board: &Cells<'_>, level: usize, column: usize) -> bool {
    let is_wall = |column| matches!(board.between(Seam::level(level, column)), Between::Wall);
    column.checked_sub(1).is_some_and(is_wall) && is_wall(column)
}

/// What lies below a cell, in so many columns.
fn foot(board: &Cells<'_>, seam: Seam, room: usize, brush: &Brush, legend: &mut Legend, line: &mut Line) {
    match board.between(seam) {
        _ if room == 0 => {}
        Between::Open => line.text(&" ".repeat(room), Paint::new()),
        Between::Wall => line.text(&ground(brush).to_string().repeat(room), Paint::new()),
        Between::Mark(mark) => {
            line.text(&" ".repeat(room - 1), Paint::new());
            line.text(&label(mark, 1, brush, legend), brush.ink(mark.look));
        }
    }
}

fn ground(brush: &Brush) -> char {
    brush.pick('_', '▁')
}
