//! The kernels of a GPU: every game's own rules, one game on each thread.
//!
//! What a thread does is `Hall` of the kernel crate, the same on a processor. Here is only what a device needs besides:
//! who a thread is, where its game lies in memory, and a heap that gives and never takes back, for the worlds.
#![cfg(target_arch = "nvptx64")]
#![no_std]
#![feature(abi_ptx, asm_experimental_arch, stdarch_nvptx)]
#![allow(unsafe_code, reason = "a device is handed addresses, and each thread must take its own part by itself")]

mod arrays;
mod entries;
mod heap;
mod left;
mod storage;
mod table;
mod together;
mod work;

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _grid_dim_x, _thread_idx_x, trap};
use core::panic::PanicInfo;

#[panic_handler]
fn stop(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it ends the kernel, and the host is told.
    unsafe { trap() }
}

/// The number of this thread's block among all of its launch.
fn block() -> usize {
    // SAFETY: it reads a register that every thread has.
    unsafe { _block_idx_x() as usize }
}

/// How many blocks its launch has.
fn blocks() -> usize {
    // SAFETY: as above.
    unsafe { _grid_dim_x() as usize }
}

/// How many threads a block has: a multiple of 32.
fn width() -> usize {
    // SAFETY: as above.
    unsafe { _block_dim_x() as usize }
}

/// The number of this thread in its block.
fn place() -> usize {
    // SAFETY: as above.
    unsafe { _thread_idx_x() as usize }
}

/// The number of this thread among all of its launch.
fn thread() -> usize {
    block() * width() + place()
}

/// What the compiler calls to compare memory: a device has no library that would have it.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
    for at in 0..len {
        // SAFETY: the caller promises so many bytes.
        let (left, right) = unsafe { (*left.add(at), *right.add(at)) };
        if left != right {
            return i32::from(left) - i32::from(right);
        }
    }
    0
}
