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

/// What a rectangle may have at most.
pub(super) struct Limits {
    /// Cells along a side.
    pub(super) side: i32,
    /// Steps, those to the gate included.
    pub(super) steps: i32,
}

/// Its own land and the open cells.
#[derive(Clone, Copy)]
struct Board<'a> {
    own: &'a Rows,
    open: &'a Rows,
}

/// A board by rows and by columns.
pub(super) struct Land<'a> {
    rows: Board<'a>,
    own: Rows,
    open: Rows,
}

/// The cells along a way out, from [`DEEPER`] before the gate to [`LONGEST`] behind it; the nearest is the lowest bit.
type Way = u32;

/// The bit of a depth in a way.
const fn bit_of(depth: i32) -> u32 {
    (depth + DEEPER) as u32
}

/// The ways that leave from one line in one direction.
struct Ways<'a> {
    board: Board<'a>,
    forward: bool,
    /// How far rows are turned, so that the way is in the lowest bits, and which of them lie in the row.
    turn: u32,
    inside: Way,
}

impl<'a> Ways<'a> {
    const fn new(board: Board<'a>, line: i32, forward: bool) -> Self {
        let first = line - if forward { DEEPER } else { LONGEST };
        let inside = if first < 0 { u64::MAX << -first } else { u64::MAX >> first } as Way & up_to(LONGEST);
        Self { board, forward, turn: (first & 63) as u32, inside }
    }

    /// The own and the open cells of the way in a row.
    #[inline]
    fn at(&self, row: i32) -> (Way, Way) {
        let Some(row) = usize::try_from(row).ok().filter(|&row| row < SIDE) else { return (0, 0) };
        let cells = |rows: &Rows| rows.0[row].rotate_right(self.turn) as Way & self.inside;
        let (own, open) = (cells(self.board.own), cells(self.board.open));
        if self.forward {
            return (own, open);
        }
        // Both are reversed at once.
        let both = (u64::from(open) << Way::BITS | u64::from(own)).reverse_bits() >> (Way::BITS - 1 - bit_of(LONGEST));
        ((both >> Way::BITS) as Way, both as Way & up_to(LONGEST))
    }
}

/// The rectangles of one width.
#[derive(Clone, Copy, Default)]
struct Wide {
    width: i32,
    /// The depths at which they can end.
    ends: Way,
    /// Its own land along the way back.
    own: Way,
    new: Counts,
}

impl<'a> Land<'a> {
    pub(super) fn new(own: &'a Rows, open: &'a Rows) -> Self {
        Self { rows: Board { own, open }, own: own.transposed(), open: open.transposed() }
    }

    /// Whether the two cells behind a gate are open and not its own: no rectangle is less deep.
    #[inline]
    pub(super) fn leads_out(&self, gate: Cell, out: Action) -> bool {
        let (dx, dy) = out.offset();
        let is_outside = |depth: i16| {
            let (x, y) =
                (gate.x.wrapping_add_signed(depth * i16::from(dx)), gate.y.wrapping_add_signed(depth * i16::from(dy)));
            let on = x < SIDE as u16 && y < SIDE as u16;
            on && (self.rows.open.row(y) & !self.rows.own.row(y)) >> x & 1 == 1
        };
        is_outside(1) && is_outside(2)
    }

