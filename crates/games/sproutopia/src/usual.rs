//! Ticks of a batch, in which mostly only the usual happens: farmers walk over cells with nothing on them, or stand still.
//!
//! Nobody then meets, cuts or claims anything, so that it does not matter who goes first, and all four can be looked at
//! side by side, without a branch that depends on what they chose. The same holds if one of them runs into a weed or into
//! its own trail. Everything else is left to the [rules]: whether there is more to it is found out before a farmer moves.

use crate::action::Action;
use crate::event::Cause;
use crate::field::OVERGROWN;
use crate::ground::{Ground, HOME_CELLS, SEATS};
use crate::queue::Command;
use crate::rows::SIDE;
use crate::rules::{self, Tick, seat};
use crate::sets::RuleSet;
use crate::state::State;
use core::hint::select_unpredictable;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::grid::Cell;

/// Plays a tick of a batch, with a number for each seat. They arrive from the first seat of the tick on (R11), and a number
/// that stands for no action is no command.
#[inline]
pub(crate) fn tick<R: RuleSet>(ground: &Ground, state: &mut State<R>, numbers: &[u8]) {
    if state.end.is_some() {
        return;
    }
    let (players, next) = (ground.players(), state.tick.wrapping_add(1));
    if let Some(numbers) = numbers.first_chunk().filter(|_| R::WALKS_IN_ANY_ORDER && players == SEATS)
        && return_and_walk(ground, state, numbers, next)
    {
        return pass(ground, state);
    }
    let mut choices = [(Seat(0), Action::None); SEATS];
    let first = next as usize % players.max(1);
    for (choice, i) in choices.iter_mut().zip((first..players).chain(0..first)) {
        let action = numbers.get(i).and_then(|&number| Action::from_u8(number));
        *choice = (seat(i), action.unwrap_or(Action::None));
    }
    rules::step(ground, state, &choices[..players.min(SEATS)], |_| {});
}

/// Those who are away return, and then all four walk, as [`walk`] says: if it returns false, they have only returned.
#[inline(always)]
fn return_and_walk<R: RuleSet>(ground: &Ground, state: &mut State<R>, numbers: &[u8; SEATS], next: u32) -> bool {
    if state.away != 0 {
        // Before commands arrive or after that is the same.
        Tick::new(ground, state, |_| {}).respawn_away(); // R36
    }
    let walked = walk::<R, true>(ground, state, numbers, next);
    state.tick = select_unpredictable(walked, next, state.tick);
    walked
}

/// Plays a tick in which somebody returns or prunes itself, besides what [`stroll`] plays, or things grow, on a device:
/// otherwise nothing is changed, and it returns false.
#[inline(always)]
pub(crate) fn walk_on<R: RuleSet>(ground: &Ground, state: &mut State<R>, numbers: &[u8]) -> bool {
    let (away, next) = (state.away, state.tick.wrapping_add(1));
    let Some(numbers) = numbers.first_chunk().filter(|_| R::WALKS_IN_ANY_ORDER) else { return false };
    if state.end.is_some() || ground.players() != SEATS {
        return false;
    }
    if !return_and_walk(ground, state, numbers, next) {
        Tick::new(ground, state, |_| {}).send_away(away);
        return false;
    }
    pass(ground, state);
    true
}

/// Plays a tick in which all four only walk or stand still and nothing else happens, with a number for each seat, on a device:
/// otherwise nothing is changed, and it returns false.
#[inline(always)]
pub(crate) fn stroll<R: RuleSet>(ground: &Ground, state: &mut State<R>, numbers: &[u8]) -> bool {
    let next = state.tick.wrapping_add(1);
    let Some(numbers) = numbers.first_chunk().filter(|_| R::WALKS_IN_ANY_ORDER) else { return false };
    let goes_on = state.end.is_none() & (state.away == 0) & (ground.players() == SEATS) & is_quiet(ground, state, next);
    if !(goes_on && walk::<R, false>(ground, state, numbers, next)) {
        return false;
    }
    state.tick = next;
    count_down(ground, state);
    true
}

