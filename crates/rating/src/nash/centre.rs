//! An interior point method for symmetric games of two whose gains sum to 0.
//!
//! Its path ends in the middle of all mixtures that nobody beats: every entrant that can be in one has a part there, and
//! every other loses points against it.

/// The product of a part and the loss of the same entrant at the end of the path.
const END: f64 = 1e-17;
/// More steps than any path needs.
const STEPS: usize = 200;

/// A mixture inside of all that nobody beats, and which entrants have a part in it. `gains` has the points beyond 1/2 of
/// each (by row) against each.
pub(super) fn centre(n: usize, gains: &[f64]) -> (Vec<f64>, Vec<bool>) {
    // Parts y ≥ 0 and losses w = L y + c ≥ 0 with y_i w_i = μ, from y = w = 1 at μ = 1 to μ = 0. L is minus the gains,
    // bordered so that the path has this start: antisymmetric like them, so that μ alone is the gap.
    let m = n + 1;
    let mut losses = vec![0.0; m * m];
    for i in 0..n {
        for j in 0..n {
            losses[i * m + j] = -gains[i * n + j];
        }
        let border = 1.0 + gains[i * n..(i + 1) * n].iter().sum::<f64>();
        losses[i * m + n] = border;
        losses[n * m + i] = -border;
    }
    let mut y = vec![1.0; m];
    let mut w = vec![1.0; m];
    for _ in 0..STEPS {
        let mu = y.iter().zip(&w).map(|(y, w)| y * w).sum::<f64>() / m as f64;
        if mu < END {
            break;
        }
        let mut matrix = losses.clone();
        for i in 0..m {
            matrix[i * m + i] += w[i] / y[i];
        }
        let Some(order) = factor(m, &mut matrix) else { break };
        // Straight to the end as far as it goes: that says how much of μ can be left out.
        let toward = |share: f64| {
            let right: Vec<f64> = y.iter().zip(&w).map(|(y, w)| share * mu / y - w).collect();
            let dy = solve(m, &matrix, &order, &right);
            let dw: Vec<f64> = (0..m).map(|i| right[i] - w[i] / y[i] * dy[i]).collect();
            let room = |at: &[f64], step: &[f64]| {
                at.iter().zip(step).filter(|(_, step)| **step < 0.0).map(|(at, step)| -at / step).fold(1.0, f64::min)
            };
            let length = room(&y, &dy).min(room(&w, &dw));
            (dy, dw, length)
        };
        let (.., straight) = toward(0.0);
        let (dy, dw, length) = toward((1.0 - straight).powi(3).max(1e-3));
        let length = if length < 1.0 { 0.95 * length } else { 1.0 };
        if !length.is_finite() || length < 1e-12 {
            break;
        }
        y.iter_mut().zip(&dy).for_each(|(y, step)| *y += length * step);
        w.iter_mut().zip(&dw).for_each(|(w, step)| *w += length * step);
    }
    let taken: Vec<bool> = (0..n).map(|i| y[i] > w[i]).collect();
    let sum: f64 = y[..n].iter().sum();
    y.truncate(n);
    y.iter_mut().for_each(|y| *y /= sum);
    (y, taken)
}

/// Factors a matrix in place, with the largest number of each column as pivot; none if it is singular.
fn factor(n: usize, matrix: &mut [f64]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..n).collect();
    for k in 0..n {
        let size = |i: &usize| matrix[i * n + k].abs();
        let pivot = (k..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&pivot) == 0.0 || !size(&pivot).is_finite() {
            return None;
        }
        order.swap(k, pivot);
        for j in 0..n {
            matrix.swap(k * n + j, pivot * n + j);
        }
        let (above, below) = matrix.split_at_mut((k + 1) * n);
        let top = &above[k * n..];
        for row in below.chunks_mut(n) {
            row[k] /= top[k];
            let factor = row[k];
            row[k + 1..].iter_mut().zip(&top[k + 1..]).for_each(|(below, top)| *below -= factor * top);
        }
    }
    Some(order)
}

/// Solves for a right side, where the matrix was factored.
fn solve(n: usize, matrix: &[f64], order: &[usize], right: &[f64]) -> Vec<f64> {
    let mut x: Vec<f64> = order.iter().map(|&at| right[at]).collect();
    for i in 0..n {
        let known: f64 = matrix[i * n..i * n + i].iter().zip(&x).map(|(l, x)| l * x).sum();
        x[i] -= known;
    }
    for i in (0..n).rev() {
        let known: f64 = matrix[i * n + i + 1..(i + 1) * n].iter().zip(&x[i + 1..]).map(|(u, x)| u * x).sum();
        x[i] = (x[i] - known) / matrix[i * n + i];
    }
    x
}
