//! Many steps of every game of a flock at once: whoever chooses is here, so that nobody else has to be met.

use super::tables::{Opponent, Opponents};
use super::{BLANK, Buffers, Odds, Pack, Shown, Turns, TypedFlock, Vector, Weights};
use crate::bot::Asking;
use crate::heap::*;
use crate::learn::{Common, Learn, Slot};
use crate::random::{GOLDEN, mix};
use crate::{Invalid, Random, Seat};
use alloc::sync::Arc;
use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering};

/// Who chooses for the learned seats in a rollout.
#[derive(Clone, Debug, Default)]
pub enum Policy {
    /// Any number, uniformly.
    #[default]
    Uniform,
    /// Any number that the mask allows, uniformly; 0 if it allows none.
    Masked,
    /// Bots of the registry.
    Bots(StandIns),
    /// Numbers by a table, whether or not they stand for an action.
    Given(Arc<Weights>),
}

/// A bot of the registry for every seat, made by [`Opened::stand_ins`](crate::face::Opened::stand_ins).
#[derive(Clone)]
pub struct StandIns(Arc<dyn Any + Send + Sync>);

impl core::fmt::Debug for StandIns {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("StandIns")
    }
}

impl StandIns {
    #[cfg(feature = "std")]
    pub(crate) fn new<G: Learn>(bots: Opponents<G>) -> Self {
        Self(Arc::new(bots))
    }

    /// The bots, if they are those of this game.
    pub(super) fn of<G: Learn>(&self) -> Result<&Opponents<G>, Invalid> {
        let wrong = || Invalid::new("policy", "bots of another game", "bots of this game with these settings");
        self.0.downcast_ref().ok_or_else(wrong)
    }
}

/// Steps that are played without asking anybody outside.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    /// How many steps every game is played.
    pub steps: usize,
    /// Who chooses.
    pub policy: Policy,
    /// The seed of what the policy draws. Each game draws for itself, so that the games of a batch are the same however
    /// they are divided.
    pub seed: u64,
    /// Set from outside to end the stretch soon; the games are then left wherever they are.
    pub stop: Arc<AtomicBool>,
}

impl Stretch {
    /// Whether it is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What comes of a stretch, by game: sums, and the way there where it is asked for.
#[derive(Debug)]
pub struct Tracks<'a, 'b> {
    /// The sum of the rewards, by game and learned seat.
    pub returns: &'a mut [f64],
    /// How many episodes ended, by game.
    pub episodes: &'a mut [u32],
    /// The sum of what the results of those that ended by their rules are worth, by game and learned seat; empty if
    /// results are not told.
    pub results: &'a mut [f64],
    /// Every step, if asked for.
    pub path: Option<Path<'a, 'b>>,
}

/// Every step of a stretch, by game and then by step.
#[derive(Debug)]
pub struct Path<'a, 'b> {
    /// The arrays that a choice was made from, by learned seat; one slot for each array of the plan.
    pub arrays: &'a mut [Slot<'b>],
    /// The numbers that were chosen, by learned seat; 255 where a bot chose, whose actions need not have numbers.
    pub actions: &'a mut [u8],
    /// By learned seat.
    pub rewards: &'a mut [f32],
    /// 1 where an episode ended.
    pub over: &'a mut [u8],
}

/// The number of a choice that a bot made.
pub const UNNUMBERED: u8 = u8::MAX;

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
const BEYOND: usize = 8;

/// Draws numbers for many games at once: what each of the dice draws by itself.
struct Cup {
    vector: Vector,
    /// How many numbers a seat can choose from.
    n: usize,
    seats: usize,
    /// Room for the masks of games that draw side by side, and of those that are left over.
    rows: Vec<[u64; ABREAST]>,
    row: Vec<[u64; 1]>,
}

impl Cup {
    fn new(vector: Vector, n: usize, seats: usize) -> Self {
        Self { vector, n, seats, rows: Vec::new(), row: Vec::new() }
    }

