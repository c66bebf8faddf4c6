//! The mixture of entrants that nobody beats (A14): says who is exploitable where ratings hide cycles.
//!
//! Of all mixtures `p` with (M − 1/2) p ≤ 10⁻⁹, where M has the points of each against each, it is the one with most
//! entropy: entrants that are alike have equal parts, and nobody is left out who can be in it.

mod centre;
mod entropy;
#[cfg(test)]
mod tests;

use crate::Games;
use gridhaunt_kernel::{Invalid, Random};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// By no more than this may anybody beat the mixture.
const BEATEN: f64 = 1e-9;

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How often blocks are drawn again for the intervals; 0 gives no intervals.
    pub bootstrap: usize,
    /// What the draws begin from.
    pub seed: u64,
}

/// The ends of a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// An entrant and the mixture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mixed {
    /// Its number.
    pub entrant: u32,
    /// Its part of the mixture; all parts sum to 1.
    pub share: f64,
    /// Its expected points against the mixture: 1/2 for who has a part, at most 1/2 for others.
    pub points: f64,
    /// The interval of its part, from the bootstrap.
    pub share_interval: Option<Interval>,
    /// The interval of its points against the mixture, from the bootstrap.
    pub points_interval: Option<Interval>,
    /// The number of its matches.
    pub games: u64,
}

/// What one block says about two entrants, by their places in the list: the points of the first.
type Meeting = (u32, u32, f64);

/// Finds the mixture for the entrants that have played, in the order of their numbers.
///
/// # Errors
/// If two of them never met: names them.
pub fn rate(games: &Games, options: &Options) -> Result<Vec<Mixed>, Invalid> {
    let mut played = vec![0; games.entrants()];
    games.tables().flat_map(|table| table.entrants).for_each(|&entrant| played[entrant as usize] += 1);
    let mut present: Vec<bool> = played.iter().map(|&matches| matches > 0).collect();
    (0..games.blocks())
        .flat_map(|block| games.points(block))
        .for_each(|&(entrant, _)| present[entrant as usize] = true);
    let entrants: Vec<u32> = (0..games.entrants() as u32).filter(|&entrant| present[entrant as usize]).collect();
    if entrants.is_empty() {
        return Ok(Vec::new());
    }
    let n = entrants.len();
    let blocks = meetings(games, &entrants);
    let (points, missing) = table(n, blocks.iter());
    if let Some((one, other)) = missing {
        let [one, other] = [one, other].map(|at| games.quoted(entrants[at]));
        return Err(Invalid::new("model", "nash", "possible before all have met").says(format!(
            "nash needs every pair to have met, and {one} has not met {other}; rate with bt, or let them play"
        )));
    }
    let (shares, against) = solve(n, &points);
    let mut mixed: Vec<Mixed> = entrants
        .iter()
        .zip(shares.iter().zip(&against))
        .map(|(&entrant, (&share, &points))| Mixed {
            entrant,
            share,
            points,
            share_interval: None,
            points_interval: None,
            games: played[entrant as usize],
        })
        .collect();
    if options.bootstrap > 0 {
        let drawn = bootstrap(n, &blocks, options);
        let interval = |column: Vec<f64>| {
            let (low, high) = crate::quantiles(column);
            Some(Interval { low, high })
        };
        for (at, mixed) in mixed.iter_mut().enumerate() {
            mixed.share_interval = interval(drawn.iter().map(|(shares, _)| shares[at]).collect());
            mixed.points_interval = interval(drawn.iter().map(|(_, points)| points[at]).collect());
        }
    }
    Ok(mixed)
}

/// What each block says about each pair in it.
fn meetings(games: &Games, entrants: &[u32]) -> Vec<Vec<Meeting>> {
    let place = |entrant: u32| entrants.binary_search(&entrant).expect("whoever is in a block is in the list") as u32;
    let of_block = |block: usize| {
        // Of two the points are the block's own, which a game may score as a whole.
        if let &[(one, ours), (other, theirs)] = games.points(block) {
            return vec![(place(one), place(other), (1.0 + ours - theirs) / 2.0)];
        }
        let mut sums: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
        for number in games.of_block(block) {
            let table = games.table(number);
            for i in 0..table.entrants.len() {
                for j in 0..i {
                    let (i, j) = if table.entrants[i] < table.entrants[j] { (i, j) } else { (j, i) };
                    let points = match table.ranks[i].cmp(&table.ranks[j]) {
                        core::cmp::Ordering::Less => 1.0,
                        core::cmp::Ordering::Equal => 0.5,
                        core::cmp::Ordering::Greater => 0.0,
                    };
                    let sum = sums.entry((place(table.entrants[i]), place(table.entrants[j]))).or_default();
                    *sum = (sum.0 + points, sum.1 + 1.0);
                }
            }
        }
        sums.into_iter().map(|((one, other), (points, matches))| (one, other, points / matches)).collect()
    };
    (0..games.blocks()).map(of_block).collect()
}

/// The mean points of each against each, row by row, and two that never met, if there are any.
fn table<'a>(n: usize, blocks: impl Iterator<Item = &'a Vec<Meeting>>) -> (Vec<f64>, Option<(usize, usize)>) {
    let (mut sums, mut counts) = (vec![0.0; n * n], vec![0.0; n * n]);
    for &(one, other, points) in blocks.flatten() {
        let (one, other) = (one as usize, other as usize);
        sums[one * n + other] += points;
        sums[other * n + one] += 1.0 - points;
        counts[one * n + other] += 1.0;
        counts[other * n + one] += 1.0;
    }
    let missing = (0..n * n).find(|at| at / n < at % n && counts[*at] == 0.0).map(|at| (at / n, at % n));
    for at in 0..n * n {
        sums[at] = if at / n == at % n || counts[at] == 0.0 { 0.5 } else { sums[at] / counts[at] };
    }
    (sums, missing)
}

/// The mixture, and the points of each against it.
fn solve(n: usize, points: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let gains: Vec<f64> = points.iter().map(|points| points - 0.5).collect();
    let (inside, taken) = centre::centre(n, &gains);
    let shares = entropy::most(n, &gains, &inside, &taken).unwrap_or(inside);
    let against = points.chunks(n).map(|row| row.iter().zip(&shares).map(|(points, share)| points * share).sum());
    (shares.clone(), against.collect())
}

/// Mixtures and points against them when blocks are drawn again. They are drawn among those of the same entrants, so
/// that every pair has met in every draw.
fn bootstrap(n: usize, blocks: &[Vec<Meeting>], options: &Options) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut alike: BTreeMap<Vec<(u32, u32)>, Vec<usize>> = BTreeMap::new();
    for (at, block) in blocks.iter().enumerate() {
        let mut pairs: Vec<_> = block.iter().map(|&(one, other, _)| (one.min(other), one.max(other))).collect();
        pairs.sort_unstable();
        alike.entry(pairs).or_default().push(at);
    }
    let again = |draw: usize| {
        let mut random = Random::stream(options.seed, draw as u64);
        let mut drawn = Vec::with_capacity(blocks.len());
        for alike in alike.values() {
            drawn.extend(alike.iter().map(|_| &blocks[alike[random.index(alike.len())]]));
        }
        solve(n, &table(n, drawn.into_iter()).0)
    };
    (0..options.bootstrap).into_par_iter().map(again).collect()
}
