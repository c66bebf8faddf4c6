//! Pruning, sending back and respawning (R32 to R36).

use crate::action::Action;
use crate::event::{Cause, Event, Finish};
use crate::ground::HOME_CELLS;
use crate::power::PowerKind;
use crate::queue::Command;
use crate::rows::{Reach, SIDE};
use crate::rules::{Tick, seat};
use crate::sets::RuleSet;

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// Prunes v, or sends it back if it has Unprunable and that helps in this case.
    pub(crate) fn strike(&mut self, v: usize, by: usize, why: Cause) {
        if R::spares(why) && self.state.farmers[v].has(PowerKind::Unprunable) {
            self.send_back(v, Some(by), why);
        } else {
            self.prune(v, Some(by), why);
        }
    }

    /// R32: the land of v goes to the farmer that pruned it, except the home of v.
    #[inline(never)]
    pub(crate) fn prune(&mut self, v: usize, by: Option<usize>, why: Cause) {
        self.note_leader();
        let cells = core::mem::take(&mut self.state.farmers[v].cells);
        self.state.lift(v);
        self.skipped |= 1 << v;
        (self.log)(Event::Pruned { seat: seat(v), by: by.map(seat), why, cells });
        if let Some(k) = by {
            for y in self.state.field.used(v) {
                let given = self.state.field.row(v, y) & !self.ground.homes[v].0[y % SIDE];
                self.state.farmers[k].cells += self.state.field.add(k, y, given);
            }
        }
        self.state.field.clear(v);
        R::leave(self, v); // R33
    }

    /// R33: v loses its power-ups.
    pub(crate) fn drop_powers(&mut self, v: usize) {
        let farmer = &mut self.state.farmers[v];
        farmer.out = false;
        for held in [farmer.power.take(), farmer.super_power.take()].into_iter().flatten() {
            (self.log)(Event::EndedPower { seat: seat(v), kind: held.kind, why: Finish::Pruned });
        }
    }

    /// R34: empties the queue, sets the repeated command to idle with a new stamp, and sets the momentum to idle.
    pub(crate) fn reset(&mut self, v: usize) {
        self.state.empty_queue(v);
        let farmer = &mut self.state.farmers[v];
        farmer.repeat = Command::new(self.state.stamps, Action::None);
        farmer.momentum = Action::None;
        self.state.stamps += 1; // R6
    }

    /// R35: sends v back to the first cell of its trail.
    #[inline(never)]
    pub(crate) fn send_back(&mut self, v: usize, by: Option<usize>, why: Cause) {
        let first = self.state.trail(v).first();
        let first = first.filter(|&first| R::takes_back(self, v, first));
        let to = first.unwrap_or(self.ground.starts[v]);
        self.state.lift(v);
        self.place(v, to);
        self.reset(v);
        self.skipped |= 1 << v;
        (self.log)(Event::SentBack { seat: seat(v), by: by.map(seat), why, to });
    }

    /// R36, official: farmers that are away return.
    pub(crate) fn respawn_away(&mut self) {
        let away = core::mem::take(&mut self.state.away);
        if away == 0 {
            return;
        }
        for v in (0..self.ground.players()).filter(|v| away >> v & 1 == 1) {
            self.settle(v);
        }
    }

    /// Takes back that these have returned in this tick: who was away had nothing.
    pub(crate) fn send_away(&mut self, away: u8) {
        self.state.away = away;
        for v in (0..self.ground.players()).filter(|v| away >> v & 1 == 1) {
            self.state.field.clear(v);
            self.state.farmers[v].cells = 0;
        }
    }

    /// R36, v2024.0.8: farmers that were pruned in this tick return, in the order in which they were pruned.
    pub(crate) fn respawn_pruned(&mut self) {
        for at in 0..self.pruned().len() {
            let v = usize::from(self.pruned()[at]);
            self.drop_powers(v);
            self.reset(v);
            self.settle(v);
        }
    }

    fn settle(&mut self, v: usize) {
        self.note_leader();
        let start = self.ground.starts[v];
        let rows = Reach { top: start.y - 1, bottom: start.y + 1 };
        self.state.field.put_rows(v, &self.ground.homes[v], rows);
        self.place(v, start);
        self.state.farmers[v].cells = HOME_CELLS;
        (self.log)(Event::Respawned { seat: seat(v) });
    }
}
