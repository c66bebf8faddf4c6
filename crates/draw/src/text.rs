//! Scenes as text, for terminals and logs.
//!
//! ```text
//! +---+---+---+---+---+      ┌───────────────────┐      ┌─────────┐       ▁▁▁▁▁▁▁▁▁
//! |     *           R |      │     ◆           R │      │  ◆     R│      │  ◆▁ 3   R│
//! +   +---+ 3 +   +   +      │   ╶───╴ 3 ╷   ·   │      │ ╶─╴3╷ · │      │▁4P▁◆▁│▁▁▁│
//! |   4P2*  * |       |      │   4P²◆  ◆ │       │      │ 4P ◆│   │
//! +---+---+---+---+---+      └───────────┴───────┘      └─────┴───┘
//! ```
//! Cells are three columns wide with walls between them if there is room, else one column with walls between them. If
//! the page has too few lines for that, a row is one line, with walls beside the cells and at their bottom. Of a board
//! that is still too large only the part around its focus is shown. Lines are walls at every size, and their labels are
//! written on them. A board with nothing between its cells has a dot for each cell, with a blank between them if the
//! panel still fits beside it. What a board has no room for is written below the panel: `a=12` for a long label, `P2`
//! for a badge, `&=P R` for the actors behind an `&`, `A on exit` for a thing under an actor. What pictures show by
//! rings, bars and pale colours is written there too if colours do not show it: whose view it is, who is out, and who
//! was blocked.
//!
//! In a dungeon, whose cells are tiles, each cell has the letter of its ground; walls have no blanks between them:
//!
//! ```text
//! ##########              ██████████              #####
//! ##. . . ##              ██· · · ██              #...#
//! ##. K . + : : :         ██· K · + : : :         #.K.+:::
//! ##########              ██████████              #####
//! ```
//! Regions, the ways over them and plants have their own letters. With colours they are shown by the background
//! instead, and an actor is a triangle that points in the direction it faces:
//!
//! ```text
//! AAAa...
//! AAAa@#.
//! ```
//! Lines run through the cells from their start to the actor that drew them, as `-`, `|`, `/`, `\` or similar signs.
//! The direction that an actor faces is written beside it if there is room. Unknown cells are `?` or `░`. Of cells that
//! are not visible now, walls are `%` or `▒` and, without colours, floors are `,` and hallways `;`. An outline around
//! many cells runs through the cells outside it, as far as they are empty.
//!
//! A graph has one line for each layer, the top one first, and below them a line for every node with a token, with the
//! nodes that are linked to it and their distances; on a page that is shown without other explanations, a line for
//! every node.

mod brush;
mod flow;
mod graph;
mod grid;
mod key;
mod legend;
mod line;
mod panel;
mod part;
#[cfg(test)]
mod tests;
mod words;

pub use crate::columns::{width_of, wrap};
use brush::Brush;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Board;
pub use key::explain;
use legend::Legend;
use line::Line;
pub use part::{Pan, Part};
pub use words::clean;

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Charset {
    Ascii,
    /// Those of Unicode that are one column wide.
    #[default]
    Unicode,
}

/// How text is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Which characters may be used.
    pub charset: Charset,
    /// Whether colours may be used, as ANSI escape codes.
    pub color: bool,
    /// The number of columns, if it is limited.
    pub width: Option<usize>,
    /// The number of lines, if it is limited: of a board that is too large only the part around its focus is shown.
    pub height: Option<usize>,
    /// Whether the text is shown without other explanations: then it also contains what the game is about or whose
    /// point of view it is, the meaning of every sign, and every link of a graph.
    pub alone: bool,
}

/// Blank columns between the board and the panel.
const GAP: usize = 3;

/// A piece of a line, all of it in one style.
pub type Run = (String, anstyle::Style);

