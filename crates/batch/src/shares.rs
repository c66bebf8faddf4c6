//! Memory of a whole batch, of which every thread takes the shares of its games when it comes to them.
//!
//! Where shares lie is written down once. If the caller made them ready for every step, each thread would fetch what
//! another has just written before it can begin: with many threads that takes as long as a short step itself.

use crate::buffer::{Buffer, Memory, Number};
use gridhaunt_kernel::learn::Slot;
use std::ops::Range;

/// Memory of which many threads have a share each.
pub(crate) struct Shares<T> {
    first: *mut T,
    len: usize,
}

#[allow(unsafe_code, reason = "a pointer is not shared by itself")]
// SAFETY: all that can be had from it are shares, which `share` demands to be apart from each other: each number goes to
// one thread, and `T` may be sent there.
unsafe impl<T: Send> Sync for Shares<T> {}
#[allow(unsafe_code, reason = "as above")]
// SAFETY: as above.
unsafe impl<T: Send> Send for Shares<T> {}

impl<T> Shares<T> {
    pub(crate) fn new(whole: &mut [T]) -> Self {
        Self { first: whole.as_mut_ptr(), len: whole.len() }
    }

    /// A share of the memory; where there is none at all, nothing.
    ///
    /// # Safety
    /// As long as the share lives, so does the memory, and nobody else looks at these numbers: there is no other share
    /// that overlaps with this one.
    #[allow(unsafe_code, reason = "only the caller knows which shares there are")]
    pub(crate) unsafe fn share<'a>(&self, range: Range<usize>) -> &'a mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        assert!(range.start <= range.end && range.end <= self.len, "{range:?} of {}", self.len);
        // SAFETY: the range is inside the memory, and the caller promised the rest.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) }
    }
}

impl<T: Number> From<&mut Memory<T>> for Shares<T> {
    fn from(memory: &mut Memory<T>) -> Self {
        Self { first: memory.first(), len: memory.len() }
    }
}

/// The same for an array of a batch.
pub(crate) enum SlotShares {
    U8(Shares<u8>),
    I16(Shares<i16>),
    F32(Shares<f32>),
}

impl SlotShares {
    pub(crate) fn new(buffer: &mut Buffer) -> Self {
        match buffer {
            Buffer::U8(list) => Self::U8(list.into()),
            Buffer::I16(list) => Self::I16(list.into()),
            Buffer::F32(list) => Self::F32(list.into()),
        }
    }

    /// # Safety
    /// As [`Shares::share`].
    #[allow(unsafe_code, reason = "as for shares")]
    pub(crate) unsafe fn share<'a>(&self, range: Range<usize>) -> Slot<'a> {
        // SAFETY: the caller promises what `Shares::share` demands.
        unsafe {
            match self {
                Self::U8(list) => Slot::U8(list.share(range)),
                Self::I16(list) => Slot::I16(list.share(range)),
                Self::F32(list) => Slot::F32(list.share(range)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(unsafe_code, reason = "it tries the shares")]
    fn shares_of_a_slice_lie_apart_and_together_are_the_whole() {
        let mut whole = [0u8; 10];
        let shares = Shares::new(&mut whole);
        // SAFETY: the ranges do not overlap, and the slice is used again only afterwards.
        let (left, right) = unsafe { (shares.share(0..4), shares.share(4..10)) };
        left.fill(1);
        right.fill(2);
        assert_eq!(whole, [1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    #[should_panic(expected = "3..11 of 10")]
    #[allow(unsafe_code, reason = "it tries the shares")]
    fn no_share_goes_beyond_the_slice() {
        let mut whole = [0i16; 10];
        // SAFETY: there is only one.
        let _ = unsafe { Shares::new(&mut whole).share(3..11) };
    }
}
