//! The contents of a grid.

use super::Look;
use crate::grid::{Cell, Grid};
use crate::heap::*;

/// The cells of a grid, and everything on them.
#[derive(Clone, Debug, PartialEq)]
pub struct GridBoard {
    /// The size of the board.
    pub grid: Grid,
    /// Whether row 0 is at the bottom.
    pub y_up: bool,
    /// The numbers of the first column and of row 0 as events print them, for axes beside the board; none where no
    /// coordinates are printed.
    pub first: Option<[i64; 2]>,
    /// Walls between two neighbouring cells; the border of the board is always a wall and is not listed.
    pub walls: Vec<(Cell, Cell)>,
    /// Things on the line between two neighbouring cells.
    pub edges: Vec<EdgeMark>,
    /// Cells filled with a colour, under everything else. Of two tiles on one cell the later covers the earlier, unless
    /// it is transparent: a veil, fog, a frame.
    pub tiles: Vec<Tile>,
    /// Lines from cell to cell, over the tiles and under the things.
    pub lines: Vec<Line>,
    /// Things that lie in cells.
    pub things: Vec<Thing>,
    /// The units, drawn above everything else.
    pub actors: Vec<Actor>,
    /// Moves that failed: short bars from a cell towards a neighbour.
    pub bumps: Vec<Bump>,
    /// Places where something just happened.
    pub flashes: Vec<Flash>,
    /// Outlines round rectangles of cells, over everything but the badges: for example, what a seat sees.
    pub frames: Vec<Frame>,
    /// The cell to show if the board is too large to be shown whole; the first corner if none.
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
    /// What fills the cell and how it is drawn.
    pub look: &'static Look,
}

/// A line from the middle of one cell to the middle of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Line {
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// The look of the unit or player that it belongs to.
    pub look: &'static Look,
}

/// A move that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bump {
    /// Where the unit that tried to move stands.
    pub at: Cell,
    /// The direction, to one of the eight neighbours, which may lie off the board. y grows as in cells.
    pub towards: (i8, i8),
    /// The unit that tried to move.
    pub look: &'static Look,
}

/// Something on the line between two cells, with a number on it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EdgeMark {
    pub between: (Cell, Cell),
    /// What it is and how it is drawn.
    pub look: &'static Look,
    /// The text on it.
    pub label: String,
}

/// Something in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Where.
    pub at: Cell,
    /// What it is and how it is drawn.
    pub look: &'static Look,
}

/// A unit in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Its cell; the cell it moves to, if it is between two cells.
    pub at: Cell,
    /// Which kind of unit it is.
    pub look: &'static Look,
    /// Its number among the units with the same look, the same in every scene of a match, so that drawers can follow
    /// it.
    pub id: u16,
    /// Its letter in plain text.
    pub glyph: char,
    /// The cell it comes from and how far it has come, as (done, of), if it is between two cells.
    pub way: Option<Way>,
    /// A short note on it, such as how many steps it is still delayed.
    pub badge: Option<String>,
    /// Whether it is out of the game and only shown where it last was.
    pub faded: bool,
    /// The direction it faces, y as in cells; none if it does not move or the game has no directions.
    pub facing: Option<(i8, i8)>,
    /// Whether the scene is from its point of view: drawn with an extra ring.
    pub own: bool,
}

impl Actor {
    /// A unit in a cell, the only one with its look.
    #[must_use]
    pub const fn new(look: &'static Look, glyph: char, at: Cell) -> Self {
        Self { at, look, id: 0, glyph, way: None, badge: None, faded: false, facing: None, own: false }
    }
}

/// A move that takes more than one step.
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
    /// What happened there and how it is drawn.
    pub look: &'static Look,
}

/// An outline round a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// One corner of the rectangle, included; parts off the board are not drawn.
    pub from: Cell,
    /// The opposite corner, also included.
    pub to: Cell,
    /// What the outline means and how it is drawn.
    pub look: &'static Look,
}
