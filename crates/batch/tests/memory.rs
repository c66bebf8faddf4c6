//! The reported memory of a batch is the memory that it allocates.

use gridhaunt_batch::{Batch, Options};
use serde_json::json;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, which knows how many bytes are taken.
struct Weighing;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Weighing = Weighing;

// SAFETY: every call goes to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Weighing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[test]
fn a_batch_takes_what_was_said() {
    let registry = gridhaunt_bots::registry();
    for game in registry.games() {
        let opened = game.open(&json!({})).unwrap();
        let first = opened.encodings(&serde_json::Map::new()).unwrap()[0].name.to_string();
        // With a limit of steps games take another way, which keeps more of each.
        let cases =
            [(512, 1, vec![], None), (32, 128, vec![], None), (512, 16, vec![first], None), (512, 1, vec![], Some(9))];
        for (games, worlds, arrays, max_steps) in cases {
            let options = Options { games, worlds, arrays, max_steps, threads: 1, ..Options::default() };
            let said = Batch::bytes(opened.as_ref(), &options).unwrap() as f64;
            let before = TAKEN.load(Ordering::Relaxed);
            let batch = Batch::new(opened.as_ref(), &options).unwrap();
            let taken = (TAKEN.load(Ordering::Relaxed) - before) as f64;
            assert!(
                (0.75..1.25).contains(&(said / taken)),
                "{}, {games} games, {worlds} worlds: said {said}, taken {taken}",
                game.info().name
            );
            drop(batch);
        }
    }
}
