//! Many games of one kind, stepped side by side from flat buffers into flat buffers, on one thread.
//!
//! A flock takes its worlds from a shelf that is drawn once, so that a new game costs a copy and not a new map.
//! Stepping allocates nothing.

use crate::learn::{Encoding, Learn, Slot};
use crate::random::{GOLDEN, mix};
use crate::{Invalid, Random, Seat};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// What the processor offers beyond plain code. Only [`Vector::detect`] finds more than [`Vector::PLAIN`], so a
/// value that says so is proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(dead_code, reason = "only detection makes them"))]
enum Level {
    Plain,
    Avx2,
    Avx512,
}

impl Vector {
    /// Nothing beyond the baseline of the target.
    pub const PLAIN: Self = Self(Level::Plain);

    /// What this processor offers.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") {
                return Self(Level::Avx512);
            }
            if has!("avx2") && has!("bmi2") {
                return Self(Level::Avx2);
            }
        }
        Self::PLAIN
    }

    /// Whether AVX-512 (F, BW, DQ and VL) is there.
    #[inline]
    #[must_use]
    pub const fn has_avx512(self) -> bool {
        matches!(self.0, Level::Avx512)
    }

    /// Whether AVX2 and BMI2 are there.
    #[inline]
    #[must_use]
    pub const fn has_avx2(self) -> bool {
        matches!(self.0, Level::Avx2 | Level::Avx512)
    }

    /// This level and every lower one, the best first.
    #[must_use]
    pub fn and_lower(self) -> Vec<Self> {
        let all = [Level::Avx512, Level::Avx2, Level::Plain].map(Self);
        let from = all.iter().position(|&level| level == self).unwrap_or(2);
        all[from..].to_vec()
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Plain => "plain",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

/// What one step of a pack reads and writes, by lane and then by seat.
#[derive(Debug)]
pub struct Turns<'a> {
    /// A numbered action for every seat; a number without meaning is no choice.
    pub actions: &'a [u8],
    /// What the step was worth to every seat.
    pub rewards: &'a mut [f32],
    /// 1 where the game ended with this step, by lane.
    pub over: &'a mut [u8],
}

/// A few games that are stepped together.
pub trait Pack<G: Learn>: Send + Sized {
    /// How many games a pack holds.
    const LANES: usize;

    /// The worlds of a flock, laid out as this pack likes them.
    type Shelf: Send + Sync;

    /// Lays out the worlds with their first states.
    fn shelf(games: Vec<(G::World, G::State)>) -> Self::Shelf;

    /// One of the worlds.
    fn world(shelf: &Self::Shelf, world: u32) -> &G::World;

    /// A pack with every lane at the start of world 0.
    fn new(shelf: &Self::Shelf) -> Self;

    /// Puts a lane at the start of a world.
    fn begin(&mut self, shelf: &Self::Shelf, lane: usize, world: u32);

    /// The world a lane is in.
    fn world_of(&self, lane: usize) -> u32;

    /// The state of a lane.
    fn state(&self, lane: usize) -> G::State;

    /// Steps every lane once.
    fn step(&mut self, shelf: &Self::Shelf, vector: Vector, lens: G::Lens, turns: Turns<'_>);
}

/// A pack of one game, for games without lanes.
#[derive(Debug)]
pub struct Single<G: Learn> {
    world: u32,
    state: G::State,
    choices: Vec<(Seat, G::Action)>,
}

impl<G: Learn> Pack<G> for Single<G> {
    const LANES: usize = 1;
    type Shelf = Vec<(G::World, G::State)>;

    fn shelf(games: Vec<(G::World, G::State)>) -> Self::Shelf {
        games
    }

    fn world(shelf: &Self::Shelf, world: u32) -> &G::World {
        &shelf[world as usize].0
    }

    fn new(shelf: &Self::Shelf) -> Self {
        let (world, state) = &shelf[0];
        Self { world: 0, state: state.clone(), choices: Vec::with_capacity(G::seats(world)) }
    }

    fn begin(&mut self, shelf: &Self::Shelf, _lane: usize, world: u32) {
        self.world = world;
        self.state.clone_from(&shelf[world as usize].1);
    }

    fn world_of(&self, _lane: usize) -> u32 {
        self.world
    }

    fn state(&self, _lane: usize) -> G::State {
        self.state.clone()
    }

