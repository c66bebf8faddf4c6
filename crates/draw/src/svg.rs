//! Scenes as SVG, for pages and print.
//!
//! The picture has one group for each layer, named by its class. Its origin is the corner of the board, and a cell is
//! always 32 units wide, so a board has the same lines at every size from 16 pixels per cell on. Smaller cells show
//! less: below 16 pixels plain badges with a letter, below 7 coloured squares. The layers of a graph are five and a
//! half cells apart, and a graph has no labels if cells are small. Styles are attributes, and shapes get their colour
//! where they are used, so that several pictures in one page do not affect each other.

mod detail;
mod graph;
mod grid;
mod legend;
mod motion;
mod panel;
mod shapes;
mod sheet;
#[cfg(test)]
mod tests;

use detail::Detail;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Board, Goal, GridBoard, Key};
pub use motion::Course;
use motion::Leap;
pub(crate) use sheet::escape;
use sheet::{Sheet, number};

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

/// The sides of a picture in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Page {
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
}

impl Page {
    /// The page that a scene needs.
    #[must_use]
    pub fn of(scene: &Scene, options: &Options) -> Self {
        Plan::new(scene, None, options).page
    }

    /// The smallest page that is at least as large as both.
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        Self { width: self.width.max(other.width), height: self.height.max(other.height) }
    }
}

/// What is drawn of a board.
enum Ground<'a> {
    Grid(&'a GridBoard, Option<Leap<'a>>),
    Graph(graph::Layout<'a>),
}

impl<'a> Ground<'a> {
    fn new(board: &'a Board, leap: Option<Leap<'a>>) -> Self {
        match board {
            Board::Grid(board) => Self::Grid(board, leap),
            Board::Graph(board) => Self::Graph(graph::Layout::new(board, leap.as_ref())),
        }
    }

    fn sides(&self) -> [f64; 2] {
        match self {
            Self::Grid(board, _) => grid::sides(board),
            Self::Graph(layout) => layout.sides(),
        }
    }

    fn define(&self, panel: &panel::Panel<'_>, sheet: &mut Sheet) {
        match self {
            Self::Grid(board, _) => shapes::define(grid::shapes(board, sheet.detail).chain(panel.shapes()), sheet),
            Self::Graph(layout) => shapes::define(layout.shapes().chain(panel.shapes()), sheet),
        }
    }

    fn draw(&self, sheet: &mut Sheet) {
        match self {
            Self::Grid(board, leap) => grid::draw(board, leap.as_ref(), sheet),
            Self::Graph(layout) => layout.draw(sheet),
        }
    }
}

/// The positions of all parts, in the units of the picture; only the page is in pixels.
struct Plan<'a> {
    ground: Ground<'a>,
    scale: f64,
    margin: f64,
    /// The left edge of the panel.
    left: f64,
    panel: panel::Panel<'a>,
    page: Page,
}

impl<'a> Plan<'a> {
    fn new(scene: &'a Scene, leap: Option<Leap<'a>>, options: &Options) -> Self {
        let cell = f64::from(options.cell.max(2));
        let scale = cell / UNIT;
        let margin = (cell / 2.0).floor().clamp(8.0, 24.0) / scale;
        let ground = Ground::new(&scene.board, leap);
        let [across, down] = ground.sides();
        // The letters grow with the cells, and on a very large picture with the board.
        let font = (cell * 7.0 / 16.0).clamp(12.0, 20.0).max(down * scale / 50.0) / scale;
        let panel = panel::Panel::new(scene, Detail::of(options.cell), font);
        let left = across + 1.5 * margin;
        let width = 2.0 * margin + if panel.is_empty() { across } else { left + panel.width };
        let height = 2.0 * margin + down.max(panel.height());
        // Whole pixels, so that a frame of a film is the same as the picture of its scene; tiny rounding errors do not
        // add a pixel.
        let [width, height] = [width, height].map(|side| (side * scale - 0.005).ceil());
        Self { ground, scale, margin, left, panel, page: Page { width, height } }
    }

