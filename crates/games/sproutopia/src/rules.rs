//! One tick (R5): commands arrive, farmers act in the order of their stamps, weeds and power-ups appear.
//!
//! The stages are here. What a farmer does is in `act`, what a closed trail gains in `claim`, what happens to pruned
//! farmers in `fate`, and what grows without farmers in `season`.

use crate::action::Action;
use crate::event::Event;
use crate::ground::{Ground, SEATS};
use crate::queue::{Command, Queue};
use crate::sets::RuleSet;
use crate::state::State;
use gridhaunt_kernel::Seat;

/// Plays one tick (R5). `choices` are in order of arrival, any number for each seat (§12). Its stages are
/// [`RuleSet::tick`], those of one farmer [`RuleSet::act`].
pub fn step<R: RuleSet>(ground: &Ground, state: &mut State<R>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
    if state.end.is_some() {
        return;
    }
    state.tick += 1;
    let mut tick = Tick { ground, state, log, moved: 0, skipped: 0, pruned: [0; SEATS], prunes: 0, leader: None };
    R::tick(&mut tick, choices);
}

/// A tick in progress: its methods are the stages that both sets of rules share.
#[derive(Debug)]
pub struct Tick<'a, R: RuleSet, L> {
    pub(crate) ground: &'a Ground,
    pub(crate) state: &'a mut State<R>,
    pub(crate) log: L,
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

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// Puts the commands into the queues (R7, R8).
    pub(crate) fn arrive(&mut self, choices: &[(Seat, Action)]) {
        for &(seat, action) in choices {
            let i = seat.index();
            if i >= self.ground.players() || !R::queues(action) {
                continue; // R8
            }
            let farmer = &mut self.state.farmers[i];
            let command = Command::new(self.state.stamps, action);
            if farmer.queue.push(command) {
                farmer.repeat = command;
                self.state.stamps += 1; // R6
            } else {
                (self.log)(Event::CommandDropped { seat, action }); // R7
            }
        }
    }

    /// Plays one command of each farmer (R9), by stamp (R6).
    pub(crate) fn act_in_turn(&mut self) {
        let mut turns = [u64::MAX; SEATS];
        for (i, turn) in turns.iter_mut().enumerate().take(self.ground.players()) {
            let farmer = &mut self.state.farmers[i];
            *turn = farmer.queue.pop_or(farmer.repeat).with_seat(i);
        }
        // A sorting network of five comparisons, without a branch: commands come in any order.
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (turns[a], turns[b]) = (turns[a].min(turns[b]), turns[a].max(turns[b]));
        }
        for turn in turns.into_iter().take(self.ground.players()) {
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

/// The seat with this index.
#[inline]
pub(crate) const fn seat(i: usize) -> Seat {
    Seat(i as u8)
}
