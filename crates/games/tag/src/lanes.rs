//! Thirty-two games in the lanes of a vector.
//!
//! In most phases units walk over the board and nothing else happens. The lanes play such phases, all games together, as
//! the same few operations on many numbers at a time; a game in which units may meet, conflict or leave, or whose time
//! is up, is stepped by [`crate::rules`]. The lanes are plain loops over arrays, which the compiler turns into AVX-512
//! or AVX2 where the processor has it, and into ordinary code elsewhere; tests check that they are equal to the rules at
//! every level.

use crate::Step;
use crate::check::mask;
use crate::encode::{self, Lens};
use crate::game::{Tag, World};
use crate::ground::{Code, Ground, Packed, pack, unpack};
use crate::moves::{Moves, Writes, each_of};
use crate::settings::Settings;
use crate::state::{End, Last, Side, State};
use core::array::from_fn;
use gridhaunt_kernel::flock::{Footprint, Pack, Shown, Turns, Vector, step_one};
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::prelude::*;

/// How many games are stepped together.
pub const LANES: usize = 32;

/// The most exits that settings can ask for.
const EXITS: usize = 16;

type Lane = [u16; LANES];
type Over = [u8; LANES];

/// Which steps are open to a unit (R13), a number of 0 or 1 for each.
type Mask = [u8; Step::ALL.len()];

/// Beside the borders that a unit stands at, which have the four lower bits: it is not on the board.
const GONE: u16 = 16;

/// Many games; each field of the state is an array over the lanes.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Lanes<const N: usize> {
    /// The cells of survivors and of killers, by [`Side`].
    cells: [[Lane; N]; 2],
    /// Why the latest choices of survivors and of killers had no effect, 0 where they had one.
    last: [[Lane; N]; 2],
    captures: [Lane; N],
    inside: Lane,
    escaped: Lane,
    captured: Lane,
    stranded: Lane,
    round: Lane,
    /// The number of the [`Side`] whose phase it is.
    phase: Lane,
    /// The number of the [`End`], 0 while the match continues.
    end: Lane,
    exits: [Lane; EXITS],
    /// The units before the last step, where arrays are shown.
    old_cells: [[Lane; N]; 2],
    old_inside: Lane,
    world: [u32; LANES],
    random: [Random; LANES],
}

/// The worlds of a flock, which all have the same settings.
#[derive(Debug)]
pub struct Shelf<const N: usize> {
    games: Vec<(World, State<N>)>,
    code: Code,
    exits: usize,
    /// The open steps of a unit to which no exit is barred, by the borders that it stands at.
    masks: [Mask; 2 * GONE as usize],
}

const KILLER: u16 = Side::Killer as u16;

impl<const N: usize> Pack<Tag<N>> for Lanes<N> {
    const LANES: usize = LANES;
    type Shelf = Shelf<N>;

    fn shelf(games: Vec<(World, State<N>)>) -> Shelf<N> {
        let code = games.first().map_or_else(|| Settings::default().code(), |(world, _)| world.code);
        let exits = games.iter().map(|(world, _)| world.exits.len()).max().unwrap_or(0);
        let free = Ground { code: &Code { barred: false, ..code }, field: &[] };
        let (right, bottom) = (code.grid.width() - 1, code.grid.height() - 1);
        let masks = from_fn(|borders| {
            let along = |low: usize, end: u16| match borders >> low & 3 {
                0 => 1,
                1 => 0,
                _ => end,
            };
            let at = Cell { x: along(0, right), y: along(2, bottom) };
            let on = borders < usize::from(GONE);
            Step::ALL.map(|step| u8::from(if on { free.is_open(at, step, false) } else { step == Step::Stay }))
        });
        Shelf { games, code, exits, masks }
    }

    fn beginning(shelf: &Shelf<N>, world: u32) -> &(World, State<N>) {
        &shelf.games[world as usize]
    }

    fn new(shelf: &Shelf<N>) -> Self {
        let mut lanes = Self {
            cells: [[[0; LANES]; N]; 2],
            last: [[[0; LANES]; N]; 2],
            captures: [[0; LANES]; N],
            inside: [0; LANES],
            escaped: [0; LANES],
            captured: [0; LANES],
            stranded: [0; LANES],
            round: [0; LANES],
            phase: [0; LANES],
            end: [0; LANES],
            exits: [[0; LANES]; EXITS],
            old_cells: [[[0; LANES]; N]; 2],
            old_inside: [0; LANES],
            world: [0; LANES],
            random: [Random::new(0); LANES],
        };
        (0..LANES).for_each(|lane| lanes.begin(shelf, lane, 0));
        lanes
    }

