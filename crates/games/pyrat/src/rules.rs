//! One turn. [`crate::twin`] is the same turn in readable form; the tests check that the two are equal.
//!
//! The same function runs natively, in a browser and on a GPU: integers only, no heap, no recursion, no panic,
//! and no branch on a seat's number.

use crate::state::{State, Status};
use core::hint::select_unpredictable;

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
    let (mut pos, mut delay) = (state.pos, state.delay);
    let mut flags = 0;
    for seat in 0..2 {
        flags |= advance(turns, width, &mut pos[seat], &mut delay[seat], actions[seat]) << (8 * seat); // R10, R11
    }
    (state.pos, state.delay) = (pos, delay);
    let bites = share_cheese(state); // R12
    state.turn = state.turn.wrapping_add(1); // R13
    if bites != 0 || state.turn >= state.max_turns {
        flags |= close_if_decided(state); // R14: nothing but a bite or the clock can decide
    }
    Turn(flags | bites)
}

/// The turns of the edge that an action takes out of a cell (R3): 0 for a wall, the border or STAY.
#[inline(always)]
const fn crossing(edges: u32, action: u8) -> u8 {
    let action = if action < 4 { action } else { 4 };
    (edges as u64 >> (8 * action)) as u8
}

/// Where each direction leads, as four 16-bit steps in one word (R6).
#[inline(always)]
const fn steps(width: u16) -> u64 {
    width as u64 | 1 << 16 | (width.wrapping_neg() as u64) << 32 | 0xFFFF << 48
}

/// A seat in transit continues and its choice is ignored; a free one takes the edge it chose, if there is one.
#[inline(always)]
fn advance(turns: &[u32], width: u16, pos: &mut u16, left: &mut u8, action: u8) -> u32 {
    let (cell, delay) = (*pos, *left);
    let edges = turns.get(usize::from(cell)).copied().unwrap_or(0);
    let free = delay == 0;
    // Mud and walls are unpredictable, so there is no branch here that the processor could mispredict.
    let n = select_unpredictable(free, crossing(edges, action), 0);
    let moved = (u16::from(n) + 255) >> 8; // 1 if n > 0
    let step = (steps(width) >> (16 * (action & 3))) as u16;
    *pos = cell.wrapping_add(step.wrapping_mul(moved)); // R11: at once
    *left = (delay | n).saturating_sub(1); // R10, R11: one of the two is 0
    let blocked = free & (n == 0) & (action < 4);
    (u32::from(moved) * Turn::MOVED)
        | (u32::from(blocked) * Turn::BLOCKED)
        | (u32::from(!free) * Turn::IGNORED)
        | (u32::from(delay == 1) * Turn::LEFT_MUD)
}

/// A seat that is not in transit and stands on cheese eats it; two on one cell share it (R16).
#[inline(always)]
fn share_cheese<const W: usize>(state: &mut State<W>) -> u32 {
    let eats = [0, 1].map(|seat| (state.delay[seat] == 0) & state.cheese.contains(state.pos[seat].into()));
    if !(eats[0] | eats[1]) {
        return 0;
    }
    let shared = eats[0] & eats[1] & (state.pos[0] == state.pos[1]);
    for (seat, eats) in eats.into_iter().enumerate() {
        if eats {
            state.cheese.remove(state.pos[seat].into());
            state.half[seat] = state.half[seat].wrapping_add(2 - u16::from(shared));
        }
    }
    let eaten = u16::from(eats[0]) + u16::from(eats[1]) - u16::from(shared);
    state.cheese_left = state.cheese_left.wrapping_sub(eaten);
    (u32::from(eats[0]) * Turn::ATE) | (u32::from(eats[1]) * (Turn::ATE << 8)) | (u32::from(shared) * Turn::SHARED)
}

/// Ends the game for the first reason that is true (R18).
#[inline(always)]
fn close_if_decided<const W: usize>(state: &mut State<W>) -> u32 {
    state.status = status_of(state);
    u32::from(!state.status.is_running()) * Turn::OVER
}

/// The status of a state by R18.
#[inline(always)]
#[must_use]
pub const fn status_of<const W: usize>(state: &State<W>) -> Status {
    let ahead = if state.half[0] > state.half[1] { state.half[0] } else { state.half[1] };
    if state.end_on_majority && ahead > state.cheese_total {
        Status::Majority
    } else if state.cheese_left == 0 {
        Status::Cleared
    } else if state.turn >= state.max_turns {
        Status::TurnLimit
    } else {
        Status::Running
    }
}
