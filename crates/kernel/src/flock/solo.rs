//! One game, played by one thread of a device.
//!
//! A device has no lanes and no flocks: each of its threads plays a game of its own. What such a thread does is here, so
//! that a processor can do the same and tests can hold one against the other. Games of a device are those of a flock with
//! the same plan, draw for draw.

use super::{Beginning, Dice, Odds};
use crate::learn::Learn;
use crate::sides::Sides;
use crate::{Phase, Random, Seat};
use arrayvec::ArrayVec;

/// Up to so many seats a loop goes over all of them, which a compiler can unroll, and not over those asked.
const FEW: usize = 16;

/// States of up to so many bytes are stepped as usual in rollouts too. Where a step of a large one is not usual for some threads,
/// the others of their group would wait for it all the same.
const SMALL: usize = 256;

/// What all threads share.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Hall<'a, G: Learn> {
    /// The worlds with their first states, at least one.
    pub shelf: &'a [Beginning<G>],
    pub lens: G::Lens,
    pub seats: usize,
    /// How many numbered actions a seat has.
    pub actions: usize,
}

impl<G: Learn> Clone for Hall<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Learn> Copy for Hall<'_, G> {}

/// How the numbers of a stretch are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Drawn<'a> {
    /// From all.
    Any,
    /// From masks.
    Masked,
    /// By a table.
    Given(Odds<'a>),
}

/// How a thread plays a stretch.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Course<'a> {
    pub steps: u64,
    pub drawn: Drawn<'a>,
    /// Whether a game that ends is followed by another, or the stretch ends with it.
    pub restart: bool,
    /// After how many episodes the stretch ends, if it comes so far.
    pub episodes: u32,
}

/// What came of a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played<const SEATS: usize> {
    /// The sum of what each seat was paid.
    pub returns: [f64; SEATS],
    /// How many episodes ended.
    pub episodes: u32,
    /// How many steps were played.
    pub steps: u64,
    /// What the last step paid, and whether an episode ended with it.
    pub last: ([f32; SEATS], bool),
}

impl<const SEATS: usize> Played<SEATS> {
    /// What came of nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self { returns: [0.0; SEATS], episodes: 0, steps: 0, last: ([0.0; SEATS], false) }
    }
}

/// How a thread holds the episode that it plays: where it lies, or in a form of its own that steps faster.
pub trait Held<'a, G: Learn>: Sized {
    /// Takes up an episode.
    fn hold(hall: &Hall<'a, G>, world: &'a G::World, state: &G::State) -> Self;

    /// The world.
    fn world(&self) -> &G::World;

    /// Plays a step and returns whether the game is over. Nothing if it is not and [`Played::last`] was left as it was: nobody
    /// was paid then, or it is told when the episode is [settled](Held::settle).
    #[inline(always)]
    fn step<const SEATS: usize>(
        &mut self,
        hall: &Hall<'a, G>,
        state: &mut G::State,
        numbers: &[u8; SEATS],
        played: &mut Played<SEATS>,
    ) -> Option<bool> {
        hall.step_in_place(self.world(), state, numbers, played)
    }

    /// Brings the state, and what was paid, up to date. Before that nobody else looks at them.
    #[inline(always)]
    fn settle<const SEATS: usize>(&mut self, _state: &mut G::State, _played: &mut Played<SEATS>) {}

    /// Plays a single step of a game where it lies, by the rules: what it pays, and whether the game is over.
    #[inline(always)]
    fn step_once<const SEATS: usize>(
        hall: &Hall<'a, G>,
        world: &'a G::World,
        state: &mut G::State,
        numbers: &[u8; SEATS],
    ) -> ([f32; SEATS], bool) {
        let mut rewards = [0.0; SEATS];
        let over = hall.step(world, state, numbers, &mut rewards);
        (rewards, over)
    }
}

/// Where it lies, which every thread can do.
impl<'a, G: Learn> Held<'a, G> for &'a G::World {
    #[inline(always)]
    fn hold(_hall: &Hall<'a, G>, world: &'a G::World, _state: &G::State) -> Self {
        world
    }

    #[inline(always)]
    fn world(&self) -> &G::World {
        self
    }
}

/// The game of a thread.
#[derive(Debug)]
pub struct Lane<'a, G: Learn> {
    /// The world it is in, by its place on the shelf.
    pub world: u32,
    /// Draws the worlds of its next episodes.
    pub draws: Random,
    /// The state, wherever it is stored.
    pub state: &'a mut G::State,
}