/// Whether a tick has nothing more than what the farmers do in it, as long as nobody gains land.
#[inline(always)]
fn is_quiet<R: RuleSet>(ground: &Ground, state: &State<R>, tick: u32) -> bool {
    let code = &ground.code;
    !state.quiet_until.ends(tick)
        & !((tick >= code.weeds.start) & (state.weed_countdown <= 1))
        & !((tick >= code.power_ups.start) & (state.power_up_countdown <= 1))
        & (tick < code.max_ticks)
        // Nobody has gained land, except for its home when it came back.
        & (R::ownable(ground) > HOME_CELLS.into())
}

/// What changes in a quiet tick besides.
#[inline(always)]
fn count_down<R: RuleSet>(ground: &Ground, state: &mut State<R>) {
    state.weed_countdown -= i32::from(state.tick >= ground.code.weeds.start);
    state.power_up_countdown -= i32::from(state.tick >= ground.code.power_ups.start);
}

/// What happens in a tick after all farmers have acted. Mostly that is nothing.
#[inline]
fn pass<R: RuleSet>(ground: &Ground, state: &mut State<R>) {
    if is_quiet(ground, state, state.tick) {
        return count_down(ground, state);
    }
    let mut tick = Tick::new(ground, state, |_| {});
    tick.grow_weeds(); // R44
    tick.spawn_weed(); // R41
    tick.spawn_power_up(); // R39
    tick.finish(); // R51 to R53
}

/// All four walk or stand still, if nothing else happens; otherwise nothing is changed, and it returns false. If `DOOMED`, one of
/// them may prune itself.
#[inline]
pub(crate) fn walk<R: RuleSet, const DOOMED: bool>(
    ground: &Ground,
    state: &mut State<R>,
    numbers: &[u8; SEATS],
    tick: u32,
) -> bool {
    let edge = Place::edge(ground);
    // One by one, not in a loop: with numbers for seats most of it is known in advance.
    let look = |i: usize| Walk::of(state, edge, i, numbers[i]);
    let [a, b, c, d] = [look(0), look(1), look(2), look(3)];
    let mut doomed = None;
    if !(a.usual & b.usual & c.usual & d.usual) {
        doomed = match [a.usual, b.usual, c.usual, d.usual] {
            [false, true, true, true] => Some(0),
            [true, false, true, true] => Some(1),
            [true, true, false, true] => Some(2),
            [true, true, true, false] => Some(3),
            _ => None,
        };
        if !DOOMED || !doomed.is_some_and(|i| is_doomed(state, edge, i, numbers[i])) {
            return false;
        }
    }
    let (from, to) = (spots([a.from, b.from, c.from, d.from]), spots([a.dest, b.dest, c.dest, d.dest]));
    if meet(from, to) {
        return false;
    }
    let (before, queued) = arrivals([a.queues, b.queues, c.queues, d.queues], tick);
    a.take(state, 0, before);
    b.take(state, 1, before);
    c.take(state, 2, before);
    d.take(state, 3, before);
    state.stamps += queued;
    if let Some(i) = doomed.filter(|_| DOOMED) {
        Tick::new(ground, state, |_| {}).prune(i, None, Cause::Own);
    }
    true
}

/// What a farmer does in a usual tick.
#[derive(Clone, Copy)]
struct Walk {
    from: Place,
    /// Where it goes; where it is, if it stands still.
    dest: Place,
    /// Whether its number is a command (R8).
    queues: bool,
    /// What it wants to do, and repeats (R9, R10).
    wanted: Action,
    /// The direction of its last step, this one included.
    momentum: Action,
    /// Whether dest becomes a cell of its trail (R23).
    treads: bool,
    /// Whether it has no power-up, and its command need not wait.
    plain: bool,
    /// Whether that is all that happens, as long as nobody meets.
    usual: bool,
}

