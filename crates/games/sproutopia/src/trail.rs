//! Trails: their cells, in order (R23).
//!
//! Each cell follows a neighbour, except for a few jumps, so a first cell and one direction for each further cell store a
//! trail. Which cells lie on any trail is in [`Field`](crate::field::Field), beside everything else about a cell. Only
//! who steps on such a cell needs to know whose trail it is, and walks the trails to find out.

#[cfg(feature = "alloc")]
use crate::action::Action;
use crate::apart::Apart;
use crate::ground::SEATS;
use crate::rows::{Rows, SIDE};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use gridhaunt_kernel::grid::Cell;

/// The most jumps of a trail. In v2024.0.8 a farmer that cuts a lower seat's trail on a cell of its own continues from
/// there (R22), and the next cell of its trail is not a neighbour of the last. This only happens to a trail that begins
/// on another trail.
pub const JUMPS: usize = 15;

/// How many directions one word holds.
const STEPS: usize = 32;
/// How many words of directions the longest trail has.
const WORDS: usize = SIDE * SIDE / STEPS;

/// The trails of all farmers: what a step changes lies in one cache line for all of them.
#[derive(Debug)]
#[repr(C)]
pub struct Trails {
    heads: [Head; SEATS],
    tails: Apart<[Tail; SEATS]>,
}

/// What changes with every cell of a trail.
#[derive(Clone, Copy, Debug)]
struct Head {
    first: Spot,
    last: Spot,
    len: u16,
    jumped: u8,
    /// Whether it was laid over another trail.
    tangled: bool,
    /// The last directions, two bits each: those that do not fill a word of the tail.
    ways: u64,
}

/// The rest of a trail, for those who walk it.
#[derive(Clone, Debug)]
struct Tail {
    /// The direction to each cell after the first, two bits each, without the last directions.
    ways: [u64; WORDS],
    /// The cells before and after each jump; the first `jumped` entries are used.
    jumps: [(Spot, Spot); JUMPS],
}

/// A cell as one number, row by row, so that a step in a direction is one addition.
type Spot = u16;

#[inline]
const fn spot_of(cell: Cell) -> Spot {
    cell.y * SIDE as u16 + cell.x
}

#[inline]
const fn cell_of(spot: Spot) -> Cell {
    Cell { x: spot % SIDE as u16, y: spot / SIDE as u16 }
}

/// The steps in the four directions, by number.
const OFFSETS: [i16; 4] = [-(SIDE as i16), SIDE as i16, -1, 1];

/// The same for a cell as a pair of numbers, the row in the upper half.
#[cfg(feature = "alloc")]
const PAIRS: [i32; 4] = [-(1 << 16), 1 << 16, -1, 1];

impl Head {
    const NONE: Self = Self { first: 0, last: 0, len: 0, jumped: 0, tangled: false, ways: 0 };

    /// How many words of directions are in the tail.
    const fn filled(&self) -> usize {
        (self.len as usize).saturating_sub(2) / STEPS
    }
}

impl Tail {
    /// Stores a jump, and whether it can. One beyond the maximum is not stored; no match has come near it.
    #[inline(never)]
    fn jump(&mut self, head: &mut Head, to: Spot) -> bool {
        let Some(jump) = self.jumps.get_mut(usize::from(head.jumped)) else { return false };
        *jump = (head.last, to);
        head.jumped += 1;
        true
    }

    /// Takes over a word of directions before the step with this number.
    #[inline(never)]
    fn fill(&mut self, head: &mut Head, step: usize) {
        if let Some(word) = (step / STEPS).checked_sub(1) {
            self.ways[word % WORDS] = core::mem::take(&mut head.ways);
        }
    }
}

/// The cells that a farmer has walked outside its land, starting with the last cell of its land.
#[derive(Clone, Copy, Debug)]
pub struct Trail<'a> {
    head: &'a Head,
    tail: &'a Tail,
}

impl PartialEq for Trail<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.head.len == other.head.len && self.head.jumped == other.head.jumped && self.iter().eq(other.iter())
    }
}

impl PartialEq for Trails {
    fn eq(&self, other: &Self) -> bool {
        (0..SEATS).all(|i| self.of(i) == other.of(i))
    }
}

