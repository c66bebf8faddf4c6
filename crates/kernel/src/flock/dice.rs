//! What draws the numbers of rollouts, of one game or of many side by side.

use super::Vector;
use crate::Random;
use crate::heap::*;
use crate::random::{GOLDEN, mix};

/// Draws the numbers of one game, for a stretch: a generator whose key and counter are one sum, so that no draw multiplies.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    at: u64,
}

impl Dice {
    /// The dice of a game of the batch.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64, game: usize) -> Self {
        Self::of(Random::stream(seed, (1 << 40) + game as u64))
    }

    /// What this generator draws next.
    const fn of(random: Random) -> Self {
        Self { at: random.key.wrapping_add(random.counter.wrapping_mul(GOLDEN)) }
    }

    /// Numbers below `n`. A half of a draw is enough: none is more frequent than another by more than n in 2^32.
    #[inline]
    pub fn fill(&mut self, n: u32, numbers: &mut [u8]) {
        for pair in numbers.chunks_mut(2) {
            let drawn = halves(self.next(), n);
            pair.iter_mut().zip(drawn).for_each(|(number, drawn)| *number = drawn);
        }
    }

    /// The same for the first `seats` of these: a compiler that knows how many there can be keeps them in registers.
    #[inline(always)]
    pub fn fill_first<const SEATS: usize>(&mut self, n: u32, seats: usize, numbers: &mut [u8; SEATS]) {
        for seat in (0..SEATS).step_by(2) {
            if seat < seats {
                let [first, second] = halves(self.next(), n);
                numbers[seat] = first;
                if seat + 1 < SEATS {
                    numbers[seat + 1] = second;
                }
            }
        }
    }

    /// The next 64 bits.
    #[inline]
    pub(super) const fn next(&mut self) -> u64 {
        self.at = self.at.wrapping_add(GOLDEN);
        mix(self.at)
    }

    /// A uniform number below `n`, as [`Random::below`] draws it.
    #[inline]
    const fn below(&mut self, n: u64) -> u64 {
        let mut random = Random::new(self.at);
        let number = random.below(n);
        *self = Self::of(random);
        number
    }

    /// The number of one of the ones in a mask; 0 if there is none.
    #[inline]
    pub fn masked(&mut self, mask: &[u8]) -> u8 {
        let ones = mask.iter().map(|&bit| u64::from(bit)).sum();
        let mut which = self.below(ones) as i64;
        for (number, &bit) in mask.iter().enumerate() {
            which -= i64::from(bit);
            if which < 0 {
                return number as u8;
            }
        }
        0
    }
}

/// Two numbers below `n` from the halves of a draw. Who multiplies 32 bits by 32 needs no more of a device than the high half.
#[inline(always)]
const fn halves(drawn: u64, n: u32) -> [u8; 2] {
    let (low, high) = (drawn as u32 as u64, drawn >> 32);
    [((low * n as u64) >> 32) as u8, ((high * n as u64) >> 32) as u8]
}

/// How many games draw side by side.
const ABREAST: usize = 16;

/// A 1 in each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The most numbers a mask may have to be counted in bytes whose highest bit is free.
const COUNTABLE: usize = 127;

at_every_level! {
    fn fill_all<const B: usize>(dice: &mut [Dice; B], n: u32, numbers: &mut [u8]) = fill_abreast;
    fn masked_all<const B: usize>(dice: &mut [Dice; B], rows: &[[u64; B]], per_seat: usize, numbers: &mut [u8])
        = masked_abreast;
}

/// The next draw of each of some dice, which are then where it was; of those without a 1 in `draws` it is the last one again.
#[inline(always)]
fn next<const B: usize>(at: &mut [u64; B], draws: &[u64; B]) -> [u64; B] {
    let mut drawn = [0; B];
    for l in 0..B {
        at[l] = at[l].wrapping_add(GOLDEN & draws[l].wrapping_neg());
        drawn[l] = mix(at[l]);
    }
    drawn
}

