//! Arrays for learners (R45, R46).

use crate::game::{Tag, World};
use crate::ground::{Code, Sight, distance};
use crate::lanes::Lanes;
use crate::moves::{Moves, Writes};
use crate::nearest::{self, COLUMNS};
use crate::settings::Settings;
use crate::state::{Side, State};
use crate::view::{Eyes, unit_of};
use crate::walk::walk;
use crate::{Action, Step};
use gridhaunt_kernel::freight::Carriage;
use gridhaunt_kernel::learn::Heap;
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::settings! {
    /// How a learner looks (R46).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Lens {
        /// Planes show the square of this radius around the unit
        window: Option<u8> = None, in 1..=255, shown "none: the whole board";
        /// Reward each seat for itself, and end a survivor's episode with it
        own: bool = false;
        /// How many exits, units of the other side and units of one's own the array nearest has rows for, of each
        nearest: u8 = 3, in 1..=16;
    }
}

pub(crate) const PLANES: usize = 0;
pub(crate) const NUMBERS: usize = 1;
const NEAREST: usize = 2;

/// Where the share of the rounds stands among the numbers, after the place of the unit.
pub(crate) const ROUND: usize = 4;

/// How many numbers there are.
pub(crate) const NUMBER_COUNT: usize = 10;

/// Planes of the whole board; a window has one more, which marks the cells on the board.
pub(crate) const PLANE_COUNT: usize = 5;
pub(crate) const OWN: usize = 0;
pub(crate) const ALLIES: usize = 1;
pub(crate) const ENEMIES: usize = 2;
const EXITS: usize = 3;
pub(crate) const SEEN: usize = 4;

impl<const N: usize> Learn for Tag<N> {
    type Lens = Lens;
    type Pack = Lanes<N>;
    type Account = Account<N>;
    const CARRIAGE: Option<Carriage<Self>> = Some(Carriage::new());
    const USUAL: bool = true;
    const FOLLOWED: &[usize] = &[PLANES, NEAREST];

    fn actions(_settings: &Settings) -> usize {
        Step::ALL.len() // R45
    }

    #[inline(always)]
    fn usual(world: &World, state: &mut State<N>, _lens: Lens, numbers: &[u8]) -> bool {
        walk(&world.ground(), state, numbers)
    }

    fn seats_of(settings: &Settings) -> usize {
        let [survivors, killers, _] = settings.counts();
        usize::from(survivors) + usize::from(killers)
    }

    fn places(settings: &Settings) -> usize {
        settings.grid().cells()
    }

    /// The cell of the unit; the first one once it has left.
    #[inline]
    fn place(world: &World, state: &State<N>, seat: Seat, _lens: Lens) -> usize {
        let (side, id) = unit_of(world, seat);
        crate::view::place(world, state, side, id).and_then(|cell| world.grid().index(cell)).unwrap_or_default()
    }