impl Clone for Trails {
    fn clone(&self) -> Self {
        let mut copy = Self::none();
        copy.clone_from(self);
        copy
    }

    /// Copies only the directions that there are, which are few.
    fn clone_from(&mut self, from: &Self) {
        self.heads = from.heads;
        for ((to, tail), head) in self.tails.iter_mut().zip(&*from.tails).zip(&from.heads) {
            let (words, jumps) = (head.filled(), usize::from(head.jumped));
            to.ways[..words].copy_from_slice(&tail.ways[..words]);
            to.jumps[..jumps].copy_from_slice(&tail.jumps[..jumps]);
        }
    }
}

impl Trails {
    /// Farmers on their own land: all trails are empty.
    #[must_use]
    pub fn none() -> Self {
        let tails = [const { Tail { ways: [0; WORDS], jumps: [(0, 0); JUMPS] } }; SEATS];
        Self { heads: [Head::NONE; SEATS], tails: Apart::new(tails) }
    }

    /// How many bytes lie apart from the rest.
    pub(crate) const fn apart() -> usize {
        size_of::<[Tail; SEATS]>()
    }

    /// Asks for the memory that a step changes before it is needed.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn fetch(&self) {
        gridhaunt_kernel::flock::fetch(&self.heads);
    }

    /// The trail of a farmer.
    #[inline]
    #[must_use]
    pub fn of(&self, i: usize) -> Trail<'_> {
        Trail { head: &self.heads[i % SEATS], tail: &self.tails[i % SEATS] }
    }

    /// All trails, by seat.
    pub fn iter(&self) -> impl Iterator<Item = Trail<'_>> {
        (0..SEATS).map(|i| self.of(i))
    }

    /// Adds a cell, which it does not have, at the end of a trail; `tangled` if another trail has it. Returns whether there
    /// was room.
    #[inline]
    pub fn push(&mut self, i: usize, cell: Cell, tangled: bool) -> bool {
        let (head, tail) = (&mut self.heads[i % SEATS], &mut self.tails[i % SEATS]);
        let spot = spot_of(cell);
        if head.len == 0 {
            head.first = spot;
        } else {
            let offset = spot.wrapping_sub(head.last) as i16;
            // The number of the direction, without a branch, because turns are unpredictable.
            let way = usize::from(offset & 1 == 1) << 1 | usize::from(offset > 0);
            if OFFSETS[way] != offset && !tail.jump(head, spot) {
                return false;
            }
            let step = usize::from(head.len) - 1;
            if step.is_multiple_of(STEPS) {
                tail.fill(head, step);
            }
            head.ways |= (way as u64) << (step % STEPS * 2);
        }
        head.last = spot;
        head.len += 1;
        head.tangled |= tangled;
        true
    }

    /// Adds the cell that a direction leads to from the last one.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn step(&mut self, i: usize, cell: Cell, way: Action) {
        let (head, tail) = (&mut self.heads[i % SEATS], &mut self.tails[i % SEATS]);
        let step = usize::from(head.len) - 1;
        if step.is_multiple_of(STEPS) {
            tail.fill(head, step);
        }
        // Directions have the numbers of the actions behind "none".
        head.ways |= ((way as u64).wrapping_sub(1) % 4) << (step % STEPS * 2);
        head.last = spot_of(cell);
        head.len += 1;
    }

    /// Makes a trail empty.
    #[inline]
    pub const fn clear(&mut self, i: usize) {
        self.heads[i % SEATS] = Head::NONE;
    }

    /// Whether a cell may be on more than one trail.
    #[inline]
    #[must_use]
    pub fn are_tangled(&self) -> bool {
        self.heads.iter().any(|head| head.tangled)
    }
}

