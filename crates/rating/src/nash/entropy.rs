//! Of all mixtures that nobody beats, the one with most entropy.

use super::BEATEN;
use crate::dense::Square;

/// What is smaller is 0 beside numbers of the size of gains.
const NOTHING: f64 = 1e-10;

/// The mixture with most entropy, from one that is inside of all, and who can have a part. None if the numbers do not
/// allow it to be told; the one inside then is as good as can be had.
pub(super) fn most(n: usize, gains: &[f64], inside: &[f64], taken: &[bool]) -> Option<Vec<f64>> {
    let parts: Vec<usize> = (0..n).filter(|&i| taken[i]).collect();
    // Who can have a part gains nothing against any such mixture; others may gain nothing either, or lose.
    let (free, bound) = eliminate(&parts, n, gains)?;
    let others: Vec<usize> = (0..n).filter(|&i| !taken[i]).collect();
    let mixture = |y: &[f64]| {
        let mut p = vec![0.0; parts.len()];
        free.iter().zip(y).for_each(|(&at, &y)| p[at] = y);
        for (at, row) in &bound {
            p[*at] = row[free.len()] - row.iter().zip(y).map(|(weight, y)| weight * y).sum::<f64>();
        }
        p
    };
    let against = |who: usize, p: &[f64]| parts.iter().zip(p).map(|(&at, p)| gains[who * n + at] * p).sum::<f64>();
    let mut y: Vec<f64> = free.iter().map(|&at| inside[parts[at]]).collect();
    if !free.is_empty() {
        climb(&mut y, &mixture, &free, &bound, &others, &against)?;
    }
    let p = mixture(&y);
    let sum: f64 = p.iter().sum();
    let mut shares = vec![0.0; n];
    parts.iter().zip(&p).for_each(|(&at, p)| shares[at] = p.max(0.0) / sum);
    let fair = p.iter().all(|p| *p > -BEATEN)
        && (0..n).all(|who| {
            gains[who * n..(who + 1) * n].iter().zip(&shares).map(|(gain, share)| gain * share).sum::<f64>() <= BEATEN
        });
    fair.then_some(shares)
}

/// A part that follows from the free ones: it is the last number, less the others times the free ones.
type Bound = (usize, Vec<f64>);

/// Solves "nobody gains, and all parts sum to 1" for as many parts as it decides; the others are free.
fn eliminate(parts: &[usize], n: usize, gains: &[f64]) -> Option<(Vec<usize>, Vec<Bound>)> {
    let k = parts.len();
    let mut rows: Vec<Vec<f64>> = parts
        .iter()
        .map(|&i| parts.iter().map(|&j| gains[i * n + j]).chain([0.0]).collect())
        .chain([vec![1.0; k + 1]])
        .collect();
    let mut pivots: Vec<usize> = Vec::new();
    while pivots.len() < rows.len().min(k) {
        let done = pivots.len();
        let candidates = (done..rows.len()).flat_map(|i| (0..k).map(move |j| (i, j)));
        let open = candidates.filter(|(_, j)| !pivots.contains(j));
        let (i, j) = open.max_by(|a, b| rows[a.0][a.1].abs().total_cmp(&rows[b.0][b.1].abs()))?;
        if rows[i][j].abs() < NOTHING {
            break;
        }
        rows.swap(done, i);
        let pivot = rows[done][j];
        rows[done].iter_mut().for_each(|value| *value /= pivot);
        let top = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != done) {
            let factor = row[j];
            if factor != 0.0 {
                row.iter_mut().zip(&top).for_each(|(value, top)| *value -= factor * top);
            }
        }
        pivots.push(j);
    }
    let free: Vec<usize> = (0..k).filter(|j| !pivots.contains(j)).collect();
    let row = |at: usize| free.iter().map(|&j| rows[at][j]).chain([rows[at][k]]).collect();
    let bound = pivots.iter().enumerate().map(|(at, &j)| (j, row(at))).collect();
    Some((free, bound))
}

/// Newton's method over the free parts. Where others must not gain, a barrier that is taken down keeps away from it.
fn climb(
    y: &mut Vec<f64>,
    mixture: &impl Fn(&[f64]) -> Vec<f64>,
    free: &[usize],
    bound: &[Bound],
    others: &[usize],
    against: &impl Fn(usize, &[f64]) -> f64,
) -> Option<()> {
    let r = free.len();
    // How parts change with the free ones, and from that how the gains of others do.
    let mut change = vec![vec![0.0; free.len() + bound.len()]; r];
    for (f, &at) in free.iter().enumerate() {
        change[f][at] = 1.0;
        bound.iter().for_each(|(at, row)| change[f][*at] = -row[f]);
    }
    let slopes: Vec<Vec<f64>> =
        others.iter().map(|&who| change.iter().map(|change| against(who, change)).collect()).collect();
    let value = |y: &[f64], barrier: f64| {
        let p = mixture(y);
        let losses: Vec<f64> = others.iter().map(|&who| -against(who, &p)).collect();
        let inside = p.iter().chain(&losses).all(|x| *x > 0.0);
        inside.then(|| {
            let entropy: f64 = p.iter().map(|p| -p * p.ln()).sum();
            (entropy + barrier * losses.iter().map(|loss| loss.ln()).sum::<f64>(), p, losses)
        })
    };
    let mut barrier = if others.is_empty() { 0.0 } else { 1e-2 };
    loop {
        for _ in 0..100 {
            let (here, p, losses) = value(y, barrier)?;
            let mut gradient = vec![0.0; r];
            let mut curvature = Square::zero(r);
            for f in 0..r {
                gradient[f] = -change[f].iter().zip(&p).map(|(change, p)| change * (p.ln() + 1.0)).sum::<f64>()
                    - slopes.iter().zip(&losses).map(|(slope, loss)| barrier * slope[f] / loss).sum::<f64>();
                for g in 0..=f {
                    let own: f64 = change[f].iter().zip(&change[g]).zip(&p).map(|((f, g), p)| f * g / p).sum();
                    let kept = slopes.iter().zip(&losses).map(|(slope, loss)| slope[f] * slope[g] / (loss * loss));
                    curvature.add(f, g, own + barrier * kept.sum::<f64>());
                }
            }
            if !curvature.factor() {
                return None;
            }
            let step = curvature.solve(&gradient);
            let rise: f64 = step.iter().zip(&gradient).map(|(step, gradient)| step * gradient).sum();
            if rise < 1e-22 {
                break;
            }
            let mut length = 1.0;
            let next = loop {
                let next: Vec<f64> = y.iter().zip(&step).map(|(y, step)| y + length * step).collect();
                if value(&next, barrier).is_some_and(|(there, ..)| there > here || rise < 1e-14) {
                    break Some(next);
                }
                length /= 2.0;
                if length < 1e-12 {
                    break None;
                }
            };
            match next {
                Some(next) => *y = next,
                None => break,
            }
        }
        if barrier < 1e-11 {
            return Some(());
        }
        barrier /= 10.0;
    }
}
