//! A grid with its contents sorted by position on the page: row 0 is at the top, even if the game counts from the
//! bottom.

use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Actor, Bump, EdgeMark, Flash, Frame, GridBoard, Ground, Line, Look, Shape, Thing};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A cell on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// One cell's worth of a line between cells: upright line `n` is left of column `n`, level line `n` above row `n`,
/// and `along` is the row or the column it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seam {
    pub(crate) upright: bool,
    pub(crate) line: usize,
    pub(crate) along: usize,
}

impl Seam {
    pub(crate) const fn upright(line: usize, row: usize) -> Self {
        Self { upright: true, line, along: row }
    }

    pub(crate) const fn level(line: usize, column: usize) -> Self {
        Self { upright: false, line, along: column }
    }
}

/// What lies on a seam.
pub(crate) enum Between<'a> {
    Open,
    Wall,
    Mark(&'a EdgeMark),
}

/// The contents of one cell.
#[derive(Default)]
pub(crate) struct Crowd<'a> {
    /// What fills the cell.
    pub(crate) tile: Option<&'a Look>,
    /// Its ground, in a dungeon.
    pub(crate) ground: Option<Ground>,
    /// What dims or hides it.
    pub(crate) veil: Option<&'a Look>,
    pub(crate) frame: Option<&'a Look>,
    /// The region it belongs to.
    pub(crate) field: Option<&'a Look>,
    /// The way that leads over it.
    pub(crate) track: Option<&'a Look>,
    pub(crate) weed: Option<&'a Look>,
    /// The lines that run through it, except ways.
    pub(crate) stroke: Option<Stroke<'a>>,
    pub(crate) things: Vec<&'a Thing>,
    pub(crate) actors: Vec<&'a Actor>,
    pub(crate) flashes: Vec<&'a Flash>,
    y_up: bool,
}

/// How lines run through a cell.
#[derive(Clone, Copy)]
pub(crate) struct Stroke<'a> {
    /// The look of the last of them.
    pub(crate) look: &'a Look,
    /// Their directions, one bit for each.
    pub(crate) ways: u8,
}

impl Stroke<'_> {
    pub(crate) const LEVEL: u8 = 1;
    pub(crate) const UPRIGHT: u8 = 2;
    pub(crate) const RISING: u8 = 4;
    pub(crate) const FALLING: u8 = 8;

    /// The direction of a line that goes so many rows down and columns to the right, each at most one.
    const fn way(down: i64, right: i64) -> u8 {
        match (down, right) {
            (0, _) => Self::LEVEL,
            (_, 0) => Self::UPRIGHT,
            _ if down == right => Self::FALLING,
            _ => Self::RISING,
        }
    }
}

/// A line from one cell to another.
pub(crate) struct Trail<'a> {
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) look: &'a Look,
    /// Which part of it is drawn, from 0 to 1.
    pub(crate) share: f64,
}

/// An outline round cells.
pub(crate) struct Pane<'a> {
    pub(crate) rows: Range<usize>,
    pub(crate) columns: Range<usize>,
    pub(crate) look: &'a Look,
}

/// A blocked move: the columns and rows that it would have gone.
pub(crate) struct Bar<'a> {
    pub(crate) at: Place,
    pub(crate) towards: (f64, f64),
    pub(crate) look: &'a Look,
}

impl<'a> Crowd<'a> {
    /// The visible ground of an empty cell: its topmost layer.
    pub(crate) fn cover(&self) -> Option<&'a Look> {
        self.weed.or(self.track).or(self.field).or(self.tile)
    }

    /// The direction in which an actor faces on the page, as columns to the right and rows down.
    pub(crate) fn heading(&self, actor: &Actor) -> Option<(i8, i8)> {
        let (x, y) = actor.facing.map(|(x, y)| (x.signum(), y.signum()))?;
        Some((x, if self.y_up { -y } else { y })).filter(|&way| way != (0, 0))
    }

    /// Whether the cell contains no actor and no thing.
    pub(crate) const fn is_bare(&self) -> bool {
        self.things.is_empty() && self.actors.is_empty() && self.flashes.is_empty()
    }
}

