//! Threads that wait for work and share it without allocating.
//!
//! A round takes no lock. Every thread has a queue of its own, with the same items in every round, so that what they
//! touch stays in its caches. What another thread takes over costs both of them those caches: in a short round only the
//! owner does it, and only when somebody is late; in a long one everybody who is done helps the others. Whatever threads
//! write is a cache line of their own.

use crate::pace::Pace;
use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

/// The most threads of a crew: one for each bit of a word.
pub(crate) const MOST: usize = 64;

/// How often a thread looks for work before it sleeps: some tenths of a millisecond.
const SPINS: u32 = 8000;

/// How often it looks without a pause: a virtual machine may lose its turn for many pauses in a row, and most waits in
/// the middle of a run are short.
const EAGER: u32 = 1000;

/// How many times as long as the owner others may take before it begins to take over their work: on a shared machine
/// one of many is often half as fast as the mean, and soon on its feet again.
const LATE: u32 = 3;

/// How much work a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    /// Short, and about as much as the last one of this kind, so that it tells how many threads the next one is worth.
    Usual,
    /// Something else, for all threads.
    Other,
}

/// A task that any number of threads may call at the same time, each with its number, until there is nothing left to do.
#[derive(Clone, Copy)]
struct Task(*const (dyn Fn(usize) + Sync));

/// One thread of the crew, on cache lines of its own: processors fetch them in pairs. The owner reads them once a round.
#[derive(Default)]
#[repr(align(128))]
struct Mate {
    /// The round that this thread works in, 0 while it works in none.
    joined: AtomicU64,
    /// The last round that it worked in and has left.
    left: AtomicU64,
    /// The round in its upper 48 bits, and the next item of this thread's queue in that round.
    queue: AtomicU64,
}

impl Mate {
    /// Takes the next of `len` items of the queue in this round. The count of a queue starts anew with every round.
    fn take(&self, round: u64, len: u16) -> Option<u16> {
        let mut now = self.queue.load(Ordering::Relaxed);
        loop {
            let next = if now >> 16 == round { now as u16 } else { 0 };
            if next >= len {
                return None;
            }
            let then = round << 16 | u64::from(next + 1);
            match self.queue.compare_exchange_weak(now, then, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(next),
                Err(changed) => now = changed,
            }
        }
    }
}

/// What the owner calls the others to.
#[repr(align(128))]
struct Call {
    /// The round that threads may join, 0 while there is none. Rounds count up and never come again.
    open: AtomicU64,
    /// How many threads are wanted in it, the owner included.
    wanted: AtomicUsize,
    /// The task of the open round.
    task: UnsafeCell<Option<Task>>,
    stop: AtomicBool,
}

#[derive(Default)]
#[repr(align(128))]
struct Asleep(AtomicU64);

struct Shared {
    call: Call,
    /// By number; the first is the owner.
    mates: Box<[Mate]>,
    /// A bit for each thread that sleeps, by number: one line to look at, which seldom changes.
    asleep: Asleep,
    /// Whether the owner sleeps until those that joined have left.
    waiting: AtomicBool,
    /// Whether there is a panic to pass on.
    is_hurt: AtomicBool,
    slow: Mutex<Slow>,
}

/// What is needed only when something takes long or goes wrong.
#[derive(Default)]
struct Slow {
    owner: Option<Thread>,
    panic: Option<Box<dyn Any + Send>>,
}

#[allow(unsafe_code, reason = "the task is shared by a protocol that types cannot express")]
// SAFETY: all but `task` may be shared anyway. `task` is written by the owner while no round is open and nobody has
// joined one (`Crew::run`), and read only by threads that have joined the open round (`serve`), for which the owner
// waits before it writes again. The task itself is `Sync`, so that it may be called from any thread.
unsafe impl Sync for Shared {}
#[allow(unsafe_code, reason = "as above")]
// SAFETY: as above; nothing in it belongs to one thread.
unsafe impl Send for Shared {}

