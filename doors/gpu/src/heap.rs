//! A heap that gives and never takes back. Only set-up allocates: worlds, and states of games that keep some of theirs
//! apart. No step does.

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicU64, Ordering};

/// The next free byte, and the end, of memory that the host gave.
static NEXT: AtomicU64 = AtomicU64::new(0);
static END: AtomicU64 = AtomicU64::new(0);

struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

// SAFETY: every call takes bytes that no other call has, since the counter only grows; null if there are none left.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
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
