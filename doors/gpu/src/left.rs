//! Games whose step is more than the usual, left for another launch: there they fill whole groups of threads, which otherwise would
//! wait for the few of them that each has.

use crate::table::Table;
use crate::{blocks, place, thread, width};
use core::arch::asm;
use core::arch::nvptx::_syncthreads;
use core::sync::atomic::{AtomicU32, Ordering};

/// How many threads are a group.
const GROUP: usize = 32;

/// Games that are left.
#[derive(Clone, Copy)]
pub(crate) struct List<'a> {
    count: &'a AtomicU32,
    /// How many blocks have played theirs.
    done: &'a AtomicU32,
    games: *mut u32,
}

impl<'a> List<'a> {
    /// One of the two lists of a table.
    ///
    /// # Safety
    /// The host gave room for both.
    #[inline(always)]
    pub(crate) unsafe fn of(table: &'a Table, which: usize) -> Self {
        // SAFETY: as the caller promises: two numbers for each list, and then one for each game of each. They are only used as these.
        unsafe {
            Self {
                count: AtomicU32::from_ptr(table.left.add(2 * which)),
                done: AtomicU32::from_ptr(table.left.add(2 * which + 1)),
                games: table.left.add(4 + which * table.games()),
            }
        }
    }

    /// Leaves the games of some threads of a group, which takes a place for all of them at once.
    ///
    /// # Safety
    /// All threads of the group call it together, each with its own game.
    #[inline(always)]
    pub(crate) unsafe fn leave(self, game: usize, is_left: bool) {
        let all: u32;
        let wants = u32::from(is_left);
        // SAFETY: all threads of a group take part, as the caller promises; it only asks them. The compiler may write it down at more
        // places than one: since 7.0 devices wait for all of the group, wherever each of them does it.
        unsafe {
            asm!(
                "{{ .reg .pred wants; setp.ne.u32 wants, {wants}, 0; vote.sync.ballot.b32 {all}, wants, 0xFFFFFFFF; }}",
                wants = in(reg32) wants, all = out(reg32) all,
                options(nomem, nostack, preserves_flags),
            );
        }
        if all == 0 {
            return;
        }
        let (first, own) = (all.trailing_zeros(), (place() % GROUP) as u32);
        let taken = if own == first { self.count.fetch_add(all.count_ones(), Ordering::Relaxed) } else { 0 };
        let at: u32;
        // SAFETY: as above; the number of the first one is told to all.
        unsafe {
            asm!(
                "shfl.sync.idx.b32 {at}, {taken}, {first}, 31, 0xFFFFFFFF;",
                at = out(reg32) at, taken = in(reg32) taken, first = in(reg32) first,
                options(nomem, nostack, preserves_flags),
            );
        }
        if is_left {
            let before = (all & ((1 << own) - 1)).count_ones();
            // SAFETY: there is room for every game, and no game is left twice.
            unsafe { self.games.add((at + before) as usize).write(game as u32) };
        }
    }

    /// Does something with each game that is left, each on one thread, and forgets them. All threads of a group come by equally
    /// often, those for whom there is no game any more with none.
    ///
    /// # Safety
    /// All threads of the launch do it, after the launch that left them.
    #[inline(always)]
    pub(crate) unsafe fn for_each(self, mut play: impl FnMut(Option<usize>)) {
        let (left, own) = (self.count.load(Ordering::Relaxed) as usize, place() % GROUP);
        for first in (thread() - own..left).step_by(blocks() * width()) {
            let is_there = first + own < left;
            // SAFETY: so many were written by the launch before.
            play(is_there.then(|| unsafe { self.games.add(first + own).read() } as usize));
        }
        // SAFETY: all threads of the block come here. After that all of them have read how many there are.
        unsafe { _syncthreads() };
        if place() == 0 && self.done.fetch_add(1, Ordering::Relaxed) as usize == blocks() - 1 {
            self.count.store(0, Ordering::Relaxed);
            self.done.store(0, Ordering::Relaxed);
        }
    }
}
