//! Everything that changes in a match.

use crate::action::Action;
use crate::apart::Apart;
use crate::dice::Dice;
use crate::field::Field;
use crate::ground::{Ground, SEATS};
use crate::power::{Held, PowerKind, Thing};
use crate::queue::{Command, Later, Queue};
use crate::sets::RuleSet;
use crate::slots::Slots;
use crate::trail::{Trail, Trails};
use crate::weeds::{WEEDS, Weed};
use core::cmp::Reverse;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::grid::Cell;

/// The most power-ups on the board.
pub const POWER_UPS: usize = 64;
/// The most super power-ups on the board; a weed cleared when there are this many leaves nothing.
pub const SUPERS: usize = 512;

/// What an action needs of a farmer: half a cache line. Its land, its trail, its points and its waiting commands lie
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
#[repr(C, align(32))]
pub struct Farmer {
    /// Its cell; while it is away, its start cell.
    pub at: Cell,
    /// The direction of its last successful step.
    pub momentum: Action,
    /// Whether it has left its land with the Fertilizer (R18).
    pub out: bool,
    /// How many cells it owns.
    pub cells: u16,
    pub power: Option<Held>,
    /// Its super power-up.
    pub super_power: Option<Held>,
    /// The command queued last, which it repeats (R9).
    pub repeat: Command,
}

impl Farmer {
    /// Whether a power-up or a super power-up is in force.
    #[inline]
    #[must_use]
    pub const fn holds_any(&self) -> bool {
        self.power.is_some() | self.super_power.is_some()
    }

    /// Whether a power-up or super power-up of this kind is in force.
    #[inline]
    #[must_use]
    pub fn has(&self, kind: PowerKind) -> bool {
        let held = if kind.is_super() { self.super_power } else { self.power };
        held.is_some_and(|held| held.kind == kind)
    }
}

gridhaunt_kernel::words! {
    /// Why a match is over.
    #[repr(u8)]
    pub enum End {
        /// The last tick is played (R52).
        MaxTicks: 1 = "max_ticks",
        /// One farmer owns everything it can own (R53).
        Full = "full",
    }
}

const _: () = assert!(size_of::<Farmer>() == 32, "two farmers fill a cache line");

/// Everything that changes in a match, its generator included.
///
/// What most ticks touch lies side by side, from the heads of the trails to the strips of the field: a batch of games
/// fits into no cache, and what a tick costs there is the number of lines and pages that it touches.
#[derive(Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
#[repr(C)]
pub struct State<R: RuleSet> {
    pub(crate) trails: Trails,
    /// How many ticks have been played.
    pub tick: u32,
    /// Ticks until a weed may appear (R41).
    pub weed_countdown: i32,
    /// Ticks until a power-up may appear (R39).
    pub power_up_countdown: i32,
    /// Which farmers are away, one bit for each seat (R33).
    pub away: u8,
    /// Why it is over, if it is.
    pub end: Option<End>,
    /// Which farmers have commands that wait, one bit for each seat.
    waiting: u8,
    /// The next stamp (R6).
    pub stamps: u64,
    /// No weed grows before this tick: most ticks need not look at them.
    pub(crate) quiet_until: Quiet,
    /// Each farmer's state. Seats that do not play stay as they began, without land.
    pub farmers: [Farmer; SEATS],
    /// The tie-break points of each farmer in hundredths (R54).
    pub points: [u64; SEATS],
    /// The cells that each farmer owns, all cells of weeds, all with a power-up or a super power-up, and all of trails.
    pub field: Field,
    pub weeds: Apart<Slots<Weed, WEEDS>>,
    pub dice: R::Dice,
    /// The waiting commands of each farmer.
    queues: [Queue; SEATS],
    /// Those behind the first.
    pub(crate) later: Apart<[R::Later; SEATS]>,
    /// The power-ups on the board.
    pub power_ups: Slots<Thing, POWER_UPS>,
    /// The super power-ups on the board.
    pub supers: Apart<Slots<Thing, SUPERS>>,
}

/// A tick before which nothing needs to be looked at. It may be too early, so it does not count where states are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiet(i64);

impl PartialEq for Quiet {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Quiet {
    /// Whether this tick must look.
    #[inline]
    pub(crate) fn ends(self, tick: u32) -> bool {
        i64::from(tick) >= self.0
    }
}

impl<R: RuleSet> Clone for State<R> {
    fn clone(&self) -> Self {
        Self {
            field: self.field.clone(),
            trails: self.trails.clone(),
            farmers: self.farmers,
            points: self.points,
            waiting: self.waiting,
            queues: self.queues,
            later: self.later.clone(),
            away: self.away,
            weeds: self.weeds.clone(),
            quiet_until: self.quiet_until,
            power_ups: self.power_ups.clone(),
            supers: self.supers.clone(),
            weed_countdown: self.weed_countdown,
            power_up_countdown: self.power_up_countdown,
            tick: self.tick,
            stamps: self.stamps,
            end: self.end,
            dice: self.dice.clone(),
        }
    }

