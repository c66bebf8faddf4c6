//! Many steps of every game of a flock at once: whoever chooses is here, so that nobody else has to be met.

use super::dice::{BEYOND, Cup, Dice};
use super::tables::{Opponent, Opponents};
use super::{BLANK, Buffers, Odds, Pack, Shown, Turns, TypedFlock, Weights};
use crate::bot::Asking;
use crate::heap::*;
use crate::learn::{Common, Learn, Slot};
use crate::{Invalid, Seat};
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
