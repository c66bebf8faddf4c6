//! Boards of one column a cell: lines where one can walk, thick where something lies on the way.

use super::cell;
use super::joint::{Arm, joint};
use crate::cells::{Between, Cells, Place, Seam};
use crate::text::Charset;
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::text::part::Window;

pub(super) fn draw(board: &Cells<'_>, window: &Window, brush: &Brush, legend: &mut Legend) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in window.rows.clone() {
        let mut line = Line::default();
        for column in window.columns.clone() {
            let place = Place { row, column };
            match board.crowds.get(&place).filter(|crowd| !crowd.is_bare() || crowd.frame.is_some()) {
                Some(crowd) => line.append(cell::draw(crowd, 1, None, brush, legend)),
                None => lane(board, place, brush, &mut line),
            }
        }
        lines.push(line);
    }
    lines
}

fn lane(board: &Cells<'_>, Place { row, column }: Place, brush: &Brush, line: &mut Line) {
    let mut paint = brush.muted();
    let seams = [
        Seam::level(row, column),
        Seam::upright(column + 1, row),
        Seam::level(row + 1, column),
        Seam::upright(column, row),
    ];
    let arms = seams.map(|seam| match board.between(seam) {
        Between::Wall => Arm::None,
        Between::Open => Arm::Thin,
        Between::Mark(mark) => {
            paint = brush.ink(mark.role);
            Arm::Thick
        }
    });
    let lane = match brush.charset {
        Charset::Ascii => plain(arms),
        Charset::Unicode => joint(arms),
    };
    line.push(lane, paint);
}

/// Corners hang from a `'` and rest on a `.`, as ASCII has no joints.
fn plain(arms: [Arm; 4]) -> char {
    let [up, right, down, left] = arms.map(|arm| arm > Arm::None);
    match arms {
        [_, Arm::Thick, ..] | [.., Arm::Thick] => '~',
        [Arm::Thick, ..] | [.., Arm::Thick, _] => ':',
        _ if !up && !down && !left && !right => ' ',
        _ if !up && !down => '-',
        _ if !left && !right => '|',
        _ if (left && right) || (up && down) => '+',
        _ if up => '\'',
        _ => '.',
    }
}
