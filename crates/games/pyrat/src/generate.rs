//! Draws a maze, the starts and the cheese from a seed (section 6 of the rules).
//!
//! Everything works on *orbits*: an edge and its mirror if the maze is symmetric, single edges if not. The generator
//! allocates nothing but the maze.

use crate::maze::{self, Maze};
use core::ops::Range;
use gridhaunt_kernel::prelude::*;

/// The parameters of a maze.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MazePlan {
    pub grid: Grid,
    /// The share of edges that are walls before cells are joined.
    pub wall_density: f64,
    /// The share of passages that carry mud.
    pub mud_density: f64,
    /// The least and the greatest turns of mud.
    pub mud_range: (u8, u8),
    /// Whether every cell can be reached from every other.
    pub connected: bool,
    /// Whether the maze equals its mirror.
    pub symmetric: bool,
}

/// The result of the generation (R27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Report {
    /// Edges of the board, E.
    pub edges: u32,
    /// Walls requested, K.
    pub walls_asked: u32,
    pub walls_drawn: u32,
    /// Walls opened to join all cells, J.
    pub walls_opened: u32,
    /// The final number of walls.
    pub walls: u32,
    /// The final number of passages.
    pub passages: u32,
    pub mud: u32,
}

/// Memory for a number at each of `32 × W` cells: a stack no larger than the board needs.
type PerCell<const W: usize> = [[u16; 32]; W];

/// Memory for a number at each edge of `32 × W` cells.
type PerEdge<const W: usize> = [[Orbit; 64]; W];

/// An orbit of edges, named by its first edge in edge order: `2 × cell`, plus 1 for the edge up.
type Orbit = u16;

/// The two cells of the edge that names an orbit, the lower first. Whether it goes right or up cannot be foreseen, so
/// there is no branch.
#[inline]
fn ends(grid: Grid, orbit: Orbit) -> [usize; 2] {
    let (cell, goes_up) = (usize::from(orbit >> 1), usize::from(orbit & 1));
    [cell, cell + 1 + goes_up * (usize::from(grid.width()) - 1)]
}

/// `share × whole`, rounded half up (R26, R28).
fn share_of(share: f64, whole: u32) -> u32 {
    (share * f64::from(whole) + 0.5) as u32
}

/// Draws a maze of at most `32 × W` cells (R25 to R28).
#[must_use]
pub fn maze<const W: usize>(plan: &MazePlan, random: &mut Random) -> (Maze, Report) {
    let edges = maze::edge_count(plan.grid) as u32;
    let asked = share_of(plan.wall_density, edges); // R26
    let own = self_mirrored(plan);
    let drawn = Share::draw(plan, edges, asked, own.is_some(), random);

    // The orbits that are walls, once the passages have been drawn out of them.
    let mut walls = Deck::<W>::of_all(plan, own);
    let mut passages = Deck::<W>::default();
    while walls.len > drawn.orbits {
        let Some(orbit) = walls.draw(random) else { break };
        passages.push_if(orbit, true);
    }
    let (open, mut own_passage) = (passages.len, own.filter(|_| !drawn.own));
    if plan.connected {
        let mut sets = Sets::<W>::new(plan);
        passages.all().iter().copied().chain(own_passage).for_each(|orbit| sets.pass(orbit));
        if let Some(orbit) = own.filter(|_| drawn.own) {
            walls.push_if(orbit, true);
        }
        join_all(&mut sets, &mut walls, random, |orbit, opened| {
            let is_own = Some(orbit) == own;
            passages.push_if(orbit, opened & !is_own);
            if opened && is_own {
                own_passage = own;
            }
        });
    }
    let walls_drawn = drawn.edges(plan);
    let own_opened = drawn.own && own_passage.is_some();
    let walls_opened = (passages.len - open) as u32 * plan.edges_of_orbit() + u32::from(own_opened);
    let walls = walls_drawn - walls_opened;
    let passable = edges - walls;

    let mud_asked = share_of(plan.mud_density, passable); // R28
    let muddy = Share::draw(plan, passable, mud_asked, own_passage.is_some(), random);
    let (lo, hi) = plan.mud_range;
    let depth = |random: &mut Random| lo + random.below(u64::from(hi - lo) + 1) as u8;
    let mut maze = Maze::walled(plan.grid);
    let mut lay = |orbit: Orbit, turns: u8| maze.open_up(ends(plan.grid, orbit), orbit & 1 == 1, turns);
    if let Some(orbit) = own_passage {
        lay(orbit, if muddy.own { depth(random) } else { 1 });
    }
    for _ in 0..muddy.orbits {
        let Some(orbit) = passages.draw(random) else { break };
        lay(orbit, depth(random));
    }
    passages.all().iter().for_each(|&orbit| lay(orbit, 1));
    if plan.symmetric {
        maze.open_mirrored();
    }
    let mud = muddy.edges(plan);
    (maze, Report { edges, walls_asked: asked, walls_drawn, walls_opened, walls, passages: passable, mud })
}