impl Walk {
    /// What farmer i does.
    #[inline(always)]
    fn of<R: RuleSet>(state: &State<R>, edge: Place, i: usize, number: u8) -> Self {
        let (farmer, trail) = (&state.farmers[i], state.trail(i));
        let cur = Place::of(farmer.at);
        let queues = (number != 0) & (usize::from(number) < R::ACTIONS.len()); // R8
        let command = select_unpredictable(queues, number, farmer.repeat.number());
        let wanted = FORWARDS[usize::from(command) % 8 * 8 + farmer.momentum as usize]; // R10
        let a = select_unpredictable(cur.beside(wanted).is_within(edge), wanted, farmer.momentum); // R15
        let ahead = cur.beside(a);
        let dest = select_unpredictable(ahead.is_within(edge), ahead, cur);
        let moves = dest != cur;

        let (there, bit) = (state.field.strip(dest.row()), dest.bit());
        let own = there.sets[i] & bit != 0;
        let [.., overgrown, _] = there.sets;
        let in_the_way = select_unpredictable(moves, there.beside(i), overgrown) & bit; // R16 to R22, R24

        // Of the cell that it leaves something is to be known only where a trail may begin.
        let begins = trail.is_empty();
        let left = select_unpredictable(begins, cur, dest);
        let (here, left) = (state.field.strip(left.row()), left.bit());
        let stays_home = begins & (here.sets[i] & left != 0);
        let goes_on = select_unpredictable(begins, here.trodden & left == 0, trail.ends_at(cur.cell()));
        let walks = select_unpredictable(own, stays_home, goes_on); // R23

        let momentum = select_unpredictable(moves, a, farmer.momentum);
        let plain = !farmer.holds_any() & !state.waits(i);
        let usual = (in_the_way == 0) & (walks | !moves) & plain;
        Self { from: cur, dest, queues, wanted, momentum, treads: moves & !own & usual, plain, usual }
    }

    /// Farmer i does it; `before` are the commands that arrive before its own.
    #[inline(always)]
    fn take<R: RuleSet>(self, state: &mut State<R>, i: usize, before: u32) {
        if self.treads {
            state.tread_on(i, self.from.cell(), self.dest.cell(), self.momentum);
        }
        let farmer = &mut state.farmers[i];
        let stamp = state.stamps + u64::from(before >> (8 * i) & 7); // R6
        let stamp = select_unpredictable(self.queues, stamp, farmer.repeat.stamp());
        farmer.repeat = Command::new(stamp, self.wanted);
        (farmer.at, farmer.momentum) = (self.dest.cell(), self.momentum);
    }
}

/// Whether farmer i, whose walk is not usual, does nothing but prune itself, at a weed or its own trail. That changes nothing
/// for those who walk before or after it: less land and fewer trails are in their way, and who is away does not count.
#[inline(never)]
fn is_doomed<R: RuleSet>(state: &State<R>, edge: Place, i: usize, number: u8) -> bool {
    let Walk { from, dest, plain, .. } = Walk::of(state, edge, i, number);
    let there = state.field.strip(dest.row());
    let weed = there.sets[OVERGROWN] & dest.bit() != 0; // R20
    let walks = dest != from && state.farmers[i].momentum != Action::None;
    let crosses = || walks && !state.trails.are_tangled() && state.trail(i).contains(dest.cell()); // R21
    plain && (weed || there.trodden & dest.bit() != 0 && crosses())
}

/// What is played of a command, eight for each number, by the momentum (R10).
const FORWARDS: [Action; 64] = {
    let mut played = [Action::None; 64];
    let mut number = 0;
    while number < Action::ALL.len() {
        let mut momentum = 0;
        while momentum < Action::ALL.len() {
            played[number * 8 + momentum] = Action::ALL[number].forwards(Action::ALL[momentum]);
            momentum += 1;
        }
        number += 1;
    }
    played
};

/// A cell in one word, with its row in the upper half, so that a step is one addition.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place(u32);

impl Place {
    /// The highest bit of both halves.
    const HIGH: u32 = 0x8000_8000;

    #[inline(always)]
    const fn of(cell: Cell) -> Self {
        Self((cell.y as u32) << 16 | cell.x as u32)
    }

    /// What added to a place sets one of the highest bits if it lies beyond the last column or row.
    const fn edge(ground: &Ground) -> Self {
        Self(Self::HIGH - ((ground.code.rows as u32) << 16 | ground.code.cols as u32))
    }

    #[inline(always)]
    const fn cell(self) -> Cell {
        Cell { x: self.0 as u16, y: (self.0 >> 16) as u16 }
    }

    #[inline(always)]
    const fn row(self) -> usize {
        (self.0 >> 16) as usize
    }

