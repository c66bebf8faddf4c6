//! What the bots compute on whole rows, cell by cell: rectangles and ways must be the same.

use super::super::fence::{Exit, Fence, Land, Limits};
use super::super::search::Search;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::Rows;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The cell of a rectangle so deep and so wide, none off the board.
fn cell(exit: &Exit, side: Action, depth: i32, width: i32) -> Option<Cell> {
    let ((dx, dy), (sx, sy)) = (exit.out.offset(), side.offset());
    let x = i32::from(exit.gate.x) + depth * i32::from(dx) + width * i32::from(sx);
    let y = i32::from(exit.gate.y) + depth * i32::from(dy) + width * i32::from(sy);
    let on = (0..64).contains(&x) && (0..64).contains(&y);
    on.then_some(Cell { x: x as u16, y: y as u16 })
}

/// All rectangles that leave by an exit, in the order in which they are compared.
fn fences(own: &Rows, open: &Rows, exit: Exit, longest: i32) -> Vec<Fence> {
    let mut found = Vec::new();
    for side in Action::DIRECTIONS.into_iter().filter(|side| *side != exit.out && side.opposite() != Some(exit.out)) {
        let is_open = |depth, width| cell(&exit, side, depth, width).is_some_and(|cell| open.contains(cell));
        let is_own = |depth, width| cell(&exit, side, depth, width).is_some_and(|cell| own.contains(cell));
        let is_outside = |depth, width| is_open(depth, width) && !is_own(depth, width);
        for width in 1..longest {
            for depth in 2..=longest {
                // Out, over to the last cell, and back to the first own cell.
                let out = (1..=depth).all(|depth| is_outside(depth, 0));
                let over = (1..width).all(|width| is_outside(depth, width)) && is_open(depth, width);
                let home = (-3..depth).rev().find(|&depth| is_own(depth, width));
                let Some(home) = home.filter(|_| out && over) else { continue };
                if (home + 1..depth).any(|depth| !is_open(depth, width)) {
                    continue;
                }
                let inside = (1..=depth).flat_map(|depth| (0..=width).map(move |width| (depth, width)));
                let new = inside.filter(|&(depth, width)| !is_own(depth, width)).count() as i32;
                found.push(Fence { exit, depth, side, width, back: depth - home, new });
            }
        }
    }
    found
}

/// Boards with land in rectangles and single cells that are shut.
fn boards() -> impl Strategy<Value = (Rows, Rows)> {
    let block = (0u16..64, 0u16..64, 1u16..12, 1u16..12);
    let (blocks, shut) = (vec(block, 1..12), vec((0u16..64, 0u16..64), 0..300));
    (blocks, shut, 6u16..=64, 6u16..=64).prop_map(|(blocks, shut, cols, rows)| {
        let board = |cell: &Cell| cell.x < cols && cell.y < rows;
        let own = blocks.iter().flat_map(|&(x, y, w, h)| {
            (y..y + h).flat_map(move |y| (x..x + w).map(move |x| Cell { x: x % cols, y: y % rows }))
        });
        let mut open: Rows = (0..64 * 64).map(|i| Cell { x: i % 64, y: i / 64 }).filter(board).collect();
        shut.iter().for_each(|&cell| open.remove(cell.into()));
        (own.filter(board).collect(), open)
    })
}

proptest! {
    #[test]
    fn the_best_fence_is_the_best_of_all(
        (own, open) in boards(),
        gates in vec(any::<proptest::sample::Index>(), 1..8),
        longest in 1..=9i32,
        steps in prop_oneof![Just(i32::MAX), -2..30i32],
        unsafe_new in 0..40i32,
    ) {
        let cells: Vec<Cell> = own.iter().collect();
        let is_safe = |fence: &Fence| fence.new % 40 != unsafe_new;
        let (land, limits) = (Land::new(&own, &open), Limits { side: longest, steps });
        let (mut best, mut slow_best): (Option<Fence>, Option<Fence>) = (None, None);
        for (walk, gate) in gates.iter().map(|gate| *gate.get(&cells)).enumerate() {
            for out in Action::DIRECTIONS {
                let exit = Exit { gate, walk, out };
                land.weigh(exit, &limits, &is_safe, &mut best);
                let all = fences(&own, &open, exit, longest).into_iter().filter(|fence| fence.steps() <= steps);
                for fence in all.filter(is_safe) {
                    let beats = |best: &Fence| fence.new * best.steps() > best.new * fence.steps();
                    if slow_best.as_ref().is_none_or(beats) {
                        slow_best = Some(fence);
                    }
                }
                prop_assert_eq!(best, slow_best);
                if let Some(best) = best {
                    prop_assert_eq!(Some(best.corner()), cell(&best.exit, best.side, best.depth, best.width));
                }
            }
        }
    }

    #[test]
    fn a_search_finds_the_first_of_the_nearest(
        (own, open) in boards(),
        from in (0u16..64, 0u16..64),
        back in proptest::option::of(proptest::sample::select(&Action::DIRECTIONS)),
        goal in vec((0u16..64, 0u16..64), 0..6),
        most in 0usize..72,
        again: bool,
    ) {
        let (from, goal) = (Cell::from(from), goal.into_iter().map(Cell::from).collect::<Rows>());
        let step = |cell: Cell, way: Action| way.from_cell(cell, 64, 64).filter(|to| open.contains(*to));
        // Cell by cell: the steps to each, until a goal is among those that were reached last.
        let mut steps = BTreeMap::from([(from, 0)]);
        let (mut last, mut found, mut taken) = (vec![from], None, 0);
        while !last.is_empty() && found.is_none() && taken < most {
            taken += 1;
            let mut next: Vec<Cell> = last
                .iter()
                .flat_map(|&cell| Action::DIRECTIONS.into_iter().map(move |way| (cell, way)))
                .filter(|&(_, way)| taken > 1 || Some(way) != back)
                .filter_map(|(cell, way)| step(cell, way))
                .filter(|to| !steps.contains_key(to))
                .collect();
            next.sort_by_key(|cell| (cell.y, cell.x));
            next.dedup();
            next.iter().for_each(|&cell| _ = steps.insert(cell, taken));
            found = next.iter().copied().find(|cell| goal.contains(*cell));
            last = next;
        }
        let mut search = Search::default();
        if again {
            search.run(Cell { x: 9, y: 40 }, None, &own, &Rows::NONE, 30);
        }
        prop_assert_eq!(search.run(from, back, &open, &goal, most), found);
        prop_assert_eq!(search.steps(), taken);
        let mut layers = Search::default();
        layers.start(from, back, most);
        for step in 0..=taken {
            prop_assert!(step == 0 || layers.spread(&open, &goal).is_empty == steps_of(&steps, step).is_empty());
            let mut set = Rows::NONE;
            layers.last().for_each(|(y, row)| set.0[y] = row);
            prop_assert!(set.iter().eq(steps_of(&steps, step)));
        }
        if let Some(found) = found {
            let mut ways = Vec::new();
            search.trace(found, search.steps(), &mut ways);
            prop_assert_eq!(ways.len(), taken);
            prop_assert!(back.is_none() || ways.last() != back.as_ref());
            let there = ways.iter().rev().try_fold(from, |cell, &way| step(cell, way));
            prop_assert_eq!(there, Some(found));
        }
    }
}

/// The cells that are so many steps away, row by row.
fn steps_of(steps: &BTreeMap<Cell, usize>, step: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = steps.iter().filter(|(_, s)| **s == step).map(|(cell, _)| *cell).collect();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    cells
}
