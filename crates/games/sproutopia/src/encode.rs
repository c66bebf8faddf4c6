//! Arrays for learners (§15).

use crate::action::Action;
use crate::field::{OVERGROWN, THINGS};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::SEATS;
use crate::pack::Plot;
use crate::power::{Held, PowerKind};
use crate::queue::Queue;
use crate::rows::SIDE;
use crate::settings::Settings;
use crate::state::State;
use crate::trail::Trail;
use crate::view::{Scope, spread};
use arrayvec::ArrayVec;
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

pub(crate) const PLANES: usize = 0;
pub(crate) const VECTOR: usize = 1;
const PLANE_COUNT: usize = 18;
/// Every plane, one bit each.
pub(crate) const ALL_PLANES: u32 = (1 << PLANE_COUNT) - 1;
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
    type Pack = Plot<R>;
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
            (PLANES, Slot::U8(out)) => _ = planes(world, state, seat.index() % SEATS, ALL_PLANES, out),
            (VECTOR, Slot::F32(out)) => {
                let Some(out) = out.first_chunk_mut() else { return };
                vector(world, state, &shares(world, state), seat.index() % SEATS, out);
            }
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
        land + (n - after.rank(&world.ground, i)) as f32 / (n as f32 - 1.0)
    }

    /// R11: tick t begins with seat t mod n.
    fn first_to_arrive(world: &World, state: &State<R>) -> Seat {
        Seat(((state.tick + 1) % world.ground.players().max(1) as u32) as u8)
    }
}

/// Writes the planes of a seat that may have a cell, and those in `held`, one bit for each plane: all others are 0 in
/// memory already. Returns which planes may have a cell.
pub(crate) fn planes<R: Complete>(world: &World, state: &State<R>, i: usize, held: u32, out: &mut [u8]) -> u32 {
    let (ground, field) = (&world.ground, &state.field);
    let scope = Scope::new(ground, state.farmers[i].at);
    let area = scope.side() * scope.side();
    if out.len() != PLANE_COUNT * area {
        return ALL_PLANES;
    }
    let mut full = 0;
    let mut write = |number: usize, some: bool, row: &dyn Fn(usize) -> u64| {
        full |= u32::from(some) << number;
        if some || held >> number & 1 == 1 {
            lay_plane(&scope, row, &mut out[number * area..][..area]);
        }
    };
    let ahead = |j: usize| (SEATS + j - i) % SEATS;
    let is_near = |start: &Cell| scope.touches(*start);
    write(plane::WEED, field.uses(OVERGROWN, scope.span()), &|y| field.row(OVERGROWN, y));
    write(plane::HOME, is_near(&ground.starts[i]), &|y| ground.homes[i].0[y]);
    write(plane::HOMES, ground.starts.iter().any(is_near), &|y| ground.foreign[i].0[y]);
    // R49: the lowest seat is seen, and a trail before land.
    let in_scope = |trail: &&Trail| scope.span().any_of(trail.reach());
    let near: ArrayVec<&Trail, SEATS> = state.trails.iter().filter(in_scope).collect();
    let trodden = |y: usize| near.iter().fold(0, |all, trail| all | trail.row(y));
    for (j, trail) in state.trails.iter().enumerate() {
        let lower = |y: usize| state.trails[..j].iter().fold(0, |all, trail| all | trail.row(y));
        write(plane::TRAIL + ahead(j), in_scope(&trail), &|y| trail.row(y) & !lower(y));
    }
    for j in 0..SEATS {
        let lower = |y: usize| field.lands(y)[..j].iter().fold(trodden(y), |all, land| all | land);
        write(plane::LAND + ahead(j), field.uses(j, scope.span()), &|y| field.row(j, y) & !lower(y));
    }
    for number in (plane::OTHERS..=plane::THINGS + PowerKind::ALL.len()).filter(|number| held >> number & 1 == 1) {
        out[number * area..][..area].fill(0);
    }
    let mut mark = |number: usize, cell: Cell| {
        if scope.has(cell) {
            out[number * area + scope.place(cell)] = 1;
            full |= 1 << number;
        }
    };
    for j in (0..ground.players()).filter(|&j| j != i && !state.is_away(j)) {
        mark(plane::OTHERS, state.farmers[j].at);
    }
    if field.uses(THINGS, scope.span()) {
        let lying = state.power_ups.iter().chain(state.supers.iter());
        lying.for_each(|(_, thing)| mark(plane::THINGS + thing.kind as usize, thing.at));
    }
    let off = scope.is_cut_off();
    if off || held >> plane::OFF & 1 == 1 {
        let out = &mut out[plane::OFF * area..][..area];
        out.fill(u8::from(off));
        scope.rows().for_each(|(_, from)| out[from..from + scope.width()].fill(0));
    }
    full | u32::from(off) << plane::OFF
}

