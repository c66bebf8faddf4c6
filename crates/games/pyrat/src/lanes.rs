//! Sixteen games in the lanes of a vector, and two such vectors side by side.
//!
//! A second implementation of the turn of [`crate::rules`], as the same few operations on many numbers at a time. It is
//! written as plain loops over arrays, which the compiler turns into AVX-512 or AVX2 where the processor has it, and
//! into ordinary code elsewhere; tests check that it is equal to the rules, bit by bit, at every level. While one
//! vector waits for memory the other continues.

use crate::encode::{self, Lens};
use crate::game::{PyRat, World};
use crate::state::{State, Status};
use core::array::from_fn;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::flock::{BLANK, Footprint, Pack, Shown, Turns, Vector};
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::prelude::*;

/// How many games are stepped together: two vectors of sixteen.
pub const LANES: usize = 32;

type Lane = [u32; LANES];

/// Many games; each field of the state is an array over the lanes.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Lanes<const W: usize> {
    pos: [Lane; 2],
    half: [Lane; 2],
    delay: [Lane; 2],
    turn: Lane,
    max_turns: Lane,
    cheese_left: Lane,
    cheese_total: Lane,
    status: Lane,
    /// 1 where a majority ends the game.
    majority: Lane,
    world: Lane,
    /// Where both players were before the last step, and how long they had to wait.
    old_pos: [Lane; 2],
    old_delay: [Lane; 2],
    /// 1 where a seat ate in the last step.
    ate: [Lane; 2],
    /// Word `w` of lane `l` is `cheese[w][l]`.
    cheese: [Lane; W],
}

/// The worlds of a flock, with their turns tables one after the other.
#[derive(Debug)]
pub struct Shelf<const W: usize> {
    games: Vec<(World, State<W>)>,
    turns: Vec<u32>,
    /// The planes of the edges of each world.
    edges: Vec<Vec<u8>>,
    cells: u32,
    width: u32,
    /// Where the planes of each lane begin.
    planes: Lane,
}

impl<const W: usize> Pack<PyRat<W>> for Lanes<W> {
    const LANES: usize = LANES;
    type Shelf = Shelf<W>;

    fn shelf(mut games: Vec<(World, State<W>)>) -> Shelf<W> {
        let grid = games.first().map(|(world, _)| world.grid());
        for (index, (_, state)) in games.iter_mut().enumerate() {
            state.world = index as u32;
        }
        let turns = games.iter().flat_map(|(world, _)| world.maze.turns().iter().copied()).collect();
        let edges = games.iter().map(|(world, _)| encode::edges(world)).collect();
        let (cells, width) = grid.map_or((0, 0), |grid| (grid.cells() as u32, grid.width().into()));
        let planes = each(|l| (2 * l * encode::PLANE_COUNT) as u32 * cells);
        Shelf { games, turns, edges, cells, width, planes }
    }

    fn beginning(shelf: &Shelf<W>, world: u32) -> &(World, State<W>) {
        &shelf.games[world as usize]
    }

    fn new(shelf: &Shelf<W>) -> Self {
        let mut lanes = Self {
            pos: [[0; LANES]; 2],
            half: [[0; LANES]; 2],
            delay: [[0; LANES]; 2],
            turn: [0; LANES],
            max_turns: [0; LANES],
            cheese_left: [0; LANES],
            cheese_total: [0; LANES],
            status: [0; LANES],
            majority: [0; LANES],
            world: [0; LANES],
            old_pos: [[0; LANES]; 2],
            old_delay: [[0; LANES]; 2],
            ate: [[0; LANES]; 2],
            cheese: [[0; LANES]; W],
        };
        (0..LANES).for_each(|lane| lanes.begin(shelf, lane, 0));
        lanes
    }

    fn footprint(world: &World, state: &State<W>) -> Footprint {
        // The shelf has a second copy of the turns table, and a third as planes.
        let world = size_of::<(World, State<W>)>() + 3 * PyRat::<W>::heap(world, state).world;
        Footprint { world, game: size_of::<Self>().div_ceil(LANES) }
    }

    fn put(&mut self, _shelf: &Shelf<W>, lane: usize, world: u32, state: &State<W>) {
        for seat in 0..2 {
            self.pos[seat][lane] = state.pos[seat].into();
            self.half[seat][lane] = state.half[seat].into();
            self.delay[seat][lane] = state.delay[seat].into();
        }
        self.turn[lane] = state.turn.into();
        self.max_turns[lane] = state.max_turns.into();
        self.cheese_left[lane] = state.cheese_left.into();
        self.cheese_total[lane] = state.cheese_total.into();
        self.status[lane] = state.status as u32;
        self.majority[lane] = state.end_on_majority.into();
        self.world[lane] = world;
        self.cheese.iter_mut().zip(state.cheese.0).for_each(|(words, word)| words[lane] = word);
    }

