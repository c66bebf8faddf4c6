//! The rectangles that a `claimer` can fence: the cells along each of its sides are bits of one word.

use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};

/// How much deeper than its starting point a way back may end, in cells.
const DEEPER: i32 = 3;
/// The longest side of a rectangle.
pub(super) const LONGEST: i32 = 9;

/// Where a farmer leaves its land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    pub(super) gate: Cell,
    /// Steps through its own land to the gate.
    pub(super) walk: usize,
    pub(super) out: Action,
}

/// A rectangle: out, sideways, back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    pub(super) exit: Exit,
    pub(super) depth: i32,
    pub(super) side: Action,
    pub(super) width: i32,
    pub(super) back: i32,
    pub(super) new: i32,
}

impl Fence {
    pub(super) const fn steps(&self) -> i32 {
        self.exit.walk as i32 + self.depth + self.width + self.back
    }

    /// The corner opposite to the gate.
    pub(super) const fn corner(&self) -> Cell {
        let ((dx, dy), (sx, sy)) = (self.exit.out.offset(), self.side.offset());
        let Cell { x, y } = self.exit.gate;
        Cell {
            x: x.wrapping_add_signed(self.depth as i16 * dx as i16 + self.width as i16 * sx as i16),
            y: y.wrapping_add_signed(self.depth as i16 * dy as i16 + self.width as i16 * sy as i16),
        }
    }
}

/// Its own land and the open cells, by rows and by columns.
pub(super) struct Land {
    own: [Rows; 2],
    open: [Rows; 2],
}

/// The cells along a way out, from [`DEEPER`] before the gate to [`LONGEST`] behind it; the nearest is the lowest bit.
type Way = u32;

/// The bit of a depth in a way.
const fn bit_of(depth: i32) -> u32 {
    (depth + DEEPER) as u32
}

impl Land {
    pub(super) fn new(own: &Rows, open: &Rows) -> Self {
        Self { own: [*own, own.transposed()], open: [*open, open.transposed()] }
    }

    /// Compares the rectangles that leave by an exit with the best so far.
    pub(super) fn weigh(&self, exit: Exit, longest: i32, is_safe: &dyn Fn(&Fence) -> bool, best: &mut Option<Fence>) {
        let Exit { gate, out, .. } = exit;
        let (dx, dy) = out.offset();
        let (turned, along, across) = if dy == 0 { (0, gate.x, gate.y) } else { (1, gate.y, gate.x) };
        let way = |rows: &[Rows; 2], width: i32| {
            let lane = usize::try_from(i32::from(across) + width).ok().filter(|&lane| lane < SIDE);
            lane.map_or(0, |lane| way(rows[turned].0[lane], along.into(), dx + dy > 0))
        };
        // How far out it can walk.
        let outside = way(&self.open, 0) & !way(&self.own, 0);
        let deepest = ((outside >> bit_of(1)).trailing_ones() as i32).min(longest);
        if deepest < 2 {
            return;
        }
        // New cells and steps of the best so far.
        let mut least = best.as_ref().map_or((0, 1), |best| (best.new, best.steps()));
        for side in Action::DIRECTIONS {
            let (sx, sy) = side.offset();
            if (sx == 0) == (dx == 0) {
                continue;
            }
            // The depths at which the row is open up to this width, and how many new cells there are up to them.
            let mut reaches = up_to(deepest) & !up_to(1);
            let mut new = Counts::up_to_each_depth();
            for width in 1..longest {
                let at = width * i32::from(sx + sy);
                let (own, open) = (way(&self.own, at), way(&self.open, at));
                new.add(!own);
                // The way back from a depth ends at the highest own cell below it.
                let mut ends = reaches & open & (leads_home(own, open) << 1);
                if ends != 0 && !could_beat(least, ends.ilog2(), own, exit.walk as i32 + width, width + 1) {
                    ends = 0;
                }
                while ends != 0 {
                    let depth = ends.trailing_zeros() as i32 - DEEPER;
                    ends &= ends - 1;
                    let back = depth + DEEPER - (own & up_to(depth - 1)).ilog2() as i32;
                    let (new, steps) = (new.at(depth), exit.walk as i32 + depth + width + back);
                    if new * least.1 <= least.0 * steps {
                        continue; // No more new cells per step.
                    }
                    let fence = Fence { exit, depth, side, width, back, new };
                    if is_safe(&fence) {
                        *best = Some(fence);
                        least = (new, steps);
                    }
                }
                reaches &= open & !own;
                if reaches == 0 {
                    break;
                }
            }
        }
    }
}

/// Whether one of the rectangles of a width could have more new cells per step than the best. The deepest ends at this
/// bit; `walk` are the steps to the gate and sideways, `columns` is how many cells wide a rectangle is.
const fn could_beat(best: (i32, i32), deepest: u32, own: Way, walk: i32, columns: i32) -> bool {
    let depth = deepest as i32 - DEEPER;
    // No way back is shorter than to the highest own cell. So one of depth d has at most d × columns new cells and
    // takes at least rest + 2 × d steps, and is worth the more the deeper it is, if the rest is positive.
    let rest = walk + DEEPER - (own & up_to(depth - 1)).ilog2() as i32;
    rest <= 0 || depth * columns * best.1 > best.0 * (rest + 2 * depth)
}

/// The part of a row around a cell.
const fn way(row: u64, at: i32, forward: bool) -> Way {
    let first = at - if forward { DEEPER } else { LONGEST };
    let cells = if first < 0 { row << -first } else { row >> first } as Way & up_to(LONGEST);
    if forward { cells } else { cells.reverse_bits() >> (Way::BITS - 1 - bit_of(LONGEST)) }
}

/// All depths up to this one.
const fn up_to(depth: i32) -> Way {
    (1 << (bit_of(depth) + 1)) - 1
}

/// The cells from which a walk back over open cells comes to its own land, and that land.
const fn leads_home(own: Way, open: Way) -> Way {
    let through = open & !own;
    // A one put in at the lower end of a run of ones is carried through all of it.
    let ends = own << 1 & through;
    own | ((through.wrapping_add(ends) ^ through) & through)
}

/// How many cells of a rectangle are new, by its depth: a byte for each from 2 to 9.
#[derive(Clone, Copy)]
struct Counts(u64);

/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

impl Counts {
    /// As many as the depth: those on the way out.
    const fn up_to_each_depth() -> Self {
        Self(0x0908_0706_0504_0302)
    }

    /// Adds the cells of a column of the rectangle.
    const fn add(&mut self, new: Way) {
        // A bit in each byte; the product sums up the bytes below.
        let apart = ((new >> bit_of(2) & 0xFF) as u64 * LOW) & 0x8040_2010_0804_0201;
        let ones = ((apart + 0x7F * LOW) >> 7) & LOW;
        let first = (new >> bit_of(1) & 1) as u64;
        self.0 = self.0.wrapping_add(ones.wrapping_mul(LOW)).wrapping_add(first * LOW);
    }

    const fn at(self, depth: i32) -> i32 {
        (self.0 >> (8 * (depth - 2)) & 0xFF) as i32
    }
}
