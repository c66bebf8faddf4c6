//! Arrays for learners (§15).

use crate::action::Action;
use crate::field::{OVERGROWN, THINGS};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::{Ground, SEATS};
use crate::pack::Plot;
use crate::power::{Held, PowerKind};
use crate::rows::{Rows, SIDE};
use crate::settings::Settings;
use crate::state::State;
use crate::usual::{stroll, walk_on};
use crate::view::{Scope, spread};
use gridhaunt_kernel::board::{columns, ones};
use gridhaunt_kernel::freight::Carriage;
use gridhaunt_kernel::learn::Heap;
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
    const CARRIAGE: Option<Carriage<Self>> = Some(Carriage::new());
    const USUAL: bool = R::WALKS_IN_ANY_ORDER;
    const FREQUENT: bool = R::WALKS_IN_ANY_ORDER;

    #[inline(always)]
    fn usual(world: &World, state: &mut State<R>, _lens: Lens, numbers: &[u8]) -> bool {
        stroll(&world.ground, state, numbers)
    }

    #[inline(always)]
    fn frequent(world: &World, state: &mut State<R>, _lens: Lens, numbers: &[u8]) -> bool {
        walk_on(&world.ground, state, numbers)
    }

    fn actions(_settings: &Settings) -> usize {
        R::ACTIONS.len() // R8
    }

    fn seats_of(settings: &Settings) -> usize {
        settings.players.into()
    }

    fn places(settings: &Settings) -> usize {
        usize::from(settings.cols) * usize::from(settings.rows)
    }

    /// The cell of the farmer; while it is away, its start cell.
    #[inline]
    fn place(world: &World, state: &State<R>, seat: Seat, _lens: Lens) -> usize {
        let Some(at) = state.farmers.get(seat.index()).map(|farmer| farmer.at) else { return 0 };
        usize::from(at.y) * usize::from(world.ground.code.cols) + usize::from(at.x)
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

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn encode(world: &World, state: &State<R>, seat: Seat, _lens: Lens, which: usize, out: Slot<'_>) {
        match (which, out) {
            (PLANES, Slot::U8(out)) => {
                planes(world, state, &Tracks::new(state), seat.index() % SEATS, ALL_PLANES, out);
            }
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
        reward(&world.ground, before, after, seat, lens)
    }

    fn heap(_world: &World, _state: &State<R>) -> Heap {
        Heap { world: 0, state: State::<R>::apart() }
    }

    fn first_to_arrive(world: &World, state: &State<R>) -> Seat {
        Seat(first_to_arrive(&world.ground, state) as u8)
    }
}

/// What a seat is paid for a tick: its new land, and at the end its place.
#[inline]
pub(crate) fn reward<R: Complete>(
    ground: &Ground,
    before: &[u16; SEATS],
    after: &State<R>,
    seat: Seat,
    lens: Lens,
) -> f32 {
    let i = seat.index() % SEATS;
    let change = f32::from(after.farmers[i].cells) - f32::from(before[i]);
    let land = change / ground.cells() as f32;
    let n = ground.players();
    if n < 2 || !lens.place || after.end.is_none() {
        return land;
    }
    land + (n - after.rank(ground, i)) as f32 / (n as f32 - 1.0)
}

/// R11: tick t begins with seat t mod n.
#[inline]
pub(crate) fn first_to_arrive<R: Complete>(ground: &Ground, state: &State<R>) -> usize {
    (state.tick + 1) as usize % ground.players().max(1)
}

/// What is seen of the trails of a game, the same for all seats: of several on one cell that of the lowest seat (R49).
pub(crate) struct Tracks {
    trails: [Rows; SEATS],
    /// The rows that have cells of each, one bit for each row.
    used: [u64; SEATS],
}

impl Tracks {
    #[inline]
    pub(crate) fn new<R: Complete>(state: &State<R>) -> Self {
        let mut tracks = Self { trails: [Rows::NONE; SEATS], used: [0; SEATS] };
        for ((trail, used), cells) in tracks.trails.iter_mut().zip(&mut tracks.used).zip(state.trails.iter()) {
            for cell in cells.iter() {
                trail.insert(cell);
                *used |= 1 << (cell.y % SIDE as u16);
            }
        }
        if state.trails.are_tangled() {
            let mut lower = Rows::NONE;
            for trail in &mut tracks.trails {
                let whole = *trail;
                trail.0.iter_mut().zip(lower.0).for_each(|(row, lower)| *row &= !lower);
                lower = lower.or(&whole);
            }
        }
        tracks
    }
}

/// Writes the planes of a seat that have a cell, and those in `held`, one bit for each plane: all others are 0 in memory
/// already. Returns which planes have a cell.
pub(crate) fn planes<R: Complete>(
    world: &World,
    state: &State<R>,
    tracks: &Tracks,
    i: usize,
    held: u32,
    out: &mut [u8],
) -> u32 {
    let (ground, field) = (&world.ground, &state.field);
    let scope = Scope::new(ground, state.farmers[i].at);
    let area = scope.side() * scope.side();
    if out.len() != PLANE_COUNT * area {
        return ALL_PLANES;
    }
    let mut pages = Pages { scope, area, held, full: 0, out };
    let rows = scope.span();
    let ahead = |j: usize| (SEATS + j - i) % SEATS;
    let is_near = |start: &Cell| scope.touches(*start);
    pages.write(plane::WEED, field.uses(OVERGROWN, rows), |y| field.row(OVERGROWN, y));
    pages.write(plane::HOME, is_near(&ground.starts[i]), |y| ground.homes[i].0[y]);
    pages.write(plane::HOMES, ground.starts.iter().any(is_near), |y| ground.foreign[i].0[y]);
    let in_scope = columns(rows.top, rows.bottom);
    for (j, (trail, used)) in tracks.trails.iter().zip(tracks.used).enumerate() {
        pages.write(plane::TRAIL + ahead(j), used & in_scope != 0, |y| trail.0[y]);
    }
    for j in 0..SEATS {
        // R49: a trail hides land, and so does the land of a lower seat, where lands overlap (R4).
        let lower = |y: usize| if R::DISJOINT { 0 } else { field.lands(y)[..j].iter().fold(0, |all, land| all | land) };
        let land = |y: usize| field.row(j, y) & !field.trodden(y) & !lower(y);
        pages.write(plane::LAND + ahead(j), field.uses(j, rows), land);
    }
    for number in plane::OTHERS..=plane::THINGS + PowerKind::ALL.len() {
        pages.clear(number);
    }
    for j in (0..ground.players()).filter(|&j| j != i && !state.is_away(j)) {
        pages.mark(plane::OTHERS, state.farmers[j].at);
    }
    if field.uses(THINGS, rows) {
        let lying = state.power_ups.iter().chain(state.supers.iter());
        lying.for_each(|(_, thing)| pages.mark(plane::THINGS + thing.kind as usize, thing.at));
    }
    pages.write_off();
    pages.full
}

/// The planes of one seat in memory.
struct Pages<'a> {
    scope: Scope,
    /// How many cells a plane has.
    area: usize,
    /// The planes that have cells in memory, one bit for each plane.
    held: u32,
    /// Those that have cells now.
    full: u32,
    out: &'a mut [u8],
}

