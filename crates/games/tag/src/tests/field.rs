//! Both definitions of R3 agree: the smallest distance, and breadth-first search; the engine's field is equal to both.

use crate::game::distance_field;
use crate::ground::{Packed, pack};
use gridhaunt_kernel::prelude::*;
use std::collections::{HashMap, VecDeque};

fn by_search(grid: Grid, sources: &[Cell]) -> HashMap<Packed, u8> {
    let mut steps = HashMap::new();
    let mut open: VecDeque<(i32, i32, u8)> = sources.iter().map(|at| (at.x.into(), at.y.into(), 0)).collect();
    while let Some((x, y, far)) = open.pop_front() {
        let inside = (0..i32::from(grid.width())).contains(&x) && (0..i32::from(grid.height())).contains(&y);
        if !inside || steps.contains_key(&pack(Cell { x: x as u16, y: y as u16 })) {
            continue;
        }
        steps.insert(pack(Cell { x: x as u16, y: y as u16 }), far);
        for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
            open.push_back((x + dx, y + dy, far.saturating_add(1)));
        }
    }
    steps
}

fn by_distance(sources: &[Cell], at: Cell) -> u16 {
    sources.iter().map(|from| from.x.abs_diff(at.x).max(from.y.abs_diff(at.y))).min().expect("a source")
}

fn agree(grid: Grid, sources: &[Cell]) {
    let field = distance_field(grid, sources);
    let searched = by_search(grid, sources);
    assert_eq!(searched.len(), grid.cells());
    for index in 0..grid.cells() {
        let at = grid.cell(index);
        let steps = field[usize::from(pack(at))];
        assert_eq!((steps, u16::from(steps)), (searched[&pack(at)], by_distance(sources, at)), "{at} from {sources:?}");
    }
    // No cell beyond the board is an exit.
    for y in 0..grid.height() {
        let row = &field[usize::from(y) * 256..][usize::from(grid.width())..256];
        assert!(row.iter().all(|&steps| steps == u8::MAX));
    }
}

#[test]
fn three_ways_give_one_field() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let grid = Grid::new(3 + random.below(30) as u16, 3 + random.below(30) as u16).expect("a board");
        let sources: Vec<Cell> = (0..1 + random.below(16)).map(|_| grid.cell(random.index(grid.cells()))).collect();
        agree(grid, &sources);
    }
}

#[test]
fn the_largest_boards_are_no_exception() {
    let board = |width, height| Grid::new(width, height).expect("a board");
    agree(board(256, 256), &[Cell { x: 0, y: 0 }]);
    agree(board(256, 3), &[Cell { x: 255, y: 1 }]);
    agree(board(3, 256), &[Cell { x: 1, y: 255 }, Cell { x: 2, y: 0 }]);
}