    fn footprint(world: &World, state: &State<N>) -> Footprint {
        let world = size_of::<(World, State<N>)>() + Tag::<N>::heap(world, state).world;
        Footprint { world, game: size_of::<Self>().div_ceil(LANES) }
    }

    fn put(&mut self, shelf: &Shelf<N>, lane: usize, world: u32, state: &State<N>) {
        self.write(lane, state);
        self.world[lane] = world;
        self.random[lane] = state.random;
        // Places without an exit repeat one.
        for (cells, exit) in self.exits.iter_mut().zip(Self::world(shelf, world).exits.iter().cycle()) {
            cells[lane] = pack(*exit);
        }
    }

    fn world_of(&self, lane: usize) -> u32 {
        self.world[lane]
    }

    fn state(&self, lane: usize) -> State<N> {
        let [survivors, killers] = &self.cells;
        let last = |side: Side| from_fn(|id| Last::from_u8(self.last[side as usize][id][lane] as u8));
        State {
            killers: from_fn(|id| killers[id][lane]),
            survivors: from_fn(|id| survivors[id][lane]),
            last: [last(Side::Survivor), last(Side::Killer)],
            captures: from_fn(|id| self.captures[id][lane] as u8),
            inside: self.inside[lane],
            escaped: self.escaped[lane],
            captured: self.captured[lane],
            stranded: self.stranded[lane],
            round: self.round[lane],
            phase: if self.phase[lane] == KILLER { Side::Killer } else { Side::Survivor },
            end: End::from_u8(self.end[lane] as u8),
            random: self.random[lane],
        }
    }

    fn step(&mut self, shelf: &Shelf<N>, vector: Vector, lens: Lens, turns: Turns<'_>) {
        let Turns { actions, rewards, over, shown } = turns;
        let Some(over) = over.as_mut_array() else { return };
        if shown {
            self.keep(shelf);
        }
        rewards.fill(0.0);
        for lane in each_of(walk_all(vector, self, shelf, actions, over)) {
            let mut state = self.state(lane);
            let world = Self::world(shelf, self.world[lane]);
            let seats = lane * shelf.seats()..(lane + 1) * shelf.seats();
            let rewards = &mut rewards[seats.clone()];
            over[lane] = step_one::<Tag<N>>(world, &mut state, lens, &actions[seats], rewards).into();
            self.write(lane, &state);
        }
    }

    fn show(&self, shelf: &Shelf<N>, vector: Vector, lens: Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        match (shown.array, &mut out) {
            (Err(Common::Asked), Slot::U8(out)) => self.show_asked(shelf, out),
            (Err(Common::Mask), Slot::U8(out)) => {
                let [new, goes_on] = self.new_lanes(vector, fresh);
                let near = masks_all(vector, self, shelf, goes_on, out);
                self.show_all_masks(shelf, new | near, out);
            }
            // R46: the episode of a seat ends with the match, or with the survivor.
            (Err(Common::Lasts), _) => {
                self.show_new(shelf, vector, lens, shown, fresh, &mut out);
            }
            (Ok(encode::NUMBERS), Slot::F32(_)) => {
                let goes_on = self.show_new(shelf, vector, lens, shown, fresh, &mut out);
                if let Slot::F32(out) = out {
                    numbers_all(vector, self, shelf, goes_on, out);
                }
            }
            (Ok(encode::PLANES), Slot::U8(out)) if lens.window.is_none() => {
                let moved = moves_all(vector, self, shelf);
                self.show_planes(shelf, lens, shown, fresh, &moved, out);
            }
            _ => {
                for (lane, &fresh) in fresh.iter().enumerate() {
                    let mut state = shelf.games[self.world[lane] as usize].1;
                    let mut before = state;
                    self.put_units(&self.cells, &self.inside, lane, &mut state);
                    self.put_units(&self.old_cells, &self.old_inside, lane, &mut before);
                    self.show_lane(shelf, lens, shown, (lane, &state), (fresh == 0).then_some(&before), &mut out);
                }
            }
        }
    }
}