    /// Copies only what is in use: trails, slots and queues hold far less than they could.
    fn clone_from(&mut self, from: &Self) {
        self.trails.iter().for_each(|trail| trail.for_each(|cell| self.field.untread(cell)));
        self.trails.clone_from(&from.trails);
        self.trails.iter().for_each(|trail| trail.for_each(|cell| self.field.tread(cell)));
        self.field.copy_from(&from.field);
        (self.farmers, self.points) = (from.farmers, from.points);
        (self.waiting, self.queues) = (from.waiting, from.queues);
        self.later.clone_from(&from.later);
        self.weeds.clone_from(&from.weeds);
        self.quiet_until = from.quiet_until;
        self.power_ups.clone_from(&from.power_ups);
        self.supers.clone_from(&from.supers);
        self.dice.clone_from(&from.dice);
        (self.weed_countdown, self.power_up_countdown) = (from.weed_countdown, from.power_up_countdown);
        (self.away, self.tick, self.stamps, self.end) = (from.away, from.tick, from.stamps, from.end);
    }
}

impl<R: RuleSet> State<R> {
    /// The start of a match (R3).
    #[must_use]
    pub fn new(ground: &Ground, seed: u64) -> Self {
        let code = &ground.code;
        let mut dice = R::Dice::of_seed(seed);
        // R58
        let weed_countdown = dice.countdown(&code.weeds.rate);
        let power_up_countdown = dice.countdown(&code.power_ups.rate);
        let room = |i: usize| if i < ground.players() { R::room(code) } else { 0 }; // R7
        let farmer = |i: usize| Farmer {
            at: ground.starts[i],
            momentum: Action::None,
            out: false,
            power: None,
            super_power: None,
            repeat: Command::new(if i < ground.players() { i as u64 } else { 0 }, Action::None), // R6
            cells: ground.homes[i].len() as u16,
        };
        Self {
            field: Field::new(&ground.homes),
            trails: Trails::none(),
            farmers: core::array::from_fn(farmer),
            points: [0; SEATS],
            waiting: 0,
            queues: core::array::from_fn(|i| Queue::with_room::<R::Later>(room(i))),
            later: Apart::new(core::array::from_fn(|i| R::Later::with_room(room(i)))),
            away: 0,
            weeds: Apart::new(Slots::NONE),
            quiet_until: Quiet(i64::MAX),
            power_ups: Slots::NONE,
            supers: Apart::new(Slots::NONE),
            weed_countdown,
            power_up_countdown,
            tick: 0,
            stamps: ground.players() as u64, // R6
            end: None,
            dice,
        }
    }

    /// The lowest seat whose land contains the cell (R4).
    #[inline]
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        let owners = self.field.owners(cell);
        (owners != 0).then(|| Seat(owners.trailing_zeros() as u8))
    }

    /// How many bytes lie apart from the state itself, without the commands that wait on the heap.
    #[must_use]
    pub const fn apart() -> usize {
        size_of::<Slots<Weed, WEEDS>>()
            + size_of::<Slots<Thing, SUPERS>>()
            + size_of::<[R::Later; SEATS]>()
            + Trails::apart()
    }

    /// The waiting commands of a farmer, the oldest first.
    pub fn queue(&self, i: usize) -> impl Iterator<Item = Command> {
        self.queues[i].iter(&self.later[i])
    }

    /// Adds a command at the end of a farmer's queue; returns whether it was accepted (R7).
    #[inline]
    pub fn enqueue(&mut self, i: usize, command: Command) -> bool {
        let accepted = self.queues[i].push(&mut self.later[i], command);
        self.waiting |= u8::from(!self.queues[i].is_empty()) << i;
        accepted
    }

    /// How many commands of a farmer wait.
    #[inline]
    #[must_use]
    pub fn waiting(&self, i: usize) -> usize {
        if self.waits(i) { self.queues[i].len() } else { 0 }
    }

    /// Whether a command of a farmer waits.
    #[inline]
    #[must_use]
    pub const fn waits(&self, i: usize) -> bool {
        self.waiting >> i & 1 == 1
    }

    /// Removes and returns the command that a farmer plays next (R9).
    #[inline]
    pub(crate) fn next_command(&mut self, i: usize) -> Command {
        if !self.waits(i) {
            return self.farmers[i].repeat;
        }
        let command = self.queues[i].pop_or(&mut self.later[i], self.farmers[i].repeat);
        self.waiting &= !(u8::from(self.queues[i].is_empty()) << i);
        command
    }

