//! What a launch is about, as the host lays it out, and what a thread takes of it.

use crate::heap::clear_desk;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::flock::{Company, Course, Drawn, Hall, Lane, Odds, Played};
use gridhaunt_kernel::freight::Carried;

/// What a launch is about: as the host lays it out, all games alike.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Table {
    pub(crate) shelf: *const u8,
    pub(crate) worlds: u64,
    pub(crate) lens: *const u8,
    pub(crate) seats: u64,
    pub(crate) actions: u64,
    pub(crate) states: *mut u8,
    /// The states before the last step, for arrays that are brought up to date; null if there are none.
    pub(crate) before: *mut u8,
    pub(crate) games: u64,
    /// Which world each game is in.
    pub(crate) at: *mut u32,
    /// What draws the worlds of each game.
    pub(crate) draws: *mut Random,
    /// From which its draws follow.
    pub(crate) seed: u64,
    /// The number of the first game of this launch among all.
    pub(crate) first: u64,
    /// How many seats have numbers: all, or the first ones, where the game moves the others.
    pub(crate) learned: u64,
    /// The generators of those that are moved, by game; null if none is.
    pub(crate) movers: *mut Random,
    /// What learned seats earned before their first step.
    pub(crate) owed: *mut f32,
    /// Whether a step goes on until a learned seat is asked.
    pub(crate) until_asked: u64,
    /// Where a step is played by two launches, what is left for the second: how many games, how many of its blocks are done,
    /// and the games.
    pub(crate) left: *mut u32,
}

impl Table {
    /// # Safety
    /// The host laid the table out for this game.
    #[inline(always)]
    pub(crate) unsafe fn hall<G: Carried>(&self) -> Hall<'static, G> {
        // SAFETY: worlds and lens were unloaded before, for this game, and never change.
        unsafe {
            Hall {
                shelf: from_raw_parts(self.shelf.cast(), self.worlds as usize),
                lens: *self.lens.cast(),
                seats: self.seats as usize,
                actions: self.actions as usize,
            }
        }
    }

    pub(crate) fn games(&self) -> usize {
        self.games as usize
    }

    pub(crate) fn learned(&self) -> usize {
        self.learned as usize
    }

    /// Those who are moved in a game, if any are: a game that cannot do that is compiled without.
    ///
    /// # Safety
    /// There is such a game, and no other thread has it.
    #[inline(always)]
    pub(crate) unsafe fn company<G: Carried>(&self, game: usize) -> Option<Company<'static>> {
        if const { G::MOVERS.is_none() } || self.movers.is_null() {
            return None;
        }
        let learned = self.learned();
        let moved = (self.seats as usize).saturating_sub(learned);
        // SAFETY: as the caller promises; the host gives room for all of them.
        let (random, owed) = unsafe {
            let random = from_raw_parts_mut(self.movers.add(game * moved), moved);
            (random, from_raw_parts_mut(self.owed.add(game * learned), learned))
        };
        Some(Company { learned, until_asked: self.until_asked != 0, random, owed })
    }
}

/// Writes zeros in pieces of this type.
///
/// # Safety
/// There is room for so many, and nobody else has it.
#[inline(always)]
unsafe fn put_zeros<T: Default>(first: *mut T, count: usize) {
    for at in 0..count {
        // SAFETY: as the caller promises.
        unsafe { first.add(at).write(T::default()) };
    }
}

/// What a step leaves behind, by game and seat.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Slate {
    pub(crate) rewards: *mut f32,
    pub(crate) over: *mut u8,
    /// What results are worth; null if it is not told.
    pub(crate) results: *mut f32,
}

impl Slate {
    /// # Safety
    /// There is such a game, and no other thread has it.
    #[inline(always)]
    pub(crate) unsafe fn pay(&self, seats: usize, game: usize, paid: &[f32], over: bool) {
        // SAFETY: as the caller promises.
        unsafe {
            for (seat, &paid) in paid.iter().enumerate().take(seats) {
                *self.rewards.add(game * seats + seat) = paid;
            }
            *self.over.add(game) = over.into();
        }
    }

    /// # Safety
    /// As before.
    #[inline(always)]
    pub(crate) unsafe fn pay_nobody(&self, seats: usize, game: usize) {
        // SAFETY: as the caller promises; memory begins where every piece may lie, and so a part does after parts of whole pieces.
        unsafe {
            let first = self.rewards.add(game * seats);
            match seats % 4 {
                0 => put_zeros::<u128>(first.cast(), seats / 4),
                2 => put_zeros::<u64>(first.cast(), seats / 2),
                _ => put_zeros::<u32>(first.cast(), seats),
            }
            *self.over.add(game) = 0;
        }
    }

    /// Writes what the result of a game is worth, if that is told: not a number while it is not over.
    ///
    /// # Safety
    /// As before; the host gave desks if results are told.
    pub(crate) unsafe fn tell<G: Carried>(
        &self,
        hall: &Hall<'_, G>,
        seats: usize,
        (world, state): (&G::World, &G::State),
        game: usize,
        over: bool,
    ) {
        if self.results.is_null() {
            return;
        }
        // SAFETY: as the caller promises.
        unsafe {
            let results = from_raw_parts_mut(self.results.add(game * seats), seats);
            results.fill(f32::NAN);
            if over {
                clear_desk();
                hall.tell(world, state, results);
            }
        }
    }
}

