//! The two sets of rules, and how they differ.
//!
//! A tick is a list of stages, and so is the action of a farmer. Stages that both sets share are methods of [`Tick`];
//! those that differ are here, once for [`Official`] and once for [`Legacy`], and so are the few constants that differ.
//! Everything else is the same in both.

mod legacy;
mod official;

pub use legacy::Legacy;
pub use official::Official;

use crate::action::Action;
use crate::claim::{Gain, Ring};
use crate::dice::Dice;
use crate::event::{Cause, Event};
use crate::ground::{Code, Ground};
use crate::queue::{Command, Later};
use crate::rules::Tick;
use core::cmp::Reverse;
use core::fmt::Debug;
use gridhaunt_kernel::prelude::*;

/// One of the two sets of rules. Its stages are made of those of [`Tick`], which only this crate can call.
pub trait RuleSet: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Its name in the settings.
    const NAME: &'static str;
    /// Its number in the digest of a board.
    const NUMBER: u8;
    /// The generator that this rule set draws from (R57).
    type Dice: Dice;
    /// The largest seed of that generator (R57): all its bits are set.
    const MOST_SEED: u64;
    /// Whether the start message of a seat contains the seed (R48).
    const TELLS_SEED: bool;
    /// How commands wait: limited or not (R7).
    type Later: Later;
    /// The actions that can be commanded, by number (R8).
    const ACTIONS: &'static [Action];
    /// The command that any other integer stands for, if any (R8).
    const OTHER: Option<Action>;
    /// Whether no cell is ever in two lands (R4).
    const DISJOINT: bool;
    /// How many cells of a trail may follow a cell that is not a neighbour (R22).
    const JUMPS: usize;
    /// Whether steps onto cells with nothing on them are the same in any order (R16, R17 to R24).
    const WALKS_IN_ANY_ORDER: bool;
    /// Whether a farmer that stands still enters its own cell again (R16).
    const ENTERS_STANDING: bool;
    /// Whether a pruned farmer is off the board until the next tick (R33).
    const AWAY: bool;
    /// What the score counts (R55).
    const SCORE: &'static str;
    /// Whether tie-break points decide the place of farmers with equal land (R55).
    const POINTS_DECIDE: bool;

    /// Whether this action can be commanded (R8).
    #[inline]
    fn takes(action: Action) -> bool {
        (action as usize) < Self::ACTIONS.len()
    }

    /// Whether this action is queued when it arrives (R8): `none` is not a command.
    #[inline]
    fn queues(action: Action) -> bool {
        action != Action::None && Self::takes(action)
    }

    /// The action that an integer stands for, if any (R8).
    fn numbered(number: i64) -> Option<Action> {
        let own = u8::try_from(number).ok().and_then(Action::from_u8).filter(|&action| Self::takes(action));
        own.or(Self::OTHER)
    }

    /// The command that an integer stands for, if any (R8).
    fn command(number: i64) -> Option<Action> {
        Self::numbered(number).filter(|&action| Self::queues(action))
    }

    /// How many commands a queue has room for (R7).
    fn room(code: &Code) -> usize;

    /// Whether the cell is reserved for the home of another farmer (R4).
    fn is_kept(ground: &Ground, i: usize, cell: Cell) -> bool;

    /// The stages of a tick (R5).
    fn tick<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, choices: &[(Seat, Action)]);

    /// The stages of the action of seat i (R10 to R24); none if one of them ends it.
    fn act<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, command: Command) -> Option<()>;

    /// Seat i moves onto the cell of j (R19); none if that ends the action of i.
    fn collide<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, j: usize, dest: Cell) -> Option<()>;

    /// Seat i moves onto the trails marked in `on`, one bit for each seat (R22); none if that ends the action of i.
    fn cross<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, on: u8) -> Option<()>;

    /// Whether Unprunable protects against this (R19, R21, R28).
    fn spares(why: Cause) -> bool;

    /// Whether the Fertilizer works on a step onto the farmer's own land, or onto other cells (R23).
    fn fertilizes(onto_own: bool) -> bool;

    /// Gives seat i what it gains with a claim (R25).
    fn claim<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain;

    /// The tie-break points of a claim, in hundredths (R54).
    fn points(gain: &Gain) -> u64;

    /// Gives seat i what it gains where the Fertilizer turns its trail into land (R31).
    fn convert<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, i: usize, ring: &Ring) -> Gain;

    /// What happens to a farmer that has just been pruned (R33).
    fn leave<L: FnMut(Event)>(tick: &mut Tick<'_, Self, L>, v: usize);

    /// Whether a farmer cannot be met or encircled (R33).
    fn is_gone<L: FnMut(Event)>(tick: &Tick<'_, Self, L>, i: usize) -> bool;

    /// Whether a farmer that is sent back can go to this first cell of its trail (R35).
    fn takes_back<L: FnMut(Event)>(tick: &Tick<'_, Self, L>, v: usize, first: Cell) -> bool;

    /// How many cells one farmer can own at most (R53).
    fn ownable(ground: &Ground) -> u32;

    /// The value that decides the place of a farmer with this many cells and points; more is better (R55).
    fn worth(ground: &Ground, cells: u16, points: u64) -> (u32, u64);

    /// What is compared last: of equal farmers the one with more of it is first (R55).
    fn among_equals(seat: usize) -> Reverse<usize>;
}
