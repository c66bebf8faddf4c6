//! Memory of a whole batch, of which every thread takes the shares of its games when it comes to them.
//!
//! Shares that the caller made ready would be written by one thread and read by another in every step: with many
//! threads that costs more than a short step itself.

use crate::Buffer;
use gridhaunt_kernel::learn::Slot;
use std::marker::PhantomData;
use std::ops::Range;

/// A slice that is lent to many threads, a share to each.
pub(crate) struct Shares<'a, T> {
    first: *mut T,
    len: usize,
    whole: PhantomData<&'a mut [T]>,
}

#[allow(unsafe_code, reason = "a pointer is not shared by itself")]
// SAFETY: all that can be had from it are shares, which `share` demands to be apart from each other: each number goes to
// one thread, and `T` may be sent there.
unsafe impl<T: Send> Sync for Shares<'_, T> {}

impl<'a, T> Shares<'a, T> {
    pub(crate) fn new(whole: &'a mut [T]) -> Self {
        Self { first: whole.as_mut_ptr(), len: whole.len(), whole: PhantomData }
    }

    /// A share of the memory; of a slice with nothing in it, nothing.
    ///
    /// # Safety
    /// As long as a share lives there is no other share of the same slice that overlaps with it.
    #[allow(unsafe_code, reason = "only the caller knows which shares there are")]
    pub(crate) unsafe fn share(&self, range: Range<usize>) -> &'a mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        assert!(range.start <= range.end && range.end <= self.len, "{range:?} of {}", self.len);
        // SAFETY: the range is inside the slice, which is borrowed for `'a`, and the caller promised that nobody else has
        // any of it.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) }
    }
}

/// The same for an array of a batch.
pub(crate) enum SlotShares<'a> {
    U8(Shares<'a, u8>),
    I16(Shares<'a, i16>),
    F32(Shares<'a, f32>),
}

impl<'a> SlotShares<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer) -> Self {
        match buffer.slot() {
            Slot::U8(list) => Self::U8(Shares::new(list)),
            Slot::I16(list) => Self::I16(Shares::new(list)),
            Slot::F32(list) => Self::F32(Shares::new(list)),
        }
    }

    /// # Safety
    /// As [`Shares::share`].
    #[allow(unsafe_code, reason = "as for shares")]
    pub(crate) unsafe fn share(&self, range: Range<usize>) -> Slot<'a> {
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
        // SAFETY: the ranges do not overlap.
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
