//! Scenes as text, for terminals and logs.
//!
//! ```text
//! +---+---+---+---+---+      ┌───────────────────┐      ┌─────────┐      ┌◆┰┬R
//! |     *           R |      │     ◆           R │      │  ◆     R│      ┕P◆└┘
//! +   +---+ 3 +   +   +      │   ╶───╴ 3 ╷   ·   │      │ ╶─╴3╷ · │
//! |   4P2*  * |       |      │   4P²◆  ◆ │       │      │ 4P ◆│   │
//! +---+---+---+---+---+      └───────────┴───────┘      └─────┴───┘
//! ```
//! Cells are three columns wide with walls between them if the width allows, else one column with walls between
//! them. A board too wide for that too gets one column a cell and no walls: then lines are drawn where one can walk,
//! thick where something lies on the way. A board with nothing between its cells has a dot for each, with a blank
//! between them if the panel still fits beside. What a board has no room for is written below the panel: `a=12` for a
//! long label, `P2` for a badge, `&=P R` for those behind an `&`.
//!
//! Of lines only the beginning is shown, as a dot in their colour, and of wishes that came to nothing nothing at all:
//! the panel has them in words.
//!
//! A graph has one line a layer, the top one first, and below them a line for every node where someone stands, with
//! the nodes that are joined to it and how far they are.

mod brush;
mod flow;
mod graph;
mod grid;
mod legend;
mod line;
mod panel;
#[cfg(test)]
mod tests;

use brush::Brush;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Board;
use legend::Legend;
use line::Line;

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Those of ASCII.
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
    /// Whether colours are, as ANSI escape codes.
    pub color: bool,
    /// How many columns there are, if it matters.
    pub width: Option<usize>,
}

/// Blank columns between the board and the panel.
const GAP: usize = 3;

/// Draws a scene. Every line ends with a line break and is at most `style.width` columns wide, provided that is at
/// least one column a cell.
#[must_use]
pub fn render(scene: &Scene, style: &Style) -> String {
    let brush = Brush::new(style);
    let mut legend = Legend::default();
    let most = style.width.unwrap_or(usize::MAX);
    let beside = match panel::Panel::new(&scene.panel, &[], &brush).least() {
        0 => 0,
        panel => GAP + panel,
    };
    let board = match &scene.board {
        Board::Grid(board) => grid::draw(board, most, beside, &brush, &mut legend),
        Board::Graph(board) => graph::draw(board, most, &brush),
    };
    let panel = panel::Panel::new(&scene.panel, &legend.lines(), &brush);
    let mut text = String::new();
    for line in beside_or_below(board, &panel, most, &brush) {
        line.write(&mut text);
    }
    text
}

fn beside_or_below(board: Vec<Line>, panel: &panel::Panel, most: usize, brush: &Brush) -> Vec<Line> {
    let indent = board.iter().map(Line::width).max().map_or(0, |width| width + GAP);
    if indent + panel.least() <= most {
        let panel = panel.draw(panel.width().min(most - indent), brush);
        let rows = board.len().max(panel.len());
        let (mut board, mut panel) = (board.into_iter(), panel.into_iter());
        (0..rows).map(|_| board.next().unwrap_or_default().beside(panel.next().unwrap_or_default(), indent)).collect()
    } else {
        let blank = (!board.is_empty()).then(Line::default);
        board.into_iter().chain(blank).chain(panel.draw(most, brush)).collect()
    }
}
