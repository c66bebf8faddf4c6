//! What one farmer does in a tick (R10 to R24), in the order of the rules. A stage that returns none ends its action.

use crate::action::Action;
use crate::event::{Bar, Cause, Event, Finish};
use crate::field::{OVERGROWN, THINGS};
use crate::ground::SEATS;
use crate::power::{Held, PowerKind};
use crate::queue::Command;
use crate::rules::{Tick, seat};
use crate::sets::RuleSet;
use core::hint::select_unpredictable;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::grid::Cell;

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// R10: the command, or the momentum in place of its opposite.
    #[inline]
    pub(crate) fn forwards(&mut self, i: usize, command: Command) -> Action {
        let farmer = &mut self.state.farmers[i];
        let turns_back = command.action().opposite() == Some(farmer.momentum);
        let action = select_unpredictable(turns_back, farmer.momentum, command.action());
        let is_repeated = farmer.repeat == command;
        farmer.repeat = select_unpredictable(is_repeated, Command::new(command.stamp(), action), farmer.repeat);
        action
    }

    /// R12: a power-up that reaches 0 ends.
    #[inline]
    pub(crate) fn count_down(&mut self, i: usize) {
        if self.powers && self.state.farmers[i].holds_any() {
            self.count_down_held(i);
        }
    }

    #[inline(never)]
    fn count_down_held(&mut self, i: usize) {
        let farmer = &mut self.state.farmers[i];
        for slot in [&mut farmer.power, &mut farmer.super_power] {
            // R37: Trail Protection has no lifespan.
            if let Some(held) = slot.as_mut().filter(|held| held.kind != PowerKind::TrailProtection) {
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

    /// R13: a farmer cannot act while another has Freeze.
    #[inline]
    pub(crate) fn freeze(&mut self, i: usize) -> Option<()> {
        let farmers = &self.state.farmers;
        let frozen = self.powers && (0..SEATS).any(|j| j != i && farmers[j].has(PowerKind::Freeze));
        if frozen { self.blocked(i, Bar::Frozen) } else { Some(()) }
    }

    /// R14: a farmer on the land of another farmer that has Immunity is stunned.
    #[inline]
    pub(crate) fn stun(&mut self, i: usize) -> Option<()> {
        let farmers = &self.state.farmers;
        let immune = |j: usize| farmers[j].has(PowerKind::Immunity);
        let stunned = self.powers && self.other_owner(i, farmers[i].at).is_some_and(immune);
        if stunned { self.blocked(i, Bar::Stunned) } else { Some(()) }
    }

    /// R15: the cell that a command leads to; at the edge, the cell that the momentum leads to.
    #[inline]
    pub(crate) fn heading(&mut self, i: usize, wanted: Action) -> Option<(Cell, Action)> {
        let (cur, momentum) = (self.state.farmers[i].at, self.state.farmers[i].momentum);
        let (cols, rows) = (self.ground.code.cols, self.ground.code.rows);
        if let Some(dest) = wanted.from_cell(cur, cols, rows) {
            return Some((dest, wanted));
        }
        match momentum.from_cell(cur, cols, rows) {
            Some(dest) => Some((dest, momentum)),
            None => self.blocked(i, Bar::Edge),
        }
    }

    /// R16: a farmer that stands still can only be hit by a weed.
    #[inline]
    pub(crate) fn stand_still(&mut self, i: usize, dest: Cell) -> Option<()> {
        if dest != self.state.farmers[i].at {
            return Some(());
        }
        self.run_into_weed(i, dest)?; // R20
        None
    }

    /// R17: entering another's land ends the Fertilizer. Land whose owner has Immunity cannot be entered, and neither
    /// can a cell that is kept for another farmer.
    #[inline]
    pub(crate) fn enter_land(&mut self, i: usize, dest: Cell) -> Option<()> {
        if let Some(j) = self.other_owner(i, dest) {
            self.end_fertilizer(i, Finish::EnteredLand);
            if self.state.farmers[j].has(PowerKind::Immunity) {
                return self.blocked(i, Bar::Immune);
            }
        } else if R::is_kept(self.ground, i, dest) {
            self.end_fertilizer(i, Finish::EnteredLand);
        }
        Some(())
    }

    /// R18: a farmer that has left its land with the Fertilizer loses it when it comes home.
    #[inline]
    pub(crate) fn come_home(&mut self, i: usize, dest: Cell) {
        if self.state.farmers[i].out && self.state.field.contains(i, dest) {
            self.end_fertilizer(i, Finish::CameHome);
        }
    }

    /// R20: a weed prunes the farmer that runs into it.
    #[inline]
    pub(crate) fn run_into_weed(&mut self, i: usize, dest: Cell) -> Option<()> {
        if self.state.field.contains(OVERGROWN, dest) {
            self.prune(i, None, Cause::Weed);
            return None;
        }
        Some(())
    }

    /// Ends an active Super Fertilizer.
    fn end_fertilizer(&mut self, i: usize, why: Finish) {
        if self.state.farmers[i].has(PowerKind::Fertilizer) {
            self.state.farmers[i].super_power = None;
            (self.log)(Event::EndedPower { seat: seat(i), kind: PowerKind::Fertilizer, why });
            self.forget_out(i);
        }
    }

    /// Clears the flag `out`, which has no meaning without a Fertilizer.
    pub(crate) fn forget_out(&mut self, i: usize) {
        let farmer = &mut self.state.farmers[i];
        farmer.out &= farmer.has(PowerKind::Fertilizer);
    }

    /// Reports why a farmer is blocked, which ends its action.
    fn blocked<T>(&mut self, i: usize, why: Bar) -> Option<T> {
        (self.log)(Event::Blocked { seat: seat(i), why });
        None
    }

    /// The owner of a cell, if that is another farmer.
    #[inline]
    fn other_owner(&self, i: usize, cell: Cell) -> Option<usize> {
        // Mostly no other farmer owns it, which needs no branch that depends on who does. Where lands overlap, a cell of
        // its own may belong to another all the same.
        let field = &self.state.field;
        if !field.is_owned_beside(i, cell) && (R::DISJOINT || !field.contains(i, cell)) {
            return None;
        }
        self.state.owner(cell).map(Seat::index).filter(|&owner| owner != i)
    }

    /// R19: meets every farmer that stands on dest, by seat.
    pub(crate) fn meet(&mut self, i: usize, dest: Cell) -> Option<()> {
        if !self.stands.has(dest) {
            return Some(());
        }
        let there = self.state.farmers.each_ref().map(|farmer| farmer.at == dest);
        for j in (0..self.ground.players()).filter(|&j| j != i && there[j]) {
            if !R::is_gone(self, j) {
                R::collide(self, i, j, dest)?;
            }
        }
        Some(())
    }

    /// R21: crosses the trails on dest.
    pub(crate) fn cross_trails(&mut self, i: usize, dest: Cell) -> Option<()> {
        if !self.state.field.is_trodden(dest) {
            return Some(());
        }
        R::cross(self, i, self.state.trails_on(i, dest)) // R22
    }

    /// R21: crosses its own trail.
    pub(crate) fn cross_own(&mut self, i: usize) -> Option<()> {
        let farmer = &mut self.state.farmers[i];
        if farmer.momentum == Action::None {
            return Some(());
        }
        if farmer.has(PowerKind::TrailProtection) {
            farmer.super_power = None;
            (self.log)(Event::EndedPower { seat: seat(i), kind: PowerKind::TrailProtection, why: Finish::Used });
            self.send_back(i, None, Cause::Own);
        } else {
            self.prune(i, None, Cause::Own);
        }
        None
    }

    /// Whether nothing of R17 to R22 and R24 can happen on dest, which is so in most steps: nobody is there, nothing lies
    /// or grows there, it is neither another's land nor on a trail, and the farmer has no Fertilizer.
    #[inline]
    pub(crate) fn is_clear(&self, i: usize, dest: Cell) -> bool {
        let bare = self.state.field.is_bare(i, dest) & !self.stands.has(dest);
        bare && self.state.farmers[i].super_power.is_none()
    }

    /// R23 and R24 for a cell that is clear: nothing lies there, and its trail does not have it.
    #[inline]
    pub(crate) fn walk(&mut self, i: usize, dest: Cell, a: Action) {
        let cur = self.state.farmers[i].at;
        if self.state.field.contains(i, dest) {
            if !self.state.field.contains(i, cur) {
                self.state.tread(i, dest);
            }
            self.close_if_home(i);
        } else {
            if self.state.trail(i).is_empty() {
                self.begin_trail(i, cur);
            }
            // Its trail ends there, outside its land, so that it is not closed.
            self.state.tread(i, dest);
        }
        self.move_to(i, dest, a);
    }

    /// R23: a trail that ends in its farmer's land is closed.
    #[inline]
    fn close_if_home(&mut self, i: usize) {
        let last = self.state.trail(i).last();
        if last.is_some_and(|last| self.state.field.contains(i, last)) {
            self.close(i);
        }
    }

    /// R24: the farmer is there.
    #[inline]
    fn move_to(&mut self, i: usize, dest: Cell, a: Action) {
        let cur = self.state.farmers[i].at;
        self.place(i, dest);
        self.state.farmers[i].momentum = a;
        if dest != cur {
            self.moved |= 1 << i;
            (self.log)(Event::Moved { seat: seat(i), from: cur, to: dest });
        }
    }

    /// R23 and R24: updates land and trail, and picks up what lies there.
    pub(crate) fn enter(&mut self, i: usize, dest: Cell, a: Action) {
        let cur = self.state.farmers[i].at;
        let was_own = self.state.field.contains(i, dest);
        let lies = self.state.field.contains(THINGS, dest);
        let found = if lies { [false, true].map(|is_super| self.state.thing_at(dest, is_super)) } else { [None; 2] };
        if self.state.farmers[i].has(PowerKind::Fertilizer) {
            if R::fertilizes(was_own) {
                self.fertilize(i, cur, dest, a);
            }
        } else {
            if !was_own || !self.state.field.contains(i, cur) {
                if !was_own && self.state.trail(i).is_empty() {
                    self.begin_trail(i, cur);
                }
                self.state.tread(i, dest);
            }
            self.close_if_home(i);
            let fertile = lies && found[1].is_some_and(|(_, kind)| kind == PowerKind::Fertilizer);
            if fertile && !self.state.trail(i).is_empty() {
                self.convert(i);
            }
        }
        self.move_to(i, dest, a); // R24
        if !lies {
            return;
        }
        for (slot, kind) in found.into_iter().flatten() {
            self.pick_up(i, slot, kind, dest, !was_own);
        }
    }

    /// R23: a trail begins with the last cell on its land.
    #[inline(never)]
    fn begin_trail(&mut self, i: usize, cell: Cell) {
        self.state.tread(i, cell);
        (self.log)(Event::TrailStarted { seat: seat(i), cell });
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
            // R4
            let taken = R::is_kept(self.ground, i, cell) || R::DISJOINT && self.other_owner(i, cell).is_some();
            if !taken && !self.state.field.contains(OVERGROWN, cell) && !self.state.field.contains(i, cell) {
                self.state.field.insert(i, cell);
                self.state.farmers[i].cells += 1;
                self.state.farmers[i].out = true; // R18
            }
        }
    }

    /// R24: the item there becomes active with its full lifespan.
    #[inline(never)]
    fn pick_up(&mut self, i: usize, slot: usize, kind: PowerKind, cell: Cell, out: bool) {
        if kind.is_super() {
            self.state.supers.remove(slot);
        } else {
            self.state.power_ups.remove(slot);
        }
        if self.state.thing_at(cell, !kind.is_super()).is_none() {
            self.state.field.remove(THINGS, cell);
        }
        (self.log)(Event::PickedUp { seat: seat(i), kind, cell });
        self.powers = true;
        let farmer = &mut self.state.farmers[i];
        let held = if kind.is_super() { &mut farmer.super_power } else { &mut farmer.power };
        if let Some(old) = held.replace(Held { kind, left: self.ground.lifespan(kind) }) {
            (self.log)(Event::EndedPower { seat: seat(i), kind: old.kind, why: Finish::Replaced });
        }
        if kind.is_super() {
            farmer.out = out && kind == PowerKind::Fertilizer; // R18
        }
    }
}
