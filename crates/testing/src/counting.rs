//! An allocator that counts, for tests that a step allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static EVERYWHERE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static HERE: Cell<u64> = const { Cell::new(0) };
}

/// How often the process has allocated so far.
///
/// ```
/// let before = gridhaunt_testing::allocations();
/// let _ = Box::new(7u64);
/// assert!(gridhaunt_testing::allocations() > before);
/// ```
#[must_use]
pub fn allocations() -> u64 {
    EVERYWHERE.load(Ordering::Relaxed)
}

/// How often this thread has allocated so far: tests on other threads do not count.
#[must_use]
pub fn allocations_here() -> u64 {
    HERE.get()
}

// SAFETY: every call is passed unchanged to the system's allocator. The thread's counter is created without allocating
// and is never dropped, so it exists whenever the allocator is called.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        EVERYWHERE.fetch_add(1, Ordering::Relaxed);
        HERE.set(HERE.get() + 1);
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.dealloc(at, layout) }
    }
}
