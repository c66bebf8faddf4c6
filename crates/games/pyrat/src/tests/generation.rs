//! What is drawn from a seed: R23 to R30, I10.

use super::matches;
use crate::generate::{self, MazePlan, Report};
use crate::maze::{self, Edge, Maze};
use crate::settings::{Preset, Settings};
use crate::{Action, PyRat};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::words::Words;
use serde_json::json;
use std::collections::BTreeSet;

/// The classic maze of a board.
fn plan(width: u16, height: u16) -> MazePlan {
    let grid = Grid::new(width, height).expect("a board");
    MazePlan { grid, wall_density: 0.7, mud_density: 0.1, mud_range: (2, 3), connected: true, symmetric: true }
}

fn draw(plan: &MazePlan, seed: u64) -> (Maze, Report) {
    generate::maze::<128>(plan, &mut Random::stream(seed, 1))
}

/// R26: the edge turned by 180 degrees, computed from coordinates.
fn mirror_edge(grid: Grid, edge: Edge) -> Edge {
    let (at, width, height) = (grid.cell(edge.cell), usize::from(grid.width()), usize::from(grid.height()));
    let (x, y) = (width - 1 - usize::from(at.x), height - 1 - usize::from(at.y));
    let low = if edge.towards == Action::Right { y * width + x - 1 } else { (y - 1) * width + x };
    Edge { cell: low, towards: edge.towards }
}

fn ends(maze: &Maze, edge: Edge) -> [usize; 2] {
    let (a, b) = maze.ends(edge);
    [a, b].map(|cell| usize::from(cell.y) * usize::from(maze.grid().width()) + usize::from(cell.x))
}

/// For every cell the lowest cell that it is connected with, over the edges for which `open` is true.
fn pieces(maze: &Maze, open: impl Fn(Edge) -> bool) -> Vec<usize> {
    let mut piece: Vec<usize> = (0..maze.grid().cells()).collect();
    fn root(piece: &mut [usize], mut cell: usize) -> usize {
        while piece[cell] != cell {
            piece[cell] = piece[piece[cell]];
            cell = piece[cell];
        }
        cell
    }
    for edge in maze::edges(maze.grid()).filter(|&edge| open(edge)) {
        let [a, b] = ends(maze, edge).map(|cell| root(&mut piece, cell));
        piece[a.max(b)] = a.min(b);
    }
    (0..piece.len()).map(|cell| root(&mut piece, cell)).collect()
}

fn is_one_piece(maze: &Maze, open: impl Fn(Edge) -> bool) -> bool {
    pieces(maze, open).iter().all(|&piece| piece == 0)
}

/// The fewest orbits of walls that must be opened, counted on the pieces of the whole board.
///
/// Not symmetric: pieces minus one. Symmetric: the mirror maps a piece to itself or to another. Every opened orbit
/// joins at most two of these classes, and if no piece is its own mirror, one more orbit must join the two halves.
fn fewest_orbits(maze: &Maze, symmetric: bool) -> usize {
    let cells = maze.grid().cells();
    let piece = pieces(maze, |edge| maze.get(edge) > 0);
    if !symmetric {
        return piece.iter().collect::<BTreeSet<_>>().len() - 1;
    }
    let classes: BTreeSet<usize> = (0..cells).map(|cell| piece[cell].min(piece[cells - 1 - cell])).collect();
    let own_mirror = (0..cells).any(|cell| piece[cell] == piece[cells - 1 - cell]);
    classes.len() - usize::from(own_mirror)
}

