//! The results of an experiment: a number and its interval for every arm, and paired differences.

use super::measure::{Measure, MeasureKind};
use crate::stats::{Estimate, Mean, share};

/// Adds up the results of every arm and the differences between arms, seed by seed.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Summary {
    pub measures: Vec<Measure>,
    /// How many seeds were added.
    pub games: u64,
    arms: Vec<Vec<Sum>>,
    pairs: Vec<((usize, usize), Vec<Sum>)>,
}

/// The sum of one measure.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    n: u64,
    hits: u64,
    mean: Mean,
}

impl Sum {
    fn add(&mut self, value: f64) {
        self.n += 1;
        self.hits += u64::from(value > 0.5);
        self.mean.add(value);
    }
}

/// A number over many seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Over how many seeds.
    pub n: u64,
    /// The number with its 95 % interval.
    pub estimate: Estimate,
}

gridhaunt_kernel::words! {
    /// What the interval says about a difference.
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Contrast {
        /// The interval does not contain 0.
        Differs = "differs",
        NotSeen = "no difference seen",
    }
}

impl Cell {
    /// The verdict if this is a difference (R55 of Ghost Tag). A single seed has no spread and never differs.
    #[must_use]
    pub fn verdict(&self) -> Contrast {
        let out = self.estimate.low > 0.0 || self.estimate.high < 0.0;
        if self.n > 1 && out { Contrast::Differs } else { Contrast::NotSeen }
    }
}

impl Summary {
    /// An empty summary of these measures for `arms` arms; `pairs` are the differences to compute.
    #[must_use]
    pub fn new(measures: Vec<Measure>, arms: usize, pairs: &[(usize, usize)]) -> Self {
        let none = vec![Sum::default(); measures.len()];
        let pairs = pairs.iter().map(|&pair| (pair, none.clone())).collect();
        Self { games: 0, arms: vec![none; arms], pairs, measures }
    }

    /// Adds one seed: by arm, the values in the order of the measures; `None` if an arm does not have a measure.
    pub fn add(&mut self, arms: &[Vec<Option<f64>>]) {
        self.games += 1;
        for (sums, values) in self.arms.iter_mut().zip(arms) {
            for (sum, value) in sums.iter_mut().zip(values) {
                value.iter().for_each(|&value| sum.add(value));
            }
        }
        for (&mut (one, other), sums) in self.pairs.iter_mut().map(|(pair, sums)| (pair, sums)) {
            for ((sum, a), b) in sums.iter_mut().zip(&arms[one]).zip(&arms[other]) {
                if let (Some(a), Some(b)) = (a, b) {
                    sum.add(a - b);
                }
            }
        }
    }

    /// A measure of an arm (R54 of Ghost Tag): a share with its Wilson interval, or a mean.
    #[must_use]
    pub fn arm(&self, arm: usize, measure: usize) -> Cell {
        let sum = self.arms[arm][measure];
        let estimate = match self.measures[measure].kind {
            MeasureKind::Share => share(sum.hits, sum.n),
            MeasureKind::Mean => sum.mean.estimate(),
        };
        Cell { n: sum.n, estimate }
    }

    /// A measure of a difference (R55 of Ghost Tag): the mean of the differences seed by seed.
    #[must_use]
    pub fn difference(&self, pair: usize, measure: usize) -> Cell {
        let sum = self.pairs[pair].1[measure];
        Cell { n: sum.n, estimate: sum.mean.estimate() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-5, "{a} is not {b}");
    }

    fn measures() -> Vec<Measure> {
        let measure = |name: &str, kind| Measure { name: name.into(), kind, fact: true };
        vec![measure("won", MeasureKind::Share), measure("rounds", MeasureKind::Mean)]
    }

    /// Four seeds, two arms: (won, rounds) of each.
    fn four() -> Summary {
        let mut summary = Summary::new(measures(), 2, &[(1, 0)]);
        for [(a, b), (c, d)] in [[(1, 10), (1, 12)], [(0, 11), (1, 15)], [(0, 9), (1, 10)], [(1, 14), (0, 19)]] {
            let row = |won: i32, rounds: i32| vec![Some(f64::from(won)), Some(f64::from(rounds))];
            summary.add(&[row(a, b), row(c, d)]);
        }
        summary
    }

    #[test]
    fn shares_and_means_have_the_intervals_of_the_specification() {
        // R54 of Ghost Tag
        let summary = four();
        let won = summary.arm(0, 0);
        // p = 2/4: middle (0.5 + 3.8416/8) / (1 + 3.8416/4) = 0.5, half 1.96 × sqrt(0.0625 + 3.8416/64) / 1.9604 = 0.349964.
        assert_eq!((won.n, won.estimate.value), (4, 0.5));
        near(won.estimate.low, 0.150_036);
        near(won.estimate.high, 0.849_964);
        let rounds = summary.arm(0, 1).estimate;
        // 10, 11, 9, 14: mean 11, s = sqrt(14/3) = 2.160247, 1.96 × s / 2 = 2.117042.
        near(rounds.value, 11.0);
        near(rounds.high - rounds.value, 2.117_042);
        near(rounds.value - rounds.low, 2.117_042);
    }

    #[test]
    fn differences_are_paired_by_seed() {
        // R55 of Ghost Tag
        let summary = four();
        let won = summary.difference(0, 0);
        // 0, 1, 1, -1: mean 0.25, s = sqrt(2.75/3) = 0.957427, 1.96 × s / 2 = 0.938279.
        near(won.estimate.value, 0.25);
        near(won.estimate.high, 1.188_279);
        assert_eq!(won.verdict(), Contrast::NotSeen);
        let rounds = summary.difference(0, 1);
        // 2, 4, 1, 5: mean 3, s = sqrt(10/3) = 1.825742, 1.96 × s / 2 = 1.789227. Unpaired it would be lost in noise.
        near(rounds.estimate.value, 3.0);
        near(rounds.estimate.low, 1.210_773);
        assert_eq!((rounds.verdict(), rounds.verdict().name()), (Contrast::Differs, "differs"));
    }

    #[test]
    fn an_interval_that_touches_0_shows_no_difference() {
        let cell = |low, high, n| Cell { n, estimate: Estimate { value: 0.5, low, high } };
        assert_eq!(cell(0.0, 1.0, 9).verdict(), Contrast::NotSeen);
        assert_eq!(cell(-1.0, 0.0, 9).verdict(), Contrast::NotSeen);
        assert_eq!(cell(-1.0, -0.1, 9).verdict(), Contrast::Differs);
        assert_eq!(cell(0.5, 0.5, 1).verdict(), Contrast::NotSeen, "one seed says nothing");
        assert_eq!(cell(0.5, 0.5, 9).verdict().name(), "differs");
        assert_eq!(cell(-0.5, 0.5, 9).verdict().name(), "no difference seen");
    }

    #[test]
    fn what_an_arm_does_not_have_is_not_counted() {
        let mut summary = Summary::new(measures(), 2, &[(1, 0)]);
        summary.add(&[vec![Some(1.0), None], vec![Some(1.0), Some(3.0)]]);
        assert_eq!((summary.arm(0, 1).n, summary.arm(1, 1).n, summary.difference(0, 1).n), (0, 1, 0));
    }
}
