//! How often a block had which value.

/// Values closer than this are one class: a value is a fraction with a small denominator, so others are far off.
const SAME: f64 = 1e-9;

/// How often a block had which value, the values in ascending order; 0 and 1 are always among them (A6).
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    values: Vec<f64>,
    counts: Vec<u64>,
    blocks: u64,
}

impl Default for Histogram {
    /// Only 0 and 1 as yet; further values become classes when they occur.
    fn default() -> Self {
        Self { values: vec![0.0, 1.0], counts: vec![0, 0], blocks: 0 }
    }
}

impl Histogram {
    /// All values that a block of so many matches between two can have when a match is won, drawn or lost: two matches
    /// give 0, ¼, ½, ¾ and 1.
    #[must_use]
    pub fn of_matches(matches: u32) -> Self {
        let halves = 2 * matches.max(1);
        let values: Vec<f64> = (0..=halves).map(|k| f64::from(k) / f64::from(halves)).collect();
        Self { counts: vec![0; values.len()], values, blocks: 0 }
    }

    /// Counts a block of this value, which is put into 0..=1; a value that did not occur yet becomes a class.
    pub fn add(&mut self, value: f64) {
        self.add_many(value, 1);
    }

    /// Counts so many blocks of this value.
    pub fn add_many(&mut self, value: f64, blocks: u64) {
        let value = if value.is_nan() { 0.5 } else { value.clamp(0.0, 1.0) };
        let at = self.values.partition_point(|&known| known < value - SAME);
        if self.values.get(at).is_none_or(|&known| known > value + SAME) {
            self.values.insert(at, value);
            self.counts.insert(at, 0);
        }
        self.counts[at] += blocks;
        self.blocks += blocks;
    }

    /// The values, in ascending order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How often each value occurred.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Mean and variance (by n − 1) of the values; the variance of fewer than two blocks is 0.
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        let n = self.blocks as f64;
        if self.blocks == 0 {
            return (0.5, 0.0);
        }
        let each = || self.values.iter().zip(&self.counts);
        let mean = each().map(|(value, &count)| value * count as f64).sum::<f64>() / n;
        let squares: f64 = each().map(|(value, &count)| (value - mean).powi(2) * count as f64).sum();
        (mean, if self.blocks > 1 { squares / (n - 1.0) } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_two_matches_are_the_five_quarters() {
        // A6.
        let mut blocks = Histogram::of_matches(2);
        assert_eq!(blocks.values(), [0.0, 0.25, 0.5, 0.75, 1.0]);
        [0.75, 0.75, 0.0, 1.0].into_iter().for_each(|value| blocks.add(value));
        assert_eq!(blocks.counts(), [1, 0, 0, 2, 1]);
        assert_eq!(blocks.blocks(), 4);
        let (mean, variance) = blocks.moments();
        assert_eq!((mean, variance), (0.625, 0.5625 / 3.0));
    }

    #[test]
    fn values_that_occur_become_classes_beside_0_and_1() {
        let mut blocks = Histogram::default();
        [1.0 / 3.0, 0.7, (0.1 + 0.2) / 0.9, 2.0, f64::NAN].into_iter().for_each(|value| blocks.add(value));
        assert_eq!(blocks.values(), [0.0, 1.0 / 3.0, 0.5, 0.7, 1.0]);
        assert_eq!(blocks.counts(), [0, 2, 1, 1, 1]);
    }
}