/// Checks one drawn maze against R25, R26 and R28. The same seed without joining shows the walls before it.
fn check(plan: &MazePlan, seed: u64) {
    let name = || format!("{plan:?}, seed {seed}");
    let (maze, report) = draw(plan, seed);
    let (before, drawn) = draw(&MazePlan { connected: false, mud_density: 0.0, ..*plan }, seed);
    let grid = plan.grid;
    let edges: Vec<Edge> = maze::edges(grid).collect();
    let (width, height) = (u32::from(grid.width()), u32::from(grid.height()));

    // R2, R25.
    assert_eq!(edges.len() as u32, (width - 1) * height + width * (height - 1));
    let (lo, hi) = plan.mud_range;
    for &edge in &edges {
        let turns = maze.get(edge);
        assert!(turns <= 1 || (lo..=hi).contains(&turns), "{}: {edge:?} takes {turns}", name());
        if plan.symmetric {
            assert_eq!(turns, maze.get(mirror_edge(grid, edge)), "{}: {edge:?} and its mirror", name());
        }
        let [from, to] = ends(&maze, edge);
        assert_eq!(maze.crossing(to, edge.towards.mirrored()), maze.crossing(from, edge.towards), "from both sides");
    }
    for cell in 0..grid.cells() {
        let at = grid.cell(cell);
        let off = [u32::from(at.y) + 1 == height, u32::from(at.x) + 1 == width, at.y == 0, at.x == 0];
        for way in Action::DIRECTIONS {
            assert!(!off[way as usize] || maze.crossing(cell, way) == 0, "{}: the border is wall", name());
        }
    }
    if plan.connected {
        assert!(is_one_piece(&maze, |edge| maze.get(edge) > 0), "{}: not connected", name());
    }

    // R26.
    let walls = |maze: &Maze| edges.iter().filter(|&&edge| maze.get(edge) == 0).count() as u32;
    let asked = (plan.wall_density * f64::from(report.edges) + 0.5) as u32;
    assert_eq!((report.edges, report.walls_asked), (edges.len() as u32, asked), "{}", name());
    assert!(report.walls_drawn.abs_diff(asked) <= u32::from(plan.symmetric), "{}: {report:?}", name());
    assert_eq!((drawn.walls_drawn, walls(&before)), (report.walls_drawn, report.walls_drawn), "{}", name());
    let opened: Vec<Edge> = edges.iter().copied().filter(|&e| before.get(e) == 0 && maze.get(e) > 0).collect();
    assert!(edges.iter().all(|&e| before.get(e) == 0 || maze.get(e) > 0), "{}: joining builds no wall", name());
    assert_eq!(report.walls_opened as usize, opened.len(), "{}", name());
    assert_eq!((report.walls, walls(&maze)), (report.walls_drawn - report.walls_opened, report.walls), "{}", name());
    let orbit = |e: &Edge| {
        let index = |e: Edge| 2 * e.cell + usize::from(e.towards == Action::Up);
        if plan.symmetric { index(*e).min(index(mirror_edge(grid, *e))) } else { index(*e) }
    };
    let orbits = opened.iter().map(orbit).collect::<BTreeSet<_>>().len();
    let fewest = if plan.connected { fewest_orbits(&before, plan.symmetric) } else { 0 };
    assert_eq!(orbits, fewest, "{}: no more walls are opened than must be", name());

    // R28.
    let mud = edges.iter().filter(|&&edge| maze.get(edge) > 1).count() as u32;
    let asked = (plan.mud_density * f64::from(report.passages) + 0.5) as u32;
    assert_eq!((report.passages, report.mud), (report.edges - report.walls, mud), "{}", name());
    assert!(mud.abs_diff(asked) <= u32::from(plan.symmetric), "{}: {report:?}", name());
}

