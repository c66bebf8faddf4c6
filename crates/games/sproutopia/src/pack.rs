//! One game of a batch.
//!
//! It remembers no state but the current one: of the state before a step, arrays need only which planes had cells.
//! Before a step it asks for the memory that the step will touch, because a batch of games does not fit into the cache.

use crate::encode::{ALL_PLANES, Lens, PLANES, Tracks, VECTOR, planes, reward, vectors};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::{Ground, SEATS};
use crate::rows::SIDE;
use crate::state::{Farmer, State};
use crate::usual;
use core::cell::Cell as Stored;
use gridhaunt_kernel::flock::{Footprint, Pack, Shown, Turns, Vector, fetch};
use gridhaunt_kernel::prelude::*;

/// How many farmers lie in one cache line.
const FARMERS_IN_A_LINE: usize = 64 / size_of::<Farmer>();

/// A game of a batch.
#[derive(Debug)]
#[repr(C)]
pub struct Plot<R: Complete> {
    state: State<R>,
    world: u32,
    /// The planes of each seat that had a cell before the last step, one bit for each plane.
    held: [u32; SEATS],
    /// The same for the planes in memory, as they were written last.
    written: Stored<[u32; SEATS]>,
}

impl<R: Complete> Plot<R> {
    /// Asks for the rows that farmers will see, before the step that comes first.
    fn expect_to_show(&self, ground: &Ground) {
        for farmer in &self.state.farmers[..ground.players()] {
            let (y, far) = (usize::from(farmer.at.y), usize::from(ground.radius()) + 1);
            (y.saturating_sub(far)..=y + far).take(SIDE).for_each(|y| self.state.field.fetch(y));
        }
    }
}

/// Nobody is paid, and the game goes on.
#[inline]
fn pay_nobody(turns: Turns<'_>) {
    match turns.rewards.first_chunk_mut::<SEATS>() {
        Some(rewards) => *rewards = [0.0; SEATS],
        None => turns.rewards.fill(0.0),
    }
    // One byte at once: who reads it next would wait for a fill of any length.
    if let [last] = turns.over {
        *last = 0;
    }
}

/// The worlds of a batch.
#[derive(Debug)]
pub struct Shelf<R: Complete> {
    games: Vec<(World, State<R>)>,
    /// The board of all of them. Worlds with the same settings differ only in their seeds, and one board stays in the
    /// cache where many do not.
    ground: Option<Ground>,
}

impl<R: Complete> Shelf<R> {
    /// The board of a world.
    #[inline]
    fn ground(&self, world: u32) -> &Ground {
        self.ground.as_ref().unwrap_or_else(|| &self.games[world as usize].0.ground)
    }
}

impl<R: Complete> Pack<Sproutopia<R>> for Plot<R> {
    const LANES: usize = 1;
    type Shelf = Shelf<R>;

    fn shelf(games: Vec<(World, State<R>)>) -> Self::Shelf {
        let first = &games[0].0.ground;
        let ground = games.iter().all(|(world, _)| world.ground == *first).then_some(*first);
        Shelf { games, ground }
    }

    fn beginning(shelf: &Self::Shelf, world: u32) -> &(World, State<R>) {
        &shelf.games[world as usize]
    }

    fn new(shelf: &Self::Shelf) -> Self {
        Self { world: 0, held: [0; SEATS], written: Stored::new([0; SEATS]), state: shelf.games[0].1.clone() }
    }

    fn footprint(_world: &World, _state: &State<R>) -> Footprint {
        let apart = State::<R>::apart();
        Footprint { world: size_of::<(World, State<R>)>() + apart, game: size_of::<Self>() + apart }
    }

    fn put(&mut self, _shelf: &Self::Shelf, _lane: usize, world: u32, state: &State<R>) {
        self.world = world;
        self.state.clone_from(state);
    }

    fn world_of(&self, _lane: usize) -> u32 {
        self.world
    }

    fn state(&self, _lane: usize) -> State<R> {
        self.state.clone()
    }

    /// First what lies at known places; then the rows around the farmers: wherever they go, and where mostly their trails
    /// and the ends of their land are.
    #[inline]
    fn expect(&self, soon: bool) {
        let state = &self.state;
        if !soon {
            fetch(&state.tick);
            state.trails.fetch();
            state.field.fetch_used();
            return state.farmers.chunks(FARMERS_IN_A_LINE).for_each(|farmers| fetch(&farmers[0]));
        }
        for y in state.farmers.iter().map(|farmer| usize::from(farmer.at.y)) {
            [y, y.wrapping_sub(1), y + 1].into_iter().for_each(|y| state.field.fetch(y));
        }
    }

    #[inline]
    fn step(&mut self, shelf: &Self::Shelf, _vector: Vector, lens: Lens, turns: Turns<'_>) {
        if self.state.end.is_some() {
            turns.rewards.fill(0.0);
            turns.over.fill(1);
            return;
        }
        let ground = shelf.ground(self.world);
        if turns.shown {
            self.held = self.written.get();
            self.expect_to_show(ground);
        }
        let owned = |state: &State<R>| state.farmers.each_ref().map(|farmer| farmer.cells);
        let before = owned(&self.state);
        usual::tick(ground, &mut self.state, turns.actions);
        let over = self.state.end.is_some();
        if !over && before == owned(&self.state) {
            return pay_nobody(turns);
        }
        for (seat, paid) in turns.rewards.iter_mut().enumerate() {
            *paid = 0.0 + reward(ground, &before, &self.state, Seat(seat as u8), lens);
        }
        if let [last] = turns.over {
            *last = over.into();
        }
    }

    fn show(&self, shelf: &Self::Shelf, _vector: Vector, lens: Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        let (world, state) = (&shelf.games[self.world as usize].0, &self.state);
        match (shown.array, &mut out) {
            (Ok(PLANES), Slot::U8(out)) => {
                let mut written = [0; SEATS];
                let tracks = Tracks::new(state);
                for (i, out) in out.chunks_exact_mut(shown.len).enumerate().take(SEATS) {
                    let held = if fresh == [0] { self.held[i] } else { ALL_PLANES };
                    written[i] = planes(world, state, &tracks, i, held, out);
                }
                self.written.set(written);
            }
            (Ok(VECTOR), Slot::F32(out)) => vectors(world, state, out),
            _ => {
                for seat in 0..world.ground.players() {
                    let part = out.part(seat * shown.len, shown.len);
                    shown.write::<Sproutopia<R>>(world, None, state, Seat(seat as u8), lens, part);
                }
            }
        }
    }
}
