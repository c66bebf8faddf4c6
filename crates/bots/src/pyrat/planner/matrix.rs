//! A game of one choice: both choose at once, and a table says what comes of it.

/// How many choices each of the two can have.
pub(super) const ROOM: usize = 8;

/// How often both improve on what they regret; the table of tours needs no better answer than this gives.
const ROUNDS: usize = 200;

/// What each pair of choices is worth to the bot, which chooses a row; the rival chooses a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    rows: usize,
    columns: usize,
    worth: [[f64; ROOM]; ROOM],
}

/// How both play when neither can gain by playing otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solution {
    pub value: f64,
    /// The share of every row.
    pub rows: [f64; ROOM],
    /// The share of every column.
    pub columns: [f64; ROOM],
}

impl Matrix {
    /// A table of so many rows and columns, at least one and at most [`ROOM`] of each.
    pub(super) fn new(rows: usize, columns: usize, mut worth: impl FnMut(usize, usize) -> f64) -> Self {
        let mut matrix =
            Self { rows: rows.clamp(1, ROOM), columns: columns.clamp(1, ROOM), worth: [[0.0; ROOM]; ROOM] };
        for row in 0..matrix.rows {
            for column in 0..matrix.columns {
                matrix.worth[row][column] = worth(row, column);
            }
        }
        matrix
    }

    /// Optimal play: exact where each has one best choice, otherwise approached by matching regrets.
    pub(super) fn solve(&self) -> Solution {
        self.saddle().unwrap_or_else(|| self.mixed())
    }

    /// The row that is worth most against a rival that takes the column `habit` with the chance `belief`, and plays
    /// its part of the solution otherwise.
    pub(super) fn best_row(&self, solution: &Solution, habit: usize, belief: f64) -> usize {
        let worth = |row: usize| {
            let wary: f64 = (0..self.columns).map(|column| self.worth[row][column] * solution.columns[column]).sum();
            // Among equals, the one that the solution plays more often.
            belief * self.worth[row][habit] + (1.0 - belief) * wary + 1e-6 * solution.rows[row]
        };
        first_max((0..self.rows).map(worth))
    }

    /// The column that the rival plays most often.
    pub(super) fn likely_column(&self, solution: &Solution) -> usize {
        first_max(solution.columns[..self.columns].iter().copied())
    }

    /// The solution in which each has one choice, if there is one.
    fn saddle(&self) -> Option<Solution> {
        let least = |row: usize| self.worth[row][..self.columns].iter().copied().fold(f64::INFINITY, f64::min);
        let most = |column: usize| (0..self.rows).map(|row| self.worth[row][column]).fold(f64::NEG_INFINITY, f64::max);
        let row = first_max((0..self.rows).map(least));
        let column = first_max((0..self.columns).map(|column| -most(column)));
        (least(row) >= most(column)).then(|| {
            let mut solution = Solution { value: least(row), rows: [0.0; ROOM], columns: [0.0; ROOM] };
            (solution.rows[row], solution.columns[column]) = (1.0, 1.0);
            solution
        })
    }

    fn mixed(&self) -> Solution {
        let (mut row_regret, mut column_regret) = ([0.0; ROOM], [0.0; ROOM]);
        let (mut rows, mut columns) = ([0.0; ROOM], [0.0; ROOM]);
        for _ in 0..ROUNDS {
            let mine = shares(&row_regret[..self.rows]);
            let its = shares(&column_regret[..self.columns]);
            let (by_row, by_column) = self.against(&mine, &its);
            let value: f64 = (0..self.rows).map(|row| by_row[row] * mine[row]).sum();
            for row in 0..self.rows {
                row_regret[row] += by_row[row] - value;
                rows[row] += mine[row] / ROUNDS as f64;
            }
            for column in 0..self.columns {
                column_regret[column] += value - by_column[column];
                columns[column] += its[column] / ROUNDS as f64;
            }
        }
        let (by_row, _) = self.against(&rows, &columns);
        Solution { value: (0..self.rows).map(|row| by_row[row] * rows[row]).sum(), rows, columns }
    }

    /// What every row is worth against these columns, and every column against these rows.
    fn against(&self, rows: &[f64; ROOM], columns: &[f64; ROOM]) -> ([f64; ROOM], [f64; ROOM]) {
        let (mut by_row, mut by_column) = ([0.0; ROOM], [0.0; ROOM]);
        for row in 0..self.rows {
            for column in 0..self.columns {
                by_row[row] += self.worth[row][column] * columns[column];
                by_column[column] += self.worth[row][column] * rows[row];
            }
        }
        (by_row, by_column)
    }
}

/// Shares in proportion to what is regretted, all alike where nothing is.
fn shares(regret: &[f64]) -> [f64; ROOM] {
    let sum: f64 = regret.iter().map(|regret| regret.max(0.0)).sum();
    let alike = 1.0 / regret.len() as f64;
    let mut shares = [0.0; ROOM];
    for (share, regret) in shares.iter_mut().zip(regret) {
        *share = if sum > 0.0 { regret.max(0.0) / sum } else { alike };
    }
    shares
}

/// The first of the largest.
fn first_max(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (at, value) in values.enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    best.0
}