    /// Compares the rectangles of at most so many steps that leave by an exit with the best so far. Of equal ones the first
    /// is the best: by side, then the narrowest, then the least deep.
    #[inline(never)]
    pub(super) fn weigh(
        &self,
        exit: Exit,
        within: &Limits,
        is_safe: &dyn Fn(&Fence) -> bool,
        best: &mut Option<Fence>,
    ) {
        // The smallest rectangle goes out two steps, one to the side, and at least one back.
        let left = within.steps - exit.walk as i32;
        let longest = within.side.min(left - 2);
        if longest < 2 {
            return;
        }
        let Exit { gate, out, .. } = exit;
        let (dx, dy) = out.offset();
        let columns = Board { own: &self.own, open: &self.open };
        let (board, along, across) = if dy == 0 { (self.rows, gate.x, gate.y) } else { (columns, gate.y, gate.x) };
        let ways = Ways::new(board, along.into(), dx + dy > 0);
        // How far out it can walk.
        let (own, open) = ways.at(across.into());
        let deepest = (((open & !own) >> bit_of(1)).trailing_ones() as i32).min(longest);
        if deepest < 2 || best.is_some_and(|best| !could_beat_at_all(&best, exit.walk as i32, deepest, longest)) {
            return;
        }
        for side in Action::DIRECTIONS {
            let (sx, sy) = side.offset();
            if (sx == 0) == (dx == 0) {
                continue;
            }
            // The depths at which the row is open up to this width, and how many new cells there are up to them.
            let mut reaches = up_to(deepest) & !up_to(1);
            let mut new = Counts::up_to_each_depth();
            let (mut found, mut count) = ([Wide::default(); LONGEST as usize], 0);
            for (width, wide) in (1..longest).zip(&mut found) {
                let (own, open) = ways.at(i32::from(across) + width * i32::from(sx + sy));
                new.add(!own);
                // The way back from a depth ends at the highest own cell below it.
                let ends = reaches & open & (leads_home(own, open) << 1) & up_to((left - width - 1).min(LONGEST));
                *wide = Wide { width, ends, own, new };
                count += 1;
                reaches &= open & !own;
                if reaches == 0 {
                    break;
                }
            }
            choose(exit, side, &found[..count], &|fence| fence.steps() <= within.steps && is_safe(fence), best);
        }
    }
}

/// Compares the rectangles to one side, by width, with the best so far. The largest come first, since they are likely the
/// best, and most others then need no look; so of equal ones on this side the last is taken.
fn choose(exit: Exit, side: Action, found: &[Wide], is_safe: &dyn Fn(&Fence) -> bool, best: &mut Option<Fence>) {
    // New cells and steps of the best so far, and 1 if an equal one is better.
    let (mut least, mut equal) = (best.as_ref().map_or((0, 1), |best| (best.new, best.steps())), 0);
    for &Wide { width, mut ends, own, new } in found.iter().rev() {
        let walk = exit.walk as i32 + width;
        if ends == 0 || !could_beat(least, equal, new.at(deepest(ends)), walk - highest(own, deepest(ends)), width + 1)
        {
            continue;
        }
        while ends != 0 {
            let depth = deepest(ends);
            ends ^= 1 << bit_of(depth);
            let back = depth - highest(own, depth);
            let (new, steps) = (new.at(depth), walk + depth + back);
            if new * least.1 + equal <= least.0 * steps {
                continue; // Not more new cells per step.
            }
            let fence = Fence { exit, depth, side, width, back, new };
            if is_safe(&fence) {
                *best = Some(fence);
                (least, equal) = ((new, steps), 1);
            }
        }
    }
}

/// The greatest depth in a set.
const fn deepest(ends: Way) -> i32 {
    ends.ilog2() as i32 - DEEPER
}

/// The depth of the highest own cell below a depth.
const fn highest(own: Way, depth: i32) -> i32 {
    deepest(own & up_to(depth - 1))
}

/// Whether one of the rectangles of a width could beat the best, or be as good if `equal` is 1. The deepest has so many
/// new cells; `rest` are the steps to the gate and sideways, less the depth of the highest own cell on the way back;
/// `columns` is how many cells wide a rectangle is.
const fn could_beat(best: (i32, i32), equal: i32, new: i32, rest: i32, columns: i32) -> bool {
    // No way back is shorter than to the highest own cell. So one of depth d takes at least rest + 2 × d steps, and has
    // at most d × columns new cells and at most those of the deepest: none is worth more than one of the depth at which
    // both are equal, if the rest is positive.
    rest <= 0 || new * columns * best.1 + equal > best.0 * (rest * columns + 2 * new)
}

/// Whether a rectangle could beat the best that is at most so deep and so many cells wide.
const fn could_beat_at_all(best: &Fence, walk: i32, depth: i32, columns: i32) -> bool {
    // The larger one is the more it is worth a step, and it takes at least one step back.
    depth * columns * best.steps() > best.new * (walk + depth + columns)
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
#[derive(Clone, Copy, Default)]
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
