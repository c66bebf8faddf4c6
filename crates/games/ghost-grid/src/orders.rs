//! Which choices are legal, and the reason if one is not (R14, R15).

use crate::action::{Action, Reason};
use crate::event::Event;
use crate::ground::{Code, Ground, Port, Side};
use crate::state::{Agent, Board, Origin, Place, Tally};
use gridhaunt_kernel::{Seat, SeatSet};

/// The legal choices of a phase, by seat; every other seat waits.
pub(crate) struct Orders {
    pub(crate) chosen: [Option<Action>; Seat::MOST],
    /// The seats that move, with the cost.
    pub(crate) movers: Roll<(Seat, u8)>,
    /// The seats that chose an action other than moving or waiting.
    pub(crate) busy: Roll<Seat>,
}

/// A list that has room for all seats, without heap.
pub(crate) struct Roll<T> {
    items: [T; Seat::MOST],
    len: usize,
}

impl<T: Copy> Roll<T> {
    #[inline]
    fn new(blank: T) -> Self {
        Self { items: [blank; Seat::MOST], len: 0 }
    }

    #[inline]
    fn push(&mut self, item: T) {
        if let Some(slot) = self.items.get_mut(self.len) {
            *slot = item;
            self.len += 1;
        }
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().take(self.len).copied()
    }
}

impl Orders {
    /// Judges every choice by the state at the start of the phase (R14).
    #[inline]
    pub(crate) fn judge(
        ground: &Ground<'_>,
        board: &Board<'_>,
        side: Side,
        choices: &[(Seat, Action)],
        log: &mut impl FnMut(Event),
    ) -> Self {
        let mut orders = Self { chosen: [None; Seat::MOST], movers: Roll::new((Seat(0), 0)), busy: Roll::new(Seat(0)) };
        for &(seat, action) in choices {
            if let Some(slot @ None) = orders.chosen.get_mut(seat.index()) {
                *slot = Some(action); // R15: the first counts.
            }
        }
        for seat in board.tally.of(ground.code, side).iter() {
            let choice = orders.chosen[seat.index()];
            let verdict = match choice {
                Some(action) => judge(ground, board.tally, board.agents, board.places, seat, action),
                None => Err(Reason::Missing),
            };
            match (verdict, choice) {
                (Err(reason), action) => log(Event::Refused { seat, action, reason }), // R15
                (Ok(cost), Some(Action::Move { .. })) => orders.movers.push((seat, cost)),
                (Ok(_), Some(Action::Wait) | None) => {}
                (Ok(_), Some(_)) => orders.busy.push(seat),
            }
        }
        orders
    }

    /// All seats that moved, as a set.
    pub(crate) fn moved(&self) -> SeatSet {
        self.movers.iter().map(|(seat, _)| seat).collect()
    }
}

/// The energy that an active seat pays for this action in its phase, or the first reason why it may not choose it
/// (R14).
#[inline]
pub fn judge(
    ground: &Ground<'_>,
    tally: &Tally,
    agents: &[Agent],
    places: &[Place],
    seat: Seat,
    action: Action,
) -> Result<u8, Reason> {
    let code = ground.code;
    let me = &agents[seat.index()];
    let here = &places[usize::from(me.node)];
    let unless = |broken: bool, reason: Reason| if broken { Err(reason) } else { Ok(0) };
    match (code.side_of(seat), action) {
        (_, Action::Wait) => Ok(0),
        (side, Action::Move { to }) => {
            let port = ground.port(me.node, to).ok_or(Reason::NotConnected)?;
            may_pass(ground, tally, me, side, port)?;
            Ok(port.dist)
        }
        (Side::Ghost, Action::Deposit { amount }) => unless(amount < 1 || amount > me.loot, Reason::BadAmount),
        (Side::Ghost, Action::Take { amount }) => unless(amount < 1 || amount > here.loot, Reason::BadAmount),
        (Side::Ghost, Action::Replicate { copies }) => {
            unless(tally.turn != 1, Reason::NotFirstTurn)?;
            unless(me.origin != Origin::Initial, Reason::NotOriginal)?;
            unless(copies < 1, Reason::BadAmount)?;
            unless(me.loot < u16::from(copies) + 1, Reason::NotEnoughLoot)?;
            unless(exceeds_cap(code, tally, copies), Reason::GhostCap)
        }
        (Side::Sentinel, Action::Recharge) => unless(here.guards < 2, Reason::NoPartner),
        (Side::Sentinel, Action::Recover) => unless(here.loot == 0, Reason::NoLoot),
        (Side::Sentinel, Action::Mark) => {
            unless(!code.marks_by_choice, Reason::MarkingAuto)?;
            unless(here.checked == tally.turn, Reason::Marked)
        }
        (Side::Ghost, Action::Recharge | Action::Recover | Action::Mark)
        | (Side::Sentinel, Action::Deposit { .. } | Action::Take { .. } | Action::Replicate { .. }) => {
            Err(Reason::WrongRole)
        }
    }
}

/// Whether an active seat may go through a port of its node (R14).
#[inline]
pub fn may_pass(ground: &Ground<'_>, tally: &Tally, me: &Agent, side: Side, port: Port) -> Result<(), Reason> {
    if side == Side::Sentinel && is_frozen(tally, me) {
        return Err(Reason::Frozen);
    }
    if side == Side::Sentinel && !ground.code.enter_goal && ground.is_goal(port.node) {
        return Err(Reason::GoalLayer);
    }
    if me.energy < u32::from(port.dist) { Err(Reason::NoEnergy) } else { Ok(()) }
}

/// Whether a sentinel cannot move on this turn (R24).
#[inline]
#[must_use]
pub const fn is_frozen(tally: &Tally, sentinel: &Agent) -> bool {
    sentinel.frozen >= tally.turn
}

/// Whether this many copies would exceed the maximum number of natives (R18).
pub(crate) fn exceeds_cap(code: &Code, tally: &Tally, copies: u8) -> bool {
    usize::from(tally.natives) + usize::from(copies) > usize::from(code.natives)
}
