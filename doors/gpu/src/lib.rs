//! The kernels of a GPU: every game's own rules, one game on each thread.
//!
//! What a thread does is `Hall` of the kernel crate, the same on a processor. Here is only what a device needs besides:
//! who a thread is, where its game lies in memory, and a heap that gives and never takes back, for the worlds.
#![cfg(target_arch = "nvptx64")]
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]
#![allow(unsafe_code, reason = "a device is handed addresses, and each thread must take its own part by itself")]

mod entries;
mod heap;
mod storage;

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x, trap};
use core::panic::PanicInfo;

#[panic_handler]
fn stop(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it ends the kernel, and the host is told.
    unsafe { trap() }
}

/// The number of this thread among all of its launch.
fn thread() -> usize {
    // SAFETY: these read registers that every thread has.
    let (block, width, place) = unsafe { (_block_idx_x(), _block_dim_x(), _thread_idx_x()) };
    block as usize * width as usize + place as usize
}
