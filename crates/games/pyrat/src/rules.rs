//! One turn. [`crate::twin`] is the same turn in readable form; the tests check that the two are equal.
//!
//! The same function runs natively, in a browser and on a GPU: integers only, no heap, no recursion, no panic,
//! and no branch on a seat's number.

use crate::state::{State, Status};
use core::hint::select_unpredictable;
use gridhaunt_kernel::bits::Bits;

/// What happened in a turn, as flags; callers make events from it if they need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Turn(pub u32);

impl Turn {
    /// The seat moved. Use [`Turn::of`] to test the flags of a seat.
    pub const MOVED: u32 = 1;
    /// The seat ran against a wall or the border.
    pub const BLOCKED: u32 = 2;
    /// The seat was in transit and its action was ignored.
    pub const IGNORED: u32 = 4;
    /// The seat's transit ended.
    pub const LEFT_MUD: u32 = 8;
    /// The seat ate, alone or shared.
    pub const ATE: u32 = 16;
    /// Both ate from one cheese.
    pub const SHARED: u32 = 1 << 16;
    /// The game ended with this turn; a flag of the whole turn.
    pub const OVER: u32 = 1 << 17;

    /// Whether the flag is set for a seat.
    #[inline]
    #[must_use]
    pub const fn of(self, seat: usize, flag: u32) -> bool {
        self.0 >> (8 * (seat & 1)) & flag != 0
    }

    /// Whether a flag of the whole turn is set.
    #[inline]
    #[must_use]
    pub const fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }
}

/// Plays one turn. `turns` is the maze's table (R3): byte d of word i is the edge from cell i in direction d.
///
/// An action above 4 is a STAY (R9). A finished state does not change (R20). No state makes it panic, even one that
/// cannot occur in a game (R32).
#[inline(always)]
pub fn step<const W: usize>(turns: &[u32], width: u16, state: &mut State<W>, actions: [u8; 2]) -> Turn {
    if !state.status.is_running() {
        return Turn(0); // R20
    }
    // Both seats are read at once and written at once: a device moves numbers that lie side by side together.
    let mut rats = Rat::both(state);
    let mut flags = 0;
    for (seat, rat) in rats.iter_mut().enumerate() {
        flags |= rat.advance(turns, ways(width), actions[seat].into()) << (8 * seat); // R10, R11
    }
    Rat::put(rats, state);
    let eats = rats.map(|rat| rat.eats(&state.cheese));
    if eats[0] | eats[1] {
        let mut points = Points::of(state);
        flags |= points.share(rats, eats, &mut state.cheese); // R12
        points.put(state);
    }
    state.turn = state.turn.wrapping_add(1); // R13
    if eats[0] | eats[1] | (state.turn >= state.max_turns) {
        state.status = status_of(state); // R14: nothing but a bite or the clock can decide
        flags |= u32::from(!state.status.is_running()) * Turn::OVER;
    }
    Turn(flags)
}

/// Where each direction leads, as four steps of a byte in one word (R6); no side is longer than a byte can say (R1).
#[inline(always)]
#[must_use]
pub(crate) const fn ways(width: u16) -> u32 {
    u32::from_le_bytes([width as u8, 1, (width as u8).wrapping_neg(), u8::MAX])
}

/// The byte of a word that belongs to an action: 0 for STAY and whatever is above it.
#[inline(always)]
const fn byte(word: u32, action: u32) -> u8 {
    let action = if action < 7 { action } else { 7 };
    (word as u64 >> (8 * action)) as u8
}

/// A seat: the cell it is in, or goes to if it is in transit (R15), and how many of its next turns will be ignored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rat {
    pub(crate) cell: u32,
    pub(crate) delay: u32,
}

impl Rat {
    /// Both seats of a state.
    #[inline(always)]
    pub(crate) fn both<const W: usize>(state: &State<W>) -> [Self; 2] {
        let (pos, delay) = (state.pos, state.delay);
        [0, 1].map(|seat| Self { cell: pos[seat].into(), delay: delay[seat].into() })
    }

