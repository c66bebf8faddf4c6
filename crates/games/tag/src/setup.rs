//! Where all units begin (R7 to R9).

use crate::ground::distance;
use gridhaunt_kernel::prelude::*;

/// After this many refused draws for one exit or unit the distances are relaxed (R9).
pub const PATIENCE: u32 = 10_000;

/// The three minimum distances of units (R8): to exits, to the other side, to their own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Distances {
    pub exit: u16,
    /// To every unit of the other side.
    pub enemy: u16,
    /// To every unit of its own side.
    pub ally: u16,
}

/// Distances are never relaxed below these (R9).
pub const LEAST: Distances = Distances { exit: 1, enemy: 2, ally: 1 };

/// One cell anywhere on the board: x, then y (R7, R50).
fn anywhere(grid: Grid, random: &mut Random) -> Cell {
    let x = random.below(grid.width().into()) as u16;
    let y = random.below(grid.height().into()) as u16;
    Cell { x, y }
}

/// One cell of the border (R7): top row, bottom row, left column, right column.
fn on_border(grid: Grid, random: &mut Random) -> Cell {
    let (width, height) = (grid.width(), grid.height());
    let k = random.below(2 * (u64::from(width) + u64::from(height)) - 4) as u16;
    if k < width {
        Cell { x: k, y: 0 }
    } else if k < 2 * width {
        Cell { x: k - width, y: height - 1 }
    } else if k < 2 * width + height - 2 {
        Cell { x: 0, y: k - 2 * width + 1 }
    } else {
        Cell { x: width - 1, y: k - (2 * width + height - 2) + 1 }
    }
}

/// Draws a cell for which `fit` is true, none after too many failures.
fn draw(mut cell: impl FnMut() -> Cell, fit: impl Fn(Cell) -> bool) -> Option<Cell> {
    (0..PATIENCE).map(|_| cell()).find(|&cell| fit(cell))
}

/// Draws exits at least `spacing` apart, and relaxes the spacing where there is no room; returns the exits and the
/// spacing used, none if there is no room at all (R7, R9).
pub fn draw_exits(
    grid: Grid,
    count: usize,
    border: bool,
    spacing: u16,
    random: &mut Random,
) -> Option<(Vec<Cell>, u16)> {
    (1..=spacing).rev().find_map(|spacing| {
        let mut exits: Vec<Cell> = Vec::with_capacity(count);
        for _ in 0..count {
            let one = || if border { on_border(grid, random) } else { anywhere(grid, random) };
            exits.push(draw(one, |cell| exits.iter().all(|&exit| distance(cell, exit) >= spacing))?);
        }
        Some((exits, spacing))
    })
}

/// The units of both sides and the distances they were drawn with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Units {
    /// Cells of survivors, by id.
    pub survivors: Vec<Cell>,
    /// Cells of killers, by id.
    pub killers: Vec<Cell>,
    pub distances: Distances,
}

/// Draws survivors, then killers, and relaxes the distances where there is no room; none if there is no room at all
/// (R8, R9).
pub fn draw_units(
    grid: Grid,
    exits: &[Cell],
    survivors: usize,
    killers: usize,
    wanted: Distances,
    random: &mut Random,
) -> Option<Units> {
    let mut distances = wanted;
    loop {
        if let Some(units) = try_units(grid, exits, survivors, killers, distances, random) {
            return Some(units);
        }
        let less = |distance: u16, least: u16| distance.saturating_sub(1).max(least);
        let relaxed = Distances {
            exit: less(distances.exit, LEAST.exit),
            enemy: less(distances.enemy, LEAST.enemy),
            ally: less(distances.ally, LEAST.ally),
        };
        if relaxed == distances {
            return None;
        }
        distances = relaxed;
    }
}

fn try_units(
    grid: Grid,
    exits: &[Cell],
    survivors: usize,
    killers: usize,
    distances: Distances,
    random: &mut Random,
) -> Option<Units> {
    let mut sides = [Vec::with_capacity(survivors), Vec::with_capacity(killers)];
    for (side, count) in [survivors, killers].into_iter().enumerate() {
        for _ in 0..count {
            let far = |cell: Cell, from: &[Cell], least: u16| from.iter().all(|&other| distance(cell, other) >= least);
            let (own, other) = (&sides[side], &sides[1 - side]);
            let fit = |cell| {
                far(cell, exits, distances.exit) && far(cell, other, distances.enemy) && far(cell, own, distances.ally)
            };
            let cell = draw(|| anywhere(grid, random), fit)?;
            sides[side].push(cell);
        }
    }
    let [survivors, killers] = sides;
    Some(Units { survivors, killers, distances })
}
