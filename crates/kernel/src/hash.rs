//! The state hash (K2): 64 bits of a whole state, the same on every platform and build.
//!
//! A game writes its fields in a fixed order; bytes are packed little-endian into words of 64 bits and each full word
//! is mixed in with one multiplication of 64 by 64 bits. The layout of types in memory has no influence.

use crate::random::{GOLDEN, mix};

/// A hash under construction.
///
/// ```
/// use gridhaunt_kernel::hash::StateHash;
/// let mut hash = StateHash::new("pyrat", 1);
/// hash.write_u16(7).write_u8(1);
/// assert_eq!(hash.finish(), 0x2A66_4C35_2EDF_9F20);
/// ```
#[derive(Clone, Debug)]
pub struct StateHash {
    folded: u64,
    pending: u64,
    bits: u32,
    bytes: u64,
}

impl StateHash {
    /// Seeded with the name of the game and the version of its rules.
    #[must_use]
    pub fn new(game: &str, rules: u32) -> Self {
        let mut hash = Self { folded: GOLDEN, pending: 0, bits: 0, bytes: 0 };
        hash.write_bytes(game.as_bytes()).write_u8(0).write_u32(rules);
        hash
    }

    /// Adds one byte; like the other writers it returns the hash, so that calls can be chained.
    #[inline]
    pub fn write_u8(&mut self, value: u8) -> &mut Self {
        self.write(u64::from(value), 8)
    }

    /// Adds two bytes, the low one first.
    #[inline]
    pub fn write_u16(&mut self, value: u16) -> &mut Self {
        self.write(u64::from(value), 16)
    }

    /// Adds four bytes, the low one first.
    #[inline]
    pub fn write_u32(&mut self, value: u32) -> &mut Self {
        self.write(u64::from(value), 32)
    }

    /// Adds eight bytes, the low one first.
    #[inline]
    pub fn write_u64(&mut self, value: u64) -> &mut Self {
        self.write(value & 0xFFFF_FFFF, 32).write(value >> 32, 32)
    }

    /// Adds bytes in their order.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        for &byte in bytes {
            self.write_u8(byte);
        }
        self
    }

    /// The hash of everything written so far.
    #[inline]
    #[must_use]
    pub fn finish(&self) -> u64 {
        mix(fold(self.folded, self.pending) ^ self.bytes)
    }

    /// `width` is 8, 16 or 32, and `value` has no bit beyond it.
    #[inline]
    fn write(&mut self, value: u64, width: u32) -> &mut Self {
        self.pending |= value << self.bits;
        self.bits += width;
        self.bytes += u64::from(width / 8);
        if self.bits >= 64 {
            self.folded = fold(self.folded, self.pending);
            self.bits -= 64;
            // The part of the value that did not fit into the full word; 0 if the word ended with it.
            self.pending = if self.bits == 0 { 0 } else { value >> (width - self.bits) };
        }
        self
    }
}

#[inline]
fn fold(folded: u64, word: u64) -> u64 {
    let product = u128::from(folded ^ word ^ 0xD6E8_FEB8_6659_FD93) * u128::from((GOLDEN ^ folded.rotate_left(32)) | 1);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bytes_count_not_how_they_were_cut() {
        let hash = |write: &dyn Fn(&mut StateHash)| {
            let mut hash = StateHash::new("x", 1);
            write(&mut hash);
            hash.finish()
        };
        let whole = hash(&|h| {
            h.write_u64(0x0807_0605_0403_0201).write_u32(0x0C0B_0A09);
        });
        let cut = hash(&|h| {
            h.write_u8(1).write_u16(0x0302).write_bytes(&[4, 5, 6, 7]).write_u32(0x0B0A_0908).write_u8(12);
        });
        assert_eq!(whole, cut);
    }

    #[test]
    fn name_version_and_length_count() {
        let empty = |name, rules| StateHash::new(name, rules).finish();
        assert_ne!(empty("pyrat", 1), empty("pyrat", 2));
        assert_ne!(empty("pyrat", 1), empty("tag", 1));
        let mut zero = StateHash::new("pyrat", 1);
        zero.write_u8(0);
        assert_ne!(zero.finish(), empty("pyrat", 1));
    }

    #[test]
    fn every_bit_matters() {
        let base = |words: [u64; 4]| {
            let mut hash = StateHash::new("x", 1);
            for word in words {
                hash.write_u64(word);
            }
            hash.finish()
        };
        let mut seen = std::collections::BTreeSet::from([base([0; 4])]);
        for bit in 0..256 {
            let mut words = [0u64; 4];
            words[bit / 64] = 1 << (bit % 64);
            assert!(seen.insert(base(words)), "bit {bit}");
        }
    }
}
