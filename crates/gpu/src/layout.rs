//! What kernels are told, laid out as they lay it out too: addresses of the device and numbers.

use cudarc::driver::DeviceRepr;

/// What a launch is about.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Table {
    pub(crate) shelf: u64,
    pub(crate) worlds: u64,
    pub(crate) lens: u64,
    pub(crate) seats: u64,
    pub(crate) actions: u64,
    pub(crate) states: u64,
    /// 0 if no array needs the states before a step.
    pub(crate) before: u64,
    pub(crate) games: u64,
    pub(crate) at: u64,
    pub(crate) draws: u64,
    pub(crate) seed: u64,
    pub(crate) first: u64,
    pub(crate) learned: u64,
    /// 0 if no seat is moved.
    pub(crate) movers: u64,
    pub(crate) owed: u64,
    pub(crate) until_asked: u64,
    /// 0 if a step is one launch.
    pub(crate) left: u64,
}

/// What a step leaves behind.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Slate {
    pub(crate) rewards: u64,
    pub(crate) over: u64,
    /// 0 if results are not told.
    pub(crate) results: u64,
}

/// What stretches add up; the last three are 0 where results are not counted.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Sums {
    pub(crate) returns: u64,
    pub(crate) episodes: u64,
    pub(crate) results: u64,
    pub(crate) draws: u64,
    pub(crate) steps: u64,
}

/// A table that is a policy; 0 if there is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Given {
    pub(crate) bounds: u64,
    pub(crate) len: u64,
    pub(crate) strides: [u64; 3],
}

/// Which games begin anew: 0 if all do, and 0 if none has a new seed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Restart {
    pub(crate) which: u64,
    pub(crate) seeds: u64,
}

/// An array of every seat of every game.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Array {
    pub(crate) out: u64,
    pub(crate) dtype: u32,
    /// How many numbers one seat of one game takes.
    pub(crate) len: u32,
}

/// Numbered actions on the device, one for every seat of every game in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Numbers {
    /// Where they lie.
    pub address: u64,
    /// How many bytes each has: 1, 2, 4 or 8. What is not below the number of actions is no choice.
    pub width: u64,
}

macro_rules! passed {
    ($($type:ty)+) => {$(
        // SAFETY: it is numbers, in the order that the kernels have too.
        #[allow(unsafe_code, reason = "it is passed to kernels by value")]
        unsafe impl DeviceRepr for $type {}
    )+};
}

passed!(Table Slate Sums Given Restart Array Numbers);