    fn encodings(settings: &Settings, lens: Lens) -> Vec<Encoding> {
        let grid = settings.grid();
        let (shape, about) = match lens.window {
            None => (
                vec![PLANE_COUNT, grid.height().into(), grid.width().into()],
                "own cell, own side seen, other side seen, exits, cells in sight",
            ),
            Some(radius) => (
                vec![PLANE_COUNT + 1, 2 * usize::from(radius) + 1, 2 * usize::from(radius) + 1],
                "own cell, own side seen, other side seen, exits, cells in sight, cells on the board",
            ),
        };
        let numbers = "x, y, dx and dy to the nearest exit, round, in, escaped, captured, killer, id, as shares";
        let near = "exits, other side seen, own side seen, nearest first: 1, time/32, its time to an exit or a rival's/32, \
                    first step, dx/32, dy/32, other side, own side";
        let rows = vec![3 * usize::from(lens.nearest), COLUMNS];
        vec![
            Encoding { name: "planes", dtype: Dtype::U8, shape, about },
            Encoding { name: "numbers", dtype: Dtype::F32, shape: vec![NUMBER_COUNT], about: numbers },
            Encoding { name: "nearest", dtype: Dtype::F32, shape: rows, about: near },
        ]
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn encode(world: &World, state: &State<N>, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        match (which, out) {
            (PLANES, Slot::U8(out)) => {
                out.fill(0);
                let Some(eyes) = Eyes::of(world, state, seat) else { return };
                let mut planes = Planes::new(world, &eyes, lens, out);
                planes.ground(world);
                planes.sight(&eyes, 1);
                planes.units(&eyes);
            }
            (NUMBERS, Slot::F32(out)) => numbers(world, state, seat, out),
            (NEAREST, Slot::F32(out)) => nearest::write(world, state, seat, lens.nearest, out),
            _ => {}
        }
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn update(world: &World, before: &State<N>, after: &State<N>, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        let moves = Moves::between(&world.code, before, after);
        match (which, lens.window, out) {
            // A window moves as a whole.
            (PLANES, None, Slot::U8(out)) => {
                let mut writes = Writes::new(out);
                moves.follow(&world.code, seat.index(), 0, &mut writes);
                writes.flush();
            }
            (NEAREST, _, Slot::F32(out)) => nearest::follow(world, before, after, seat, lens.nearest, out),
            (_, _, out) => Self::encode(world, after, seat, lens, which, out),
        }
    }

    fn mask(world: &World, state: &State<N>, seat: Seat, _lens: Lens, out: &mut [u8]) {
        match Eyes::of(world, state, seat) {
            Some(eyes) if state.end.is_none() => open_steps(world, eyes.at(), eyes.side(), out), // R13
            _ => out.iter_mut().zip(Step::ALL).for_each(|(slot, step)| *slot = u8::from(step == Step::Stay)), // R45
        }
    }

    #[inline]
    fn numbered(_world: &World, _state: &State<N>, _seat: Seat, _lens: Lens, number: usize) -> Option<Action> {
        Step::from_u8(u8::try_from(number).ok()?).map(Action::from)
    }

    fn heap(world: &World, _state: &State<N>) -> Heap {
        Heap { world: size_of_val(world.field.as_slice()), state: 0 }
    }

    #[inline]
    fn account(_world: &World, state: &State<N>, _lens: Lens) -> Account<N> {
        Account { won: won(state), inside: state.inside, captures: state.captures }
    }

    #[inline]
    fn reward(world: &World, before: &Account<N>, after: &State<N>, seat: Seat, lens: Lens) -> f32 {
        // R46
        let (side, id) = unit_of(world, seat);
        if !lens.own {
            let share = f32::from(won(after) - before.won) / f32::from(world.code.survivors);
            return if side == Side::Survivor { share } else { -share };
        }
        match side {
            Side::Killer => {
                let captures = |list: &[u8; N]| f32::from(list.get(id).copied().unwrap_or(0));
                captures(&after.captures) - captures(&before.captures)
            }
            Side::Survivor => {
                let is = |set: u16| set >> id & 1 == 1;
                match (is(before.inside), is(after.inside), is(after.escaped)) {
                    (true, false, true) => 1.0,
                    (true, false, false) => -1.0,
                    _ => 0.0,
                }
            }
        }
    }

    fn lasts(world: &World, state: &State<N>, seat: Seat, lens: Lens) -> bool {
        let (side, id) = unit_of(world, seat);
        let gone = lens.own && side == Side::Survivor && state.inside >> id & 1 == 0; // R46
        !Self::phase(world, state).is_over() && !gone
    }
}

/// What rewards need of the state before a step (R46).
#[derive(Clone, Debug)]
pub struct Account<const N: usize> {
    won: i16,
    inside: u16,
    captures: [u8; N],
}

impl<const N: usize> Default for Account<N> {
    fn default() -> Self {
        Self { won: 0, inside: 0, captures: [0; N] }
    }
}

/// How many survivors more escaped than were lost.
fn won<const N: usize>(state: &State<N>) -> i16 {
    let counts = state.counts();
    i16::from(counts.escaped) - i16::from(counts.captured) - i16::from(counts.stranded)
}

/// Writes 1 for every open step of a unit (R13), 0 for the others.
pub(crate) fn open_steps(world: &World, at: Cell, side: Side, out: &mut [u8]) {
    for (slot, step) in out.iter_mut().zip(Step::ALL) {
        *slot = u8::from(world.ground().is_open(at, step, side == Side::Killer));
    }
}

/// Planes that are being written: of the whole board, or of a window around a unit.
struct Planes<'a> {
    out: &'a mut [u8],
    width: usize,
    height: usize,
    /// The cell of the board that the upper left corner shows, which may lie off it.
    corner: (i32, i32),
    /// The size of the board.
    board: (i32, i32),
}

impl<'a> Planes<'a> {
    fn new<const N: usize>(world: &World, eyes: &Eyes<'_, N>, lens: Lens, out: &'a mut [u8]) -> Self {
        let board = (i32::from(world.grid().width()), i32::from(world.grid().height()));
        let (width, height, corner) = match lens.window {
            None => (board.0 as usize, board.1 as usize, (0, 0)),
            Some(radius) => {
                let (side, radius) = (2 * usize::from(radius) + 1, i32::from(radius));
                (side, side, (i32::from(eyes.at().x) - radius, i32::from(eyes.at().y) - radius))
            }
        };
        Self { out, width, height, corner, board }
    }

