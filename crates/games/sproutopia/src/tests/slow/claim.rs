//! Claiming, by walks over sets (R25 to R31).

use super::*;
use crate::enclose::twin;

impl<R: RuleSet> Twin<R> {
    fn part(&self, land: &Cells, from: Cell) -> Option<Cells> {
        twin::component(land, from, self.ground.code.cols, self.ground.code.rows)
    }

    fn filled(&self, fence: &Cells) -> Cells {
        twin::enclose(fence, self.ground.code.cols, self.ground.code.rows)
    }

    /// R25 to R30: the trail of i is closed; its gains, and what others lose.
    pub(super) fn claim(&mut self, i: usize) {
        let before = self.farmers[i].land.clone();
        let trail = core::mem::take(&mut self.farmers[i].trail);
        let s = self.part(&before, trail[0]);
        let e = self.part(&before, trail[trail.len() - 1]);
        let closed = s.is_some() && s == e;
        let bridge = s.is_some() && e.is_some() && s != e;
        let mut u: Cells = trail.iter().copied().collect();
        u.extend(s.into_iter().flatten());
        u.extend(e.into_iter().flatten());
        let whole = self.filled(&u);
        let enclosed: Cells =
            if R::LEGACY && !closed { whole.difference(&before) } else { whole.difference(&u) }.copied().collect();
        let homes: Cells = self.others(i).into_iter().flat_map(|j| self.farmers[j].home.clone()).collect();
        let mut land: Cells = before.clone();
        if !R::LEGACY {
            land.extend(whole.difference(&homes));
        } else if closed {
            land.extend(&whole);
            land.retain(|cell| !homes.contains(cell));
        } else {
            land.extend(&whole);
        }
        let new = land.difference(&before).count();
        self.farmers[i].land = land;
        let t = if R::LEGACY { enclosed.len() } else { new } as u64;
        self.farmers[i].points += if R::LEGACY { t * t / 100 * 100 } else { t * t };
        let (cells, inside) = (new as u16, enclosed.len() as u16);
        self.events.push(Event::Claimed { seat: seat(i), cells, enclosed: inside, bridge });
        for j in self.others(i) {
            // R28
            let there = &self.farmers[j];
            if there.away || there.pruned || !enclosed.contains(&there.at) {
                continue;
            }
            if !R::LEGACY && self.has(j, PowerKind::Unprunable) {
                self.send_back(j, Some(i), Cause::Encircled);
            } else {
                self.prune(j, Some(i), Cause::Encircled);
            }
        }
        for slot in 0..self.weeds.slots.len() {
            // R29
            let Some(weed) = self.weeds.slots[slot].clone() else { continue };
            if weed.cells.iter().all(|cell| self.farmers[i].land.contains(cell)) {
                self.weeds.take(slot);
                self.supers.put((weed.first, weed.kind));
                let (cell, kind) = (weed.first, weed.kind);
                self.events.push(Event::WeedCleared { slot: slot as u8, by: seat(i), cell, kind });
            }
        }
        let own = self.farmers[i].land.clone();
        for j in self.others(i) {
            // R30
            let had = self.farmers[j].land.len();
            self.farmers[j].land.retain(|cell| !own.contains(cell));
            let cells = (had - self.farmers[j].land.len()) as u16;
            if cells > 0 {
                self.events.push(Event::Stolen { from: seat(j), to: seat(i), cells });
            }
        }
    }

    /// R31: the Fertilizer turns the trail of i into land.
    pub(super) fn convert(&mut self, i: usize) {
        let before = self.farmers[i].land.clone();
        let trail = core::mem::take(&mut self.farmers[i].trail);
        let mut u: Cells = trail.iter().copied().collect();
        u.extend(self.part(&before, trail[0]).into_iter().flatten());
        let whole = self.filled(&u);
        let enclosed = if R::LEGACY { whole.difference(&before).count() } else { whole.difference(&u).count() };
        let free = |cell: &Cell| {
            let taken = self.others(i).into_iter().any(|j| self.farmers[j].land.contains(cell));
            R::LEGACY || !(taken || self.in_home_of_another(i, *cell))
        };
        let gained: Cells = whole.into_iter().filter(free).collect();
        let cells = gained.difference(&before).count() as u16;
        self.farmers[i].land.extend(gained);
        let enclosed = enclosed as u16;
        self.events.push(Event::Claimed { seat: seat(i), cells, enclosed, bridge: false });
    }
}