/// Writes a plane: its rows on the board, and 0 off the board.
#[inline]
fn lay_plane(scope: &Scope, row: &dyn Fn(usize) -> u64, out: &mut [u8]) {
    let side = scope.side();
    let (above, before) = scope.margin();
    let rows = scope.span();
    let (over, rest) = out.split_at_mut(above * side);
    let (inside, under) = rest.split_at_mut(rows.len() * side);
    over.fill(0);
    under.fill(0);
    for (y, out) in rows.span().zip(inside.chunks_exact_mut(side)) {
        lay(scope.cut(row(y)), before, out);
    }
}

/// Writes a row of a plane: 1 for each bit, from `before` on, and 0 elsewhere.
#[inline]
fn lay(bits: u64, before: usize, out: &mut [u8]) {
    let side = out.len();
    if side > SIDE {
        out.fill(0);
        ones(bits).for_each(|x| out[before + x] = 1);
        return;
    }
    let bits = bits << (before % SIDE);
    for (place, eight) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *eight = spread((bits >> (8 * place)) as u8).to_le_bytes();
    }
    // The last eight bytes overlap those before them, so that no row ends byte by byte.
    if !side.is_multiple_of(8) {
        match out.last_chunk_mut::<8>() {
            Some(last) => *last = spread((bits >> (side - 8)) as u8).to_le_bytes(),
            None => out.copy_from_slice(&spread(bits as u8).to_le_bytes()[..side]),
        }
    }
}

/// The vectors of the first seats, one after the other; what all seats share is computed once.
pub(crate) fn vectors<R: Complete>(world: &World, state: &State<R>, out: &mut [f32]) {
    let shares = shares(world, state);
    for (i, out) in out.as_chunks_mut::<VECTOR_LEN>().0.iter_mut().enumerate().take(SEATS) {
        vector(world, state, &shares, i, out);
    }
}

/// What the vectors of all seats share.
struct Shares {
    tick: f32,
    /// The percents of all seats, as shares; 0 for seats that do not play.
    percents: [f32; SEATS],
}

fn shares<R: Complete>(world: &World, state: &State<R>) -> Shares {
    let ground = &world.ground;
    let mut percents = [0.0; SEATS];
    for (percent, farmer) in percents.iter_mut().zip(&state.farmers).take(ground.players()) {
        *percent = f32::from(ground.percent(farmer.cells)) / 100.0;
    }
    Shares { tick: state.tick as f32 / ground.code.max_ticks as f32, percents }
}

fn vector<R: Complete>(world: &World, state: &State<R>, shares: &Shares, i: usize, out: &mut [f32; VECTOR_LEN]) {
    let ground = &world.ground;
    let (code, farmer) = (&ground.code, &state.farmers[i]);
    out.fill(0.0);
    out[0] = shares.tick;
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
    for (ahead, out) in out[17..21].iter_mut().enumerate() {
        *out = shares.percents[(i + ahead) % SEATS];
    }
    out[21] = f32::from(state.trails[i].len()) / ground.cells() as f32;
    out[22] = (farmer.queue.len() as f32 / f32::from(code.queue)).min(1.0);
    out[23] = if state.is_away(i) { 1.0 } else { 0.0 };
}
