//! Sets of small numbers as bits, `W` words of 32, in plain memory.

/// A set of numbers below `32 × W`: bit `i & 31` of word `i >> 5` stands for `i`.
///
/// Numbers beyond that are never in the set, and adding them changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bits<const W: usize>(pub [u32; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Bits<W> {
    /// How many different numbers fit.
    pub const ROOM: usize = 32 * W;

    /// Whether the number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, i: usize) -> bool {
        self.0.get(i >> 5).copied().unwrap_or(0) >> (i & 31) & 1 == 1
    }

    /// Puts the number in.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        if let Some(word) = self.0.get_mut(i >> 5) {
            *word |= 1 << (i & 31);
        }
    }

    /// Takes the number out.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        if let Some(word) = self.0.get_mut(i >> 5) {
            *word &= !(1 << (i & 31));
        }
    }

    /// How many numbers are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The numbers in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &word)| {
            let mut left = word;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < u32::BITS).then_some(w * 32 + bit as usize)
            })
        })
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut bits = Self::default();
        for i in numbers {
            bits.insert(i);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn behaves_like_a_set() {
        let mut bits: Bits<3> = [95, 0, 31, 32].into_iter().collect();
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 31, 32, 95]);
        bits.remove(31);
        assert!(!bits.contains(31) && bits.contains(32));
        assert_eq!(bits.len(), 3);
        bits.insert(96);
        bits.remove(1000);
        assert!(!bits.contains(96));
        assert_eq!(bits.len(), 3);
        assert!(Bits::<2>::default().is_empty() && !bits.is_empty());
    }
}
