//! Grids: with walls between the cells, with walls at the bottom of the cells, or without walls.

mod cell;
mod joint;
mod low;
mod open;
mod rail;
#[cfg(test)]
mod tests;
mod walled;

use super::brush::Brush;
use super::legend::Legend;
use super::line::Line;
use super::panel::SHORT_SENTENCE;
use super::part::{Pan, Part, Window};
use super::{GAP, Room};
use crate::cells::{Bar, Cells};
use gridhaunt_kernel::scene::GridBoard;

/// The most cells that are drawn; of a larger board only the size is written.
const MOST_CELLS: usize = 1 << 18;

/// The columns of a sentence of the legend beside a board, including the gap.
const LEGEND: usize = GAP + SHORT_SENTENCE;

/// Where a board is drawn.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) room: Room,
    /// The columns for the panel beside the board, if possible.
    pub(super) beside: usize,
    pub(super) pan: Pan,
}

/// Draws a board, or the part of it for which there is room.
pub(super) fn draw(board: &GridBoard, page: Page, brush: &Brush, legend: &mut Legend) -> (Vec<Line>, Option<Part>) {
    let Page { room, beside, .. } = page;
    let (most, grid) = (room.columns, board.grid);
    if grid.cells() > MOST_CELLS {
        legend.say(format!("board of {} x {} cells", grid.width(), grid.height()));
        return (Vec::new(), None);
    }
    let cells = Cells::new(board);
    if cells.is_open() {
        let wide = if 2 * cells.columns + beside <= most { 2 } else { 1 };
        let window = window(&cells, page);
        blocked(&cells, &window, brush, legend);
        return (open::draw(&cells, wide, &window, brush, legend), window.of_grid(board));
    }
    // Walls between the rows double the number of lines; without them the whole of a high board can be visible.
    let high = 2 * cells.rows < room.rows;
    // If the number of lines is limited, the panel should be beside the board.
    let beside = if room.rows == usize::MAX { 0 } else { beside };
    let mut sizes = [(3, beside), (1, beside), (3, 0), (1, 0)].into_iter();
    let fits = |&(wide, beside): &(usize, usize)| high && cells.columns * (wide + 1) + beside < most;
    if let Some((wide, _)) = sizes.find(fits) {
        blocked(&cells, &Window::whole(cells.rows, cells.columns), brush, legend);
        return (walled::draw(&cells, wide, brush, legend), None);
    }
    let mut sizes = [(2, beside), (1, beside), (2, 0), (1, 0)].into_iter();
    let fits = |&(wide, beside): &(usize, usize)| cells.columns * (wide + 1) + beside < most;
    let wide = sizes.find(fits).map_or(1, |(wide, _)| wide);
    let window = walled_window(&cells, page, wide);
    blocked(&cells, &window, brush, legend);
    (low::draw(&cells, wide, &window, brush, legend), window.of_grid(board))
}

/// Writes into the legend who was blocked, and on which side.
fn blocked(cells: &Cells<'_>, window: &Window, brush: &Brush, legend: &mut Legend) {
    let shown = |bar: &&Bar<'_>| window.rows.contains(&bar.at.row) && window.columns.contains(&bar.at.column);
    for bar in cells.bars.iter().filter(shown) {
        let crowd = cells.crowds.get(&bar.at);
        let actor = crowd.and_then(|crowd| crowd.actors.iter().find(|actor| actor.look == bar.look));
        let sign = actor.map_or_else(|| bar.look.glyph(), |actor| brush.sign(actor.look, actor.glyph));
        let towards = (bar.towards.0 as i8, bar.towards.1 as i8);
        legend.tell("blocked", format!("{sign}{}", brush.bearing(towards)));
    }
}

/// As many cells of a board with walls as there is room for, `wide` columns each with a wall beside them, and a line for
/// the wall at the top.
fn walled_window(cells: &Cells<'_>, Page { room, pan, .. }: Page, wide: usize) -> Window {
    let columns = (room.columns.saturating_sub(1) / (wide + 1)).max(1);
    let (focus, rows) = ((cells.focus.row, cells.focus.column), room.rows.saturating_sub(1));
    // Without a row there is nothing to scroll.
    let pan = if rows == 0 { (0, 0) } else { pan };
    Window::new(focus, (cells.rows, cells.columns), (rows, columns), pan)
}

/// As many cells around the focus as there is room for; all rows if the number of lines is not limited.
fn window(cells: &Cells<'_>, Page { room, beside, pan }: Page) -> Window {
    // The panel also contains what the board has no room for.
    let beside = if beside == 0 { 0 } else { beside.max(LEGEND) };
    let cut = room.rows < cells.rows;
    let wide = match room.columns {
        _ if room.rows == usize::MAX => cells.columns,
        // A panel stays beside a board that is too large for the page, if half of the page is left for the board.
        most if (most < cells.columns || cut && most < cells.columns + beside) && 2 * beside <= most => most - beside,
        most => most,
    };
    let focus = (cells.focus.row, cells.focus.column);
    Window::new(focus, (cells.rows, cells.columns), (room.rows, wide), pan)
}
