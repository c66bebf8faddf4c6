//! Drawing a maze, the starts and the cheese from a seed (section 6 of the rules).
//!
//! Everything works on *orbits*: an edge and its mirror when the maze is symmetric, single edges when not. The
//! generator allocates nothing but the maze.

use crate::Action;
use crate::maze::{self, Edge, MAX_SIDE, Maze};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::grid::Grid;

/// What a maze is drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MazePlan {
    /// The board.
    pub grid: Grid,
    /// The share of edges that are walls before cells are joined.
    pub wall_density: f64,
    /// The share of passages that carry mud.
    pub mud_density: f64,
    /// The least and the greatest turns of mud.
    pub mud_range: (u8, u8),
    /// Whether every cell reaches every other.
    pub connected: bool,
    /// Whether the maze equals its mirror.
    pub symmetric: bool,
}

/// What came of it (R27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize)]
pub struct Report {
    /// Edges of the board, E.
    pub edges: u32,
    /// Walls asked for, K.
    pub walls_asked: u32,
    /// Walls drawn, K'.
    pub walls_drawn: u32,
    /// Walls opened to join all cells, J.
    pub walls_opened: u32,
    /// Walls in the end.
    pub walls: u32,
    /// Passages in the end.
    pub passages: u32,
    /// Passages with mud.
    pub mud: u32,
}

const MOST_CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// An orbit of edges, named by its first edge in edge order: `2 × cell`, plus 1 for the edge up.
type Orbit = u16;

const fn edge_of(orbit: Orbit) -> Edge {
    Edge { cell: orbit as usize >> 1, towards: if orbit & 1 == 1 { Action::Up } else { Action::Right } }
}

/// `share × whole`, rounded half up (R26, R28).
fn share_of(share: f64, whole: u32) -> u32 {
    (share * f64::from(whole) + 0.5) as u32
}

/// Draws a maze (R25 to R28).
#[must_use]
pub fn maze(plan: &MazePlan, random: &mut Random) -> (Maze, Report) {
    let grid = plan.grid;
    let edges = maze::edge_count(grid) as u32;
    let asked = share_of(plan.wall_density, edges); // R26
    let mut report = Report { edges, walls_asked: asked, ..Report::default() };

    let mut is_wall = [false; 2 * MOST_CELLS];
    let mut walls = WallList { list: [0; 2 * MOST_CELLS], len: 0 };
    let own = self_mirrored(plan);
    let mut sample = Sample::new(plan, edges, asked, own.is_some(), random);
    each_orbit(plan, |orbit| {
        if sample.takes(Some(orbit) == own, random) {
            is_wall[usize::from(orbit)] = true;
            walls.push(orbit);
        }
    });
    report.walls_drawn = sample.taken;

    if plan.connected {
        let mut sets = Sets::new(plan);
        each_orbit(plan, |orbit| {
            if !is_wall[usize::from(orbit)] {
                sets.pass(edge_of(orbit));
            }
        });
        let mut open = |orbit: Orbit| {
            is_wall[usize::from(orbit)] = false;
            report.walls_opened += if plan.symmetric && Some(orbit) != own { 2 } else { 1 };
        };
        join_all(&mut sets, &mut walls, random, &mut open);
    }
    report.walls = report.walls_drawn - report.walls_opened;
    report.passages = edges - report.walls;

    let mut maze = Maze::walled(grid);
    let own_passage = own.filter(|&orbit| !is_wall[usize::from(orbit)]);
    let muddy = share_of(plan.mud_density, report.passages); // R28
    let mut sample = Sample::new(plan, report.passages, muddy, own_passage.is_some(), random);
    let (lo, hi) = plan.mud_range;
    each_orbit(plan, |orbit| {
        if is_wall[usize::from(orbit)] {
            return;
        }
        let muddy = sample.takes(Some(orbit) == own, random);
        let turns = if muddy { lo + random.below(u64::from(hi - lo) + 1) as u8 } else { 1 };
        let edge = edge_of(orbit);
        maze.set(edge, turns);
        if plan.symmetric {
            maze.set(maze::mirror_edge(grid, edge), turns);
        }
    });
    report.mud = sample.taken;
    (maze, report)
}

