//! The sequential test: blocks are played until it is clear whether A is better than B (A6).
//!
//! The generalised ratio: under each hypothesis the distribution of block points is taken that fits what was seen best
//! among those that have the strength of the hypothesis, so nothing else about the distribution needs to be known.

use crate::{Histogram, elo};
use gridhaunt_kernel::Invalid;
use serde::{Deserialize, Serialize};

/// What stands for the count of a class that is empty (A6).
const EMPTY: f64 = 1e-3;

/// A distribution stands still when no probability moves by more than this.
const STILL: f64 = 1e-11;

/// More steps to a balance than any histogram needs.
const STEPS: usize = 200;

/// More repetitions than any histogram needs.
const REPETITIONS: usize = 500;

/// What Elo of a test means (A6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The mean of block points over their own deviation: what takes equally long to show is equally large.
    #[default]
    Normalized,
    /// The mean of block points, through the logistic curve of Elo.
    Logistic,
}

/// A test of H1 "A is better by `elo1`" against H0 "A is better by `elo0`".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The strength under H0.
    pub elo0: f64,
    /// The strength under H1, larger than under H0.
    pub elo1: f64,
    /// The accepted risk of taking H1 where H0 is true.
    pub alpha: f64,
    /// The accepted risk of taking H0 where H1 is true.
    pub beta: f64,
    /// What Elo means here.
    pub model: Model,
    /// The number of matches in a block.
    pub matches_a_block: u32,
}

impl Default for Sprt {
    /// `--sprt 0,40 --alpha 0.05 --beta 0.05`, over blocks of two matches.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model: Model::Normalized, matches_a_block: 2 }
    }
}

/// The state of a test: the log of the likelihood ratio, and the bounds that it is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Llr {
    /// Positive where the results fit H1 better than H0.
    pub value: f64,
    /// At or below it H0 is taken.
    pub lower: f64,
    /// At or above it H1 is taken.
    pub upper: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// A is not better: the results fit `elo0`.
    H0,
    /// A is better: the results fit `elo1`.
    H1,
    /// More blocks are needed.
    Undecided,
}

impl Llr {
    /// What the test has come to.
    #[must_use]
    pub fn decision(&self) -> Decision {
        if self.value >= self.upper {
            Decision::H1
        } else if self.value <= self.lower {
            Decision::H0
        } else {
            Decision::Undecided
        }
    }
}

impl Sprt {
    /// Whether this can be tested.
    ///
    /// # Errors
    /// If a strength is not in −1000..=1000, they are not in order, or a risk is not between 0 and 1/2.
    pub fn check(&self) -> Result<(), Invalid> {
        for (field, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-1000.0..=1000.0).contains(&elo) {
                return Err(Invalid::new(field, elo, "-1000..=1000"));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(Invalid::new("elo1", self.elo1, format!("larger than elo0, which is {}", self.elo0)));
        }
        for (field, risk) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(risk > 0.0 && risk < 0.5) {
                return Err(Invalid::new(field, risk, "between 0 and 0.5"));
            }
        }
        if self.matches_a_block == 0 {
            return Err(Invalid::new("matches_a_block", 0, "1 or more"));
        }
        Ok(())
    }

    /// The bounds of Wald: below the first H0 is taken, above the second H1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What these blocks say.
    #[must_use]
    pub fn judge(&self, blocks: &Histogram) -> Llr {
        self.look(blocks).0
    }

    /// What these blocks say, and by class the log of the ratio, which is about what one block more of it would add.
    fn look(&self, blocks: &Histogram) -> (Llr, Vec<f64>) {
        let (lower, upper) = self.bounds();
        if blocks.blocks() == 0 {
            return (Llr { value: 0.0, lower, upper }, vec![0.0; blocks.values().len()]);
        }
        let mut seen: Vec<f64> =
            blocks.counts().iter().map(|&count| if count == 0 { EMPTY } else { count as f64 }).collect();
        let sum: f64 = seen.iter().sum();
        seen.iter_mut().for_each(|share| *share /= sum);
        let fit = |elo| match self.model {
            Model::Logistic => held_mean(&seen, blocks.values(), elo::expected(elo)),
            Model::Normalized => held_ratio(&seen, blocks.values(), self.ratio(elo)),
        };
        let (under0, under1) = (fit(self.elo0), fit(self.elo1));
        let logs: Vec<f64> = under0.iter().zip(&under1).map(|(q0, q1)| (q1 / q0).ln()).collect();
        let gain: f64 = seen.iter().zip(&logs).map(|(share, log)| share * log).sum();
        (Llr { value: blocks.blocks() as f64 * gain, lower, upper }, logs)
    }

    /// Normalised Elo as the mean of block points beyond 1/2, over their deviation.
    #[must_use]
    pub fn ratio(&self, elo: f64) -> f64 {
        elo * elo::NATURAL / 2.0 * f64::from(self.matches_a_block).sqrt()
    }
}

