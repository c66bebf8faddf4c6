//! How planes follow the units: only cells that change are written (R45).

use crate::check::mask;
use crate::encode::{ALLIES, ENEMIES, OWN, PLANE_COUNT, SEEN};
use crate::ground::{Code, Packed, Sight, distance, unpack};
use crate::state::{Side, State};
use core::ops::Range;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::grid::Cell;

/// Where all units are before and after a step, by seat.
pub(crate) struct Moves<F: Fn(usize, usize) -> Packed> {
    /// The seats whose units are on the board, before and after, one bit for each.
    present: [u32; 2],
    /// The seats whose units have another cell, or none.
    moved: u32,
    /// The cell of a seat's unit, before (0) or after (1).
    cell: F,
}

impl Moves<fn(usize, usize) -> Packed> {
    /// What a step changed.
    pub(crate) fn between<'a, const N: usize>(
        code: &'a Code,
        before: &'a State<N>,
        after: &'a State<N>,
    ) -> Moves<impl Fn(usize, usize) -> Packed + use<'a, N>> {
        let first = usize::from(code.survivors);
        let states = [before, after];
        let cell = move |when: usize, seat: usize| match seat.checked_sub(first) {
            None => states[when].survivors[seat % N],
            Some(killer) => states[when].killers[killer % N],
        };
        let seats = first + usize::from(code.killers);
        let moved = (0..seats).fold(0, |set, seat| set | u32::from(cell(0, seat) != cell(1, seat)) << seat);
        Moves::new(code, [before.inside, after.inside], moved, cell)
    }
}

impl<F: Fn(usize, usize) -> Packed> Moves<F> {
    /// The moves of these seats' units, with the survivors that are in before and after.
    pub(crate) fn new(code: &Code, inside: [u16; 2], moved: u32, cell: F) -> Self {
        let killers = u32::from(mask(code.killers.into())) << code.survivors;
        Self { present: inside.map(|inside| u32::from(inside) | killers), moved, cell }
    }

    /// Brings the planes of a seat up to date. They show the whole board and begin at `from`.
    pub(crate) fn follow(&self, code: &Code, seat: usize, from: usize, writes: &mut Writes<'_>) {
        let (width, height) = (usize::from(code.grid.width()), usize::from(code.grid.height()));
        let (me, survivors) = (1u32 << seat, u32::from(mask(code.survivors.into())));
        match self.present.map(|present| present & me != 0) {
            [true, true] => {}
            [true, false] => return writes.clear(from..from + PLANE_COUNT * width * height),
            [false, _] => return,
        }
        let side = if survivors & me == 0 { Side::Killer } else { Side::Survivor };
        let own = if side == Side::Killer { !survivors } else { survivors };
        let sight = code.sight[side as usize];
        // Whose cells the unit sees from: with shared vision those of its whole side.
        let watchers = if code.team_vision { own } else { me };
        let wanders = sight != Sight::All && self.moved & watchers != 0;
        let mut set = |plane: usize, x: usize, y: usize, when: usize| {
            writes.set(from + (plane * height + y) * width + x, when as u8);
        };
        for when in 0..2 {
            let at = |seat: usize| unpack((self.cell)(when, seat));
            let sees = |cell: Cell| match sight {
                Sight::All => true,
                _ => each_of(self.present[when] & watchers).any(|eye| sight.reaches(distance(at(eye), cell))),
            };
            if self.moved & me != 0 {
                set(OWN, at(seat).x.into(), at(seat).y.into(), when);
            }
            // Who stands sees who stands where it was.
            let others = if wanders { u32::MAX } else { self.moved };
            for other in each_of(self.present[when] & others & !me).filter(|&other| sees(at(other))) {
                let plane = if own >> other & 1 == 1 { ALLIES } else { ENEMIES };
                set(plane, at(other).x.into(), at(other).y.into(), when);
            }
            if let (true, Sight::Within(most)) = (wanders, sight) {
                let square = |when: usize, eye: usize| {
                    let at = unpack((self.cell)(when, eye));
                    [(at.x, width), (at.y, height)].map(|(at, end)| {
                        usize::from(at).saturating_sub(most.into())..(usize::from(at) + usize::from(most) + 1).min(end)
                    })
                };
                // One square keeps what it has in common with the other; several may lie in any way.
                let kept = if code.team_vision { [0..0, 0..0] } else { square(1 - when, seat) };
                for eye in each_of(self.present[when] & watchers) {
                    let [columns, rows] = square(when, eye);
                    for y in rows {
                        let kept = if kept[1].contains(&y) { kept[0].clone() } else { 0..0 };
                        let ends =
                            [columns.start..columns.end.min(kept.start), columns.start.max(kept.end)..columns.end];
                        let ends = if kept.is_empty() { [columns.clone(), 0..0] } else { ends };
                        ends.into_iter().flatten().for_each(|x| set(SEEN, x, y, when));
                    }
                }
            }
        }
    }
}

/// The seats, or lanes, of a set, ascending.
#[inline]
pub(crate) fn each_of(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    ones(set.into())
}

/// How many writes are collected.
const MOST: usize = 128;

/// The bit of a collected write that has its value.
const ONE: u32 = 1 << 31;

/// Single bytes to be written to a large memory. They are collected, and read before they are written: a processor waits
/// for many reads together, but for writes one after the other.
pub(crate) struct Writes<'a> {
    out: &'a mut [u8],
    /// The index of each byte, and its value in the highest bit.
    pending: [u32; MOST],
    count: usize,
}

impl<'a> Writes<'a> {
    /// Writes to this memory.
    pub(crate) fn new(out: &'a mut [u8]) -> Self {
        Self { out, pending: [0; MOST], count: 0 }
    }

    /// Sets a byte to 0 or 1.
    #[inline]
    fn set(&mut self, index: usize, value: u8) {
        if self.count == MOST {
            self.flush();
        }
        self.pending[self.count] = index as u32 | (u32::from(value) * ONE);
        self.count += 1;
    }

    /// Sets many bytes to 0.
    fn clear(&mut self, range: Range<usize>) {
        self.out[range].fill(0);
    }

    /// Writes what is collected.
    pub(crate) fn flush(&mut self) {
        let pending = &self.pending[..self.count];
        let index = |pending: u32| (pending & !ONE) as usize;
        core::hint::black_box(pending.iter().fold(0, |sum, &pending| sum | self.out[index(pending)]));
        for &pending in pending {
            self.out[index(pending)] = u8::from(pending >= ONE);
        }
        self.count = 0;
    }
}