    /// A number for every seat of some games, any or one of its mask. Behind the masks there are [`BEYOND`] more bytes.
    fn draw(&mut self, dice: &mut [Dice], masks: Option<&[u8]>, numbers: &mut [u8]) {
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

/// Copies numbers of one array into another of the same kind.
fn copy(from: &Slot<'_>, at: usize, into: &mut Slot<'_>, to: usize, len: usize) {
    match (from, into) {
        (Slot::U8(from), Slot::U8(into)) => into[to..to + len].copy_from_slice(&from[at..at + len]),
        (Slot::I16(from), Slot::I16(into)) => into[to..to + len].copy_from_slice(&from[at..at + len]),
        (Slot::F32(from), Slot::F32(into)) => into[to..to + len].copy_from_slice(&from[at..at + len]),
        _ => {}
    }
}

/// Who chooses for the seats of one game after the other.
trait Choosing<G: Learn> {
    /// Meets an episode in this world.
    fn begin(&mut self, flock: &TypedFlock<G>, world: u32, dice: &mut Dice);

    /// Chooses for the seats that are asked, after what was chosen last. Numbers are written for every seat, if there are
    /// any.
    fn choose(
        &mut self,
        flock: &TypedFlock<G>,
        dice: &mut Dice,
        place: (u32, &G::State),
        last: &[(Seat, G::Action)],
        numbers: &mut [u8],
        choices: &mut Vec<(Seat, G::Action)>,
    );
}

/// Bots of the registry.
struct ByBots<'a, G: Learn> {
    bots: &'a Opponents<G>,
    players: Vec<Option<Opponent<G>>>,
    asking: Asking<G>,
}

impl<G: Learn> Choosing<G> for ByBots<'_, G> {
    fn begin(&mut self, flock: &TypedFlock<G>, world: u32, dice: &mut Dice) {
        self.players = flock.players(world, self.bots, dice.next());
    }

    fn choose(
        &mut self,
        flock: &TypedFlock<G>,
        _: &mut Dice,
        (world, state): (u32, &G::State),
        last: &[(Seat, G::Action)],
        _: &mut [u8],
        choices: &mut Vec<(Seat, G::Action)>,
    ) {
        let world = G::Pack::world(&flock.shelf, world);
        for seat in G::phase(world, state).seats().iter_from(G::first_to_arrive(world, state)) {
            let bot = self.players.get_mut(seat.index()).and_then(Option::as_mut);
            let action = bot.and_then(|bot| self.asking.ask(bot.as_mut(), world, state, last, seat));
            choices.extend(action.map(|action| (seat, action)));
        }
    }
}

impl<G: Learn> Choosing<G> for Odds<'_> {
    fn begin(&mut self, _: &TypedFlock<G>, _: u32, _: &mut Dice) {}

    fn choose(
        &mut self,
        flock: &TypedFlock<G>,
        dice: &mut Dice,
        (place, state): (u32, &G::State),
        _: &[(Seat, G::Action)],
        numbers: &mut [u8],
        choices: &mut Vec<(Seat, G::Action)>,
    ) {
        let world = G::Pack::world(&flock.shelf, place);
        let lens = flock.lens;
        dice.draw_by(numbers, |seat| self.row(place as usize, seat, G::place(world, state, Seat(seat as u8), lens)));
        for seat in G::phase(world, state).seats().iter_from(G::first_to_arrive(world, state)) {
            let number = numbers[seat.index()].into();
            choices.extend(G::numbered(world, state, seat, lens, number).map(|action| (seat, action)));
        }
    }
}

impl<G: Learn> TypedFlock<G> {
    /// Plays a stretch pack by pack, each from its first step to its last.
    pub(super) fn roll(&mut self, stretch: &Stretch, mut tracks: Tracks<'_, '_>, mut buffers: Buffers<'_, '_>) {
        let lanes = G::Pack::LANES;
        let is_masked = matches!(stretch.policy, Policy::Masked);
        let mut masks = vec![0; if is_masked { lanes * self.seats * self.numbers + BEYOND } else { 0 }];
        for p in 0..self.packs.len() {
            self.roll_pack(p, stretch, &mut masks, &mut tracks, &mut buffers);
        }
    }