    /// Sets one cell of a plane; a cell that is not shown is ignored.
    fn set(&mut self, plane: usize, cell: Cell, value: u8) {
        let (x, y) = (i32::from(cell.x) - self.corner.0, i32::from(cell.y) - self.corner.1);
        if (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y) {
            self.out[(plane * self.height + y as usize) * self.width + x as usize] = value;
        }
    }

    /// Sets the cells of the board from `low` to `high`, both inclusive, in a plane.
    fn fill(&mut self, plane: usize, low: (i32, i32), high: (i32, i32), value: u8) {
        let clip = |low: i32, high: i32, corner: i32, shown: usize, board: i32| {
            let (low, high) = (low.max(0).max(corner), high.min(board - 1).min(corner + shown as i32 - 1));
            (low - corner, high - corner)
        };
        let (left, right) = clip(low.0, high.0, self.corner.0, self.width, self.board.0);
        let (top, bottom) = clip(low.1, high.1, self.corner.1, self.height, self.board.1);
        if left > right {
            return;
        }
        for y in top..=bottom {
            let row = (plane * self.height + y as usize) * self.width;
            self.out[row + left as usize..=row + right as usize].fill(value);
        }
    }

    /// What never changes while the unit is on the board: exits, and in a window the board itself.
    fn ground(&mut self, world: &World) {
        world.exits.iter().for_each(|&exit| self.set(EXITS, exit, 1));
        if self.out.len() > PLANE_COUNT * self.width * self.height {
            self.fill(PLANE_COUNT, (0, 0), (self.board.0 - 1, self.board.1 - 1), 1);
        }
    }

    fn sight<const N: usize>(&mut self, eyes: &Eyes<'_, N>, value: u8) {
        match eyes.sight() {
            Sight::All => self.fill(SEEN, (0, 0), (self.board.0 - 1, self.board.1 - 1), value),
            Sight::Within(most) => {
                let most = i32::from(most);
                eyes.watchers(|Cell { x, y }| {
                    let (x, y) = (i32::from(x), i32::from(y));
                    self.fill(SEEN, (x - most, y - most), (x + most, y + most), value);
                });
            }
        }
    }

    fn units<const N: usize>(&mut self, eyes: &Eyes<'_, N>) {
        self.set(OWN, eyes.at(), 1);
        for (plane, side) in [(ALLIES, eyes.side()), (ENEMIES, eyes.side().other())] {
            eyes.seen(side).for_each(|unit| self.set(plane, unit.at, 1));
        }
    }
}

/// R45: ten numbers beside the planes.
fn numbers<const N: usize>(world: &World, state: &State<N>, seat: Seat, out: &mut [f32]) {
    let Some(eyes) = Eyes::of(world, state, seat) else { return out.fill(0.0) };
    let (code, counts, at) = (&world.code, state.counts(), eyes.at());
    let all = f32::from(code.survivors);
    // Among equally near exits the one with the lower number.
    let exit = world.exits.iter().copied().min_by_key(|&exit| distance(at, exit)).unwrap_or(at);
    let (side, id) = unit_of(world, seat);
    let [x, y, dx, dy] = place(at, exit, [code.grid.width(), code.grid.height()].map(f32::from));
    let values = [
        x,
        y,
        dx,
        dy,
        share_of_rounds(state.round, code),
        f32::from(counts.inside) / all,
        f32::from(counts.escaped) / all,
        f32::from(counts.captured) / all,
        f32::from(u8::from(side == Side::Killer)),
        id as f32 / 16.0,
    ];
    out.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
}

/// The numbers that change as a unit moves: its cell and the way to its nearest exit, as shares of the board.
#[inline]
pub(crate) fn place(at: Cell, exit: Cell, [width, height]: [f32; 2]) -> [f32; ROUND] {
    let (x, y) = (f32::from(at.x), f32::from(at.y));
    [x / width, y / height, (f32::from(exit.x) - x) / width, (f32::from(exit.y) - y) / height]
}

/// The number that changes with the round.
#[inline]
pub(crate) fn share_of_rounds(round: u16, code: &Code) -> f32 {
    f32::from(round) / f32::from(code.max_rounds)
}
