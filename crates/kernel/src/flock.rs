//! Many games of one kind, stepped side by side from flat buffers into flat buffers, on one thread.
//!
//! A flock takes its worlds from a shelf that is drawn once, so that a new game costs a copy and not a new map. A step
//! allocates nothing.

mod cast;
mod company;
mod odds;
#[macro_use]
mod processor;
mod dice;
mod rollout;
mod solo;
mod tables;

pub use cast::{Cast, Choice, Episode, Troupe, Worlds, is_outside};
pub use company::Company;
pub use dice::Dice;
pub use odds::{Odds, Weights};
pub use processor::{LARGE_PAGE, Vector, ask_for_large_pages, fetch, fetch_at};
pub use rollout::{Path, Policy, StandIns, Stretch, Tracks, UNNUMBERED};
pub use solo::{Course, Drawn, Hall, Held, Lane, Played};
pub use tables::{Opponents, TableFlock};

use crate::learn::{Common, Encoding, Learn, Slot, all_encodings};
use crate::random::{GOLDEN, mix};
use crate::{Game, Invalid, Phase, Random, Seat};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::marker::PhantomData;

/// What one step of a pack reads and writes, ordered by lane and then by seat.
#[derive(Debug)]
pub struct Turns<'a> {
    /// A numbered action for every seat; a number that stands for no action is no choice.
    pub actions: &'a [u8],
    /// The reward of every seat for this step.
    pub rewards: &'a mut [f32],
    /// 1 where the game ended with this step, by lane.
    pub over: &'a mut [u8],
    /// Whether arrays are brought up to date after this step, so that the pack must remember what they show.
    pub shown: bool,
}

/// How many packs before its step a pack is told that it will be stepped.
const EXPECTED: usize = 8;
/// The same, with its actions.
const EXPECTED_SOON: usize = 4;

/// What [`Pack::show`] is told of a lane whose array is to be written completely, whatever the memory holds.
pub const BLANK: u8 = 2;

/// The memory of a batch in bytes, without the arrays it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Footprint {
    /// A world on the shelf, with its first state.
    pub world: usize,
    pub game: usize,
}

/// A few games that are stepped together.
pub trait Pack<G: Learn>: Send + Sized {
    /// How many games a pack holds.
    const LANES: usize;

    /// The worlds of a flock, in the layout that this pack needs.
    type Shelf: Send + Sync;

    /// Lays out the worlds with their first states.
    fn shelf(games: Vec<Beginning<G>>) -> Self::Shelf;

    /// One of the worlds, with its first state.
    fn beginning(shelf: &Self::Shelf, world: u32) -> &Beginning<G>;

    /// A pack with every lane at the start of world 0.
    fn new(shelf: &Self::Shelf) -> Self;

    /// The memory that a world and a game like these take, in bytes.
    fn footprint(world: &G::World, state: &G::State) -> Footprint;

    /// One of the worlds.
    fn world(shelf: &Self::Shelf, world: u32) -> &G::World {
        &Self::beginning(shelf, world).0
    }

    /// Puts a lane into a state of one of the worlds.
    fn put(&mut self, shelf: &Self::Shelf, lane: usize, world: u32, state: &G::State);

    /// Puts a lane at the start of a world.
    fn begin(&mut self, shelf: &Self::Shelf, lane: usize, world: u32) {
        self.put(shelf, lane, world, &Self::beginning(shelf, world).1);
    }

    /// The world a lane is in.
    fn world_of(&self, lane: usize) -> u32;

    /// The state of a lane.
    fn state(&self, lane: usize) -> G::State;

    /// Called twice for a pack that will be stepped, so that it can [`fetch`] what the step will touch: once for what lies
    /// at known places, and again, `soon` before the step, for what those places point to.
    #[inline]
    fn expect(&self, _soon: bool) {}