impl MazePlan {
    const fn edges_of_orbit(&self) -> u32 {
        if self.symmetric { 2 } else { 1 }
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

/// A number of edges as whole orbits: how many pairs, and whether the edge that is its own mirror is included.
struct Share {
    own: bool,
    orbits: usize,
}

impl Share {
    /// `want` of `edges` edges, one more or less if pairs cannot make it exactly. An edge that is its own mirror is
    /// chosen with the same probability as any other.
    fn draw(plan: &MazePlan, edges: u32, want: u32, has_own: bool, random: &mut Random) -> Self {
        let own = has_own && random.below(edges.into()) < want.into();
        let orbits = if plan.symmetric {
            ((edges - u32::from(has_own)) / 2).min((want - u32::from(own)).div_ceil(2))
        } else {
            want
        };
        Self { own, orbits: orbits as usize }
    }

    fn edges(&self, plan: &MazePlan) -> u32 {
        self.orbits as u32 * plan.edges_of_orbit() + u32::from(self.own)
    }
}

/// Orbits to draw from.
struct Deck<const W: usize> {
    list: PerEdge<W>,
    len: usize,
}

impl<const W: usize> Default for Deck<W> {
    fn default() -> Self {
        Self { list: [[0; 64]; W], len: 0 }
    }
}

impl<const W: usize> Deck<W> {
    /// Every orbit in edge order, without the edge that is its own mirror.
    fn of_all(plan: &MazePlan, own: Option<Orbit>) -> Self {
        let (width, cells) = (usize::from(plan.grid.width()), plan.grid.cells());
        // The first cell whose right edge, or up edge, is the mirror of an earlier one or of itself (R4).
        let (rights, ups) =
            if plan.symmetric { (cells / 2, (cells - width).div_ceil(2)) } else { (cells, cells - width) };
        let mut deck = Self::default();
        // Row by row the cells that have both edges: their numbers follow each other, but the last cell of a row has no
        // edge to the right.
        let both = rights.min(ups);
        for row in (0..both).step_by(width) {
            let end = both.min(row + width);
            let is_whole = end == row + width;
            deck.push_run(2 * row..2 * (end - usize::from(is_whole)));
            deck.push_if(2 * end as Orbit - 1, is_whole);
        }
        for cell in both..rights.max(ups) {
            let (right, up) = (2 * cell as Orbit, 2 * cell as Orbit + 1);
            deck.push_if(right, cell < rights && (cell + 1) % width != 0);
            deck.push_if(up, cell < ups);
        }
        if let Some(own) = own
            && let Some(at) = deck.all().iter().position(|&orbit| orbit == own)
        {
            deck.list.as_flattened_mut().copy_within(at + 1..deck.len, at);
            deck.len -= 1;
        }
        deck
    }

    fn push_run(&mut self, orbits: Range<usize>) {
        let room = self.list.as_flattened_mut().get_mut(self.len..).unwrap_or_default();
        self.len += orbits.len();
        room.iter_mut().zip(orbits).for_each(|(slot, orbit)| *slot = orbit as Orbit);
    }

    /// Adds an orbit if `wanted`, without a branch.
    #[inline]
    fn push_if(&mut self, orbit: Orbit, wanted: bool) {
        if let Some(slot) = self.list.as_flattened_mut().get_mut(self.len) {
            *slot = orbit;
        }
        self.len += usize::from(wanted);
    }

    /// Removes one orbit at random and returns it.
    #[inline]
    fn draw(&mut self, random: &mut Random) -> Option<Orbit> {
        let drawn = random.index(self.len);
        let list = self.list.as_flattened_mut().get_mut(..self.len)?;
        let (last, rest) = list.split_last_mut()?;
        if let Some(slot) = rest.get_mut(drawn) {
            core::mem::swap(slot, last);
        }
        self.len -= 1;
        Some(*last)
    }

    fn all(&self) -> &[Orbit] {
        self.list.as_flattened().get(..self.len).unwrap_or_default()
    }
}

/// Draws walls and calls `open` with each, and whether it is opened, until all cells are connected. As few as possible
/// are opened (R26).
fn join_all<const W: usize>(
    sets: &mut Sets<W>,
    walls: &mut Deck<W>,
    random: &mut Random,
    mut open: impl FnMut(Orbit, bool),
) {
    // Walls that connected nothing when they were drawn, in that order.
    let mut passed = Deck::<W>::default();
    while sets.count > 1 {
        let Some(orbit) = walls.draw(random) else { break };
        let joined = sets.join(orbit);
        open(orbit, joined);
        passed.push_if(orbit, !joined);
    }
    if sets.is_one_piece() {
        return;
    }
    // All orbits are connected, but the two halves of the board are not: open one more wall, on a ring of odd parity.
    let seen_first = passed.all().iter().copied();
    let then_the_rest = core::iter::from_fn(|| walls.draw(random));
    if let Some(orbit) = seen_first.chain(then_the_rest).find(|&orbit| sets.closes_odd_ring(orbit)) {
        open(orbit, true);
    }
}

/// Which cells are connected. If the maze is symmetric, so are these sets: the root of a cell's mirror is the mirror of
/// the cell's root. Only the centre, which is its own mirror, has one of the two.
///
/// Most of the time of a maze is spent here, and what a branch would do is as random as the maze. So the common way
/// through [`Sets::root`] and [`Sets::join`] has none.
struct Sets<const W: usize> {
    grid: Grid,
    /// A cell `c` has its mirror at `(c ^ flip) + shift`; if the maze is not symmetric it is `c` itself.
    flip: usize,
    shift: usize,
    /// The parent of each cell, which is the cell itself for a root.
    parent: PerCell<W>,
    /// How many cells belong to a root.
    size: PerCell<W>,
    /// How many sets there are; a set and its mirror count once.
    count: usize,
    /// Whether a set contains a cell and its mirror.
    odd: bool,
}

impl<const W: usize> Sets<W> {
    fn new(plan: &MazePlan) -> Self {
        let cells = plan.grid.cells();
        let (count, flip, shift) = if plan.symmetric { (cells.div_ceil(2), usize::MAX, cells) } else { (cells, 0, 0) };
        let mut parent = [[0; 32]; W];
        for (cell, parent) in parent.as_flattened_mut().iter_mut().enumerate() {
            *parent = cell as u16;
        }
        // The centre is its own mirror, so everything connected with it is one piece.
        let odd = !plan.symmetric || maze::centre(plan.grid).is_some();
        Self { grid: plan.grid, flip, shift, parent, size: [[1; 32]; W], count, odd }
    }

    const fn is_one_piece(&self) -> bool {
        self.count == 1 && self.odd
    }

    #[inline]
    const fn mirror(&self, cell: usize) -> usize {
        (cell ^ self.flip).wrapping_add(self.shift)
    }

    #[inline]
    fn parent(&self, cell: usize) -> usize {
        self.parent.as_flattened()[cell].into()
    }

    #[inline]
    fn root(&mut self, cell: usize) -> usize {
        // Small sets are linked to large ones, and each search shortens the way for the next: most roots are at most
        // two steps away.
        let mut root = self.parent(self.parent(cell));
        loop {
            let above = self.parent(root);
            if above == root {
                break;
            }
            root = above;
        }
        self.parent.as_flattened_mut()[cell] = root as u16;
        root
    }

    /// Adds an open edge: it connects its two ends, or closes a ring.
    #[inline]
    fn pass(&mut self, orbit: Orbit) {
        let [a, b] = self.roots(orbit);
        let joined = self.link(a, b);
        self.odd |= !joined & (a != b);
    }

    /// Connects the two ends of an edge; false if they, or one and the mirror of the other, were connected already.
    #[inline]
    fn join(&mut self, orbit: Orbit) -> bool {
        let [a, b] = self.roots(orbit);
        self.link(a, b)
    }

    #[inline]
    fn link(&mut self, a: usize, b: usize) -> bool {
        let sizes = [a, b].map(|root| self.size.as_flattened()[root]);
        let (large, small) = if sizes[0] < sizes[1] { (b, a) } else { (a, b) };
        let apart = (a != b) & (a != self.mirror(b));
        // A root that is not linked keeps its size and stays its own parent.
        let (parent, size) = if apart { (large, sizes[0] + sizes[1]) } else { (small, sizes[0]) };
        let here = [large, small, parent];
        for [large, small, parent] in [here, here.map(|cell| self.mirror(cell))] {
            self.parent.as_flattened_mut()[small] = parent as u16;
            self.size.as_flattened_mut()[large] = size;
        }
        self.count -= usize::from(apart);
        apart
    }

    /// Whether an edge between two cells that are connected, or one with the mirror of the other, connects the two
    /// halves of the board.
    fn closes_odd_ring(&mut self, orbit: Orbit) -> bool {
        let [a, b] = self.roots(orbit);
        a != b
    }

    #[inline]
    fn roots(&mut self, orbit: Orbit) -> [usize; 2] {
        ends(self.grid, orbit).map(|cell| self.root(cell))
    }
}

/// Draws `count` cheeses (R30) and calls `place` with each cell. Cells in `avoid` are drawn last.
pub fn cheese<const W: usize>(
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
    // A draw is a mirror pair, identified by its lower cell, or a single cell; those that contain a start are at the
    // end.
    let draws = if symmetric { cells / 2 } else { cells };
    need /= if symmetric { 2 } else { 1 };
    let draw_of = |cell: usize| if symmetric { cell.min(maze::mirror_cell(grid, cell)) } else { cell } as u16;
    let mut list: PerCell<W> = [[0; 32]; W];
    let list = list.as_flattened_mut();
    for (draw, slot) in list[..draws].iter_mut().enumerate() {
        *slot = draw as u16;
    }
    let mut free = draws;
    let [python, rat] = avoid.map(draw_of);
    for start in [Some(python), Some(rat).filter(|&rat| rat != python)].into_iter().flatten() {
        // The centre of a symmetric board is never drawn.
        if let Some(at) = list[..free].iter().position(|&draw| draw == start) {
            free -= 1;
            list.swap(at, free);
        }
    }
    let (first, last_resort) = list[..draws].split_at_mut(free);
    for part in [first, last_resort] {
        for taken in 0..need.min(part.len()) {
            part.swap(taken, taken + random.index(part.len() - taken));
            let cell = usize::from(part[taken]);
            place(cell);
            if symmetric {
                place(maze::mirror_cell(grid, cell));
            }
        }
        need -= need.min(part.len());
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