impl Pages<'_> {
    fn page(&mut self, number: usize) -> &mut [u8] {
        &mut self.out[number * self.area..][..self.area]
    }

    /// Writes a plane: its rows on the board, and 0 off the board. It has no cell where it is not `near`.
    #[inline]
    fn write(&mut self, number: usize, near: bool, row: impl Fn(usize) -> u64) {
        let scope = self.scope;
        let rows = scope.span();
        if !near || scope.cut(rows.span().fold(0, |all, y| all | row(y))) == 0 {
            return self.clear(number);
        }
        self.full |= 1 << number;
        let side = scope.side();
        let (above, before) = scope.margin();
        let (over, rest) = self.page(number).split_at_mut(above * side);
        let (inside, under) = rest.split_at_mut(rows.len() * side);
        over.fill(0);
        under.fill(0);
        for (y, out) in rows.span().zip(inside.chunks_exact_mut(side)) {
            lay(scope.cut(row(y)), before, out);
        }
    }

    /// Writes a plane without cells.
    #[inline]
    fn clear(&mut self, number: usize) {
        if self.held >> number & 1 == 1 {
            self.page(number).fill(0);
        }
    }

    /// Puts a cell into a plane.
    #[inline]
    fn mark(&mut self, number: usize, cell: Cell) {
        if self.scope.has(cell) {
            let place = self.scope.place(cell);
            self.page(number)[place] = 1;
            self.full |= 1 << number;
        }
    }

    /// Writes the plane of what lies off the board.
    fn write_off(&mut self) {
        let scope = self.scope;
        if !scope.is_cut_off() {
            return self.clear(plane::OFF);
        }
        self.full |= 1 << plane::OFF;
        let out = self.page(plane::OFF);
        out.fill(1);
        scope.rows().for_each(|(_, from)| out[from..from + scope.width()].fill(0));
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
    let eight = |from: usize| spread((bits >> (from % SIDE)) as u8).to_le_bytes();
    // The last eight bytes overlap those before them, so that no row ends byte by byte.
    let Some(last) = out.last_chunk_mut::<8>() else { return out.copy_from_slice(&eight(0)[..side]) };
    *last = eight(side - 8);
    for (place, out) in out[..side - 1].as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *out = eight(8 * place);
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
    out[21] = f32::from(state.trail(i).len()) / ground.cells() as f32;
    out[22] = (state.waiting(i) as f32 / f32::from(code.queue)).min(1.0);
    out[23] = if state.is_away(i) { 1.0 } else { 0.0 };
}