    fn roll_pack(
        &mut self,
        p: usize,
        stretch: &Stretch,
        masks: &mut [u8],
        tracks: &mut Tracks<'_, '_>,
        buffers: &mut Buffers<'_, '_>,
    ) {
        let (lanes, seats) = (G::Pack::LANES, self.seats);
        let first = p * lanes;
        let count = lanes.min(self.plan.games - first);
        let each = self.numbers * seats;
        let shown = tracks.path.is_some() && !self.shown.is_empty();
        let mut dice: Vec<Dice> =
            (first..first + count).map(|game| Dice::new(stretch.seed, self.plan.first + game)).collect();
        let mut cup = Cup::new(self.plan.vector, self.numbers, seats);
        let mut spare = core::mem::take(&mut self.spare);
        let (actions, rewards, over) = &mut spare;
        over.fill(1);
        for step in (0..stretch.steps).take_while(|_| !stretch.is_stopped()) {
            if !masks.is_empty() {
                let shown = Shown { array: Err(Common::Mask), len: self.numbers };
                let all = Slot::U8(&mut masks[..count * each]);
                self.packs[p].show(&self.shelf, self.plan.vector, self.lens, shown, &over[..count], all);
            }
            let allowed = (!masks.is_empty()).then_some(&*masks);
            cup.draw(&mut dice, allowed, actions);
            if let Some(path) = &mut tracks.path {
                self.note_arrays(first, count, (step, stretch.steps), buffers.arrays, path.arrays);
            }
            let shown = shown || !masks.is_empty();
            let turns = Turns { actions: &*actions, rewards: &mut *rewards, over: &mut *over, shown };
            self.packs[p].step(&self.shelf, self.plan.vector, self.lens, turns);
            let sums = tracks.returns[first * seats..(first + count) * seats].iter_mut();
            sums.zip(&*rewards).for_each(|(sum, &reward)| *sum += f64::from(reward));
            if over.contains(&1) {
                for lane in (0..count).filter(|&lane| over[lane] != 0) {
                    tracks.episodes[first + lane] += 1;
                    self.begin(first + lane);
                }
            }
            if let Some(path) = &mut tracks.path {
                for lane in 0..count {
                    let at = (first + lane) * stretch.steps + step;
                    path.over[at] = over[lane];
                    path.actions[at * seats..][..seats].copy_from_slice(&actions[lane * seats..][..seats]);
                    path.rewards[at * seats..][..seats].copy_from_slice(&rewards[lane * seats..][..seats]);
                }
                self.show(p, &over[..count], buffers.arrays);
            }
        }
        if stretch.steps > 0 {
            buffers.rewards[first * seats..(first + count) * seats].copy_from_slice(&rewards[..count * seats]);
            buffers.over[first..first + count].copy_from_slice(&over[..count]);
            over.fill(BLANK);
            self.show(p, &over[..count], buffers.arrays);
        }
        self.spare = spare;
    }

