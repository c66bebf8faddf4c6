//! One game of a thread of a device in which the game itself moves some of the seats ([`Learn::MOVERS`]).
//!
//! It is the game of a [`TableFlock`](super::TableFlock) with the default bots on those seats, draw for draw.

use super::{Course, Dice, Hall, Lane, Played};
use crate::learn::Learn;
use crate::{Random, Seat};

/// What there is of such a game besides its lane.
#[derive(Debug)]
pub struct Company<'a> {
    /// How many seats are not moved: the first ones.
    pub learned: usize,
    /// Whether a step goes on until a learned seat is asked.
    pub until_asked: bool,
    /// The generator of each of the others.
    pub random: &'a mut [Random],
    /// What the learned seats earned before their first step, which pays it.
    pub owed: &'a mut [f32],
}

impl<G: Learn> Hall<'_, G> {
    /// Puts a lane at the start of its next episode, as [`Hall::step_together`] expects it.
    #[inline]
    pub fn begin_together<const SEATS: usize>(&self, lane: &mut Lane<'_, G>, company: &mut Company<'_>) {
        self.draw_together(lane, company);
        let mut nothing = [0.0; SEATS];
        self.play_together(lane, company, None, &mut nothing, false, |_, _| {});
    }

    /// Draws the world of a lane's next episode, then the seed of those who are moved.
    #[inline]
    fn draw_together(&self, lane: &mut Lane<'_, G>, company: &mut Company<'_>) {
        self.begin(lane);
        let seed = lane.draws.next_u64();
        for (place, random) in company.random.iter_mut().enumerate() {
            *random = Random::for_bot(seed, Seat((company.learned + place) as u8));
        }
        company.owed.fill(0.0);
    }

    /// A step, with a number for each learned seat. Tells `ended` of a game that ends, which is followed by another if
    /// `restart` says so. Returns whether one ended.
    #[inline(always)]
    pub fn step_together<const SEATS: usize>(
        &self,
        lane: &mut Lane<'_, G>,
        company: &mut Company<'_>,
        numbers: &[u8; SEATS],
        rewards: &mut [f32; SEATS],
        restart: bool,
        ended: impl FnMut(&G::World, &G::State),
    ) -> bool {
        rewards.fill(0.0);
        for (reward, owed) in rewards.iter_mut().zip(company.owed.iter_mut()).take(company.learned) {
            *reward = core::mem::take(owed);
        }
        self.play_together(lane, company, Some(numbers), rewards, restart, ended)
    }

    /// Plays a turn with these numbers if there are any, then on until the step is over. What is earned without numbers
    /// is owed.
    #[inline(always)]
    fn play_together<const SEATS: usize>(
        &self,
        lane: &mut Lane<'_, G>,
        company: &mut Company<'_>,
        mut numbers: Option<&[u8; SEATS]>,
        rewards: &mut [f32; SEATS],
        restart: bool,
        mut ended: impl FnMut(&G::World, &G::State),
    ) -> bool {
        let Some(movers) = (const { G::MOVERS }) else { return false };
        let (mut over, mut is_new) = (false, numbers.is_none());
        loop {
            let world = self.world(lane.world);
            let phase = G::phase(world, lane.state);
            if phase.is_over() {
                if is_new {
                    break;
                }
                over = true;
                ended(world, lane.state);
                if !restart {
                    break;
                }
                self.draw_together(lane, company);
                (is_new, numbers) = (true, None);
                continue;
            }
            let waits = phase.seats().iter().any(|seat| seat.index() < company.learned);
            if numbers.is_none() && (waits || !company.until_asked) {
                break;
            }
            let Company { learned, random, .. } = company;
            let mut paid = [0.0; SEATS];
            let chosen = numbers.take().unwrap_or(&[u8::MAX; SEATS]);
            self.step_by::<SEATS>(world, lane.state, &mut paid, |state, seat| {
                match seat.index().checked_sub(*learned) {
                    Some(moved) => (movers.act)(world, state, seat, random.get_mut(moved)?),
                    None => self.chosen(world, state, seat, chosen),
                }
            });
            let paid = paid.iter().take(company.learned);
            if is_new {
                company.owed.iter_mut().zip(paid).for_each(|(sum, paid)| *sum += paid);
            } else {
                rewards.iter_mut().zip(paid).for_each(|(sum, paid)| *sum += paid);
            }
        }
        over
    }

    /// Plays a stretch, as [`Hall::roll`] does.
    #[inline(always)]
    pub fn roll_together<const SEATS: usize, const NUMBERS: usize>(
        &self,
        course: Course<'_>,
        dice: &mut Dice,
        lane: &mut Lane<'_, G>,
        company: &mut Company<'_>,
        mut ended: impl FnMut(&G::World, &G::State),
    ) -> Played<SEATS> {
        let learned = company.learned.min(SEATS);
        let mut played = Played::none();
        if !course.restart && G::phase(self.world(lane.world), lane.state).is_over() {
            played.last.1 = true;
            return played;
        }
        let mut numbers = [0; SEATS];
        while played.steps < course.steps && played.episodes < course.episodes {
            let world = self.world(lane.world);
            let place = (lane.world, world);
            self.draw_numbers::<SEATS, NUMBERS>(course.drawn, dice, place, lane.state, (learned, &mut numbers));
            played.steps += 1;
            let (rewards, over) = &mut played.last;
            *over = self.step_together(lane, company, &numbers, rewards, course.restart, &mut ended);
            for (sum, &reward) in played.returns.iter_mut().zip(&*rewards) {
                *sum += f64::from(reward);
            }
            if *over {
                played.episodes += 1;
                if !course.restart {
                    break;
                }
            }
        }
        played
    }
}
