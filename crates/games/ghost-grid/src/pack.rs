//! Games of a batch in common memory, stepped one after the other.
//!
//! The states of all lanes lie in a few lists, each part beside the same part of the next lane. While a lane is played
//! the processor already loads the lanes after it, since a batch is larger than its caches. Arrays are brought up to
//! date from a trace of the step, so that no state is copied to show them.

use crate::encode::{self, Lens, Reward};
use crate::game::{GhostGrid, World};
use crate::ground::{NodeSet, Side};
use crate::orders::Roll;
use crate::refresh::{Refresh, Trace};
use crate::rules;
use crate::state::{Agent, Board, Memory, Parts, Place, State, Tally};
use core::slice::{ChunksExact, ChunksExactMut};
use gridhaunt_kernel::flock::{Footprint, Pack, Shown, Turns, Vector, fetch_at};
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::prelude::*;

/// How many games a pack holds: enough that few of them are stepped without being loaded ahead.
pub const LANES: usize = 32;

/// How many lanes ahead of the one that is played the processor loads.
const AHEAD: usize = 2;

/// Many games.
#[derive(Debug)]
pub struct Games {
    /// The world of each lane, none for a lane that was never begun: it is not stepped.
    worlds: [Option<u32>; LANES],
    tallies: [Tally; LANES],
    /// By lane and then by seat.
    agents: Box<[Agent]>,
    /// By lane and then by node.
    places: Box<[Place]>,
    /// By lane and then by ghost.
    known: Box<[NodeSet]>,
    /// By lane, then by ghost, then by node.
    memory: Box<[Memory]>,
    /// What arrays need to know of the last step, by lane.
    traces: Box<[Trace]>,
    /// The nodes before the last step of the seats that chose in it, by lane and then by seat.
    left: Box<[u8]>,
}

/// The worlds of a flock with their first states.
pub type Shelf = Vec<(World, State)>;

/// The part of a list that belongs to a lane.
fn of_lane<T>(list: &mut [T], lane: usize) -> &mut [T] {
    let len = list.len() / LANES;
    &mut list[lane * len..][..len]
}

/// The parts of a list, lane by lane.
#[inline]
fn by_lane<T>(list: &[T]) -> ChunksExact<'_, T> {
    list.chunks_exact(list.len() / LANES)
}

#[inline]
fn by_lane_mut<T>(list: &mut [T]) -> ChunksExactMut<'_, T> {
    list.chunks_exact_mut(list.len() / LANES)
}

impl Pack<GhostGrid> for Games {
    const LANES: usize = LANES;
    type Shelf = Shelf;

    fn shelf(games: Vec<(World, State)>) -> Shelf {
        games
    }

    fn beginning(shelf: &Shelf, world: u32) -> &(World, State) {
        &shelf[world as usize]
    }

    fn new(shelf: &Shelf) -> Self {
        let state = &shelf[0].1;
        Self {
            worlds: [None; LANES],
            tallies: [state.tally; LANES],
            agents: state.agents.repeat(LANES).into(),
            places: state.places.repeat(LANES).into(),
            known: state.known.repeat(LANES).into(),
            memory: state.memory.repeat(LANES).into(),
            traces: vec![Trace::default(); LANES].into(),
            left: vec![0; LANES * state.agents.len()].into(),
        }
    }

    fn footprint(world: &World, state: &State) -> Footprint {
        let heap = GhostGrid::heap(world, state);
        Footprint {
            world: size_of::<(World, State)>() + heap.world + heap.state,
            game: size_of::<Self>().div_ceil(LANES) + heap.state + size_of::<Trace>() + state.agents.len(),
        }
    }

    fn put(&mut self, _shelf: &Shelf, lane: usize, world: u32, state: &State) {
        self.worlds[lane] = Some(world);
        self.tallies[lane] = state.tally;
        of_lane(&mut self.agents, lane).copy_from_slice(&state.agents);
        of_lane(&mut self.places, lane).copy_from_slice(&state.places);
        of_lane(&mut self.known, lane).copy_from_slice(&state.known);
        of_lane(&mut self.memory, lane).copy_from_slice(&state.memory);
    }

    fn world_of(&self, lane: usize) -> u32 {
        self.worlds[lane].unwrap_or(0)
    }

    fn state(&self, lane: usize) -> State {
        fn part<T: Clone>(list: &[T], lane: usize) -> Box<[T]> {
            by_lane(list).nth(lane).unwrap_or_default().into()
        }
        State {
            tally: self.tallies[lane],
            agents: part(&self.agents, lane),
            places: part(&self.places, lane),
            known: part(&self.known, lane),
            memory: part(&self.memory, lane),
        }
    }

