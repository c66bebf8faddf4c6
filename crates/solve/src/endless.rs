//! Games in which a match may go on for ever: all states in one list, and values that are brought up to date round by round.
//!
//! Two lists of values are kept. One begins with the least that any match is worth and can only rise, the other with the
//! most and can only fall; what a match without an end is worth lies between, whatever one takes it for. Rounds go on until
//! the two lists are as near as asked at the first states, or stand still.

use crate::Subject;
use crate::layers::{Back, ENDS, Layer, Layers, Task, Unsolved, Walk, Watch};
use crate::matrix::Matrix;
use crate::size;
use crate::table::Table;

/// Rounds in which nothing moves by more than this stand still.
const STILL: f64 = 1e-12;

/// Solves a match that may have no end, to within `gap` if it can, in at most `most` rounds.
///
/// # Errors
/// More states than the limit, dice that are thrown during play, or a stop.
pub fn solve<S: Subject>(
    task: &Task<S>,
    gap: f64,
    most: u64,
    watch: &mut dyn Watch,
) -> Result<(Layers, Back, u64), Unsolved> {
    let mut found = Layers { layers: Vec::new(), ends: Vec::new(), states: 0, steps: 0, bytes: 0 };
    let (mut table, mut walk, mut layer) = (Table::default(), Walk::<S>::default(), Layer::default());
    for start in &task.starts {
        let mut start = start.clone();
        S::settle(&task.world, &mut start);
        table.number(&start, S::hash(&task.world, &start));
    }
    let starts = table.states.len();
    let mut number = 0;
    while number < table.states.len() {
        let state = table.states[number].clone();
        walk.expand(task, &state, &mut layer, &mut table, &mut found.ends)?;
        number += 1;
        if number % 4096 == 0 {
            found.heed(task, number as u64, size::Size::default(), watch)?;
        }
    }
    found.states = number as u64;
    found.steps = layer.next.len() as u64;
    found.bytes = table.bytes(task.heap) + layer.bytes() + 16 * number as u64;

    let ends = |start: f64, pick: fn(f64, f64) -> f64| found.ends.iter().copied().fold(start, pick);
    let (least, greatest) = (ends(f64::INFINITY, f64::min), ends(f64::NEG_INFINITY, f64::max));
    let filled = |value: f64| {
        let mut list = found.ends.clone();
        list.resize(ENDS, 0.0);
        list.resize(ENDS + number, value);
        list
    };
    let (mut low, mut high) = (filled(least), filled(greatest));
    let mut matrix = Matrix::default();
    let (mut error, mut mixed, mut rounds) = (f64::INFINITY, 0, 0);
    for round in 1..=most {
        mixed = 0;
        let (mut moved, mut first) = (0.0, 0);
        for (number, &[rows, columns]) in layer.shapes.iter().enumerate() {
            let (rows, columns) = (usize::from(rows), usize::from(columns));
            let next = &layer.next[first..][..rows * columns];
            first += next.len();
            for (list, is_low) in [(&mut low, true), (&mut high, false)] {
                for (entry, &to) in matrix.resize(rows, columns).iter_mut().zip(next) {
                    *entry = list[to as usize];
                }
                let solved = matrix.solve();
                mixed += u64::from(is_low && solved.pure.is_none());
                // Each list only ever moves towards the other, whatever rounding does.
                let old = list[ENDS + number];
                let new = if is_low { solved.low.max(old) } else { solved.high.min(old) };
                moved = f64::max(moved, (new - old).abs());
                list[ENDS + number] = new;
            }
        }
        rounds = round;
        let apart = (0..starts).map(|start| high[ENDS + start] - low[ENDS + start]);
        error = 0.5 * apart.fold(0.0, f64::max);
        watch.progress("rounds", round, Some(most));
        if watch.stopped() {
            return Err(Unsolved::Stopped);
        }
        if 2.0 * error <= gap || moved <= STILL {
            break;
        }
    }
    let values: Vec<f64> = (0..starts).map(|start| 0.5 * (high[ENDS + start] + low[ENDS + start])).collect();
    let value = values.iter().sum::<f64>() / starts.max(1) as f64;
    Ok((found, Back { value, values, error, mixed }, rounds))
}
