//! What a farmer gains from a closed trail (R25 to R31).

use crate::enclose::{Outside, spread_over};
use crate::event::{Cause, Event};
use crate::field::{OVERGROWN, THINGS};
use crate::ground::SEATS;
use crate::power::Thing;
use crate::rows::{Reach, Rows, SIDE};
use crate::rules::{Tick, seat};
use crate::sets::RuleSet;
use crate::weeds::Weed;
use core::ops::Range;
use gridhaunt_kernel::board::bit;

/// A trail with the land it begins and ends in, and everything it encloses.
#[derive(Debug)]
pub struct Ring {
    /// The set U of R25.
    fence: Rows,
    /// What lies outside of it; none if it encloses nothing.
    outside: Option<Outside>,
    reach: Reach,
    /// Whether both ends lie in one part of the land.
    pub(crate) closed: bool,
    /// Whether they lie in two.
    bridge: bool,
}

impl Ring {
    /// A row of the set F(U) of R25.
    #[inline]
    pub(crate) fn whole(&self, y: usize) -> u64 {
        self.outside.as_ref().map_or(self.fence.0[y], |outside| outside.enclosed(y))
    }

    /// A row of F(U) - U.
    #[inline]
    pub(crate) fn inside(&self, y: usize) -> u64 {
        self.whole(y) & !self.fence.0[y]
    }
}

/// What a farmer gains from it.
#[derive(Debug)]
pub struct Gain {
    /// Cells that are new in its land.
    pub(crate) new: u16,
    /// How many cells are enclosed (R25).
    pub(crate) inside: u16,
    /// Which farmers stand in them, one bit for each seat.
    around: u8,
}

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// The trail of i has come back to its land (R25 to R30).
    #[inline(never)]
    pub(crate) fn close(&mut self, i: usize) {
        self.note_leader();
        let ring = self.ring(i, true);
        let gain = R::claim(self, i, &ring);
        self.state.points[i] += R::points(&gain); // R27
        self.end_trail(i, &ring, &gain);
        self.encircle(i, &gain);
        self.clear_weeds(i);
        // Where lands never overlap, only new cells can belong to another farmer.
        self.steal(i, if R::DISJOINT { ring.reach.span() } else { self.ground.rows() });
    }

    /// The Fertilizer turns the trail of i into land (R31).
    #[inline(never)]
    pub(crate) fn convert(&mut self, i: usize) {
        self.note_leader();
        let ring = self.ring(i, false);
        let gain = R::convert(self, i, &ring);
        self.end_trail(i, &ring, &gain);
    }

    /// Adds cells to the land of i: for each row of the ring, `row` returns the gained cells and the enclosed cells.
    #[inline]
    pub(crate) fn gain(&mut self, i: usize, ring: &Ring, row: impl Fn(&Self, usize) -> (u64, u64)) -> Gain {
        let mut gain = Gain { new: 0, inside: 0, around: 0 };
        for (j, at) in self.state.farmers.each_ref().map(|farmer| farmer.at).into_iter().enumerate() {
            let y = usize::from(at.y);
            let is_around = ring.reach.span().contains(&y) && row(self, y).1 & bit(at) != 0;
            gain.around |= u8::from(is_around) << j;
        }
        for y in ring.reach.span() {
            let (gained, enclosed) = row(self, y);
            gain.new += self.state.field.add(i, y, gained);
            if enclosed != 0 {
                gain.inside += enclosed.count_ones() as u16;
            }
        }
        self.state.farmers[i].cells += gain.new;
        gain
    }

    /// R25: removes the homes of all others from the land of i, including homes it already had.
    pub(crate) fn cut_out_homes(&mut self, i: usize) {
        for y in self.state.field.used(i) {
            self.state.farmers[i].cells -= self.state.field.take(i, y, self.ground.foreign[i].0[y % SIDE]);
        }
    }

    /// R25: removes the trail, and reports the gain.
    fn end_trail(&mut self, i: usize, ring: &Ring, gain: &Gain) {
        self.state.lift(i);
        let (cells, enclosed) = (gain.new, gain.inside);
        (self.log)(Event::Claimed { seat: seat(i), cells, enclosed, bridge: ring.bridge });
    }

    /// R28: strikes every farmer that stands in the enclosed cells.
    fn encircle(&mut self, i: usize, gain: &Gain) {
        for j in 0..self.ground.players() {
            if j != i && gain.around >> j & 1 == 1 && !R::is_gone(self, j) {
                self.strike(j, i, Cause::Encircled);
            }
        }
    }

    /// The trail of i with the parts of its land that contain its first and, if it `ends` there, its last cell (R25).
    fn ring(&self, i: usize, ends: bool) -> Ring {
        let (field, trail) = (&self.state.field, self.state.trail(i));
        let land = |y: usize| field.row(i, y);
        let mut parts = Rows::NONE;
        let mut reach = Reach::row(trail.first().map_or(0, |first| first.y));
        if let Some(last) = trail.last().filter(|_| ends) {
            reach = reach.and(spread_over(land, last, &mut parts)); // E
        }
        let first = trail.first().filter(|&first| field.contains(i, first));
        let closed = first.is_some_and(|first| parts.contains(first));
        if let Some(first) = first.filter(|_| !closed) {
            reach = reach.and(spread_over(land, first, &mut parts)); // S
        }
        trail.for_each(|cell| {
            reach = reach.and(Reach::row(cell.y));
            parts.insert(cell);
        });
        let outside = Outside::of(&parts, reach); // R26: with every hole of both parts.
        Ring { fence: parts, outside, reach, closed, bridge: ends && first.is_some() && !closed }
    }

    /// R29: clears every weed that lies completely in the land of i.
    fn clear_weeds(&mut self, i: usize) {
        for slot in 0..self.state.weeds.used() {
            let field = &self.state.field;
            let owns = |weed: &Weed| weed.cells().all(|cell| field.contains(i, cell));
            let all_in = self.state.weeds.get(slot).is_some_and(owns);
            let Some(weed) = all_in.then(|| self.state.weeds.remove(slot)).flatten() else { continue };
            weed.cells().for_each(|cell| self.state.field.remove(OVERGROWN, cell));
            let (cell, kind) = (weed.first, weed.kind);
            if self.state.supers.insert(Thing { at: cell, kind }).is_some() {
                self.state.field.insert(THINGS, cell);
            }
            (self.log)(Event::WeedCleared { slot: slot as u8, by: seat(i), cell, kind });
        }
    }

    /// R30: takes the land of i from all other farmers.
    fn steal(&mut self, i: usize, rows: Range<usize>) {
        for j in (0..SEATS).filter(|&j| j != i) {
            let mut stolen = 0;
            for y in self.state.field.used(j).filter(|y| rows.contains(y)) {
                stolen += self.state.field.take(j, y, self.state.field.row(i, y));
            }
            if stolen > 0 {
                self.state.farmers[j].cells -= stolen;
                (self.log)(Event::Stolen { from: seat(j), to: seat(i), cells: stolen });
            }
        }
    }
}