/// The same maze drawn as plainly as possible: lists of edges, and after every wall a search over the whole board.
fn plain(plan: &MazePlan, random: &mut Random) -> Maze {
    let mirror = |edge: Edge| if plan.symmetric { mirror_edge(plan.grid, edge) } else { edge };
    let is_own = |edge: Edge| plan.symmetric && mirror(edge) == edge;
    let set = |maze: &mut Maze, edge: Edge, turns: u8| [edge, mirror(edge)].map(|edge| maze.set(edge, turns));
    let order: Vec<Edge> = maze::edges(plan.grid).collect();
    let number = |edge: Edge| order.iter().position(|&other| other == edge);
    // `want` of these edges: whether the edge that is its own mirror is one of them, and how many orbits.
    let share = |edges: u32, density: f64, has_own: bool, random: &mut Random| {
        let want = (density * f64::from(edges) + 0.5) as u32;
        let own = has_own && random.below(edges.into()) < want.into();
        let pairs = ((edges - u32::from(has_own)) / 2).min((want - u32::from(own)).div_ceil(2));
        (own, if plan.symmetric { pairs } else { want } as usize)
    };
    let take = |deck: &mut Vec<Edge>, random: &mut Random| deck.swap_remove(random.index(deck.len()));
    // How many pieces there are, a piece and its mirror counted once, and whether there is one piece in the end.
    let count = |maze: &Maze| {
        let (piece, last) = (pieces(maze, |edge| maze.get(edge) > 0), plan.grid.cells() - 1);
        let other = |cell: usize| if plan.symmetric { piece[last - cell] } else { piece[cell] };
        let classes: BTreeSet<usize> = (0..=last).map(|cell| piece[cell].min(other(cell))).collect();
        (classes.len(), piece.iter().all(|&piece| piece == 0))
    };

    let own = order.iter().copied().find(|&edge| is_own(edge));
    let (own_is_wall, walls) = share(order.len() as u32, plan.wall_density, own.is_some(), random);
    let mut deck: Vec<Edge> =
        order.iter().copied().filter(|&edge| !is_own(edge) && number(edge) <= number(mirror(edge))).collect();
    let (mut maze, mut passages) = (Maze::walled(plan.grid), Vec::new());
    while deck.len() > walls {
        passages.push(take(&mut deck, random));
    }
    if !own_is_wall {
        passages.extend(own);
    }
    passages.iter().for_each(|&edge| _ = set(&mut maze, edge, 1));
    if plan.connected {
        deck.extend(own.filter(|_| own_is_wall));
        let mut passed = Vec::new();
        while count(&maze).0 > 1 {
            let (edge, before) = (take(&mut deck, random), count(&maze).0);
            set(&mut maze, edge, 1);
            if count(&maze).0 < before {
                passages.push(edge);
            } else {
                set(&mut maze, edge, 0);
                passed.push(edge);
            }
        }
        passed.reverse();
        while !count(&maze).1 {
            let edge = passed.pop().unwrap_or_else(|| take(&mut deck, random));
            set(&mut maze, edge, 1);
            if count(&maze).1 {
                passages.push(edge);
            } else {
                set(&mut maze, edge, 0);
            }
        }
    }

    let own_is_open = passages.iter().any(|&edge| is_own(edge));
    let open = order.len() as u32 - maze.walls().count() as u32;
    let (own_is_mud, mud) = share(open, plan.mud_density, own_is_open, random);
    let (lo, hi) = plan.mud_range;
    let depth = |random: &mut Random| lo + random.below(u64::from(hi - lo) + 1) as u8;
    if let Some(edge) = own.filter(|_| own_is_mud) {
        set(&mut maze, edge, depth(random));
    }
    passages.retain(|&edge| !is_own(edge));
    for _ in 0..mud {
        let edge = take(&mut passages, random);
        set(&mut maze, edge, depth(random));
    }
    maze
}

#[test]
fn mazes_equal_those_that_are_drawn_plainly() {
    let small = (2..=9).flat_map(|width| (2..=9).map(move |height| (width, height, 3)));
    for (width, height, seeds) in small.chain([(21, 15, 1), (16, 17, 1), (17, 16, 1), (20, 20, 1)]) {
        for plan in every_kind(width, height).map(|plan| MazePlan { mud_range: (2, 9), ..plan }) {
            for seed in 0..seeds {
                let (mut fast, mut slow) = (Random::stream(seed, 1), Random::stream(seed, 1));
                let (maze, _) = generate::maze::<128>(&plan, &mut fast);
                assert_eq!(maze, plain(&plan, &mut slow), "{plan:?}, seed {seed}");
                assert_eq!(fast, slow, "{plan:?}, seed {seed}: as many draws");
            }
        }
    }
}

const DENSITIES: [f64; 4] = [0.0, 0.3, 0.7, 1.0];

