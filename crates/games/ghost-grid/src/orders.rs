//! Which choices are legal, and the reason if one is not (R14, R15).

use crate::action::{Action, Reason};
use crate::event::Event;
use crate::ground::{Code, Ground, Port, Side};
use crate::state::{Agent, Board, Origin, Place, Tally};
use arrayvec::ArrayVec;
use gridhaunt_kernel::{Seat, SeatSet};

/// The legal choices of a phase, by ascending seat; every other seat waits.
pub(crate) struct Orders {
    /// The seats that move, with the ports they go through.
    pub(crate) moves: Roll<(Seat, Port)>,
    /// The choices other than moving and waiting.
    pub(crate) deeds: Roll<(Seat, Action)>,
}

/// An action, and for a move the port it goes through if that is known already.
pub(crate) type Choice = (Action, Option<Port>);

/// A list that has room for all seats, without heap.
pub(crate) type Roll<T> = ArrayVec<T, { Seat::MOST }>;

impl Orders {
    /// No orders yet. They are filled in place, because a copy of so much room would cost more than the judgement.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { moves: Roll::new(), deeds: Roll::new() }
    }

    /// Judges the choice of every active seat of a side by the state at the start of the phase (R14). Inlined always, so
    /// that each phase has code for its own side.
    #[inline(always)]
    pub(crate) fn judge(
        &mut self,
        ground: &Ground<'_>,
        board: &Board<'_>,
        side: Side,
        choose: &mut impl FnMut(&Board<'_>, Seat) -> Option<Choice>,
        log: &mut impl FnMut(Event),
    ) {
        for seat in board.tally.of(ground.code, side).iter() {
            let choice = choose(board, seat);
            let verdict = match choice {
                Some(choice) => verdict(ground, board.tally, board.agents, board.places, side, seat, choice),
                None => Err(Reason::Missing),
            };
            let choice = choice.map(|(action, _)| action);
            // There is room for every seat, so a list is never too short.
            match (verdict, choice) {
                (Err(reason), action) => log(Event::Refused { seat, action, reason }), // R15
                (Ok(Some(port)), _) => drop(self.moves.try_push((seat, port))),
                (Ok(None), Some(Action::Wait) | None) => {}
                (Ok(None), Some(action)) => drop(self.deeds.try_push((seat, action))),
            }
        }
    }

    /// All seats that moved, as a set.
    pub(crate) fn moved(&self) -> SeatSet {
        self.moves.iter().map(|&(seat, _)| seat).collect()
    }
}

/// The choices of a phase in order of arrival, looked up by ascending seat.
pub(crate) struct Arrivals<'a> {
    left: &'a [(Seat, Action)],
    /// Whether they arrived by ascending seat too, as they mostly do: then no look-up searches.
    ordered: bool,
}

impl<'a> Arrivals<'a> {
    #[inline]
    pub(crate) fn new(choices: &'a [(Seat, Action)]) -> Self {
        Self { left: choices, ordered: choices.is_sorted_by(|a, b| a.0 < b.0) }
    }

    /// The first choice of a seat (R15).
    #[inline]
    pub(crate) fn of(&mut self, seat: Seat) -> Option<Choice> {
        if !self.ordered {
            return self.left.iter().find(|choice| choice.0 == seat).map(|choice| (choice.1, None));
        }
        while let [(first, action), rest @ ..] = self.left {
            if *first >= seat {
                return (*first == seat).then_some((*action, None));
            }
            self.left = rest;
        }
        None
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
    let side = ground.code.side_of(seat);
    verdict(ground, tally, agents, places, side, seat, (action, None)).map(|port| port.map_or(0, |port| port.dist))
}

/// The port that a legal move goes through, none for any other legal action, or the first reason against it (R14).
#[inline]
fn verdict(
    ground: &Ground<'_>,
    tally: &Tally,
    agents: &[Agent],
    places: &[Place],
    side: Side,
    seat: Seat,
    (action, port): Choice,
) -> Result<Option<Port>, Reason> {
    let code = ground.code;
    let me = &agents[seat.index()];
    let here = &places[usize::from(me.node)];
    let unless = |broken: bool, reason: Reason| if broken { Err(reason) } else { Ok(None) };
    match (side, action) {
        (_, Action::Wait) => Ok(None),
        (_, Action::Move { to }) => {
            let port = port.or_else(|| ground.port(me.node, to)).ok_or(Reason::NotConnected)?;
            may_pass(ground, tally, me, side, port)?;
            Ok(Some(port))
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
