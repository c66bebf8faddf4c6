//! A game on one thread of a device for many turns: what changes is in registers, all but the cheese.

use crate::Action;
use crate::encode::gained;
use crate::game::{PyRat, World};
use crate::rules::{Points, Rat, status_of, ways};
use crate::state::State;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::flock::{Hall, Held, Played};

/// A game out of its [`State`], which holds the cheese and is as it was otherwise until the game is settled.
#[derive(Clone, Copy, Debug)]
pub struct Loose<'a> {
    world: &'a World,
    turns: &'a [u32],
    ways: u32,
    /// What is changed in the number of an action that seat 1 chooses: opposite directions differ in one bit (R35).
    mirror: u32,
    rats: [Rat; 2],
    /// How many turns are left.
    clock: u32,
    points: Points,
    /// What had been paid when it was last settled.
    paid: [u32; 2],
    /// When somebody last ate, and the half points before that.
    bitten: (u32, [u32; 2]),
    cheese_total: u32,
    end_on_majority: bool,
    over: bool,
}

/// How many turns a state has left; one that has none, or too few, ends with the next all the same (R13, R18).
const fn turns_left<const W: usize>(state: &State<W>) -> u32 {
    let left = state.max_turns.saturating_sub(state.turn);
    if left == 0 { 1 } else { left as u32 }
}

impl<'a, const W: usize> Held<'a, PyRat<W>> for Loose<'a> {
    #[inline(always)]
    fn hold(hall: &Hall<'a, PyRat<W>>, world: &'a World, state: &State<W>) -> Self {
        const { assert!(Action::Up as u8 ^ Action::Down as u8 == 2 && Action::Right as u8 ^ Action::Left as u8 == 2) };
        let points = Points::of(state);
        let mut loose = Self {
            world,
            turns: world.maze.turns(),
            ways: ways(world.grid().width()),
            mirror: if hall.lens.turns(Seat(1)) { 2 } else { 0 },
            rats: Rat::both(state),
            clock: turns_left(state),
            points,
            paid: points.half,
            bitten: (u32::MAX, points.half),
            cheese_total: state.cheese_total.into(),
            end_on_majority: state.end_on_majority,
            over: false,
        };
        if !state.status.is_running() {
            // R20: nobody moves or eats, and it is over after a turn.
            loose.clock = 1;
            loose.turns = &[];
            loose.rats = loose.rats.map(|rat| Rat { delay: u32::MAX, ..rat });
        }
        loose
    }

    #[inline(always)]
    fn world(&self) -> &World {
        self.world
    }

    #[inline(always)]
    fn step<const SEATS: usize>(
        &mut self,
        _hall: &Hall<'a, PyRat<W>>,
        state: &mut State<W>,
        numbers: &[u8; SEATS],
        _played: &mut Played<SEATS>,
    ) -> Option<bool> {
        let [first, second] = [0, 1].map(|seat| numbers.get(seat).map_or(u32::MAX, |&number| number.into()));
        self.rats[0].advance(self.turns, self.ways, first); // R10, R11
        self.rats[1].advance(self.turns, self.ways, second ^ self.mirror);
        self.clock -= 1; // R13
        let eats = self.rats.map(|rat| rat.eats(&state.cheese));
        self.over = self.clock == 0;
        if eats[0] | eats[1] {
            self.bitten = (self.clock, self.points.half);
            self.points.share(self.rats, eats, &mut state.cheese); // R12
            self.over |= self.points.decide(self.cheese_total, self.end_on_majority).is_some(); // R14
        }
        self.over.then_some(true)
    }

    #[inline(always)]
    fn settle<const SEATS: usize>(&mut self, state: &mut State<W>, played: &mut Played<SEATS>) {
        if state.status.is_running() {
            Rat::put(self.rats, state);
            self.points.put(state);
            state.turn = state.turn.wrapping_add((turns_left(state) - self.clock) as u16);
            if self.over {
                state.status = status_of(state);
            }
        }
        let (rewards, over) = &mut played.last;
        *over = self.over;
        let (when, before) = self.bitten;
        let before = if when == self.clock { before } else { self.points.half };
        for (seat, (sum, reward)) in played.returns.iter_mut().zip(rewards).enumerate() {
            *sum += f64::from(gained(self.paid, self.points.half, seat));
            *reward = gained(before, self.points.half, seat);
        }
        self.paid = self.points.half;
    }

    #[inline(always)]
    fn step_once<const SEATS: usize>(
        hall: &Hall<'a, PyRat<W>>,
        world: &'a World,
        state: &mut State<W>,
        numbers: &[u8; SEATS],
    ) -> ([f32; SEATS], bool) {
        let (mut held, mut played) = (<Self as Held<'a, PyRat<W>>>::hold(hall, world, state), Played::none());
        held.step(hall, state, numbers, &mut played);
        held.settle(state, &mut played);
        played.last
    }
}