    /// Puts them back.
    #[inline(always)]
    pub(crate) fn put<const W: usize>(rats: [Self; 2], state: &mut State<W>) {
        (state.pos, state.delay) = (rats.map(|rat| rat.cell as u16), rats.map(|rat| rat.delay as u8));
    }

    /// A seat in transit continues and its choice is ignored; a free one takes the edge it chose, if there is one: 0 turns
    /// are a wall, the border or STAY (R3). Returns what happened.
    #[inline(always)]
    pub(crate) fn advance(&mut self, turns: &[u32], ways: u32, action: u32) -> u32 {
        let delay = self.delay;
        let edges = turns.get(self.cell as usize).copied().unwrap_or(0);
        let free = delay == 0;
        // Mud and walls are unpredictable, so there is no branch here that the processor could mispredict.
        let n = select_unpredictable(free, u32::from(byte(edges, action)), 0);
        let moved = n > 0;
        let step = i32::from(byte(ways, action) as i8) as u32;
        self.cell = self.cell.wrapping_add(select_unpredictable(moved, step, 0)); // R11: at once
        self.delay = delay.wrapping_add(n).saturating_sub(1); // R10, R11: one of the two is 0
        let blocked = free & !moved & (action < 4);
        (u32::from(moved) * Turn::MOVED)
            | (u32::from(blocked) * Turn::BLOCKED)
            | (u32::from(!free) * Turn::IGNORED)
            | (u32::from(delay == 1) * Turn::LEFT_MUD)
    }

    /// Whether it is not in transit and stands on cheese (R16).
    #[inline(always)]
    pub(crate) fn eats<const W: usize>(self, cheese: &Bits<W>) -> bool {
        (self.delay == 0) & cheese.contains(self.cell as usize)
    }
}

/// What a bite changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    pub(crate) half: [u32; 2],
    pub(crate) cheese_left: u32,
}

impl Points {
    #[inline(always)]
    pub(crate) const fn of<const W: usize>(state: &State<W>) -> Self {
        let [first, second] = state.half;
        Self { half: [first as u32, second as u32], cheese_left: state.cheese_left as u32 }
    }

    /// Puts them back.
    #[inline(always)]
    pub(crate) const fn put<const W: usize>(self, state: &mut State<W>) {
        let [first, second] = self.half;
        (state.half, state.cheese_left) = ([first as u16, second as u16], self.cheese_left as u16);
    }

    /// Each that eats takes its cheese; two on one cell share it (R16).
    #[inline(always)]
    pub(crate) fn share<const W: usize>(&mut self, rats: [Rat; 2], eats: [bool; 2], cheese: &mut Bits<W>) -> u32 {
        let shared = eats[0] & eats[1] & (rats[0].cell == rats[1].cell);
        for (seat, eats) in eats.into_iter().enumerate() {
            if eats {
                cheese.remove(rats[seat].cell as usize);
                self.half[seat] = self.half[seat].wrapping_add(2 - u32::from(shared));
            }
        }
        let eaten = u32::from(eats[0]) + u32::from(eats[1]) - u32::from(shared);
        self.cheese_left = self.cheese_left.wrapping_sub(eaten);
        (u32::from(eats[0]) * Turn::ATE) | (u32::from(eats[1]) * (Turn::ATE << 8)) | (u32::from(shared) * Turn::SHARED)
    }

    /// Whether these points end a game with so much cheese in all, and why (R18): before anybody looks at the clock.
    #[inline(always)]
    pub(crate) const fn decide(self, cheese_total: u32, end_on_majority: bool) -> Option<Status> {
        let [first, second] = self.half;
        let ahead = if first > second { first } else { second };
        if end_on_majority && ahead > cheese_total {
            Some(Status::Majority)
        } else if self.cheese_left == 0 {
            Some(Status::Cleared)
        } else {
            None
        }
    }
}

/// The status of a state: the first reason that is true (R18).
#[inline(always)]
#[must_use]
pub const fn status_of<const W: usize>(state: &State<W>) -> Status {
    match Points::of(state).decide(state.cheese_total as u32, state.end_on_majority) {
        Some(status) => status,
        None if state.turn >= state.max_turns => Status::TurnLimit,
        None => Status::Running,
    }
}
