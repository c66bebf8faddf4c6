//! Rounds between those of near points, without repeats while possible (A9).

use super::tables::Met;
use super::{Numbers, Past, PastState, Setup, matching};
use crate::block::BlockPlan;
use gridhaunt_kernel::Random;

/// What a round is called; the number is read back from it.
fn label(round: u32) -> String {
    format!("round {round}")
}

fn round_of(label: &str) -> u32 {
    label.strip_prefix("round ").and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// What everybody has of one round, by number.
pub(crate) struct SwissRound {
    pub(crate) label: String,
    pub(crate) shares: Vec<Share>,
}

/// What somebody has of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Share {
    sum: f64,
    done: u32,
    pending: u32,
    /// What a bye is worth, if it had one.
    bye: Option<f64>,
}

impl Share {
    /// Its points of the round in 0..=1: the mean of its blocks, or what a bye is worth.
    fn worth(self) -> f64 {
        if self.done > 0 { self.sum / f64::from(self.done) } else { self.bye.unwrap_or(0.0) }
    }

    /// Its points of the round as the sum over the blocks of a pairing; only what is done while it is played.
    pub(crate) fn points(self, setup: &Setup) -> f64 {
        let blocks = f64::from(setup.blocks) * f64::from(setup.maps);
        if self.pending > 0 { self.sum } else { blocks * self.worth() }
    }

    pub(crate) const fn is_bye(self) -> bool {
        self.bye.is_some()
    }
}

/// The rounds that were planned, and what everybody has of them: the points by which the next is paired and by which
/// places are given. Who is there, plays on, and has no block of a round had a bye.
pub(crate) fn rounds(setup: &Setup, past: &[Past]) -> Vec<SwissRound> {
    let rounds: Vec<&[Past]> =
        past.chunk_by(|one, other| round_of(&one.block.label) == round_of(&other.block.label)).collect();
    let last_of = |entrant: u32| rounds.iter().rposition(|round| round.iter().any(|past| past.block.has(entrant)));
    let worth = if setup.table == 2 { 1.0 } else { 0.5 };
    let mut planned = 0u64;
    let mut all = Vec::with_capacity(rounds.len());
    for (at, round) in rounds.iter().enumerate() {
        let mut shares = vec![Share::default(); setup.entrants.len()];
        for past in *round {
            match &past.state {
                PastState::Done(points) => {
                    for &(entrant, points) in points {
                        let share = shares.get_mut(entrant as usize);
                        share
                            .into_iter()
                            .for_each(|share| (share.sum, share.done) = (share.sum + points, share.done + 1));
                    }
                }
                PastState::Pending => {
                    for entrant in past.block.entrants() {
                        shares.get_mut(entrant as usize).into_iter().for_each(|share| share.pending += 1);
                    }
                }
                PastState::Struck => {}
            }
        }
        for ((entrant, seated), share) in (0u32..).zip(&setup.entrants).zip(&mut shares) {
            let is_there = seated.joined_at_block <= planned;
            // Who is benched sat out nothing after its last block.
            if share.done + share.pending == 0 && is_there && (!seated.benched || last_of(entrant) > Some(at)) {
                share.bye = Some(worth);
            }
        }
        planned += round.len() as u64;
        all.push(SwissRound { label: round[0].block.label.clone(), shares });
    }
    all
}

/// Points, meetings and byes so far.
struct Standing {
    points: Vec<f64>,
    met: Met,
    byes: Vec<u32>,
    /// The last round that was planned.
    round: u32,
}

impl Standing {
    fn of(setup: &Setup, past: &[Past]) -> Self {
        let n = setup.entrants.len();
        // The last line of meetings is for byes.
        let mut standing = Self { points: vec![0.0; n], met: Met::new(n + 1), byes: vec![0; n], round: 0 };
        for round in rounds(setup, past) {
            standing.round = standing.round.max(round_of(&round.label));
            for (entrant, share) in round.shares.into_iter().enumerate() {
                standing.points[entrant] += share.worth();
                if share.is_bye() {
                    standing.byes[entrant] += 1;
                    standing.met.add(entrant as u32, n as u32, 1);
                }
            }
        }
        for past in past.iter().filter(|past| matches!(past.state, PastState::Done(_))) {
            standing.met.add_table(&past.block.line_up, 1);
        }
        standing
    }
}

