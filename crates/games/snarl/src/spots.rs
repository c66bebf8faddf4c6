//! The tiles of a level with the moves from each (R15, R30, R31), as a step reads them.
//!
//! Every question about a tile is a byte of ones or zeros, and a border on every side answers it for tiles that are not
//! there. So a question about a neighbour is the same list, moved by a few places, and the whole level is answered
//! question by question, many tiles at a time. The answers are bits of the four bytes of a [`Spot`].

use crate::action::Action::{self, E, EE, N, NE, NN, NW, S, SE, SS, SW, W, WW};
use crate::chart::Chart;
use crate::ground::{NO_ROOM, Spot, TileKind};
use core::ops::Range;
use gridhaunt_kernel::prelude::*;

/// How far a move can lead out of the rectangle.
const BORDER: usize = 2;

/// The bit of a move in the first byte, or in the second from [`WW`] on.
const fn bit(action: Action) -> u8 {
    1 << (action as u8 % 8)
}

const _: () = assert!(NE as u8 == 7 && WW as u8 == 8 && SS as u8 == 12);

/// A byte of ones for yes, of zeros for no.
const fn ones(yes: bool) -> u8 {
    0u8.wrapping_sub(yes as u8)
}

/// Adds the tiles of a level.
pub(crate) fn add(chart: &Chart, void_walls: bool, spots: &mut Vec<Spot>) {
    let (rows, columns) = (usize::from(chart.rows), usize::from(chart.columns));
    let wide = columns + 2 * BORDER;
    let padded = (rows + 2 * BORDER) * wide;
    let (mut open, mut floor, mut wall) = (vec![0; padded], vec![0; padded], vec![0; padded]);
    let mut rooms = vec![NO_ROOM; padded];
    for row in 0..rows {
        let (from, to) = (row * columns, (row + BORDER) * wide + BORDER);
        let (kinds, room_of) = (&chart.kinds[from..from + columns], &chart.room_of[from..from + columns]);
        let is_wall = |kind: TileKind| (kind == TileKind::Wall) | (void_walls & (kind == TileKind::Void));
        open[to..].iter_mut().zip(kinds).for_each(|(open, kind)| *open = ones(kind.is_traversable()));
        floor[to..].iter_mut().zip(kinds).for_each(|(floor, &kind)| *floor = ones(kind == TileKind::Floor));
        wall[to..].iter_mut().zip(kinds).for_each(|(wall, &kind)| *wall = ones(is_wall(kind)));
        rooms[to..to + columns].copy_from_slice(room_of);
    }
    // From the first tile to the last, with the borders between the rows.
    let len = rows * wide - 2 * BORDER;
    let place = |rows: isize, columns: isize| {
        let first = (BORDER * wide + BORDER).wrapping_add_signed(rows * wide as isize + columns);
        first..first + len
    };
    let (n, w, e, s) = (place(-1, 0), place(0, -1), place(0, 1), place(1, 0));
    let mut bytes = [vec![0u8; len], vec![0u8; len], vec![0u8; len]];
    let [first, second, third] = &mut bytes;

    // The moves of a player (R15): one step, two steps in line, or two round a corner.
    let is_open = |at: &Range<usize>| &open[at.clone()];
    let (on_n, on_w, on_e, on_s) = (is_open(&n), is_open(&w), is_open(&e), is_open(&s));
    let (on_nn, on_nw, on_ne) = (is_open(&place(-2, 0)), is_open(&place(-1, -1)), is_open(&place(-1, 1)));
    for (i, byte) in first.iter_mut().enumerate() {
        let (n, w, e) = (on_n[i], on_w[i], on_e[i]);
        let steps = bit(Action::Stay) | n & bit(N) | w & bit(W) | e & bit(E) | on_s[i] & bit(S);
        *byte = steps | on_nn[i] & n & bit(NN) | on_nw[i] & (n | w) & bit(NW) | on_ne[i] & (n | e) & bit(NE);
    }
    let (on_ww, on_ee) = (is_open(&place(0, -2)), is_open(&place(0, 2)));
    let (on_sw, on_se, on_ss) = (is_open(&place(1, -1)), is_open(&place(1, 1)), is_open(&place(2, 0)));
    for (i, byte) in second.iter_mut().enumerate() {
        let (w, e, s) = (on_w[i], on_e[i], on_s[i]);
        let straight = on_ww[i] & w & bit(WW) | on_ee[i] & e & bit(EE) | on_ss[i] & s & bit(SS);
        *byte = straight | on_sw[i] & (s | w) & bit(SW) | on_se[i] & (s | e) & bit(SE);
    }

    // The steps onto open tiles, which are the moves of one step, and the first three of those into walls (R31).
    let (wall_n, wall_w, wall_e, wall_s) = (&wall[n.clone()], &wall[w.clone()], &wall[e.clone()], &wall[s.clone()]);
    let steps = bit(N) | bit(W) | bit(E) | bit(S);
    for (i, byte) in third.iter_mut().enumerate() {
        *byte = first[i] & steps | wall_n[i] & 1 << 5 | wall_w[i] & 1 << 6 | wall_e[i] & 1 << 7;
    }

    // The steps of a zombie, onto floor of the same room (R30).
    let here = &rooms[place(0, 0)];
    let add_zombie = |bytes: &mut [u8], bit: u8, at: Range<usize>| {
        let (rooms, floor) = (&rooms[at.clone()], &floor[at]);
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte |= floor[i] & ones(rooms[i] == here[i]) & bit;
        }
    };
    add_zombie(second, 1 << 5, n);
    add_zombie(second, 1 << 6, w);
    add_zombie(second, 1 << 7, e);
    add_zombie(third, 1 << 0, s);

    for row in 0..rows {
        let kinds = &chart.kinds[row * columns..][..columns];
        let [first, second, third, wall_s] =
            [&first[..], &second[..], &third[..], wall_s].map(|bytes| &bytes[row * wide..][..columns]);
        spots.extend((0..columns).map(|c| {
            let fourth = wall_s[c] & 1 | (kinds[c] as u8) << 1;
            Spot::of_bytes([first[c], second[c], third[c], fourth])
        }));
    }
}
