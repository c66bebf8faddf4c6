//! Arrays for learners: packed bytes, planes, scalars, masks (R34 to R38), and the ways to the cheese.

use crate::game::{PyRat, World};
use crate::lanes::Lanes;
use crate::maze::mirror_cell;
use crate::routes::{COLUMNS, routes};
use crate::settings::Settings;
use crate::{Action, State, Status};
use gridhaunt_kernel::freight::Carriage;
use gridhaunt_kernel::learn::Heap;
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::words! {
    /// Whose board it is (R35).
    pub enum Orientation {
        /// As it lies.
        Absolute = "absolute",
        /// Seat 1 sees the mirror of everything, its own actions included, so that each sees itself as the python.
        Own = "own",
    }
}

gridhaunt_kernel::settings! {
    /// How a learner looks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Lens {
        /// Whether seat 1 sees the board as it lies or mirrored, as if it were the python
        orientation: Orientation = Orientation::Absolute;
        /// For how many cheeses, the nearest first, the array routes has a row
        routes: u8 = 16, in 1..=64;
    }
}

impl Lens {
    /// The board in its real orientation.
    pub const ABSOLUTE: Self = Self { orientation: Orientation::Absolute, routes: 16 };
    /// Each player sees itself as the python.
    pub const OWN: Self = Self { orientation: Orientation::Own, routes: 16 };

    /// Whether this seat sees the mirror.
    #[inline]
    #[must_use]
    pub fn turns(self, seat: Seat) -> bool {
        self.orientation == Orientation::Own && seat.0 == 1
    }
}

pub(crate) const PACKED: usize = 0;
pub(crate) const PLANES: usize = 1;
pub(crate) const SCALARS: usize = 2;
pub(crate) const LEGAL: usize = 3;
const ROUTES: usize = 4;

/// How many planes there are (R37).
pub const PLANE_COUNT: usize = 9;
/// The first plane of edges.
const EDGES: usize = 5;

/// Bytes of the packed state before the cheese.
pub(crate) const HEAD: usize = 24;

impl<const W: usize> Learn for PyRat<W> {
    type Lens = Lens;
    type Pack = Lanes<W>;
    /// The half points of both seats.
    type Account = [u16; 2];
    const CARRIAGE: Option<Carriage<Self>> = Some(Carriage::new());
    const FOLLOWED: &[usize] = &[PLANES];