/// Calls `each` with every orbit in edge order.
#[inline]
fn each_orbit(plan: &MazePlan, mut each: impl FnMut(Orbit)) {
    let (width, cells) = (usize::from(plan.grid.width()), plan.grid.cells());
    // The first cell whose right edge, or up edge, is the mirror of an earlier one (R4).
    let (rights, ups) = if plan.symmetric { (cells / 2, (cells - width).div_ceil(2)) } else { (cells, cells - width) };
    let mut column = 0;
    for cell in 0..rights.max(ups) {
        column += 1;
        if column < width && cell < rights {
            each(2 * cell as Orbit);
        }
        if column == width {
            column = 0;
        }
        if cell < ups {
            each(2 * cell as Orbit + 1);
        }
    }
}

/// The edge that is its own mirror, if the maze is symmetric and there is one (R4).
fn self_mirrored(plan: &MazePlan) -> Option<Orbit> {
    let (width, height, cells) = (plan.grid.width(), plan.grid.height(), plan.grid.cells());
    match (plan.symmetric, width % 2, height % 2) {
        (true, 0, 1) => Some(2 * (cells / 2 - 1) as Orbit),
        (true, 1, 0) => Some(2 * ((cells - 1 - usize::from(width)) / 2) as Orbit + 1),
        _ => None,
    }
}

/// Selection sampling: as many edges as asked for, uniformly, in whole orbits.
struct Sample {
    own: bool,
    per_orbit: u32,
    left: u64,
    need: u64,
    taken: u32,
}

impl Sample {
    /// `want` of `edges` edges. An edge that is its own mirror is taken with that same chance, before the others.
    fn new(plan: &MazePlan, edges: u32, want: u32, has_own: bool, random: &mut Random) -> Self {
        let own = has_own && random.below(edges.into()) < want.into();
        let (left, need) = if plan.symmetric {
            let pairs = (edges - u32::from(has_own)) / 2;
            (pairs, pairs.min((want - u32::from(own)).div_ceil(2)))
        } else {
            (edges, want)
        };
        let per_orbit = if plan.symmetric { 2 } else { 1 };
        Self { own, per_orbit, left: left.into(), need: need.into(), taken: u32::from(own) }
    }

    #[inline]
    fn takes(&mut self, own: bool, random: &mut Random) -> bool {
        if own {
            return self.own;
        }
        let takes = random.below(self.left) < self.need;
        self.left -= 1;
        self.need -= u64::from(takes);
        self.taken += u32::from(takes) * self.per_orbit;
        takes
    }
}

/// The walls that are still there to be opened.
struct WallList {
    list: [Orbit; 2 * MOST_CELLS],
    len: usize,
}

impl WallList {
    #[inline]
    fn push(&mut self, orbit: Orbit) {
        self.list[self.len] = orbit;
        self.len += 1;
    }

    /// Takes one out, uniformly.
    #[inline]
    fn draw(&mut self, random: &mut Random) -> Option<Orbit> {
        let last = self.len.checked_sub(1)?;
        self.list.swap(random.index(self.len), last);
        self.len = last;
        Some(self.list[last])
    }
}

/// Opens walls until all cells are joined, as few as can (R26).
fn join_all(sets: &mut Sets, walls: &mut WallList, random: &mut Random, open: &mut impl FnMut(Orbit)) {
    // Walls that joined nothing when they were drawn, in that order.
    let mut passed = WallList { list: [0; 2 * MOST_CELLS], len: 0 };
    while sets.count > 1 {
        let Some(orbit) = walls.draw(random) else { break };
        if sets.join(edge_of(orbit)) {
            open(orbit);
        } else {
            passed.push(orbit);
        }
    }
    if sets.is_one_piece() {
        return;
    }
    // All orbits hang together, but the two halves of the board do not: one more wall, on a ring of odd parity.
    let seen_first = passed.list[..passed.len].iter().copied();
    let then_the_rest = core::iter::from_fn(|| walls.draw(random));
    if let Some(orbit) = seen_first.chain(then_the_rest).find(|&orbit| sets.closes_odd_ring(edge_of(orbit))) {
        open(orbit);
    }
}

/// Which orbits of cells hang together, and on which side of the mirror each stands to its root.
struct Sets {
    grid: Grid,
    symmetric: bool,
    /// `2 × parent + parity`: parity 1 means that the parent stands for the other half.
    parent: [u16; MOST_CELLS],
    count: usize,
    /// Whether some ring leads from a cell to its mirror.
    odd: bool,
}