impl<const N: usize> Lanes<N> {
    /// Writes all that a step can change of a lane.
    fn write(&mut self, lane: usize, state: &State<N>) {
        for id in 0..N {
            self.cells[0][id][lane] = state.survivors[id];
            self.cells[1][id][lane] = state.killers[id];
            self.captures[id][lane] = state.captures[id].into();
            for side in 0..2 {
                self.last[side][id][lane] = code_of(state.last[side][id]);
            }
        }
        self.inside[lane] = state.inside;
        self.escaped[lane] = state.escaped;
        self.captured[lane] = state.captured;
        self.stranded[lane] = state.stranded;
        self.round[lane] = state.round;
        self.phase[lane] = state.phase as u16;
        self.end[lane] = state.end.map_or(0, |end| end as u16);
    }
}

/// How arrays are shown: only what the last step changed.
impl<const N: usize> Lanes<N> {
    /// Remembers the units before a step.
    fn keep(&mut self, shelf: &Shelf<N>) {
        for (old, cells) in self.old_cells.iter_mut().zip(&self.cells) {
            old.iter_mut().zip(cells).take(shelf.units()).for_each(|(old, cells)| *old = *cells);
        }
        self.old_inside = self.inside;
    }

    /// Puts the units of a lane, as they are or as they were, into a state.
    fn put_units(&self, cells: &[[Lane; N]; 2], inside: &Lane, lane: usize, state: &mut State<N>) {
        for id in 0..N {
            (state.survivors[id], state.killers[id]) = (cells[0][id][lane], cells[1][id][lane]);
        }
        state.inside = inside[lane];
    }

    /// Writes the array of every seat of a lane, an update where there is a state before.
    fn show_lane(
        &self,
        shelf: &Shelf<N>,
        lens: Lens,
        shown: Shown,
        (lane, state): (usize, &State<N>),
        before: Option<&State<N>>,
        out: &mut Slot<'_>,
    ) {
        let world = Self::world(shelf, self.world[lane]);
        for seat in 0..shelf.seats() {
            let part = out.part((lane * shelf.seats() + seat) * shown.len, shown.len);
            shown.write::<Tag<N>>(world, before, state, Seat(seat as u8), lens, part);
        }
    }

    /// Writes an array completely in the lanes that are fresh, or in which survivors left. Returns the other lanes, one
    /// bit for each.
    fn show_new(
        &self,
        shelf: &Shelf<N>,
        vector: Vector,
        lens: Lens,
        shown: Shown,
        fresh: &[u8],
        out: &mut Slot<'_>,
    ) -> u32 {
        let [new, goes_on] = self.new_lanes(vector, fresh);
        for lane in each_of(new) {
            self.show_lane(shelf, lens, shown, (lane, &self.state(lane)), None, out);
        }
        goes_on
    }

    /// The lanes that are fresh or in which survivors left, and the others, one bit for each.
    fn new_lanes(&self, vector: Vector, fresh: &[u8]) -> [u32; 2] {
        let there = u32::MAX >> (LANES - fresh.len().clamp(1, LANES));
        let new = match fresh.as_array() {
            Some(all) => new_all(vector, self, all),
            None => new_all(vector, self, &from_fn(|lane| fresh.get(lane).copied().unwrap_or(0))) & there,
        };
        [new, there & !new]
    }

    /// R45: a mask changes as its unit comes to a border or leaves one. All of the side that moved are written then: to ask
    /// whose changed would cost more. Returns the lanes in which killers moved to whom exits are barred, one bit for each.
    #[inline(always)]
    fn show_masks(&self, shelf: &Shelf<N>, goes_on: u32, out: &mut [u8]) -> u32 {
        let (survivors, killers) = (shelf.code.survivors, shelf.code.killers);
        let ran = each(|l| all(self.phase[l] == KILLER));
        let (mut borders, mut changed, mut moved) = ([[0; LANES]; N], [0; LANES], [0; LANES]);
        for (id, borders) in borders.iter_mut().enumerate().take(shelf.units()) {
            let side = |[runners, hunters]: &[[Lane; N]; 2]| each(|l| pick(ran[l], runners[id][l], hunters[id][l]));
            let (old, new) = (side(&self.old_cells), side(&self.cells));
            let (was, is) = (each(|l| shelf.borders(old[l])), each(|l| shelf.borders(new[l])));
            let on = each(|l| all(self.inside[l] >> id & 1 == 1) | !ran[l]);
            changed = each(|l| changed[l] | was[l] ^ is[l]);
            moved = each(|l| moved[l] | old[l] ^ new[l]);
            *borders = each(|l| pick(on[l], is[l], GONE));
        }
        let first = each(|l| (l * shelf.seats()) as u16 + (u16::from(survivors) & !ran[l]));
        let count = each(|l| pick(ran[l], survivors.into(), killers.into()));
        let near = if shelf.code.barred { bits(&each(|l| moved[l] & !ran[l])) & goes_on } else { 0 };
        let masks = out.as_chunks_mut().0;
        for lane in each_of(bits(&changed) & goes_on & !near) {
            let masks = masks.get_mut(first[lane].into()..).unwrap_or_default();
            for (mask, borders) in masks.iter_mut().zip(&borders).take(count[lane].into()) {
                *mask = shelf.masks[usize::from(borders[lane]) % shelf.masks.len()];
            }
        }
        near
    }

