//! Matrix games: one side chooses a row, the other a column, and the row side receives the entry.
//!
//! The value is found from both sides: the rows' strategy is worth at least `low` against every column, the columns'
//! strategy costs at most `high` against every row. The difference is the gap of duality; it is computed from the
//! strategies and the matrix alone, so it holds however they were found.

use crate::simplex::Simplex;

/// A matrix game that is solved again and again in the same memory.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    /// The entries, row by row.
    entries: Vec<f64>,
    simplex: Simplex,
    /// The probability of each row and of each column, from the last [`Matrix::solve`].
    mixed: [Vec<f64>; 2],
}

/// What a matrix game is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// What the strategy of the rows is worth at least.
    pub low: f64,
    /// What the strategy of the columns costs at most.
    pub high: f64,
    /// The row and the column, where one of each is enough.
    pub pure: Option<[u16; 2]>,
}

impl Solved {
    /// The middle between both sides.
    #[inline]
    #[must_use]
    pub const fn value(self) -> f64 {
        self.low + 0.5 * (self.high - self.low)
    }

    /// The gap of duality; never negative.
    #[inline]
    #[must_use]
    pub const fn gap(self) -> f64 {
        self.high - self.low
    }
}

impl Matrix {
    /// Sets the size and returns the entries, row by row, to be filled in.
    #[inline]
    pub fn resize(&mut self, rows: usize, columns: usize) -> &mut [f64] {
        (self.rows, self.columns) = (rows, columns);
        self.entries.resize(rows * columns, 0.0);
        &mut self.entries
    }

    /// Solves the game. A saddle point is looked for first: most states have one, and it is exact.
    #[inline]
    pub fn solve(&mut self) -> Solved {
        let saddle = self.saddle();
        if saddle.gap() <= 0.0 { saddle } else { self.mix() }
    }

    /// The probability of each row and of each column in the strategies of a game without a saddle point.
    #[must_use]
    pub fn mixed(&self) -> [&[f64]; 2] {
        [&self.mixed[0], &self.mixed[1]]
    }

    /// The best choice of one side against the shares of the other, and what it is worth to the row side. `camp` is the
    /// side whose shares are given: 0 for rows, 1 for columns.
    #[must_use]
    pub fn best_against(&self, camp: usize, shares: &[f64]) -> (u16, f64) {
        let (rows, columns) = (self.rows, self.columns);
        let entry = |row: usize, column: usize| self.entries[row * columns + column];
        if camp == 1 {
            let worth = |row| (0..columns).map(|column| shares[column] * entry(row, column)).sum::<f64>();
            let best = (0..rows).map(|row| (row, worth(row))).reduce(|a, b| if b.1 > a.1 { b } else { a });
            best.map_or((0, 0.0), |(row, worth)| (row as u16, worth))
        } else {
            let worth = |column| (0..rows).map(|row| shares[row] * entry(row, column)).sum::<f64>();
            let best = (0..columns).map(|column| (column, worth(column))).reduce(|a, b| if b.1 < a.1 { b } else { a });
            best.map_or((0, 0.0), |(column, worth)| (column as u16, worth))
        }
    }

    /// The row with the best worst entry, and the column with the least best one.
    #[inline]
    fn saddle(&self) -> Solved {
        let columns = self.columns.max(1);
        let (mut low, mut row) = (f64::NEG_INFINITY, 0);
        for (number, entries) in self.entries.chunks_exact(columns).enumerate() {
            let worst = entries.iter().fold(f64::INFINITY, |worst, &entry| if entry < worst { entry } else { worst });
            if worst > low {
                (low, row) = (worst, number);
            }
        }
        let (mut high, mut column) = (f64::INFINITY, 0);
        for number in 0..columns {
            let mut best = f64::NEG_INFINITY;
            for entries in self.entries.chunks_exact(columns) {
                best = if entries[number] > best { entries[number] } else { best };
            }
            if best < high {
                (high, column) = (best, number);
            }
        }
        Solved { low, high, pure: Some([row as u16, column as u16]) }
    }