    fn world_of(&self, lane: usize) -> u32 {
        self.world[lane]
    }

    #[inline]
    fn state(&self, lane: usize) -> State<W> {
        let pair = |words: &[Lane; 2]| [words[0][lane] as u16, words[1][lane] as u16];
        State {
            pos: pair(&self.pos),
            half: pair(&self.half),
            turn: self.turn[lane] as u16,
            max_turns: self.max_turns[lane] as u16,
            cheese_left: self.cheese_left[lane] as u16,
            cheese_total: self.cheese_total[lane] as u16,
            delay: [self.delay[0][lane] as u8, self.delay[1][lane] as u8],
            status: Status::from_u8(self.status[lane] as u8).unwrap_or(Status::Running),
            end_on_majority: self.majority[lane] != 0,
            world: self.world[lane],
            cheese: Bits(from_fn(|word| self.cheese[word][lane])),
        }
    }

    #[inline]
    fn step(&mut self, shelf: &Shelf<W>, vector: Vector, lens: Lens, turns: Turns<'_>) {
        let Turns { actions, rewards, over, shown: _ } = turns;
        let sized = (
            actions.as_array::<{ 2 * LANES }>(),
            rewards.as_mut_array::<{ 2 * LANES }>(),
            over.as_mut_array::<LANES>(),
        );
        let (Some(actions), Some(rewards), Some(over)) = sized else { return };
        let mirror = lens.turns(Seat(1));
        turn_all(vector, self, shelf, mirror, actions, rewards, over);
    }

    #[inline]
    fn show(&self, shelf: &Shelf<W>, vector: Vector, lens: Lens, shown: Shown, fresh: &[u8], mut out: Slot<'_>) {
        match (shown.array, &mut out) {
            (Ok(encode::PLANES), Slot::U8(out)) => return planes_all(vector, self, shelf, lens, fresh, out),
            (Ok(encode::PACKED), Slot::U8(out)) if !lens.turns(Seat(1)) => self.show_packed(fresh, out),
            (Ok(encode::SCALARS), Slot::F32(out)) => scalars_all(vector, self, out),
            (Err(Common::Mask), Slot::U8(out)) => mask_all(vector, self, shelf, lens, out),
            // A game that goes on asks both seats, and allows everything (R9).
            (Ok(encode::LEGAL) | Err(Common::Asked | Common::Lasts), _) => {}
            _ => return (0..fresh.len()).for_each(|lane| self.show_whole(shelf, lens, shown, lane, &mut out)),
        }
        for lane in (0..fresh.len()).filter(|&lane| fresh[lane] != 0) {
            self.show_whole(shelf, lens, shown, lane, &mut out);
        }
    }
}

impl<const W: usize> Lanes<W> {
    /// Writes an array of a lane completely, for both seats.
    fn show_whole(&self, shelf: &Shelf<W>, lens: Lens, shown: Shown, lane: usize, out: &mut Slot<'_>) {
        let (world, state) = (Self::world(shelf, self.world[lane]), self.state(lane));
        for seat in 0..2 {
            let part = out.part((2 * lane + seat) * shown.len, shown.len);
            shown.write::<PyRat<W>>(world, None, &state, Seat(seat as u8), lens, part);
        }
    }

