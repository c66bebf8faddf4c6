//! The likelihood of what was played, its gradient and its curvature, at given strengths.

use super::layout::Layout;
use crate::dense::Square;

/// Marks a place that ties with the one before it, in a list of places by rank.
pub(super) const TIES: u32 = 1 << 31;

/// So many parts sum up tables, whatever the number of cores, so that sums are equal everywhere.
const PARTS: usize = 4;

/// Two slots that met, the lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) slots: [u32; 2],
}

/// What happened in one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A match of two: the pair, and 0 if its first won, 1 if its second won, 2 if they drew.
    Pair(u32, u8),
    /// A match of more.
    Table(u32),
    /// Nobody was compared with anybody.
    Nothing,
}

/// All matches: those of two by pair, others one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    pub(super) pairs: Vec<Pair>,
    /// The slots of larger tables by rank, one table after the other; [`TIES`] marks a tie with the one before.
    pub(super) places: Vec<u32>,
    pub(super) table_ends: Vec<u32>,
    /// What happened, by match.
    pub(super) items: Vec<Item>,
}

/// How often everything happened: as it was, or as a draw of blocks has it.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// By pair: the first won, the second won, they drew.
    pub(super) pairs: Vec<[f64; 3]>,
    /// By table.
    pub(super) tables: Vec<f64>,
}

impl Results {
    pub(super) fn table(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.table_ends[number - 1] as usize };
        &self.places[start..self.table_ends[number] as usize]
    }

    /// Nothing happened yet.
    pub(super) fn none(&self) -> Counts {
        Counts { pairs: vec![[0.0; 3]; self.pairs.len()], tables: vec![0.0; self.table_ends.len()] }
    }
}

impl Counts {
    pub(super) fn add(&mut self, item: Item, times: f64) {
        match item {
            Item::Pair(pair, outcome) => self.pairs[pair as usize][usize::from(outcome)] += times,
            Item::Table(table) => self.tables[table as usize] += times,
            Item::Nothing => {}
        }
    }
}

/// Strengths, in the forms that the likelihood needs.
pub(super) struct At<'a> {
    layout: &'a Layout,
    x: &'a [f64],
    /// By size of what is chosen: its weight δ, and by slot the strength to the power of 1/size.
    sizes: Vec<(usize, f64, Vec<f64>)>,
    draw: f64,
}

/// Likelihood, gradient and curvature (the negative of the second derivative, at and below the diagonal).
pub(super) struct Sums {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) curvature: Square,
}

impl<'a> At<'a> {
    pub(super) fn new(layout: &'a Layout, x: &'a [f64], tables: bool) -> Self {
        let strengths = &x[..layout.slots()];
        let largest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let power = |size: usize| {
            if tables { strengths.iter().map(|s| ((s - largest) / size as f64).exp()).collect() } else { Vec::new() }
        };
        let mut sizes = vec![(1, 1.0, power(1))];
        for (at, &size) in layout.ties.iter().enumerate() {
            sizes.push((usize::from(size), x[layout.tie(at)].exp(), power(usize::from(size))));
        }
        let draw = layout.ties.iter().position(|&size| size == 2).map_or(0.0, |at| x[layout.tie(at)].exp());
        Self { layout, x, sizes, draw }
    }

    /// How likely the first of two wins, the second wins, they draw.
    pub(super) fn of_two(&self, pair: Pair) -> [f64; 3] {
        let [a, b] = pair.slots.map(|slot| self.x[slot as usize]);
        let half = ((a - b) / 2.0).exp();
        let sum = half + 1.0 / half + self.draw;
        [half / sum, 1.0 / (half * sum), self.draw / sum]
    }

    /// What a match adds to the gradient: a number for each of some parameters.
    pub(super) fn score(&self, results: &Results, item: Item, local: &mut Local, mut add: impl FnMut(usize, f64)) {
        match item {
            Item::Pair(pair, outcome) => {
                let pair = results.pairs[pair as usize];
                let p = self.of_two(pair);
                let won = [1.0, 0.0, 0.5][usize::from(outcome)] - p[0] - p[2] / 2.0;
                add(pair.slots[0] as usize, won);
                add(pair.slots[1] as usize, -won);
                if let Some(at) = self.layout.draw() {
                    add(at, if outcome == 2 { 1.0 } else { 0.0 } - p[2]);
                }
            }
            Item::Table(table) => {
                let places = results.table(table as usize);
                self.of_table(places, local, false);
                for (at, value) in local.gradient.iter().enumerate() {
                    add(self.parameter(places, at), *value);
                }
            }
            Item::Nothing => {}
        }
    }

