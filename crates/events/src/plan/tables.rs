//! Tables of any size at which everybody sits equally often, and any two meet about equally often (A9).

use super::{Numbers, Past, PastState, Setup};
use crate::block::BlockPlan;
use gridhaunt_kernel::Random;

/// How often two entrants met, for every two.
pub(super) struct Met {
    n: usize,
    times: Vec<u32>,
}

impl Met {
    pub(super) fn new(n: usize) -> Self {
        Self { n, times: vec![0; n * n] }
    }

    pub(super) fn times(&self, one: u32, other: u32) -> u32 {
        self.times[one as usize * self.n + other as usize]
    }

    /// Adds to the meetings of two.
    pub(super) fn add(&mut self, one: u32, other: u32, times: i32) {
        for at in [one as usize * self.n + other as usize, other as usize * self.n + one as usize] {
            self.times[at] = self.times[at].wrapping_add_signed(times);
        }
    }

    /// Adds to the meetings of every two at a table.
    pub(super) fn add_table(&mut self, table: &[u32], times: i32) {
        for (i, &one) in table.iter().enumerate() {
            table[..i].iter().for_each(|&other| self.add(one, other, times));
        }
    }
}

/// The most seats that are planned at once. Seen whole, tables balance better than round after round.
const MOST_SEATS: usize = 20_000;

/// Costs that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// The meetings of any two differ by at most so many.
const APART: u32 = 2;

/// What makes tables good: the further the meetings of two are from what all have on average, the dearer they are.
struct Balance<'a> {
    met: &'a mut Met,
    average: f64,
}

impl<'a> Balance<'a> {
    fn new(met: &'a mut Met, active: &[u32]) -> Self {
        let pairs = (active.len() * active.len().saturating_sub(1) / 2).max(1);
        let sum: u64 = every_two(active).map(|(one, other)| u64::from(met.times(one, other))).sum();
        Self { average: sum as f64 / pairs as f64, met }
    }

    /// What one meeting more costs.
    fn price(&self, one: u32, other: u32) -> f64 {
        let above = f64::from(self.met.times(one, other)) - self.average;
        (above + 1.0).powi(4) - above.powi(4)
    }

    fn join(&self, entrant: u32, others: impl Iterator<Item = u32>) -> f64 {
        others.map(|other| self.price(entrant, other)).sum()
    }

    fn is_even(&self, active: &[u32]) -> bool {
        let times = || every_two(active).map(|(one, other)| self.met.times(one, other));
        times().max().unwrap_or(0) - times().min().unwrap_or(0) <= APART
    }
}

fn every_two(active: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    active.iter().enumerate().flat_map(|(i, &one)| active[..i].iter().map(move |&other| (one, other)))
}

/// The next tables: `rounds` for everybody in `active`, all with `host`, if there is one. What was played stays; a table
/// that was struck is made up for.
pub(super) fn next(setup: &Setup, past: &[Past], host: Option<u32>, active: &[u32], wanted: usize) -> Vec<BlockPlan> {
    let size = setup.table - usize::from(host.is_some());
    let n = setup.entrants.len();
    if active.len() < size {
        return Vec::new();
    }
    let each = u64::from(setup.blocks) * u64::from(setup.maps);
    let (mut have, mut met) = (vec![0u64; n], Met::new(n));
    for past in past.iter().filter(|past| past.state != PastState::Struck) {
        past.block.line_up.iter().for_each(|&entrant| have[entrant as usize] += 1);
        met.add_table(&past.block.line_up, 1);
    }
    have.iter_mut().for_each(|seats| *seats /= each);
    met.times.iter_mut().for_each(|times| *times = (u64::from(*times) / each) as u32);
    let rounds = u64::from(setup.rounds);
    let due: u64 = active.iter().map(|&entrant| rounds.saturating_sub(have[entrant as usize])).sum();
    let whole = due <= MOST_SEATS as u64;
    let mut random = setup.secret.generator(&format!("tables {}", past.len()));
    let mut tables: Vec<Vec<u32>> = Vec::new();
    let mut labels = Vec::new();
    while whole || tables.len() as u64 * each < wanted as u64 {
        let Some(low) = active.iter().map(|&entrant| have[entrant as usize]).min().filter(|low| *low < rounds) else {
            break;
        };
        for table in stretch(active, &have, low, size, &mut met, &mut random) {
            table.iter().for_each(|&entrant| have[entrant as usize] += 1);
            tables.push(table);
            labels.push(format!("round {}", low + 1));
        }
    }
    if whole {
        even_out(&mut tables, active, &mut met, &mut random);
    }
    let mut numbers = Numbers::of(past);
    let mut blocks = Vec::new();
    for (table, label) in tables.into_iter().zip(labels) {
        let line_up: Vec<u32> = host.into_iter().chain(table).collect();
        for _ in 0..setup.blocks {
            for map in 0..setup.maps {
                blocks.push(numbers.block(map, line_up.clone(), label.clone()));
            }
        }
    }
    blocks
}