    fn step(&mut self, shelf: &Self::Shelf, _vector: Vector, lens: G::Lens, turns: Turns<'_>) {
        let world = &shelf[self.world as usize].0;
        let seats = turns.actions.len();
        let first = G::first_to_arrive(world, &self.state).index();
        self.choices.clear();
        for seat in (0..seats).map(|i| (first + i) % seats) {
            let number = usize::from(turns.actions[seat]);
            let seat = Seat(seat as u8);
            if let Some(action) = G::numbered(world, &self.state, seat, lens, number) {
                self.choices.push((seat, action));
            }
        }
        let before = self.state.clone();
        G::step(world, &mut self.state, &self.choices, |_| {});
        for (seat, reward) in turns.rewards.iter_mut().enumerate() {
            *reward = G::reward(world, &before, &self.state, Seat(seat as u8), lens);
        }
        turns.over[0] = u8::from(G::phase(world, &self.state).is_over());
    }
}

/// How a flock is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: usize,
    /// The number of its first game among all games of the batch it is part of.
    pub first: usize,
    /// From which worlds and their order are drawn.
    pub seed: u64,
    /// How many worlds the shelf holds.
    pub worlds: usize,
    /// The arrays to write, by index into the game's encodings; the index after the last is the mask.
    pub arrays: Vec<usize>,
    /// What the processor offers.
    pub vector: Vector,
}

/// The memory of one flock: its part of the batch's buffers.
#[derive(Debug)]
pub struct Buffers<'a, 'b> {
    /// What each step was worth, by game and seat.
    pub rewards: &'a mut [f32],
    /// 1 where a game ended with this step, by game.
    pub over: &'a mut [u8],
    /// One slot for each array of the plan, by game and seat.
    pub arrays: &'a mut [Slot<'b>],
}

/// The face of a flock that does not name its game.
pub trait Flock: Send {
    /// Puts every game at the start of a new episode and writes all arrays.
    fn reset(&mut self, buffers: Buffers<'_, '_>);

    /// Steps every game once with a numbered action for every seat. A game that ends is put at the start of its
    /// next episode in the same step: rewards and `over` are of the game that ended, arrays of the new one.
    fn step(&mut self, actions: &[u8], buffers: Buffers<'_, '_>);

    /// The hash of the state of one game.
    fn hash(&self, game: usize) -> u64;
}

/// The worlds all flocks of a batch share.
pub type Shelf<G> = Arc<<<G as Learn>::Pack as Pack<G>>::Shelf>;

/// Draws the worlds of a batch: world `w` is made from the seed's `w`-th value.
pub fn draw_shelf<G: Learn>(settings: &G::Settings, seed: u64, worlds: usize) -> Result<Shelf<G>, Invalid> {
    let games = (0..worlds as u64).map(|w| G::new(settings, world_seed(seed, w))).collect::<Result<_, _>>()?;
    Ok(Arc::new(G::Pack::shelf(games)))
}

