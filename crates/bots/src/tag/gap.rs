//! Who gets out for sure: the exact one-to-one table in a line.
//!
//! A survivor that runs along one axis keeps its gap to a killer on that axis; every step that is not away from the
//! killer costs one of the gap, a step back costs two, and the last step, onto the exit, is free. On a board without
//! obstacles that is all there is: it agrees with the solver (R57) on every start.

use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;

/// Of somebody who cannot run from a killer at all.
const NO_GAP: i32 = i32::MIN;

/// How much of its gap a survivor has left when it leaves by this exit of a board of `size` (width, height), with the
/// killer to move. It is out for sure if that is not below 0, and if no exit has it the killer can prevent it.
pub(super) fn slack(killer: Cell, survivor: Cell, exit: Cell, size: [u16; 2]) -> i32 {
    let before = i32::from(distance(survivor, exit)) - 1;
    let along = |killer: u16, survivor: u16, exit: u16, size: u16| {
        let gap = i32::from(survivor) - i32::from(killer);
        // Before the last step it may be a cell beyond the exit, if there is one.
        let wall = if gap < 0 { exit == 0 } else { exit.saturating_add(1) >= size };
        let ahead = (i32::from(exit) - i32::from(survivor)) * gap.signum() + i32::from(!wall);
        if gap.abs() < 2 { NO_GAP } else { gap.abs() - 2 + ahead.min(before) - before }
    };
    along(killer.x, survivor.x, exit.x, size[0]).max(along(killer.y, survivor.y, exit.y, size[1]))
}

/// How many rounds a survivor can run from a killer before a wall ends the run.
pub(super) fn room(killer: Cell, survivor: Cell, width: u16, height: u16) -> u16 {
    let along = |killer: u16, survivor: u16, size: u16| {
        let wall = if survivor > killer { size.saturating_sub(survivor.saturating_add(1)) } else { survivor };
        let gap = survivor.abs_diff(killer);
        if gap < 2 { 0 } else { wall.saturating_add(gap) }
    };
    along(killer.x, survivor.x, width).max(along(killer.y, survivor.y, height))
}

#[cfg(test)]
mod tests {
    use super::super::solve::{Board, One};
    use super::*;

    #[test]
    fn the_gap_says_what_the_solver_says() {
        let cell = |x, y| Cell { x, y };
        for (width, height, exits) in [
            (9, 9, vec![cell(4, 4)]),
            (12, 12, vec![cell(0, 0)]),
            (12, 10, vec![cell(0, 4), cell(11, 6)]),
            (16, 16, vec![cell(3, 5), cell(12, 10)]),
            (7, 14, vec![cell(2, 0), cell(3, 3), cell(6, 13)]),
        ] {
            let grid = Grid::new(width, height).unwrap();
            let solved = One::solve(&Board::new(grid, &exits, false).unwrap(), |_| true).unwrap();
            for killer in (0..grid.cells()).map(|index| grid.cell(index)) {
                for survivor in (0..grid.cells()).map(|index| grid.cell(index)) {
                    if exits.contains(&survivor) || killer == survivor {
                        continue;
                    }
                    let sure = exits.iter().any(|&exit| slack(killer, survivor, exit, [width, height]) >= 0);
                    assert_eq!(sure, solved.rounds(killer, survivor).is_some(), "{killer:?} {survivor:?} {exits:?}");
                }
            }
        }
    }
}