impl Shared {
    fn slow(&self) -> MutexGuard<'_, Slow> {
        self.slow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the first `wanted` threads have all worked in this round and left it.
    fn is_done(&self, round: u64, wanted: usize) -> bool {
        // All are looked at, so that their lines are fetched at the same time.
        self.mates[1..wanted].iter().fold(true, |done, mate| done & (mate.left.load(Ordering::Acquire) == round))
    }

    /// Whether a thread other than the owner still works in this round.
    fn is_at_work(&self, round: u64) -> bool {
        self.mates[1..].iter().any(|mate| mate.joined.load(Ordering::SeqCst) == round)
    }
}

/// What a round took, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Took {
    /// The owner for its own items.
    own: u64,
    whole: u64,
}

/// A few threads; the calling thread is one of them.
pub(crate) struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The last round.
    round: u64,
    /// How many threads a usual round is worth.
    pace: Pace,
    /// The process that has these threads: a process that was forked from it has none of them.
    process: u32,
}

impl Crew {
    /// A crew of this size, at least 1 and at most [`MOST`].
    pub(crate) fn new(size: usize) -> Self {
        let size = size.clamp(1, MOST);
        let shared = Arc::new(Shared {
            call: Call {
                open: AtomicU64::new(0),
                wanted: AtomicUsize::new(0),
                task: UnsafeCell::new(None),
                stop: AtomicBool::new(false),
            },
            mates: (0..size).map(|_| Mate::default()).collect(),
            asleep: Asleep::default(),
            waiting: AtomicBool::new(false),
            is_hurt: AtomicBool::new(false),
            slow: Mutex::default(),
        });
        let thread = |number| {
            let shared = shared.clone();
            std::thread::spawn(move || serve(&shared, number))
        };
        let threads = (1..size).map(thread).collect();
        Self { threads, shared, round: 0, pace: Pace::new(size), process: std::process::id() }
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

    /// Calls `work` once with every item and its number: with the same item on the same thread each time, as long as all
    /// are equally fast.
    pub(crate) fn for_each<T: Send>(&mut self, items: &mut [T], load: Load, work: impl Fn(usize, &mut T) + Sync) {
        struct Items<T>(*mut T);
        impl<T> Clone for Items<T> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for Items<T> {}
        #[allow(unsafe_code, reason = "each item goes to one thread")]
        // SAFETY: `T` is `Send`, and every item is handed to exactly one thread, as said below.
        unsafe impl<T: Send> Sync for Items<T> {}
        impl<T> Items<T> {
            fn first(&self) -> *mut T {
                self.0
            }
        }

        if self.threads.is_empty() {
            return items.iter_mut().enumerate().for_each(|(number, item)| work(number, item));
        }
        self.renew_after_fork();
        let wanted = if load == Load::Usual { self.pace.wanted() } else { self.size() };
        let round = self.round + 1;
        // A queue counts in 16 bits; what is beyond that is done here.
        let count = items.len().min(usize::from(u16::MAX));
        let (items, rest) = items.split_at_mut(count);
        rest.iter_mut().enumerate().for_each(|(number, item)| work(count + number, item));
        let items = Items(items.as_mut_ptr());
        let (shared, work) = (self.shared.clone(), &work);
        // What the threads need is kept in one place, by value: each line that this thread wrote and all others fetch
        // costs them time.
        let mates = &shared.mates[..];
        let bound = move |thread: usize| count * thread / wanted;
        let work_off = move |thread: usize| {
            let (first, end) = (bound(thread), bound(thread + 1));
            while let Some(next) = mates[thread].take(round, (end - first) as u16) {
                let number = first + usize::from(next);
                #[allow(unsafe_code, reason = "each item goes to one thread")]
                // SAFETY: `number` is below `end`, which is at most the length of the slice, and the slice is borrowed
                // for the whole call. Queues do not overlap, and `take` gives each place of a queue to one thread in a
                // round, so that no item is ever held twice.
                let item = unsafe { &mut *items.first().add(number) };
                work(number, item);
            }
        };
        // Neighbours first, so that not all help the same one.
        let others = move |number: usize| (number + 1..wanted).chain(0..number.min(wanted));
        let task = move |number: usize| {
            if number < wanted {
                work_off(number);
            }
            if load == Load::Other {
                others(number).for_each(work_off);
            }
        };
        let late = || others(0).for_each(work_off);
        let Took { own, whole } = self.run(round, wanted, &task, &late);
        if load == Load::Usual {
            // What others took would count the time for which they had lost their processor.
            let alone = u128::from(own) * count as u128 / bound(1).max(1) as u128;
            self.pace.learn(u64::try_from(alone).unwrap_or(u64::MAX), whole);
        }
    }

    /// Calls the task on this thread and on all others that are ready in time, and `late` here if some are not done in a
    /// while; returns when all calls have returned.
    fn run(&mut self, round: u64, wanted: usize, task: &(dyn Fn(usize) + Sync), late: &dyn Fn()) -> Took {
        #[allow(unsafe_code, reason = "threads cannot borrow from the caller's stack by type alone")]
        // SAFETY: only the lifetime changes. Threads follow the pointer only after they have joined the open round; this
        // function closes it and then waits until all that joined have left, before it returns or unwinds.
        let forever = Task(unsafe {
            std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), *const (dyn Fn(usize) + Sync + 'static)>(task)
        });
        let shared = &*self.shared;
        let Shared { call, .. } = shared;
        #[allow(unsafe_code, reason = "the cell is written by its owner alone")]
        // SAFETY: no round is open, and the last call of this function waited for all that had joined its round; so
        // nobody reads the cell.
        unsafe {
            *call.task.get() = Some(forever);
        }
        self.round = round;
        call.wanted.store(wanted, Ordering::Relaxed);
        call.open.store(round, Ordering::SeqCst);
        // Either a thread that lies down sees the round, or it is seen here.
        let asleep = shared.asleep.0.load(Ordering::SeqCst);
        if asleep != 0 {
            let wanted = (1..wanted).zip(&self.threads).filter(|(number, _)| asleep >> number & 1 != 0);
            wanted.for_each(|(_, thread)| thread.thread().unpark());
        }
        let (mut took, began) = (Took::default(), Instant::now());
        let own = catch_unwind(AssertUnwindSafe(|| {
            task(0);
            let worked = began.elapsed();
            took.own = nanoseconds(worked);
            while !shared.is_done(round, wanted) {
                if began.elapsed() > worked * LATE {
                    return late();
                }
            }
        }));
        // Either a thread that joins finds the round closed, or it is waited for.
        call.open.store(0, Ordering::SeqCst);
        self.wait(round);
        took.whole = nanoseconds(began.elapsed());
        let panic = if self.shared.is_hurt.load(Ordering::Relaxed) { self.take_panic() } else { None };
        if let Some(panic) = own.err().or(panic) {
            resume_unwind(panic);
        }
        took
    }

    /// Waits until all that joined the round have left it.
    fn wait(&self, round: u64) {
        let shared = &*self.shared;
        // Most leave before it is worth sleeping.
        for spins in 0..SPINS {
            if !shared.is_at_work(round) {
                return;
            }
            rest(spins);
        }
        shared.slow().owner = Some(std::thread::current());
        shared.waiting.store(true, Ordering::SeqCst);
        while shared.is_at_work(round) {
            std::thread::park();
        }
        shared.waiting.store(false, Ordering::SeqCst);
    }

    fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        self.shared.is_hurt.store(false, Ordering::Relaxed);
        self.shared.slow().panic.take()
    }
}