/// [`Dice::fill`] for the seats of several games.
#[inline(always)]
fn fill_abreast<const B: usize>(dice: &mut [Dice; B], n: u32, numbers: &mut [u8]) {
    let (mut at, n) = (dice.each_ref().map(|dice| dice.at), u64::from(n));
    let seats = numbers.len() / B;
    for seat in (0..seats).step_by(2) {
        let drawn = next(&mut at, &[1; B]);
        let (mut low, mut high) = ([0; B], [0; B]);
        for l in 0..B {
            low[l] = (((drawn[l] & 0xFFFF_FFFF) * n) >> 32) as u8;
            high[l] = (((drawn[l] >> 32) * n) >> 32) as u8;
        }
        for (l, numbers) in numbers.chunks_exact_mut(seats).enumerate().take(B) {
            numbers[seat] = low[l];
            if let Some(number) = numbers.get_mut(seat + 1) {
                *number = high[l];
            }
        }
    }
    dice.iter_mut().zip(at).for_each(|(dice, at)| dice.at = at);
}

/// Puts the masks of the seats of several games side by side, eight bytes of each in a row. A mask has `n` bytes and
/// zeros behind its end; after the last one there are [`BEYOND`] more bytes.
fn gather<const B: usize>(masks: &[u8], n: usize, seats: usize, rows: &mut Vec<[u64; B]>) {
    rows.clear();
    for seat in 0..seats {
        for from in (0..n).step_by(8) {
            let keep = u64::MAX >> (8 * (from + 8).saturating_sub(n));
            let mut row = [0; B];
            let masks = masks.get(seat * n + from..).unwrap_or_default();
            for (l, word) in row.iter_mut().enumerate() {
                let bytes = masks.get(l * seats * n..).and_then(<[u8]>::first_chunk);
                *word = bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes) & keep);
            }
            rows.push(row);
        }
    }
}

/// [`Dice::masked`] for the seats of several games, without a branch: bytes of masks are counted eight at a time. Each
/// seat has `per_seat` of the rows that [`gather`] made.
#[inline(always)]
fn masked_abreast<const B: usize>(dice: &mut [Dice; B], rows: &[[u64; B]], per_seat: usize, numbers: &mut [u8]) {
    let mut at = dice.each_ref().map(|dice| dice.at);
    let seats = numbers.len() / B;
    for (seat, rows) in rows.chunks_exact(per_seat).enumerate() {
        let mut ones = [0; B];
        for row in rows {
            for l in 0..B {
                ones[l] += row[l].wrapping_mul(ONES) >> 56;
            }
        }
        let mut draws = [0; B];
        for l in 0..B {
            draws[l] = u64::from(ones[l] > 1);
        }
        let before = at;
        let drawn = next(&mut at, &draws);
        let (mut which, mut biased) = ([0; B], 0);
        for l in 0..B {
            // The high half of the product of 64 bits and a small number, which is 0 for one of one.
            let carried = ((drawn[l] & 0xFFFF_FFFF) * ones[l]) >> 32;
            which[l] = ((drawn[l] >> 32) * ones[l] + carried) >> 32;
            // The highest bit, where the low half is so small that the draw may have to be refused.
            let low = drawn[l].wrapping_mul(ones[l]) | draws[l].wrapping_sub(1);
            biased |= (low >> 7).wrapping_sub(1);
        }
        if biased >> 63 != 0 {
            // Almost never.
            for l in 0..B {
                let mut alone = Dice { at: before[l] };
                which[l] = alone.below(ones[l]);
                at[l] = alone.at;
            }
        }
        // The number of a one is the number of bytes up to which there are not more ones than are to be skipped.
        let (mut number, mut so_far) = ([0; B], [0; B]);
        for row in rows {
            for l in 0..B {
                let counts = row[l].wrapping_mul(ONES);
                let skipped = (which[l] + 128 - so_far[l]).wrapping_mul(ONES).wrapping_sub(counts) >> 7 & ONES;
                number[l] += skipped.wrapping_mul(ONES) >> 56;
                so_far[l] += counts >> 56;
            }
        }
        for l in 0..B {
            number[l] &= u64::from(ones[l] == 0).wrapping_sub(1);
        }
        for l in 0..B {
            numbers[l * seats + seat] = number[l] as u8;
        }
    }
    dice.iter_mut().zip(at).for_each(|(dice, at)| dice.at = at);
}

/// How many bytes a word is read beyond the end of a mask, at most.
pub(super) const BEYOND: usize = 8;

/// Draws numbers for many games at once: what each of the dice draws by itself.
pub(super) struct Cup {
    vector: Vector,
    /// How many numbers a seat can choose from.
    n: usize,
    seats: usize,
    /// Room for the masks of games that draw side by side, and of those that are left over.
    rows: Vec<[u64; ABREAST]>,
    row: Vec<[u64; 1]>,
}

