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

/// How a thread holds the world of its episode.
pub trait Held<'a, G: Learn> {
    /// That of an episode that begins.
    fn hold(world: &'a G::World) -> Self;

    /// The world.
    fn world(&self) -> &G::World;
}

/// Where it lies, which every thread can do.
impl<'a, G: Learn> Held<'a, G> for &'a G::World {
    #[inline(always)]
    fn hold(world: &'a G::World) -> Self {
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

    /// The same as a function that is called: in a loop beside everything else it would take the registers of all of that.
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
        let seats = self.count::<SEATS>();
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
        for (seat, reward) in rewards.iter_mut().enumerate().take(seats) {
            *reward = 0.0 + G::reward(world, &account, state, Seat(seat as u8), self.lens);
        }
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
        let mut held = H::hold(self.world(lane.world));
        let mut played = Played { returns: [0.0; SEATS], episodes: 0, steps: 0, last: ([0.0; SEATS], false) };
        if !course.restart && G::phase(held.world(), lane.state).is_over() {
            played.last.1 = true;
            return played;
        }
        let (mut numbers, mut usual) = ([0; SEATS], false);
        while played.steps < course.steps && played.episodes < course.episodes {
            let world = held.world();
            let place = (lane.world, world);
            self.draw_numbers::<SEATS, NUMBERS>(course.drawn, dice, place, lane.state, (seats, &mut numbers));
            played.steps += 1;
            usual =
                const { G::USUAL && size_of::<G::State>() <= SMALL } && self.usual_apart(world, lane.state, &numbers);
            if !usual {
                let (rewards, over) = &mut played.last;
                *over = self.step(world, lane.state, &numbers, rewards);
                // Most rewards are 0, and sums of doubles take long.
                let paid = |any: bool, &reward: &f32| any | (reward != 0.0);
                let any = if SEATS <= FEW {
                    rewards.iter().fold(false, paid)
                } else {
                    rewards.iter().take(seats).fold(false, paid)
                };
                if any {
                    for (sum, &reward) in played.returns.iter_mut().zip(&*rewards).take(seats) {
                        *sum += f64::from(reward);
                    }
                }
                if *over {
                    played.episodes += 1;
                    ended(world, lane.state);
                    if !course.restart {
                        break;
                    }
                    self.begin(lane);
                    held = H::hold(self.world(lane.world));
                }
            }
        }
        if usual {
            played.last = ([0.0; SEATS], false);
        }
        played
    }
}
