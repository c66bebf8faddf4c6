//! Grids: with walls between the cells, with walls at the feet of the cells, or open.

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

/// The most cells that are drawn; a larger board is only named.
const MOST_CELLS: usize = 1 << 18;

/// The columns that a sentence of the legend takes beside a board, with those between them.
const LEGEND: usize = GAP + SHORT_SENTENCE;

/// Where a board is drawn.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) room: Room,
    /// The columns of it that are for the panel, if it can be.
    pub(super) beside: usize,
    pub(super) pan: Pan,
}

/// Draws a board, or the part of it that there is room for.
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
    // Walls between the rows take as many lines again; without them all of a high board can be seen.
    let high = 2 * cells.rows < room.rows;
    // On a page that ends the panel should stand beside the board.
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

/// Tells who was blocked, and on which side.
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
    // Where there is no row there is nothing to move.
    let pan = if rows == 0 { (0, 0) } else { pan };
    Window::new(focus, (cells.rows, cells.columns), (rows, columns), pan)
}

/// As many cells round the focus as there is room for; all of a row if the page has no end.
fn window(cells: &Cells<'_>, Page { room, beside, pan }: Page) -> Window {
    // What the board has no room for stands in the panel too.
    let beside = if beside == 0 { 0 } else { beside.max(LEGEND) };
    let cut = room.rows < cells.rows;
    let wide = match room.columns {
        _ if room.rows == usize::MAX => cells.columns,
        // A panel keeps its place beside a board too large for the page if it leaves it half of the page.
        most if (most < cells.columns || cut && most < cells.columns + beside) && 2 * beside <= most => most - beside,
        most => most,
    };
    let focus = (cells.focus.row, cells.focus.column);
    Window::new(focus, (cells.rows, cells.columns), (room.rows, wide), pan)
}
