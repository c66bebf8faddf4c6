//! What to draw: a game describes a state once, and every picture is made from that.
//!
//! A scene names roles (`mud`, `cheese`, `python`); which colour or shape a role has is the drawer's business.

mod graph;
mod grid;

use crate::grid::Cell;
use alloc::string::String;
use alloc::vec::Vec;
pub use graph::{Bow, GraphBoard, Link, Mark, Node, NodeFlash, Token};
pub use grid::{Actor, Bump, EdgeMark, Flash, Frame, GridBoard, Line, Thing, Tile, Way};

/// A state as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Where it is played, and all that stands there.
    pub board: Board,
    /// What stands beside the board.
    pub panel: Vec<Row>,
}

/// Where a game is played.
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

/// One line beside the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A word and its value.
    Fact {
        /// The word.
        label: String,
        /// The value.
        value: String,
    },
    /// A share of a whole, with a mark where something is decided.
    Bar {
        /// What it measures.
        label: String,
        /// Whose it is.
        role: &'static str,
        /// How much of `of` is filled.
        value: f64,
        /// The whole.
        of: f64,
        /// Where the mark stands.
        mark: Option<f64>,
    },
    /// A whole in parts, one after the other; what is left of `of` stays empty.
    Shares {
        /// What is shared out.
        label: String,
        /// The parts, in the order they are drawn.
        parts: Vec<Share>,
        /// The whole.
        of: f64,
    },
    /// A sentence.
    Note(String),
}

/// One part of a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// What it is called.
    pub label: String,
    /// Whose it is.
    pub role: &'static str,
    /// How much it is.
    pub value: f64,
}

/// An action as a person is offered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is called, in a word or two.
    pub label: String,
    /// Where it leads on the board, if it leads somewhere.
    pub goal: Option<Goal>,
}

impl Offer {
    /// An action that leads to a cell.
    #[must_use]
    pub fn to_cell(label: impl Into<String>, cell: Option<Cell>) -> Self {
        Self { label: label.into(), goal: cell.map(Goal::Cell) }
    }
}

/// Where an action leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To a cell of a grid.
    Cell(Cell),
    /// To a node of a graph, as a place in its nodes.
    Node(usize),
}
