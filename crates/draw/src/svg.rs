//! Scenes as SVG, for pages and print.
//!
//! The picture has one group a layer, each named by its class. Its origin is the corner of the board, and a cell is
//! 32 units wide whatever its size on the screen, so a board has the same lines at every size from 16 pixels a cell
//! up. Smaller cells show less: below 16 pixels plain badges with a letter, below 7 coloured squares. Styles are
//! attributes and the shapes take their colour from where they are used, so that pictures in one page do not disturb
//! each other.

mod detail;
mod layers;
mod panel;
mod shapes;
mod sheet;
mod sprites;
#[cfg(test)]
mod tests;

use crate::board::Board;
use detail::Detail;
use gridhaunt_kernel::Scene;
use sheet::{Sheet, escape, number};
use sprites::Sprites;

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The side of a cell in pixels; at least 2 are used.
    pub cell: u32,
    /// Whether the page is dark.
    pub dark: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { cell: 32, dark: false }
    }
}

/// The side of a cell in the units of the picture.
const UNIT: f64 = 32.0;

const FONTS: &str = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/// Draws a scene as an SVG document.
#[must_use]
pub fn render(scene: &Scene, options: &Options) -> String {
    let detail = Detail::of(options.cell);
    let cell = f64::from(options.cell.max(2));
    let scale = cell / UNIT;
    let margin = (cell / 2.0).clamp(8.0, 24.0) / scale;
    let board = Board::new(scene);
    let (across, down) = (board.columns as f64 * UNIT, board.rows as f64 * UNIT);
    // The letters grow with the cells, and on a poster with the board.
    let font = (cell * 7.0 / 16.0).clamp(12.0, 20.0).max(down * scale / 50.0) / scale;
    let panel = panel::Panel::new(&scene.panel, font);
    let left = across + 1.5 * margin;
    let width = 2.0 * margin + if panel.is_empty() { across } else { left + panel.width };
    let height = 2.0 * margin + down.max(panel.height());

    let mut sheet = Sheet::new(options.dark, detail, 1.0 / scale);
    sheet.open(format_args!(
        r#"svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{edge} {edge} {} {}" role="img" aria-label="{}" font-family="{FONTS}""#,
        number(width * scale),
        number(height * scale),
        number(width),
        number(height),
        escape(&panel.words()),
        edge = number(-margin),
    ));
    shapes::define(scene, &mut sheet);
    let (edge, width, height, page) = (number(-margin), number(width), number(height), sheet.paper.page);
    sheet.line(format_args!(
        r#"<rect class="page" x="{edge}" y="{edge}" width="{width}" height="{height}" fill="{page}"/>"#
    ));
    layers::floor(&board, &mut sheet);
    let sprites = Sprites::new(&board, detail);
    if detail == Detail::Square {
        sprites.things(&mut sheet);
        sprites.actors(&mut sheet);
        layers::walls(&board, &mut sheet);
    } else {
        layers::marks(&board, &mut sheet);
        layers::walls(&board, &mut sheet);
        layers::trails(&board, &mut sheet);
        sprites.things(&mut sheet);
        layers::flashes(&board, &mut sheet);
        sprites.actors(&mut sheet);
        layers::bars(&board, &mut sheet);
    }
    panel.draw(left, &mut sheet);
    sheet.close("svg");
    sheet.finish()
}
