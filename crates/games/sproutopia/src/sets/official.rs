//! The published rules.

use super::RuleSet;
use crate::action::Action;
use crate::claim::{Gain, Ring};
use crate::event::{Cause, Event};
use crate::ground::{Code, Ground, HOME_CELLS, SEATS};
use crate::queue::{Command, Short};
use crate::rules::Tick;
use core::cmp::Reverse;
use gridhaunt_kernel::prelude::*;

/// The set `official`: the rules as they were published, which is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Official;

/// The stages of a step onto a cell with something on it. They lie apart, so that most steps do not pay for them.
#[inline(never)]
fn encounter<L: FnMut(Event)>(tick: &mut Tick<'_, Official, L>, i: usize, dest: Cell, a: Action) -> Option<()> {
    tick.enter_land(i, dest)?; // R17
    tick.come_home(i, dest); // R18
    tick.meet(i, dest)?; // R19
    tick.run_into_weed(i, dest)?; // R20
    tick.cross_trails(i, dest)?; // R21, R22
    tick.enter(i, dest, a); // R23, R24
    Some(())
}

impl RuleSet for Official {
    const NAME: &'static str = "official";
    const NUMBER: u8 = 0;
    type Dice = Random;
    const MOST_SEED: u64 = u64::MAX;
    const TELLS_SEED: bool = false;
    type Later = Short;
    const ACTIONS: &'static [Action] = &[Action::None, Action::Up, Action::Down, Action::Left, Action::Right];
    const OTHER: Option<Action> = None;
    const DISJOINT: bool = true;
    const JUMPS: usize = 0;
    const WALKS_IN_ANY_ORDER: bool = true;
    const ENTERS_STANDING: bool = false;
    const AWAY: bool = true;
    const SCORE: &'static str = "land";
    const POINTS_DECIDE: bool = true;

    fn room(code: &Code) -> usize {
        code.queue.into()
    }

    #[inline]
    fn is_kept(ground: &Ground, i: usize, cell: Cell) -> bool {
        ground.foreign[i].contains(cell)
    }

    #[inline]
    fn tick<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, choices: &[(Seat, Action)]) {
        tick.arrive(choices); // R7, R8
        tick.respawn_away(); // R36
        tick.act_in_turn(); // R9 to R24
        tick.grow_weeds(); // R44
        tick.spawn_weed(); // R41
        tick.spawn_power_up(); // R39
        tick.finish(); // R51 to R53
    }

    #[inline]
    fn act<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, command: Command) -> Option<()> {
        let wanted = tick.forwards(i, command); // R10
        tick.count_down(i); // R12
        tick.freeze(i)?; // R13
        tick.stun(i)?; // R14
        let (dest, a) = tick.heading(i, wanted)?; // R15
        tick.stand_still(i, dest)?; // R16
        if tick.is_clear(i, dest) {
            tick.walk(i, dest, a); // R23, R24
            return Some(());
        }
        encounter(tick, i, dest, a) // R17 to R24
    }

    /// The owner of the cell wins, otherwise j if it has moved in this tick, otherwise i.
    #[inline]
    fn collide<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, j: usize, dest: Cell) -> Option<()> {
        let j_wins = match tick.state.owner(dest).map(Seat::index) {
            Some(owner) if owner == j => true,
            Some(owner) if owner == i => false,
            _ => tick.has_moved(j),
        };
        if j_wins {
            tick.strike(i, j, Cause::Collision);
            return None;
        }
        tick.strike(j, i, Cause::Collision);
        Some(())
    }

    /// All trails of other farmers, by seat, then its own.
    #[inline]
    fn cross<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, on: u8) -> Option<()> {
        for j in (0..SEATS).filter(|&j| j != i && on >> j & 1 == 1) {
            tick.strike(j, i, Cause::Cut);
        }
        if on >> i & 1 == 1 { tick.cross_own(i) } else { Some(()) }
    }

    #[inline]
    fn spares(_why: Cause) -> bool {
        true
    }

    #[inline]
    fn fertilizes(onto_own: bool) -> bool {
        !onto_own
    }

    /// Everything in the loop except the homes of others; F(U) - U is enclosed.
    #[inline]
    fn claim<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain {
        tick.gain(i, ring, |tick, y| (ring.whole(y) & !tick.ground.foreign[i].0[y], ring.inside(y)))
    }

    /// T² of the new cells, an exact sum.
    fn points(gain: &Gain) -> u64 {
        u64::from(gain.new).pow(2)
    }

    /// F(U) without cells of another's land or home.
    #[inline]
    fn convert<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain {
        tick.gain(i, ring, |tick, y| {
            let others = tick.state.field.lands(y).iter().enumerate().filter(|&(j, _)| j != i);
            let closed = others.fold(tick.ground.foreign[i].0[y], |all, (_, land)| all | land);
            (ring.whole(y) & !closed, ring.inside(y))
        })
    }

    /// It is away at once, and loses its power-ups and commands.
    fn leave<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, v: usize) {
        tick.state.away |= 1 << v;
        tick.place(v, tick.ground.starts[v]);
        tick.drop_powers(v);
        tick.reset(v); // R34
    }

    #[inline]
    fn is_gone<L: FnMut(Event)>(tick: &Tick<'_, Self, L>, i: usize) -> bool {
        tick.state.is_away(i)
    }

    /// Only if that cell is still its land.
    fn takes_back<L: FnMut(Event)>(tick: &Tick<'_, Self, L>, v: usize, first: Cell) -> bool {
        tick.state.field.contains(v, first)
    }

    /// All cells except the homes of the others.
    #[inline]
    fn ownable(ground: &Ground) -> u32 {
        ground.cells().saturating_sub(u32::from(HOME_CELLS) * (ground.players() as u32 - 1))
    }

    /// More cells, then more points.
    #[inline]
    fn worth(_ground: &Ground, cells: u16, points: u64) -> (u32, u64) {
        (cells.into(), points)
    }

    /// Equal farmers share the rank.
    #[inline]
    fn among_equals(_seat: usize) -> Reverse<usize> {
        Reverse(0)
    }
}
