//! How strong entrants are and how well that is known, quickly: what the ladder chooses by (A13).
//!
//! Bradley–Terry with normal priors, in natural units (1 is 400 / ln 10 Elo). Strengths by a few sweeps of Newton's
//! method, one entrant after the other. The covariance is the inverse of the information where there are few entrants;
//! where there are many, only its diagonal is kept, as if opponents were known.

use super::{Past, PastState, Setup};
use std::collections::HashMap;

/// Elo points of one natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// How far strengths lie apart before anything is known, and how far a new version from its old one.
const PRIOR: f64 = 1000.0 / ELO;
const VERSION: f64 = 100.0 / ELO;
/// How many comparisons of two a block is worth.
const COMPARISONS: f64 = 2.0;
/// The most entrants whose whole covariance is kept.
const MOST_EXACT: usize = 200;
/// The most entrants of whom the information of any two is kept.
const MOST_KEPT: usize = 2000;
/// The variance of a comparison whose result is as good as known, and how many comparisons it takes to believe that.
const FOREGONE: f64 = 0.05;
const ENOUGH: f64 = 20.0;
/// How often all strengths are brought up to date.
const SWEEPS: usize = 10;

/// Strengths and their covariance.
pub(super) struct Strength {
    means: Vec<f64>,
    spread: Spread,
    /// What a block of any two tells, row by row; empty where there are too many to keep.
    weights: Vec<f32>,
    /// Whose variance counts.
    counted: Vec<bool>,
}

enum Spread {
    /// The covariance, row by row.
    Whole(Vec<f64>),
    /// The information of each, all else being known.
    Diagonal(Vec<f64>),
}

/// What is known of an entrant against another.
struct Against {
    other: u32,
    comparisons: f64,
    /// The sum of points in them.
    points: f64,
}

