//! The two generators and what is drawn from them (R57 to R59).

use gridhaunt_kernel::prelude::*;

/// A generator of uniform numbers.
pub trait Dice: Clone + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// The generator of a match.
    fn of_seed(seed: u64) -> Self;
    /// A uniform number that is at least 0 and less than 1.
    fn unit(&mut self) -> f64;
    /// A uniform number in `0..n`.
    fn below(&mut self, n: u64) -> u64;

    /// Writes its whole state (K2).
    fn hash(&self, hash: &mut StateHash);

    /// Shuffles the list (R58).
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            list.swap(last, other);
        }
    }

    /// Draws a countdown, in ticks (R58).
    fn countdown(&mut self, rate: &Rate) -> i32 {
        let (u1, u2) = (1.0 - self.unit(), 1.0 - self.unit());
        let normal = libm::sqrt(-2.0 * libm::log(u1)) * libm::sin(2.0 * core::f64::consts::PI * u2);
        let drawn = f64::from(rate.mean) + f64::from(rate.deviation) * normal;
        drawn.max(f64::from(rate.least)).min(f64::from(rate.most)) as i32
    }
}

/// How often something appears: the distribution of the countdowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Rate {
    /// The mean of the countdowns.
    pub mean: u32,
    pub deviation: u32,
    pub least: u32,
    pub most: u32,
}

/// R57, official: the kernel's generator.
impl Dice for Random {
    fn of_seed(seed: u64) -> Self {
        Self::stream(seed, 1)
    }

    /// The upper 53 bits of the next output, as a fraction of 2^53.
    fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    fn below(&mut self, n: u64) -> u64 {
        Self::below(self, n)
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write_u64(self.key).write_u64(self.counter);
    }
}

/// The subtractive generator of R59.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtractive {
    /// Entries 1 to 55; entry 0 is never used.
    pub a: [i32; 56],
    /// The entry that was drawn last.
    pub p: u8,
    /// The entry that was subtracted from it.
    pub q: u8,
}

impl Subtractive {
    const M: i32 = i32::MAX;

    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: i32) -> Self {
        let mut a = [0i32; 56];
        let mut mj = 161_803_398i32.wrapping_sub(seed.wrapping_abs());
        let (mut mk, mut ii) = (1i32, 0);
        a[55] = mj;
        for _ in 0..54 {
            ii = (ii + 21) % 55;
            a[ii] = mk;
            mk = mj.wrapping_sub(mk);
            if mk < 0 {
                mk = mk.wrapping_add(Self::M);
            }
            mj = a[ii];
        }
        for _ in 0..4 {
            for i in 1..56 {
                a[i] = a[i].wrapping_sub(a[1 + (i + 30) % 55]);
                if a[i] < 0 {
                    a[i] = a[i].wrapping_add(Self::M);
                }
            }
        }
        Self { a, p: 0, q: 21 }
    }

    /// The next number, at least 0 and less than 2147483647.
    pub fn raw(&mut self) -> i32 {
        let next = |i: u8| if i >= 55 { 1 } else { i + 1 };
        (self.p, self.q) = (next(self.p), next(self.q));
        let mut v = self.a[usize::from(self.p)].wrapping_sub(self.a[usize::from(self.q)]);
        if v == Self::M {
            v -= 1;
        }
        if v < 0 {
            v = v.wrapping_add(Self::M);
        }
        self.a[usize::from(self.p)] = v;
        v
    }
}

/// R57, v2024.0.8.
impl Dice for Subtractive {
    fn of_seed(seed: u64) -> Self {
        Self::new(seed as i32)
    }

    fn unit(&mut self) -> f64 {
        f64::from(self.raw()) * (1.0 / 2_147_483_647.0)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.unit() * n as f64) as u64
    }

    fn hash(&self, hash: &mut StateHash) {
        for entry in &self.a[1..] {
            hash.write_u32(*entry as u32);
        }
        hash.write_u8(self.p).write_u8(self.q);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn the_old_generator_gives_the_published_numbers() {
        let drawn = |seed: u64, n: usize| {
            let mut dice = Subtractive::of_seed(seed);
            (0..n).map(|_| dice.raw()).collect::<Vec<_>>()
        };
        // R59, R60
        assert_eq!(drawn(12345, 4), [143_337_951, 150_666_398, 1_663_795_458, 1_097_663_221]);
        assert_eq!(drawn(123, 3), [2_114_319_875, 1_949_518_561, 1_596_751_841]);
        assert_eq!(drawn(0, 3), [1_559_595_546, 1_755_192_844, 1_649_316_166]);
        assert_eq!(drawn(2_147_483_647, 3), [1_559_595_546, 1_755_192_844, 1_649_316_172]);
    }

    #[test]
    fn official_draws_with_the_generator_of_the_kernel() {
        // R57: the first output of stream 1 of seed 0, its upper 53 bits.
        let (mut dice, mut plain) = (<Random as Dice>::of_seed(0), Random::stream(0, 1));
        let bits = plain.next_u64() >> 11;
        assert_eq!(dice.unit(), bits as f64 / 9_007_199_254_740_992.0);
        assert_eq!(Dice::below(&mut dice, 1000), plain.below(1000));
    }
}
