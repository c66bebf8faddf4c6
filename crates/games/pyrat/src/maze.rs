//! The maze: for every cell, the cost of each direction.

use crate::Action;
use gridhaunt_kernel::field;
use gridhaunt_kernel::prelude::*;

/// The largest side of a board (R1).
pub const MAX_SIDE: u16 = 64;

/// A word of the turns table rotated by so many bits is the word of a cell seen from the other side of the board (R4).
const TURN_ROUND: u32 = 16;

/// A board with its edges (R1 to R3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    grid: Grid,
    turns: Box<[u32]>,
}

gridhaunt_kernel::freight!(impl[] Maze { grid, turns });

/// An edge between a cell and its neighbour to the right or above (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The cell with the lower index.
    pub cell: usize,
    /// [`Action::Right`] or [`Action::Up`].
    pub towards: Action,
}

impl Maze {
    /// A board where every edge is a wall.
    #[must_use]
    pub fn walled(grid: Grid) -> Self {
        Self { grid, turns: vec![0; grid.cells()].into_boxed_slice() }
    }

    /// A board where every edge is open.
    #[must_use]
    pub fn open(grid: Grid) -> Self {
        let mut maze = Self::walled(grid);
        for edge in edges(grid) {
            maze.set(edge, 1);
        }
        maze
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The turns table (R3): byte d of word i is the edge from cell i in direction d.
    #[inline]
    #[must_use]
    pub fn turns(&self) -> &[u32] {
        &self.turns
    }

    /// The turns of the edge from a cell in a direction; 0 for a wall, the border and STAY.
    #[inline]
    #[must_use]
    pub fn crossing(&self, cell: usize, action: Action) -> u8 {
        match action {
            Action::Stay => 0,
            _ => (self.turns.get(cell).copied().unwrap_or(0) >> (8 * action as u32)) as u8,
        }
    }

    /// The cell behind the edge in a direction. Only valid where there is such a cell.
    #[inline]
    #[must_use]
    pub fn beyond(&self, cell: usize, action: Action) -> usize {
        beyond(self.grid, cell, action)
    }

    /// The turns of an edge.
    #[must_use]
    pub fn get(&self, edge: Edge) -> u8 {
        self.crossing(edge.cell, edge.towards)
    }

    /// Sets an edge on both sides (R2): 0 is a wall, 1 open, more is mud.
    pub fn set(&mut self, edge: Edge, turns: u8) {
        let other = self.beyond(edge.cell, edge.towards);
        for (cell, direction) in [(edge.cell, edge.towards), (other, edge.towards.mirrored())] {
            let shift = 8 * direction as u32;
            self.turns[cell] = self.turns[cell] & !(0xFF << shift) | u32::from(turns) << shift;
        }
    }

    /// Opens an edge that is still a wall, on both sides. It goes up, or to the right, from the first cell to the second.
    #[inline]
    pub(crate) fn open_up(&mut self, [low, high]: [usize; 2], goes_up: bool, turns: u8) {
        const { assert!(Action::Up as u32 == 0 && Action::Right as u32 == 1) };
        let turns = u32::from(turns) << (8 * u32::from(!goes_up));
        self.turns[low] |= turns;
        self.turns[high] |= turns.rotate_left(TURN_ROUND);
    }

    /// Opens the mirror of every open edge, with the same turns (R4).
    pub(crate) fn open_mirrored(&mut self) {
        let half = self.turns.len() / 2;
        let (low, high) = self.turns.split_at_mut(half);
        // If there is a centre, it is the first of the upper half and its own mirror.
        for (low, high) in low.iter_mut().zip(high.iter_mut().rev()) {
            *low |= high.rotate_left(TURN_ROUND);
            *high = low.rotate_left(TURN_ROUND);
        }
        if self.turns.len() % 2 == 1 {
            self.turns[half] |= self.turns[half].rotate_left(TURN_ROUND);
        }
    }

    /// All walls, in edge order.
    pub fn walls(&self) -> impl Iterator<Item = Edge> + '_ {
        edges(self.grid).filter(|&edge| self.get(edge) == 0)
    }

