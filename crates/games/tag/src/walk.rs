//! A phase in which units only walk, of one game in one piece: for devices, whose threads wait for each other at every
//! branch. [`crate::lanes`] does the same for many games in vectors, and [`crate::rules`] plays every phase; the tests check
//! that they are equal.

use crate::check::mask;
use crate::ground::Ground;
use crate::state::{Last, Side, State};
use core::hint::select_unpredictable;

/// Plays the phase if units only walk in it, with a number for each seat; a number above 8 is no choice. False, and nothing
/// has changed, if they may conflict, meet or leave, or the match may end. The rule numbers are those of
/// [`crate::rules::step`].
#[inline(always)]
pub(crate) fn walk<const N: usize>(ground: &Ground<'_>, state: &mut State<N>, numbers: &[u8]) -> bool {
    let code = ground.code;
    let kills = state.phase == Side::Killer;
    let (first, active) = if kills { (code.survivors, mask(code.killers.into())) } else { (0, state.inside) }; // R5
    let (from, foes) = if kills { (state.killers, state.survivors) } else { (state.survivors, state.killers) };
    let (width, height) = (code.grid.width(), code.grid.height());
    // R26: the match is over, or may end.
    let mut rare = state.end.is_some() | (state.inside == 0) | (!kills & (state.round >= code.max_rounds));
    let mut to = from;
    let mut last = state.last[usize::from(kills)];
    for id in 0..N {
        let on = active >> id & 1 == 1;
        let number = numbers.get(usize::from(first) + id).copied().unwrap_or(u8::MAX);
        // R2: east has 2 to 4, south 4 to 6, west 6 to 8, north 8, 1 and 2.
        let three = |first: u8| u16::from(number.wrapping_sub(first) < 3);
        let north = u16::from(number.wrapping_sub(1) < 2) | u16::from(number == 8);
        let x = (from[id] & 0xFF).wrapping_add(three(2)).wrapping_sub(three(6));
        let y = (from[id] >> 8).wrapping_add(three(4)).wrapping_sub(north);
        let outside = (x >= width) | (y >= height);
        to[id] = select_unpredictable(on & !outside, y << 8 | x, from[id]);
        let refused = select_unpredictable(outside, Some(Last::OutOfBounds), None); // R16
        let reason = select_unpredictable(number > 8, Some(Last::NoAction), refused); // R14
        last[id] = select_unpredictable(on, reason, last[id]);
        // R15 to R20: two units want one cell, or one wants where another stands.
        for other in 0..id {
            rare |= (to[id] == to[other]) | (to[id] == from[other]) | (from[id] == to[other]);
        }
        // R22, R25: a killer and a survivor meet.
        for foe in foes {
            rare |= to[id] == foe;
        }
    }
    if !kills || code.barred {
        // R16, R24: a barred exit, or a way out.
        for (id, &to) in to.iter().enumerate() {
            rare |= (active >> id & 1 == 1) & ground.is_exit(to);
        }
    }
    if rare {
        return false;
    }
    state.last[usize::from(kills)] = last;
    if kills {
        state.killers = to;
        state.phase = Side::Survivor;
    } else {
        state.survivors = to;
        state.phase = Side::Killer;
        state.round += 1; // R26
    }
    true
}
