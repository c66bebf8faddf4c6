//! Policies that are given as a table: how likely each number is, by world, seat and place.

use super::Dice;
use crate::Invalid;
use crate::heap::*;

/// The sum of a row.
const WHOLE: f64 = (1u64 << 31) as f64;

/// How likely a seat chooses each number, for every world, learned seat and place ([`Learn::place`](crate::Learn::place)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    bounds: Vec<u32>,
    strides: [usize; 3],
    /// How many worlds, learned seats, places and numbers there are.
    room: [usize; 4],
}

/// The same, as it is read: wherever it lies.
#[derive(Clone, Copy, Debug)]
pub struct Odds<'a> {
    /// For every number of every row how many of 2^31 draws mean it, or one before it.
    pub bounds: &'a [u32],
    /// From one world, seat and place to the next, in numbers; 0 where all have the same.
    pub strides: [usize; 3],
    /// How many numbers a row has.
    pub numbers: usize,
}

impl Weights {
    /// Reads a table of weights, which need not add up to 1. Its axes are world, learned seat, place and number; those in
    /// front may be left out, and each but the last may have length 1 for all alike. `room` is how long they are.
    ///
    /// # Errors
    /// Another shape; a weight that is negative or not finite; a row without a weight above 0.
    pub fn new(weights: &[f64], shape: &[usize], room: [usize; 4]) -> Result<Self, Invalid> {
        let [worlds, seats, places, numbers] = room;
        let wrong = || {
            let expected = format!("[{numbers}] or [{worlds} or 1, {seats} or 1, {places} or 1, {numbers}]");
            Invalid::new("policy", format!("an array of shape {shape:?}"), format!("an array of shape {expected}"))
        };
        let mut lengths = [1; 4];
        let missing = lengths.len().checked_sub(shape.len()).ok_or_else(wrong)?;
        lengths[missing..].copy_from_slice(shape);
        let fits = lengths.iter().zip(room).all(|(&length, room)| length == 1 || length == room);
        let count = lengths.iter().try_fold(1usize, |count, &length| count.checked_mul(length));
        if shape.is_empty() || !fits || lengths[3] != numbers || count != Some(weights.len()) || numbers == 0 {
            return Err(wrong());
        }
        let mut bounds = Vec::with_capacity(weights.len());
        for (at, row) in weights.chunks_exact(numbers).enumerate() {
            let place = |number: Option<usize>| {
                let [_, seats, places, _] = lengths;
                let all = [at / places / seats, at / places % seats, at % places];
                let axes = all[missing.min(3)..].iter().copied().chain(number).map(|index| index.to_string());
                format!("policy[{}]", axes.collect::<Vec<_>>().join(", "))
            };
            if let Some(number) = row.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
                return Err(Invalid::new(place(Some(number)), row[number], "a number from 0 on"));
            }
            let sum: f64 = row.iter().sum();
            if !(sum.is_finite() && sum > 0.0) {
                return Err(Invalid::new(place(None), format!("weights with the sum {sum}"), "a sum above 0"));
            }
            let last = row.iter().rposition(|&weight| weight > 0.0).unwrap_or_default();
            let mut so_far = 0.0;
            bounds.extend(row.iter().enumerate().map(|(number, weight)| {
                so_far += weight;
                if number >= last { WHOLE as u32 } else { ((so_far / sum).min(1.0) * WHOLE) as u32 }
            }));
        }
        let each = [lengths[1] * lengths[2] * numbers, lengths[2] * numbers, numbers];
        let stride = |axis: usize| if lengths[axis] == 1 { 0 } else { each[axis] };
        Ok(Self { bounds, strides: [stride(0), stride(1), stride(2)], room })
    }

    /// What it says, as it is read.
    #[must_use]
    pub fn odds(&self) -> Odds<'_> {
        Odds { bounds: &self.bounds, strides: self.strides, numbers: self.room[3] }
    }

    /// Whether it is for so many worlds, learned seats, places and numbers.
    ///
    /// # Errors
    /// It is for others.
    pub fn check(&self, room: [usize; 4]) -> Result<(), Invalid> {
        if self.room == room {
            return Ok(());
        }
        let words = |room: [usize; 4]| format!("a table for worlds, seats, places and numbers {room:?}");
        Err(Invalid::new("policy", words(self.room), words(room)))
    }
}

impl<'a> Odds<'a> {
    /// The row of a seat; none if there is no such place.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, world: usize, seat: usize, place: usize) -> &'a [u32] {
        let from = world * self.strides[0] + seat * self.strides[1] + place * self.strides[2];
        self.bounds.get(from..from + self.numbers).unwrap_or_default()
    }
}