    /// Copies the arrays of some games to a step of their path.
    fn note_arrays(
        &self,
        first: usize,
        count: usize,
        (step, steps): (usize, usize),
        now: &[Slot<'_>],
        path: &mut [Slot<'_>],
    ) {
        for ((now, path), shown) in now.iter().zip(path).zip(&self.shown) {
            let len = self.seats * shown.len;
            for game in first..first + count {
                copy(now, game * len, path, (game * steps + step) * len, len);
            }
        }
    }

    /// Plays a stretch with bots on all seats. They meet each game as it is, without what was before.
    pub(super) fn roll_with_bots(
        &mut self,
        bots: &Opponents<G>,
        stretch: &Stretch,
        tracks: Tracks<'_, '_>,
        buffers: Buffers<'_, '_>,
    ) {
        self.roll_singly(ByBots { bots, players: Vec::new(), asking: Asking::new() }, stretch, tracks, buffers);
    }

    /// Plays a stretch by a table.
    pub(super) fn roll_by_weights(
        &mut self,
        weights: &Weights,
        stretch: &Stretch,
        tracks: Tracks<'_, '_>,
        buffers: Buffers<'_, '_>,
    ) {
        self.roll_singly(weights.odds(), stretch, tracks, buffers);
    }

    /// Plays a stretch game by game.
    fn roll_singly(
        &mut self,
        mut choosing: impl Choosing<G>,
        stretch: &Stretch,
        mut tracks: Tracks<'_, '_>,
        buffers: Buffers<'_, '_>,
    ) {
        let (lanes, seats) = (G::Pack::LANES, self.seats);
        let (mut choices, mut last, mut numbers) = (Vec::new(), Vec::new(), vec![UNNUMBERED; seats]);
        for game in 0..self.plan.games {
            let mut dice = Dice::new(stretch.seed, self.plan.first + game);
            let mut index = self.packs[game / lanes].world_of(game % lanes);
            let mut state = self.packs[game / lanes].state(game % lanes);
            choosing.begin(self, index, &mut dice);
            let rewards = &mut buffers.rewards[game * seats..][..seats];
            last.clear();
            for step in (0..stretch.steps).take_while(|_| !stretch.is_stopped()) {
                let (world, _) = G::Pack::beginning(&self.shelf, index);
                choices.clear();
                choosing.choose(self, &mut dice, (index, &state), &last, &mut numbers, &mut choices);
                if let Some(path) = &mut tracks.path {
                    self.write_arrays(world, &state, game * stretch.steps + step, path.arrays);
                }
                rewards.fill(0.0);
                if !G::phase(world, &state).is_over() {
                    let account = G::account(world, &state, self.lens);
                    G::step(world, &mut state, &choices, |_| {});
                    for (seat, reward) in rewards.iter_mut().enumerate() {
                        *reward += G::reward(world, &account, &state, Seat(seat as u8), self.lens);
                    }
                }
                core::mem::swap(&mut last, &mut choices);
                let over = G::phase(world, &state).is_over();
                let sums = tracks.returns[game * seats..][..seats].iter_mut();
                sums.zip(&*rewards).for_each(|(sum, &reward)| *sum += f64::from(reward));
                buffers.over[game] = over.into();
                if let Some(path) = &mut tracks.path {
                    let at = game * stretch.steps + step;
                    path.over[at] = over.into();
                    path.actions[at * seats..][..seats].copy_from_slice(&numbers);
                    path.rewards[at * seats..][..seats].copy_from_slice(rewards);
                }
                if over {
                    tracks.episodes[game] += 1;
                    index = self.next_world(game);
                    state.clone_from(&G::Pack::beginning(&self.shelf, index).1);
                    choosing.begin(self, index, &mut dice);
                    last.clear();
                }
            }
            self.packs[game / lanes].put(&self.shelf, game % lanes, index, &state);
        }
        let whole = vec![BLANK; lanes];
        for p in 0..self.packs.len() {
            self.show(p, &whole[..lanes.min(self.plan.games - p * lanes)], buffers.arrays);
        }
    }

    /// Writes all arrays of a state, in place `at`.
    fn write_arrays(&self, world: &G::World, state: &G::State, at: usize, arrays: &mut [Slot<'_>]) {
        for (slot, shown) in arrays.iter_mut().zip(&self.shown) {
            for seat in 0..self.seats {
                let out = slot.part((at * self.seats + seat) * shown.len, shown.len);
                shown.write::<G>(world, None, state, Seat(seat as u8), self.lens, out);
            }
        }
    }

    /// Bots for every seat of a game in this world, who know how it began.
    fn players(&self, world: u32, bots: &Opponents<G>, seed: u64) -> Vec<Option<Opponent<G>>> {
        let (world, first) = G::Pack::beginning(&self.shelf, world);
        let player = |seat: usize| {
            let mut bot = bots.of_seat(Seat(seat as u8), seed)?;
            bot.start(&G::start(world, first, Seat(seat as u8)));
            Some(bot)
        };
        (0..self.seats).map(player).collect()
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
