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