fn every_kind(width: u16, height: u16) -> impl Iterator<Item = MazePlan> {
    DENSITIES.into_iter().flat_map(move |wall_density| {
        [(true, true), (true, false), (false, true), (false, false)].into_iter().enumerate().map(
            move |(i, (connected, symmetric))| {
                // Every mud density is combined with every wall density on some size.
                let mud_density = DENSITIES[(i + usize::from(width + height)) % 4];
                MazePlan { wall_density, mud_density, connected, symmetric, ..plan(width, height) }
            },
        )
    })
}

#[test]
fn mazes_of_every_size_keep_their_promises() {
    for (width, height) in (2..=20).flat_map(|width| (2..=20).map(move |height| (width, height))) {
        for plan in every_kind(width, height) {
            (0..3).for_each(|seed| check(&plan, seed));
        }
    }
}

#[test]
fn mazes_of_the_largest_sizes_keep_their_promises() {
    for (width, height) in [(64, 64), (64, 63), (63, 64), (63, 63), (64, 2), (2, 64), (3, 64), (64, 3)] {
        for plan in every_kind(width, height) {
            check(&MazePlan { mud_range: (2, 255), ..plan }, 5);
        }
    }
}

#[test]
fn a_board_without_a_centre_is_joined_across_its_halves() {
    for (width, height) in [(4, 4), (4, 6), (5, 4), (4, 5), (6, 6), (10, 10)] {
        for wall_density in [0.5, 0.6, 0.7, 0.8, 1.0] {
            let plan = MazePlan { wall_density, ..plan(width, height) };
            (0..60).for_each(|seed| check(&plan, seed));
        }
    }
}

/// No fewer walls would be enough: tries every smaller set of orbits.
#[test]
fn no_smaller_set_of_walls_would_join_the_board() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (3, 4), (4, 3)] {
        for (wall_density, symmetric) in [(0.7, true), (1.0, true), (0.7, false)] {
            for seed in 0..6 {
                let plan = MazePlan { wall_density, symmetric, mud_density: 0.0, ..plan(width, height) };
                let (before, _) = draw(&MazePlan { connected: false, ..plan }, seed);
                let (after, _) = draw(&plan, seed);
                let orbit = |e: Edge| if symmetric { [e, mirror_edge(plan.grid, e)] } else { [e, e] };
                let first = |&e: &Edge| orbit(e)[1].cell >= e.cell;
                let walls: Vec<Edge> = before.walls().filter(first).collect();
                let opened = walls.iter().filter(|&&edge| after.get(edge) > 0).count() as u32;
                let joins = |set: u32| {
                    let chosen = |edge| (0..walls.len()).any(|i| set >> i & 1 == 1 && orbit(walls[i]).contains(&edge));
                    is_one_piece(&before, |edge| before.get(edge) > 0 || chosen(edge))
                };
                let smaller = (0..1u32 << walls.len()).filter(|set| set.count_ones() < opened);
                assert!(!smaller.into_iter().any(joins), "{plan:?}, seed {seed}: {opened} are too many");
            }
        }
    }
}

#[test]
fn the_least_passages_are_a_tree_or_a_symmetric_ring() {
    for (width, height) in (2..=9).flat_map(|width| (2..=9).map(move |height| (width, height))) {
        let cells = u32::from(width) * u32::from(height);
        for symmetric in [true, false] {
            let plan = MazePlan { wall_density: 1.0, symmetric, ..plan(width, height) };
            let passages: Vec<u32> = (0..20).map(|seed| draw(&plan, seed).1.passages).collect();
            let ring = symmetric && width % 2 == 0 && height % 2 == 0;
            let least = if ring { cells } else { cells - 1 };
            assert_eq!(passages.iter().min(), Some(&least), "{plan:?}");
        }
    }
}

#[test]
fn the_mean_number_of_walls_is_the_published_one() {
    let published = [
        ("tiny", 79.4),
        ("small", 166.6),
        ("medium", 277.4),
        ("large", 594.8),
        ("huge", 1188.0),
        ("asymmetric", 277.5),
    ];
    for (preset, expected) in published {
        let plan = matches::settings(&json!({ "preset": preset })).maze_plan();
        let walls: u32 = (0..1000).map(|seed| draw(&plan, seed).1.walls).sum();
        let mean = f64::from(walls) / 1000.0;
        assert!((mean / expected - 1.0).abs() < 0.01, "{preset}: {mean} walls, need {expected} within 1 %");
    }
}

