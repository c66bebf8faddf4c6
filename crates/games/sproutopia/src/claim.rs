//! What a closed trail gains (R25 to R31).

use crate::enclose::{component, enclose};
use crate::event::{Cause, Event};
use crate::ground::SEATS;
use crate::power::Thing;
use crate::rows::{Reach, Rows};
use crate::rules::{Tick, seat};
use crate::state::RuleSet;
use core::ops::Range;

/// A trail with the land it begins and ends in, and all it encloses.
struct Loop {
    /// U of R25.
    fence: Rows,
    /// F(U).
    whole: Rows,
    reach: Reach,
    /// Whether both ends lie in one part of the land.
    closed: bool,
    /// Whether they lie in two.
    bridge: bool,
}

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// The trail of i has come back to its land.
    #[inline(never)]
    pub(crate) fn claim(&mut self, i: usize) {
        self.note_leader();
        let ring = self.ring(i, true);
        let (land, foreign) = (&mut self.state.lands[i], &self.ground.foreign[i]);
        let mut enclosed = Rows::NONE;
        let (mut gained, mut inside, mut lost) = (0, 0, 0);
        for y in ring.reach.span() {
            let (before, whole) = (land.0[y], ring.whole.0[y]);
            let away = if R::LEGACY && !ring.closed { before } else { ring.fence.0[y] };
            let barred = if R::LEGACY && !ring.closed { 0 } else { foreign.0[y] }; // R25: never gained, or cut out
            land.0[y] |= whole & !barred;
            enclosed.0[y] = whole & !away;
            gained += (land.0[y] & !before).count_ones() as u16;
            inside += enclosed.0[y].count_ones() as u16;
        }
        if R::LEGACY && ring.closed {
            // R25: all of them, what it had there too.
            for y in self.ground.rows() {
                lost += (land.0[y] & foreign.0[y]).count_ones() as u16;
                land.0[y] &= !foreign.0[y];
            }
        }
        let farmer = &mut self.state.farmers[i];
        farmer.cells = farmer.cells + gained - lost;
        // R54: an exact sum of squares, or whole points.
        let t = u64::from(if R::LEGACY { inside } else { gained });
        farmer.points += if R::LEGACY { t * t / 100 * 100 } else { t * t }; // R27
        self.state.trails[i].clear();
        (self.log)(Event::Claimed { seat: seat(i), cells: gained, enclosed: inside, bridge: ring.bridge });
        // R28
        for j in 0..self.ground.players() {
            if j != i && enclosed.has(self.state.farmers[j].at) && !self.is_gone(j) {
                self.strike(j, i, Cause::Encircled, !R::LEGACY);
            }
        }
        self.clear_weeds(i);
        // Lands of official never overlap, so only what is new can be another's.
        self.steal(i, if R::LEGACY { self.ground.rows() } else { ring.reach.span() });
    }

    /// The Fertilizer turns the trail of i into land (R31).
    #[inline(never)]
    pub(crate) fn convert(&mut self, i: usize) {
        self.note_leader();
        let ring = self.ring(i, false);
        let (mut gained, mut inside) = (0, 0);
        for y in ring.reach.span() {
            let others = self.state.lands.iter().enumerate().filter(|&(j, _)| j != i);
            let others = others.fold(self.ground.foreign[i].0[y], |all, (_, land)| all | land.0[y]);
            let land = &mut self.state.lands[i].0[y];
            let fence = if R::LEGACY { *land } else { ring.fence.0[y] }; // R25, the ends being two
            let new = ring.whole.0[y] & !*land & if R::LEGACY { u64::MAX } else { !others };
            *land |= new;
            gained += new.count_ones() as u16;
            inside += (ring.whole.0[y] & !fence).count_ones() as u16;
        }
        self.state.farmers[i].cells += gained;
        self.state.trails[i].clear();
        (self.log)(Event::Claimed { seat: seat(i), cells: gained, enclosed: inside, bridge: ring.bridge });
    }

    /// The trail of i with the parts of its land that hold its first and, if it `ends` there, its last cell (R25).
    fn ring(&self, i: usize, ends: bool) -> Loop {
        let (land, trail) = (&self.state.lands[i], &self.state.trails[i]);
        let mut parts = Rows::NONE;
        let mut reach = trail.reach();
        if let Some(last) = trail.last().filter(|_| ends) {
            reach = reach.and(component(land, last, &mut parts)); // E
        }
        let first = trail.first().filter(|&first| land.has(first));
        let closed = first.is_some_and(|first| parts.has(first));
        if let Some(first) = first.filter(|_| !closed) {
            reach = reach.and(component(land, first, &mut parts)); // S
        }
        for y in reach.span() {
            parts.0[y] |= trail.set().0[y];
        }
        let mut whole = parts;
        enclose(&mut whole, reach); // R26: with every hole of both parts.
        Loop { fence: parts, whole, reach, closed, bridge: ends && first.is_some() && !closed }
    }

    /// R29: every weed that lies wholly in the land of i.
    fn clear_weeds(&mut self, i: usize) {
        for slot in 0..self.state.weeds.used() {
            let land = &self.state.lands[i];
            let all_in = self.state.weeds.get(slot).is_some_and(|weed| weed.cells().all(|cell| land.has(cell)));
            let Some(weed) = all_in.then(|| self.state.weeds.remove(slot)).flatten() else { continue };
            weed.cells().for_each(|cell| self.state.overgrown.remove(cell));
            let (cell, kind) = (weed.first, weed.kind);
            if self.state.supers.insert(Thing { at: cell, kind }).is_some() {
                self.state.things.insert(cell);
            }
            (self.log)(Event::WeedCleared { slot: slot as u8, by: seat(i), cell, kind });
        }
    }

    /// R30: the land of i is nobody else's.
    fn steal(&mut self, i: usize, rows: Range<usize>) {
        for j in (0..SEATS).filter(|&j| j != i) {
            let mut stolen = 0;
            for y in rows.clone() {
                let both = self.state.lands[j].0[y] & self.state.lands[i].0[y];
                if both != 0 {
                    self.state.lands[j].0[y] ^= both;
                    stolen += both.count_ones() as u16;
                }
            }
            if stolen > 0 {
                self.state.farmers[j].cells -= stolen;
                (self.log)(Event::Stolen { from: seat(j), to: seat(i), cells: stolen });
            }
        }
    }
}