    /// Which parameter a local number is of: those of the places come first, then those of ties.
    fn parameter(&self, places: &[u32], at: usize) -> usize {
        places.get(at).map_or_else(|| self.layout.tie(at - places.len()), |place| (place & !TIES) as usize)
    }

    pub(super) fn sums(&self, results: &Results, counts: &Counts) -> Sums {
        let mut sums = self.of_pairs(results, counts);
        let tables = results.table_ends.len();
        if tables > 0 {
            use rayon::prelude::*;
            let parts: Vec<Sums> = (0..PARTS)
                .into_par_iter()
                .map(|part| self.of_tables(results, counts, tables * part / PARTS..tables * (part + 1) / PARTS))
                .collect();
            for part in parts {
                sums.value += part.value;
                sums.gradient.iter_mut().zip(part.gradient).for_each(|(sum, part)| *sum += part);
                sums.curvature.data.iter_mut().zip(part.curvature.data).for_each(|(sum, part)| *sum += part);
            }
        }
        sums
    }

    fn nothing(&self) -> Sums {
        let n = self.layout.parameters();
        Sums { value: 0.0, gradient: vec![0.0; n], curvature: Square::zero(n) }
    }

    fn of_pairs(&self, results: &Results, counts: &Counts) -> Sums {
        let mut sums = self.nothing();
        let draw = self.layout.draw();
        for (&pair, &[won, lost, drawn]) in results.pairs.iter().zip(&counts.pairs) {
            let n = won + lost + drawn;
            if n == 0.0 {
                continue;
            }
            let p = self.of_two(pair);
            let [a, b] = pair.slots.map(|slot| slot as usize);
            sums.value += won * p[0].ln() + lost * p[1].ln() + if drawn > 0.0 { drawn * p[2].ln() } else { 0.0 };
            let mean = p[0] + p[2] / 2.0;
            let gradient = won + drawn / 2.0 - n * mean;
            sums.gradient[a] += gradient;
            sums.gradient[b] -= gradient;
            let variance = n * (p[0] + p[2] / 4.0 - mean * mean);
            sums.curvature.add(a, a, variance);
            sums.curvature.add(b, b, variance);
            sums.curvature.add(b, a, -variance);
            if let Some(at) = draw {
                sums.gradient[at] += drawn - n * p[2];
                let shared = n * p[2] * (0.5 - mean);
                sums.curvature.add(at, a, shared);
                sums.curvature.add(at, b, -shared);
                sums.curvature.add(at, at, n * p[2] * (1.0 - p[2]));
            }
        }
        sums
    }

    fn of_tables(&self, results: &Results, counts: &Counts, tables: core::ops::Range<usize>) -> Sums {
        let mut sums = self.nothing();
        let mut local = Local::default();
        for table in tables {
            let times = counts.tables[table];
            if times == 0.0 {
                continue;
            }
            let places = results.table(table);
            sums.value += times * self.of_table(places, &mut local, true);
            let n = local.gradient.len();
            for i in 0..n {
                let row = self.parameter(places, i);
                sums.gradient[row] += times * local.gradient[i];
                for j in 0..=i {
                    let column = self.parameter(places, j);
                    sums.curvature.add(row.max(column), row.min(column), times * local.curvature[i * n + j]);
                }
            }
        }
        sums
    }

    /// The choices of one table, from first to last: their likelihood, and into `local` gradient and curvature.
    fn of_table(&self, places: &[u32], local: &mut Local, curvature: bool) -> f64 {
        let n = places.len() + self.layout.ties.len();
        local.reset(n, curvature);
        let (mut first, mut value) = (0, 0.0);
        while first + 1 < places.len() {
            let chosen = 1 + places[first + 1..].iter().take_while(|&&place| place & TIES != 0).count();
            value += self.of_choice(places, first, chosen, local, curvature);
            first += chosen;
        }
        value
    }

