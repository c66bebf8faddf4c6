//! What is reported of the parameters, and how sure it is: the sandwich over blocks, or blocks drawn again (A14).

use super::fit::{Fit, fit};
use super::gather::Gathered;
use super::layout::Layout;
use super::model::{At, Local};
use crate::dense::{Square, dot};
use crate::elo::Z;
use gridhaunt_kernel::Random;
use rayon::prelude::*;

/// Larger systems are drawn again one after the other, each over all cores, so that memory does not grow with cores.
const SMALL: usize = 300;

/// What is reported, as numbers in natural units, or their variances: parallel to [`Layout`].
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    /// By entrant: the rating, with the mean or the anchor at 0.
    pub(super) ratings: Vec<f64>,
    /// By slot: what the entrant has there beyond its rating and what the side gives.
    pub(super) offsets: Vec<f64>,
    /// By side: what it gives to everybody.
    pub(super) sides: Vec<f64>,
    /// By tie: the log of its parameter.
    pub(super) ties: Vec<f64>,
}

impl Reported {
    fn all(&self) -> impl Iterator<Item = f64> {
        [&self.ratings, &self.offsets, &self.sides, &self.ties].into_iter().flatten().copied()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        [&mut self.ratings, &mut self.offsets, &mut self.sides, &mut self.ties].into_iter().flatten()
    }
}

/// The weights of the parameters in what ratings are counted from: the mean of all, or the anchor.
fn origin(layout: &Layout, anchor: Option<usize>) -> Vec<f64> {
    let (n, sides) = (layout.entrants.len(), layout.sides.len());
    let mut weights = vec![0.0; layout.parameters()];
    match anchor {
        Some(anchor) => weights[anchor * sides..(anchor + 1) * sides].fill(1.0 / sides as f64),
        None => weights[..layout.slots()].fill(1.0 / (n * sides) as f64),
    }
    weights
}

/// The weights of the parameters in what side `s` gives to everybody.
fn given(layout: &Layout, s: usize) -> Vec<f64> {
    let (n, sides) = (layout.entrants.len(), layout.sides.len());
    let mut weights = vec![0.0; layout.parameters()];
    for (slot, weight) in weights[..layout.slots()].iter_mut().enumerate() {
        *weight = (if slot % sides == s { 1.0 } else { 0.0 } - 1.0 / sides as f64) / n as f64;
    }
    weights
}

/// What these parameters mean.
pub(super) fn report(layout: &Layout, anchor: Option<usize>, x: &[f64]) -> Reported {
    let sides = layout.sides.len();
    let zero = dot(&origin(layout, anchor), x);
    let given: Vec<f64> = (0..sides).map(|s| dot(&given(layout, s), x)).collect();
    let mut reported = Reported { sides: given, ties: x[layout.slots()..].to_vec(), ..Reported::default() };
    for strengths in x[..layout.slots()].chunks(sides) {
        let rating = strengths.iter().sum::<f64>() / sides as f64;
        reported.ratings.push(rating - zero);
        reported
            .offsets
            .extend(strengths.iter().zip(&reported.sides).map(|(strength, given)| strength - rating - given));
    }
    reported
}