    /// R45: all masks of some lanes.
    fn show_all_masks(&self, shelf: &Shelf<N>, lanes: u32, out: &mut [u8]) {
        let masks = out.as_chunks_mut().0;
        for lane in each_of(lanes) {
            let masks = masks.iter_mut().skip(lane * shelf.seats()).take(shelf.seats());
            masks.enumerate().for_each(|(seat, mask)| *mask = self.mask(shelf, lane, seat));
        }
    }

    /// R45: the mask of a seat.
    fn mask(&self, shelf: &Shelf<N>, lane: usize, seat: usize) -> Mask {
        let (side, id) = shelf.unit(seat);
        let at = self.cells[side as usize][id][lane];
        let on = self.end[lane] == 0 && (side == Side::Killer || self.inside[lane] >> id & 1 == 1);
        if on && shelf.code.barred && side == Side::Killer {
            let mut mask = [0; Step::ALL.len()];
            encode::open_steps(Self::world(shelf, self.world[lane]), unpack(at), side, &mut mask);
            return mask;
        }
        shelf.masks[usize::from(if on { shelf.borders(at) } else { GONE }) % shelf.masks.len()]
    }

    /// R45: planes change where units move.
    fn show_planes(
        &self,
        shelf: &Shelf<N>,
        lens: Lens,
        shown: Shown,
        fresh: &[u8],
        moved: &[u32; LANES],
        out: &mut [u8],
    ) {
        let (code, seats) = (&shelf.code, shelf.seats());
        for (lane, _) in fresh.iter().enumerate().filter(|(_, fresh)| **fresh != 0) {
            self.show_lane(shelf, lens, shown, (lane, &self.state(lane)), None, &mut Slot::U8(out));
        }
        let mut writes = Writes::new(out);
        for (lane, _) in fresh.iter().enumerate().filter(|(_, fresh)| **fresh == 0) {
            let inside = [self.old_inside[lane], self.inside[lane]];
            let moves = Moves::new(code, inside, moved[lane], |when, seat| {
                let (cells, (side, id)) = (if when == 0 { &self.old_cells } else { &self.cells }, shelf.unit(seat));
                cells[side as usize][id][lane]
            });
            for seat in 0..seats {
                moves.follow(code, seat, (lane * seats + seat) * shown.len, &mut writes);
            }
        }
        writes.flush();
    }

    /// Whose phase it is changes with every step.
    fn show_asked(&self, shelf: &Shelf<N>, out: &mut [u8]) {
        let killers = shelf.killers();
        for (lane, first) in (0..out.len()).step_by(shelf.seats()).enumerate() {
            let asked = if self.phase[lane] == KILLER { killers } else { self.inside[lane].into() };
            let asked = if self.end[lane] == 0 { asked } else { 0 };
            match out[first..].first_chunk_mut() {
                // Eight bytes at once; those beyond the last seat are of the next game, which comes next.
                Some(out) if shelf.seats() <= 8 => *out = BYTES[asked as usize & 0xFF],
                _ => {
                    for (seat, out) in out[first..].iter_mut().take(shelf.seats()).enumerate() {
                        *out = (asked >> seat & 1) as u8;
                    }
                }
            }
        }
    }