/// How far the rarest and the most frequent of `counts` lie from their mean, in standard deviations.
fn spread(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - mean).abs() / mean.sqrt()).fold(0.0, f64::max)
}

#[test]
fn walls_and_mud_fall_on_every_edge_alike() {
    for (symmetric, width, height) in [(false, 4, 3), (true, 4, 3), (true, 4, 4), (true, 3, 5)] {
        // Half of the edges, exactly where possible: rounding favours no edge.
        let plan = MazePlan { wall_density: 0.5, symmetric, connected: false, mud_density: 1.0, ..plan(width, height) };
        let plan = MazePlan { mud_range: (2, 6), ..plan };
        let edges: Vec<Edge> = maze::edges(plan.grid).collect();
        let (mut walls, mut values) = ([0; 64], [0; 5]);
        for seed in 0..4000 {
            let (maze, _) = draw(&plan, seed);
            for (i, &edge) in edges.iter().enumerate() {
                match maze.get(edge) {
                    0 => walls[i] += 1,
                    turns => values[usize::from(turns) - 2] += 1,
                }
            }
        }
        assert!(spread(&walls[..edges.len()]) < 4.0, "{plan:?}: walls {walls:?}");
        assert!(spread(&values) < 6.0, "{plan:?}: mud {values:?}, each counted twice where symmetric");
        let plan = MazePlan { wall_density: 0.0, mud_density: 0.5, ..plan };
        let mut mud = [0; 64];
        for seed in 0..4000 {
            let (maze, _) = draw(&plan, seed);
            edges.iter().zip(&mut mud).for_each(|(&edge, count)| *count += u32::from(maze.get(edge) > 1));
        }
        assert!(spread(&mud[..edges.len()]) < 4.0, "{plan:?}: mud {mud:?}");
    }
}

// R23, R24.

#[test]
fn three_streams_do_not_disturb_each_other() {
    let base = json!({"width": 9, "height": 7, "start": "random"});
    let drawn = |document: &Value, seed| {
        let (world, state) = matches::game::<10>(document, seed);
        (world.maze, state.pos, state.cheese)
    };
    let (maze, pos, cheese) = drawn(&base, 11);
    let with = |field: &str, value: Value| {
        let mut document = base.clone();
        document[field] = value;
        drawn(&document, 11)
    };
    let other = with("maze_seed", json!(1));
    assert!(other.0 != maze && other.1 == pos && other.2 == cheese, "the maze's seed draws the maze alone");
    let other = with("cheese_seed", json!(1));
    assert!(other.0 == maze && other.1 == pos && other.2 != cheese, "the cheese's seed draws the cheese alone");
    let other = with("start_seed", json!(1));
    assert!(other.0 == maze && other.1 != pos, "the starts' seed draws the starts");
    let other = with("wall_density", json!(0.2));
    assert!(other.0 != maze && other.1 == pos && other.2 == cheese, "other walls leave starts and cheese");
}