/// The variances of what is reported, from the sandwich: H⁻¹ (B + P) H⁻¹, where H is the curvature, B the sum of the
/// squares of the blocks' scores, and P what the priors stand for.
pub(super) fn sandwich(gathered: &Gathered, anchor: Option<usize>, fit: &Fit, priors: &Square) -> Reported {
    let Gathered { layout, results, blocks, .. } = gathered;
    let inverse = fit.factor.inverse();
    let at = At::new(layout, &fit.x, !results.table_ends.is_empty());
    let mut middle = Square::zero(layout.parameters());
    let (mut local, mut score) = (Local::default(), Vec::<(usize, f64)>::new());
    for block in blocks {
        score.clear();
        for &item in &results.items[block.clone()] {
            at.score(results, item, &mut local, |parameter, value| {
                match score.iter_mut().find(|(known, _)| *known == parameter) {
                    Some((_, sum)) => *sum += value,
                    None => score.push((parameter, value)),
                }
            });
        }
        for &(i, left) in &score {
            for &(j, right) in &score {
                middle.add(i, j, left * right);
            }
        }
    }
    // Few blocks vary less about their own fit than about the truth.
    let n = blocks.len() as f64;
    let few = if blocks.len() > 1 { n / (n - 1.0) } else { 1.0 };
    middle.data.iter_mut().zip(&priors.data).for_each(|(sum, prior)| *sum = *sum * few + prior);
    let half = inverse.times_symmetric(&middle);
    let sides = layout.sides.len();
    let covariance = |i: usize, j: usize| dot(half.row(i), inverse.row(j));
    let with = |weights: &[f64]| half.times(&inverse.times(weights));
    let zero = origin(layout, anchor);
    let with_zero = with(&zero);
    let of_zero = dot(&zero, &with_zero);
    let given: Vec<Vec<f64>> = (0..sides).map(|s| given(layout, s)).collect();
    let with_given: Vec<Vec<f64>> = given.iter().map(|given| with(given)).collect();
    let of_given: Vec<f64> = given.iter().zip(&with_given).map(|(given, with)| dot(given, with)).collect();
    let mut variances = Reported { sides: of_given, ..Reported::default() };
    for entrant in 0..layout.entrants.len() {
        let slots = entrant * sides..(entrant + 1) * sides;
        let own: Vec<Vec<f64>> = slots.clone().map(|i| slots.clone().map(|j| covariance(i, j)).collect()).collect();
        let mean = 1.0 / sides as f64;
        let all: f64 = own.iter().flatten().sum::<f64>() * mean * mean;
        let shared: f64 = with_zero[slots.clone()].iter().sum::<f64>() * mean;
        variances.ratings.push(all - 2.0 * shared + of_zero);
        for s in 0..sides {
            let row: f64 = own[s].iter().sum::<f64>() * mean;
            let beyond = own[s][s] - 2.0 * row + all;
            let shared = with_given[s][slots.start + s] - with_given[s][slots.clone()].iter().sum::<f64>() * mean;
            variances.offsets.push(beyond - 2.0 * shared + variances.sides[s]);
        }
    }
    variances.ties = (0..layout.ties.len()).map(|at| covariance(layout.tie(at), layout.tie(at))).collect();
    variances.all_mut().for_each(|variance| *variance = variance.max(0.0));
    variances
}

/// The ends of the 95 % intervals of numbers with these variances.
pub(super) fn around(found: &Reported, variances: &Reported) -> (Reported, Reported) {
    let (mut low, mut high) = (found.clone(), found.clone());
    for ((low, high), variance) in low.all_mut().zip(high.all_mut()).zip(variances.all()) {
        let half = Z * variance.sqrt();
        *low -= half;
        *high += half;
    }
    (low, high)
}

/// The ends between which 95 % of what is reported lies when blocks are drawn again.
pub(super) fn bootstrap(
    gathered: &Gathered,
    anchor: Option<usize>,
    whole: &Fit,
    priors: &Square,
    draws: usize,
    seed: u64,
) -> (Reported, Reported) {
    let Gathered { layout, results, blocks, .. } = gathered;
    let again = |draw: usize| {
        let mut random = Random::stream(seed, draw as u64);
        let mut counts = results.none();
        for _ in blocks {
            for &item in &results.items[blocks[random.index(blocks.len())].clone()] {
                counts.add(item, 1.0);
            }
        }
        let fit = fit(layout, results, &counts, priors, &whole.x);
        report(layout, anchor, &fit.x).all().collect::<Vec<f64>>()
    };
    let drawn: Vec<Vec<f64>> = if layout.parameters() < SMALL {
        (0..draws).into_par_iter().map(again).collect()
    } else {
        (0..draws).map(again).collect()
    };
    let mut low = report(layout, anchor, &whole.x);
    let mut high = low.clone();
    for (at, (low, high)) in low.all_mut().zip(high.all_mut()).enumerate() {
        let column: Vec<f64> = drawn.iter().map(|row| row[at]).collect();
        (*low, *high) = crate::quantiles(column);
    }
    (low, high)
}

/// The covariance of the ratings as the model believes it, without what ratings are counted from.
pub(super) fn believed(layout: &Layout, fit: &Fit) -> Vec<f64> {
    let (n, sides) = (layout.entrants.len(), layout.sides.len());
    let inverse = fit.factor.inverse();
    let mut covariance = vec![0.0; n * n];
    for (at, value) in covariance.iter_mut().enumerate() {
        let (one, other) = (at / n * sides, at % n * sides);
        let sum: f64 = (one..one + sides).map(|i| inverse.row(i)[other..other + sides].iter().sum::<f64>()).sum();
        *value = sum / (sides * sides) as f64;
    }
    covariance
}