    /// R45: a place changes as its unit moves, the round after the survivors' phase, and the counts as survivors leave. All
    /// units of the side that moved are written: to ask which did would cost more. A survivor that has left has zeros.
    #[inline(always)]
    fn show_numbers(&self, shelf: &Shelf<N>, goes_on: u32, out: &mut [f32]) {
        let (code, seats) = (&shelf.code, shelf.seats());
        let (survivors, killers) = (usize::from(code.survivors), usize::from(code.killers));
        let [width, height] = [code.grid.width(), code.grid.height()].map(|size| 1.0 / f64::from(size));
        let ran = each(|l| all(self.phase[l] == KILLER));
        let rows = out.as_chunks_mut::<{ encode::NUMBER_COUNT }>().0;
        for id in 0..shelf.units() {
            // Of the smaller side the last unit is written several times.
            let ids = [id.min(survivors - 1), id.min(killers - 1)];
            let at = each(|l| pick(ran[l], self.cells[0][ids[0] % N][l], self.cells[1][ids[1] % N][l]));
            let seat = each(|l| pick(ran[l], ids[0] as u16, (survivors + ids[1]) as u16));
            let on = each(|l| all(self.inside[l] >> ids[0] & 1 == 1) | !ran[l]);
            let exit = self.nearest_exit(shelf, &at);
            let mut places = [[0.0; encode::ROUND]; LANES];
            for l in 0..LANES {
                let along = |cell: u16| i32::from((cell & 0xFF & on[l]) as i16);
                let down = |cell: u16| i32::from((cell >> 8 & on[l]) as i16);
                places[l] = [
                    share(along(at[l]), width),
                    share(down(at[l]), height),
                    share(along(exit[l]) - along(at[l]), width),
                    share(down(exit[l]) - down(at[l]), height),
                ];
            }
            for lane in each_of(goes_on) {
                if let Some(row) = rows.get_mut(lane * seats + usize::from(seat[lane])) {
                    row[..encode::ROUND].copy_from_slice(&places[lane]);
                }
            }
        }
        let mut lanes = 0;
        for l in 0..LANES {
            lanes |= u32::from(ran[l] & 1) << l;
        }
        for lane in each_of(lanes & goes_on) {
            let round = encode::share_of_rounds(self.round[lane], code);
            let on = shelf.killers() | u32::from(self.inside[lane]);
            for (seat, row) in rows.iter_mut().skip(lane * seats).take(seats).enumerate() {
                row[encode::ROUND] = if on >> seat & 1 == 1 { round } else { 0.0 };
            }
        }
    }

    /// The exit nearest to each cell, of equally near ones the first (R45).
    #[inline(always)]
    fn nearest_exit(&self, shelf: &Shelf<N>, cells: &Lane) -> Lane {
        let mut nearest = self.exits[0];
        let mut least = [u16::MAX; LANES];
        for exit in self.exits.iter().take(shelf.exits) {
            let across = each(|l| (cells[l] & 0xFF).abs_diff(exit[l] & 0xFF));
            let far = each(|l| across[l].max((cells[l] >> 8).abs_diff(exit[l] >> 8))); // R3
            nearest = each(|l| pick(all(far[l] < least[l]), exit[l], nearest[l]));
            least = each(|l| far[l].min(least[l]));
        }
        nearest
    }
}

impl<const N: usize> Shelf<N> {
    fn seats(&self) -> usize {
        usize::from(self.code.survivors) + usize::from(self.code.killers)
    }

    /// How many units the larger side has.
    fn units(&self) -> usize {
        usize::from(self.code.survivors.max(self.code.killers)).min(N)
    }

    /// The seats of the killers, one bit for each.
    fn killers(&self) -> u32 {
        u32::from(mask(self.code.killers.into())) << self.code.survivors
    }

    /// The borders of the board that a cell lies at, one bit for each: left, right, upper, lower.
    #[inline(always)]
    const fn borders(&self, at: Packed) -> u16 {
        let (x, y, right, bottom) = (at & 0xFF, at >> 8, self.code.grid.width() - 1, self.code.grid.height() - 1);
        all(x == 0) & 1 | all(x == right) & 2 | all(y == 0) & 4 | all(y == bottom) & 8
    }

    /// The side and the id of a seat's unit (R5).
    #[inline(always)]
    fn unit(&self, seat: usize) -> (Side, usize) {
        match seat.checked_sub(self.code.survivors.into()) {
            None => (Side::Survivor, seat % N),
            Some(id) => (Side::Killer, id % N),
        }
    }
}