impl Strength {
    /// From all that was planned: what is pending will be known, so that its information counts already.
    pub(super) fn of(setup: &Setup, past: &[Past]) -> Self {
        let n = setup.entrants.len();
        // By pair: comparisons, points of the first in them, and comparisons that are pending.
        let mut pairs: Vec<((u32, u32), [f64; 3])> = Vec::with_capacity(past.len());
        for past in past {
            let line_up = &past.block.line_up;
            for (i, &one) in line_up.iter().enumerate() {
                for &other in &line_up[..i] {
                    let (low, high) = (one.min(other), one.max(other));
                    match &past.state {
                        PastState::Done(all) => {
                            let of = |who: u32| all.iter().find(|(known, _)| *known == who).map_or(0.5, |(_, p)| *p);
                            let points = COMPARISONS * (0.5 + (of(low) - of(high)) / 2.0);
                            pairs.push(((low, high), [COMPARISONS, points, 0.0]));
                        }
                        PastState::Pending => pairs.push(((low, high), [0.0, 0.0, COMPARISONS])),
                        PastState::Struck => {}
                    }
                }
            }
        }
        pairs.sort_unstable_by_key(|(pair, _)| *pair);
        pairs.dedup_by(|(pair, more), (first, sums)| {
            let same = pair == first;
            if same {
                sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += *more);
            }
            same
        });
        let mut against: Vec<Vec<Against>> = (0..n).map(|_| Vec::new()).collect();
        for &((low, high), [comparisons, points, _]) in &pairs {
            against[low as usize].push(Against { other: high, comparisons, points });
            against[high as usize].push(Against { other: low, comparisons, points: comparisons - points });
        }
        let versions = versions(setup);
        let means = fit(&against, &versions);
        let edges = pairs.iter().map(|&((low, high), [comparisons, _, pending])| {
            (low, high, (comparisons + pending) * variance(means[low as usize] - means[high as usize]))
        });
        let edges = edges.chain(versions.iter().map(|&(one, other)| (one, other, VERSION.powi(-2))));
        let spread = if n <= MOST_EXACT {
            let mut information = vec![0.0; n * n];
            (0..n).for_each(|i| information[i * n + i] = PRIOR.powi(-2));
            for (one, other, weight) in edges {
                let (one, other) = (one as usize, other as usize);
                information[one * n + one] += weight;
                information[other * n + other] += weight;
                information[one * n + other] -= weight;
                information[other * n + one] -= weight;
            }
            Spread::Whole(inverse(information, n))
        } else {
            let mut information = vec![PRIOR.powi(-2); n];
            for (one, other, weight) in edges {
                information[one as usize] += weight;
                information[other as usize] += weight;
            }
            Spread::Diagonal(information)
        };
        let counted = counted(setup, &means, &against);
        let row = |one: &f64| means.iter().map(|other| weight(one - other) as f32).collect::<Vec<_>>();
        let weights = if n <= MOST_KEPT { means.iter().flat_map(row).collect() } else { Vec::new() };
        Self { means, spread, weights, counted }
    }

    /// By how much the sum of variances is expected to fall after a block of these two.
    pub(super) fn gain(&self, one: u32, other: u32) -> f64 {
        let (one, other) = (one as usize, other as usize);
        let weight = self.weight(one, other);
        match &self.spread {
            Spread::Whole(covariance) => {
                let n = self.means.len();
                let (a, b) = (&covariance[one * n..][..n], &covariance[other * n..][..n]);
                let apart = a.iter().zip(b).zip(&self.counted).filter(|(_, on)| **on).map(|((a, b), _)| a - b);
                let (all, squares, sum) = apart.fold((0.0, 0.0, 0.0), |(all, squares, sum), apart| {
                    (all + 1.0, squares + apart * apart, sum + apart)
                });
                // How high all of them stand together is nobody's strength.
                let fall: f64 = if all > 0.0 { squares - sum * sum / all } else { 0.0 };
                weight * fall / (1.0 + weight * (a[one] - a[other] - b[one] + b[other]))
            }
            Spread::Diagonal(information) => {
                let (a, b) = (1.0 / information[one], 1.0 / information[other]);
                let fall = |variance: f64, on: bool| if on { variance * variance } else { 0.0 };
                weight * (fall(a, self.counted[one]) + fall(b, self.counted[other])) / (1.0 + weight * (a + b))
            }
        }
    }

    /// The two of these whose block tells most.
    pub(super) fn best_two(&self, active: &[u32]) -> Option<(u32, u32)> {
        // What a block can tell of one entrant at most, and so of two: most first, the rest need not be looked at.
        let most = |entrant: u32| match &self.spread {
            Spread::Whole(_) => f64::INFINITY,
            Spread::Diagonal(information) => {
                let (variance, weight) = (1.0 / information[entrant as usize], weight(0.0));
                weight * variance * variance / (1.0 + weight * variance)
            }
        };
        let mut order: Vec<(f64, u32)> = active.iter().map(|&entrant| (most(entrant), entrant)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f64, u32, u32)> = None;
        for (i, &(most, one)) in order.iter().enumerate() {
            for &(other_most, other) in &order[i + 1..] {
                let found = best.map_or(f64::NEG_INFINITY, |best| best.0);
                if most + other_most <= found {
                    break;
                }
                let gain = self.gain(one, other);
                if gain > found {
                    best = Some((gain, one, other));
                }
            }
        }
        best.map(|(_, one, other)| (one, other))
    }

    /// Counts a block of these two as information, whatever its result will be.
    pub(super) fn learn(&mut self, one: u32, other: u32) {
        let (one, other) = (one as usize, other as usize);
        let weight = self.weight(one, other);
        match &mut self.spread {
            Spread::Whole(covariance) => {
                let n = self.means.len();
                let apart: Vec<f64> = (0..n).map(|i| covariance[i * n + one] - covariance[i * n + other]).collect();
                let scale = weight / (1.0 + weight * (apart[one] - apart[other]));
                for i in 0..n {
                    for j in 0..n {
                        covariance[i * n + j] -= scale * apart[i] * apart[j];
                    }
                }
            }
            Spread::Diagonal(information) => {
                information[one] += weight;
                information[other] += weight;
            }
        }
    }

    fn weight(&self, one: usize, other: usize) -> f64 {
        let n = self.means.len();
        self.weights
            .get(one * n + other)
            .map_or_else(|| weight(self.means[one] - self.means[other]), |&kept| kept.into())
    }

    #[cfg(test)]
    pub(super) fn elo(&self, entrant: u32) -> f64 {
        self.means[entrant as usize] * ELO
    }

    #[cfg(test)]
    pub(super) fn total_variance(&self) -> f64 {
        let n = self.means.len();
        let counted: Vec<usize> = (0..n).filter(|&i| self.counted[i]).collect();
        match &self.spread {
            Spread::Whole(covariance) => {
                let of = |i: usize, j: usize| covariance[i * n + j];
                let all: f64 = counted.iter().flat_map(|&i| counted.iter().map(move |&j| of(i, j))).sum();
                counted.iter().map(|&i| of(i, i)).sum::<f64>() - all / counted.len() as f64
            }
            Spread::Diagonal(information) => counted.iter().map(|&i| 1.0 / information[i]).sum(),
        }
    }
}