/// The seed of world `w` of a batch with this seed.
#[must_use]
pub const fn world_seed(seed: u64, w: u64) -> u64 {
    mix(seed ^ mix(w.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// A flock of one game.
pub struct TypedFlock<G: Learn> {
    shelf: Shelf<G>,
    packs: Vec<G::Pack>,
    /// Which world comes next, by game.
    draws: Vec<Random>,
    /// States before the step, by lane, when an array is updated rather than written anew.
    before: Vec<G::State>,
    /// Full-sized buffers for a last pack that is not full.
    spare: (Vec<u8>, Vec<f32>, Vec<u8>),
    encodings: Vec<Encoding>,
    lens: G::Lens,
    plan: Plan,
    seats: usize,
    actions: usize,
    game: PhantomData<G>,
}

impl<G: Learn> TypedFlock<G> {
    /// A flock over a shelf, every game at the start of its first episode.
    pub fn new(settings: &G::Settings, lens: G::Lens, shelf: Shelf<G>, plan: Plan) -> Self {
        let lanes = G::Pack::LANES;
        let seats = G::seats_of(settings);
        let packs = (0..plan.games.div_ceil(lanes)).map(|_| G::Pack::new(&shelf)).collect();
        let draws = (0..plan.games).map(|i| Random::stream(plan.seed, (plan.first + i) as u64)).collect();
        let padded = lanes * seats;
        let mut flock = Self {
            packs,
            draws,
            before: Vec::with_capacity(lanes),
            spare: (alloc::vec![0; padded], alloc::vec![0.0; padded], alloc::vec![0; lanes]),
            encodings: G::encodings(settings),
            lens,
            seats,
            actions: G::actions(settings),
            shelf,
            plan,
            game: PhantomData,
        };
        for game in 0..flock.plan.games {
            flock.begin(game);
        }
        flock
    }

    fn begin(&mut self, game: usize) {
        let world = self.draws[game].below(self.plan.worlds as u64) as u32;
        self.packs[game / G::Pack::LANES].begin(&self.shelf, game % G::Pack::LANES, world);
    }

    /// Writes the arrays of one game, from scratch unless `before` tells what they show.
    fn show(&self, game: usize, before: Option<&G::State>, arrays: &mut [Slot<'_>]) {
        if arrays.is_empty() {
            return;
        }
        let (pack, lane) = (&self.packs[game / G::Pack::LANES], game % G::Pack::LANES);
        let state = pack.state(lane);
        let world = G::Pack::world(&self.shelf, pack.world_of(lane));
        for (slot, &which) in arrays.iter_mut().zip(&self.plan.arrays) {
            let len = self.encodings.get(which).map_or(self.actions, Encoding::len);
            for seat in 0..self.seats {
                let mut out = slot.part((game * self.seats + seat) * len, len);
                let seat = Seat(seat as u8);
                match (which < self.encodings.len(), before, &mut out) {
                    (true, Some(before), _) => G::update(world, before, &state, seat, self.lens, which, out),
                    (true, None, _) => G::encode(world, &state, seat, self.lens, which, out),
                    (false, _, Slot::U8(mask)) => G::mask(world, &state, seat, self.lens, mask),
                    (false, ..) => {}
                }
            }
        }
    }
}

impl<G: Learn> Flock for TypedFlock<G> {
    fn reset(&mut self, buffers: Buffers<'_, '_>) {
        buffers.rewards.fill(0.0);
        buffers.over.fill(0);
        for game in 0..self.plan.games {
            self.begin(game);
            self.show(game, None, buffers.arrays);
        }
    }

    fn step(&mut self, actions: &[u8], buffers: Buffers<'_, '_>) {
        let (lanes, seats) = (G::Pack::LANES, self.seats);
        for p in 0..self.packs.len() {
            let games = p * lanes..self.plan.games.min((p + 1) * lanes);
            let by_seat = games.start * seats..games.end * seats;
            let pack = &mut self.packs[p];
            if !buffers.arrays.is_empty() {
                self.before.clear();
                self.before.extend((0..games.len()).map(|lane| pack.state(lane)));
            }
            let over = &mut buffers.over[games.clone()];
            if games.len() == lanes {
                let rewards = &mut buffers.rewards[by_seat.clone()];
                let turns = Turns { actions: &actions[by_seat], rewards, over };
                pack.step(&self.shelf, self.plan.vector, self.lens, turns);
            } else {
                let (spare_actions, spare_rewards, spare_over) = &mut self.spare;
                spare_actions[..by_seat.len()].copy_from_slice(&actions[by_seat.clone()]);
                let turns = Turns { actions: spare_actions, rewards: spare_rewards, over: spare_over };
                pack.step(&self.shelf, self.plan.vector, self.lens, turns);
                buffers.rewards[by_seat.clone()].copy_from_slice(&spare_rewards[..by_seat.len()]);
                over.copy_from_slice(&spare_over[..games.len()]);
            }
            if buffers.arrays.is_empty() && buffers.over[games.clone()].iter().all(|&over| over == 0) {
                continue;
            }
            for (lane, game) in games.enumerate() {
                let ended = buffers.over[game] != 0;
                if ended {
                    self.begin(game);
                }
                let before = self.before.get(lane).filter(|_| !ended);
                self.show(game, before, buffers.arrays);
            }
        }
    }

    fn hash(&self, game: usize) -> u64 {
        let (pack, lane) = (&self.packs[game / G::Pack::LANES], game % G::Pack::LANES);
        G::hash_of(G::Pack::world(&self.shelf, pack.world_of(lane)), &pack.state(lane))
    }
}