/// The bits of every byte as eight bytes of 0 or 1, the lowest first.
const BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8][i % 8] = ((i / 8) >> (i % 8) & 1) as u8;
        i += 1;
    }
    bytes
};

fn code_of(last: Option<Last>) -> u16 {
    last.map_or(0, |last| last as u16)
}

#[inline(always)]
fn each(f: impl Fn(usize) -> u16) -> Lane {
    let mut out = [0; LANES];
    for (l, slot) in out.iter_mut().enumerate() {
        *slot = f(l);
    }
    out
}

/// All ones, or zeros.
#[inline(always)]
const fn all(holds: bool) -> u16 {
    (holds as u16).wrapping_neg()
}

/// Each bit of `yes` where the mask is set, of `no` elsewhere.
#[inline(always)]
const fn pick(mask: u16, yes: u16, no: u16) -> u16 {
    no ^ (yes ^ no) & mask
}

gridhaunt_kernel::at_every_level! {
    fn walk_all<const N: usize>(lanes: &mut Lanes<N>, shelf: &Shelf<N>, actions: &[u8], over: &mut Over) -> u32 = walk;
    fn new_all<const N: usize>(lanes: &Lanes<N>, fresh: &[u8; LANES]) -> u32 = new;
    fn moves_all<const N: usize>(lanes: &Lanes<N>, shelf: &Shelf<N>) -> [u32; LANES] = moves;
    fn masks_all<const N: usize>(lanes: &Lanes<N>, shelf: &Shelf<N>, goes_on: u32, out: &mut [u8]) -> u32
        = Lanes::show_masks;
    fn numbers_all<const N: usize>(lanes: &Lanes<N>, shelf: &Shelf<N>, goes_on: u32, out: &mut [f32])
        = Lanes::show_numbers;
}

/// A small whole number divided by another, whose reciprocal is given. The product is rounded twice, and still it is the
/// number that a division of `f32` gives: for numbers below 2^14 no quotient lies so near to the middle between two `f32`
/// that an error in the last bits of an `f64` matters.
#[inline(always)]
pub(crate) fn share(part: i32, reciprocal: f64) -> f32 {
    (f64::from(part) * reciprocal) as f32
}

/// The lanes that are fresh, or in which survivors left, one bit for each.
#[inline(always)]
fn new<const N: usize>(lanes: &Lanes<N>, fresh: &[u8; LANES]) -> u32 {
    bits(&each(|l| lanes.inside[l] ^ lanes.old_inside[l] | u16::from(fresh[l])))
}

/// The lanes that are not 0, one bit for each.
#[inline(always)]
fn bits(lane: &Lane) -> u32 {
    // By arithmetic: the results of comparisons would be taken out of a vector one by one.
    let bits = each(|l| all(lane[l] != 0) & 1 << (l % 16));
    let (low, high) = bits.split_at(16);
    let set = |bits: &[u16]| u32::from(bits.iter().fold(0, |set, bit| set | bit));
    set(low) | set(high) << 16
}

/// The seats of each lane whose units moved since they were kept, or left the board, one bit for each.
#[inline(always)]
fn moves<const N: usize>(lanes: &Lanes<N>, shelf: &Shelf<N>) -> [u32; LANES] {
    let mut moves = [0; LANES];
    for seat in 0..shelf.seats() {
        let (side, id) = shelf.unit(seat);
        let (old, new) = (&lanes.old_cells[side as usize][id], &lanes.cells[side as usize][id]);
        let moved = each(|l| all(old[l] != new[l]));
        for l in 0..LANES {
            moves[l] |= moved[l] as i16 as u32 & 1 << seat;
        }
    }
    moves
}

/// The numbers that eight units of the sides whose phase it is chose, by lane: each word begins with that of the unit
/// whose seat is `first`.
#[inline(always)]
fn chosen(actions: &[u8], seats: usize, first: &Lane) -> [u64; LANES] {
    let mut out = [0; LANES];
    for (l, word) in out.iter_mut().enumerate() {
        let rest = actions.get(l * seats + usize::from(first[l])..).unwrap_or_default();
        *word = match rest.first_chunk() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
    }
    out
}

