//! Boards with walls between the cells.

use super::cell;
use super::joint::joint;
use crate::cells::{Between, Cells, Place, Seam};
use crate::columns::width;
use crate::text::Charset;
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use anstyle::Style as Paint;
use gridhaunt_kernel::scene::EdgeMark;

/// Draws a board whose cells are `room` columns wide.
pub(super) fn draw(board: &Cells<'_>, room: usize, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in 0..board.rows {
        lines.push(level(board, row, room, brush, legend));
        lines.push(cells(board, row, room, brush, legend));
    }
    lines.push(level(board, board.rows, room, brush, legend));
    lines
}

/// The line above a row.
fn level(board: &Cells<'_>, row: usize, room: usize, brush: &Brush, legend: &mut Legend) -> Line {
    let mut line = Line::default();
    for column in 0..=board.columns {
        post(board, row, column, brush, &mut line);
        if column == board.columns {
            break;
        }
        match board.between(Seam::level(row, column)) {
            Between::Open => line.text(&" ".repeat(room), Paint::new()),
            Between::Wall => line.text(&brush.pick('-', '─').to_string().repeat(room), Paint::new()),
            Between::Mark(mark) => {
                let label = label(mark, room, brush, legend);
                let free = room.saturating_sub(width(&label));
                line.text(&" ".repeat(free.div_ceil(2)), Paint::new());
                line.text(&label, brush.ink(mark.look));
                line.text(&" ".repeat(free / 2), Paint::new());
            }
        }
    }
    line
}

fn cells(board: &Cells<'_>, row: usize, room: usize, brush: &Brush, legend: &mut Legend) -> Line {
    let mut line = Line::default();
    for column in 0..=board.columns {
        match board.between(Seam::upright(column, row)) {
            Between::Open => line.push(' ', Paint::new()),
            Between::Wall => line.push(brush.pick('|', '│'), Paint::new()),
            Between::Mark(mark) => line.text(&label(mark, 1, brush, legend), brush.ink(mark.look)),
        }
        if column < board.columns {
            line.append(cell::at(board, Place { row, column }, (room, None), brush, legend));
        }
    }
    line
}

/// The corner where four cells meet.
fn post(board: &Cells<'_>, row: usize, column: usize, brush: &Brush, line: &mut Line) {
    if brush.charset == Charset::Ascii {
        return line.push('+', Paint::new());
    }
    let wall = |seam: Option<Seam>| seam.is_some_and(|seam| matches!(board.between(seam), Between::Wall));
    let arms = [
        wall(row.checked_sub(1).map(|above| Seam::upright(column, above))),
        wall(Some(Seam::level(row, column))),
        wall(Some(Seam::upright(column, row))),
        wall(column.checked_sub(1).map(|left| Seam::level(row, left))),
    ];
    match joint(arms) {
        ' ' => line.push('·', brush.muted()),
        corner => line.push(corner, Paint::new()),
    }
}

/// What is written on a mark, in at most `room` columns.
pub(super) fn label(mark: &EdgeMark, room: usize, brush: &Brush, legend: &mut Legend) -> String {
    let label = brush.clean(&mark.label);
    match width(&label) {
        0 => "~".to_string(),
        long if long > room => legend.letter(&label).to_string(),
        _ => label,
    }
}
