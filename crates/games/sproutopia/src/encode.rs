//! Arrays for learners (§15).

use crate::action::Action;
use crate::game::{Complete, Sproutopia, World};
use crate::ground::SEATS;
use crate::power::{Held, PowerKind};
use crate::queue::Queue;
use crate::settings::Settings;
use crate::state::State;
use crate::view::Scope;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::words! {
    /// Which actions the mask lets through.
    pub enum Mask {
        /// Neither the opposite of the momentum nor a step off the board.
        Useful = "useful",
        /// All that are legal.
        Legal = "legal",
    }
}

gridhaunt_kernel::settings! {
    /// How a learner looks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Lens {
        /// Whether the mask leaves out the opposite of the momentum and steps off the board
        mask: Mask = Mask::Useful;
        /// Whether the place at the end is paid beside the land
        place: bool = true;
    }
}

const PLANES: usize = 0;
const VECTOR: usize = 1;
const PLANE_COUNT: usize = 18;
const VECTOR_LEN: usize = 24;

/// The planes of §15, by number.
mod plane {
    pub(super) const OFF: usize = 0;
    pub(super) const LAND: usize = 1;
    pub(super) const TRAIL: usize = 5;
    pub(super) const WEED: usize = 9;
    pub(super) const OTHERS: usize = 10;
    /// The plane before that of the first kind.
    pub(super) const THINGS: usize = 10;
    pub(super) const HOME: usize = 16;
    pub(super) const HOMES: usize = 17;
}

impl<R: Complete> Learn for Sproutopia<R> {
    type Lens = Lens;
    type Pack = Single<Self>;
    /// How many cells each farmer owns.
    type Account = [u16; SEATS];

    fn actions(_settings: &Settings) -> usize {
        R::ACTIONS.len() // R8
    }

    fn seats_of(settings: &Settings) -> usize {
        settings.players.into()
    }

    fn encodings(settings: &Settings, _lens: Lens) -> Vec<Encoding> {
        let side = usize::from(settings.player_window_size) / 2 * 2 + 1; // R48
        vec![
            Encoding {
                name: "planes",
                dtype: Dtype::U8,
                shape: vec![PLANE_COUNT, side, side],
                about: "off the board, land of seats +0 to +3, trails of these, weeds, other farmers, things 1 to 5, own home, homes",
            },
            Encoding {
                name: "vector",
                dtype: Dtype::F32,
                shape: vec![VECTOR_LEN],
                about: "tick, x, y, momentum, power-up, super power-up, percents, trail, queue, away, as shares",
            },
        ]
    }

    fn encode(world: &World, state: &State<R>, seat: Seat, _lens: Lens, which: usize, out: Slot<'_>) {
        match (which, out) {
            (PLANES, Slot::U8(out)) => planes(world, state, seat.index() % SEATS, out),
            (VECTOR, Slot::F32(out)) => vector(world, state, seat.index() % SEATS, out),
            _ => {}
        }
    }

    fn mask(world: &World, state: &State<R>, seat: Seat, lens: Lens, out: &mut [u8]) {
        let farmer = &state.farmers[seat.index() % SEATS];
        let (cols, rows) = (world.ground.code.cols, world.ground.code.rows);
        for (slot, action) in out.iter_mut().zip(Action::ALL) {
            let back = action.opposite() == Some(farmer.momentum);
            *slot = u8::from(lens.mask == Mask::Legal || (!back && action.from_cell(farmer.at, cols, rows).is_some()));
        }
    }

    fn numbered(world: &World, state: &State<R>, seat: Seat, _lens: Lens, number: usize) -> Option<Action> {
        let action = Action::from_u8(u8::try_from(number).ok()?)?;
        (Self::phase(world, state).asks(seat) && R::takes(action)).then_some(action)
    }

    #[inline]
    fn account(_world: &World, state: &State<R>, _lens: Lens) -> [u16; SEATS] {
        state.farmers.each_ref().map(|farmer| farmer.cells)
    }

