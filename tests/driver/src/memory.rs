//! The memory of the device, which only what was allocated is.

use std::collections::BTreeMap;
use std::fmt;

/// Where the three kinds of memory begin. They are far from each other, so that an address says which kind it is of.
pub(crate) const GLOBAL: u64 = 0x7000_0000_0000;
pub(crate) const LOCAL: u64 = 0x4000_0000_0000;
pub(crate) const SHARED: u64 = 0x5000_0000_0000;

/// How large each kind can be.
pub(crate) const SPAN: u64 = 0x1000_0000_0000;

/// What new memory is filled with, so that nobody takes it for zeros.
pub(crate) const RUBBISH: u8 = 0xC7;

/// Allocations begin at multiples of this, and at least so much lies between them.
const APART: usize = 256;

/// How many bytes of memory share a byte that says how many of them are allocated.
const GRAIN: usize = 8;

/// An access that no device allows, or none that we know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub(crate) String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The global memory.
#[derive(Debug)]
pub struct Memory {
    bytes: Vec<u8>,
    /// For each grain, how many of its bytes are allocated.
    allocated: Vec<u8>,
    /// The allocations: where they begin and how large they are.
    blocks: BTreeMap<usize, usize>,
    /// What is free, in the same way.
    free: BTreeMap<usize, usize>,
}

impl Memory {
    /// So many bytes, none of them allocated. The system gives them when they are first used.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let size = size.next_multiple_of(APART);
        Self {
            bytes: vec![0; size],
            allocated: vec![0; size / GRAIN],
            blocks: BTreeMap::new(),
            free: BTreeMap::from([(0, size)]),
        }
    }

    /// How many bytes there are, and how many of them are free.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.bytes.len(), self.free.values().sum())
    }

    /// The address of new memory full of rubbish; none if there is not so much.
    pub fn allocate(&mut self, size: usize) -> Option<u64> {
        let taken = size.max(1).next_multiple_of(APART) + APART;
        let (&at, &room) = self.free.iter().find(|(_, room)| **room >= taken)?;
        self.free.remove(&at);
        if room > taken {
            self.free.insert(at + taken, room - taken);
        }
        self.blocks.insert(at, size);
        self.bytes[at..at + size].fill(RUBBISH);
        self.mark(at, size, true);
        Some(GLOBAL + at as u64)
    }

    /// Gives memory back; false if nothing was allocated there.
    pub(crate) fn release(&mut self, address: u64) -> bool {
        let at = address.wrapping_sub(GLOBAL) as usize;
        let Some(size) = self.blocks.remove(&at) else { return false };
        self.mark(at, size, false);
        let (mut at, mut room) = (at, size.max(1).next_multiple_of(APART) + APART);
        if let Some(after) = self.free.remove(&(at + room)) {
            room += after;
        }
        if let Some((&before, &free)) = self.free.range(..at).next_back()
            && before + free == at
        {
            (at, room) = (before, room + free);
        }
        self.free.insert(at, room);
        true
    }

    fn mark(&mut self, at: usize, size: usize, allocated: bool) {
        let (first, whole) = (at / GRAIN, size / GRAIN);
        self.allocated[first..first + whole].fill(if allocated { GRAIN as u8 } else { 0 });
        if !size.is_multiple_of(GRAIN) {
            self.allocated[first + whole] = if allocated { (size % GRAIN) as u8 } else { 0 };
        }
    }

    /// Where so many bytes of one access lie.
    fn place(&self, address: u64, size: usize) -> Result<usize, Fault> {
        let at = address.wrapping_sub(GLOBAL) as usize;
        let is_there = self.allocated.get(at / GRAIN).is_some_and(|&bytes| at % GRAIN + size <= usize::from(bytes));
        // Sizes are powers of two, by which dividing would take long.
        if at & (size - 1) == 0 && is_there { Ok(at) } else { Err(self.fault(address, size)) }
    }

    #[cold]
    fn fault(&self, address: u64, size: usize) -> Fault {
        let at = address.wrapping_sub(GLOBAL) as usize;
        let near = self.blocks.range(..=at).next_back();
        let near = near.map(|(&first, &len)| format!(", {} bytes into {len} that were allocated", at - first));
        Fault(format!("{size} bytes at {address:#x}{}", near.unwrap_or_default()))
    }

    pub(crate) fn load(&self, address: u64, size: usize) -> Result<u64, Fault> {
        let at = self.place(address, size)?;
        Ok(number(&self.bytes[at..at + size]))
    }

    pub(crate) fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Fault> {
        let at = self.place(address, size)?;
        self.bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }

    /// Many bytes, all within one allocation.
    pub fn slice(&mut self, address: u64, size: usize) -> Option<&mut [u8]> {
        let at = address.wrapping_sub(GLOBAL) as usize;
        let (first, len) = self.blocks.range(..=at).next_back()?;
        let is_within = at.checked_add(size)? <= first + len;
        is_within.then(|| &mut self.bytes[at..at + size])
    }
}

/// The number that these bytes are, the lowest first.
#[inline(always)]
pub(crate) fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [one] => one.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_allocated_is_there() {
        let mut memory = Memory::new(1 << 20);
        let first = memory.allocate(10).unwrap();
        let second = memory.allocate(4).unwrap();
        assert_eq!(memory.load(first, 8).unwrap(), u64::from_le_bytes([RUBBISH; 8]));
        memory.store(first + 8, 2, 0x1234).unwrap();
        assert_eq!(memory.load(first + 8, 2).unwrap(), 0x1234);
        for (address, size) in [(first + 10, 1), (first + 8, 4), (first + 1, 2), (second + 4, 4), (12, 1)] {
            assert!(memory.load(address, size).is_err(), "{size} bytes at {address:#x}");
        }
        assert!(memory.slice(first, 10).is_some() && memory.slice(first, 11).is_none());
    }

    #[test]
    fn memory_that_was_given_back_is_not_there_and_can_be_had_again() {
        let mut memory = Memory::new(4096);
        let addresses: Vec<u64> = std::iter::from_fn(|| memory.allocate(200)).collect();
        assert_eq!(addresses.len(), 8);
        assert!(memory.release(addresses[3]) && !memory.release(addresses[3]));
        assert!(memory.load(addresses[3], 1).is_err());
        for &address in addresses.iter().filter(|&&address| address != addresses[3]) {
            assert!(memory.release(address));
        }
        assert_eq!(memory.sizes(), (4096, 4096));
        assert!(memory.allocate(3000).is_some());
    }
}
