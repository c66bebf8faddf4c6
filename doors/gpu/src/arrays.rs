//! What seats observe, written on the device: every array by the game's own [`Learn`](gridhaunt_kernel::Learn).

use crate::{block, place, width};
use core::arch::nvptx::_syncthreads;
use core::arch::{asm, global_asm};
use core::hint::assert_unchecked;
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

/// How many bytes a short part has at most.
const SHORT: usize = 64;

/// How many threads of a block stage their parts, and how many words of four bytes that takes: one more for each part, so
/// that threads side by side write to different banks.
const STAGED: usize = 128;
const STAGE: usize = STAGED * (SHORT / 4 + 1);

// Memory that the threads of a block share: short parts are put together there, and then written side by side.
global_asm!(".shared .align 16 .b32 stage[{room}];", room = const STAGE);

#[inline(always)]
fn stage() -> *mut u8 {
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
    stage as *mut u8
}

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

    /// How many bytes after another parts begin on the stage.
    fn stride(&self) -> usize {
        let bytes = self.bytes();
        if bytes.is_multiple_of(4) { (bytes / 4 | 1) * 4 } else { bytes }
    }

    /// Whether its parts are short, so that the block stages them; if `in_words`, only if these are whole words.
    pub(crate) fn is_staged(&self, in_words: bool) -> bool {
        let bytes = self.bytes();
        bytes <= SHORT && width() <= STAGED && (!in_words || bytes.is_multiple_of(4))
    }

    /// The part of this thread on the stage.
    ///
    /// # Safety
    /// The array is staged, with the same `in_words`.
    #[inline(always)]
    pub(crate) unsafe fn staged(&self, in_words: bool) -> Slot<'static> {
        // SAFETY: each thread has its own part of the stage, which has room for all of them. Parts of whole words begin with
        // a word; who knows that does not write bytes singly. Other parts are bytes.
        unsafe {
            let part = stage().add(place() * self.stride());
            if in_words {
                assert_unchecked((part as usize).is_multiple_of(4));
            }
            self.slot(part)
        }
    }

    /// Writes all parts that the threads of this block have put on the stage, up to the end of so many of all blocks.
    ///
    /// # Safety
    /// All threads of the block do it, after each of these parts was staged.
    #[inline(always)]
    pub(crate) unsafe fn write_staged(&self, parts: usize) {
        let (first, bytes, stride) = (block() * width(), self.bytes(), self.stride());
        let total = parts.saturating_sub(first).min(width()) * bytes;
        // SAFETY: the block has all parts from its first on, which lie side by side; blocks have a multiple of 32 threads,
        // so that what they have begins with a word. After the barrier all is there.
        unsafe {
            _syncthreads();
            let (stage, out) = (stage(), self.out.add(first * bytes));
            for word in (place()..total / 4).step_by(width()) {
                let from = if stride == bytes { word * 4 } else { word * 4 / bytes * stride + word * 4 % bytes };
                *out.cast::<u32>().add(word) = *stage.add(from).cast::<u32>();
            }
            for byte in (total / 4 * 4 + place()..total).step_by(width()) {
                *out.add(byte) = *stage.add(byte / bytes * stride + byte % bytes);
            }
        }
    }
}

/// Numbered actions that somebody else wrote, one for every seat of every game.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Numbers {
    first: *const u8,
    /// How many bytes each has: 1, 2, 4 or 8.
    width: u64,
}

impl Numbers {
    /// The number of a seat, by its place among all seats. What is no byte is a number that stands for nothing.
    ///
    /// # Safety
    /// There is such a seat.
    #[inline(always)]
    pub(crate) unsafe fn of(&self, at: usize) -> u8 {
        // SAFETY: as the caller promises; a negative number becomes a large one.
        let number = unsafe {
            match self.width {
                1 => return *self.first.add(at),
                2 => u64::from(*self.first.cast::<u16>().add(at)),
                4 => u64::from(*self.first.cast::<u32>().add(at)),
                _ => *self.first.cast::<u64>().add(at),
            }
        };
        u8::try_from(number).unwrap_or(u8::MAX)
    }
}
