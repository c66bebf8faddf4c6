//! The simplex method for matrix games: both optimal strategies from one table.

/// A table that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simplex {
    /// Rows of the matrix and a last one of costs; columns of the matrix and a last one of bounds.
    table: Vec<f64>,
    /// What each row stands for: a column `j` of the matrix as `j`, the slack of row `i` as `columns + i`.
    basis: Vec<usize>,
    /// The same for the columns of the table.
    free: Vec<usize>,
}

/// Smaller numbers count as 0 where a pivot is chosen.
const NEAR_ZERO: f64 = 1e-11;

impl Simplex {
    /// Writes the strategies of rows and of columns to `x` and `y`, not yet scaled to 1.
    ///
    /// All entries are moved to at least 1, so that the value is positive; then the columns' strategy divided by the
    /// value is the largest `y` with `A y ≤ 1`, and the rows' is what the bounds of that problem are worth.
    pub(crate) fn solve(&mut self, rows: usize, columns: usize, entries: &[f64], x: &mut Vec<f64>, y: &mut Vec<f64>) {
        let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
        let width = columns + 1;
        self.table.clear();
        for entries in entries.chunks_exact(columns) {
            self.table.extend(entries.iter().map(|entry| entry - least + 1.0));
            self.table.push(1.0);
        }
        self.table.extend((0..columns).map(|_| -1.0));
        self.table.push(0.0);
        self.basis.clear();
        self.basis.extend(columns..columns + rows);
        self.free.clear();
        self.free.extend(0..columns);

        // The steepest cost first; if that goes round in a circle, Bland's rule, which never does.
        let patience = 8 * (rows + columns);
        for round in 0..64 * (rows + columns) {
            let Some(column) = self.entering(rows, columns, round > patience) else { break };
            let Some(row) = self.leaving(rows, columns, column) else { break };
            self.pivot(rows, width, row, column);
        }

        x.clear();
        x.resize(rows, 0.0);
        y.clear();
        y.resize(columns, 0.0);
        for (row, &stands_for) in self.basis.iter().enumerate() {
            if stands_for < columns {
                y[stands_for] = self.table[row * width + columns];
            }
        }
        for (column, &stands_for) in self.free.iter().enumerate() {
            if stands_for >= columns {
                x[stands_for - columns] = self.table[rows * width + column];
            }
        }
    }

    fn entering(&self, rows: usize, columns: usize, by_number: bool) -> Option<usize> {
        let costs = &self.table[rows * (columns + 1)..][..columns];
        let falling = (0..columns).filter(|&column| costs[column] < -NEAR_ZERO);
        if by_number {
            falling.min_by_key(|&column| self.free[column])
        } else {
            falling.min_by(|&a, &b| costs[a].total_cmp(&costs[b]))
        }
    }

    fn leaving(&self, rows: usize, columns: usize, column: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in 0..rows {
            let line = &self.table[row * (columns + 1)..][..=columns];
            if line[column] <= NEAR_ZERO {
                continue;
            }
            let ratio = line[columns] / line[column];
            let better = best.is_none_or(|(least, at)| {
                ratio < least - NEAR_ZERO || ratio < least + NEAR_ZERO && self.basis[row] < self.basis[at]
            });
            if better {
                best = Some((ratio, row));
            }
        }
        best.map(|(_, row)| row)
    }

    /// Exchanges a row for a column.
    fn pivot(&mut self, rows: usize, width: usize, row: usize, column: usize) {
        let inverse = 1.0 / self.table[row * width + column];
        for other in (0..=rows).filter(|&other| other != row) {
            let factor = self.table[other * width + column] * inverse;
            if factor != 0.0 {
                for at in 0..width {
                    self.table[other * width + at] -= factor * self.table[row * width + at];
                }
            }
            self.table[other * width + column] = -factor;
        }
        for at in 0..width {
            self.table[row * width + at] *= inverse;
        }
        self.table[row * width + column] = inverse;
        core::mem::swap(&mut self.basis[row], &mut self.free[column]);
    }
}