    /// Solves a game without a saddle point.
    #[cold]
    fn mix(&mut self) -> Solved {
        let Self { rows, columns, entries, simplex, mixed } = self;
        let [x, y] = mixed;
        if let ([a, b, c, d], 2, 2) = (entries.as_slice(), *rows, *columns) {
            // Without a saddle point both sides mix both of their choices.
            let sum = a - b - c + d;
            let (p, q) = ((d - c) / sum, (d - b) / sum);
            x.clear();
            x.extend([p, 1.0 - p]);
            y.clear();
            y.extend([q, 1.0 - q]);
        } else {
            simplex.solve(*rows, *columns, entries, x, y);
        }
        tidy(x);
        tidy(y);
        let low = (0..*columns).map(|column| {
            let entries = entries.iter().skip(column).step_by(*columns);
            x.iter().zip(entries).map(|(share, entry)| share * entry).sum::<f64>()
        });
        let low = low.fold(f64::INFINITY, f64::min);
        let high = entries.chunks_exact(*columns).map(|entries| y.iter().zip(entries).map(|(s, e)| s * e).sum::<f64>());
        let high = high.fold(f64::NEG_INFINITY, f64::max);
        // Rounding can put the two sides in the wrong order by a last bit.
        Solved { low: low.min(high), high: high.max(low), pure: None }
    }
}

/// Makes a list of shares of it: none below 0, and all together 1.
fn tidy(shares: &mut [f64]) {
    let mut sum = 0.0;
    for share in shares.iter_mut() {
        *share = share.max(0.0);
        sum += *share;
    }
    let even = 1.0 / shares.len().max(1) as f64;
    shares.iter_mut().for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn solve(rows: usize, columns: usize, entries: &[f64]) -> (Solved, Matrix) {
        let mut matrix = Matrix::default();
        matrix.resize(rows, columns).copy_from_slice(entries);
        (matrix.solve(), matrix)
    }

    #[test]
    fn known_games_have_their_values() {
        let games: [(&str, usize, usize, &[f64], f64); 7] = [
            ("one choice each", 1, 1, &[0.25], 0.25),
            ("a saddle point", 2, 3, &[3.0, 1.0, 4.0, 0.0, -2.0, 5.0], 1.0),
            ("matching pennies", 2, 2, &[1.0, -1.0, -1.0, 1.0], 0.0),
            ("a penny that counts double", 2, 2, &[2.0, -1.0, -1.0, 1.0], 0.2),
            ("rock, paper, scissors", 3, 3, &[0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0], 0.0),
            ("a column that is never chosen", 2, 3, &[1.0, -1.0, 3.0, -1.0, 1.0, 3.0], 0.0),
            (
                "hide in one of four",
                4,
                4,
                &{
                    let mut found = [0.0; 16];
                    (0..4).for_each(|cell| found[5 * cell] = 1.0);
                    found
                },
                0.25,
            ),
        ];
        for (name, rows, columns, entries, value) in games {
            let (solved, _) = solve(rows, columns, entries);
            assert!((solved.value() - value).abs() < 1e-12 && solved.gap() < 1e-12, "{name}: {solved:?}");
        }
    }

    proptest! {
        #[test]
        fn both_sides_agree_on_the_value(
            rows in 1usize..26,
            columns in 1usize..26,
            seed: u64,
            coarse: bool,
        ) {
            let mut random = gridhaunt_kernel::Random::new(seed);
            // Few different entries make many ties, which is what games do and what simplex methods trip over.
            let mut entry = || if coarse { random.below(3) as f64 - 1.0 } else { random.below(1 << 20) as f64 / 1e6 };
            let entries: Vec<f64> = (0..rows * columns).map(|_| entry()).collect();
            let (solved, matrix) = solve(rows, columns, &entries);
            prop_assert!(solved.gap() >= 0.0 && solved.gap() < 1e-9, "{solved:?} of {entries:?}");
            if solved.pure.is_none() {
                let [x, y] = matrix.mixed();
                prop_assert!((x.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (y.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }
}
