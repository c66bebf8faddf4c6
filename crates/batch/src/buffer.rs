//! Memory for arrays, taken once and never moved: our own, or somebody else's.

use gridhaunt_kernel::flock::{LARGE_PAGE, ask_for_large_pages};
use gridhaunt_kernel::learn::Dtype;
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::any::Any;
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Own memory begins at a multiple of this many bytes: a cache line, and what DLPack and the widest vector
/// instructions ask for.
const ALIGNED: usize = 64;

/// Memory of this many bytes or more is asked for in large pages: a step writes a few lines of every game, and with small
/// pages it would wait for their addresses as long as for the lines.
const LARGE: usize = 2 * LARGE_PAGE;

/// The numbers that arrays have. For all of them memory full of zeros is valid.
pub trait Number: Copy + Send + Sync + 'static + private::Sealed {}

mod private {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl private::Sealed for $number {}
        impl Number for $number {})*
    };
}

numbers!(u8, i16, f32);

/// A run of numbers that does not move.
pub struct Memory<T: Number> {
    first: NonNull<T>,
    len: usize,
    owner: Owner,
}

/// Who keeps the memory.
enum Owner {
    Own(Layout),
    /// It stays valid as long as this value.
    Lent(#[allow(dead_code, reason = "it is kept, not used")] Box<dyn Any + Send>),
}

#[allow(unsafe_code, reason = "a pointer is not sent by itself")]
// SAFETY: the memory is ours, or lent to us alone as `lent` demands; numbers and the owner may be sent.
unsafe impl<T: Number> Send for Memory<T> {}

impl<T: Number> Memory<T> {
    /// Zeros; `None` if there is not enough memory.
    #[must_use]
    pub fn zeros(len: usize) -> Option<Self> {
        let layout = Layout::array::<T>(len).ok()?;
        let layout = layout.align_to(if layout.size() < LARGE { ALIGNED } else { LARGE_PAGE }).ok()?;
        if layout.size() == 0 {
            return Some(Self { first: NonNull::dangling(), len, owner: Owner::Own(layout) });
        }
        #[allow(unsafe_code, reason = "the standard library has no vectors with an alignment")]
        let first = if layout.size() < LARGE {
            // SAFETY: the layout is not empty.
            NonNull::new(unsafe { alloc_zeroed(layout) })?
        } else {
            // SAFETY: the layout is not empty.
            let first = NonNull::new(unsafe { alloc(layout) })?;
            // SAFETY: all of these bytes are ours, and nobody else has them.
            let bytes =
                unsafe { std::slice::from_raw_parts_mut(first.cast::<MaybeUninit<u8>>().as_ptr(), layout.size()) };
            // Before they are written: pages are given as they are first touched.
            ask_for_large_pages(bytes);
            bytes.fill(MaybeUninit::new(0));
            first
        };
        Some(Self { first: first.cast(), len, owner: Owner::Own(layout) })
    }

    /// Memory of somebody else.
    ///
    /// # Safety
    /// `first` is aligned for `T` and points to `len` initialised numbers that stay there as long as `owner` lives.
    /// While a batch that has this memory steps or resets, nobody else writes it.
    #[allow(unsafe_code, reason = "who has the memory must promise")]
    #[must_use]
    pub unsafe fn lent(first: NonNull<T>, len: usize, owner: Box<dyn Any + Send>) -> Self {
        Self { first, len, owner: Owner::Lent(owner) }
    }

    /// Where it lies, as long as it lives.
    pub(crate) const fn first(&mut self) -> *mut T {
        self.first.as_ptr()
    }

    /// The addresses of its bytes.
    fn range(&self) -> std::ops::Range<usize> {
        let first = self.first.as_ptr() as usize;
        first..first + self.len * size_of::<T>()
    }
}

impl<T: Number> Drop for Memory<T> {
    fn drop(&mut self) {
        if let Owner::Own(layout) = self.owner
            && layout.size() > 0
        {
            #[allow(unsafe_code, reason = "the memory was allocated by hand")]
            // SAFETY: it was allocated in `zeros` with this layout, and nobody has it any more.
            unsafe {
                dealloc(self.first.as_ptr().cast(), layout);
            }
        }
    }
}

impl<T: Number> Deref for Memory<T> {
    type Target = [T];

    #[allow(unsafe_code, reason = "the memory is a pointer")]
    fn deref(&self) -> &[T] {
        // SAFETY: there are `len` initialised numbers: zeros of our own, or what `lent` was promised.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T: Number> DerefMut for Memory<T> {
    #[allow(unsafe_code, reason = "the memory is a pointer")]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; and nobody else writes it, since it is our own or `lent` was promised so.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

impl<T: Number> fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lent = matches!(self.owner, Owner::Lent(_));
        f.debug_struct("Memory").field("len", &self.len).field("lent", &lent).finish()
    }
}

/// One array of a whole batch.
#[derive(Debug)]
pub enum Buffer {
    /// Bytes.
    U8(Memory<u8>),
    /// Signed 16-bit numbers.
    I16(Memory<i16>),
    /// 32-bit floats.
    F32(Memory<f32>),
}

impl Buffer {
    /// A buffer of zeros; `None` if there is not enough memory.
    pub(crate) fn new(dtype: Dtype, len: usize) -> Option<Self> {
        Some(match dtype {
            Dtype::U8 => Self::U8(Memory::zeros(len)?),
            Dtype::I16 => Self::I16(Memory::zeros(len)?),
            Dtype::F32 => Self::F32(Memory::zeros(len)?),
        })
    }

    pub(crate) fn floats(self) -> Option<Memory<f32>> {
        match self {
            Self::F32(memory) => Some(memory),
            _ => None,
        }
    }

    pub(crate) fn bytes(self) -> Option<Memory<u8>> {
        match self {
            Self::U8(memory) => Some(memory),
            _ => None,
        }
    }

    /// The type of its numbers.
    #[must_use]
    pub const fn dtype(&self) -> Dtype {
        match self {
            Self::U8(_) => Dtype::U8,
            Self::I16(_) => Dtype::I16,
            Self::F32(_) => Dtype::F32,
        }
    }

    /// How many numbers it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U8(list) => list.len(),
            Self::I16(list) => list.len(),
            Self::F32(list) => list.len(),
        }
    }

    /// Whether it has no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The addresses of its bytes.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        match self {
            Self::U8(list) => list.range(),
            Self::I16(list) => list.range(),
            Self::F32(list) => list.range(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_every_size_is_aligned_and_zero() {
        for (len, aligned) in
            [(0, 1), (1, ALIGNED), (LARGE / 4 - 1, ALIGNED), (LARGE / 4, LARGE_PAGE), (LARGE, LARGE_PAGE)]
        {
            // What was there before must not show.
            let mut before = Memory::<f32>::zeros(len).expect("memory");
            before.fill(1.0);
            drop(before);
            let memory = Memory::<f32>::zeros(len).expect("memory");
            assert_eq!(memory.len(), len);
            assert!(memory.iter().all(|&number| number == 0.0), "{len} numbers");
            assert!(memory.range().start.is_multiple_of(aligned), "{len} numbers");
        }
    }
}
