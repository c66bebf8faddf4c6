//! The generator (K1): counter based, so that every machine plays the same game.

/// The step of the counter, 2^64 divided by the golden ratio.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of SplitMix64: a bijection that scatters its input over all 64 bits.
#[inline]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A generator: output `i` of key `k` is `mix(k + (i + 1) × GOLDEN)`. Two words of plain data.
///
/// ```
/// use gridhaunt_kernel::Random;
/// let mut random = Random::new(0);
/// assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
/// assert_eq!(random.next_u64(), 0x6E78_9E6A_A1B9_65F4);
/// assert_eq!(random.next_u64(), 0x06C4_5D18_8009_454F);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Random {
    /// The key: generators with different keys have different outputs.
    pub key: u64,
    /// How many outputs have been taken.
    pub counter: u64,
}

impl Random {
    /// The generator with this key, at its first output.
    #[inline]
    #[must_use]
    pub const fn new(key: u64) -> Self {
        Self { key, counter: 0 }
    }

    /// Stream `s` of a match seed. Draws from one stream do not change another.
    #[inline]
    #[must_use]
    pub const fn stream(seed: u64, s: u64) -> Self {
        Self::new(mix(seed.wrapping_add(s.wrapping_mul(GOLDEN))))
    }

    /// The generator of the bot on a seat.
    #[inline]
    #[must_use]
    pub const fn for_bot(seed: u64, seat: crate::Seat) -> Self {
        Self::stream(seed, (1 << 32) + seat.0 as u64)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(1);
        mix(self.key.wrapping_add(self.counter.wrapping_mul(GOLDEN)))
    }

    /// A uniform number in `0..n`. `n` of 0 or 1 returns 0 and draws nothing.
    #[inline]
    pub const fn below(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        let mut product = self.next_u64() as u128 * n as u128;
        // The bound (2^64 - n) mod n is below n, so the division is rarely needed.
        if (product as u64) < n {
            let bound = n.wrapping_neg() % n;
            while (product as u64) < bound {
                product = self.next_u64() as u128 * n as u128;
            }
        }
        (product >> 64) as u64
    }

    /// A uniform index into a list of this length; 0 for an empty one.
    #[inline]
    pub const fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A uniform item of the list, none if it is empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.index(list.len()))
    }

    /// Puts the list into a uniformly drawn order.
    #[inline]
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn streams_have_published_keys() {
        // R23 of PyRat publishes these for seed 0.
        assert_eq!(Random::stream(0, 1).key, 0xE220_A839_7B1D_CDAF);
        assert_eq!(Random::stream(0, 2).key, 0x6E78_9E6A_A1B9_65F4);
        assert_eq!(Random::stream(0, 3).key, 0x06C4_5D18_8009_454F);
        assert_eq!(Random::for_bot(7, Seat(3)), Random::stream(7, (1 << 32) + 3));
    }

    #[test]
    fn one_choice_draws_nothing() {
        let mut random = Random::new(9);
        assert_eq!(random.below(1), 0);
        assert_eq!(random.counter, 0);
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random.counter, 0);
    }

    #[test]
    fn below_rejects_exactly_the_biased_draws() {
        // For n = 3·2^62 the bound is 2^62: a quarter of all draws must be refused.
        let n = 3u64 << 62;
        let bound = n.wrapping_neg() % n;
        assert_eq!(bound, 1 << 62);
        let (mut random, mut plain) = (Random::new(5), Random::new(5));
        for _ in 0..1000 {
            let expected = loop {
                let product = u128::from(plain.next_u64()) * u128::from(n);
                if product as u64 >= bound {
                    break (product >> 64) as u64;
                }
            };
            assert_eq!(random.below(n), expected);
        }
        assert!(random.counter > 1200, "about a third more draws than answers");
    }

    #[test]
    fn below_known_answers() {
        let mut random = Random::new(0);
        let drawn = [6u64, 10, 100, 1000, 1 << 40].map(|n| random.below(n));
        assert_eq!(drawn, [5, 4, 2, 970, 116_929_423_953]);
    }

    #[test]
    fn shuffle_is_a_permutation_drawn_from_the_end() {
        let mut list = [0, 1, 2, 3, 4];
        let mut random = Random::new(1);
        random.shuffle(&mut list);
        let mut by_hand = [0, 1, 2, 3, 4];
        let mut again = Random::new(1);
        for i in [4usize, 3, 2, 1] {
            by_hand.swap(i, again.below(i as u64 + 1) as usize);
        }
        assert_eq!(list, by_hand);
    }
}
