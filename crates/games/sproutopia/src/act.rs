//! What one farmer does in a tick (R10 to R24).

use crate::action::Action;
use crate::event::{Bar, Cause, Event, Finish};
use crate::ground::SEATS;
use crate::power::{Held, Kind};
use crate::queue::Command;
use crate::rows::bit;
use crate::rules::{Tick, seat};
use crate::state::RuleSet;
use gridhaunt_kernel::grid::Cell;

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// Seat i acts.
    pub(crate) fn act(&mut self, i: usize, command: Command) {
        let (ground, i) = (self.ground, i % SEATS);
        let mut a = self.forwards(i, command);
        self.count_down(i);
        let farmers = &self.state.farmers;
        let (cur, momentum) = (farmers[i].at, farmers[i].momentum);
        // Power-ups of others are rare, so they are looked for once.
        if farmers.iter().any(|farmer| farmer.power.is_some()) {
            // R13
            if (0..SEATS).any(|j| j != i && farmers[j].has(Kind::Freeze)) {
                return self.blocked(i, Bar::Frozen);
            }
            // R14
            if !R::LEGACY && self.other_owner(i, cur).is_some_and(|j| self.state.farmers[j].has(Kind::Immunity)) {
                return self.blocked(i, Bar::Stunned);
            }
        }
        // R15
        let step = |a: Action| a.from_cell(cur, ground.code.cols, ground.code.rows);
        let dest = match step(a) {
            Some(dest) => dest,
            None => {
                a = momentum;
                let Some(dest) = step(a) else { return self.blocked(i, Bar::Edge) };
                dest
            }
        };
        // R16
        if !R::LEGACY && dest == cur {
            if self.state.overgrown.has(dest) {
                self.prune(i, None, Cause::Weed); // R20
            }
            return;
        }
        // R17
        if let Some(j) = self.other_owner(i, dest) {
            self.end_fertilizer(i, Finish::EnteredLand);
            if self.state.farmers[j].has(Kind::Immunity) {
                return self.blocked(i, Bar::Immune);
            }
        } else if !R::LEGACY && ground.foreign[i].has(dest) {
            self.end_fertilizer(i, Finish::EnteredLand);
        }
        // R18
        if !R::LEGACY && self.state.farmers[i].out && self.state.lands[i].has(dest) {
            self.end_fertilizer(i, Finish::CameHome);
        }
        if !self.meet(i, dest) {
            return;
        }
        if self.state.overgrown.has(dest) {
            return self.prune(i, None, Cause::Weed); // R20
        }
        if !self.cross_trails(i, dest) {
            return;
        }
        self.enter(i, dest, a);
    }

    /// R10: the command, or the momentum in place of its opposite.
    fn forwards(&mut self, i: usize, command: Command) -> Action {
        let farmer = &mut self.state.farmers[i];
        if command.action().opposite() != Some(farmer.momentum) {
            return command.action();
        }
        if farmer.repeat == command {
            farmer.repeat = Command::new(command.stamp(), farmer.momentum);
        }
        farmer.momentum
    }

    /// R12: what reaches 0 is over.
    fn count_down(&mut self, i: usize) {
        let farmer = &mut self.state.farmers[i];
        if farmer.power.is_none() && farmer.super_power.is_none() {
            return;
        }
        for slot in [&mut farmer.power, &mut farmer.super_power] {
            // R37: Trail Protection has no lifespan.
            if let Some(held) = slot.as_mut().filter(|held| held.kind != Kind::TrailProtection) {
                held.left = held.left.saturating_sub(1);
                if held.left == 0 {
                    let kind = held.kind;
                    *slot = None;
                    (self.log)(Event::EndedPower { seat: seat(i), kind, why: Finish::Time });
                }
            }
        }
        self.forget_out(i);
    }

    /// Ends an active Super Fertilizer.
    fn end_fertilizer(&mut self, i: usize, why: Finish) {
        if self.state.farmers[i].has(Kind::Fertilizer) {
            self.state.farmers[i].super_power = None;
            (self.log)(Event::EndedPower { seat: seat(i), kind: Kind::Fertilizer, why });
            self.forget_out(i);
        }
    }

    /// Being out means nothing without a Fertilizer.
    pub(crate) fn forget_out(&mut self, i: usize) {
        let farmer = &mut self.state.farmers[i];
        farmer.out &= farmer.has(Kind::Fertilizer);
    }

    fn blocked(&mut self, i: usize, why: Bar) {
        (self.log)(Event::Blocked { seat: seat(i), why });
    }

    /// The owner of a cell, if that is another farmer.
    #[inline]
    fn other_owner(&self, i: usize, cell: Cell) -> Option<usize> {
        self.state.owner(cell).filter(|&owner| owner != i)
    }

    /// R19: whoever stands on dest; the answer is whether i goes on.
    fn meet(&mut self, i: usize, dest: Cell) -> bool {
        // Who stands there, one bit a seat, without a branch: mostly it is nobody.
        let mut there = 0u8;
        for (j, farmer) in self.state.farmers.iter().enumerate() {
            there |= u8::from((farmer.at.x ^ dest.x) | (farmer.at.y ^ dest.y) == 0) << j;
        }
        if there & !(1 << i) == 0 {
            return true;
        }
        for j in (0..self.ground.players()).filter(|&j| j != i && there >> j & 1 == 1) {
            if self.is_gone(j) {
                continue;
            }
            if R::LEGACY && self.state.farmers[j].has(Kind::Unprunable) {
                self.send_back(j, Some(i), Cause::Collision);
                continue;
            }
            let j_wins = match self.state.owner(dest) {
                Some(owner) if owner == j => true,
                Some(owner) if owner == i => false,
                _ => !R::LEGACY && self.moved >> j & 1 == 1,
            };
            if j_wins {
                self.strike(i, j, Cause::Collision, !R::LEGACY);
                return false;
            }
            self.strike(j, i, Cause::Collision, !R::LEGACY);
        }
        true
    }

    /// R21: trails on dest; the answer is whether i goes on.
    fn cross_trails(&mut self, i: usize, dest: Cell) -> bool {
        let any = self.state.trails.iter().fold(0, |all, trail| all | trail.set().row(dest.y));
        if any & bit(dest) == 0 {
            return true;
        }
        let on = |this: &Self, j: usize| this.state.trails[j].set().has(dest);
        if R::LEGACY {
            // R22: only that of the lowest seat.
            match (0..SEATS).find(|&j| on(self, j)) {
                Some(j) if j == i => return self.cross_own(i),
                Some(j) => self.strike(j, i, Cause::Cut, true),
                None => {}
            }
            return true;
        }
        for j in (0..SEATS).filter(|&j| j != i) {
            if on(self, j) {
                self.strike(j, i, Cause::Cut, true);
            }
        }
        !on(self, i) || self.cross_own(i)
    }

    /// R21: the own trail; the answer is whether i goes on.
    fn cross_own(&mut self, i: usize) -> bool {
        let farmer = &mut self.state.farmers[i];
        if farmer.momentum == Action::None {
            return true;
        }
        if farmer.has(Kind::TrailProtection) {
            farmer.super_power = None;
            (self.log)(Event::EndedPower { seat: seat(i), kind: Kind::TrailProtection, why: Finish::Used });
            self.send_back(i, None, Cause::Own);
        } else {
            self.prune(i, None, Cause::Own);
        }
        false
    }

    /// R23 and R24: land, trail, and what lies there.
    fn enter(&mut self, i: usize, dest: Cell, a: Action) {
        let cur = self.state.farmers[i].at;
        let was_own = self.state.lands[i].has(dest);
        let lies = self.state.things.has(dest);
        let found = if lies { [false, true].map(|is_super| self.state.thing_at(dest, is_super)) } else { [None; 2] };
        if self.state.farmers[i].has(Kind::Fertilizer) {
            if R::LEGACY || !was_own {
                self.fertilize(i, cur, dest, a);
            }
        } else {
            if !was_own {
                let trail = &mut self.state.trails[i];
                if trail.is_empty() {
                    trail.push(cur);
                    (self.log)(Event::TrailStarted { seat: seat(i), cell: cur });
                }
                trail.push(dest);
            } else if !self.state.lands[i].has(cur) {
                self.state.trails[i].push(dest);
            }
            let last = self.state.trails[i].last();
            if last.is_some_and(|last| self.state.lands[i].has(last)) {
                self.claim(i);
            }
            let fertile = lies && found[1].is_some_and(|(_, kind)| kind == Kind::Fertilizer);
            if fertile && !self.state.trails[i].is_empty() {
                self.convert(i);
            }
        }
        // R24
        let farmer = &mut self.state.farmers[i];
        (farmer.at, farmer.momentum) = (dest, a);
        if dest != cur {
            self.moved |= 1 << i;
            (self.log)(Event::Moved { seat: seat(i), from: cur, to: dest });
        }
        if !lies {
            return;
        }
        for (slot, kind) in found.into_iter().flatten() {
            self.pick_up(i, slot, kind, dest, !was_own);
        }
    }

    /// R23: the Fertilizer claims dest, cur and the two cells beside cur.
    #[inline(never)]
    fn fertilize(&mut self, i: usize, cur: Cell, dest: Cell, a: Action) {
        self.note_leader();
        let (cols, rows) = (self.ground.code.cols, self.ground.code.rows);
        let beside = match a {
            Action::Up | Action::Down => [Action::Left, Action::Right],
            Action::Left | Action::Right => [Action::Up, Action::Down],
            Action::None | Action::Stand => [Action::None; 2],
        };
        let strip = [Some(dest), Some(cur), beside[0].from_cell(cur, cols, rows), beside[1].from_cell(cur, cols, rows)];
        for cell in strip.into_iter().flatten() {
            let taken = !R::LEGACY && (self.other_owner(i, cell).is_some() || self.ground.foreign[i].has(cell));
            if !taken && !self.state.overgrown.has(cell) && !self.state.lands[i].has(cell) {
                self.state.lands[i].insert(cell);
                self.state.farmers[i].cells += 1;
                self.state.farmers[i].out = true; // R18
            }
        }
    }

    /// R24: what lies there becomes active with its full lifespan.
    #[inline(never)]
    fn pick_up(&mut self, i: usize, slot: usize, kind: Kind, cell: Cell, out: bool) {
        if kind.is_super() {
            self.state.supers.remove(slot);
        } else {
            self.state.power_ups.remove(slot);
        }
        if self.state.thing_at(cell, !kind.is_super()).is_none() {
            self.state.things.remove(cell);
        }
        (self.log)(Event::PickedUp { seat: seat(i), kind, cell });
        let farmer = &mut self.state.farmers[i];
        let held = if kind.is_super() { &mut farmer.super_power } else { &mut farmer.power };
        if let Some(old) = held.replace(Held { kind, left: self.ground.lifespan(kind) }) {
            (self.log)(Event::EndedPower { seat: seat(i), kind: old.kind, why: Finish::Replaced });
        }
        if kind.is_super() {
            farmer.out = out && kind == Kind::Fertilizer; // R18
        }
    }
}
