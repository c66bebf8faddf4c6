//! Square matrices of a few thousand rows: factors, inverses and products, over all cores.
//!
//! Rows are contiguous and everything is a dot product of rows, in strips that fit into a near cache. Sums are taken in
//! an order that does not depend on the number of cores.

use rayon::prelude::*;

/// So many columns are taken at a time.
const STRIP: usize = 64;
/// So many rows are handed to a core at a time.
const ROWS: usize = 32;

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Square {
    pub(crate) n: usize,
    pub(crate) data: Vec<f64>,
}

impl Square {
    pub(crate) fn zero(n: usize) -> Self {
        Self { n, data: vec![0.0; n * n] }
    }

    pub(crate) fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.n..(i + 1) * self.n]
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.n + j]
    }

    pub(crate) fn add(&mut self, i: usize, j: usize, value: f64) {
        self.data[i * self.n + j] += value;
    }

    /// Copies what is below the diagonal above it.
    pub(crate) fn mirror(&mut self) {
        for i in 0..self.n {
            for j in 0..i {
                self.data[j * self.n + i] = self.data[i * self.n + j];
            }
        }
    }

    /// The matrix times a vector.
    pub(crate) fn times(&self, x: &[f64]) -> Vec<f64> {
        self.data.par_chunks(self.n.max(1)).with_min_len(ROWS).map(|row| dot(row, x)).collect()
    }

    /// This times the other one, which is symmetric.
    pub(crate) fn times_symmetric(&self, other: &Self) -> Self {
        let n = self.n;
        let mut product = Self::zero(n);
        product.data.par_chunks_mut((n * ROWS).max(1)).enumerate().for_each(|(part, rows)| {
            let first = part * ROWS;
            for start in (0..n).step_by(2 * STRIP) {
                let strip = start..n.min(start + 2 * STRIP);
                for j in (0..n).step_by(4) {
                    for (i, row) in rows.chunks_mut(n).enumerate() {
                        let left = &self.row(first + i)[strip.clone()];
                        if j + 4 <= n {
                            let sums = dots(left, |q| &other.row(j + q)[strip.clone()]);
                            row[j..j + 4].iter_mut().zip(sums).for_each(|(sum, part)| *sum += part);
                        } else {
                            for j in j..n {
                                row[j] += dot(left, &other.row(j)[strip.clone()]);
                            }
                        }
                    }
                }
            }
        });
        product
    }

    /// Factors a positive definite matrix, of which what is on and below the diagonal is read, into L × Lᵀ. L is put
    /// there; what is above the diagonal means nothing then. False if the matrix is not positive definite.
    pub(crate) fn factor(&mut self) -> bool {
        let n = self.n;
        for start in (0..n).step_by(STRIP) {
            let end = n.min(start + STRIP);
            let width = end - start;
            let (above, below) = self.data.split_at_mut(end * n);
            for i in start..end {
                for j in start..=i {
                    let (left, right) = (&above[i * n + start..i * n + j], &above[j * n + start..j * n + j]);
                    let rest = above[i * n + j] - dot(left, right);
                    above[i * n + j] = if i > j {
                        rest / above[j * n + j]
                    } else if rest > 0.0 {
                        rest.sqrt()
                    } else {
                        return false;
                    };
                }
            }
            below.par_chunks_mut(n).with_min_len(ROWS).for_each(|row| {
                for j in start..end {
                    let rest = row[j] - dot(&row[start..j], &above[j * n + start..j * n + j]);
                    row[j] = rest / above[j * n + j];
                }
            });
            let strip: Vec<f64> = below.chunks(n).flat_map(|row| &row[start..end]).copied().collect();
            below.par_chunks_mut(n).enumerate().with_min_len(ROWS / 4).for_each(|(i, row)| {
                let left = &strip[i * width..(i + 1) * width];
                let mut j = 0;
                while j + 4 <= i + 1 {
                    let sums = dots(left, |q| &strip[(j + q) * width..(j + q + 1) * width]);
                    row[end + j..end + j + 4].iter_mut().zip(sums).for_each(|(rest, sum)| *rest -= sum);
                    j += 4;
                }
                for j in j..=i {
                    row[end + j] -= dot(left, &strip[j * width..(j + 1) * width]);
                }
            });
        }
        true
    }

    /// Solves L × Lᵀ × x = b, where this was factored.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.n;
        let mut x = b.to_vec();
        for i in 0..n {
            x[i] = (x[i] - dot(&self.row(i)[..i], &x[..i])) / self.at(i, i);
        }
        for i in (0..n).rev() {
            x[i] /= self.at(i, i);
            let (done, solved) = x.split_at_mut(i);
            done.iter_mut().zip(self.row(i)).for_each(|(x, l)| *x -= l * solved[0]);
        }
        x
    }

    /// The inverse of L × Lᵀ, where this was factored.
    pub(crate) fn inverse(&self) -> Self {
        let n = self.n;
        // Row i of `columns` is column i of the inverse of L: 0 before i.
        let mut columns = Self::zero(n);
        columns.data.par_chunks_mut((n * ROWS).max(1)).enumerate().for_each(|(part, rows)| {
            let first = part * ROWS;
            for k in first..n {
                let left = &self.row(k)[first..k];
                for (i, row) in rows.chunks_mut(n).enumerate().take(k + 1 - first) {
                    let one = if first + i == k { 1.0 } else { 0.0 };
                    row[k] = (one - dot(left, &row[first..k])) / self.at(k, k);
                }
            }
        });
        let mut inverse = Self::zero(n);
        inverse.data.par_chunks_mut((n * ROWS).max(1)).enumerate().for_each(|(part, rows)| {
            let first = part * ROWS;
            for start in (first..n).step_by(2 * STRIP) {
                let strip = start..n.min(start + 2 * STRIP);
                for j in 0..n.min(first + ROWS) {
                    let right = &columns.row(j)[strip.clone()];
                    for (i, row) in rows.chunks_mut(n).enumerate().skip(j.saturating_sub(first)) {
                        row[j] += dot(&columns.row(first + i)[strip.clone()], right);
                    }
                }
            }
        });
        inverse.mirror();
        inverse
    }
}