impl<'a, G: Learn> Hall<'a, G> {
    /// One of the worlds with its first state.
    #[inline(always)]
    fn beginning(&self, world: u32) -> &'a Beginning<G> {
        &self.shelf[(world as usize).min(self.shelf.len() - 1)]
    }

    /// The world that a lane is in.
    #[inline(always)]
    #[must_use]
    pub fn world(&self, world: u32) -> &'a G::World {
        &self.beginning(world).0
    }

    /// The first state of a world.
    #[inline(always)]
    #[must_use]
    pub fn first(&self, world: u32) -> &'a G::State {
        &self.beginning(world).1
    }

    /// How many seats there are, known to the compiler where the game always has the same.
    #[inline(always)]
    #[must_use]
    pub fn count<const SEATS: usize>(&self) -> usize {
        let (fewest, most) = G::INFO.seats;
        if fewest == most { SEATS } else { self.seats.min(SEATS) }
    }

    /// Draws the world of an episode; returns its first state.
    #[inline]
    pub fn draw(&self, draws: &mut Random, world: &mut u32) -> &'a G::State {
        *world = draws.below(self.shelf.len() as u64) as u32;
        &self.beginning(*world).1
    }

    /// Puts a lane at the start of its next episode.
    #[inline]
    pub fn begin(&self, lane: &mut Lane<'_, G>) {
        let first = self.draw(&mut lane.draws, &mut lane.world);
        lane.state.clone_from(first);
    }

    /// Steps a game once if only the usual happens; false, and nothing has changed, if there may be more to it.
    #[inline(always)]
    pub fn step_usually<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &mut G::State,
        actions: &[u8; SEATS],
    ) -> bool {
        G::USUAL && G::usual(world, state, self.lens, actions)
    }

    /// Steps a game once if what happens comes often: whether it is over then. None, and nothing has changed, if there may be
    /// more to it.
    #[inline(always)]
    pub fn step_frequently<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &mut G::State,
        actions: &[u8; SEATS],
        rewards: &mut [f32; SEATS],
    ) -> Option<bool> {
        let account = G::account(world, state, self.lens);
        if !(G::FREQUENT && G::frequent(world, state, self.lens, actions)) {
            return None;
        }
        self.pay(world, &account, state, rewards);
        Some(G::phase(world, state).is_over())
    }

    /// What a step from a state with this account pays each seat.
    #[inline(always)]
    fn pay<const SEATS: usize>(
        &self,
        world: &G::World,
        account: &G::Account,
        state: &G::State,
        rewards: &mut [f32; SEATS],
    ) {
        for (seat, reward) in rewards.iter_mut().enumerate().take(self.count::<SEATS>()) {
            *reward = 0.0 + G::reward(world, account, state, Seat(seat as u8), self.lens);
        }
    }

    /// [`Hall::step_usually`] as a function that is called: in a loop beside everything else it would take the registers of all of that.
    #[inline(never)]
    fn usual_apart<const SEATS: usize>(&self, world: &G::World, state: &mut G::State, actions: &[u8; SEATS]) -> bool {
        self.step_usually(world, state, actions)
    }

    /// Steps a game once with a numbered action for every seat, as [`step_one`](super::step_one) does; `SEATS` is the
    /// most seats of a game of this type. Returns whether the game is over.
    #[inline(always)]
    pub fn step<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &mut G::State,
        actions: &[u8; SEATS],
        rewards: &mut [f32; SEATS],
    ) -> bool {
        self.step_by(world, state, rewards, |state, seat| self.chosen(world, state, seat, actions))
    }

    /// What a seat chooses with its number.
    #[inline(always)]
    pub(super) fn chosen<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &G::State,
        seat: Seat,
        actions: &[u8; SEATS],
    ) -> Option<G::Action> {
        let number = actions.get(seat.index()).copied().unwrap_or_default();
        G::numbered(world, state, seat, self.lens, number.into())
    }

    /// The same with what each seat that is asked chooses.
    #[inline(always)]
    pub(super) fn step_by<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &mut G::State,
        rewards: &mut [f32; SEATS],
        mut chosen: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    ) -> bool {
        let Phase::Choose(asked) = G::phase(world, state) else {
            rewards.fill(0.0);
            return true;
        };
        let first = G::first_to_arrive(world, state).index();
        let mut choices = ArrayVec::<(Seat, G::Action), SEATS>::new();
        let mut choose = |seat: Seat| {
            if let Some(action) = chosen(state, seat) {
                let _ = choices.try_push((seat, action));
            }
        };
        if SEATS <= FEW {
            for place in 0..SEATS {
                let turned = place + first;
                let seat = Seat(if turned < SEATS { turned } else { turned - SEATS } as u8);
                if asked.contains(seat) {
                    choose(seat);
                }
            }
        } else {
            asked.iter_from(Seat(first as u8)).for_each(choose);
        }
        let account = G::account(world, state, self.lens);
        G::step(world, state, &choices, |_| {});
        self.pay(world, &account, state, rewards);
        G::phase(world, state).is_over()
    }

    /// What the result of a game is worth to each seat: 1 if it won, 0 if others did, a half in a draw. Nothing is
    /// written while the game is not over.
    pub fn tell(&self, world: &G::World, state: &G::State, results: &mut [f32]) {
        if let Some(outcome) = G::outcome(world, state) {
            let worth = Sides::in_world::<G>(world).results(&outcome);
            results.iter_mut().zip(worth).for_each(|(result, worth)| *result = worth);
        }
    }

    /// Draws a number for each of the first `seats`, in a world that lies so on the shelf.
    #[inline(always)]
    pub(super) fn draw_numbers<const SEATS: usize, const NUMBERS: usize>(
        &self,
        drawn: Drawn<'_>,
        dice: &mut Dice,
        (place, world): (u32, &G::World),
        state: &G::State,
        (seats, numbers): (usize, &mut [u8; SEATS]),
    ) {
        let actions = self.actions.min(NUMBERS);
        let below = (self.actions as u32).min(NUMBERS as u32);
        match drawn {
            Drawn::Any if SEATS <= FEW => dice.fill_first(below, seats, numbers),
            Drawn::Any => dice.fill(below, &mut numbers[..seats]),
            Drawn::Masked => {
                for (seat, number) in numbers.iter_mut().enumerate().take(seats) {
                    let mut mask = [0; NUMBERS];
                    G::mask(world, state, Seat(seat as u8), self.lens, &mut mask[..actions]);
                    *number = dice.masked(&mask[..actions]);
                }
            }
            Drawn::Given(odds) => dice.draw_by(&mut numbers[..seats], |seat| {
                odds.row(place as usize, seat, G::place(world, state, Seat(seat as u8), self.lens))
            }),
        }
    }

    /// Plays a stretch and tells `ended` of every game that ends. `NUMBERS` is the most numbered actions of a game of
    /// this type.
    #[inline(always)]
    pub fn roll<H: Held<'a, G>, const SEATS: usize, const NUMBERS: usize>(
        &self,
        course: Course<'_>,
        dice: &mut Dice,
        lane: &mut Lane<'_, G>,
        mut ended: impl FnMut(&G::World, &G::State),
    ) -> Played<SEATS> {
        let seats = self.count::<SEATS>();
        let mut held = H::hold(self, self.world(lane.world), lane.state);
        let mut played = Played::none();
        if !course.restart && G::phase(held.world(), lane.state).is_over() {
            played.last.1 = true;
            return played;
        }
        if course.episodes == 0 {
            return played;
        }
        let (mut numbers, mut is_told) = ([0; SEATS], true);
        // A device counts 32 bits in one instruction.
        'stretch: while played.steps < course.steps {
            let part = (course.steps - played.steps).min(u32::MAX.into()) as u32;
            let mut left = part;
            while left > 0 {
                left -= 1;
                if !matches!(course.drawn, Drawn::Any) {
                    held.settle(lane.state, &mut played);
                }
                let place = (lane.world, held.world());
                self.draw_numbers::<SEATS, NUMBERS>(course.drawn, dice, place, lane.state, (seats, &mut numbers));
                let over = held.step(self, lane.state, &numbers, &mut played);
                is_told = over.is_some();
                if over == Some(true) {
                    played.episodes += 1;
                    held.settle(lane.state, &mut played);
                    ended(held.world(), lane.state);
                    if course.restart {
                        self.begin(lane);
                        held = H::hold(self, self.world(lane.world), lane.state);
                    }
                    if !course.restart || played.episodes == course.episodes {
                        played.steps += u64::from(part - left);
                        break 'stretch;
                    }
                }
            }
            played.steps += u64::from(part);
        }
        if !is_told {
            played.last = ([0.0; SEATS], false);
            held.settle(lane.state, &mut played);
        }
        played
    }

    /// Plays a step on a state where it lies, as [`Held::step`] does.
    #[inline(always)]
    fn step_in_place<const SEATS: usize>(
        &self,
        world: &G::World,
        state: &mut G::State,
        numbers: &[u8; SEATS],
        played: &mut Played<SEATS>,
    ) -> Option<bool> {
        if const { G::USUAL && size_of::<G::State>() <= SMALL } && self.usual_apart(world, state, numbers) {
            return None;
        }
        let (rewards, over) = &mut played.last;
        *over = self.step(world, state, numbers, rewards);
        // Most rewards are 0, and sums of doubles take long.
        let seats = self.count::<SEATS>();
        let paid = |any: bool, &reward: &f32| any | (reward != 0.0);
        let any =
            if SEATS <= FEW { rewards.iter().fold(false, paid) } else { rewards.iter().take(seats).fold(false, paid) };
        if any {
            for (sum, &reward) in played.returns.iter_mut().zip(&*rewards).take(seats) {
                *sum += f64::from(reward);
            }
        }
        Some(*over)
    }
}