/// What stretches add up, by game and seat.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Sums {
    pub(crate) returns: *mut f64,
    pub(crate) episodes: *mut u32,
    /// What results were worth, and how many were draws; only where results are counted.
    pub(crate) results: *mut f64,
    pub(crate) draws: *mut u32,
    /// How many steps were played, likewise.
    pub(crate) steps: *mut u64,
}

impl Sums {
    /// What is left of a course that ends after so many episodes, of which some are counted already; none if nothing is.
    ///
    /// # Safety
    /// There is such a game, and no other thread has it.
    #[inline(always)]
    pub(crate) unsafe fn left<'a>(&self, course: Course<'a>, game: usize) -> Option<Course<'a>> {
        // SAFETY: as the caller promises.
        let episodes = course.episodes.saturating_sub(unsafe { *self.episodes.add(game) });
        (episodes > 0).then_some(Course { episodes, ..course })
    }

    /// Adds what came of a stretch to so many seats. Where it is `told`, steps are counted; else the last one is paid.
    ///
    /// # Safety
    /// As before, and the slate is of the same games.
    #[inline(always)]
    pub(crate) unsafe fn add<const SEATS: usize>(
        &self,
        seats: usize,
        game: usize,
        played: &Played<SEATS>,
        told: bool,
        slate: &Slate,
    ) {
        // SAFETY: as the caller promises.
        unsafe {
            for (seat, sum) in played.returns.iter().enumerate().take(seats) {
                *self.returns.add(game * seats + seat) += sum;
            }
            *self.episodes.add(game) += played.episodes;
            if told {
                *self.steps.add(game) += played.steps;
            } else {
                slate.pay(seats, game, &played.last.0, played.last.1);
            }
        }
    }

    /// Counts the result of a game that has ended.
    ///
    /// # Safety
    /// There is such a game, and no other thread has it; the host gave desks and room for results.
    pub(crate) unsafe fn count<G: Carried, const SEATS: usize>(
        &self,
        hall: &Hall<'_, G>,
        world: &G::World,
        state: &G::State,
        game: usize,
    ) {
        let mut worth = [0.0; SEATS];
        // SAFETY: as the caller promises.
        unsafe {
            clear_desk();
            hall.tell(world, state, &mut worth);
            for (seat, &worth) in worth.iter().enumerate().take(hall.seats) {
                *self.results.add(game * hall.seats + seat) += f64::from(worth);
            }
            *self.draws.add(game) += u32::from(worth[0] == 0.5);
        }
    }
}

/// A table that is a policy, as the host lays it out; null if there is none.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Given {
    pub(crate) bounds: *const u32,
    pub(crate) len: u64,
    pub(crate) strides: [u64; 3],
}

impl Given {
    /// How numbers are drawn: by the table, or in another way if there is none.
    ///
    /// # Safety
    /// A table is for these games, and does not change.
    #[inline(always)]
    pub(crate) unsafe fn or(&self, other: Drawn<'static>, table: &Table) -> Drawn<'static> {
        if self.bounds.is_null() {
            return other;
        }
        // SAFETY: as the caller promises.
        let bounds = unsafe { from_raw_parts(self.bounds, self.len as usize) };
        let strides = self.strides.map(|stride| stride as usize);
        Drawn::Given(Odds { bounds, strides, numbers: table.actions as usize })
    }
}

/// The game of this thread, as a kernel sees it: everything but the state.
pub(crate) struct Own {
    pub(crate) game: usize,
    pub(crate) world: u32,
    pub(crate) draws: Random,
}

impl Own {
    /// # Safety
    /// `game` is one of the table's.
    #[inline(always)]
    pub(crate) unsafe fn of(table: &Table, game: usize) -> Self {
        // SAFETY: the caller promises that there is such a game.
        let (world, draws) = unsafe { (*table.at.add(game), *table.draws.add(game)) };
        Self { game, world, draws }
    }

    /// Puts the game at the start of its next episode, in company.
    #[inline(always)]
    pub(crate) fn begin_together<G: Carried, const SEATS: usize>(
        &mut self,
        hall: &Hall<'_, G>,
        state: &mut G::State,
        company: &mut Company<'_>,
    ) {
        let mut lane = Lane { world: self.world, draws: self.draws, state };
        hall.begin_together::<SEATS>(&mut lane, company);
        (self.world, self.draws) = (lane.world, lane.draws);
    }

    /// Writes where it is after an episode ended.
    ///
    /// # Safety
    /// As before; no other thread has this game.
    #[inline(always)]
    pub(crate) unsafe fn keep(&self, table: &Table) {
        // SAFETY: as the caller promises.
        unsafe {
            *table.at.add(self.game) = self.world;
            *table.draws.add(self.game) = self.draws;
        }
    }
}