/// A grid by position; what is outside the board is left out.
pub(crate) struct Cells<'a> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    y_up: bool,
    /// The walls without the border, sorted by line.
    pub(crate) walls: BTreeSet<Seam>,
    pub(crate) marks: BTreeMap<Seam, &'a EdgeMark>,
    pub(crate) trails: Vec<Trail<'a>>,
    pub(crate) bars: Vec<Bar<'a>>,
    pub(crate) panes: Vec<Pane<'a>>,
    pub(crate) crowds: BTreeMap<Place, Crowd<'a>>,
    /// Whether it is a dungeon: then it has no border, and cells without ground are not drawn.
    pub(crate) dungeon: bool,
    pub(crate) focus: Place,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(grid: &'a GridBoard) -> Self {
        let (columns, rows) = (grid.grid.width().into(), grid.grid.height().into());
        let (walls, marks, crowds) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        let (trails, bars, panes) = (Vec::new(), Vec::new(), Vec::new());
        let focus = Place { row: 0, column: 0 };
        let mut board =
            Self { columns, rows, y_up: grid.y_up, walls, marks, trails, bars, panes, crowds, dungeon: false, focus };
        board.focus = grid.focus.and_then(|cell| board.place(cell)).unwrap_or(focus);
        board.walls = grid.walls.iter().filter_map(|&ends| board.seam(ends)).collect();
        board.marks = grid.edges.iter().filter_map(|mark| Some((board.seam(mark.between)?, mark))).collect();
        board.trails = grid.lines.iter().filter_map(|line| board.trail(line, 1.0)).collect();
        let bar = |bump: &'a Bump| {
            let (x, y) = (f64::from(bump.towards.0.signum()), f64::from(bump.towards.1.signum()));
            let towards = (x, if grid.y_up { -y } else { y });
            (towards != (0.0, 0.0)).then_some(Bar { at: board.place(bump.at)?, towards, look: bump.look })
        };
        board.bars = grid.bumps.iter().filter_map(bar).collect();
        board.panes = grid.frames.iter().filter_map(|frame| board.pane(frame)).collect();
        for tile in &grid.tiles {
            let shape = tile.look.shape;
            board.dungeon |= matches!(shape, Shape::Ground(_));
            board.enter(tile.at, |crowd| match shape {
                Shape::Veil | Shape::Fog => crowd.veil = Some(tile.look),
                Shape::Frame => crowd.frame = Some(tile.look),
                Shape::Field(_) | Shape::Yard(_) => crowd.field = Some(tile.look),
                Shape::Track => crowd.track = Some(tile.look),
                Shape::Weed => crowd.weed = Some(tile.look),
                Shape::Ground(ground) => (crowd.tile, crowd.ground) = (Some(tile.look), Some(ground)),
                _ => crowd.tile = Some(tile.look),
            });
        }
        for line in &grid.lines {
            if line.look.shape == Shape::Track {
                board.enter(line.from, |crowd| crowd.track = Some(line.look));
            } else {
                board.stroke(line);
            }
        }
        for thing in &grid.things {
            board.enter(thing.at, |crowd| crowd.things.push(thing));
        }
        for actor in &grid.actors {
            board.enter(actor.at, |crowd| crowd.actors.push(actor));
        }
        for flash in &grid.flashes {
            board.enter(flash.at, |crowd| crowd.flashes.push(flash));
        }
        board
    }

    /// Adds lines of which only a part is drawn.
    pub(crate) fn grow(&mut self, lines: Vec<(&'a Line, f64)>) {
        let grown: Vec<_> = lines.into_iter().filter_map(|(line, share)| self.trail(line, share)).collect();
        self.trails.extend(grown);
    }

    fn trail(&self, line: &'a Line, share: f64) -> Option<Trail<'a>> {
        let (from, to) = (self.place(line.from)?, self.place(line.to)?);
        (from != to).then_some(Trail { from, to, look: line.look, share })
    }

    fn enter(&mut self, cell: Cell, add: impl FnOnce(&mut Crowd<'a>)) {
        if let Some(place) = self.place(cell) {
            self.enter_place(place, add);
        }
    }

    fn enter_place(&mut self, place: Place, add: impl FnOnce(&mut Crowd<'a>)) {
        add(self.crowds.entry(place).or_insert_with(|| Crowd { y_up: self.y_up, ..Crowd::default() }));
    }

    /// Draws a line through the cells from its first to the one before its last, where the actor stands.
    fn stroke(&mut self, line: &'a Line) {
        let (Some(from), Some(to)) = (self.place(line.from), self.place(line.to)) else { return };
        let (down, right) = (to.row as i64 - from.row as i64, to.column as i64 - from.column as i64);
        let steps = down.abs().max(right.abs());
        let after = |step: i64| (from.row as i64 + step * down / steps, from.column as i64 + step * right / steps);
        for step in 0..steps {
            let ((row, column), (row_after, column_after)) = (after(step), after(step + 1));
            let way = Stroke::way(row_after - row, column_after - column);
            let place = Place { row: row as usize, column: column as usize };
            self.enter_place(place, |crowd| {
                let known = crowd.stroke.map_or(0, |stroke| stroke.ways);
                crowd.stroke = Some(Stroke { look: line.look, ways: known | way });
            });
        }
    }

    /// The ground of a cell.
    pub(crate) fn ground(&self, place: Place) -> Ground {
        self.crowds.get(&place).and_then(|crowd| crowd.ground).unwrap_or(Ground::Void)
    }

    /// The position of a cell on the page; `None` outside the board.
    pub(crate) fn place(&self, cell: Cell) -> Option<Place> {
        let (column, y) = (usize::from(cell.x), usize::from(cell.y));
        let row = if self.y_up { self.rows.checked_sub(y + 1)? } else { y };
        (column < self.columns && row < self.rows).then_some(Place { row, column })
    }

    /// The part of an outline's cells that is on the board, if any.
    fn pane(&self, frame: &'a Frame) -> Option<Pane<'a>> {
        let span = |one: u16, other: u16, end: usize| {
            let (one, other) = (usize::from(one.min(other)), usize::from(one.max(other)));
            Some(one..end.min(other + 1)).filter(|span| !span.is_empty())
        };
        let columns = span(frame.from.x, frame.to.x, self.columns)?;
        let rows = span(frame.from.y, frame.to.y, self.rows)?;
        let rows = if self.y_up { self.rows - rows.end..self.rows - rows.start } else { rows };
        Some(Pane { rows, columns, look: frame.look })
    }

    /// The line between two cells; `None` unless they are neighbours on the board.
    fn seam(&self, (one, other): (Cell, Cell)) -> Option<Seam> {
        let (one, other) = (self.place(one)?, self.place(other)?);
        match (one.column.abs_diff(other.column), one.row.abs_diff(other.row)) {
            (1, 0) => Some(Seam::upright(one.column.max(other.column), one.row)),
            (0, 1) => Some(Seam::level(one.row.max(other.row), one.column)),
            _ => None,
        }
    }

    /// Whether there is nothing between the cells.
    pub(crate) fn is_open(&self) -> bool {
        self.walls.is_empty() && self.marks.is_empty()
    }

    /// What lies on a seam; the border is a wall, and there is nothing outside it.
    pub(crate) fn between(&self, seam: Seam) -> Between<'a> {
        let (lines, length) = if seam.upright { (self.columns, self.rows) } else { (self.rows, self.columns) };
        if seam.along >= length || seam.line > lines {
            Between::Open
        } else if seam.line == 0 || seam.line == lines {
            Between::Wall
        } else if let Some(mark) = self.marks.get(&seam) {
            Between::Mark(mark)
        } else if self.walls.contains(&seam) {
            Between::Wall
        } else {
            Between::Open
        }
    }
}