    fn encodings(settings: &Settings, lens: Lens) -> Vec<Encoding> {
        let (width, height) = (settings.grid().width().into(), settings.grid().height().into());
        let array = |name, dtype, shape, about| Encoding { name, dtype, shape, about };
        vec![
            array("packed", Dtype::U8, vec![size_of::<State<W>>()], "the state's own bytes, one's own first"),
            array(
                "planes",
                Dtype::U8,
                vec![PLANE_COUNT, height, width],
                "own, other, cheese, both delays, turns of the four edges",
            ),
            array("scalars", Dtype::F32, vec![4], "own half/2T, other half/2T, cheese left/T, turn/max_turns"),
            array("legal", Dtype::U8, vec![5], "1 for every legal action"),
            array(
                "routes",
                Dtype::F32,
                vec![lens.routes.into(), COLUMNS],
                "nearest cheese first: 1, own time/32, other time/32, own first steps, dx/32, dy/32",
            ),
        ]
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn encode(world: &World, state: &State<W>, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        match (which, out) {
            (PACKED, Slot::U8(out)) => packed(world, state, seat, lens, out),
            (PLANES, Slot::U8(out)) => planes(world, state, seat, lens, out),
            (SCALARS, Slot::F32(out)) => scalars(state, seat, out),
            (LEGAL, Slot::U8(out)) => out.fill(u8::from(state.status.is_running())), // R34
            (ROUTES, Slot::F32(out)) => routes(world, state, seat, lens, out),
            _ => {}
        }
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn update(world: &World, before: &State<W>, after: &State<W>, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        match (which, out) {
            (PLANES, Slot::U8(out)) => {
                // R37: only changed cells. Cheese disappears only under a seat that now stands there.
                unmark(world, before, seat, lens, out);
                mark(world, after, seat, lens, out);
            }
            (_, out) => Self::encode(world, after, seat, lens, which, out),
        }
    }

    fn mask(world: &World, state: &State<W>, seat: Seat, lens: Lens, out: &mut [u8]) {
        let running = state.status.is_running();
        for (code, slot) in out.iter_mut().enumerate() {
            let action = Self::numbered(world, state, seat, lens, code);
            *slot = u8::from(running && action.is_some_and(|action| is_effective(world, state, seat, action)));
        }
    }

    #[inline]
    fn numbered(_world: &World, _state: &State<W>, seat: Seat, lens: Lens, number: usize) -> Option<Action> {
        let action = Action::from_u8(u8::try_from(number).ok()?)?;
        Some(if lens.turns(seat) { action.mirrored() } else { action })
    }

    fn places(settings: &Settings) -> usize {
        settings.grid().cells()
    }

    /// The cell of the seat, as it sees the board.
    #[inline]
    fn place(world: &World, state: &State<W>, seat: Seat, lens: Lens) -> usize {
        let cell = of(state.pos, seat).into();
        if lens.turns(seat) { mirror_cell(world.grid(), cell) } else { cell }
    }

    fn heap(world: &World, _state: &State<W>) -> Heap {
        Heap { world: size_of_val(world.maze.turns()), state: 0 }
    }

    #[inline]
    fn account(_world: &World, state: &State<W>, _lens: Lens) -> [u16; 2] {
        state.half
    }

    #[inline]
    fn reward(_world: &World, before: &[u16; 2], after: &State<W>, seat: Seat, _lens: Lens) -> f32 {
        gained(before.map(u32::from), after.half.map(u32::from), seat.index())
    }
}

/// What a seat gained between these half points, less what the other one did (R38).
#[inline(always)]
pub(crate) fn gained(before: [u32; 2], after: [u32; 2], seat: usize) -> f32 {
    let half = |seat: usize| after[seat] as i32 - before[seat] as i32;
    let own = seat & 1;
    (half(own) - half(1 - own)) as f32 / 2.0
}

/// What a seat has of a pair, without an index: on a device the pair can then stay in registers.
#[inline]
fn of<T>([first, second]: [T; 2], seat: Seat) -> T {
    if seat.index() & 1 == 1 { second } else { first }
}

/// Whether an action has an effect (R34): STAY always, a direction when the seat is free and the edge can be crossed.
#[must_use]
pub fn is_effective<const W: usize>(world: &World, state: &State<W>, seat: Seat, action: Action) -> bool {
    action == Action::Stay || of(state.delay, seat) == 0 && world.maze.crossing(of(state.pos, seat).into(), action) > 0
}

/// R36: the bytes of the state, little-endian, with the pairs of the seats in own order.
#[inline]
pub(crate) fn packed<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens, out: &mut [u8]) {
    let turned = lens.turns(seat);
    let place = |cell: u16| if turned { mirror_cell(world.grid(), cell.into()) as u16 } else { cell };
    let is_second = seat.index() & 1 == 1;
    let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
    let own_first = |[first, second]: [u16; 2]| if is_second { pair(second, first) } else { pair(first, second) };
    let delays = own_first(state.delay.map(u16::from));
    let last = u16::from_le_bytes([state.status as u8, state.end_on_majority.into()]);
    let head: [u32; HEAD / 4] = [
        own_first(state.pos.map(place)),
        own_first(state.half),
        pair(state.turn, state.max_turns),
        pair(state.cheese_left, state.cheese_total),
        delays & 0xFF | delays >> 8 | u32::from(last) << 16,
        state.world,
    ];
    // In words: single bytes take a device as long.
    let Some((head_out, rest)) = out.split_at_mut_checked(HEAD) else { return };
    let Some((cheese_out, _)) = rest.split_at_mut_checked(4 * W) else { return };
    let write = |out: &mut [u8], words: &[u32]| {
        out.as_chunks_mut::<4>().0.iter_mut().zip(words).for_each(|(slot, word)| *slot = word.to_le_bytes());
    };
    write(head_out, &head);
    if turned {
        write(cheese_out, &mirrored(&state.cheese, world.grid().cells()).0);
    } else {
        write(cheese_out, &state.cheese.0);
    }
}

/// The set with every cell i replaced by `cells - 1 - i`.
fn mirrored<const W: usize>(bits: &Bits<W>, cells: usize) -> Bits<W> {
    // Reversing all bits moves i to room - 1 - i; the rest is a shift by room - cells. Words are moved by 1, 2, 4 ... places,
    // so that all of them stay in registers where there are many.
    let shift = Bits::<W>::ROOM - cells.min(Bits::<W>::ROOM);
    let (words, rest) = (shift / 32, shift % 32);
    let mut out = [0u32; W];
    out.iter_mut().zip(bits.0.iter().rev()).for_each(|(slot, word)| *slot = word.reverse_bits());
    let mut places = 1;
    while places < W {
        if words & places != 0 {
            for i in 0..W {
                out[i] = if i + places < W { out[i + places] } else { 0 };
            }
        }
        places *= 2;
    }
    for i in 0..W {
        let high = if i + 1 < W { out[i + 1] } else { 0 };
        out[i] = (u64::from(high) << 32 | u64::from(out[i])).unbounded_shr(rest as u32) as u32;
    }
    Bits(out)
}

/// Reads back what [`Learn::encode`] packed for seat 0 in absolute orientation (I12).
#[must_use]
pub fn unpack<const W: usize>(bytes: &[u8]) -> Option<State<W>> {
    let (head, cheese) = bytes.split_at_checked(HEAD)?;
    let half = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
    let bit = |byte: u8| (byte <= 1).then_some(byte == 1);
    let mut state = State {
        pos: [half(0), half(2)],
        half: [half(4), half(6)],
        turn: half(8),
        max_turns: half(10),
        cheese_left: half(12),
        cheese_total: half(14),
        delay: [head[16], head[17]],
        status: Status::from_u8(head[18])?,
        end_on_majority: bit(head[19])?,
        world: u32::from(half(20)) | u32::from(half(22)) << 16,
        cheese: Bits([0; W]),
    };
    let (words, rest) = cheese.as_chunks::<4>();
    if words.len() != W || !rest.is_empty() {
        return None;
    }
    state.cheese.0.iter_mut().zip(words).for_each(|(slot, &word)| *slot = u32::from_le_bytes(word));
    Some(state)
}

/// Planes 5 to 8: the turns of all edges in each direction, which never change in a world.
#[inline(always)]
fn edge_planes(world: &World, turned: bool, out: &mut [u8]) {
    let (cells, turns) = (world.grid().cells(), world.maze.turns());
    for action in Action::DIRECTIONS {
        let seen = if turned { action.mirrored() } else { action };
        let plane = &mut out[seen as usize * cells..][..cells];
        let edge = |&edges: &u32| (edges >> (8 * action as u32)) as u8;
        if turned {
            plane.iter_mut().rev().zip(turns).for_each(|(slot, edges)| *slot = edge(edges));
        } else {
            plane.iter_mut().zip(turns).for_each(|(slot, edges)| *slot = edge(edges));
        }
    }
}

/// The index of a cell in the planes of a seat.
#[inline]
fn place_of(world: &World, turned: bool, cell: u16) -> usize {
    if turned { mirror_cell(world.grid(), cell.into()) } else { cell.into() }
}

/// Removes both seats of `before` from planes 0, 1, 3 and 4.
#[inline]
fn unmark<const W: usize>(world: &World, before: &State<W>, seat: Seat, lens: Lens, out: &mut [u8]) {
    let cells = world.grid().cells();
    for (plane, who) in [seat.index() & 1, 1 - (seat.index() & 1)].into_iter().enumerate() {
        let place = place_of(world, lens.turns(seat), before.pos[who]);
        out[plane * cells + place] = 0;
        out[(3 + plane) * cells + place] = 0;
    }
}

/// Puts both seats into planes 0, 1, 3 and 4, and the cheese where they stand into plane 2.
#[inline]
fn mark<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens, out: &mut [u8]) {
    let cells = world.grid().cells();
    for (plane, who) in [seat.index() & 1, 1 - (seat.index() & 1)].into_iter().enumerate() {
        let place = place_of(world, lens.turns(seat), state.pos[who]);
        out[plane * cells + place] = 1;
        out[(3 + plane) * cells + place] = state.delay[who];
        out[2 * cells + place] = u8::from(state.cheese.contains(state.pos[who].into()));
    }
}