    #[inline(always)]
    const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// The cell that an action leads to. A step beyond the first column or row sets a highest bit.
    #[inline(always)]
    const fn beside(self, action: Action) -> Self {
        const STEPS: [u32; Action::ALL.len()] = [0, (1u32 << 16).wrapping_neg(), 1 << 16, 1u32.wrapping_neg(), 1, 0];
        Self(self.0.wrapping_add(STEPS[action as usize]))
    }

    /// Whether a cell beside one of the board is on the board.
    #[inline(always)]
    const fn is_within(self, edge: Self) -> bool {
        (self.0 | self.0.wrapping_add(edge.0)) & Self::HIGH == 0
    }

    /// The number of the cell, less than 2^15.
    #[inline(always)]
    const fn spot(self) -> u64 {
        const { assert!(SIDE == 64) };
        ((self.0 >> 10 | self.0) & 0x7FFF) as u64
    }
}

/// Four cells in one word.
#[inline(always)]
const fn spots([a, b, c, d]: [Place; SEATS]) -> u64 {
    a.spot() | b.spot() << 16 | c.spot() << 32 | d.spot() << 48
}

/// Whether somebody goes where another is or goes, or two are on one cell; four cells in each word.
#[inline]
const fn meet(from: u64, to: u64) -> bool {
    /// The highest bit of each of four numbers below 2^15 that is 0, and of none if none is.
    const fn zeros(numbers: u64) -> u64 {
        numbers.wrapping_sub(0x0001_0001_0001_0001) & !numbers & 0x8000_8000_8000_8000
    }
    // Who stands still goes to its own cell, which is no meeting.
    let others = zeros(to ^ from.rotate_left(16)) | zeros(to ^ from.rotate_left(32)) | zeros(to ^ from.rotate_left(48));
    let same = zeros(to ^ to.rotate_left(16)) | zeros(to ^ to.rotate_left(32));
    let before = zeros(from ^ from.rotate_left(16)) | zeros(from ^ from.rotate_left(32));
    others | same | before != 0
}

/// How many commands arrive before that of each seat, in a byte for each, and how many arrive in all.
#[inline(always)]
fn arrivals(queued: [bool; SEATS], tick: u32) -> (u32, u64) {
    let queued = u32::from_le_bytes(queued.map(u8::from));
    let first = tick % SEATS as u32 * 8; // R11
    let in_turn = queued.rotate_right(first);
    let up_to = in_turn.wrapping_mul(0x0101_0101);
    ((up_to - in_turn).rotate_left(first), (up_to >> 24) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_arrive_from_the_first_seat_of_the_tick_on() {
        for tick in 0..8u32 {
            for set in 0..16u32 {
                let (before, all) = arrivals(core::array::from_fn(|i| set >> i & 1 == 1), tick);
                assert_eq!(all, u64::from(set.count_ones()));
                let mut arrived = 0;
                for seat in (tick as usize..).take(SEATS).map(|seat| seat % SEATS) {
                    assert_eq!(before >> (8 * seat) & 0xFF, arrived, "tick {tick}, seats {set:04b}, seat {seat}");
                    arrived += set >> seat & 1;
                }
            }
        }
    }

    #[test]
    fn two_words_tell_whether_somebody_meets() {
        let words = |cells: [u64; SEATS]| cells.into_iter().rev().fold(0, |all, cell| all << 16 | cell);
        let apart = words([0, 64, 128, 4095]);
        assert!(!meet(apart, apart), "who stands still meets nobody");
        assert!(!meet(apart, words([1, 65, 129, 4094])));
        for i in 0..SEATS {
            for j in (0..SEATS).filter(|&j| j != i) {
                let (from, mut to) = ([0, 64, 128, 4095], [1, 65, 129, 4094]);
                to[i] = from[j];
                assert!(meet(words(from), words(to)), "{i} goes where {j} is");
                to[i] = to[j];
                assert!(meet(words(from), words(to)), "{i} goes where {j} goes");
                let mut same = from;
                same[i] = from[j];
                assert!(meet(words(same), words([1, 65, 129, 4094])), "{i} and {j} are on one cell");
            }
        }
    }
}
