//! One tick (R5): commands arrive, farmers act in the order of their stamps, weeds and power-ups appear.
//!
//! The stages are here. What a farmer does is in `act`, what a closed trail gains in `claim`, what happens to pruned
//! farmers in `fate`, and what grows without farmers in `season`.

use crate::action::Action;
use crate::event::Event;
use crate::ground::{Ground, SEATS};
use crate::queue::Command;
use crate::rows::SIDE;
use crate::sets::RuleSet;
use crate::state::State;
use core::hint::select_unpredictable;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::grid::Cell;

/// Plays one tick (R5). `choices` are in order of arrival, any number for each seat (§12). Its stages are
/// [`RuleSet::tick`], those of one farmer [`RuleSet::act`].
pub fn step<R: RuleSet>(ground: &Ground, state: &mut State<R>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
    if state.end.is_some() {
        return;
    }
    state.tick += 1;
    R::tick(&mut Tick::new(ground, state, log), choices);
}

/// A tick in progress: its methods are the stages that both sets of rules share.
#[derive(Debug)]
pub struct Tick<'a, R: RuleSet, L> {
    pub(crate) ground: &'a Ground,
    pub(crate) state: &'a mut State<R>,
    pub(crate) log: L,
    /// Where the farmers stand.
    pub(crate) stands: Stands,
    /// Whether a farmer may have a power-up: they are rare, so this is checked first.
    pub(crate) powers: bool,
    /// Which farmers have moved in this tick, one bit for each seat.
    pub(crate) moved: u8,
    /// Which farmers were pruned or sent back in this tick, one bit for each seat.
    pub(crate) skipped: u8,
    /// The farmers pruned in this tick, in that order, where the order counts.
    pruned: [u8; SEATS],
    prunes: u8,
    /// Who led before the first cell of this tick changed its owner.
    leader: Option<usize>,
}

impl<'a, R: RuleSet, L: FnMut(Event)> Tick<'a, R, L> {
    /// A tick in which nobody has acted yet.
    #[inline]
    pub(crate) fn new(ground: &'a Ground, state: &'a mut State<R>, log: L) -> Self {
        let stands = Stands::new(state.farmers.each_ref().map(|farmer| farmer.at));
        let powers = state.farmers.iter().fold(false, |any, farmer| any | farmer.holds_any());
        let (moved, skipped, pruned, prunes, leader) = (0, 0, [0; SEATS], 0, None);
        Self { ground, state, log, stands, powers, moved, skipped, pruned, prunes, leader }
    }

    /// Puts the commands into the queues (R7, R8).
    pub(crate) fn arrive(&mut self, choices: &[(Seat, Action)]) {
        // The farmers whose only command need not wait: who has none waiting plays the one queued last (R9).
        let mut ready = 0u8;
        for &(seat, action) in choices {
            let i = seat.index();
            if i >= self.ground.players() {
                continue; // R8
            }
            let (command, queues) = (Command::new(self.state.stamps, action), R::queues(action)); // R8
            if !self.state.waits(i) && ready >> i & 1 == 0 {
                let farmer = &mut self.state.farmers[i];
                farmer.repeat = select_unpredictable(queues, command, farmer.repeat);
                self.state.stamps += u64::from(queues); // R6
                ready |= u8::from(queues) << i;
            } else if queues {
                if ready >> i & 1 == 1 {
                    ready ^= 1 << i; // It has to wait after all, before this one.
                    self.state.enqueue(i, self.state.farmers[i].repeat);
                }
                self.line_up(seat, command);
            }
        }
    }

    /// Puts a command into a queue, if there is room (R7).
    #[inline(never)]
    fn line_up(&mut self, seat: Seat, command: Command) {
        if self.state.enqueue(seat.index(), command) {
            self.state.farmers[seat.index()].repeat = command;
            self.state.stamps += 1; // R6
        } else {
            (self.log)(Event::CommandDropped { seat, action: command.action() }); // R7
        }
    }

