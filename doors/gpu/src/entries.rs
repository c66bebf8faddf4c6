//! The kernels by name: those of a game are called as its [`Carried::KERNELS`](gridhaunt_kernel::freight::Carried) says.

use crate::storage::{Changes, Columns, InPlace, Storage};
use crate::thread;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use gridhaunt_kernel::flock::{Beginning, Course, Dice, Hall, Lane};
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::{Game, Random, Seat};

/// What a launch is about: as the host lays it out, all games alike.
#[derive(Clone, Copy)]
#[repr(C)]
struct Table {
    shelf: *const u8,
    worlds: u64,
    lens: *const u8,
    seats: u64,
    actions: u64,
    states: *mut u8,
    games: u64,
    /// Which world each game is in.
    at: *mut u32,
    /// How often each game has drawn.
    drawn: *mut u64,
    /// From which its draws follow.
    seed: u64,
    /// The number of the first game of this launch among all.
    first: u64,
}

impl Table {
    /// # Safety
    /// The host laid the table out for this game.
    #[inline(always)]
    unsafe fn hall<G: Carried>(&self) -> Hall<'static, G> {
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

    fn games(&self) -> usize {
        self.games as usize
    }

    /// Which worlds a game draws, from its beginning.
    fn draws(&self, game: usize) -> Random {
        Random::stream(self.seed, self.first + game as u64)
    }
}

/// The game of this thread, as a kernel sees it: everything but the state.
struct Own {
    game: usize,
    world: u32,
    draws: Random,
}

impl Own {
    /// # Safety
    /// `game` is one of the table's.
    #[inline(always)]
    unsafe fn of(table: &Table, game: usize) -> Self {
        let key = table.draws(game).key;
        // SAFETY: the caller promises that there is such a game.
        let (world, counter) = unsafe { (*table.at.add(game), *table.drawn.add(game)) };
        Self { game, world, draws: Random { key, counter } }
    }

    /// Writes where it is after an episode ended.
    ///
    /// # Safety
    /// As before; no other thread has this game.
    #[inline(always)]
    unsafe fn keep(&self, table: &Table) {
        // SAFETY: as the caller promises.
        unsafe {
            *table.at.add(self.game) = self.world;
            *table.drawn.add(self.game) = self.draws.counter;
        }
    }
}

/// The sizes that the host must know: of a world with its first state, of a state as it is kept, of a lens.
unsafe fn sizes<G: Carried>(kept: usize, out: *mut u64) {
    if thread() == 0 {
        let sizes = [size_of::<Beginning<G>>(), kept, size_of::<G::Lens>()];
        for (at, size) in sizes.into_iter().enumerate() {
            // SAFETY: the host gives room for three numbers.
            unsafe { *out.add(at) = size as u64 };
        }
    }
}

/// Makes a world of its cargo on each thread.
unsafe fn unload<G: Carried>(table: Table, cargo: *const u8, bytes: u64, starts: *const u64) {
    let world = thread();
    // SAFETY: the host gives the cargo, the place where each world begins in it, and room for all worlds and the lens.
    unsafe {
        let cargo = from_raw_parts(cargo, bytes as usize);
        if world == 0 {
            table.lens.cast_mut().cast::<G::Lens>().write(Freight::unload(&mut Hold(cargo)));
        }
        if world < table.worlds as usize {
            let start = *starts.add(world) as usize;
            let beginning = G::unload(&mut Hold(cargo.get(start..).unwrap_or_default()));
            table.shelf.cast_mut().cast::<Beginning<G>>().add(world).write(beginning);
        }
    }
}

/// Puts every game at the start of its first episode.
unsafe fn begin<G: Carried, T: Storage<G::State>>(table: Table) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let mut own = Own { game, world: 0, draws: table.draws(game) };
        // A batch draws once as it is made, and again as it is reset.
        hall.draw(&mut own.draws, &mut own.world);
        let first = hall.draw(&mut own.draws, &mut own.world);
        T::put(table.states, table.games(), game, first.clone());
        own.keep(&table);
    }
}

/// Many steps of every game, with numbers that are drawn here. It is compiled for each way to draw them.
#[inline(always)]
unsafe fn roll<G: Carried, T: Storage<G::State>, const SEATS: usize, const NUMBERS: usize>(
    table: Table,
    seed: u64,
    course: Course,
    returns: *mut f64,
    episodes: *mut u32,
) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game and its own part of what is written, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let mut own = Own::of(&table, game);
        let mut dice = Dice::new(seed, table.first as usize + game);
        let mut sums = [0.0; SEATS];
        let ended = T::with(table.states, table.games(), game, |state| {
            let mut lane = Lane { world: own.world, draws: own.draws, state };
            let ended = hall.roll::<SEATS, NUMBERS>(course, &mut dice, &mut lane, &mut sums);
            (own.world, own.draws) = (lane.world, lane.draws);
            ended
        });
        own.keep(&table);
        for (seat, sum) in sums.into_iter().enumerate().take(hall.seats) {
            *returns.add(game * hall.seats + seat) += sum;
        }
        *episodes.add(game) += ended;
    }
}

/// One step of every game, with numbers from outside; a game that ends begins anew.
unsafe fn step<G: Carried, T: Storage<G::State>, const SEATS: usize>(
    table: Table,
    actions: *const u8,
    rewards: *mut f32,
    over: *mut u8,
) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game and its own part of what is read and written, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let seats = hall.count::<SEATS>();
        let world = *table.at.add(game);
        let mut numbers = [0; SEATS];
        for (seat, number) in numbers.iter_mut().enumerate().take(seats) {
            *number = *actions.add(game * seats + seat);
        }
        let mut paid = [0.0; SEATS];
        let ended = T::with(table.states, table.games(), game, |state| {
            let ended = hall.step(hall.world(world), state, &numbers, &mut paid);
            if ended {
                let mut own = Own::of(&table, game);
                let mut lane = Lane { world, draws: own.draws, state };
                hall.begin(&mut lane);
                (own.world, own.draws) = (lane.world, lane.draws);
                own.keep(&table);
            }
            ended
        });
        for (seat, &paid) in paid.iter().enumerate().take(seats) {
            *rewards.add(game * seats + seat) = paid;
        }
        *over.add(game) = ended.into();
    }
}