    /// Steps every lane once.
    fn step(&mut self, shelf: &Self::Shelf, vector: Vector, lens: G::Lens, turns: Turns<'_>);

    /// Writes one array of the first `fresh.len()` lanes, ordered by lane and then by seat. Where `fresh` is 0 the
    /// memory still holds the array as it was before the last step, so that only changes need writing. So it does where
    /// `fresh` is 1, but that step ended the game, and the lane is at the start of the next one. Where `fresh` is [`BLANK`]
    /// the memory holds anything.
    fn show(&self, shelf: &Self::Shelf, vector: Vector, lens: G::Lens, shown: Shown, fresh: &[u8], out: Slot<'_>);
}

/// An array that a flock writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its index among the game's encodings, or one that every game has.
    pub array: Result<usize, Common>,
    /// How many numbers one seat of one game takes.
    pub len: usize,
}

impl Shown {
    /// Writes the array of one seat: an update from `before`, or the whole array if there is none.
    #[inline(always)]
    pub fn write<G: Learn>(
        self,
        world: &G::World,
        before: Option<&G::State>,
        state: &G::State,
        seat: Seat,
        lens: G::Lens,
        out: Slot<'_>,
    ) {
        match (self.array, before, out) {
            (Ok(which), Some(before), out) => G::update(world, before, state, seat, lens, which, out),
            (Ok(which), None, out) => G::encode(world, state, seat, lens, which, out),
            (Err(Common::Mask), _, Slot::U8(mask)) => G::mask(world, state, seat, lens, mask),
            (Err(Common::Asked), _, Slot::U8(out)) => out.fill(G::phase(world, state).asks(seat).into()),
            (Err(Common::Lasts), _, Slot::U8(out)) => out.fill(G::lasts(world, state, seat, lens).into()),
            (Err(_), ..) => {}
        }
    }
}

/// Steps one game with a numbered action for every seat and writes the reward of every seat. Returns whether the game is
/// over; one that was over before pays nothing.
pub fn step_one<G: Learn>(
    world: &G::World,
    state: &mut G::State,
    lens: G::Lens,
    actions: &[u8],
    rewards: &mut [f32],
) -> bool {
    let Phase::Choose(asked) = G::phase(world, state) else {
        rewards.fill(0.0);
        return true;
    };
    let mut choices = ArrayVec::<(Seat, G::Action), { Seat::MOST }>::new();
    for seat in asked.iter_from(G::first_to_arrive(world, state)) {
        let number = usize::from(actions[seat.index()]);
        choices.extend(G::numbered(world, state, seat, lens, number).map(|action| (seat, action)));
    }
    let account = G::account(world, state, lens);
    G::step(world, state, &choices, |_| {});
    for (seat, reward) in rewards.iter_mut().enumerate() {
        // Sides that lose what others gain may pay -0, which is 0 to everybody.
        *reward = 0.0 + G::reward(world, &account, state, Seat(seat as u8), lens);
    }
    G::phase(world, state).is_over()
}

/// A pack of one game, for games without lanes.
#[derive(Debug)]
pub struct Single<G: Learn> {
    world: u32,
    state: G::State,
    /// The state before the last step, where arrays are shown.
    before: G::State,
}

impl<G: Learn> Pack<G> for Single<G> {
    const LANES: usize = 1;
    type Shelf = Vec<Beginning<G>>;

    fn shelf(games: Vec<Beginning<G>>) -> Self::Shelf {
        games
    }

    fn beginning(shelf: &Self::Shelf, world: u32) -> &Beginning<G> {
        &shelf[world as usize]
    }

    fn new(shelf: &Self::Shelf) -> Self {
        let state = &shelf[0].1;
        Self { world: 0, before: state.clone(), state: state.clone() }
    }

    fn footprint(world: &G::World, state: &G::State) -> Footprint {
        let heap = G::heap(world, state);
        Footprint {
            world: size_of::<(G::World, G::State)>() + heap.world + heap.state,
            game: size_of::<Self>() + 2 * heap.state,
        }
    }