/// R37: writes all nine planes completely.
fn planes<const W: usize>(world: &World, state: &State<W>, seat: Seat, lens: Lens, out: &mut [u8]) {
    clear_marks(world, out);
    unmarked_planes(world, state, seat, lens, None, out);
}

/// Clears planes 0, 1, 3 and 4.
#[inline(always)]
pub(crate) fn clear_marks(world: &World, out: &mut [u8]) {
    let cells = world.grid().cells();
    out[..2 * cells].fill(0);
    out[3 * cells..EDGES * cells].fill(0);
}

/// R37: writes planes in which nobody is marked yet. The [edges] of the world are copied where a seat sees them as they
/// lie, if they are given.
#[inline(always)]
pub(crate) fn unmarked_planes<const W: usize>(
    world: &World,
    state: &State<W>,
    seat: Seat,
    lens: Lens,
    edges: Option<&[u8]>,
    out: &mut [u8],
) {
    let (cells, turned) = (world.grid().cells(), lens.turns(seat));
    let (marks, fixed) = out.split_at_mut(EDGES * cells);
    cheese_plane(&state.cheese, turned, &mut marks[2 * cells..3 * cells]);
    match edges.filter(|_| !turned) {
        Some(edges) => fixed.copy_from_slice(edges),
        None => edge_planes(world, turned, fixed),
    }
    mark(world, state, seat, lens, marks);
}

