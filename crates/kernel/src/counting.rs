//! An allocator that counts, for tests that hold a step to its promise: it allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

/// The system's allocator, counting. A test makes it the process's own:
///
/// ```
/// use gridhaunt_kernel::counting::{Counting, allocations};
/// #[global_allocator]
/// static ALLOCATOR: Counting = Counting;
/// let before = allocations();
/// let _ = Box::new(7u64);
/// assert!(allocations() > before);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// How often the process has allocated so far, where [`Counting`] is its allocator.
#[must_use]
pub fn allocations() -> u64 {
    ALLOCATIONS.load(Ordering::Relaxed)
}

// SAFETY: every call goes to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }
}
