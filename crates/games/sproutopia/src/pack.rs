//! One game of a batch.
//!
//! It remembers no state but the current one: of the state before a step, arrays need only which planes had cells.
//! Before a step it asks for the memory that the step will touch, because a batch of games does not fit into the cache.

use crate::action::Action;
use crate::encode::{ALL_PLANES, Lens, PLANES, VECTOR, planes, vectors};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::SEATS;
use crate::state::State;
use core::cell::Cell as Stored;
use gridhaunt_kernel::flock::{Footprint, Pack, Shown, Turns, Vector, fetch};
use gridhaunt_kernel::prelude::*;

/// A game of a batch.
#[derive(Debug)]
pub struct Plot<R: Complete> {
    world: u32,
    /// The planes of each seat that had a cell before the last step, one bit for each plane.
    held: [u32; SEATS],
    /// The same for the planes in memory, as they were written last.
    written: Stored<[u32; SEATS]>,
    state: State<R>,
}

impl<R: Complete> Pack<Sproutopia<R>> for Plot<R> {
    const LANES: usize = 1;
    type Shelf = Vec<(World, State<R>)>;

    fn shelf(games: Vec<(World, State<R>)>) -> Self::Shelf {
        games
    }

    fn beginning(shelf: &Self::Shelf, world: u32) -> &(World, State<R>) {
        &shelf[world as usize]
    }

    fn new(shelf: &Self::Shelf) -> Self {
        Self { world: 0, held: [0; SEATS], written: Stored::new([0; SEATS]), state: shelf[0].1.clone() }
    }

    fn footprint(_world: &World, _state: &State<R>) -> Footprint {
        Footprint { world: size_of::<(World, State<R>)>(), game: size_of::<Self>() }
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

    /// First what lies at known places; then, from the farmers' cells, the rows where their actions lead.
    #[inline]
    fn expect(&self, actions: Option<&[u8]>) {
        let state = &self.state;
        let Some(actions) = actions else {
            fetch(&self.world);
            fetch(&state.tick);
            state.farmers.iter().for_each(fetch);
            state.trails.iter().for_each(fetch);
            fetch(&state.weeds);
            return;
        };
        for ((farmer, trail), &number) in state.farmers.iter().zip(&state.trails).zip(actions) {
            let given = Action::from_u8(number).unwrap_or(Action::None);
            let action = if given == Action::None { farmer.repeat.action() } else { given };
            let y = farmer.at.y.wrapping_add_signed(action.offset().1.into());
            state.field.fetch(y.into());
            trail.fetch(y.into());
        }
        state.weeds.fetch();
    }

    #[inline]
    fn step(&mut self, shelf: &Self::Shelf, _vector: Vector, lens: Lens, turns: Turns<'_>) {
        let world = &shelf[self.world as usize].0;
        if self.state.end.is_some() {
            turns.rewards.fill(0.0);
            turns.over.fill(1);
            return;
        }
        if turns.shown {
            self.held = self.written.get();
        }
        let players = world.ground.players();
        let mut choices = [(Seat(0), Action::None); SEATS];
        let mut seat = Sproutopia::<R>::first_to_arrive(world, &self.state).index();
        for choice in &mut choices[..players] {
            // A number that stands for no action is not queued, and neither is `none`.
            let action = turns.actions.get(seat).and_then(|&number| Action::from_u8(number));
            *choice = (Seat(seat as u8), action.unwrap_or(Action::None));
            seat = if seat + 1 < players { seat + 1 } else { 0 };
        }
        let account = Sproutopia::<R>::account(world, &self.state, lens);
        Sproutopia::<R>::step(world, &mut self.state, &choices[..players], |_| {});
        let over = self.state.end.is_some();
        if over || account != Sproutopia::<R>::account(world, &self.state, lens) {
            for (seat, reward) in turns.rewards.iter_mut().enumerate() {
                *reward = 0.0 + Sproutopia::<R>::reward(world, &account, &self.state, Seat(seat as u8), lens);
            }
        } else {
            turns.rewards.fill(0.0);
        }
        turns.over.fill(over.into());
    }

    fn show(&self, shelf: &Self::Shelf, _vector: Vector, lens: Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        let (world, state) = (&shelf[self.world as usize].0, &self.state);
        match (shown.array, &mut out) {
            (Ok(PLANES), Slot::U8(out)) => {
                let mut written = [0; SEATS];
                for (i, out) in out.chunks_exact_mut(shown.len).enumerate().take(SEATS) {
                    let held = if fresh == [0] { self.held[i] } else { ALL_PLANES };
                    written[i] = planes(world, state, i, held, out);
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
