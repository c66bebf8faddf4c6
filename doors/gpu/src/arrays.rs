//! What seats observe, written on the device: every array by the game's own [`Learn`](gridhaunt_kernel::Learn).

use crate::{block, place, width};
use core::arch::nvptx::_syncthreads;
use core::arch::{asm, global_asm};
use core::slice::from_raw_parts_mut;
use gridhaunt_kernel::learn::Slot;

/// An array of every seat of every game, as the host lays it out.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Array {
    out: *mut u8,
    /// 0 for bytes, 1 for signed 16-bit numbers, 2 for floats.
    dtype: u32,
    /// How many numbers one seat of one game takes.
    len: u32,
}

impl Array {
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The part of one seat, by its place among all seats.
    ///
    /// # Safety
    /// There is such a seat, and nobody else has its part.
    pub(crate) unsafe fn part(&self, at: usize) -> Slot<'static> {
        // SAFETY: as the caller promises; the host aligns every array for its numbers.
        unsafe { self.slot(self.out.add(at * self.bytes())) }
    }

    /// A part that lies there.
    ///
    /// # Safety
    /// There is room for one, which is aligned for its numbers, and nobody else has it.
    #[inline(always)]
    unsafe fn slot(&self, part: *mut u8) -> Slot<'static> {
        let len = self.len as usize;
        // SAFETY: as the caller promises.
        unsafe {
            match self.dtype {
                0 => Slot::U8(from_raw_parts_mut(part, len)),
                1 => Slot::I16(from_raw_parts_mut(part.cast(), len)),
                _ => Slot::F32(from_raw_parts_mut(part.cast(), len)),
            }
        }
    }
}

/// A piece of a part: what a thread moves at once.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Piece([u32; 4]);

/// How many bytes a short part has at most, and how many pieces.
const SHORT: usize = 64;
const PIECES: usize = SHORT / size_of::<Piece>();

/// How many threads of a block stage their parts, and how many words that takes.
const STAGED: usize = 128;
const STAGE: usize = STAGED * SHORT / 4;

// Memory that the threads of a block share: short parts are put together there, and then written side by side.
global_asm!(".shared .align 16 .b32 stage[{room}];", room = const STAGE);

#[inline(always)]
fn stage() -> *mut Piece {
    let stage: u64;
    // SAFETY: it asks for an address, and changes nothing.
    unsafe {
        asm!(
            "mov.u64 {stage}, stage;",
            "cvta.shared.u64 {stage}, {stage};",
            stage = out(reg64) stage,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    stage as *mut Piece
}

/// A part in registers, as the game writes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Draft([Piece; PIECES]);

impl Array {
    /// How many bytes a part has.
    fn bytes(&self) -> usize {
        let size = match self.dtype {
            0 => 1,
            1 => 2,
            _ => 4,
        };
        self.len as usize * size
    }

    /// Whether its parts are bytes and so short that the block stages them: 1, 2 or 4 pieces.
    pub(crate) fn is_staged(&self) -> bool {
        self.dtype == 0 && matches!(self.len, 16 | 32 | 64) && width() <= STAGED
    }

    /// How many pieces a part that is staged has, as a power of two: a device takes long to divide.
    fn pieces(&self) -> u32 {
        (self.len / size_of::<Piece>() as u32).trailing_zeros()
    }

    /// Puts the part of this thread on the stage.
    ///
    /// # Safety
    /// The array is staged.
    #[inline(always)]
    pub(crate) unsafe fn stage(&self, write: impl FnOnce(Slot<'_>)) {
        let mut draft = Draft([Piece([0; 4]); PIECES]);
        let pieces = self.pieces();
        // SAFETY: a draft has room for every part that is staged, and the stage for all of a block, each at its own places.
        unsafe {
            write(self.slot(draft.0.as_mut_ptr().cast()));
            for (number, piece) in draft.0.iter().enumerate() {
                if number < 1 << pieces {
                    *stage().add(staged_at(place(), number, pieces)) = *piece;
                }
            }
        }
    }

    /// Writes all parts that the threads of this block have put on the stage, up to the end of so many of all blocks.
    ///
    /// # Safety
    /// All threads of the block do it, after each of these parts was staged.
    #[inline(always)]
    pub(crate) unsafe fn write_staged(&self, parts: usize) {
        let (first, pieces) = (block() * width(), self.pieces());
        let total = parts.saturating_sub(first).min(width()) << pieces;
        // SAFETY: the block has all parts from its first on, which lie side by side. After the barrier all is there.
        unsafe {
            _syncthreads();
            let out = self.out.cast::<Piece>().add(first << pieces);
            for at in (place()..total).step_by(width()) {
                *out.add(at) = *stage().add(staged_at(at >> pieces, at & ((1 << pieces) - 1), pieces));
            }
        }
    }
}

/// Where a piece of a thread lies on the stage: threads side by side have their pieces of the same number in different banks.
#[inline(always)]
const fn staged_at(thread: usize, number: usize, pieces: u32) -> usize {
    let first = thread << pieces;
    first + (number ^ first / 8 & ((1 << pieces) - 1))
}

/// Up to so many seats their numbers are read without a loop.
const FEW: usize = 16;

/// Numbered actions that somebody else wrote, one for every seat of every game.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Numbers {
    first: *const u8,
    /// How many bytes each has: 1, 2, 4 or 8.
    width: u64,
}

impl Numbers {
    /// The numbers of the first seats of a game, of which so many have one.
    ///
    /// # Safety
    /// There is such a game.
    #[inline(always)]
    pub(crate) unsafe fn of_game<const SEATS: usize>(&self, game: usize, seats: usize) -> [u8; SEATS] {
        // SAFETY: as the caller promises.
        unsafe {
            match self.width {
                1 => self.read::<u8, SEATS>(game, seats),
                2 => self.read::<u16, SEATS>(game, seats),
                4 => self.read::<u32, SEATS>(game, seats),
                _ => self.read::<u64, SEATS>(game, seats),
            }
        }
    }

    /// The same where numbers are of this type. What is no byte stands for nothing; a negative number becomes a large one.
    ///
    /// # Safety
    /// There is such a game.
    #[inline(always)]
    unsafe fn read<T: Copy + TryInto<u8>, const SEATS: usize>(&self, game: usize, seats: usize) -> [u8; SEATS] {
        let (mut chosen, first) = ([0; SEATS], self.first.cast::<T>().wrapping_add(game * seats));
        // SAFETY: as the caller promises.
        let number = |seat: usize| unsafe { *first.add(seat) }.try_into().unwrap_or(u8::MAX);
        // Where their most is known to be small, an array that is filled without a loop stays in registers.
        if SEATS <= FEW {
            for seat in 0..SEATS {
                if seat < seats {
                    chosen[seat] = number(seat);
                }
            }
        } else {
            chosen.iter_mut().enumerate().take(seats).for_each(|(seat, chosen)| *chosen = number(seat));
        }
        chosen
    }
}