/// Planes 5 to 8 of a world as it lies.
pub(crate) fn edges(world: &World) -> Vec<u8> {
    let mut planes = vec![0; (PLANE_COUNT - EDGES) * world.grid().cells()];
    edge_planes(world, false, &mut planes);
    planes
}

/// Plane 2: where cheese lies.
#[inline(always)]
fn cheese_plane<const W: usize>(cheese: &Bits<W>, turned: bool, plane: &mut [u8]) {
    // Loops of a known length and without branches: where cheese lies is random.
    let bytes = |word: u32| {
        let mut bytes = [0; 32];
        for (bit, slot) in bytes.iter_mut().enumerate() {
            *slot = (word >> bit & 1) as u8;
        }
        bytes
    };
    let (whole, rest) = plane.as_chunks_mut();
    let last = cheese.0.get(whole.len()).copied().unwrap_or(0);
    for (slots, &word) in whole.iter_mut().zip(&cheese.0) {
        *slots = bytes(word);
    }
    rest.copy_from_slice(&bytes(last)[..rest.len()]);
    if turned {
        plane.reverse();
    }
}

/// R37: four numbers beside the planes.
fn scalars<const W: usize>(state: &State<W>, seat: Seat, out: &mut [f32]) {
    let [own, other, left] = shares(state.half, seat.index() & 1, state.cheese_left, state.cheese_total);
    let values = [own, other, left, share(state.turn, state.max_turns)];
    out.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
}

/// The first three of them, which change when cheese is eaten.
#[inline]
pub(crate) fn shares(half: [u16; 2], seat: usize, left: u16, total: u16) -> [f32; 3] {
    let [first, second] = half.map(|half| f32::from(half) / (2.0 * f32::from(total)));
    let (own, other) = if seat == 1 { (second, first) } else { (first, second) };
    [own, other, share(left, total)]
}

#[inline]
pub(crate) fn share(part: u16, whole: u16) -> f32 {
    f32::from(part) / f32::from(whole)
}