/// Exchanges entrants between any two of all tables until the meetings of any two differ by little enough.
fn even_out(tables: &mut [Vec<u32>], active: &[u32], met: &mut Met, random: &mut Random) {
    let size = tables.first().map_or(0, Vec::len);
    let mut balance = Balance::new(met, active);
    for _ in 0..50 {
        if size < 2 || balance.is_even(active) {
            return;
        }
        for _ in 0..(40 * tables.len() * size).max(500) {
            let (a, b) = (random.index(tables.len() * size), random.index(tables.len() * size));
            swap(tables, (a / size, a % size), (b / size, b % size), &mut balance);
        }
    }
}

/// One table for everybody who has had `low` so far; the last is filled up with others who had few. The meetings are
/// added up.
fn stretch(active: &[u32], have: &[u64], low: u64, size: usize, met: &mut Met, random: &mut Random) -> Vec<Vec<u32>> {
    let mut due: Vec<u32> = active.iter().copied().filter(|&entrant| have[entrant as usize] == low).collect();
    let mut others: Vec<u32> = active.iter().copied().filter(|&entrant| have[entrant as usize] != low).collect();
    random.shuffle(&mut due);
    random.shuffle(&mut others);
    others.sort_by_key(|&entrant| have[entrant as usize]);
    let full = due.len();
    let mut tables: Vec<Vec<u32>> = due.chunks(size).map(<[u32]>::to_vec).collect();
    let missing = tables.len() * size - full;
    // Where there are too few others, somebody sits twice.
    let spare: Vec<u32> = others.into_iter().chain(due).collect();
    if let Some(last) = tables.last_mut() {
        let free: Vec<u32> = spare.iter().copied().filter(|entrant| !last.contains(entrant)).take(missing).collect();
        last.extend(free);
    }
    tables.iter().for_each(|table| met.add_table(table, 1));
    let mut balance = Balance::new(met, active);
    let seats = tables.len() * size;
    let fillers = full..seats;
    let tries = if size == 1 { 0 } else { (100 * seats).max(1000) };
    for _ in 0..tries {
        let (a, b) = (random.index(seats), random.index(seats));
        if fillers.contains(&a) {
            replace(&mut tables, a, size, have, &spare, &mut balance, random);
        }
        swap(&mut tables, (a / size, a % size), (b / size, b % size), &mut balance);
    }
    tables
}

/// Exchanges two who sit at different tables, if that is no worse.
fn swap(tables: &mut [Vec<u32>], a: (usize, usize), b: (usize, usize), balance: &mut Balance<'_>) {
    let (one, other) = (tables[a.0][a.1], tables[b.0][b.1]);
    if a.0 == b.0 || tables[a.0].contains(&other) || tables[b.0].contains(&one) {
        return;
    }
    let before = moved(tables, &[(a, one), (b, other)], balance, -1);
    (tables[a.0][a.1], tables[b.0][b.1]) = (other, one);
    let after = moved(tables, &[(a, other), (b, one)], balance, 1);
    if after > before + EQUAL {
        moved(tables, &[(a, other), (b, one)], balance, -1);
        (tables[a.0][a.1], tables[b.0][b.1]) = (one, other);
        moved(tables, &[(a, one), (b, other)], balance, 1);
    }
}

/// Puts somebody else who had as few tables into a seat that fills a table up, if that is no worse.
fn replace(
    tables: &mut [Vec<u32>],
    at: usize,
    size: usize,
    have: &[u64],
    spare: &[u32],
    balance: &mut Balance<'_>,
    random: &mut Random,
) {
    let a = (at / size, at % size);
    let (one, other) = (tables[a.0][a.1], spare[random.index(spare.len())]);
    let seated = |entrant: u32| tables.iter().filter(|table| table.contains(&entrant)).count() as u64;
    // After the change everybody has had as many tables as before, up to an exchange of names.
    let level = |entrant: u32| have[entrant as usize] + seated(entrant);
    if tables[a.0].contains(&other) || level(other) + 1 != level(one) {
        return;
    }
    let before = moved(tables, &[(a, one)], balance, -1);
    tables[a.0][a.1] = other;
    let after = moved(tables, &[(a, other)], balance, 1);
    if after > before + EQUAL {
        moved(tables, &[(a, other)], balance, -1);
        tables[a.0][a.1] = one;
        moved(tables, &[(a, one)], balance, 1);
    }
}

/// Adds (1) or takes back (-1) the meetings of entrants at their seats, and returns what they cost.
fn moved(tables: &[Vec<u32>], who: &[((usize, usize), u32)], balance: &mut Balance<'_>, times: i32) -> f64 {
    let mut cost = 0.0;
    for &((table, seat), entrant) in who {
        let others: Vec<u32> =
            tables[table].iter().enumerate().filter(|(at, _)| *at != seat).map(|(_, &other)| other).collect();
        if times < 0 {
            others.iter().for_each(|&other| balance.met.add(entrant, other, -1));
        }
        cost += balance.join(entrant, others.iter().copied());
        if times > 0 {
            others.iter().for_each(|&other| balance.met.add(entrant, other, 1));
        }
    }
    cost
}