impl Sets {
    fn new(plan: &MazePlan) -> Self {
        let cells = plan.grid.cells();
        let count = if plan.symmetric { cells.div_ceil(2) } else { cells };
        let mut parent = [0; MOST_CELLS];
        for (node, parent) in parent.iter_mut().enumerate().take(count) {
            *parent = 2 * node as u16;
        }
        // The centre is its own mirror, so what hangs together with it is one piece.
        let odd = !plan.symmetric || maze::centre(plan.grid).is_some();
        Self { grid: plan.grid, symmetric: plan.symmetric, parent, count, odd }
    }

    fn is_one_piece(&self) -> bool {
        self.count == 1 && self.odd
    }

    /// `2 × root + parity` of a cell.
    #[inline]
    fn find(&mut self, cell: usize) -> u16 {
        let mirrored = maze::mirror_cell(self.grid, cell);
        let (mut node, mut parity) = if self.symmetric && mirrored < cell { (mirrored, 1) } else { (cell, 0) };
        loop {
            let up = self.parent[node];
            let (above, side) = (usize::from(up >> 1), up & 1);
            parity ^= side;
            if above == node {
                return 2 * node as u16 | parity;
            }
            // Halve the path: hang the node on its grandparent.
            self.parent[node] = self.parent[above] ^ side;
            node = above;
        }
    }

    /// Takes in an edge that is open: it joins its two ends, or closes a ring.
    #[inline]
    fn pass(&mut self, edge: Edge) {
        let (a, b) = self.roots(edge);
        if !self.link(a, b) {
            self.odd |= a != b;
        }
    }

    /// Joins the two ends of an edge; false if they hung together already.
    #[inline]
    fn join(&mut self, edge: Edge) -> bool {
        let (a, b) = self.roots(edge);
        self.link(a, b)
    }

    #[inline]
    fn link(&mut self, a: u16, b: u16) -> bool {
        if a >> 1 == b >> 1 {
            return false;
        }
        self.parent[usize::from(a >> 1)] = b ^ (a & 1);
        self.count -= 1;
        true
    }

    /// Whether an edge between two cells that hang together closes a ring from a cell to its mirror.
    fn closes_odd_ring(&mut self, edge: Edge) -> bool {
        let (a, b) = self.roots(edge);
        a != b
    }

    #[inline]
    fn roots(&mut self, edge: Edge) -> (u16, u16) {
        (self.find(edge.cell), self.find(maze::beyond(self.grid, edge.cell, edge.towards)))
    }
}

/// Draws `count` cheeses (R30) and calls `place` with each cell. Cells in `avoid` come last.
pub fn cheese(
    grid: Grid,
    count: usize,
    symmetric: bool,
    avoid: [usize; 2],
    random: &mut Random,
    mut place: impl FnMut(usize),
) {
    let cells = grid.cells();
    let mut need = count;
    if symmetric && count % 2 == 1 {
        if let Some(centre) = maze::centre(grid) {
            place(centre);
        }
        need -= 1;
    }
    // A draw is a mirror pair, named by its lower cell, or a single cell.
    let (draws, per_draw) = if symmetric { (cells / 2, 2) } else { (cells, 1) };
    need /= per_draw;
    let touches = |cell: usize| avoid.contains(&cell) || symmetric && avoid.contains(&maze::mirror_cell(grid, cell));
    let avoided = (0..draws).filter(|&cell| touches(cell)).count();
    for (last_resort, mut left) in [(false, draws - avoided), (true, avoided)] {
        let mut take = need.min(left);
        need -= take;
        for cell in 0..draws {
            if take == 0 {
                break;
            }
            if touches(cell) != last_resort {
                continue;
            }
            if random.index(left) < take {
                place(cell);
                if symmetric {
                    place(maze::mirror_cell(grid, cell));
                }
                take -= 1;
            }
            left -= 1;
        }
    }
}

/// Two different cells, uniform (R29, `random`).
pub fn random_starts(grid: Grid, random: &mut Random) -> [usize; 2] {
    let python = random.index(grid.cells());
    let rat = random.index(grid.cells() - 1);
    [python, if rat < python { rat } else { rat + 1 }]
}

/// A cell that is not the centre, and its mirror (R29, `mirrored`).
pub fn mirrored_starts(grid: Grid, random: &mut Random) -> [usize; 2] {
    let python = match maze::centre(grid) {
        Some(centre) => {
            let drawn = random.index(grid.cells() - 1);
            if drawn < centre { drawn } else { drawn + 1 }
        }
        None => random.index(grid.cells()),
    };
    [python, maze::mirror_cell(grid, python)]
}