    /// Plays one command of each farmer (R9), by stamp (R6).
    pub(crate) fn act_in_turn(&mut self) {
        let mut turns = [u64::MAX; SEATS];
        for (i, turn) in turns.iter_mut().enumerate().take(self.ground.players()) {
            *turn = self.state.next_command(i).with_seat(i);
        }
        // A sorting network of five comparisons, without a branch: commands come in any order.
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (turns[a], turns[b]) = (turns[a].min(turns[b]), turns[a].max(turns[b]));
        }
        for &turn in &turns[..self.ground.players().min(SEATS)] {
            let (command, i) = Command::of_seat(turn);
            if self.skipped >> i & 1 == 0 {
                R::act(self, i % SEATS, command);
            }
        }
    }

    /// Computes the leaderboard and the end (R51 to R53).
    pub(crate) fn finish(&mut self) {
        if let Some(leader) = self.leader {
            let leads = self.state.leader(self.ground);
            if leads != leader {
                (self.log)(Event::LeaderChanged { seat: seat(leads) });
            }
        }
        self.state.end = self.state.ending(self.ground);
        if let Some(reason) = self.state.end {
            (self.log)(Event::Over { reason });
        }
    }

    /// Stores who leads, before a cell changes its owner.
    #[inline]
    pub(crate) fn note_leader(&mut self) {
        if self.leader.is_none() {
            self.leader = Some(self.state.leader(self.ground));
        }
    }

    /// Puts a farmer onto a cell.
    #[inline]
    pub(crate) fn place(&mut self, i: usize, cell: Cell) {
        let from = core::mem::replace(&mut self.state.farmers[i].at, cell);
        self.stands.move_on(i, from, cell);
    }

    /// Whether a farmer has moved in this tick.
    #[inline]
    pub(crate) fn has_moved(&self, i: usize) -> bool {
        self.moved >> i & 1 == 1
    }

    /// Stores that a farmer was pruned in this tick.
    pub(crate) fn note_pruned(&mut self, v: usize) {
        self.pruned[usize::from(self.prunes) % SEATS] = v as u8;
        self.prunes += 1;
    }

    /// The farmers pruned in this tick, in that order.
    pub(crate) fn pruned(&self) -> &[u8] {
        &self.pruned[..usize::from(self.prunes).min(SEATS)]
    }
}

/// The cells of all farmers in one word, so that one look at all of them needs no branch: mostly nobody is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stands(u64);

impl Stands {
    /// The lowest bit for each seat.
    const LOW: u64 = 0x0001_0001_0001_0001;

    fn new(cells: [Cell; SEATS]) -> Self {
        let mut stands = Self(0);
        for (i, cell) in cells.into_iter().enumerate() {
            stands.0 |= Self::spot(cell) << (16 * i);
        }
        stands
    }

    /// The number of a cell, less than 2^15.
    #[inline]
    const fn spot(cell: Cell) -> u64 {
        (cell.y * SIDE as u16 + cell.x) as u64
    }

    #[inline]
    const fn move_on(&mut self, i: usize, from: Cell, to: Cell) {
        self.0 ^= (Self::spot(from) ^ Self::spot(to)) << (16 * (i % SEATS));
    }

    /// Whether somebody stands on a cell.
    #[inline]
    pub(crate) const fn has(self, cell: Cell) -> bool {
        // 0 only for those who stand there; the sum has the highest bit for all others.
        let apart = self.0 ^ (Self::spot(cell) * Self::LOW);
        !(apart + 0x7FFF * Self::LOW) & (0x8000 * Self::LOW) != 0
    }
}

/// The seat with this index.
#[inline]
pub(crate) const fn seat(i: usize) -> Seat {
    Seat(i as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_tells_who_stands_where() {
        let cell = |number: usize| Cell { x: (number % SIDE) as u16, y: (number / SIDE) as u16 };
        let cells = [0, 1, 64, 4095];
        let mut stands = Stands::new(cells.map(cell));
        for dest in 0..SIDE * SIDE {
            assert_eq!(stands.has(cell(dest)), cells.contains(&dest), "cell {dest}");
        }
        stands.move_on(2, cell(64), cell(1));
        assert!(stands.has(cell(1)) && !stands.has(cell(64)));
        stands.move_on(1, cell(1), cell(2));
        assert!(stands.has(cell(1)) && stands.has(cell(2)));
    }
}