impl<'a> Trail<'a> {
    /// How many cells it has.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u16 {
        self.head.len
    }

    /// Whether it has no cells.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.head.len == 0
    }

    /// The cell where it begins, none if it is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        if self.is_empty() { None } else { Some(cell_of(self.head.first)) }
    }

    /// The cell where it ends, none if it is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Cell> {
        if self.is_empty() { None } else { Some(cell_of(self.head.last)) }
    }

    /// Whether its last cell is this one; of an empty trail that is the first cell of the board.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn ends_at(self, cell: Cell) -> bool {
        self.head.last == spot_of(cell)
    }

    /// Its cells, from the first to the last.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> + use<'a> {
        self.spots().map(cell_of)
    }

    /// Makes a list its cells, from the first to the last.
    #[cfg(feature = "alloc")]
    pub(crate) fn copy_to(self, cells: &mut Vec<Cell>) {
        let Self { head, tail } = self;
        if head.jumped > 0 {
            cells.clear();
            cells.extend(self.iter());
            return;
        }
        cells.resize(head.len.into(), Cell::default());
        let Cell { x, y } = cell_of(head.first);
        let (mut next, filled) = (u32::from(y) << 16 | u32::from(x), head.filled());
        for (word, cells) in cells.chunks_mut(STEPS).enumerate() {
            let mut ways = if word < filled { tail.ways[word % WORDS] } else { head.ways };
            for cell in cells {
                *cell = Cell { x: next as u16, y: (next >> 16) as u16 };
                next = next.wrapping_add_signed(PAIRS[(ways & 3) as usize]);
                ways >>= 2;
            }
        }
    }

    /// Whether it may have a cell that is `far` or fewer steps away from another.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn may_come_near(self, cell: Cell, far: u16) -> bool {
        // Few steps to compute, and none of its cells is farther from its last one than it has steps.
        let last = cell_of(self.head.last);
        last.x.abs_diff(cell.x) + last.y.abs_diff(cell.y) < self.head.len + far || self.head.jumped > 0
    }

    /// Whether it may have a cell in a part of the board; `gap` are the fewest steps from a cell into that part.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn may_reach(self, gap: impl Fn(Cell) -> u16) -> bool {
        // It has no more steps than it takes from its first cell to that one, and from there to its last.
        let Head { first, last, len, jumped, .. } = *self.head;
        gap(cell_of(first)) + gap(cell_of(last)) < len || jumped > 0
    }

    /// Its cells as numbers.
    #[inline]
    fn spots(self) -> impl Iterator<Item = Spot> + use<'a> {
        let Self { head, tail } = self;
        let (filled, jumps) = (head.filled(), &tail.jumps[..usize::from(head.jumped)]);
        let (mut next, mut ways) = (head.first, 0);
        (0..usize::from(head.len)).map(move |number| {
            let spot = next;
            if number.is_multiple_of(STEPS) {
                let word = number / STEPS;
                ways = if word < filled { tail.ways[word % WORDS] } else { head.ways };
            }
            next = spot.wrapping_add_signed(OFFSETS[(ways & 3) as usize]);
            if let Some(&(_, to)) = jumps.iter().find(|(from, _)| *from == spot) {
                next = to;
            }
            ways >>= 2;
            spot
        })
    }

    /// Walks it from the first cell to the last, or until `ends` is true of one; returns whether it was.
    #[inline]
    fn walk(self, mut ends: impl FnMut(Spot) -> bool) -> bool {
        let Self { head, tail } = self;
        if head.jumped > 0 {
            return self.spots().any(ends);
        }
        let (mut spot, mut left, filled) = (head.first, usize::from(head.len), head.filled());
        for word in 0..=filled {
            let mut ways = if word < filled { tail.ways[word % WORDS] } else { head.ways };
            let steps = left.min(STEPS);
            for _ in 0..steps {
                if ends(spot) {
                    return true;
                }
                spot = spot.wrapping_add_signed(OFFSETS[(ways & 3) as usize]);
                ways >>= 2;
            }
            left -= steps;
        }
        // The direction to the last cell may be the last of its word.
        left > 0 && ends(spot)
    }

    /// Calls `each` with its cells, from the first to the last.
    #[inline]
    pub fn for_each(self, mut each: impl FnMut(Cell)) {
        self.walk(|spot| {
            each(cell_of(spot));
            false
        });
    }

    /// Whether it has a cell; walks it.
    #[inline(never)]
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        self.walk(|spot| spot == spot_of(cell))
    }

    /// The cells without their order.
    #[must_use]
    pub fn set(self) -> Rows {
        self.iter().collect()
    }
}