    fn put(&mut self, _shelf: &Self::Shelf, _lane: usize, world: u32, state: &G::State) {
        self.world = world;
        self.state.clone_from(state);
    }

    fn world_of(&self, _lane: usize) -> u32 {
        self.world
    }

    fn state(&self, _lane: usize) -> G::State {
        self.state.clone()
    }

    fn step(&mut self, shelf: &Self::Shelf, _vector: Vector, lens: G::Lens, turns: Turns<'_>) {
        if turns.shown {
            self.before.clone_from(&self.state);
        }
        let world = &shelf[self.world as usize].0;
        turns.over.fill(step_one::<G>(world, &mut self.state, lens, turns.actions, turns.rewards).into());
    }

    fn show(&self, shelf: &Self::Shelf, _vector: Vector, lens: G::Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        let world = &shelf[self.world as usize].0;
        let before = (fresh == [0]).then_some(&self.before);
        for seat in 0..G::seats(world) {
            let part = out.part(seat * shown.len, shown.len);
            shown.write::<G>(world, before, &self.state, Seat(seat as u8), lens, part);
        }
    }
}

/// What becomes of a game that has ended. The names are those of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The next episode starts in the step that ends the last one.
    #[default]
    SameStep,
    /// The next step starts the next episode, and its actions are ignored.
    NextStep,
    /// Nothing happens until the game is reset.
    Disabled,
}

impl Autoreset {
    /// All of them, with the names that Gymnasium's modes have.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::SameStep, "same_step"), (Self::NextStep, "next_step"), (Self::Disabled, "disabled")];
}

/// How the games of a learner run.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Which seats are learned, and who plays the others.
    pub cast: Cast,
    /// Whether a step goes on until a learned seat is asked.
    pub until_asked: bool,
    /// After how many steps an episode is cut off.
    pub max_steps: Option<u64>,
    /// What becomes of a game that has ended.
    pub autoreset: Autoreset,
    /// Whether the last arrays of an episode are kept when the next one starts in the same step.
    pub finals: bool,
    /// Whether it is told who won the games that end.
    pub results: bool,
}

impl Lesson {
    /// A lesson in which this many seats are learned, which are all.
    #[must_use]
    pub fn plain(seats: usize) -> Self {
        Self { cast: Cast::all(seats), ..Self::default() }
    }

    /// Whether a game with this many seats needs nothing beyond steps and restarts.
    fn is_plain(&self, seats: usize) -> bool {
        let Self { cast, until_asked, max_steps, autoreset, finals, results } = self;
        let more = *until_asked || max_steps.is_some() || *finals || *results;
        cast.learned.len() == seats && !more && *autoreset == Autoreset::SameStep
    }
}

/// Which games a reset starts anew, and with which seeds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Restart<'a> {
    /// 1 for each game that starts anew; all do if there is no list.
    pub which: Option<&'a [u8]>,
    /// The seed of each game. A game with a seed draws its episodes as if it were the first game of a batch of its own
    /// with that seed, from the worlds of this batch.
    pub seeds: Option<&'a [Option<u64>]>,
}

impl Restart<'_> {
    fn starts(self, game: usize) -> bool {
        self.which.is_none_or(|which| which[game] != 0)
    }

    fn seed(self, game: usize) -> Option<u64> {
        self.seeds.and_then(|seeds| seeds[game])
    }
}

/// How a flock is made.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Plan {
    pub games: usize,
    /// The number of its first game among all games of the batch it is part of.
    pub first: usize,
    /// The seed from which the worlds and their order are drawn.
    pub seed: u64,
    /// How many worlds the shelf holds.
    pub worlds: usize,
    /// The arrays to write, as indices into the arrays that the game offers ([`all_encodings`]).
    pub arrays: Vec<usize>,
    /// What the processor offers.
    pub vector: Vector,
    pub lesson: Arc<Lesson>,
}