/// The hash of every game's state.
unsafe fn hash<G: Carried, T: Storage<G::State>>(table: Table, out: *mut u64) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game and its own number, and the table is the host's.
    unsafe {
        let world = table.hall::<G>().world(*table.at.add(game));
        *out.add(game) = T::with(table.states, table.games(), game, |state| G::hash_of(world, state));
    }
}

/// The mask of every seat of every game.
unsafe fn mask<G: Carried, T: Storage<G::State>>(table: Table, out: *mut u8) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game and its own part of what is written, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let world = hall.world(*table.at.add(game));
        let (seats, actions) = (hall.seats, hall.actions);
        let out = from_raw_parts_mut(out.add(game * seats * actions), seats * actions);
        T::with(table.states, table.games(), game, |state| {
            for (seat, out) in out.chunks_exact_mut(actions).enumerate() {
                G::mask(world, state, Seat(seat as u8), hall.lens, out);
            }
        });
    }
}

macro_rules! entries {
    ($($module:ident = $name:literal: $game:ty, kept $kept:ty, $seats:literal seats, $numbers:literal numbers;)+) => {$(
        mod $module {
            use super::*;

            type G = $game;
            type T = $kept;

            // SAFETY: of all of these, the host gives what the functions they call say.
            #[unsafe(export_name = concat!($name, "_sizes"))]
            unsafe extern "ptx-kernel" fn sizes(out: *mut u64) {
                unsafe { super::sizes::<G>(<T as Storage<<G as Game>::State>>::KEPT, out) }
            }

            #[unsafe(export_name = concat!($name, "_unload"))]
            unsafe extern "ptx-kernel" fn unload(table: Table, cargo: *const u8, bytes: u64, starts: *const u64) {
                unsafe { super::unload::<G>(table, cargo, bytes, starts) }
            }

            #[unsafe(export_name = concat!($name, "_begin"))]
            unsafe extern "ptx-kernel" fn begin(table: Table) {
                unsafe { super::begin::<G, T>(table) }
            }

            #[unsafe(export_name = concat!($name, "_roll"))]
            unsafe extern "ptx-kernel" fn roll(
                table: Table, seed: u64, steps: u64, restart: u32, returns: *mut f64, episodes: *mut u32,
            ) {
                let course = Course { steps, masked: false, restart: restart != 0 };
                unsafe { super::roll::<G, T, $seats, $numbers>(table, seed, course, returns, episodes) }
            }

            #[unsafe(export_name = concat!($name, "_roll_masked"))]
            unsafe extern "ptx-kernel" fn roll_masked(
                table: Table, seed: u64, steps: u64, restart: u32, returns: *mut f64, episodes: *mut u32,
            ) {
                let course = Course { steps, masked: true, restart: restart != 0 };
                unsafe { super::roll::<G, T, $seats, $numbers>(table, seed, course, returns, episodes) }
            }

            #[unsafe(export_name = concat!($name, "_step"))]
            unsafe extern "ptx-kernel" fn step(table: Table, actions: *const u8, rewards: *mut f32, over: *mut u8) {
                unsafe { super::step::<G, T, $seats>(table, actions, rewards, over) }
            }

            #[unsafe(export_name = concat!($name, "_hash"))]
            unsafe extern "ptx-kernel" fn hash(table: Table, out: *mut u64) {
                unsafe { super::hash::<G, T>(table, out) }
            }

            #[unsafe(export_name = concat!($name, "_mask"))]
            unsafe extern "ptx-kernel" fn mask(table: Table, out: *mut u8) {
                unsafe { super::mask::<G, T>(table, out) }
            }
        }
    )+};
}

// A game that a device shall play has its line here. The older rules of Sproutopia have none: their queues grow without
// bound, and a heap that takes nothing back has no room for that.
entries! {
    pyrat_10 = "pyrat_10": gridhaunt_pyrat::PyRat<10>, kept Changes<u64, 8>, 2 seats, 5 numbers;
    pyrat_26 = "pyrat_26": gridhaunt_pyrat::PyRat<26>, kept Changes<u64, 16>, 2 seats, 5 numbers;
    pyrat_42 = "pyrat_42": gridhaunt_pyrat::PyRat<42>, kept Changes<u64, 24>, 2 seats, 5 numbers;
    pyrat_128 = "pyrat_128": gridhaunt_pyrat::PyRat<128>, kept InPlace, 2 seats, 5 numbers;
    tag_8 = "tag_8": gridhaunt_tag::Tag<8>, kept Columns<u64, 11>, 16 seats, 9 numbers;
    tag_16 = "tag_16": gridhaunt_tag::Tag<16>, kept Columns<u64, 20>, 32 seats, 9 numbers;
    sproutopia_official = "sproutopia_official": gridhaunt_sproutopia::Sproutopia<gridhaunt_sproutopia::Official>,
        kept InPlace, 4 seats, 6 numbers;
    snarl = "snarl": gridhaunt_snarl::Snarl, kept InPlace, 6 seats, 13 numbers;
    ghost_grid = "ghost_grid": gridhaunt_ghost_grid::GhostGrid, kept InPlace, 128 seats, 56 numbers;
}
