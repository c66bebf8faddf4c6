//! Threads that wait for work and share it without allocating.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The most threads of a crew.
pub(crate) const MOST: usize = 64;

/// How often a thread checks for work before it sleeps: about the duration of a small step.
const SPINS: u32 = 4000;

/// A task that any number of threads may call at the same time, until there is nothing left to do.
#[derive(Clone, Copy)]
struct Task(*const (dyn Fn() + Sync));

#[allow(unsafe_code, reason = "the pointer is only followed while its owner waits")]
// SAFETY: the pointee is `Sync`, so that calling it from another thread is fine; that it is still there is proved
// where it is followed.
unsafe impl Send for Task {}

#[derive(Default)]
struct Board {
    /// The task, while its owner is inside `run`.
    task: Option<Task>,
    stop: bool,
    panic: Option<Box<dyn std::any::Any + Send>>,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    /// Incremented when a new task is set.
    round: AtomicU64,
    /// How many threads work on the task. It is incremented only while the board is locked.
    active: AtomicUsize,
    work: Condvar,
    done: Condvar,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A few threads; the calling thread is one of them.
pub(crate) struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The process that has these threads: a process that was forked from it has none of them.
    process: u32,
}

impl Crew {
    /// A crew of this size, at least 1 and at most [`MOST`].
    pub(crate) fn new(size: usize) -> Self {
        let shared = Arc::<Shared>::default();
        let thread = |_| {
            let shared = shared.clone();
            std::thread::spawn(move || serve(&shared))
        };
        Self { threads: (1..size.clamp(1, MOST)).map(thread).collect(), shared, process: std::process::id() }
    }

    /// Gets threads of its own in a forked process. What belongs to the old ones is left as it is: one of them may have
    /// held a lock when the process was forked.
    fn renew_after_fork(&mut self) {
        if self.process != std::process::id() {
            let size = self.size();
            std::mem::forget(std::mem::replace(self, Self::new(size)));
        }
    }

    /// How many threads there are, the calling one included.
    pub(crate) fn size(&self) -> usize {
        self.threads.len() + 1
    }

    /// Calls `work` with every item. Each thread takes the next item when it is free, so that a slow thread does not
    /// block the others.
    pub(crate) fn for_each<T: Send>(&mut self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        struct Items<T>(*mut T);
        #[allow(unsafe_code, reason = "each item goes to one thread")]
        // SAFETY: `T` is `Send`, and every item is handed to exactly one thread, as said below.
        unsafe impl<T: Send> Sync for Items<T> {}
        impl<T> Items<T> {
            fn first(&self) -> *mut T {
                self.0
            }
        }

        let count = items.len();
        let items = Items(items.as_mut_ptr());
        let next = AtomicUsize::new(0);
        self.run(&|| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return;
                }
                #[allow(unsafe_code, reason = "each item goes to one thread")]
                // SAFETY: `index` is below the length of the slice, which is borrowed for the whole call, and the
                // counter gives every index to one thread only, so that no item is ever held twice.
                let item = unsafe { &mut *items.first().add(index) };
                work(item);
            }
        });
    }

    /// Calls the task on this thread and on all others that are ready in time; returns when all calls have returned.
    fn run(&mut self, task: &(dyn Fn() + Sync)) {
        if self.threads.is_empty() {
            return task();
        }
        self.renew_after_fork();
        #[allow(unsafe_code, reason = "threads cannot borrow from the caller's stack by type alone")]
        // SAFETY: only the lifetime changes. Threads follow the pointer only after they found it on the board and
        // counted themselves active there; this function takes it off the board and then waits until nobody is
        // active, before it returns or unwinds.
        let forever = Task(unsafe {
            std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync + 'static)>(task)
        });
        self.shared.board().task = Some(forever);
        self.shared.round.fetch_add(1, Ordering::Release);
        self.shared.work.notify_all();
        let own = catch_unwind(AssertUnwindSafe(task));
        self.shared.board().task = None;
        // No thread can become active any more; most finish before it is worth sleeping.
        let mut spins = 0;
        while self.shared.active.load(Ordering::Acquire) > 0 && spins < SPINS {
            std::hint::spin_loop();
            spins += 1;
        }
        let mut board = self.shared.board();
        while self.shared.active.load(Ordering::Acquire) > 0 {
            board = self.shared.done.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        let panic = board.panic.take();
        drop(board);
        if let Some(panic) = own.err().or(panic) {
            resume_unwind(panic);
        }
    }
}

/// The loop of a thread until the crew is dropped.
fn serve(shared: &Shared) {
    let mut seen = 0;
    loop {
        let mut spins = 0;
        while shared.round.load(Ordering::Acquire) == seen && spins < SPINS {
            std::hint::spin_loop();
            spins += 1;
        }
        let mut board = shared.board();
        while shared.round.load(Ordering::Acquire) == seen && !board.stop {
            board = shared.work.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        if board.stop {
            return;
        }
        seen = shared.round.load(Ordering::Acquire);
        let Some(Task(task)) = board.task else { continue };
        shared.active.fetch_add(1, Ordering::AcqRel);
        drop(board);
        #[allow(unsafe_code, reason = "the owner of the task waits for this thread")]
        // SAFETY: the task was on the board when this thread became active under its lock, so `run` has not returned
        // and will not before this thread counts itself out below.
        let task = unsafe { &*task };
        let result = catch_unwind(AssertUnwindSafe(task));
        if let Err(panic) = result {
            shared.board().panic = Some(panic);
        }
        if shared.active.fetch_sub(1, Ordering::AcqRel) == 1 {
            // Locking the board ensures that an owner that is about to wait sees the 0 or is notified.
            drop(shared.board());
            shared.done.notify_one();
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Nobody can be waited for in a forked process.
            return self.threads.drain(..).for_each(std::mem::forget);
        }
        self.shared.board().stop = true;
        self.shared.work.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_by_crews_of_every_size() {
        for size in [1, 2, 3, 8] {
            let mut crew = Crew::new(size);
            for count in [0, 1, 2, 7, 100] {
                let mut items = vec![0u32; count];
                for _ in 0..50 {
                    crew.for_each(&mut items, |item| *item += 1);
                }
                assert_eq!(items, vec![50; count], "{size} threads");
            }
        }
    }

    #[test]
    fn a_panic_in_a_thread_reaches_the_caller_and_the_crew_lives_on() {
        let mut crew = Crew::new(3);
        let mut items = [0, 1, 2];
        let fallen = catch_unwind(AssertUnwindSafe(|| {
            crew.for_each(&mut items, |&mut item| assert!(item != 2, "two"));
        }));
        assert!(fallen.is_err());
        crew.for_each(&mut items, |item| *item += 10);
        assert_eq!(items, [10, 11, 12]);
    }

    #[test]
    fn threads_that_have_lain_down_come_back() {
        let mut crew = Crew::new(2);
        let mut items = [0; 4];
        for _ in 0..3 {
            std::thread::sleep(std::time::Duration::from_millis(5));
            crew.for_each(&mut items, |item| *item += 1);
        }
        assert_eq!(items, [3; 4]);
    }
}