/// The information of a block of two.
fn weight(apart: f64) -> f64 {
    COMPARISONS * variance(apart)
}

/// The variance of one comparison: p (1 - p).
fn variance(apart: f64) -> f64 {
    let p = chance(apart);
    p * (1.0 - p)
}

fn chance(apart: f64) -> f64 {
    1.0 / (1.0 + (-apart).exp())
}

/// Whose variance counts: of those who still play, all but those whose blocks are foregone even against the nearest.
/// Who loses everything has no strength that a block would make known, and would be chosen before all others for ever.
fn counted(setup: &Setup, means: &[f64], against: &[Vec<Against>]) -> Vec<bool> {
    let mut order = setup.active();
    order.sort_by(|&a, &b| means[a as usize].total_cmp(&means[b as usize]));
    let mean = |at: Option<usize>| at.and_then(|at| order.get(at)).map(|&entrant| means[entrant as usize]);
    let mut counted = vec![false; means.len()];
    for (at, &entrant) in order.iter().enumerate() {
        let own = means[entrant as usize];
        let beside = [mean(at.checked_sub(1)), mean(Some(at + 1))].into_iter().flatten();
        let nearest = beside.map(|other| (other - own).abs()).fold(f64::INFINITY, f64::min);
        let played: f64 = against[entrant as usize].iter().map(|known| known.comparisons).sum();
        counted[entrant as usize] = played < ENOUGH || variance(nearest) >= FOREGONE;
    }
    // Where there are not two of them, all that is left is to know better what is known.
    if counted.iter().filter(|on| **on).count() < 2 {
        order.iter().for_each(|&entrant| counted[entrant as usize] = true);
    }
    counted
}

/// Every entrant with the one before it of the same name: a new version starts from its old rating (A13).
fn versions(setup: &Setup) -> Vec<(u32, u32)> {
    let mut last: HashMap<&str, u32> = HashMap::new();
    let link = |(number, entrant)| {
        let entrant: &super::Seated = entrant;
        last.insert(entrant.name.as_str(), number).map(|old| (old, number))
    };
    (0u32..).zip(&setup.entrants).filter_map(link).collect()
}

fn fit(against: &[Vec<Against>], versions: &[(u32, u32)]) -> Vec<f64> {
    let mut means = vec![0.0; against.len()];
    let mut links: Vec<Vec<u32>> = vec![Vec::new(); against.len()];
    for &(one, other) in versions {
        links[one as usize].push(other);
        links[other as usize].push(one);
    }
    for _ in 0..SWEEPS {
        for i in 0..means.len() {
            let mut slope = -means[i] / PRIOR.powi(2);
            let mut curve = PRIOR.powi(-2);
            for &other in &links[i] {
                slope -= (means[i] - means[other as usize]) / VERSION.powi(2);
                curve += VERSION.powi(-2);
            }
            for known in &against[i] {
                let p = chance(means[i] - means[known.other as usize]);
                slope += known.points - known.comparisons * p;
                curve += known.comparisons * p * (1.0 - p);
            }
            // Far from the answer the curve is flat: no step is longer than a unit.
            means[i] += (slope / curve).clamp(-1.0, 1.0);
        }
    }
    means
}

/// The inverse of a symmetric positive matrix, by elimination without exchange.
fn inverse(mut matrix: Vec<f64>, n: usize) -> Vec<f64> {
    for k in 0..n {
        let pivot = 1.0 / matrix[k * n + k];
        let row: Vec<f64> = matrix[k * n..][..n].to_vec();
        for i in (0..n).filter(|&i| i != k) {
            let factor = matrix[i * n + k] * pivot;
            if factor != 0.0 {
                let line = &mut matrix[i * n..][..n];
                line.iter_mut().zip(&row).for_each(|(cell, above)| *cell -= factor * above);
                line[k] = -factor;
            }
        }
        let line = &mut matrix[k * n..][..n];
        line.iter_mut().for_each(|cell| *cell *= pivot);
        line[k] = pivot;
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![4.0, -1.0, 0.5, -1.0, 3.0, 0.0, 0.5, 0.0, 2.0];
        let inverse = inverse(matrix.clone(), 3);
        for i in 0..3 {
            for j in 0..3 {
                let cell: f64 = (0..3).map(|k| matrix[i * 3 + k] * inverse[k * 3 + j]).sum();
                assert!((cell - f64::from(u8::from(i == j))).abs() < 1e-12, "{i} {j} {cell}");
            }
        }
    }
}