    /// The document, on a page that is at least this large.
    fn write(self, page: Page, options: &Options) -> String {
        let Self { ground, scale, margin, left, panel, page: needed } = self;
        let page = page.max(needed);
        let (width, height) = (page.width / scale, page.height / scale);
        let mut sheet = Sheet::new(options.dark, Detail::of(options.cell), 1.0 / scale);
        sheet.open(format_args!(
            r#"svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{edge} {edge} {} {}" role="img" aria-label="{}" font-family="{FONTS}""#,
            number(page.width),
            number(page.height),
            number(width),
            number(height),
            escape(&panel.words()),
            edge = number(-margin),
        ));
        ground.define(&panel, &mut sheet);
        let (edge, width, height, color) = (number(-margin), number(width), number(height), sheet.paper.page);
        sheet.line(format_args!(
            r#"<rect class="page" x="{edge}" y="{edge}" width="{width}" height="{height}" fill="{color}"/>"#
        ));
        ground.draw(&mut sheet);
        panel.draw(left, page.height / scale - 2.0 * margin, &mut sheet);
        sheet.close("svg");
        sheet.finish()
    }
}

/// The place of a goal in the units of the picture: the coordinates of its middle, and half of its side. `None` if it is
/// not on the board.
#[must_use]
pub fn spot(scene: &Scene, goal: Goal) -> Option<[f64; 3]> {
    match (&scene.board, goal) {
        (Board::Grid(board), Goal::Cell(cell)) => {
            board.grid.index(cell)?;
            let row = if board.y_up { board.grid.height() - 1 - cell.y } else { cell.y };
            let middle = |at: u16| (f64::from(at) + 0.5) * UNIT;
            Some([middle(cell.x), middle(row), UNIT / 2.0])
        }
        (Board::Graph(board), Goal::Node(node)) => graph::Layout::new(board, None).spot(node),
        _ => None,
    }
}

/// Draws the legend as a separate SVG document, to be shown beside the board; empty if there is nothing to explain.
#[must_use]
pub fn legend(keys: &[Key], dark: bool) -> String {
    let (detail, font, width) = (Detail::of(UNIT as u32), 16.0, 380.0);
    let legend = legend::Legend::new(keys, detail, font, width);
    if keys.is_empty() {
        return String::new();
    }
    let (width, height) = (number(width), number(legend.height()));
    let mut sheet = Sheet::new(dark, detail, 1.0);
    sheet.open(format_args!(
        r#"svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="What the signs mean" font-family="{FONTS}""#
    ));
    shapes::define(legend.shapes(), &mut sheet);
    legend.draw(0.0, &mut sheet);
    sheet.close("svg");
    sheet.finish()
}

/// Draws a scene as an SVG document.
#[must_use]
pub fn render(scene: &Scene, options: &Options) -> String {
    render_on(Page::default(), scene, options)
}

/// Draws a scene on a page that is at least this large, so that all frames of a film can have the same size.
#[must_use]
pub fn render_on(page: Page, scene: &Scene, options: &Options) -> String {
    Plan::new(scene, None, options).write(page, options)
}

/// Draws a moment between two scenes, after `share` of the time: actors are between their positions; marks of the
/// events of either scene are not shown; all else is as in the first scene.
#[must_use]
pub fn render_moment(page: Page, before: &Scene, after: &Scene, share: f64, options: &Options) -> String {
    render_passage(page, before, &Course::default(), after, share, options)
}

/// Draws a moment between two scenes with other scenes in between: actors move through their positions in those.
#[must_use]
pub fn render_passage(
    page: Page,
    before: &Scene,
    course: &Course,
    after: &Scene,
    share: f64,
    options: &Options,
) -> String {
    let still = motion::still(before, after);
    Plan::new(&still, Some(Leap::new(course, after, share)), options).write(page, options)
}

/// Whether an actor has another position in the next scene; if not, moments between the two need not be drawn.
#[must_use]
pub fn is_motion(before: &Scene, after: &Scene) -> bool {
    is_passage(before, &Course::default(), after)
}

/// Whether an actor moves anywhere on the course from one scene to another.
#[must_use]
pub fn is_passage(before: &Scene, course: &Course, after: &Scene) -> bool {
    motion::is_any(before, course, after)
}