/// The sum of products of two lists of one length.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (mut left, mut right) = (a.chunks_exact(8), b.chunks_exact(8));
    for (a, b) in left.by_ref().zip(right.by_ref()) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

/// Four dot products with one list.
fn dots<'a>(a: &[f64], b: impl Fn(usize) -> &'a [f64]) -> [f64; 4] {
    let n = a.len();
    let b = [0, 1, 2, 3].map(|q| &b(q)[..n]);
    let mut sums = [[0.0; 4]; 4];
    let whole = n - n % 4;
    let mut k = 0;
    while k < whole {
        let left: [f64; 4] = [a[k], a[k + 1], a[k + 2], a[k + 3]];
        for q in 0..4 {
            for lane in 0..4 {
                sums[q][lane] += left[lane] * b[q][k + lane];
            }
        }
        k += 4;
    }
    let mut totals = sums.map(|lanes| lanes.iter().sum::<f64>());
    for k in whole..n {
        for q in 0..4 {
            totals[q] += a[k] * b[q][k];
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::Random;

    /// A positive definite matrix, whole.
    fn sample(n: usize) -> Square {
        let mut random = Random::new(n as u64);
        let mut sample = Square::zero(n);
        for i in 0..n {
            for j in 0..i {
                sample.add(i, j, random.below(1000) as f64 / 1000.0 - 0.5);
            }
            sample.add(i, i, n as f64);
        }
        sample.mirror();
        sample
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        for n in [1, 2, 7, 33, 64, 65, 150, 259] {
            let matrix = sample(n);
            let mut factored = matrix.clone();
            assert!(factored.factor());
            let inverse = factored.inverse();
            let one = matrix.times_symmetric(&inverse);
            for i in 0..n {
                for j in 0..n {
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((one.at(i, j) - expected).abs() < 1e-12, "{n}: {i}, {j}: {}", one.at(i, j));
                }
            }
            let b: Vec<f64> = (0..n).map(|i| i as f64).collect();
            let back = matrix.times(&factored.solve(&b));
            assert!(back.iter().zip(&b).all(|(back, b)| (back - b).abs() < 1e-9), "{n}");
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_told() {
        let mut matrix = sample(70);
        matrix.add(69, 69, -1000.0);
        assert!(!matrix.factor());
    }
}