/// Waits a moment after so many looks.
fn rest(spins: u32) {
    if spins >= EAGER {
        std::hint::spin_loop();
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The loop of a thread until the crew is dropped.
fn serve(shared: &Shared, number: usize) {
    let (call, mate) = (&shared.call, &shared.mates[number]);
    let (mut seen, mut spins) = (0, 0);
    while let Some(round) = next_round(shared, number, seen, &mut spins) {
        seen = round;
        // Who is not wanted does not begin to wait anew, so that it sleeps before long.
        if number >= call.wanted.load(Ordering::Relaxed) {
            continue;
        }
        spins = 0;
        mate.joined.store(round, Ordering::SeqCst);
        let is_open = call.open.load(Ordering::SeqCst) == round;
        if is_open {
            #[allow(unsafe_code, reason = "the owner of the task waits for this thread")]
            // SAFETY: this thread joined before it found the round still open, so `run` sees that it joined when it has
            // closed the round, and waits: until this thread has left, the cell is not written, and the task is there.
            let task = unsafe { (*call.task.get()).map(|Task(task)| &*task) };
            if let Some(task) = task
                && let Err(panic) = catch_unwind(AssertUnwindSafe(|| task(number)))
            {
                shared.slow().panic = Some(panic);
                shared.is_hurt.store(true, Ordering::Relaxed);
            }
        }
        mate.joined.store(0, Ordering::SeqCst);
        if is_open {
            mate.left.store(round, Ordering::Release);
        }
        if shared.waiting.load(Ordering::SeqCst)
            && let Some(owner) = &shared.slow().owner
        {
            owner.unpark();
        }
    }
}

/// Waits for a round after `seen`, and sleeps after [`SPINS`] looks; none when the crew is dropped.
fn next_round(shared: &Shared, number: usize, seen: u64, spins: &mut u32) -> Option<u64> {
    let call = &shared.call;
    let is_new = |round: u64| round != 0 && round != seen;
    loop {
        let open = call.open.load(Ordering::SeqCst);
        if call.stop.load(Ordering::SeqCst) {
            return None;
        }
        if is_new(open) {
            return Some(open);
        }
        if *spins < SPINS {
            *spins += 1;
            rest(*spins);
            continue;
        }
        shared.asleep.0.fetch_or(1 << number, Ordering::SeqCst);
        if !is_new(call.open.load(Ordering::SeqCst)) && !call.stop.load(Ordering::SeqCst) {
            std::thread::park();
        }
        shared.asleep.0.fetch_and(!(1 << number), Ordering::SeqCst);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Nobody can be waited for in a forked process.
            return self.threads.drain(..).for_each(std::mem::forget);
        }
        self.shared.call.stop.store(true, Ordering::SeqCst);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
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
                    crew.for_each(&mut items, Load::Usual, |_, item| *item += 1);
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
            crew.for_each(&mut items, Load::Usual, |_, &mut item| assert!(item != 2, "two"));
        }));
        assert!(fallen.is_err());
        crew.for_each(&mut items, Load::Usual, |_, item| *item += 10);
        assert_eq!(items, [10, 11, 12]);
    }

    /// The second queue begins with an item that takes long: whoever has it, nobody waits to begin those behind it.
    #[test]
    fn what_somebody_late_has_not_begun_is_taken_over() {
        let mut crew = Crew::new(2);
        let mut items = [None; 8];
        crew.for_each(&mut items, Load::Usual, |number, item| {
            if number == 4 {
                std::thread::sleep(Duration::from_millis(100));
            }
            *item = Some(std::thread::current().id());
        });
        assert!(items.iter().all(Option::is_some) && items[5..].iter().all(|&item| item != items[4]), "{items:?}");
    }

    #[test]
    fn threads_that_have_lain_down_come_back() {
        let mut crew = Crew::new(2);
        let mut items = [0; 4];
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(5));
            crew.for_each(&mut items, Load::Usual, |_, item| *item += 1);
        }
        assert_eq!(items, [3; 4]);
    }
}
