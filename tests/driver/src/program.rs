//! A module as it is played: functions of operations over slots.
//!
//! Every register of a function has a slot, and so has every constant, so that an operation takes all it needs from slots.
//! A slot holds what the register holds in its lowest bits, and zeros above.

use crate::memory::{Fault, Memory};
use crate::reader;
use std::collections::HashMap;
use std::fmt;

/// The number of a slot.
pub(crate) type Slot = u32;

pub(crate) type One = fn(u64) -> u64;
pub(crate) type Two = fn(u64, u64) -> u64;
pub(crate) type Three = fn(u64, u64, u64) -> u64;

/// The slots that say which thread it is: its place in the block, the block, and how many there are of both.
pub(crate) const THREAD: Slot = 0;
pub(crate) const BLOCK: Slot = 1;
pub(crate) const WIDTH: Slot = 2;
pub(crate) const BLOCKS: Slot = 3;
/// Whether the last addition carried.
pub(crate) const CARRY: Slot = 4;
/// A slot for what an operation needs for itself.
pub(crate) const SPARE: Slot = 5;
/// How many slots these are.
pub(crate) const RESERVED: usize = 6;

/// Where parameters begin in the memory of a call: before them is room for a result.
pub(crate) const RESULT: usize = 64;

/// Where something lies: so many bytes behind the address in a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) base: Slot,
    pub(crate) offset: i32,
    pub(crate) size: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    One {
        to: Slot,
        f: One,
        a: Slot,
    },
    Two {
        to: Slot,
        f: Two,
        a: Slot,
        b: Slot,
    },
    Three {
        to: Slot,
        f: Three,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// 64 bits with the carry, if it takes one; leaves the next.
    AddWithCarry {
        to: Slot,
        a: Slot,
        b: Slot,
        takes: bool,
    },
    /// The address of local memory of this call.
    Local {
        to: Slot,
        offset: u32,
    },
    Load {
        to: Slot,
        from: Place,
    },
    Store {
        to: Place,
        a: Slot,
    },
    /// From and to the memory of calls.
    Take {
        to: Slot,
        at: u32,
        size: u8,
    },
    Give {
        at: u32,
        size: u8,
        a: Slot,
    },
    /// Adds to memory; the value before is the result.
    Add {
        to: Slot,
        at: Place,
        a: Slot,
    },
    Go {
        to: u32,
    },
    GoIf {
        when: bool,
        on: Slot,
        to: u32,
    },
    /// One of several places to go to.
    GoBy {
        which: Slot,
        table: u32,
    },
    Call {
        function: u32,
    },
    Return,
    Exit,
    Trap,
    /// Waits for all threads of the block.
    Barrier,
    /// What the thread of this number in the group has in `a`.
    Shuffle {
        to: Slot,
        a: Slot,
        lane: Slot,
    },
    /// Which threads of the group have 1 in `a`.
    Ballot {
        to: Slot,
        a: Slot,
    },
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) ops: Vec<Op>,
    /// Its slots when it is called: zeros and constants.
    pub(crate) slots: Vec<u64>,
    /// The places of [`Op::GoBy`].
    pub(crate) tables: Vec<Vec<u32>>,
    /// How many bytes of local memory a call has.
    pub(crate) local: usize,
    /// Where its parameters lie in the memory of a call, and how large they are.
    pub(crate) parameters: Vec<(usize, usize)>,
    /// Where the memory of the calls that it makes begins, and how much that is at most.
    pub(crate) calls: usize,
    pub(crate) call_size: usize,
}

/// A module whose variables are in memory.
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) entries: HashMap<String, usize>,
    /// How many bytes threads of a block share.
    pub(crate) shared: usize,
    /// The addresses of its variables.
    pub(crate) variables: Vec<u64>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} functions", self.functions.len())
    }
}

impl Program {
    /// Reads a module, and puts its variables into memory.
    pub fn new(text: &str, memory: &mut Memory) -> Result<Self, Fault> {
        reader::read(text, memory).map_err(Fault)
    }

    pub(crate) fn entry(&self, name: &str) -> Option<usize> {
        self.entries.get(name).copied()
    }
}
