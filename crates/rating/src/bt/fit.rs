//! Newton's method to the strengths that fit best, with the priors (A14).

use super::Options;
use super::layout::Layout;
use super::model::{At, Counts, Results};
use crate::dense::{Square, dot};
use crate::elo::NATURAL;

/// Where no match says anything a rating is 0 ± this, in Elo (A14).
const RATING: f64 = 1000.0;
/// The same for a side.
const SIDE: f64 = 400.0;
/// The same for the log of the parameter of a tie.
const TIE: f64 = 3.0;

/// Every part of the gradient must be smaller than this (A14).
const STILL: f64 = 1e-8;
/// More steps than any results need.
const STEPS: usize = 200;
/// Where a part of a step as small as this leads no higher, all digits are spent.
const SHORTEST: f64 = 1e-6;

/// The best fit.
pub(super) struct Fit {
    pub(super) x: Vec<f64>,
    /// The curvature there, with the priors', factored.
    pub(super) factor: Square,
    /// The largest part of the gradient there.
    pub(super) gradient: f64,
}

/// The priors as the matrix of a quadratic form in the parameters (A14): the log of their density is −x P x / 2.
///
/// With `S` sides an entrant's rating is the mean of its strengths, and what it has on a side beyond that, e, is parted
/// into the mean over entrants, h, and its own rest, d. Each of h and d is 0 ± 400 where its sum over sides is 0.
pub(super) fn priors(layout: &Layout, options: &Options) -> Square {
    let (n, sides) = (layout.entrants.len(), layout.sides.len());
    let mut priors = Square::zero(layout.parameters());
    let mut rating = |weights: &[(usize, f64)], deviation: f64| {
        for &(one, left) in weights {
            for &(other, right) in weights {
                let value = left * right / (deviation * NATURAL).powi(2) / (sides * sides) as f64;
                for (s, t) in (0..sides).flat_map(|s| (0..sides).map(move |t| (s, t))) {
                    priors.add(one * sides + s, other * sides + t, value);
                }
            }
        }
    };
    for (at, &entrant) in layout.entrants.iter().enumerate() {
        let from = options.successions.iter().find(|succession| succession.new == entrant);
        match from.and_then(|from| Some((layout.position(from.old)?, from.deviation))) {
            Some((old, deviation)) => rating(&[(at, 1.0), (old, -1.0)], deviation),
            None => rating(&[(at, 1.0)], RATING),
        }
    }
    if sides > 1 {
        let precision = (1.0 - 1.0 / sides as f64) / (SIDE * NATURAL).powi(2);
        let shared = (n as f64 - 1.0) / (n * n) as f64;
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let own = if i == j { 1.0 } else { 0.0 };
            for (s, t) in (0..sides).flat_map(|s| (0..sides).map(move |t| (s, t))) {
                let contrast = if s == t { 1.0 } else { 0.0 } - 1.0 / sides as f64;
                priors.add(i * sides + s, j * sides + t, precision * contrast * (own - shared));
            }
        }
    }
    for at in 0..layout.ties.len() {
        priors.add(layout.tie(at), layout.tie(at), 1.0 / (TIE * TIE));
    }
    priors
}

/// The strengths at which these counts and priors are likeliest.
pub(super) fn fit(layout: &Layout, results: &Results, counts: &Counts, priors: &Square, start: &[f64]) -> Fit {
    let tables = !results.table_ends.is_empty();
    // The likelihood is concave: a step that does not lead up is too long, never wrong.
    let at = |x: &[f64]| {
        let mut sums = At::new(layout, x, tables).sums(results, counts);
        let pull = priors.times(x);
        sums.value -= dot(x, &pull) / 2.0;
        sums.gradient.iter_mut().zip(&pull).for_each(|(sum, pull)| *sum -= pull);
        sums
    };
    let largest = |gradient: &[f64]| gradient.iter().fold(0.0f64, |most, part| most.max(part.abs()));
    let mut x = start.to_vec();
    let mut here = at(&x);
    for step in 0.. {
        let gradient = largest(&here.gradient);
        here.curvature.data.iter_mut().zip(&priors.data).for_each(|(sum, prior)| *sum += prior);
        let mut factor = here.curvature;
        assert!(factor.factor(), "priors make the curvature positive definite");
        if gradient < STILL || step == STEPS {
            return Fit { x, factor, gradient };
        }
        let direction = factor.solve(&here.gradient);
        let mut length = 1.0;
        here = loop {
            let next: Vec<f64> = x.iter().zip(&direction).map(|(x, step)| x + length * step).collect();
            let there = at(&next);
            // Near the top values differ by less than they are rounded to: there the gradient decides.
            let up = there.value > here.value || largest(&there.gradient) < gradient;
            if up && there.value.is_finite() {
                x = next;
                break there;
            }
            length /= 2.0;
            if length < SHORTEST {
                return Fit { x, factor, gradient };
            }
        };
    }
    unreachable!("the last step returns")
}