/// Draws a scene. Every line ends with a line break and is at most `style.width` columns wide, provided that is at
/// least three; there are at most `style.height` of them.
#[must_use]
pub fn render(scene: &Scene, style: &Style) -> String {
    let mut text = String::new();
    for line in lay_out(scene, style, (0, 0)).0 {
        line.write(&mut text);
    }
    text
}

/// Draws a scene as [`render`] does, as pieces with styles, for callers that do the output themselves.
#[must_use]
pub fn runs(scene: &Scene, style: &Style) -> Vec<Vec<Run>> {
    runs_of_part(scene, style, (0, 0)).0
}

/// The same with the visible part of the board moved; also returns which part is shown, if not all.
#[must_use]
pub fn runs_of_part(scene: &Scene, style: &Style, pan: Pan) -> (Vec<Vec<Run>>, Option<Part>) {
    let (lines, part) = lay_out(scene, style, pan);
    (lines.into_iter().map(Line::runs).collect(), part)
}

fn lay_out(scene: &Scene, style: &Style, pan: Pan) -> (Vec<Line>, Option<Part>) {
    let brush = Brush::new(style);
    let room = Room { columns: style.width.unwrap_or(usize::MAX), rows: style.height.unwrap_or(usize::MAX) };
    let (mut board, mut panel, mut part) = draw(scene, room, pan, &brush);
    let indent = board.iter().map(Line::width).max().map_or(0, |width| width + GAP);
    let lines = if indent + panel.least() <= room.columns {
        beside(board, panel.draw(panel.width().min(room.columns - indent), &brush), indent)
    } else {
        let below = panel.draw(room.columns, &brush).len();
        let below = if below == 0 { 0 } else { below + 1 };
        if board.len() + below > room.rows {
            // The text below the board may take at most half of the page.
            let rows = room.rows.saturating_sub(below).max(room.rows / 2);
            (board, panel, part) = draw(scene, Room { rows, ..room }, pan, &brush);
        }
        let panel = panel.draw(room.columns, &brush);
        let blank = (!board.is_empty() && !panel.is_empty()).then(Line::default);
        board.into_iter().chain(blank).chain(panel).collect()
    };
    (cut(lines, room, &brush), part)
}

/// The columns and lines there are.
#[derive(Clone, Copy)]
struct Room {
    columns: usize,
    rows: usize,
}

/// The board, the panel with everything for which the board has no room, and which part of the board is shown.
fn draw(scene: &Scene, room: Room, pan: Pan, brush: &Brush) -> (Vec<Line>, panel::Panel, Option<Part>) {
    let mut legend = Legend::default();
    let beside = match panel::Panel::new(scene, &[], brush).least() {
        0 => 0,
        panel => GAP + panel,
    };
    let (board, part) = match &scene.board {
        Board::Grid(board) => grid::draw(board, grid::Page { room, beside, pan }, brush, &mut legend),
        Board::Graph(board) => graph::draw(board, room, pan, brush, &mut legend),
    };
    (board, panel::Panel::new(scene, &legend.lines(), brush), part)
}

fn beside(board: Vec<Line>, panel: Vec<Line>, indent: usize) -> Vec<Line> {
    let rows = board.len().max(panel.len());
    let (mut board, mut panel) = (board.into_iter(), panel.into_iter());
    (0..rows).map(|_| board.next().unwrap_or_default().beside(panel.next().unwrap_or_default(), indent)).collect()
}

/// Cuts off the end of a page that is too high, and adds a note about that.
fn cut(mut lines: Vec<Line>, room: Room, brush: &Brush) -> Vec<Line> {
    if lines.len() > room.rows {
        let hidden = lines.len() - room.rows.saturating_sub(1);
        lines.truncate(room.rows.saturating_sub(1));
        let says = wrap(&format!("{hidden} lines are hidden: make the window taller"), room.columns);
        lines.extend(says.first().filter(|_| room.rows > 0).map(|says| Line::of(says, brush.muted())));
    }
    lines
}