    /// One choice: `chosen` of the places from `first` on.
    fn of_choice(&self, places: &[u32], first: usize, chosen: usize, local: &mut Local, curvature: bool) -> f64 {
        let (all, left) = (places.len(), places.len() - first);
        let n = local.gradient.len();
        let Local { gradient, curvature: second, mean, joint, weights } = local;
        mean[..n].fill(0.0);
        joint[..n * n].fill(0.0);
        let (mut total, mut taken) = (0.0, 0.0);
        for (at, (size, delta, powers)) in self.sizes.iter().enumerate() {
            let size = *size;
            if size > left {
                continue;
            }
            weights.clear();
            weights.extend(places[first..].iter().map(|place| powers[(place & !TIES) as usize]));
            let part = delta * symmetric(weights, [NONE; 2], size);
            total += part;
            if size == chosen {
                taken = delta * weights[..chosen].iter().product::<f64>();
            }
            let share = 1.0 / size as f64;
            let tie = (at > 0).then(|| all + at - 1);
            if let Some(tie) = tie {
                mean[tie] += part;
                joint[tie * n + tie] += part;
            }
            for i in 0..left {
                let with = share * delta * weights[i] * symmetric(weights, [i, NONE], size - 1);
                mean[first + i] += with;
                if !curvature {
                    continue;
                }
                joint[(first + i) * n + first + i] += share * with;
                if let Some(tie) = tie {
                    joint[tie * n + first + i] += with;
                }
                if size > 1 {
                    for j in 0..i {
                        let both = delta * weights[i] * weights[j] * symmetric(weights, [j, i], size - 2);
                        joint[(first + i) * n + first + j] += share * share * both;
                    }
                }
            }
        }
        for i in 0..chosen {
            gradient[first + i] += 1.0 / chosen as f64;
        }
        if let Some(at) = self.sizes.iter().skip(1).position(|(size, ..)| *size == chosen) {
            gradient[all + at] += 1.0;
        }
        for i in first..n {
            mean[i] /= total;
            gradient[i] -= mean[i];
            if curvature {
                for j in first..=i {
                    second[i * n + j] += joint[i * n + j] / total - mean[i] * mean[j];
                }
            }
        }
        (taken / total).ln()
    }
}

/// Room for the numbers of one table.
#[derive(Default)]
pub(super) struct Local {
    gradient: Vec<f64>,
    curvature: Vec<f64>,
    mean: Vec<f64>,
    joint: Vec<f64>,
    weights: Vec<f64>,
}

impl Local {
    fn reset(&mut self, n: usize, curvature: bool) {
        self.gradient.clear();
        self.gradient.resize(n, 0.0);
        if curvature {
            self.curvature.clear();
            self.curvature.resize(n * n, 0.0);
        }
        if self.mean.len() < n {
            self.mean.resize(n, 0.0);
            self.joint.resize(n * n, 0.0);
        }
    }
}

/// Ties of this size or more are rare enough to be summed in a list of their own.
const LARGE: usize = 8;

/// No place is left out.
const NONE: usize = usize::MAX;

/// The sum over all sets of `size` weights, those at two places left out, of the product of the set.
fn symmetric(weights: &[f64], without: [usize; 2], size: usize) -> f64 {
    let kept = weights.iter().enumerate().filter(|&(at, _)| at != without[0] && at != without[1]);
    let kept = kept.map(|(_, weight)| *weight);
    match size {
        0 => 1.0,
        1 => kept.sum(),
        2..LARGE => summed(kept, &mut [0.0; LARGE][..=size]),
        _ => summed(kept, &mut vec![0.0; size + 1]),
    }
}

/// The same for the last number of `sums`, by way of those of all smaller sets.
fn summed(weights: impl Iterator<Item = f64>, sums: &mut [f64]) -> f64 {
    let size = sums.len() - 1;
    sums[0] = 1.0;
    for weight in weights {
        for k in (1..=size).rev() {
            sums[k] += sums[k - 1] * weight;
        }
    }
    sums[size]
}
