//! Boards on a screen.

use super::paper::{Line, Paper, Position, Rect, Span};
use super::pen::Pen;
use gridhaunt_draw::text::{Pan, Part, Run, Style, runs_of_part};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::Board;

/// Blank columns between two boards.
const GAP: usize = 3;

/// From how many rows on one is used to say which part of a board is shown.
const ROWS: usize = 3;

/// A board as lines.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) lines: Vec<Line>,
    /// How far the visible part is really moved, which may be less than asked for; `None` if the whole board is
    /// visible.
    pub(crate) pan: Option<Pan>,
}

/// Draws a board in at most so many columns and rows. Of a larger board it draws the part around its focus, moved by
/// `pan`, with a line below that says which part it is.
pub(crate) fn draw(scene: &Scene, columns: usize, rows: usize, pan: Pan, pen: Pen) -> Drawn {
    let (lines, part) = drawn(scene, columns, Some(rows), pan, pen);
    if part.is_none() || rows < ROWS {
        return Drawn { lines, pan: part.map(|part| part.pan) };
    }
    let (mut lines, part) = drawn(scene, columns, Some(rows - 1), pan, pen);
    lines.extend(part.as_ref().map(|part| pen.muted(&part.words(columns))));
    Drawn { lines, pan: part.map(|part| part.pan) }
}

fn drawn(scene: &Scene, columns: usize, rows: Option<usize>, pan: Pan, pen: Pen) -> (Vec<Line>, Option<Part>) {
    let style = Style { width: Some(columns), height: rows, ..pen.style };
    let span = |(text, paint): Run| Span::styled(text, paint);
    let (lines, part) = runs_of_part(scene, &style, pan);
    (lines.into_iter().map(|line| Line::from_iter(line.into_iter().map(span))).collect(), part)
}

/// Sets the focus if the game has not set it: to the viewer's own actor, or else to the middle of all actors.
pub(crate) fn follow(scene: &mut Scene) {
    let Board::Grid(board) = &mut scene.board else { return };
    let own = board.actors.iter().find(|actor| actor.own).map(|actor| actor.at);
    let middle = |of: fn(Cell) -> u16| {
        let places = || board.actors.iter().filter(|actor| !actor.faded).map(|actor| of(actor.at));
        Some(places().min()?.midpoint(places().max()?))
    };
    let all = middle(|cell| cell.x).zip(middle(|cell| cell.y)).map(|(x, y)| Cell { x, y });
    board.focus = board.focus.or(own).or(all);
}

/// Draws the boards in at most `rows` lines: side by side if there is enough room for the second, else one below the
/// other.
pub(crate) fn draw_all(boards: &[Scene], columns: usize, rows: usize, pen: Pen) -> Vec<Line> {
    let [first, second] = match boards {
        [] => return Vec::new(),
        [only] => return draw(only, columns, rows, (0, 0), pen).lines,
        [first, second, ..] => [first, second],
    };
    let draw = |scene, columns, rows| draw(scene, columns, rows, (0, 0), pen).lines;
    let wide = |scene, columns| widest(&drawn(scene, columns, None, (0, 0), pen).0);
    let indent = wide(first, columns) + GAP;
    let rest = columns.saturating_sub(indent);
    if rest > 0 && wide(second, rest) <= rest {
        return beside(draw(first, indent, rows), draw(second, rest, rows), indent);
    }
    let mut lines = draw(first, columns, rows);
    let left = rows.saturating_sub(lines.len() + 1);
    if left > 0 {
        lines.push(Line::default());
        lines.extend(draw(second, columns, left));
    }
    lines
}

/// The width of the widest line in columns.
pub(crate) fn widest(lines: &[Line]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0)
}

fn beside(left: Vec<Line>, right: Vec<Line>, indent: usize) -> Vec<Line> {
    let rows = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let line = |_| {
        let (mut left, right) = (left.next().unwrap_or_default(), right.next().unwrap_or_default());
        if right.width() > 0 {
            left.push_span(Span::raw(" ".repeat(indent.saturating_sub(left.width()))));
            left.spans.extend(right);
        }
        left
    };
    (0..rows).map(line).collect()
}

/// Writes lines into an area, one below the other; what does not fit is cut off.
pub(crate) fn write(lines: &[Line], area: Rect, page: &mut Paper) {
    let area = area.intersection(page.area());
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        page.write(Position { x: area.x, y }, line, area.width);
    }
}

/// Reserves up to `lines` of the `left` lines, but leaves `keep` of them for more important parts; returns how many.
pub(crate) fn take(left: &mut usize, lines: usize, keep: usize) -> usize {
    let taken = lines.min(left.saturating_sub(keep));
    *left -= taken;
    taken
}

/// The part of an area that begins at line `from`.
pub(crate) fn part(area: Rect, from: usize, rows: usize) -> Rect {
    let cells = |many: usize| u16::try_from(many).unwrap_or(u16::MAX);
    let from = cells(from).min(area.height);
    Rect { y: area.y + from, height: cells(rows).min(area.height - from), ..area }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{ASCII, COLORS, matches};
    use gridhaunt_kernel::Seat;
    use gridhaunt_kernel::face::Span as Reach;

    #[test]
    fn boards_of_every_game_fit_the_width_they_are_given() {
        for (name, game) in matches(40) {
            let session = game.session();
            let scenes =
                [session.scene(Reach::Frame, None), session.scene(Reach::Step, Some(Seat(0))), session.known(Seat(0))];
            for (scene, columns) in scenes.iter().flat_map(|scene| [24, 40, 60, 80, 120, 200].map(|wide| (scene, wide)))
            {
                for pen in [ASCII, COLORS] {
                    let (lines, _) = drawn(scene, columns, None, (0, 0), pen);
                    // A board that is shown completely has at least one column per cell.
                    let least = match &scene.board {
                        Board::Grid(board) => usize::from(board.grid.width()),
                        Board::Graph(_) => 0,
                    };
                    assert!(widest(&lines) <= columns.max(least), "{name} in {columns}: {}", widest(&lines));
                    assert!(!lines.is_empty());
                }
            }
        }
    }
}