impl Cup {
    pub(super) fn new(vector: Vector, n: usize, seats: usize) -> Self {
        Self { vector, n, seats, rows: Vec::new(), row: Vec::new() }
    }

    /// A number for every seat of some games, any or one of its mask. Behind the masks there are [`BEYOND`] more bytes.
    pub(super) fn draw(&mut self, dice: &mut [Dice], masks: Option<&[u8]>, numbers: &mut [u8]) {
        let (n, seats) = (self.n, self.seats);
        let (abreast, rest) = dice.as_chunks_mut::<ABREAST>();
        let (first, last) = numbers.split_at_mut(abreast.len() * ABREAST * seats);
        let first = first.chunks_exact_mut(ABREAST * seats).zip(abreast);
        let last = last.chunks_exact_mut(seats).zip(rest);
        let Some(masks) = masks else {
            first.for_each(|(numbers, dice)| fill_all(self.vector, dice, n as u32, numbers));
            return last.for_each(|(numbers, dice)| dice.fill(n as u32, numbers));
        };
        if n > COUNTABLE {
            let games = dice.iter_mut().zip(numbers.chunks_exact_mut(seats)).zip(masks.chunks_exact(n * seats));
            for ((dice, numbers), masks) in games {
                numbers.iter_mut().zip(masks.chunks_exact(n)).for_each(|(number, mask)| *number = dice.masked(mask));
            }
            return;
        }
        let (mut from, per_game, per_seat) = (0, seats * n, n.div_ceil(8).max(1));
        for (numbers, dice) in first {
            gather(&masks[from..], n, seats, &mut self.rows);
            masked_all(self.vector, dice, &self.rows, per_seat, numbers);
            from += ABREAST * per_game;
        }
        for (numbers, dice) in last {
            gather(&masks[from..], n, seats, &mut self.row);
            masked_all(self.vector, core::array::from_mut(dice), &self.row, per_seat, numbers);
            from += per_game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Masks with anything from no ones to all, as a game may have them.
    fn masks(random: &mut Random, games: usize, n: usize) -> Vec<u8> {
        let mut masks = Vec::new();
        for _ in 0..games {
            let share = random.below(9);
            masks.extend((0..n).map(|_| u8::from(random.below(8) < share)));
        }
        masks.extend([1; BEYOND]);
        masks
    }

    /// Dice at random places; some are about to draw a number that [`Random::below`] refuses.
    fn some_dice(random: &mut Random, games: usize) -> Vec<Dice> {
        let refused = Random { key: GOLDEN.wrapping_neg(), counter: 0 };
        assert_eq!(refused.clone().next_u64(), 0, "below every bound");
        let any = |random: &mut Random| Random { key: random.next_u64(), counter: random.next_u64() };
        (0..games).map(|_| Dice::of(if random.below(8) == 0 { refused } else { any(random) })).collect()
    }

    #[cfg(feature = "std")]
    #[test]
    fn games_abreast_draw_what_each_draws_alone() {
        let mut random = Random::new(21);
        for trial in 0..600 {
            let (games, seats) = (1 + random.index(35), 1 + random.index(9));
            let n = if trial % 20 == 0 { 120 + random.index(16) } else { 1 + random.index(20) };
            let masks = masks(&mut random, games * seats, n);
            let dice = some_dice(&mut random, games);
            for masks in [None, Some(&masks[..])] {
                let (mut alone, mut expected) = (dice.clone(), vec![0; games * seats]);
                for (game, (dice, numbers)) in alone.iter_mut().zip(expected.chunks_exact_mut(seats)).enumerate() {
                    match masks {
                        None => dice.fill(n as u32, numbers),
                        Some(masks) => {
                            let masks = masks[game * seats * n..].chunks_exact(n);
                            numbers.iter_mut().zip(masks).for_each(|(number, mask)| *number = dice.masked(mask));
                        }
                    }
                }
                for vector in Vector::detect().and_lower() {
                    let (mut abreast, mut numbers) = (dice.clone(), vec![0xA5; games * seats]);
                    Cup::new(vector, n, seats).draw(&mut abreast, masks, &mut numbers);
                    assert_eq!(numbers, expected, "{n} numbers, {} vectors, masks: {masks:?}", vector.name());
                    assert_eq!(abreast, alone, "{n} numbers, {} vectors", vector.name());
                }
            }
        }
    }
}
