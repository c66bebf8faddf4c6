//! Pruning, sending back and respawning (R32 to R36).

use super::*;

impl<R: RuleSet> Twin<R> {
    /// R32, R33: v is pruned, and its land goes to the farmer that did it.
    pub(super) fn prune(&mut self, v: usize, by: Option<usize>, why: Cause) {
        let land = core::mem::take(&mut self.farmers[v].land);
        self.events.push(Event::Pruned { seat: seat(v), by: by.map(seat), why, cells: land.len() as u16 });
        if let Some(k) = by {
            let given: Vec<Cell> = land.difference(&self.farmers[v].home).copied().collect();
            self.farmers[k].land.extend(given);
        }
        let farmer = &mut self.farmers[v];
        farmer.trail.clear();
        (farmer.skipped, farmer.pruned) = (true, true);
        if R::LEGACY {
            self.order_of_pruning.push(v);
        } else {
            (farmer.away, farmer.at) = (true, farmer.start);
            self.lose_powers(v);
            self.reset(v);
        }
    }

    pub(super) fn lose_powers(&mut self, v: usize) {
        let farmer = &mut self.farmers[v];
        farmer.out = false;
        for (kind, _) in [farmer.power.take(), farmer.super_power.take()].into_iter().flatten() {
            self.events.push(Event::EndedPower { seat: seat(v), kind, why: Finish::Pruned });
        }
    }

    /// R34: clears the commands and the momentum of v.
    pub(super) fn reset(&mut self, v: usize) {
        let farmer = &mut self.farmers[v];
        farmer.queue.clear();
        farmer.repeat = (self.stamps, 0);
        farmer.momentum = 0;
        self.stamps += 1;
    }

    /// R35: v returns to the first cell of its trail, or to its start.
    pub(super) fn send_back(&mut self, v: usize, by: Option<usize>, why: Cause) {
        let farmer = &mut self.farmers[v];
        let to = match farmer.trail.first() {
            Some(first) if R::LEGACY || farmer.land.contains(first) => *first,
            _ => farmer.start,
        };
        farmer.trail.clear();
        (farmer.at, farmer.skipped) = (to, true);
        self.reset(v);
        self.events.push(Event::SentBack { seat: seat(v), by: by.map(seat), why, to });
    }

    /// R36: v returns to its start cell and owns its home again.
    pub(super) fn respawn(&mut self, v: usize) {
        let farmer = &mut self.farmers[v];
        (farmer.at, farmer.away, farmer.land) = (farmer.start, false, farmer.home.clone());
        self.events.push(Event::Respawned { seat: seat(v) });
    }
}
