//! Who and what is near, for learners: the array `nearest`. Nothing stands in the way on this board, so a travel time is
//! a distance (R3), and only what the unit sees now counts.

use crate::Step;
use crate::game::World;
use crate::ground::{distance, pack};
use crate::state::{Side, State};
use crate::view::{Eyes, unit_of};
use gridhaunt_kernel::prelude::*;

/// Numbers in a row of the array.
pub const COLUMNS: usize = 16;

/// How many rounds, or cells, are 1 in the array.
pub const SCALE: f32 = 32.0;

/// The longest time that the array tells; a longer one counts as this.
pub const FAR: u16 = 63;

/// What stands for a time that is not known.
const UNKNOWN: f32 = 2.0;

/// The most rows of a kind that a learner can ask for.
pub(crate) const MOST: usize = 16;

/// Columns that mark the kind of a row; exits have neither.
const ENEMY: usize = 14;
const ALLY: usize = 15;

/// Writes the array: exits, then units of the other side, then of the own side, each the nearest first, and zeros.
pub(crate) fn nearest<const N: usize>(world: &World, state: &State<N>, seat: Seat, rows: u8, out: &mut [f32]) {
    out.fill(0.0);
    let Some(eyes) = Eyes::of(world, state, seat) else { return };
    let (me, side) = (eyes.at(), unit_of(world, seat).0);
    let enemies = match side {
        Side::Survivor => Side::Killer,
        Side::Killer => Side::Survivor,
    };
    let of_kind = usize::from(rows).min(MOST) * COLUMNS;
    for (kind, out) in [None, Some(enemies), Some(side)].into_iter().zip(out.chunks_exact_mut(of_kind.max(1))) {
        let mut list = Sorted::new(rows.into());
        match kind {
            None => world.exits.iter().for_each(|&exit| list.add(me, exit)),
            Some(kind) => eyes.seen(kind).for_each(|unit| list.add(me, unit.at)),
        }
        for (&(time, at), row) in list.cells().iter().zip(out.chunks_exact_mut(COLUMNS)) {
            let rival = match kind {
                None => eyes.seen(enemies).map(|unit| distance(unit.at, at)).min(),
                Some(_) => Some(world.ground().to_exit(pack(at)).into()),
            };
            row[0] = 1.0;
            row[1] = scaled(time);
            row[2] = rival.map_or(UNKNOWN, scaled);
            row[3 + towards(me, at) as usize] = 1.0;
            row[12] = (f32::from(at.x) - f32::from(me.x)) / SCALE;
            row[13] = (f32::from(at.y) - f32::from(me.y)) / SCALE;
            row[ENEMY] = f32::from(u8::from(kind == Some(enemies)));
            row[ALLY] = f32::from(u8::from(kind == Some(side)));
        }
    }
}

fn scaled(time: u16) -> f32 {
    f32::from(time.min(FAR)) / SCALE
}

/// The straight step towards a cell: diagonal while both columns and rows differ.
fn towards(from: Cell, to: Cell) -> Step {
    let sign = |from: u16, to: u16| i8::from(to > from) - i8::from(to < from);
    let way = (sign(from.x, to.x), sign(from.y, to.y));
    Step::ALL.into_iter().find(|step| step.delta() == way).unwrap_or(Step::Stay)
}

/// The nearest cells of a list; of equally near ones those that came first.
struct Sorted {
    cells: [(u16, Cell); MOST],
    count: usize,
    most: usize,
}

impl Sorted {
    fn new(most: usize) -> Self {
        Self { cells: [(u16::MAX, Cell { x: 0, y: 0 }); MOST], count: 0, most: most.min(MOST) }
    }

    fn add(&mut self, from: Cell, cell: Cell) {
        let time = distance(from, cell);
        let at = self.cells[..self.count].partition_point(|&(before, _)| before <= time);
        if at < self.most {
            self.count = (self.count + 1).min(self.most);
            self.cells[at..self.count].rotate_right(1);
            self.cells[at] = (time, cell);
        }
    }

    fn cells(&self) -> &[(u16, Cell)] {
        &self.cells[..self.count]
    }
}
