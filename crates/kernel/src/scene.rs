//! What to draw: a game describes a state once, and every picture is made from that.
//!
//! Everything in a scene has a [`Look`] that the game chose for it: a shape, a tint, a word. The drawer decides how a
//! shape is drawn and which colour a tint is on a page.

mod graph;
mod grid;
mod key;
mod look;
mod marks;
mod panel;

use crate::grid::Cell;
use crate::heap::*;
use core::fmt;
pub use graph::{Bow, GraphBoard, Link, Mark, Node, NodeFlash, Token};
pub use grid::{Actor, Bump, EdgeMark, Flash, Frame, GridBoard, Line, Thing, Tile, Way};
pub use key::{Key, Sign};
pub use look::{Depth, Furrows, Ground, Hue, Look, Shape, Tint};
pub(crate) use panel::close;
pub use panel::{Bar, Row};

/// A state as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The name of the game, over the panel; none if empty.
    pub title: &'static str,
    /// What the game is about, or from whose point of view the scene is.
    pub byline: String,
    /// The board, and everything on it.
    pub board: Board,
    /// The rows beside the board.
    pub panel: Vec<Row>,
    /// What the signs on the board mean: all signs that a match can show, so that the legend is the same in every
    /// scene.
    pub legend: &'static [Key],
}

impl Scene {
    /// A board and a panel without a name or a legend.
    pub fn new(board: impl Into<Board>, panel: Vec<Row>) -> Self {
        Self { title: "", byline: String::new(), board: board.into(), panel, legend: &[] }
    }
}

/// The kind of board that a game is played on.
#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    /// On the cells of a grid.
    Grid(GridBoard),
    /// On the nodes of a layered graph.
    Graph(GraphBoard),
}

impl From<GridBoard> for Board {
    fn from(board: GridBoard) -> Self {
        Self::Grid(board)
    }
}

impl From<GraphBoard> for Board {
    fn from(board: GraphBoard) -> Self {
        Self::Graph(board)
    }
}

/// An action in the words that a person sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is called, in a word or two.
    pub label: String,
    /// The place on the board that it leads to, if any.
    pub goal: Option<Goal>,
    /// Its cost, where actions have different costs.
    pub cost: Option<Cost>,
}

/// What an action costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Cost {
    pub amount: u32,
    /// The unit: `turns`, `energy`.
    pub of: &'static str,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount, self.of)
    }
}

impl Offer {
    /// An action that leads to no place and has no cost.
    #[must_use]
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), goal: None, cost: None }
    }

    /// An action that leads to a cell.
    #[must_use]
    pub fn to_cell(label: impl Into<String>, cell: Option<Cell>) -> Self {
        Self { goal: cell.map(Goal::Cell), ..Self::new(label) }
    }

    /// The same with a cost, if there is one.
    #[must_use]
    pub fn costing(self, amount: Option<u32>, of: &'static str) -> Self {
        Self { cost: amount.map(|amount| Cost { amount, of }), ..self }
    }
}

/// Where an action leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To a cell of a grid.
    Cell(Cell),
    /// To a node of a graph, as an index into its nodes.
    Node(usize),
}