    /// R36, for lanes that go on: the words in which nothing can have changed, the world and the cheese that was not
    /// eaten, are still there.
    fn show_packed(&self, fresh: &[u8], out: &mut [u8]) {
        let bytes = size_of::<State<W>>();
        let pair = |words: &[Lane; 2], bits: u32| {
            [each(|l| words[0][l] | words[1][l] << bits), each(|l| words[1][l] | words[0][l] << bits)]
        };
        let (pos, half, delay) = (pair(&self.pos, 16), pair(&self.half, 16), pair(&self.delay, 8));
        let clock = each(|l| self.turn[l] | self.max_turns[l] << 16);
        let store = each(|l| self.cheese_left[l] | self.cheese_total[l] << 16);
        let state = each(|l| self.status[l] << 16 | self.majority[l] << 24);
        for (index, out) in out.chunks_exact_mut(bytes).enumerate().take(2 * LANES) {
            let (l, seat) = (index / 2, index % 2);
            let head = [pos[seat][l], half[seat][l], clock[l], store[l], delay[seat][l] | state[l]];
            for (slot, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(head) {
                *slot = word.to_le_bytes();
            }
        }
        for (l, who) in self.eaters(fresh.len()) {
            let word = self.pos[who][l] as usize / 32;
            for out in out.chunks_exact_mut(bytes).skip(2 * l).take(2) {
                if let Some(slot) = out.as_chunks_mut::<4>().0.get_mut(encode::HEAD / 4 + word) {
                    *slot = self.cheese.get(word).map_or(0, |words| words[l]).to_le_bytes();
                }
            }
        }
    }

    /// R37, for lanes that go on. Only the clock changes in every turn.
    #[inline(always)]
    fn show_scalars(&self, out: &mut [f32]) {
        let mut clock = [0.0; LANES];
        for (l, clock) in clock.iter_mut().enumerate() {
            *clock = encode::share(self.turn[l] as u16, self.max_turns[l] as u16);
        }
        let rows = out.as_chunks_mut::<4>().0;
        for (row, clock) in rows.as_chunks_mut::<2>().0.iter_mut().zip(clock) {
            row[0][3] = clock;
            row[1][3] = clock;
        }
        for (l, _) in self.eaters(rows.len() / 2) {
            let half = [self.half[0][l] as u16, self.half[1][l] as u16];
            let (left, total) = (self.cheese_left[l] as u16, self.cheese_total[l] as u16);
            for (seat, row) in rows[2 * l..][..2].iter_mut().enumerate() {
                row[..3].copy_from_slice(&encode::shares(half, seat, left, total));
            }
        }
    }

    /// R34, for lanes that go on: STAY has an effect as before, a direction where the edge can be crossed.
    #[inline(always)]
    fn show_mask(&self, shelf: &Shelf<W>, lens: Lens, out: &mut [u8]) {
        let first = each(|l| self.world[l] * shelf.cells);
        let mut ways = [[0; LANES]; 2];
        for seat in 0..2 {
            let edges = fetch(&shelf.turns, &each(|l| first[l] + self.pos[seat][l]));
            // A byte of 1 for every byte that is not 0.
            let some = each(|l| (edges[l] | ((edges[l] & 0x7F7F_7F7F) + 0x7F7F_7F7F)) >> 7 & 0x0101_0101);
            // Turning the board round exchanges up with down and right with left.
            let turned = if lens.turns(Seat(seat as u8)) { 16 } else { 0 };
            ways[seat] = each(|l| if self.delay[seat][l] == 0 { some[l].rotate_left(turned) } else { 0 });
        }
        for (l, out) in out.as_chunks_mut::<10>().0.iter_mut().enumerate().take(LANES) {
            out[..4].copy_from_slice(&ways[0][l].to_le_bytes());
            out[5..9].copy_from_slice(&ways[1][l].to_le_bytes());
        }
    }

    /// R37: all planes where a game is fresh, elsewhere only changed cells: where both were and where they are, the delays
    /// of those who wait, and the eaten cheese.
    #[inline(always)]
    fn show_planes(&self, shelf: &Shelf<W>, lens: Lens, fresh: &[u8], out: &mut [u8]) {
        let (cells, len) = (shelf.cells, encode::PLANE_COUNT as u32 * shelf.cells);
        let (old, new) = (shelf.places(lens, &self.old_pos), shelf.places(lens, &self.pos));
        let (mut moved, mut waits, mut ate) = ([0; 2], [0; 2], [0; 2]);
        for who in 0..2 {
            moved[who] = set(&each(|l| self.old_pos[who][l] ^ self.pos[who][l]));
            // A wait begins on arrival and ends in the same cell.
            waits[who] = set(&each(|l| self.delay[who][l] | self.old_delay[who][l]));
            ate[who] = set(&self.ate[who]);
        }
        let (old, new) = (old.each_ref().map(|old| old.as_flattened()), new.each_ref().map(|new| new.as_flattened()));
        let here = u32::MAX >> (LANES - fresh.len().clamp(1, LANES));
        // Those of seat 0 first.
        let players = |sets: [u32; 2]| ones(u64::from(sets[0] & here) | u64::from(sets[1] & here) << LANES);
        for player in players(moved) {
            for (old, new) in old.iter().zip(new) {
                out[old[player] as usize] = 0;
                out[new[player] as usize] = 1;
            }
        }
        for player in players(waits) {
            let delay = self.delay.as_flattened()[player] as u8;
            new.iter().for_each(|new| out[(new[player] + 3 * cells) as usize] = delay);
        }
        for player in players(ate) {
            for (seat, new) in new.iter().enumerate() {
                let planes = if player / LANES == seat { 2 } else { 1 };
                out[(new[player] + planes * cells) as usize] = 0;
            }
        }
        let anew = match fresh.as_array::<LANES>() {
            Some(fresh) => set(&each(|l| fresh[l].into())),
            None => fresh.iter().rev().fold(0, |set, &fresh| set << 1 | u32::from(fresh != 0)),
        };
        for l in ones(anew.into()) {
            let (world, state) = (Self::world(shelf, self.world[l]), self.state(l));
            let edges = shelf.edges.get(self.world[l] as usize).map(|edges| &edges[..]);
            for (seat, old) in old.iter().enumerate() {
                // Mostly two marks are all that is to be cleared.
                for player in [l, l + LANES] {
                    out[old[player] as usize] = 0;
                    out[(old[player] + 3 * cells) as usize] = 0;
                }
                let out = &mut out[(shelf.planes[l] + seat as u32 * len) as usize..][..len as usize];
                if fresh[l] == BLANK {
                    encode::clear_marks(world, out);
                }
                encode::unmarked_planes(world, &state, Seat(seat as u8), lens, edges, out);
            }
        }
    }

    /// The lanes of the first `lanes` where a seat ate in the last step, and that seat.
    fn eaters(&self, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
        let both = (0..lanes.min(LANES)).filter(|&l| self.ate[0][l] | self.ate[1][l] != 0);
        both.flat_map(|l| [0, 1].map(|who| (l, who))).filter(|&(l, who)| self.ate[who][l] != 0)
    }
}

impl<const W: usize> Shelf<W> {
    /// Where the cells of both players lie in the planes, first in those of seat 0.
    #[inline(always)]
    fn places(&self, lens: Lens, pos: &[Lane; 2]) -> [[Lane; 2]; 2] {
        let mut places = [[[0; LANES]; 2]; 2];
        for (seat, places) in places.iter_mut().enumerate() {
            for (who, places) in places.iter_mut().enumerate() {
                let plane = (seat * encode::PLANE_COUNT + (who ^ seat)) as u32 * self.cells;
                // Turning the board round puts its last cell first.
                let turned = lens.turns(Seat(seat as u8));
                let (first, sign) = if turned { (plane + self.cells - 1, u32::MAX) } else { (plane, 1) };
                *places = each(|l| (self.planes[l] + first).wrapping_add(pos[who][l].wrapping_mul(sign)));
            }
        }
        places
    }
}

/// `table[index]` in every lane; an index beyond the table reads its last word.
#[inline(always)]
#[allow(unsafe_code, reason = "a bounds check would cost more than the load")]
fn fetch(table: &[u32], index: &Lane) -> Lane {
    let Some(last) = table.len().checked_sub(1) else { return [0; LANES] };
    let inside = each(|l| index[l].min(last as u32));
    let mut out = [0; LANES];
    for l in 0..LANES {
        // SAFETY: the table is not empty, and every index was just limited to that of its last word. The read is
        // volatile so that it stays a plain load: the compiler would replace sixteen loads with gather instructions,
        // which are much slower on processors with mitigations against leaks.
        out[l] = unsafe { table.as_ptr().add(inside[l] as usize).read_volatile() };
    }
    out
}

type Actions = [u8; 2 * LANES];
type Rewards = [f32; 2 * LANES];
type Over = [u8; LANES];

gridhaunt_kernel::at_every_level! {
    fn turn_all<const W: usize>(
        lanes: &mut Lanes<W>,
        shelf: &Shelf<W>,
        mirror: bool,
        actions: &Actions,
        rewards: &mut Rewards,
        over: &mut Over,
    ) = turn;
    fn planes_all<const W: usize>(lanes: &Lanes<W>, shelf: &Shelf<W>, lens: Lens, fresh: &[u8], out: &mut [u8])
        = Lanes::show_planes;
    fn scalars_all<const W: usize>(lanes: &Lanes<W>, out: &mut [f32]) = Lanes::show_scalars;
    fn mask_all<const W: usize>(lanes: &Lanes<W>, shelf: &Shelf<W>, lens: Lens, out: &mut [u8]) = Lanes::show_mask;
}

const RUNNING: u32 = Status::Running as u32;

#[inline(always)]
fn each(f: impl Fn(usize) -> u32) -> Lane {
    let mut out = [0; LANES];
    for (l, slot) in out.iter_mut().enumerate() {
        *slot = f(l);
    }
    out
}

/// The lanes that are not 0, one bit for each; all are below 2^16.
#[inline(always)]
fn set(lane: &Lane) -> u32 {
    // By arithmetic: the results of comparisons would be taken out of a vector one by one.
    each(|l| (lane[l] + 0xFFFF) >> 16 << l).into_iter().fold(0, |set, bit| set | bit)
}

/// One turn of all games; the rule numbers are those of [`crate::rules::step`].
#[inline(always)]
fn turn<const W: usize>(
    lanes: &mut Lanes<W>,
    shelf: &Shelf<W>,
    mirror: bool,
    actions: &Actions,
    rewards: &mut Rewards,
    over: &mut Over,
) {
    let running = each(|l| u32::from(lanes.status[l] == RUNNING)); // R20
    (lanes.old_pos, lanes.old_delay) = (lanes.pos, lanes.delay);
    let mut eats = [[0; LANES]; 2];
    for seat in 0..2 {
        let (pos, delay) = (lanes.pos[seat], lanes.delay[seat]);
        // R9: a code above 4 is a STAY. Turning a direction round exchanges 0 with 2 and 1 with 3.
        let turned = if mirror && seat == 1 { 2 } else { 0 };
        let way = each(|l| u32::from(actions[2 * l + seat]) ^ turned);
        let edges = fetch(&shelf.turns, &each(|l| lanes.world[l] * shelf.cells + pos[l]));
        let free = each(|l| if delay[l] == 0 && way[l] < 4 { running[l] } else { 0 });
        let n = each(|l| free[l] * (edges[l] >> (8 * (way[l] & 3)) & 0xFF)); // R3
        let forward = each(|l| if way[l] & 1 == 0 { shelf.width } else { 1 });
        let step = each(|l| if way[l] & 2 == 0 { forward[l] } else { forward[l].wrapping_neg() }); // R6
        let pos = each(|l| pos[l].wrapping_add(if n[l] > 0 { step[l] } else { 0 })); // R11
        let waits = each(|l| delay[l] | n[l]);
        let delay = each(|l| if waits[l] > 0 { waits[l] - running[l] } else { 0 }); // R10, R11
        let cells = fetch(lanes.cheese.as_flattened(), &each(|l| (pos[l] >> 5) * LANES as u32 + l as u32));
        let lies = each(|l| cells[l] >> (pos[l] & 31) & running[l]);
        eats[seat] = each(|l| if delay[l] == 0 { lies[l] & 1 } else { 0 }); // R16
        (lanes.pos[seat], lanes.delay[seat]) = (pos, delay);
    }
    let shared = each(|l| if lanes.pos[0][l] == lanes.pos[1][l] { eats[0][l] & eats[1][l] } else { 0 });
    for seat in 0..2 {
        lanes.half[seat] = each(|l| lanes.half[seat][l] + eats[seat][l] * 2 - shared[l]);
        // Few lanes eat in one turn, so the cheese is cleared lane by lane.
        let mut eaters = 0u32;
        for l in 0..LANES {
            eaters |= eats[seat][l] << l;
        }
        while eaters != 0 {
            let l = eaters.trailing_zeros() as usize % LANES;
            let cell = lanes.pos[seat][l];
            if let Some(words) = lanes.cheese.get_mut(cell as usize >> 5) {
                words[l] &= !(1 << (cell & 31));
            }
            eaters &= eaters - 1;
        }
    }
    lanes.ate = eats;
    lanes.cheese_left = each(|l| lanes.cheese_left[l] - (eats[0][l] + eats[1][l] - shared[l]));
    lanes.turn = each(|l| lanes.turn[l] + running[l]); // R13
    let ahead = each(|l| lanes.half[0][l].max(lanes.half[1][l]));
    let majority = each(|l| if ahead[l] > lanes.cheese_total[l] { lanes.majority[l] } else { 0 });
    let limit = each(|l| if lanes.turn[l] >= lanes.max_turns[l] { Status::TurnLimit as u32 } else { RUNNING });
    let cleared = each(|l| if lanes.cheese_left[l] == 0 { Status::Cleared as u32 } else { limit[l] });
    lanes.status = each(|l| if majority[l] != 0 { Status::Majority as u32 } else { cleared[l] }); // R18
    for l in 0..LANES {
        over[l] = u8::from(lanes.status[l] != RUNNING);
    }
    for l in 0..LANES {
        let gain = (eats[0][l] as i32 - eats[1][l] as i32) as f32; // R38: a shared cheese gains nobody anything
        rewards[2 * l] = gain;
        rewards[2 * l + 1] = 0.0 - gain;
    }
}
