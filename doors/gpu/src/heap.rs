//! A heap that gives and never takes back. Only set-up allocates from it: worlds, and states of games that keep some of
//! theirs apart. No step does, but who is told how a game ended has lists of seats in hand for a moment: after set-up each
//! thread has a little memory for that, which it forgets each time.

use crate::thread;

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicU64, Ordering};

/// The next free byte, and the end, of memory that the host gave.
static NEXT: AtomicU64 = AtomicU64::new(0);
static END: AtomicU64 = AtomicU64::new(0);

/// Where the memory of the threads begins, and how much each has: 0 during set-up.
static DESKS: AtomicU64 = AtomicU64::new(0);
static DESK: AtomicU64 = AtomicU64::new(0);

/// What stands first on a desk: how much of it is taken.
const TAKEN: u64 = 16;

/// The desk of this thread, and its size.
fn desk() -> (*mut u64, u64) {
    let size = DESK.load(Ordering::Relaxed);
    ((DESKS.load(Ordering::Relaxed) + thread() as u64 * size) as *mut u64, size)
}

/// Forgets what this thread has allocated since set-up.
///
/// # Safety
/// The host gave desks, and nothing of it is used any more.
pub(crate) unsafe fn clear_desk() {
    // SAFETY: a desk has room for this number.
    unsafe { *desk().0 = TAKEN };
}

/// The next bytes of the desk of this thread; null if there are none left.
fn take_from_desk(layout: Layout) -> *mut u8 {
    let (desk, size) = desk();
    // SAFETY: a desk has room for this number, and no other thread has it.
    unsafe {
        let at = (*desk as usize).next_multiple_of(layout.align());
        let taken = (at + layout.size()) as u64;
        if taken > size {
            return core::ptr::null_mut();
        }
        *desk = taken;
        desk.cast::<u8>().add(at)
    }
}

struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

// SAFETY: every call takes bytes that no other call has, since the counter only grows; null if there are none left.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if DESK.load(Ordering::Relaxed) != 0 {
            return take_from_desk(layout);
        }
        // Room to move up to the alignment, so that one addition decides.
        let bytes = (layout.size() + layout.align() - 1) as u64;
        let at = NEXT.fetch_add(bytes, Ordering::Relaxed);
        if at + bytes > END.load(Ordering::Relaxed) {
            return core::ptr::null_mut();
        }
        let aligned = (at as usize).next_multiple_of(layout.align());
        aligned as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

/// Gives the heap its memory, from one address to another. What was given before is forgotten.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn give_heap(from: u64, to: u64) {
    NEXT.store(from, Ordering::Relaxed);
    END.store(to, Ordering::Relaxed);
    DESK.store(0, Ordering::Relaxed);
}

/// Ends set-up: from now on each thread has a desk of this size, from an address that is a multiple of 16, as the size is.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn give_desks(from: u64, size: u64) {
    DESKS.store(from, Ordering::Relaxed);
    DESK.store(size, Ordering::Relaxed);
}

/// Writes how many bytes of the heap are used, and how many there are: more than there are if it was too small.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn heap_end(out: *mut u64) {
    // SAFETY: the host gives room for two numbers.
    unsafe {
        *out = NEXT.load(Ordering::Relaxed);
        *out.add(1) = END.load(Ordering::Relaxed);
    }
}
