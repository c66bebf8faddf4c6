//! The ways to the cheese, for learners: the array `routes`.
//!
//! A seat's travel times change with every move, and nobody who does not learn needs them. So nothing is kept in the
//! world: a search of its own, without a heap, is made when the array is asked for, and stops when it has seen enough.

use crate::encode::Lens;
use crate::game::World;
use crate::maze::{Maze, mirror_cell};
use crate::{Action, State};
use gridhaunt_kernel::prelude::*;

/// Numbers in a row of the array.
pub const COLUMNS: usize = 9;

/// How many turns, or cells, are 1 in the array.
pub const SCALE: f32 = 32.0;

/// The longest travel time that the array tells; a longer one counts as this.
pub const FAR: u32 = 63;

/// What stands for the travel time to a cheese that cannot be reached, in turns.
const NEVER: u32 = FAR + 1;

const UNREACHED: u32 = u32::MAX;

/// The most rows that a learner can ask for.
pub(crate) const MOST: usize = 64;

/// No entry.
const NONE: u16 = u16::MAX;

/// Travel times from one cell, and the first steps of all shortest ways.
#[derive(Debug)]
pub(crate) struct Travel<const W: usize> {
    times: [[u32; 32]; W],
    /// Bit d is set if a shortest way to the cell begins in direction d.
    steps: [[u8; 32]; W],
}

/// Cells that wait for their turn in a search, in a ring of lists by travel time; a crossing takes 255 turns at most.
struct Waiting<const W: usize> {
    first: [u16; 256],
    /// The cell of an entry and the next entry. A cell is entered once for every edge at most, and once as the source.
    entries: [[(u16, u16); 128]; W],
    used: usize,
}

impl<const W: usize> Waiting<W> {
    #[inline]
    fn push(&mut self, time: u32, cell: usize) {
        let first = &mut self.first[time as usize & 255];
        if let Some(entry) = self.entries.as_flattened_mut().get_mut(self.used) {
            *entry = (cell as u16, *first);
            *first = self.used as u16;
            self.used += 1;
        }
    }

    #[inline]
    fn pop(&mut self, time: u32) -> Option<usize> {
        let first = &mut self.first[time as usize & 255];
        let &(cell, next) = self.entries.as_flattened().get(usize::from(*first))?;
        *first = next;
        Some(cell.into())
    }
}

impl<const W: usize> Travel<W> {
    /// Searches from a cell until at least `enough` of the targets are reached, and all others that are as near as the
    /// last of them.
    pub(crate) fn new(maze: &Maze, source: usize, targets: &Bits<W>, enough: usize) -> Self {
        let mut travel = Self { times: [[UNREACHED; 32]; W], steps: [[0; 32]; W] };
        let mut waiting = Waiting::<W> { first: [NONE; 256], entries: [[(0, NONE); 128]; W], used: 0 };
        let (times, steps) = (travel.times.as_flattened_mut(), travel.steps.as_flattened_mut());
        let Some(start) = times.get_mut(source) else { return travel };
        *start = 0;
        waiting.push(0, source);
        let (mut time, mut empty, mut found) = (0, 0, 0);
        // A whole round of empty lists means that nothing waits.
        while empty < 256 && found < enough {
            empty += 1;
            while let Some(cell) = waiting.pop(time) {
                empty = 0;
                if times[cell] != time {
                    continue;
                }
                found += usize::from(targets.contains(cell));
                maze.each_way(cell, |action, to, turns| {
                    let reached = time + u32::from(turns);
                    let begin = if cell == source { 1 << action as u8 } else { steps[cell] };
                    let Some(best) = times.get_mut(to) else { return };
                    if reached < *best {
                        *best = reached;
                        steps[to] = begin;
                        waiting.push(reached, to);
                    } else if reached == *best {
                        steps[to] |= begin;
                    }
                });
            }
            time += 1;
        }
        travel
    }

    fn time(&self, cell: usize) -> u32 {
        self.times.as_flattened().get(cell).copied().unwrap_or(UNREACHED)
    }

    /// The turns until a seat that started here, and must first wait `delay` turns, can have eaten at a cell. Where it
    /// stands it eats at the end of a turn.
    fn until(&self, cell: usize, delay: u8) -> u32 {
        match self.time(cell) {
            UNREACHED => UNREACHED,
            time => (time + u32::from(delay)).max(1),
        }
    }
}

/// Writes the array: a row for each of the nearest cheeses, and zeros.
pub(crate) fn routes<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens, out: &mut [f32]) {
    out.fill(0.0);
    let (own, other) = (seat.index() & 1, 1 - (seat.index() & 1));
    let (here, there) = (usize::from(state.pos[own]), usize::from(state.pos[other]));
    let (grid, turned) = (world.grid(), lens.turns(seat));
    let place = |cell: usize| if turned { mirror_cell(grid, cell) } else { cell };
    let rows = out.len() / COLUMNS;
    let mine = Travel::new(&world.maze, here, &state.cheese, rows.min(state.cheese_left.into()));
    let mut nearest = [(UNREACHED, usize::MAX, usize::MAX); MOST];
    let mut count = 0;
    for cell in state.cheese.iter() {
        let row = (mine.time(cell), place(cell), cell);
        let at = nearest[..count].partition_point(|before| *before < row);
        if at < rows.min(MOST) {
            count = (count + 1).min(rows.min(MOST));
            nearest[at..count].rotate_right(1);
            nearest[at] = row;
        }
    }
    let nearest = &nearest[..count];
    let wanted: Bits<W> = nearest.iter().map(|&(_, _, cell)| cell).collect();
    let theirs = Travel::new(&world.maze, there, &wanted, count);
    let scaled = |turns: u32| if turns == UNREACHED { NEVER } else { turns.min(FAR) } as f32 / SCALE;
    let me = grid.cell(place(here));
    for (&(_, seen, cell), row) in nearest.iter().zip(out.chunks_exact_mut(COLUMNS)) {
        let at = grid.cell(seen);
        row[0] = 1.0;
        row[1] = scaled(mine.until(cell, state.delay[own]));
        row[2] = scaled(theirs.until(cell, state.delay[other]));
        let begin = mine.steps.as_flattened().get(cell).copied().unwrap_or(0);
        for action in Action::DIRECTIONS.into_iter().filter(|&action| begin >> action as u8 & 1 == 1) {
            let shown = if turned { action.mirrored() } else { action };
            row[3 + shown as usize] = 1.0;
        }
        row[7] = (f32::from(at.x) - f32::from(me.x)) / SCALE;
        row[8] = (f32::from(at.y) - f32::from(me.y)) / SCALE;
    }
}
