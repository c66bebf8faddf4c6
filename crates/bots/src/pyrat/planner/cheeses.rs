//! Sets of cheeses.

/// How many cheeses a chart has room for: all those of every preset.
pub(super) const MOST: usize = 64 * WORDS;
const WORDS: usize = 3;

/// A set of charted cheeses, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cheeses([u64; WORDS]);

impl Cheeses {
    #[inline]
    pub(super) const fn insert(&mut self, cheese: usize) {
        self.0[cheese / 64] |= 1 << (cheese % 64);
    }

    #[inline]
    pub(super) const fn remove(&mut self, cheese: usize) {
        self.0[cheese / 64] &= !(1 << (cheese % 64));
    }

    #[inline]
    pub(super) const fn contains(&self, cheese: usize) -> bool {
        self.0[cheese / 64] >> (cheese % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether a cheese is in both.
    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// All of them, ascending.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| gridhaunt_kernel::board::ones(bits).map(move |k| 64 * word + k))
    }
}