/// The next round, once the last is finished.
pub(super) fn next(setup: &Setup, past: &[Past]) -> Vec<BlockPlan> {
    if past.iter().any(|past| past.state == PastState::Pending) {
        return Vec::new();
    }
    let standing = Standing::of(setup, past);
    let round = standing.round + 1;
    let mut order = setup.active();
    if round > setup.rounds || order.len() < setup.table {
        return Vec::new();
    }
    let mut random = setup.secret.generator(&label(round));
    random.shuffle(&mut order);
    order.sort_by(|&a, &b| standing.points[b as usize].total_cmp(&standing.points[a as usize]));
    let tables = if setup.table == 2 {
        pairs(&order, &standing)
    } else {
        let seated = without_byes(order, setup.table, &standing);
        tables(&seated, setup.table, &standing, &mut random)
    };
    let mut numbers = Numbers::of(past);
    let mut blocks = Vec::with_capacity(tables.len() * setup.blocks as usize * setup.maps as usize);
    for table in tables {
        for _ in 0..setup.blocks {
            for map in 0..setup.maps {
                blocks.push(numbers.block(map, table.clone(), label(round)));
            }
        }
    }
    blocks
}

/// Pairs of near points. The number of pairs that met before is as small as it can be; a bye counts as a meeting with
/// nobody, so that it comes to everybody before it comes twice.
fn pairs(order: &[u32], standing: &Standing) -> Vec<Vec<u32>> {
    let nobody = standing.byes.len() as u32;
    let mut order = order.to_vec();
    if order.len() % 2 == 1 {
        order.push(nobody);
    }
    let lowest = order.iter().filter(|&&entrant| entrant != nobody).map(|&e| standing.points[e as usize]);
    let lowest = lowest.fold(0.0, f64::min) - 1.0;
    let points: Vec<f64> =
        order.iter().map(|&entrant| standing.points.get(entrant as usize).copied().unwrap_or(lowest)).collect();
    let met = |a: usize, b: usize| standing.met.times(order[a], order[b]);
    let n = order.len();
    let mut mate: Vec<Option<usize>> = vec![None; n];
    let most = order.iter().enumerate().flat_map(|(a, _)| (0..a).map(move |b| met(a, b))).max().unwrap_or(0);
    for level in 0..=most {
        let free: Vec<usize> = (0..n).filter(|&at| mate[at].is_none()).collect();
        if free.is_empty() {
            break;
        }
        // Among those who are left, who met least often: from the top down, then as many pairs as there can be.
        let mut start: Vec<Option<usize>> = vec![None; free.len()];
        for a in 0..free.len() {
            let fits = |&b: &usize| start[b].is_none() && met(free[a], free[b]) <= level;
            if start[a].is_none()
                && let Some(b) = (a + 1..free.len()).find(fits)
            {
                (start[a], start[b]) = (Some(b), Some(a));
            }
        }
        let found = matching::largest(start, |a, b| met(free[a], free[b]) <= level);
        for (a, b) in found.into_iter().enumerate() {
            mate[free[a]] = b.map(|b| free[b]);
        }
    }
    nearer(&mut mate, &points, met);
    let pairs = mate.iter().enumerate().filter_map(|(a, &b)| Some((a, b?))).filter(|(a, b)| a < b);
    pairs.map(|(a, b)| vec![order[a], order[b]]).filter(|pair| !pair.contains(&nobody)).collect()
}

