//! Land games for tests.

use super::{actor, at, fact, look};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, Bar, Flash, Frame, GridBoard, Key, Line, Row, Sign, Thing, Tile};

const LAND: [&str; 4] = ["land.0", "land.1", "land.2", "land.3"];
const HOME: [&str; 4] = ["home.0", "home.1", "home.2", "home.3"];
const TRAIL: [&str; 4] = ["trail.0", "trail.1", "trail.2", "trail.3"];
const FARMER: [&str; 4] = ["farmer.0", "farmer.1", "farmer.2", "farmer.3"];
const THING: [&str; 5] = ["thing.1", "thing.2", "thing.3", "thing.4", "thing.5"];
const NAMES: [&str; 4] = ["ada", "blaise", "claude", "dorothy"];

const LEGEND: [Key; 9] = [
    Key::new(Sign::Tile, look("land.0")),
    Key::new(Sign::Tile, look("home.0")),
    Key::new(Sign::Tile, look("trail.0")),
    Key::new(Sign::Tile, look("weed")),
    Key::new(Sign::Thing, look("thing.1")),
    Key::new(Sign::Flash, look("pruned")),
    Key::new(Sign::Flash, look("claimed")),
    Key::new(Sign::Frame, look("farmer.1")),
    Key::new(Sign::Actor('@'), look("farmer.2")),
];

/// Rectangles of each seat's land: left, top, right, bottom. Of two that overlap the later counts.
const FIELDS: [(usize, [u16; 4]); 22] = [
    (0, [4, 0, 21, 9]),
    (0, [7, 10, 16, 15]),
    (0, [18, 10, 23, 13]),
    (0, [2, 4, 3, 8]),
    (1, [33, 6, 49, 18]),
    (1, [38, 2, 46, 5]),
    (1, [28, 12, 32, 22]),
    (1, [40, 19, 47, 25]),
    (2, [26, 38, 48, 49]),
    (2, [30, 33, 41, 37]),
    (2, [20, 44, 25, 47]),
    (3, [0, 26, 13, 46]),
    (3, [14, 31, 19, 41]),
    (3, [3, 21, 9, 25]),
    (3, [20, 35, 23, 37]),
    (1, [22, 14, 27, 18]),
    (2, [42, 31, 46, 37]),
    (0, [24, 3, 26, 6]),
    (0, [22, 4, 23, 5]),
    (3, [14, 44, 15, 45]),
    (1, [48, 27, 49, 29]),
    (2, [33, 29, 36, 32]),
];
const STARTS: [Cell; 4] = [at(12, 1), at(48, 12), at(37, 48), at(1, 37)];

/// The corners of each seat's trail; the farmer stands at its end.
const TRAILS: [&[Cell]; 4] = [
    &[at(16, 12), at(16, 20), at(20, 20), at(20, 25), at(12, 25)],
    &[at(44, 25), at(44, 28), at(38, 28), at(38, 22)],
    &[at(26, 40), at(24, 40), at(24, 33), at(28, 33)],
    &[],
];

const WEEDS: [Cell; 14] = [
    at(30, 25),
    at(31, 25),
    at(31, 26),
    at(30, 26),
    at(32, 26),
    at(31, 27),
    at(30, 27),
    at(17, 23),
    at(17, 24),
    at(18, 23),
    at(10, 12),
    at(11, 12),
    at(11, 13),
    at(10, 11),
];