    /// All mud with its turns, in edge order.
    pub fn mud(&self) -> impl Iterator<Item = (Edge, u8)> + '_ {
        edges(self.grid).map(|edge| (edge, self.get(edge))).filter(|&(_, turns)| turns > 1)
    }

    /// Whether every cell can be reached from every other.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut costs = vec![0; self.grid.cells()];
        field::least_costs(self, [0], &mut costs);
        costs.iter().all(|&cost| cost != field::UNREACHED)
    }

    /// Whether every edge equals its mirror (R25).
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        edges(self.grid).all(|edge| self.get(edge) == self.get(mirror_edge(self.grid, edge)))
    }

    /// Calls `each` with every direction that can be taken from a cell, the cell it leads to and its turns.
    #[inline]
    pub fn each_way(&self, cell: usize, mut each: impl FnMut(Action, usize, u8)) {
        let word = self.turns.get(cell).copied().unwrap_or(0);
        for action in Action::DIRECTIONS {
            let turns = (word >> (8 * action as u32)) as u8;
            if turns > 0 {
                each(action, self.beyond(cell, action), turns);
            }
        }
    }

    /// 64 bits of the turns table (R24).
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = StateHash::new("pyrat maze", 1);
        hash.write_u16(self.grid.width()).write_u16(self.grid.height());
        for &word in &self.turns {
            hash.write_u32(word);
        }
        hash.finish()
    }

    /// The two cells of an edge, the lower index first.
    #[must_use]
    pub fn ends(&self, edge: Edge) -> (Cell, Cell) {
        (self.grid.cell(edge.cell), self.grid.cell(self.beyond(edge.cell, edge.towards)))
    }
}

impl field::Ways for Maze {
    #[inline]
    fn each_way(&self, place: usize, mut each: impl FnMut(usize, u32)) {
        self.each_way(place, |_, to, turns| each(to, turns.into()));
    }
}

/// The cell in a direction, none off the board.
#[inline]
#[must_use]
pub(crate) fn beyond(grid: Grid, cell: usize, action: Action) -> usize {
    let width = usize::from(grid.width());
    match action {
        Action::Up => cell + width,
        Action::Right => cell + 1,
        Action::Down => cell.wrapping_sub(width),
        Action::Left => cell.wrapping_sub(1),
        Action::Stay => cell,
    }
}

/// All edges in their order (R2): by the lower cell, right before up.
pub fn edges(grid: Grid) -> impl Iterator<Item = Edge> {
    (0..grid.cells()).flat_map(move |cell| edges_of(grid, cell))
}

/// The edge between two cells, none if they do not share one.
#[must_use]
pub fn edge_between(grid: Grid, a: Cell, b: Cell) -> Option<Edge> {
    let (a, b) = (grid.index(a)?, grid.index(b)?);
    let (low, high) = (a.min(b), a.max(b));
    edges_of(grid, low).find(|&edge| beyond(grid, edge.cell, edge.towards) == high)
}

fn edges_of(grid: Grid, cell: usize) -> impl Iterator<Item = Edge> {
    let at = grid.cell(cell);
    let right = (at.x + 1 < grid.width()).then_some(Edge { cell, towards: Action::Right });
    let up = (at.y + 1 < grid.height()).then_some(Edge { cell, towards: Action::Up });
    right.into_iter().chain(up)
}

/// The opposite cell, turned by 180 degrees (R4).
#[inline]
#[must_use]
pub fn mirror_cell(grid: Grid, cell: usize) -> usize {
    grid.cells() - 1 - cell
}

/// The opposite edge, turned by 180 degrees (R4).
#[must_use]
pub fn mirror_edge(grid: Grid, edge: Edge) -> Edge {
    Edge { cell: mirror_cell(grid, beyond(grid, edge.cell, edge.towards)), towards: edge.towards }
}

/// The centre cell, if there is one (R4).
#[must_use]
pub fn centre(grid: Grid) -> Option<usize> {
    (grid.cells() % 2 == 1).then_some(grid.cells() / 2)
}

/// How many edges a board has (R2).
#[must_use]
pub fn edge_count(grid: Grid) -> usize {
    let (width, height) = (usize::from(grid.width()), usize::from(grid.height()));
    (width - 1) * height + width * (height - 1)
}