/// Exchanges partners of pairs that are near each other where points come nearer and nobody meets more often for it.
fn nearer(mate: &mut [Option<usize>], points: &[f64], met: impl Fn(usize, usize) -> u32) {
    const REACH: usize = 12;
    let apart = |a: usize, b: usize| (points[a] - points[b]).powi(2);
    for _ in 0..8 {
        let mut changed = false;
        for a in 0..mate.len() {
            for c in a + 1..mate.len().min(a + REACH) {
                let (Some(b), Some(d)) = (mate[a], mate[c]) else { continue };
                if b == c {
                    continue;
                }
                let now = (met(a, b) + met(c, d), apart(a, b) + apart(c, d));
                for (one, other) in [((a, c), (b, d)), ((a, d), (b, c))] {
                    let then =
                        (met(one.0, one.1) + met(other.0, other.1), apart(one.0, one.1) + apart(other.0, other.1));
                    if then.0 <= now.0 && then.1 + 1e-9 < now.1 {
                        for (x, y) in [one, other] {
                            (mate[x], mate[y]) = (Some(y), Some(x));
                        }
                        changed = true;
                        break;
                    }
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// Everybody but those who sit out because the last table would not be full: who had fewest byes, from the bottom up.
fn without_byes(mut order: Vec<u32>, table: usize, standing: &Standing) -> Vec<u32> {
    for _ in 0..order.len() % table {
        let fewest = order.iter().map(|&entrant| standing.byes[entrant as usize]).min();
        let out = order.iter().rposition(|&entrant| Some(standing.byes[entrant as usize]) == fewest);
        out.map(|out| order.remove(out));
    }
    order
}

/// Tables of near points without anybody who met before, if they are found; else with as few as are found.
fn tables(order: &[u32], size: usize, standing: &Standing, random: &mut Random) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut budget = 3_000_000u32;
    let mut free = order.to_vec();
    if !fresh(&mut free, size, &standing.met, &mut found, &mut budget) {
        found = order.chunks(size).map(<[u32]>::to_vec).collect();
    }
    let cost = |table: &[u32]| {
        let points = || table.iter().map(|&entrant| standing.points[entrant as usize]);
        let mean = points().sum::<f64>() / size as f64;
        let spread: f64 = points().map(|points| (points - mean).powi(2)).sum();
        let pairs = table.iter().enumerate().flat_map(|(i, &one)| table[..i].iter().map(move |&other| (one, other)));
        let again: u32 = pairs.map(|(one, other)| standing.met.times(one, other).min(1000).pow(2)).sum();
        (again, spread)
    };
    for _ in 0..300 * order.len() {
        let (a, b) = (random.index(order.len()), random.index(order.len()));
        let (a, b) = ((a / size, a % size), (b / size, b % size));
        if a.0 == b.0 {
            continue;
        }
        let both = |found: &[Vec<u32>]| {
            let (one, other) = (cost(&found[a.0]), cost(&found[b.0]));
            (one.0 + other.0, one.1 + other.1)
        };
        let now = both(&found);
        let (one, other) = (found[a.0][a.1], found[b.0][b.1]);
        (found[a.0][a.1], found[b.0][b.1]) = (other, one);
        let then = both(&found);
        if then.0 > now.0 || then.0 == now.0 && then.1 > now.1 {
            (found[a.0][a.1], found[b.0][b.1]) = (one, other);
        }
    }
    found
}

/// Seats everybody who is free at tables where nobody met before; false if there are none or the budget is used up.
fn fresh(free: &mut Vec<u32>, size: usize, met: &Met, found: &mut Vec<Vec<u32>>, budget: &mut u32) -> bool {
    if free.is_empty() {
        return true;
    }
    let mut table = vec![free.remove(0)];
    let done = seat(&mut table, 0, free, size, met, found, budget);
    if !done {
        free.insert(0, table[0]);
    }
    done
}

/// Adds others to a table, from `from` on, and then seats the rest.
fn seat(
    table: &mut Vec<u32>,
    from: usize,
    free: &mut Vec<u32>,
    size: usize,
    met: &Met,
    found: &mut Vec<Vec<u32>>,
    budget: &mut u32,
) -> bool {
    if table.len() == size {
        found.push(table.clone());
        if fresh(free, size, met, found, budget) {
            return true;
        }
        found.pop();
        return false;
    }
    for at in from..free.len() {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if table.iter().any(|&other| met.times(free[at], other) > 0) {
            continue;
        }
        table.push(free.remove(at));
        if seat(table, at, free, size, met, found, budget) {
            return true;
        }
        free.insert(at, table.remove(table.len() - 1));
    }
    false
}