/// A board of 50 by 50 in the middle of a match, all of its kinds of things in sight: one is just pruned, one has just
/// claimed, and seat 1 is looked through.
pub(crate) fn harvest() -> Scene {
    let mut board = GridBoard::new(Grid::new(50, 50).unwrap());
    let mut owners: Vec<Option<usize>> = vec![None; board.grid.cells()];
    for (seat, [left, top, right, bottom]) in FIELDS {
        for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| at(x, y))) {
            owners[usize::from(cell.y) * 50 + usize::from(cell.x)] = Some(seat);
        }
    }
    let lands = owners.iter().enumerate().filter_map(|(index, owner)| Some((board.grid.cell(index), (*owner)?)));
    board.tiles = lands.map(|(at, seat)| Tile { at, look: look(LAND[seat]) }).collect();
    for (seat, start) in STARTS.iter().enumerate() {
        let home = (start.y - 1..=start.y + 1).flat_map(|y| (start.x - 1..=start.x + 1).map(move |x| at(x, y)));
        board.tiles.extend(home.map(|at| Tile { at, look: look(HOME[seat]) }));
    }
    for (seat, corners) in TRAILS.iter().enumerate() {
        walk(&mut board, seat, corners);
    }
    board.tiles.extend(WEEDS.map(|at| Tile { at, look: look("weed") }));
    let places = [at(27, 8), at(22, 30), at(35, 25), at(12, 18), at(44, 44)];
    board.things = places.into_iter().zip(THING).map(|(at, name)| Thing { at, look: look(name) }).collect();
    let ends = [(at(12, 25), (-1, 0)), (at(38, 22), (0, -1)), (at(28, 33), (1, 0)), (at(17, 36), (0, 1))];
    let farmer =
        |(seat, (at, facing)): (usize, (Cell, _))| Actor { facing: Some(facing), ..actor(FARMER[seat], '@', at) };
    board.actors = ends.into_iter().enumerate().map(farmer).collect();
    board.flashes = vec![
        Flash { at: at(17, 36), look: look("claimed") },
        Flash { at: at(29, 29), look: look("pruned") },
        Flash { at: at(28, 33), look: look("picked-up") },
        Flash { at: at(12, 25), look: look("sent-back") },
    ];
    board.frames = vec![Frame { from: at(34, 18), to: at(42, 26), look: look("farmer.1") }];
    let (mut panel, mut standings) = (vec![fact("tick", "412/1000")], Vec::new());
    for (seat, name) in NAMES.iter().enumerate() {
        let cells = owners.iter().filter(|owner| **owner == Some(seat)).count();
        let percent = cells as f64 / 25.0;
        let (figure, note) = (format!("{percent:.1} %"), format!("{cells} cells, {} points", 7 * cells));
        standings.push((cells, Bar { figure, note, ..Bar::new(name, look(FARMER[seat]), percent, 100.0) }));
    }
    panel.extend(Bar::standings(standings));
    panel.push(Row::Note("blaise: Immunity 12, Super Fertilizer 3".to_string()));
    Scene { title: "Garden", legend: &LEGEND, ..Scene::new(board, panel) }
}

fn walk(board: &mut GridBoard, seat: usize, corners: &[Cell]) {
    let look = look(TRAIL[seat]);
    for ends in corners.windows(2) {
        let (mut here, to) = (ends[0], ends[1]);
        board.tiles.push(Tile { at: here, look });
        while here != to {
            let step =
                |from: u16, to: u16| from.saturating_add_signed((i32::from(to) - i32::from(from)).signum() as i16);
            let next = at(step(here.x, to.x), step(here.y, to.y));
            board.lines.push(Line { from: here, to: next, look });
            board.tiles.push(Tile { at: next, look });
            here = next;
        }
    }
}

/// A corner of a farm, small enough to be read as text: a trail of one cell, another over foreign land, a weed.
pub(crate) fn garden() -> Scene {
    let mut board = GridBoard::new(Grid::new(9, 6).unwrap());
    let fill = |name, left, top, right, bottom| {
        (top..=bottom).flat_map(move |y| (left..=right).map(move |x| Tile { at: at(x, y), look: look(name) }))
    };
    board.tiles = fill("land.0", 0, 0, 3, 2).chain(fill("land.1", 6, 2, 8, 5)).collect();
    board.tiles.extend(fill("home.0", 0, 0, 1, 1));
    walk(&mut board, 0, &[at(3, 1), at(5, 1), at(5, 4), at(7, 4)]);
    board.tiles.push(Tile { at: at(6, 2), look: look("trail.1") });
    board.tiles.extend([at(2, 4), at(3, 4)].map(|at| Tile { at, look: look("weed") }));
    board.things = vec![Thing { at: at(0, 5), look: look("thing.3") }, Thing { at: at(2, 2), look: look("thing.5") }];
    let farmer = |seat: usize, at, facing| Actor { facing, ..actor(FARMER[seat], '@', at) };
    board.actors = vec![farmer(0, at(7, 4), Some((1, 0))), farmer(1, at(6, 2), None)];
    board.flashes = vec![Flash { at: at(8, 5), look: look("claimed") }];
    board.frames = vec![Frame { from: at(6, 3), to: at(40, 40), look: look("farmer.0") }];
    Scene::new(board, vec![fact("tick", "12/1000")])
}
