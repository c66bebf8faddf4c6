//! What stands on a grid.

use super::Look;
use crate::grid::{Cell, Grid};
use alloc::string::String;
use alloc::vec::Vec;

/// The cells of a grid, and all that stands on them.
#[derive(Clone, Debug, PartialEq)]
pub struct GridBoard {
    /// The cells there are.
    pub grid: Grid,
    /// Whether row 0 is at the bottom.
    pub y_up: bool,
    /// The numbers of the first column and of row 0 as events tell them, for axes beside the board; none where no
    /// coordinates are told.
    pub first: Option<[i64; 2]>,
    /// Walls between two neighbouring cells; the border of the board is wall without saying.
    pub walls: Vec<(Cell, Cell)>,
    /// Things on the line between two neighbouring cells.
    pub edges: Vec<EdgeMark>,
    /// Cells filled with a colour, under everything else; of two on one cell the later covers the earlier, unless it is
    /// one to look through: a veil, fog, a frame.
    pub tiles: Vec<Tile>,
    /// Lines from cell to cell, over the tiles and under what lies there.
    pub lines: Vec<Line>,
    /// Things that lie in cells.
    pub things: Vec<Thing>,
    /// Those who act, drawn above all else.
    pub actors: Vec<Actor>,
    /// Wishes that came to nothing: short bars from a cell towards a neighbour.
    pub bumps: Vec<Bump>,
    /// Places where something just happened.
    pub flashes: Vec<Flash>,
    /// Outlines round rectangles of cells, over all but the badges: what a seat sees, for instance.
    pub frames: Vec<Frame>,
    /// Where to look if the board is too large to be shown whole; its first corner if none.
    pub focus: Option<Cell>,
}

impl GridBoard {
    /// A board with nothing on it, row 0 at the top.
    #[must_use]
    pub const fn new(grid: Grid) -> Self {
        Self {
            grid,
            y_up: false,
            first: None,
            walls: Vec::new(),
            edges: Vec::new(),
            tiles: Vec::new(),
            lines: Vec::new(),
            things: Vec::new(),
            actors: Vec::new(),
            bumps: Vec::new(),
            flashes: Vec::new(),
            frames: Vec::new(),
            focus: None,
        }
    }
}

/// A cell filled with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Where.
    pub at: Cell,
    /// What it is.
    pub look: &'static Look,
}

/// A line from the middle of one cell to the middle of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Line {
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Whose it is.
    pub look: &'static Look,
}

/// A wish that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bump {
    /// Where the one who wished stands.
    pub at: Cell,
    /// Which way, one of the eight neighbours; it may lie off the board. y as in cells.
    pub towards: (i8, i8),
    /// Whose wish.
    pub look: &'static Look,
}

/// Something on the line between two cells, with its number.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EdgeMark {
    pub between: (Cell, Cell),
    /// What it is.
    pub look: &'static Look,
    /// What is written on it.
    pub label: String,
}

/// Something in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Where.
    pub at: Cell,
    /// What it is.
    pub look: &'static Look,
}

/// Someone who acts.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Where, or where to if on the way.
    pub at: Cell,
    /// Who.
    pub look: &'static Look,
    /// Which of its look it is, the same in every scene of a match: so drawers know who moved.
    pub id: u16,
    /// The letter in plain text.
    pub glyph: char,
    /// The cell it comes from and the share of the way it has gone, as (done, of), if on the way.
    pub way: Option<Way>,
    /// A short note on it, such as how long it is held up.
    pub badge: Option<String>,
    /// Whether it is out of the game and only shown where it was.
    pub faded: bool,
    /// Which way it faces, y as in cells; none if it stands or the game has no such thing.
    pub facing: Option<(i8, i8)>,
    /// Whether these are the eyes the scene is seen with: drawn with a ring of its own.
    pub own: bool,
}

impl Actor {
    /// Someone who stands in a cell, the only one of its look.
    #[must_use]
    pub const fn new(look: &'static Look, glyph: char, at: Cell) -> Self {
        Self { at, look, id: 0, glyph, way: None, badge: None, faded: false, facing: None, own: false }
    }
}

/// A way that takes more than one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Way {
    pub from: Cell,
    /// How many parts of it are done.
    pub done: u16,
    /// How many parts it has.
    pub of: u16,
}

/// A place where something just happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Flash {
    /// Where.
    pub at: Cell,
    /// What.
    pub look: &'static Look,
}

/// An outline round a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// One corner of the rectangle, which it holds; what lies off the board is cut.
    pub from: Cell,
    /// The corner across, which it holds too.
    pub to: Cell,
    /// What it is.
    pub look: &'static Look,
}
