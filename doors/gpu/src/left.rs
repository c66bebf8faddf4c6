//! Games whose step is more than the usual, left for a second launch: there they fill whole groups of threads, which otherwise would
//! wait for the few of them that each has.

use crate::table::Table;
use crate::{blocks, place, thread, width};
use core::arch::asm;
use core::arch::nvptx::_syncthreads;
use core::sync::atomic::{AtomicU32, Ordering};

/// How many games are left, how many blocks have played theirs, and where the games stand.
fn parts(table: &Table) -> (&AtomicU32, &AtomicU32, *mut u32) {
    // SAFETY: the host gives room for two numbers and one for each game, which are only used as these.
    unsafe { (AtomicU32::from_ptr(table.left), AtomicU32::from_ptr(table.left.add(1)), table.left.add(2)) }
}

/// Leaves the games of some threads of a group, which takes a place for all of them at once.
///
/// # Safety
/// The host gave room, and all threads of the group call it together, each with its own game.
#[inline(always)]
pub(crate) unsafe fn leave(table: &Table, game: usize, is_left: bool) {
    let (all, own): (u32, u32);
    let wants = u32::from(is_left);
    // SAFETY: all threads of a group take part, as the caller promises; it only asks them.
    unsafe {
        asm!(
            "{{ .reg .pred wants; setp.ne.u32 wants, {wants}, 0; vote.sync.ballot.b32 {all}, wants, 0xFFFFFFFF; }}",
            "mov.u32 {own}, %laneid;",
            wants = in(reg32) wants, all = out(reg32) all, own = out(reg32) own,
            options(nomem, nostack, preserves_flags),
        );
    }
    if all == 0 {
        return;
    }
    let (count, _, games) = parts(table);
    let first = all.trailing_zeros();
    let taken = if own == first { count.fetch_add(all.count_ones(), Ordering::Relaxed) } else { 0 };
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
        unsafe { games.add((at + before) as usize).write(game as u32) };
    }
}

/// Does something with each game that is left, each on one thread, and forgets them.
///
/// # Safety
/// All threads of the launch do it, after the launch that left them.
#[inline(always)]
pub(crate) unsafe fn for_each_left(table: &Table, mut play: impl FnMut(usize)) {
    let (count, done, games) = parts(table);
    let left = count.load(Ordering::Relaxed) as usize;
    for at in (thread()..left).step_by(blocks() * width()) {
        // SAFETY: so many were written by the launch before.
        play(unsafe { games.add(at).read() } as usize);
    }
    // SAFETY: all threads of the block come here. After that all of them have read how many there are.
    unsafe { _syncthreads() };
    if place() == 0 && done.fetch_add(1, Ordering::Relaxed) as usize == blocks() - 1 {
        count.store(0, Ordering::Relaxed);
        done.store(0, Ordering::Relaxed);
    }
}
