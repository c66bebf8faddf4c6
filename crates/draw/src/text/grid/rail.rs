//! Outlines around many cells: they run through the cells outside, as far as these are empty.

use super::joint::joint;
use crate::cells::{Cells, Crowd, Pane, Place};
use crate::text::Charset;
use crate::text::brush::Brush;
use crate::text::line::Line;
use gridhaunt_kernel::scene::Look;

/// The piece of an outline that runs through one cell: up, right, down, left.
pub(super) struct Rail<'a> {
    look: &'a Look,
    arms: [bool; 4],
}

/// The outline that runs through a cell.
pub(super) fn of<'a>(board: &Cells<'a>, place: Place) -> Option<Rail<'a>> {
    board.panes.iter().find_map(|pane| along(pane, place))
}

/// Whether an outline can be shown in a cell: letters have priority; the colour of a region stays visible behind it.
pub(super) fn has_room(crowd: &Crowd<'_>, brush: &Brush) -> bool {
    let region = brush.color && crowd.cover() == crowd.field;
    crowd.is_bare() && crowd.frame.is_none() && crowd.stroke.is_none() && (region || crowd.cover().is_none())
}

fn along<'a>(pane: &Pane<'a>, Place { row, column }: Place) -> Option<Rail<'a>> {
    let (above, below) = (row + 1 == pane.rows.start, row == pane.rows.end);
    let (left, right) = (column + 1 == pane.columns.start, column == pane.columns.end);
    let (beside, within) = (pane.rows.contains(&row), pane.columns.contains(&column));
    let level = (above || below) && (within || left || right);
    let upright = (left || right) && (beside || above || below);
    let up = upright && !above;
    let down = upright && !below;
    let arms = [up, level && !right, down, level && !left];
    (level || upright).then_some(Rail { look: pane.look, arms })
}

impl Rail<'_> {
    pub(super) fn draw(&self, crowd: &Crowd<'_>, room: usize, brush: &Brush) -> Line {
        let paint = match crowd.cover() {
            Some(ground) => brush.ink_on(self.look, ground),
            None => brush.ink(self.look),
        };
        let sign = match (brush.charset, self.arms) {
            (Charset::Unicode, arms) => joint(arms),
            (Charset::Ascii, [false, _, false, _]) => '-',
            (Charset::Ascii, [_, false, _, false]) => '|',
            (Charset::Ascii, _) => '+',
        };
        let rest = if self.arms[1] { brush.pick('-', '─') } else { ' ' };
        let mut line = Line::of(&sign.to_string(), paint);
        line.text(&rest.to_string().repeat(room.saturating_sub(1)), paint);
        line
    }
}