    /// Removes all waiting commands of a farmer without playing them.
    pub fn empty_queue(&mut self, i: usize) {
        if self.waits(i) {
            self.queues[i].clear(&mut self.later[i]);
            self.waiting &= !(1 << i);
        }
    }

    /// The trail of a farmer.
    #[inline]
    #[must_use]
    pub fn trail(&self, i: usize) -> Trail<'_> {
        self.trails.of(i)
    }

    /// Adds a cell at the end of a trail; one that it has already is not added again (R23).
    #[inline(always)]
    pub fn tread(&mut self, i: usize, cell: Cell) {
        let trodden = self.field.is_trodden(cell);
        if trodden && self.trail(i).contains(cell) {
            return;
        }
        if self.trails.push(i, cell, trodden) {
            self.field.tread(cell);
        }
    }

    /// A farmer lengthens its trail by one step onto a cell without a trail. An empty trail begins where the farmer comes
    /// from, which has no trail either.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn tread_on(&mut self, i: usize, from: Cell, to: Cell, way: Action) {
        if self.trail(i).is_empty() {
            self.trails.push(i, from, false);
            self.field.tread(from);
        }
        self.trails.step(i, to, way);
        self.field.tread(to);
    }

    /// Which trails have a cell, one bit for each seat; `first` is looked at first.
    #[must_use]
    pub fn trails_on(&self, first: usize, cell: Cell) -> u8 {
        let mut on = 0;
        for j in (first..first + SEATS).map(|j| j % SEATS) {
            on |= u8::from(self.trail(j).contains(cell)) << j;
            if on != 0 && !self.trails.are_tangled() {
                break;
            }
        }
        on
    }

    /// Removes a trail.
    pub fn lift(&mut self, i: usize) {
        if self.trail(i).is_empty() {
            return;
        }
        let tangled = self.trails.are_tangled();
        self.trails.of(i).for_each(|cell| self.field.untread(cell));
        self.trails.clear(i);
        if tangled {
            self.trails.iter().for_each(|trail| trail.for_each(|cell| self.field.tread(cell)));
        }
    }

    /// Adds a weed; returns its slot, none if there is no room.
    pub fn plant(&mut self, weed: Weed) -> Option<usize> {
        self.quiet_until.0 = self.quiet_until.0.min(weed.grows);
        self.weeds.insert(weed)
    }

    /// Stores when the next weed grows; those that have `most` cells do not grow any more (R44).
    pub(crate) fn plan_growth(&mut self, most: u8) {
        let growing = self.weeds.iter().filter(|(_, weed)| weed.len() < most.into());
        self.quiet_until.0 = growing.map(|(_, weed)| weed.grows).min().unwrap_or(i64::MAX);
    }

    /// Whether a farmer is away (R33).
    #[inline]
    #[must_use]
    pub const fn is_away(&self, seat: usize) -> bool {
        self.away >> seat & 1 == 1
    }

    /// The power-up, or the super power-up, on a cell, with its slot.
    #[must_use]
    pub fn thing_at(&self, cell: Cell, is_super: bool) -> Option<(usize, PowerKind)> {
        let on = |(slot, thing): (usize, &Thing)| (thing.at == cell).then_some((slot, thing.kind));
        if is_super { self.supers.iter().find_map(on) } else { self.power_ups.iter().find_map(on) }
    }

    /// The leader by the rules for places; of equal farmers the lowest seat (R55).
    #[must_use]
    pub fn leader(&self, ground: &Ground) -> usize {
        let mut leader = 0;
        for i in 1..ground.players() {
            if self.standing(ground, i) > self.standing(ground, leader) {
                leader = i;
            }
        }
        leader
    }

    /// The place of a farmer, from 1 on (R55).
    #[must_use]
    pub fn rank(&self, ground: &Ground, seat: usize) -> usize {
        let ahead = |&other: &usize| self.standing(ground, other) > self.standing(ground, seat);
        1 + (0..ground.players()).filter(ahead).count()
    }

    /// Why the match is over after this tick, if it is (R52, R53).
    #[must_use]
    pub fn ending(&self, ground: &Ground) -> Option<End> {
        if self.tick >= ground.code.max_ticks {
            return Some(End::MaxTicks);
        }
        let all = |farmer: &Farmer| u32::from(farmer.cells) >= R::ownable(ground);
        self.farmers[..ground.players()].iter().any(all).then_some(End::Full)
    }

    /// What decides the place of a farmer, more is better (R55): results and panels use the same order.
    #[inline]
    #[must_use]
    pub fn standing(&self, ground: &Ground, seat: usize) -> (u32, u64, Reverse<usize>) {
        let farmer = &self.farmers[seat];
        let (score, points) = R::worth(ground, farmer.cells, self.points[seat]);
        (score, points, R::among_equals(seat))
    }
}
