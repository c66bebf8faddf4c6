//! A phase in which units only walk, of one game in one piece: for devices, whose threads wait for each other at every
//! branch. [`crate::lanes`] does the same for many games in vectors, and [`crate::rules`] plays every phase; the tests check
//! that they are equal.

use crate::action::Step;
use crate::check::mask;
use crate::ground::{Ground, Packed};
use crate::state::{Last, Side, State};
use core::hint::select_unpredictable;

/// Does something for each of the `N` units of a side, `N` up to 16. A loop might stay one, and its index would keep arrays in memory.
macro_rules! each {
    ($id:ident: $body:expr) => { each!($id: $body; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) };
    ($id:ident: $body:expr; $($number:literal)+) => { $(
        if $number < N {
            let $id: usize = $number;
            $body;
        }
    )+ };
}

/// Plays the phase if units only walk in it, with a number for each seat; a number above 8 is no choice. False, and nothing
/// has changed, if they may conflict, meet or leave, or the match may end. The rule numbers are those of
/// [`crate::rules::step`].
///
/// Numbers have 32 bits and no index is unknown to the compiler, so that a device has all of it in registers.
#[inline(always)]
pub(crate) fn walk<const N: usize>(ground: &Ground<'_>, state: &mut State<N>, numbers: &[u8]) -> bool {
    let code = ground.code;
    let kills = state.phase == Side::Killer;
    let (first, active) = if kills { (code.survivors, mask(code.killers.into())) } else { (0, state.inside) }; // R5
    let (width, height) = (code.grid.width().into(), code.grid.height().into());
    let numbers = numbers_from(numbers, first);
    // R26: the match is over, or may end.
    let mut rare = state.end.is_some() | (state.inside == 0) | (!kills & (state.round >= code.max_rounds));
    let (mut from, mut foes, mut to, mut last) = ([0; N], [0; N], [0; N], [None; N]);
    each!(id: {
        let [survivor, killer] = [state.survivors[id], state.killers[id]].map(u32::from);
        from[id] = select_unpredictable(kills, killer, survivor);
        foes[id] = select_unpredictable(kills, survivor, killer);
    });
    each!(id: {
        let (on, number) = (active >> id & 1 == 1, (numbers[id / 8] >> (8 * (id % 8))) as u32 & 0xFF);
        let x = (from[id] & 0xFF).wrapping_add(part(COLUMNS, number));
        let y = (from[id] >> 8).wrapping_add(part(ROWS, number));
        let outside = (x >= width) | (y >= height);
        to[id] = select_unpredictable(on & !outside, y << 8 | x, from[id]);
        let refused = select_unpredictable(outside, Some(Last::OutOfBounds), None); // R16
        let reason = select_unpredictable(number > 8, Some(Last::NoAction), refused); // R14
        last[id] = select_unpredictable(on, reason, select_unpredictable(kills, state.last[1][id], state.last[0][id]));
    });
    let mut followers = 0;
    each!(id: {
        // R15 to R20: two units want one cell, which one of them may stand on. Somebody who follows another that leaves is in
        // nobody's way, if that is allowed; two of them may exchange their cells, and more may go round in a ring.
        let mut follows = false;
        for other in 0..N {
            rare |= (other < id) & (to[id] == to[other]);
            follows |= (other != id) & (to[id] == from[other]);
        }
        followers += u32::from(follows);
        // R22, R25: a killer and a survivor meet.
        for foe in foes {
            rare |= to[id] == foe;
        }
    });
    rare |= followers > u32::from(code.follow);
    if !kills || code.barred {
        // R16, R24: a barred exit, or a way out.
        each!(id: rare |= (active >> id & 1 == 1) & ground.is_exit(to[id] as Packed));
    }
    if rare {
        return false;
    }
    each!(id: {
        let (to, other) = (to[id] as Packed, foes[id] as Packed);
        state.killers[id] = select_unpredictable(kills, to, other);
        state.survivors[id] = select_unpredictable(kills, other, to);
        state.last[0][id] = select_unpredictable(kills, state.last[0][id], last[id]);
        state.last[1][id] = select_unpredictable(kills, last[id], state.last[1][id]);
    });
    state.phase = if kills { Side::Survivor } else { Side::Killer };
    state.round += u16::from(!kills); // R26
    true
}

/// How columns and rows change with each number (R2), two bits each, more by 1; whatever is no choice changes nothing.
const COLUMNS: u32 = changes(false);
const ROWS: u32 = changes(true);

const fn changes(of_rows: bool) -> u32 {
    let (mut table, mut number) = (1 << 18, 0);
    while number < 9 {
        let (x, y) = Step::ALL[number].delta();
        table |= ((if of_rows { y } else { x } + 1) as u32) << (2 * number);
        number += 1;
    }
    table
}

/// Which part of a table a number has.
#[inline(always)]
const fn part(table: u32, number: u32) -> u32 {
    let number = if number < 9 { number } else { 9 };
    (table >> (2 * number) & 3).wrapping_sub(1)
}

/// The numbers of as many units as a side can have, eight in a word, from the seat of its first one on. They are moved in words:
/// to take each by an index would keep all of them in memory.
#[inline(always)]
fn numbers_from(numbers: &[u8], first: u8) -> [u64; 2] {
    let byte = |at: usize| u64::from(numbers.get(at).copied().unwrap_or(u8::MAX)) << (8 * (at % 8));
    let word = |at: usize| {
        let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|place| byte(8 * at + place));
        a | b | c | d | e | f | g | h
    };
    let (words, bits) = ([word(0), word(1), word(2), word(3), u64::MAX], 8 * u32::from(first % 8));
    let [a, b, c] = match first / 8 {
        0 => [words[0], words[1], words[2]],
        1 => [words[1], words[2], words[3]],
        _ => [words[2], words[3], words[4]],
    };
    [a >> bits | b << 1 << (63 - bits), b >> bits | c << 1 << (63 - bits)]
}