    #[inline]
    fn reward(world: &World, before: &[u16; SEATS], after: &State<R>, seat: Seat, lens: Lens) -> f32 {
        let i = seat.index() % SEATS;
        let change = f32::from(after.farmers[i].cells) - f32::from(before[i]);
        let land = change / world.ground.cells() as f32;
        let n = world.ground.players();
        if n < 2 || !lens.place || after.end.is_none() {
            return land;
        }
        match Self::outcome(world, after).and_then(|outcome| outcome.seats.get(i).copied()) {
            Some(standing) => land + (n as f32 - f32::from(standing.rank)) / (n as f32 - 1.0),
            None => land,
        }
    }

    /// R11: tick t begins with seat t mod n.
    fn first_to_arrive(world: &World, state: &State<R>) -> Seat {
        Seat(((state.tick + 1) % world.ground.players().max(1) as u32) as u8)
    }
}

fn planes<R: Complete>(world: &World, state: &State<R>, i: usize, out: &mut [u8]) {
    let ground = &world.ground;
    let farmer = &state.farmers[i];
    let scope = Scope::new(ground, farmer.at);
    let area = scope.side() * scope.side();
    if out.len() != PLANE_COUNT * area {
        return;
    }
    out.fill(0);
    out[plane::OFF * area..][..area].fill(1);
    for (y, from) in scope.rows() {
        out[plane::OFF * area + from..][..scope.width()].fill(0);
        let mut hidden = 0; // R49: the lowest seat is seen, and a trail before land.
        let mut write = |number: usize, row: u64| ones(scope.cut(row)).for_each(|x| out[number * area + from + x] = 1);
        for j in 0..SEATS {
            let trail = state.trails[j].set().0[y];
            write(plane::TRAIL + (SEATS + j - i) % SEATS, trail & !hidden);
            hidden |= trail;
        }
        for j in 0..SEATS {
            let land = state.lands[j].0[y];
            write(plane::LAND + (SEATS + j - i) % SEATS, land & !hidden);
            hidden |= land;
        }
        write(plane::WEED, state.overgrown.0[y]);
        write(plane::HOME, ground.homes[i].0[y]);
        write(plane::HOMES, ground.foreign[i].0[y]);
    }
    for j in (0..ground.players()).filter(|&j| j != i && !state.is_away(j)) {
        let at = state.farmers[j].at;
        if scope.has(at) {
            out[plane::OTHERS * area + scope.place(at)] = 1;
        }
    }
    for (_, thing) in state.power_ups.iter().chain(state.supers.iter()) {
        if scope.has(thing.at) {
            out[(plane::THINGS + thing.kind as usize) * area + scope.place(thing.at)] = 1;
        }
    }
}

fn vector<R: Complete>(world: &World, state: &State<R>, i: usize, out: &mut [f32]) {
    let ground = &world.ground;
    let (code, farmer) = (&ground.code, &state.farmers[i]);
    let Some(out) = out.first_chunk_mut::<VECTOR_LEN>() else { return };
    out.fill(0.0);
    out[0] = state.tick as f32 / code.max_ticks as f32;
    out[1] = f32::from(farmer.at.x) / (f32::from(code.cols) - 1.0);
    out[2] = f32::from(farmer.at.y) / (f32::from(code.rows) - 1.0);
    out[3 + if farmer.momentum == Action::Stand { 0 } else { farmer.momentum as usize }] = 1.0;
    let left = |held: Held| match held.kind {
        PowerKind::TrailProtection => 1.0,
        kind => held.left as f32 / ground.lifespan(kind) as f32,
    };
    out[8 + farmer.power.map_or(0, |held| held.kind as usize)] = 1.0;
    out[12] = farmer.power.map_or(0.0, left);
    out[13 + farmer.super_power.map_or(0, |held| held.kind as usize - 3)] = 1.0;
    out[16] = farmer.super_power.map_or(0.0, left);
    for j in 0..ground.players() {
        out[17 + (SEATS + j - i) % SEATS] = f32::from(ground.percent(state.farmers[j].cells)) / 100.0;
    }
    out[21] = f32::from(state.trails[i].len()) / ground.cells() as f32;
    out[22] = (farmer.queue.len() as f32 / f32::from(code.queue)).min(1.0);
    out[23] = if state.is_away(i) { 1.0 } else { 0.0 };
}