/// Plays the phase of every game in which units only walk; the rule numbers are those of [`crate::rules::step`]. The
/// games of the other lanes do not change. Returns which they are, one bit for each; a match that is over is not among
/// them, and has a 1 in `over`.
#[inline(always)]
fn walk<const N: usize>(lanes: &mut Lanes<N>, shelf: &Shelf<N>, actions: &[u8], over: &mut Over) -> u32 {
    let code = &shelf.code;
    let (survivors, killers) = (usize::from(code.survivors).min(N), usize::from(code.killers).min(N));
    let (count, seats) = (shelf.units(), shelf.seats());
    let (width, height) = (code.grid.width(), code.grid.height());
    let Lanes { cells: [runners, hunters], last: [of_runners, of_hunters], inside, .. } = lanes;
    let kills = each(|l| all(lanes.phase[l] == KILLER));
    // R26: the match may end.
    let mut more = each(|l| all(inside[l] == 0) | all(lanes.round[l] >= code.max_rounds) & !kills[l]);
    let barred = all(code.barred);
    let mut words = [0; LANES];
    let mut origins = [[0; LANES]; N];
    let mut wishes = [[0; LANES]; N];
    let mut reasons = [[0; LANES]; N];
    for id in 0..count {
        if id % 8 == 0 {
            words = chosen(actions, seats, &each(|l| (survivors as u16 & kills[l]) + id as u16)); // R5
        }
        let number = each(|l| (words[l] >> (8 * (id % 8)) & 0xFF) as u16);
        let active = each(|l| pick(kills[l], all(id < killers), all(inside[l] >> id & 1 == 1)));
        let from = each(|l| pick(kills[l], hunters[id][l], runners[id][l]));
        // R2: east has 2 to 4, south 4 to 6, west 6 to 8, north 8, 1 and 2. Other numbers are no choice.
        let three = |l: usize, first: u16| u16::from(number[l].wrapping_sub(first) < 3);
        let north = |l: usize| u16::from(number[l].wrapping_sub(1) < 2) | u16::from(number[l] == 8);
        let x = each(|l| (from[l] & 0xFF).wrapping_add(three(l, 2)).wrapping_sub(three(l, 6)));
        let y = each(|l| (from[l] >> 8).wrapping_add(three(l, 4)).wrapping_sub(north(l)));
        let outside = each(|l| all(x[l] >= width) | all(y[l] >= height));
        let to = each(|l| pick(active[l] & !outside[l], y[l] << 8 | x[l], from[l]));
        let refused = each(|l| outside[l] & Last::OutOfBounds as u16); // R16
        reasons[id] = each(|l| pick(all(number[l] > 8), Last::NoAction as u16, refused[l])); // R14
        // R15 to R20: two units want one cell, or one wants where another stands.
        for (origin, wish) in origins.iter().zip(&wishes).take(id) {
            more = each(|l| more[l] | all(to[l] == wish[l]) | all(to[l] == origin[l]) | all(from[l] == wish[l]));
        }
        // R16, R24: a barred exit, or a way out.
        for exit in lanes.exits.iter().take(shelf.exits) {
            more = each(|l| more[l] | all(to[l] == exit[l]) & active[l] & (barred | !kills[l]));
        }
        // R22, R25: a killer and a survivor meet.
        for (runner, hunter) in runners.iter().zip(hunters.iter()).take(count) {
            more = each(|l| more[l] | all(to[l] == pick(kills[l], runner[l], hunter[l])));
        }
        (origins[id], wishes[id]) = (from, to);
    }
    let plays = each(|l| all(lanes.end[l] == 0));
    let walks = each(|l| plays[l] & !more[l]);
    for id in 0..count {
        let runs = each(|l| walks[l] & !kills[l] & all(inside[l] >> id & 1 == 1));
        runners[id] = each(|l| pick(runs[l], wishes[id][l], runners[id][l]));
        of_runners[id] = each(|l| pick(runs[l], reasons[id][l], of_runners[id][l]));
        let hunts = each(|l| walks[l] & kills[l] & all(id < killers));
        hunters[id] = each(|l| pick(hunts[l], wishes[id][l], hunters[id][l]));
        of_hunters[id] = each(|l| pick(hunts[l], reasons[id][l], of_hunters[id][l]));
    }
    // R26
    lanes.round = each(|l| lanes.round[l] + (walks[l] & !kills[l] & 1));
    lanes.phase = each(|l| lanes.phase[l] ^ walks[l] & 1);
    for l in 0..LANES {
        over[l] = u8::from(lanes.end[l] != 0);
    }
    bits(&each(|l| plays[l] & more[l]))
}
