//! Scenes as text, for terminals and logs.
//!
//! ```text
//! +---+---+---+---+---+      ┌───────────────────┐      ┌─────────┐       ▁▁▁▁▁▁▁▁▁
//! |     *           R |      │     ◆           R │      │  ◆     R│      │  ◆▁ 3   R│
//! +   +---+ 3 +   +   +      │   ╶───╴ 3 ╷   ·   │      │ ╶─╴3╷ · │      │▁4P▁◆▁│▁▁▁│
//! |   4P2*  * |       |      │   4P²◆  ◆ │       │      │ 4P ◆│   │
//! +---+---+---+---+---+      └───────────┴───────┘      └─────┴───┘
//! ```
//! Cells are three columns wide with walls between them if there is room, else one column with walls between them. On
//! a page too low for that a row is one line, with walls beside and at the feet of the cells; a board too large for that
//! too is shown in part, round its focus. Lines are walls at every size, and what lies on them is written there. A board with nothing between its cells has a dot for each, with a blank
//! between them if the panel still fits beside. What a board has no room for is written below the panel: `a=12` for a
//! long label, `P2` for a badge, `&=P R` for those behind an `&`, `A on exit` for what lies under somebody. What pictures say by
//! rings, bars and paleness is told there too where colours do not: who sees this, who is out, who could not go where.
//!
//! A dungeon, whose cells are tiles, has the letter of what they are made of, walls without blanks between them:
//!
//! ```text
//! ##########              ██████████              #####
//! ##. . . ##              ██· · · ██              #...#
//! ##. K . + : : :         ██· K · + : : :         #.K.+:::
//! ##########              ██████████              #####
//! ```
//! A region, a way over it and what grows there have letters of their own; where there are colours they are told by what
//! lies behind the letters, and who acts is a triangle that points where they face:
//!
//! ```text
//! AAAa...
//! AAAa@#.
//! ```
//! Lines run through the cells from where they begin to who made them, `-`, `|`, `/` and `\` or their like; who faces
//! somewhere has it written beside them where there is room. Cells of which nothing is known have a `?` or `░`; of those not
//! seen now walls are `%` or `▒` and, without colours, floors `,` and hallways `;`. An outline round many cells runs through the cells around it, as far as they are empty.
//!
//! A graph has one line a layer, the top one first, and below them a line for every node where someone stands, with
//! the nodes that are joined to it and how far they are; on a page that stands alone a line for every node.

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

pub use crate::columns::wrap;
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