/// The memory of one flock: its part of the batch's buffers.
#[derive(Debug)]
pub struct Buffers<'a, 'b> {
    /// The rewards of the step, by game and learned seat.
    pub rewards: &'a mut [f32],
    /// 1 where an episode ended with this step, by game.
    pub over: &'a mut [u8],
    /// 1 where it was cut off before its game was over, by game.
    pub truncated: &'a mut [u8],
    /// One slot for each array of the plan, by game and learned seat.
    pub arrays: &'a mut [Slot<'b>],
    /// The same for the last arrays of the episodes that ended with this step; empty if they are not kept.
    pub finals: &'a mut [Slot<'b>],
    /// What the result of the games that ended by their rules with this step is worth, by game and learned seat:
    /// [`Sides::results`](crate::sides::Sides::results), and not a number for all others; empty if it is not told.
    pub results: &'a mut [f32],
}

impl<'a, 'b> Buffers<'a, 'b> {
    /// The memory of a flock whose lesson asks for nothing beyond steps and restarts.
    pub fn plain(rewards: &'a mut [f32], over: &'a mut [u8], arrays: &'a mut [Slot<'b>]) -> Self {
        Self { rewards, over, arrays, truncated: &mut [], finals: &mut [], results: &mut [] }
    }
}

/// The interface of a flock that does not name the type of its game.
pub trait Flock: Send {
    /// Puts games at the start of a new episode and writes their arrays.
    fn reset(&mut self, restart: Restart<'_>, buffers: Buffers<'_, '_>);

    /// Steps every game once with a numbered action for every learned seat. Unless the lesson says otherwise, a game
    /// that ends moves to the start of its next episode in the same step: rewards and `over` belong to the game that
    /// ended, arrays to the new one.
    fn step(&mut self, actions: &[u8], buffers: Buffers<'_, '_>);

    /// Steps every game so many times, with choices that are made here. Afterwards the buffers hold what that many calls
    /// of [`Flock::step`] with the same choices would have left; the sums of the tracks are added to.
    ///
    /// # Errors
    /// Bots of another game; nothing is played then.
    fn play(&mut self, stretch: &Stretch, tracks: Tracks<'_, '_>, buffers: Buffers<'_, '_>) -> Result<(), Invalid>;

    /// The hash of the state of one game.
    fn hash(&self, game: usize) -> u64;
}

/// The worlds all flocks of a batch share.
pub type Shelf<G> = Arc<<<G as Learn>::Pack as Pack<G>>::Shelf>;

/// A world with its first state.
pub type Beginning<G> = (<G as Game>::World, <G as Game>::State);

/// The worlds of a batch with their first states: world `w` is made from the seed's `w`-th value.
pub fn draw_worlds<G: Learn>(settings: &G::Settings, seed: u64, worlds: usize) -> Result<Vec<Beginning<G>>, Invalid> {
    let make = |w: u64| G::make(settings, G::fold_seed(settings, world_seed(seed, w)));
    (0..worlds as u64).map(make).collect()
}

/// Makes the flocks of a batch, one for each plan, over worlds that they share.
pub fn flocks<G: Learn>(
    settings: &G::Settings,
    lens: G::Lens,
    opponents: Opponents<G>,
    plans: &[Plan],
) -> Result<Vec<Box<dyn Flock>>, Invalid> {
    let Some(first) = plans.first() else { return Ok(Vec::new()) };
    let games = draw_worlds::<G>(settings, first.seed, first.worlds)?;
    Ok(if first.lesson.is_plain(G::seats_of(settings)) {
        let shelf: Shelf<G> = Arc::new(G::Pack::shelf(games));
        let flock = |plan: &Plan| Box::new(TypedFlock::<G>::new(settings, lens, shelf.clone(), plan.clone())) as _;
        plans.iter().map(flock).collect()
    } else {
        let (shelf, opponents) = (Arc::new(games), Arc::new(opponents));
        let flock = |plan: &Plan| {
            Box::new(TableFlock::<G>::new(settings, lens, shelf.clone(), opponents.clone(), plan.clone())) as _
        };
        plans.iter().map(flock).collect()
    })
}

/// The memory that a batch of games with these settings takes, measured on its first world. What opponents keep is not
/// known and not counted.
pub fn footprint<G: Learn>(settings: &G::Settings, seed: u64, lesson: &Lesson) -> Result<Footprint, Invalid> {
    let (world, state) = G::make(settings, G::fold_seed(settings, world_seed(seed, 0)))?;
    if !lesson.is_plain(G::seats_of(settings)) {
        return Ok(tables::footprint::<G>(&world, &state));
    }
    let taken = G::Pack::footprint(&world, &state);
    Ok(Footprint { game: taken.game + size_of::<Random>(), ..taken })
}

/// The seed of world `w` of a batch with this seed.
#[must_use]
pub const fn world_seed(seed: u64, w: u64) -> u64 {
    mix(seed ^ mix(w.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// The arrays of a plan.
fn shown<G: Learn>(settings: &G::Settings, lens: G::Lens, plan: &Plan) -> Vec<Shown> {
    let all = all_encodings::<G>(settings, lens);
    let own = all.len() - Common::ALL.len();
    let shown = |&which: &usize| {
        let array = which.checked_sub(own).and_then(|common| Common::ALL.get(common)).map_or(Ok(which), |c| Err(*c));
        Shown { array, len: all.get(which).map_or(0, Encoding::len) }
    };
    plan.arrays.iter().map(shown).collect()
}

/// A flock whose games need nothing beyond steps and restarts.
pub struct TypedFlock<G: Learn> {
    shelf: Shelf<G>,
    packs: Vec<G::Pack>,
    /// Draws which world comes next, one generator for each game.
    draws: Vec<Random>,
    /// Full-sized buffers for a last pack that is not full.
    spare: (Vec<u8>, Vec<f32>, Vec<u8>),
    shown: Vec<Shown>,
    lens: G::Lens,
    plan: Plan,
    seats: usize,
    /// How many numbered actions a seat has.
    numbers: usize,
    /// How many places a table of weights has.
    places: usize,
    game: PhantomData<G>,
}

impl<G: Learn> TypedFlock<G> {
    /// A flock over a shelf, every game at the start of its first episode.
    pub fn new(settings: &G::Settings, lens: G::Lens, shelf: Shelf<G>, plan: Plan) -> Self {
        let lanes = G::Pack::LANES;
        let seats = G::seats_of(settings);
        let mut packs = processor::with_large_pages(plan.games.div_ceil(lanes));
        packs.extend((0..plan.games.div_ceil(lanes)).map(|_| G::Pack::new(&shelf)));
        let draws = (0..plan.games).map(|i| Random::stream(plan.seed, (plan.first + i) as u64)).collect();
        let padded = lanes * seats;
        let mut flock = Self {
            packs,
            draws,
            spare: (alloc::vec![0; padded], alloc::vec![0.0; padded], alloc::vec![0; lanes]),
            shown: shown::<G>(settings, lens, &plan),
            lens,
            seats,
            numbers: G::actions(settings),
            places: G::places(settings),
            shelf,
            plan,
            game: PhantomData,
        };
        for game in 0..flock.plan.games {
            flock.begin(game);
        }
        flock
    }

    /// Draws the world of a game's next episode.
    fn next_world(&mut self, game: usize) -> u32 {
        self.draws[game].below(self.plan.worlds as u64) as u32
    }

    fn begin(&mut self, game: usize) {
        let world = self.next_world(game);
        self.packs[game / G::Pack::LANES].begin(&self.shelf, game % G::Pack::LANES, world);
    }

    /// Writes the arrays of the games of one pack.
    fn show(&self, p: usize, fresh: &[u8], arrays: &mut [Slot<'_>]) {
        let first = p * G::Pack::LANES * self.seats;
        for (slot, &shown) in arrays.iter_mut().zip(&self.shown) {
            let out = slot.part(first * shown.len, fresh.len() * self.seats * shown.len);
            self.packs[p].show(&self.shelf, self.plan.vector, self.lens, shown, fresh, out);
        }
    }
}

impl<G: Learn> Flock for TypedFlock<G> {
    fn reset(&mut self, restart: Restart<'_>, buffers: Buffers<'_, '_>) {
        for game in (0..self.plan.games).filter(|&game| restart.starts(game)) {
            if let Some(seed) = restart.seed(game) {
                self.draws[game] = Random::stream(seed, 0);
            }
            self.begin(game);
            buffers.rewards[game * self.seats..][..self.seats].fill(0.0);
        }
        // All are written anew: those that go on would be brought up to date for a second time.
        let fresh = alloc::vec![BLANK; G::Pack::LANES];
        for p in 0..self.packs.len() {
            self.show(p, &fresh[..fresh.len().min(self.plan.games - p * fresh.len())], buffers.arrays);
        }
        (0..self.plan.games).filter(|&game| restart.starts(game)).for_each(|game| buffers.over[game] = 0);
    }

    fn step(&mut self, actions: &[u8], buffers: Buffers<'_, '_>) {
        let (lanes, seats, shown) = (G::Pack::LANES, self.seats, !self.shown.is_empty());
        for p in 0..self.packs.len() {
            if let Some(pack) = self.packs.get(p + EXPECTED) {
                pack.expect(false);
            }
            if let Some(pack) = self.packs.get(p + EXPECTED_SOON) {
                pack.expect(true);
            }
            let games = p * lanes..self.plan.games.min((p + 1) * lanes);
            let by_seat = games.start * seats..games.end * seats;
            let pack = &mut self.packs[p];
            let over = &mut buffers.over[games.clone()];
            if games.len() == lanes {
                let rewards = &mut buffers.rewards[by_seat.clone()];
                let turns = Turns { actions: &actions[by_seat], rewards, over, shown };
                pack.step(&self.shelf, self.plan.vector, self.lens, turns);
            } else {
                let (spare_actions, spare_rewards, spare_over) = &mut self.spare;
                spare_actions[..by_seat.len()].copy_from_slice(&actions[by_seat.clone()]);
                let turns = Turns { actions: spare_actions, rewards: spare_rewards, over: spare_over, shown };
                pack.step(&self.shelf, self.plan.vector, self.lens, turns);
                buffers.rewards[by_seat.clone()].copy_from_slice(&spare_rewards[..by_seat.len()]);
                over.copy_from_slice(&spare_over[..games.len()]);
            }
            let over = &buffers.over[games.clone()];
            if over.iter().any(|&over| over != 0) {
                games.filter(|&game| buffers.over[game] != 0).for_each(|game| self.begin(game));
            }
            self.show(p, over, buffers.arrays);
        }
    }

    fn play(&mut self, stretch: &Stretch, tracks: Tracks<'_, '_>, buffers: Buffers<'_, '_>) -> Result<(), Invalid> {
        match &stretch.policy {
            Policy::Bots(bots) => self.roll_with_bots(bots.of()?, stretch, tracks, buffers),
            Policy::Given(weights) => {
                weights.check([self.plan.worlds, self.seats, self.places, self.numbers])?;
                self.roll_by_weights(weights, stretch, tracks, buffers);
            }
            Policy::Uniform | Policy::Masked => self.roll(stretch, tracks, buffers),
        }
        Ok(())
    }

    fn hash(&self, game: usize) -> u64 {
        let (pack, lane) = (&self.packs[game / G::Pack::LANES], game % G::Pack::LANES);
        G::hash_of(G::Pack::world(&self.shelf, pack.world_of(lane)), &pack.state(lane))
    }
}