    fn step(&mut self, shelf: &Shelf, _vector: Vector, lens: Lens, turns: Turns<'_>) {
        let Turns { actions, rewards, over, shown } = turns;
        let seats = self.seats();
        let Self { worlds, tallies, agents, places, known, memory, traces, left } = self;
        let known = by_lane_mut(known).zip(by_lane_mut(memory));
        let boards = tallies.iter_mut().zip(by_lane_mut(agents)).zip(by_lane_mut(places)).zip(known);
        let boards = boards.map(|(((tally, agents), places), (known, memory))| {
            // A batch is larger than the caches.
            load::<2, _>(core::slice::from_ref(tally));
            load::<4, _>(agents);
            load::<5, _>(places);
            load::<1, _>(known);
            load::<3, _>(memory);
            Board { tally, agents, places, known, memory }
        });
        let notes = traces.iter_mut().zip(by_lane_mut(left)).map(|(trace, left)| {
            load::<2, _>(core::slice::from_ref(trace));
            load::<1, _>(left);
            (trace, left)
        });
        let turns = actions.chunks_exact(seats).zip(rewards.chunks_exact_mut(seats)).zip(over);
        let mut notes = shown.then_some(notes);
        let begun = worlds.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        for ((world, mut board), ((actions, rewards), over)) in worlds[..begun].iter().zip(boards).zip(turns) {
            let note = notes.as_mut().and_then(Iterator::next);
            if let Some(world) = world {
                play(Self::world(shelf, *world), &mut board, note, lens, actions, rewards);
                *over = board.tally.end.is_some().into();
            }
        }
    }

    fn show(&self, shelf: &Shelf, _vector: Vector, _lens: Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        let seats = self.seats();
        let known = by_lane(&self.known).zip(by_lane(&self.memory));
        let parts = self.tallies.iter().zip(by_lane(&self.agents)).zip(by_lane(&self.places)).zip(known);
        let parts =
            parts.map(|(((tally, agents), places), (known, memory))| Parts { tally, agents, places, known, memory });
        let notes = self.traces.iter().zip(by_lane(&self.left));
        for (lane, ((&fresh, parts), (trace, left))) in fresh.iter().zip(parts).zip(notes).enumerate() {
            let world = Self::world(shelf, self.world_of(lane));
            let mut out = out.part(lane * seats * shown.len, seats * shown.len);
            match &out {
                Slot::U8(out) => load::<8, _>(out),
                Slot::I16(out) => load::<8, _>(out),
                Slot::F32(out) => load::<8, _>(out),
            }
            if fresh == 0 {
                Refresh { world, parts, trace, left }.array(shown, out);
                continue;
            }
            for seat in SeatSet::first(seats).iter() {
                write(world, parts, seat, shown.array, out.part(seat.index() * shown.len, shown.len));
            }
        }
    }
}

impl Games {
    fn seats(&self) -> usize {
        self.left.len() / LANES
    }
}

/// Writes one array of a seat completely.
fn write(world: &World, parts: Parts<'_>, seat: Seat, array: Result<usize, Common>, out: Slot<'_>) {
    match (array, out) {
        (Ok(which), out) => encode::write(world, parts, seat, which, out),
        (Err(Common::Mask), Slot::U8(out)) => encode::mask(world, parts, seat, out),
        (Err(Common::Asked), Slot::U8(out)) => out.fill(parts.tally.asked(&world.code).contains(seat).into()),
        (Err(Common::Lasts), Slot::U8(out)) => out.fill(parts.tally.end.is_none().into()),
        (Err(_), _) => {}
    }
}

/// Steps one lane, notes what arrays need to know if there is a place for it, and pays the rewards.
#[inline]
fn play(
    world: &World,
    board: &mut Board<'_>,
    note: Option<(&mut Trace, &mut [u8])>,
    lens: Lens,
    actions: &[u8],
    rewards: &mut [f32],
) {
    if board.tally.end.is_some() {
        return rewards.fill(0.0);
    }
    let (ground, ahead, mut known) = (world.ground(), encode::ahead(board.tally), Roll::new());
    let note = note.map(|(trace, left)| {
        trace.begin(&world.code, board.parts(), left, &mut known);
        trace
    });
    let choose = |board: &Board<'_>, seat: Seat| {
        encode::numbered(world, board.agents, board.places, seat, actions[seat.index()].into())
    };
    rules::play(&ground, board, choose, |_| {});
    if let Some(trace) = note {
        trace.finish(&world.code, board.parts(), &known);
    }
    pay(world, ahead, board.tally, lens, rewards);
}

/// The rewards of all seats (R46). Those of a role that have been in play are its first seats.
fn pay(world: &World, ahead: i32, tally: &Tally, lens: Lens, rewards: &mut [f32]) {
    rewards.fill(0.0);
    if tally.end.is_none() && lens.reward != Reward::Loot {
        return;
    }
    let code = &world.code;
    let roles = [
        (0, tally.natives, Side::Ghost),
        (code.first_sentinel(), tally.sentinels, Side::Sentinel),
        (code.first_turncoat(), tally.turncoats, Side::Ghost),
    ];
    for (first, count, side) in roles {
        // A side that loses what the other gains may be paid -0, which is 0 to everybody.
        rewards[first..][..usize::from(count)].fill(0.0 + encode::worth(world, ahead, tally, side, lens));
    }
}

/// Makes the processor load the first lines of a list, [`AHEAD`] lists of the same length further on, where the same part
/// of another lane is, or anything.
#[inline]
fn load<const LINES: usize, T>(list: &[T]) {
    let next = list.as_ptr().wrapping_add(AHEAD * list.len()).cast::<[u8; 64]>();
    (0..LINES).for_each(|line| fetch_at(next.wrapping_add(line)));
}