#[test]
fn a_given_seed_replaces_the_value_that_follows_from_the_match_seed() {
    let published = [0xE220_A839_7B1D_CDAF_u64, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
    let settings = |seeds: [Option<u64>; 3]| {
        let mut document = json!({"width": 9, "height": 7, "start": "random"});
        for (field, seed) in ["maze_seed", "start_seed", "cheese_seed"].into_iter().zip(seeds) {
            if let Some(seed) = seed {
                document[field] = seed.into();
            }
        }
        document
    };
    let of_seed_0 = matches::game::<10>(&settings([None; 3]), 0);
    assert_eq!(matches::game::<10>(&settings(published.map(Some)), 99), of_seed_0);
    assert_ne!(matches::game::<10>(&settings([None; 3]), 99), of_seed_0);
}

#[test]
fn the_same_seed_gives_the_same_game_in_any_thread() {
    fn digests() -> Vec<(u64, u64)> {
        let all = Preset::WORDS.iter().flat_map(|&preset| (0..4).map(move |seed| (preset, seed)));
        let one = |(preset, seed): (&str, u64)| {
            let (world, state) = matches::game::<42>(&json!({"preset": preset, "start": "random"}), seed);
            (PyRat::<42>::digest(&world), PyRat::<42>::hash_of(&world, &state))
        };
        all.map(one).collect()
    }
    let here = digests();
    assert_eq!(here, digests(), "twice");
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(digests)).collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), here, "in another thread");
    }
    // `open` has one maze for all seeds; all others differ.
    let mazes: BTreeSet<u64> = here.iter().map(|&(digest, _)| digest).collect();
    assert_eq!(mazes.len(), 6 * 4 + 1, "different seeds draw different mazes");
}

#[test]
fn the_digest_tells_any_two_mazes_apart() {
    let (maze, _) = draw(&plan(5, 4), 0);
    let mut seen = BTreeSet::from([maze.digest()]);
    for edge in maze::edges(maze.grid()) {
        for turns in (0..=4).filter(|&turns| turns != maze.get(edge)) {
            let mut other = maze.clone();
            other.set(edge, turns);
            assert!(seen.insert(other.digest()), "{edge:?} as {turns}");
        }
    }
    let sizes = [(2, 6), (6, 2), (3, 4), (4, 3)].map(|(width, height)| Grid::new(width, height).expect("a board"));
    assert!(sizes.into_iter().all(|grid| seen.insert(Maze::walled(grid).digest())), "sizes count");
}

// R29.

#[test]
fn corners_are_bottom_left_and_top_right() {
    // R5
    let (world, state) = matches::game::<10>(&json!({"width": 7, "height": 4}), 3);
    assert_eq!(state.pos.map(|cell| world.grid().cell(cell.into())), [(0, 0).into(), (6, 3).into()]);
}

#[test]
fn random_starts_are_two_different_cells_and_all_pairs_alike() {
    let grid = Grid::new(3, 2).expect("a board");
    let mut pairs = [0; 36];
    for seed in 0..6000 {
        let [python, rat] = generate::random_starts(grid, &mut Random::stream(seed, 2));
        pairs[6 * python + rat] += 1;
    }
    let different: Vec<u32> = (0..36).filter(|pair| pair / 6 != pair % 6).map(|pair| pairs[pair]).collect();
    assert!((0..6).all(|cell| pairs[7 * cell] == 0), "{pairs:?}");
    assert!(spread(&different) < 4.0, "{pairs:?}");
}

#[test]
fn mirrored_starts_are_a_cell_and_its_mirror_and_never_the_centre() {
    for (width, height) in [(3, 3), (4, 3), (2, 2)] {
        let grid = Grid::new(width, height).expect("a board");
        let mut seen = std::vec![0; grid.cells()];
        for seed in 0..4000 {
            let [python, rat] = generate::mirrored_starts(grid, &mut Random::stream(seed, 2));
            assert_eq!(python + rat, grid.cells() - 1);
            seen[python] += 1;
        }
        if grid.cells() % 2 == 1 {
            assert_eq!(seen.remove(grid.cells() / 2), 0, "the centre");
        }
        assert!(spread(&seen) < 4.0, "{width}x{height}: {seen:?}");
    }
}

// R30.

fn cheese(settings: &Settings, seed: u64) -> (BTreeSet<usize>, [usize; 2]) {
    let (_, state) = PyRat::<128>::new(settings, seed).expect("a game");
    (state.cheese.iter().collect(), state.pos.map(usize::from))
}

#[test]
fn cheese_keeps_its_promises_up_to_a_full_board() {
    for (width, height) in [(2, 2), (3, 3), (4, 3), (5, 5), (3, 2), (7, 4)] {
        let cells = width * height;
        for symmetric in [true, false] {
            for start in ["corners", "random", "mirrored"] {
                for count in (1..=cells).filter(|count| !symmetric || cells % 2 == 1 || count % 2 == 0) {
                    let settings = matches::settings(&json!({
                        "width": width, "height": height, "start": start,
                        "cheese_count": count, "cheese_symmetric": symmetric,
                    }));
                    for seed in 0..4 {
                        let (cheese, starts) = cheese(&settings, seed);
                        check_cheese(cells, count, symmetric, starts, &cheese);
                    }
                }
            }
        }
    }
}

