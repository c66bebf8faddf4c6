//! The rules of the reference engine, release 2024.0.8.

use super::RuleSet;
use crate::action::Action;
use crate::claim::{Gain, Ring};
use crate::dice::Subtractive;
use crate::event::{Cause, Event};
use crate::ground::{Code, Ground, SEATS};
use crate::power::PowerKind;
use crate::queue::Command;
use crate::rules::Tick;
use core::cmp::Reverse;
use gridhaunt_kernel::prelude::*;

/// The reference engine, release 2024.0.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legacy;

impl RuleSet for Legacy {
    const NAME: &'static str = "v2024.0.8";
    const NUMBER: u8 = 1;
    type Dice = Subtractive;
    const MOST_SEED: u64 = i32::MAX as u64;
    const TELLS_SEED: bool = true;
    #[cfg(feature = "alloc")]
    type Later = crate::queue::Long;
    #[cfg(not(feature = "alloc"))]
    type Later = crate::queue::Short;
    const ACTIONS: &'static [Action] = &Action::ALL;
    const OTHER: Option<Action> = Some(Action::Stand);
    const DISJOINT: bool = false;
    const JUMPS: usize = crate::trail::JUMPS;
    const WALKS_IN_ANY_ORDER: bool = false;
    const ENTERS_STANDING: bool = true;
    const AWAY: bool = false;
    const SCORE: &'static str = "percent";
    const POINTS_DECIDE: bool = false;

    /// Room for as many commands as can still be played.
    fn room(code: &Code) -> usize {
        code.max_ticks as usize
    }

    /// Other farmers can own homes.
    #[inline]
    fn is_kept(_ground: &Ground, _i: usize, _cell: Cell) -> bool {
        false
    }

    #[inline]
    fn tick<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, choices: &[(Seat, Action)]) {
        tick.arrive(choices); // R7, R8
        tick.act_in_turn(); // R9 to R24
        tick.respawn_pruned(); // R36
        tick.grow_weeds(); // R44
        tick.spawn_weed(); // R41
        tick.spawn_power_up(); // R39
        tick.finish(); // R51 to R53
    }

    /// Without R14, R16 and R18: no farmer is stunned, a farmer that stands enters its cell, and the Fertilizer still
    /// works at home.
    #[inline]
    fn act<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, command: Command) -> Option<()> {
        let wanted = tick.forwards(i, command); // R10
        tick.count_down(i); // R12
        tick.freeze(i)?; // R13
        let (dest, a) = tick.heading(i, wanted)?; // R15
        tick.enter_land(i, dest)?; // R17
        tick.meet(i, dest)?; // R19
        tick.run_into_weed(i, dest)?; // R20
        tick.cross_trails(i, dest)?; // R21, R22
        tick.enter(i, dest, a); // R23, R24
        Some(())
    }

    /// The Unprunable of j is checked first, wherever it stands; then j wins on its own land, and i elsewhere.
    #[inline]
    fn collide<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, j: usize, dest: Cell) -> Option<()> {
        if tick.state.farmers[j].has(PowerKind::Unprunable) {
            tick.send_back(j, Some(i), Cause::Collision);
            return Some(());
        }
        if tick.state.owner(dest).map(Seat::index) == Some(j) {
            tick.strike(i, j, Cause::Collision);
            return None;
        }
        tick.strike(j, i, Cause::Collision);
        Some(())
    }

    /// Only the trail of the lowest seat counts.
    #[inline]
    fn cross<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, on: u8) -> Option<()> {
        match (0..SEATS).find(|&j| on >> j & 1 == 1)? {
            j if j == i => return tick.cross_own(i),
            j => tick.strike(j, i, Cause::Cut),
        }
        Some(())
    }

    /// In a collision it was checked before ([`RuleSet::collide`]), and it does not protect the moving farmer.
    #[inline]
    fn spares(why: Cause) -> bool {
        why == Cause::Cut
    }

    #[inline]
    fn fertilizes(_onto_own: bool) -> bool {
        true
    }

    /// With both ends in one part of the land, the homes of others are all removed from it, and F(U) - U is enclosed;
    /// otherwise homes are gained like any cell, and all cells that were not land before are enclosed.
    #[inline]
    fn claim<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain {
        if !ring.closed {
            return Self::convert(tick, i, ring);
        }
        let gain = tick.gain(i, ring, |tick, y| (ring.whole(y) & !tick.ground.foreign[i].0[y], ring.inside(y)));
        tick.cut_out_homes(i);
        gain
    }

    /// T² of the enclosed cells, in whole points.
    fn points(gain: &Gain) -> u64 {
        u64::from(gain.inside).pow(2) / 100 * 100
    }

    /// Gains all of F(U), even land and homes of others.
    #[inline]
    fn convert<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain {
        tick.gain(i, ring, |tick, y| (ring.whole(y), ring.whole(y) & !tick.state.field.row(i, y)))
    }

    /// It stays on its cell, and its possessions last until it respawns in the same tick.
    fn leave<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, v: usize) {
        tick.note_pruned(v);
    }

    #[inline]
    fn is_gone<L: FnMut(Event)>(tick: &Tick<'_, Self, L>, i: usize) -> bool {
        tick.pruned().contains(&(i as u8))
    }

    /// Always, whoever owns that cell by now.
    fn takes_back<L: FnMut(Event)>(_tick: &Tick<'_, Self, L>, _v: usize, _first: Cell) -> bool {
        true
    }

    /// The whole board, homes included.
    #[inline]
    fn ownable(ground: &Ground) -> u32 {
        ground.cells()
    }

    /// The percent of the board that it owns; cells within one percent and points do not count.
    #[inline]
    fn worth(ground: &Ground, cells: u16, _points: u64) -> (u32, u64) {
        (ground.percent(cells).into(), 0)
    }

    /// Of equal farmers the lower seat is first.
    #[inline]
    fn among_equals(seat: usize) -> Reverse<usize> {
        Reverse(seat)
    }
}
