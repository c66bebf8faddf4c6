//! Elo: a difference in strength as a number, and what a duel says of it (A7).

use crate::Histogram;
use serde::Serialize;

/// So many natural units of log odds are one point of Elo.
pub const NATURAL: f64 = std::f64::consts::LN_10 / 400.0;

/// 97.5 % of a normal distribution lies below so many standard deviations.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The points that are expected of who is so much better: 0.5 at 0, 0.64 at 100, 10/11 at 400.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo * NATURAL).exp())
}

/// The difference at which these points are expected; infinite at 0 and 1.
#[must_use]
pub fn of_points(points: f64) -> f64 {
    (points / (1.0 - points)).ln() / NATURAL
}

/// The part of a standard normal distribution below `x`.
pub(crate) fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// What the blocks of a duel say about the difference between the two (A7). Infinite numbers are `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean of the blocks' points.
    pub points: f64,
    /// The difference at which these points are expected; infinite if one has won everything.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
    /// The likelihood of superiority: how likely results are no better than these if the two are equal.
    pub los: f64,
}

impl Estimate {
    /// Estimates from block points. Without a block nothing is known: the interval is infinite.
    #[must_use]
    pub fn of(blocks: &Histogram) -> Self {
        let n = blocks.blocks() as f64;
        let (points, variance) = blocks.moments();
        if blocks.blocks() == 0 {
            return Self { points, elo: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, los: 0.5 };
        }
        let error = (variance / n).sqrt();
        // Blocks that are all alike show no deviation: that of matches, which is the largest there can be, stands in.
        let (low, high, los) = if variance > 0.0 {
            (points - Z * error, points + Z * error, normal((points - 0.5) / error))
        } else {
            let (low, high) = wilson(points, n);
            (low, high, normal((points - 0.5) * 2.0 * n.sqrt()))
        };
        let elo = |points: f64| of_points(points.clamp(0.0, 1.0));
        Self { points, elo: elo(points), low: elo(low), high: elo(high), los }
    }
}

/// The interval of Wilson for the mean of `n` values that are 0 or 1.
fn wilson(mean: f64, n: f64) -> (f64, f64) {
    let (middle, scale) = (mean + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    let half = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half) / scale, (middle + half) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-9 * expected.abs().max(1.0), "{got} is not {expected}");
    }

    #[test]
    fn elo_and_points_belong_together() {
        close(expected(0.0), 0.5);
        close(expected(400.0), 10.0 / 11.0);
        close(of_points(10.0 / 11.0), 400.0);
        close(of_points(0.75), 400.0 * 3f64.log10());
        assert_eq!(of_points(1.0), f64::INFINITY);
    }

    #[test]
    fn the_interval_comes_from_the_deviation_of_blocks() {
        // A7: 50 blocks at 1/2 and 50 at 1. Mean 3/4; each lies 1/4 off, so the deviation of the mean is
        // √(100/16 / 99) / 10.
        let mut blocks = Histogram::of_matches(2);
        blocks.add_many(0.5, 50);
        blocks.add_many(1.0, 50);
        let error = (100.0 / 16.0 / 99.0f64).sqrt() / 10.0;
        let estimate = Estimate::of(&blocks);
        close(estimate.points, 0.75);
        close(estimate.elo, of_points(0.75));
        close(estimate.low, of_points(0.75 - 1.959_963_984_540_054 * error));
        close(estimate.high, of_points(0.75 + 1.959_963_984_540_054 * error));
        assert!(estimate.los > 0.999_999);
    }

    #[test]
    fn los_is_a_half_between_equals_and_known_two_deviations_off() {
        let mut blocks = Histogram::of_matches(2);
        blocks.add_many(0.0, 8);
        blocks.add_many(1.0, 8);
        close(Estimate::of(&blocks).los, 0.5);
        assert!((normal(2.0) - 0.977_249_868_051_820_8).abs() < 1e-12);
        assert!((normal(-Z) - 0.025).abs() < 1e-12);
    }

    #[test]
    fn blocks_that_are_all_alike_leave_a_doubt() {
        let mut blocks = Histogram::of_matches(2);
        let nothing = Estimate::of(&blocks);
        assert_eq!((nothing.low, nothing.elo, nothing.high), (f64::NEG_INFINITY, 0.0, f64::INFINITY));
        blocks.add_many(1.0, 5);
        let won = Estimate::of(&blocks);
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        // Wilson: 5 of 5 are at least 5 / (5 + 1.96²).
        let least = 5.0 / (5.0 + Z * Z);
        assert!((won.low - of_points(least)).abs() < 1e-6, "{won:?}");
        assert!(won.los > 0.95 && won.los < 0.999);
    }
}