fn check_cheese(cells: usize, count: usize, symmetric: bool, starts: [usize; 2], cheese: &BTreeSet<usize>) {
    let what = || format!("{count} on {cells} cells, symmetric {symmetric}, starts {starts:?}: {cheese:?}");
    assert_eq!(cheese.len(), count, "{}", what());
    assert!(cheese.iter().all(|&cell| cell < cells), "{}", what());
    let mirror = |cell: usize| cells - 1 - cell;
    let is_centre = |cell: usize| cell == mirror(cell);
    let touched = |cell: usize| starts.contains(&cell) || symmetric && starts.contains(&mirror(cell));
    if symmetric {
        assert!(cheese.iter().all(|&cell| cheese.contains(&mirror(cell))), "{}", what());
        let has_centre = cheese.iter().any(|&cell| is_centre(cell));
        assert_eq!(has_centre, count % 2 == 1, "the centre exactly when the count is odd: {}", what());
    }
    let drawn = |cell: usize| !(symmetric && is_centre(cell));
    if cheese.iter().any(|&cell| drawn(cell) && touched(cell)) {
        let free = (0..cells).find(|&cell| drawn(cell) && !touched(cell) && !cheese.contains(&cell));
        assert_eq!(free, None, "starts are used last: {}", what());
    }
}

#[test]
fn cheese_falls_on_every_cell_alike() {
    for (symmetric, width, height, count) in [(false, 4, 3, 4), (true, 4, 3, 4), (true, 3, 3, 3), (false, 3, 3, 3)] {
        let settings = matches::settings(&json!({
            "width": width, "height": height, "cheese_count": count, "cheese_symmetric": symmetric,
        }));
        let cells = usize::from(settings.grid().width() * settings.grid().height());
        let mut seen = std::vec![0; cells];
        for seed in 0..4000 {
            cheese(&settings, seed).0.into_iter().for_each(|cell| seen[cell] += 1);
        }
        // Both corners are starts; the centre is a cell like any other unless the cheese is symmetric.
        let alike: Vec<u32> =
            (1..cells - 1).filter(|&cell| !symmetric || 2 * cell + 1 != cells).map(|cell| seen[cell]).collect();
        assert_eq!([seen[0], seen[cells - 1]], [0, 0]);
        assert!(spread(&alike) < 4.0, "symmetric {symmetric}, {width}x{height}: {seen:?}");
    }
}

#[test]
fn a_fixed_maze_is_reported_as_it_is() {
    let settings = json!({"width": 3, "height": 2, "walls": [[0, 0, 0, 1]], "mud": [[1, 0, 2, 0, 9], [0, 1, 1, 1, 2]]});
    let (world, _) = matches::game::<10>(&settings, 0);
    let expected = Report { edges: 7, walls_asked: 1, walls_drawn: 1, walls_opened: 0, walls: 1, passages: 6, mud: 2 };
    assert_eq!(world.report, expected);
}

#[test]
fn the_world_reports_what_was_drawn() {
    let settings = matches::settings(&json!({ "preset": "medium" }));
    for seed in 0..5 {
        let (world, _) = PyRat::<10>::new(&settings, seed).expect("a game");
        assert_eq!((world.maze, world.report), draw(&settings.maze_plan(), seed));
    }
    let text = serde_json::to_string(&draw(&settings.maze_plan(), 0).1).unwrap_or_else(|error| format!("{error}"));
    let fields = ["edges", "walls_asked", "walls_drawn", "walls_opened", "walls", "passages", "mud"];
    let listed: Vec<String> = fields.map(|field| format!("\"{field}\":")).into();
    assert!(listed.iter().all(|field| text.contains(field)), "{text}");
}
