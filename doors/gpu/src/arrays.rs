//! What seats observe, written on the device: every array by the game's own [`Learn`](gridhaunt_kernel::Learn).

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
        let (from, len) = (at * self.len as usize, self.len as usize);
        // SAFETY: as the caller promises; the host aligns every array for its numbers.
        unsafe {
            match self.dtype {
                0 => Slot::U8(from_raw_parts_mut(self.out.add(from), len)),
                1 => Slot::I16(from_raw_parts_mut(self.out.cast::<i16>().add(from), len)),
                _ => Slot::F32(from_raw_parts_mut(self.out.cast::<f32>().add(from), len)),
            }
        }
    }
}

/// Words of a short array of bytes that are put together here: single bytes take as long to write as words.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Word([u8; 16]);

/// How many words are put together at most.
const DRAFT: usize = 4;

impl Array {
    /// Whether it is short, and each of its parts begins with a word.
    pub(crate) fn is_drafted(&self) -> bool {
        let word = size_of::<Word>();
        self.dtype == 0 && self.len as usize <= DRAFT * word && (self.len as usize).is_multiple_of(word)
    }

    /// Writes the part of one seat in words.
    ///
    /// # Safety
    /// As in [`Array::part`], of an array that is drafted.
    #[inline(always)]
    pub(crate) unsafe fn write_draft(&self, at: usize, write: impl Fn(Slot<'_>)) {
        const { assert!(DRAFT == 4) };
        // SAFETY: as the caller promises. The compiler is told how long the draft is, and keeps it in registers.
        unsafe {
            match self.len as usize / size_of::<Word>() {
                1 => self.write_words::<1>(at, write),
                2 => self.write_words::<2>(at, write),
                3 => self.write_words::<3>(at, write),
                _ => self.write_words::<DRAFT>(at, write),
            }
        }
    }

    /// # Safety
    /// As before, of an array of so many words.
    #[inline(always)]
    unsafe fn write_words<const WORDS: usize>(&self, at: usize, write: impl Fn(Slot<'_>)) {
        let mut draft = [Word([0; 16]); WORDS];
        // SAFETY: these are bytes; as the caller promises of the rest.
        unsafe {
            write(Slot::U8(from_raw_parts_mut(draft.as_mut_ptr().cast(), WORDS * size_of::<Word>())));
            let out = self.out.cast::<Word>().add(at * WORDS);
            for (place, word) in draft.iter().enumerate() {
                out.add(place).write(*word);
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