impl Dice {
    /// A number for each seat, by its row of [`Odds`]. A half of a draw is enough.
    #[inline(always)]
    pub fn draw_by<'a>(&mut self, numbers: &mut [u8], row: impl Fn(usize) -> &'a [u32]) {
        for (pair, numbers) in numbers.chunks_mut(2).enumerate() {
            let drawn = self.next();
            let halves = [drawn as u32 >> 1, (drawn >> 33) as u32];
            for (place, (number, half)) in numbers.iter_mut().zip(halves).enumerate() {
                *number = row(2 * pair + place).iter().map(|&bound| u8::from(bound <= half)).sum();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_as_often_as_their_weights_say() {
        for (weights, expected) in [([0.0, 3.0, 0.0, 1.0, 0.0], [0, 6000, 0, 2000, 0]), ([2.0; 5], [1600; 5])] {
            let table = Weights::new(&weights, &[5], [7, 2, 9, 5]).unwrap();
            let odds = table.odds();
            let (mut dice, mut seen) = (Dice::new(3, 0), [[0i32; 5]; 2]);
            for step in 0..8000 {
                let mut numbers = [0; 2];
                dice.draw_by(&mut numbers, |seat| odds.row(step % 7, seat, step % 9));
                numbers.iter().zip(&mut seen).for_each(|(&number, seen)| seen[usize::from(number)] += 1);
            }
            for (seen, expected) in seen.iter().flat_map(|seen| seen.iter().zip(expected)) {
                assert!((seen - expected).abs() < 200 && (expected > 0 || *seen == 0), "{seen} of {expected}");
            }
        }
    }

    #[test]
    fn every_row_is_found_at_its_own_place() {
        let room = [2, 3, 4, 5];
        let certain = |world: usize, seat: usize, place: usize| (world + seat + place) % 5;
        for lengths in [[2, 3, 4], [1, 3, 4], [2, 1, 4], [2, 3, 1], [1, 1, 1]] {
            let mut weights = Vec::new();
            for world in 0..lengths[0] {
                for (seat, place) in (0..lengths[1]).flat_map(|seat| (0..lengths[2]).map(move |place| (seat, place))) {
                    weights.extend((0..5).map(|number| if number == certain(world, seat, place) { 0.5 } else { 0.0 }));
                }
            }
            let shape = [lengths[0], lengths[1], lengths[2], 5];
            let table = Weights::new(&weights, &shape, room).unwrap();
            for (world, seat, place) in [(0, 0, 0), (1, 2, 3), (1, 0, 2), (0, 2, 1)] {
                let mut number = [9];
                Dice::new(1, 0).draw_by(&mut number, |_| table.odds().row(world, seat, place));
                let at = [(world, lengths[0]), (seat, lengths[1]), (place, lengths[2])];
                let [world, seat, place] = at.map(|(at, length)| if length == 1 { 0 } else { at });
                assert_eq!(usize::from(number[0]), certain(world, seat, place), "{lengths:?}");
            }
            assert_eq!(table.odds().row(9, 9, 9).is_empty(), lengths != [1, 1, 1]);
        }
    }

    #[test]
    fn wrong_tables_are_refused_by_name() {
        let room = [2, 2, 3, 2];
        let said = |weights: &[f64], shape: &[usize]| Weights::new(weights, shape, room).unwrap_err().to_string();
        for shape in [&[][..], &[3], &[4, 2], &[1, 2, 2, 3, 2], &[2, 2, 2, 2]] {
            let wrong = said(&vec![1.0; shape.iter().product()], shape);
            assert!(wrong.contains(&format!("{shape:?}")) && wrong.contains("[2 or 1, 2 or 1, 3 or 1, 2]"), "{wrong}");
        }
        let mut rows = [1.0; 12];
        rows[9] = f64::NAN;
        assert!(said(&rows, &[2, 3, 2]).starts_with("policy[1, 1, 1]"), "{}", said(&rows, &[2, 3, 2]));
        assert!(said(&[0.0, 0.0], &[2]).contains("a sum above 0"));
        assert!(said(&[f64::MAX, f64::MAX], &[1, 2]).starts_with("policy[0]"));
        assert!(said(&[1.0, -1.0], &[2]).starts_with("policy[1]"));
        let table = Weights::new(&[1.0, 2.0], &[2], room).unwrap();
        assert!(table.check(room).is_ok() && table.check([2, 2, 4, 2]).is_err());
    }
}