/// The distribution over `values` that fits `seen` best among those of this mean.
fn held_mean(seen: &[f64], values: &[f64], mean: f64) -> Vec<f64> {
    let away: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let theta = balance(seen, &away, 0.0).unwrap_or(0.0);
    seen.iter().zip(&away).map(|(share, away)| share / (1.0 + theta * away)).collect()
}

/// The distribution over `values` that fits `seen` best among those whose mean beyond 1/2 is `ratio` deviations.
fn held_ratio(seen: &[f64], values: &[f64], ratio: f64) -> Vec<f64> {
    let mut q = vec![1.0 / values.len() as f64; values.len()];
    let mut away = vec![0.0; values.len()];
    linearised(&q, values, ratio, &mut away);
    if balance(seen, &away, 0.0).is_none() {
        q = tilted(values, ratio);
    }
    let (mut next, mut theta) = (q.clone(), 0.0);
    for repetition in 0..REPETITIONS {
        linearised(&q, values, ratio, &mut away);
        // The constraint holds for the distribution it was linearised at, or nearly so: there is a balance.
        let Some(found) = balance(seen, &away, theta) else { break };
        theta = found;
        for ((next, share), away) in next.iter_mut().zip(seen).zip(&away) {
            *next = share / (1.0 + theta * away);
        }
        let moved = q.iter().zip(&next).map(|(q, next)| (q - next).abs()).fold(0.0, f64::max);
        if repetition < REPETITIONS / 4 {
            q.copy_from_slice(&next);
        } else {
            // What swings to and fro settles in the middle.
            q.iter_mut().zip(&next).for_each(|(q, next)| *q = (*q + next) / 2.0);
        }
        if moved < STILL {
            break;
        }
    }
    q
}

/// What the constraint "(mean − 1/2) / deviation = ratio" weighs each value with, near the distribution `q`.
fn linearised(q: &[f64], values: &[f64], ratio: f64, away: &mut [f64]) {
    let mean: f64 = q.iter().zip(values).map(|(q, value)| q * value).sum();
    let variance: f64 = q.iter().zip(values).map(|(q, value)| q * (value - mean).powi(2)).sum();
    let deviation = variance.sqrt();
    for (away, value) in away.iter_mut().zip(values) {
        *away = value - 0.5 - ratio * deviation * (1.0 + (value - mean).powi(2) / variance) / 2.0;
    }
}

/// A distribution that meets the constraint of [`held_ratio`], however large the ratio: the uniform one, tilted.
fn tilted(values: &[f64], ratio: f64) -> Vec<f64> {
    let at = |tilt: f64| {
        let weights: Vec<f64> = values.iter().map(|value| (tilt * (value - 0.5)).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect::<Vec<f64>>()
    };
    let beyond = |tilt: f64| {
        let q = at(tilt);
        let mean: f64 = q.iter().zip(values).map(|(q, value)| q * value).sum();
        let variance: f64 = q.iter().zip(values).map(|(q, value)| q * (value - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt() - ratio
    };
    let (mut low, mut high) = (-700.0, 700.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if beyond(middle) < 0.0 { low = middle } else { high = middle }
    }
    at((low + high) / 2.0)
}

/// The θ at which Σ seen × away / (1 + θ away) is 0, looked for from `theta` on; none if all values lie on one side.
fn balance(seen: &[f64], away: &[f64], mut theta: f64) -> Option<f64> {
    let (least, most) = away.iter().fold((0.0f64, 0.0f64), |(least, most), &away| (least.min(away), most.max(away)));
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    if !(theta > low && theta < high) {
        theta = 0.0;
    }
    // Newton's method, kept between the ends by bisection: the sum falls from one to the other.
    for _ in 0..STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (share, away) in seen.iter().zip(away) {
            let part = away / (1.0 + theta * away);
            sum += share * part;
            slope -= share * part * part;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let mut next = theta - sum / slope;
        if !(low..=high).contains(&next) {
            next = (low + high) / 2.0;
        }
        let moved = (next - theta).abs();
        theta = next;
        // Newton's method doubles the digits: who moved by so little is there.
        if moved <= 1e-9 * (1.0 + theta.abs()) {
            break;
        }
    }
    Some(theta)
}

#[cfg(test)]
mod tests;
