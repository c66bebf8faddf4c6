//! A second implementation of the whole step, as simple as possible: sets of cells, floods over them, lists. It uses
//! the rule book and the dice, nothing else of the crate's rules.

mod claim;
mod compare;
mod fate;
mod season;

pub(super) use compare::{Walker, commands, lively, series};

use super::Which as _;
use crate::action::Action;
use crate::dice::{Dice, Rate};
use crate::enclose::twin::{self, Cells};
use crate::event::{Bar, Cause, Event, Finish, Patch};
use crate::power::PowerKind;
use crate::sets::RuleSet;
use crate::state::End;
use crate::weeds::Weed;
use crate::{Ground, State};
use gridhaunt_kernel::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Debug, Default, PartialEq)]
struct Farmer {
    start: Cell,
    home: Cells,
    land: Cells,
    trail: Vec<Cell>,
    at: Cell,
    away: bool,
    momentum: u8,
    out: bool,
    power: Option<(PowerKind, u32)>,
    super_power: Option<(PowerKind, u32)>,
    queue: VecDeque<(u64, u8)>,
    repeat: (u64, u8),
    points: u64,
    moved: bool,
    skipped: bool,
    pruned: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Patchy {
    first: Cell,
    cells: Vec<Cell>,
    kind: PowerKind,
    counter: i64,
}

/// Slots as R47 defines them.
#[derive(Clone, Debug, PartialEq)]
struct Slotted<T> {
    slots: Vec<Option<T>>,
    freed: Vec<usize>,
}

impl<T: Clone> Slotted<T> {
    fn put(&mut self, item: T) -> usize {
        match self.freed.pop() {
            Some(slot) => {
                self.slots[slot] = Some(item);
                slot
            }
            None => {
                self.slots.push(Some(item));
                self.slots.len() - 1
            }
        }
    }

    fn take(&mut self, slot: usize) {
        self.slots[slot] = None;
        self.freed.push(slot);
    }

    fn items(&self) -> impl Iterator<Item = (usize, &T)> {
        self.slots.iter().enumerate().filter_map(|(slot, item)| Some((slot, item.as_ref()?)))
    }
}

/// A match played by the slow implementation.
#[derive(Clone, Debug)]
struct Twin<R: RuleSet> {
    ground: Ground,
    cols: i32,
    rows: i32,
    farmers: Vec<Farmer>,
    weeds: Slotted<Patchy>,
    power_ups: Slotted<(Cell, PowerKind)>,
    supers: Slotted<(Cell, PowerKind)>,
    weed_countdown: i64,
    power_up_countdown: i64,
    tick: u32,
    stamps: u64,
    end: Option<End>,
    dice: R::Dice,
    order_of_pruning: Vec<usize>,
    events: Vec<Event>,
}

fn seat(i: usize) -> Seat {
    Seat(i as u8)
}

fn action(number: u8) -> Action {
    Action::from_u8(number).expect("an action")
}

/// R1: the columns and rows that a direction adds.
fn offset(a: u8) -> (i32, i32) {
    match a {
        1 => (0, -1),
        2 => (0, 1),
        3 => (-1, 0),
        4 => (1, 0),
        _ => (0, 0),
    }
}

fn opposite(a: u8, b: u8) -> bool {
    matches!((a, b), (1, 2) | (2, 1) | (3, 4) | (4, 3))
}

impl<R: RuleSet> Twin<R> {
    /// R2, R3, R6, R58: the first state, with its homes, stamps and drawn countdowns.
    fn new(ground: &Ground, seed: u64) -> Self {
        let code = &ground.code;
        let (w, h) = (u16::from(code.cols), u16::from(code.rows));
        let starts = [(w / 4, 1), (w - 2, h / 4), (w - w / 4 - 1, h - 2), (1, h - h / 4 - 1)];
        let farmer = |i: usize| {
            let start = Cell { x: starts[i].0, y: starts[i].1 };
            let home: Cells = (start.x - 1..=start.x + 1)
                .flat_map(|x| (start.y - 1..=start.y + 1).map(move |y| Cell { x, y }))
                .collect();
            Farmer { start, land: home.clone(), home, at: start, repeat: (i as u64, 0), ..Farmer::default() }
        };
        let mut dice = R::Dice::of_seed(seed);
        let weed_countdown = countdown(&mut dice, &code.weeds.rate);
        let power_up_countdown = countdown(&mut dice, &code.power_ups.rate);
        Self {
            ground: *ground,
            cols: code.cols.into(),
            rows: code.rows.into(),
            farmers: (0..code.players.into()).map(farmer).collect(),
            weeds: Slotted { slots: Vec::new(), freed: Vec::new() },
            power_ups: Slotted { slots: Vec::new(), freed: Vec::new() },
            supers: Slotted { slots: Vec::new(), freed: Vec::new() },
            weed_countdown,
            power_up_countdown,
            tick: 0,
            stamps: code.players.into(),
            end: None,
            dice,
            order_of_pruning: Vec::new(),
            events: Vec::new(),
        }
    }

    fn n(&self) -> usize {
        self.farmers.len()
    }

    fn others(&self, i: usize) -> Vec<usize> {
        (0..self.n()).filter(|&j| j != i).collect()
    }

    fn shifted(&self, from: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
        let (x, y) = (i32::from(from.x) + dx, i32::from(from.y) + dy);
        let on = x >= 0 && y >= 0 && x < self.cols && y < self.rows;
        on.then_some(Cell { x: x as u16, y: y as u16 })
    }

    fn board(&self) -> Vec<Cell> {
        twin::board(self.ground.code.cols, self.ground.code.rows).collect()
    }

    fn overgrown(&self, cell: Cell) -> bool {
        self.weeds.items().any(|(_, weed)| weed.cells.contains(&cell))
    }

    /// R4: the lowest seat that owns the cell.
    fn owner(&self, cell: Cell) -> Option<usize> {
        (0..self.n()).find(|&i| self.farmers[i].land.contains(&cell))
    }

    fn has(&self, i: usize, kind: PowerKind) -> bool {
        let farmer = &self.farmers[i];
        [farmer.power, farmer.super_power].into_iter().flatten().any(|(held, _)| held == kind)
    }

    fn in_home_of_another(&self, i: usize, cell: Cell) -> bool {
        self.others(i).into_iter().any(|j| self.farmers[j].home.contains(&cell))
    }

    fn percent(&self, i: usize) -> i32 {
        100 * self.farmers[i].land.len() as i32 / (self.rows * self.cols)
    }

    /// The first of those with the best place by R55.
    fn leader(&self) -> usize {
        let key = |i: usize| {
            let farmer = &self.farmers[i];
            if R::LEGACY { (self.percent(i) as u64, 0) } else { (farmer.land.len() as u64, farmer.points) }
        };
        let best = (0..self.n()).map(key).max().expect("a farmer");
        (0..self.n()).find(|&i| key(i) == best).expect("one is best")
    }

    /// R5: one tick, stage by stage.
    fn step(&mut self, choices: &[(Seat, Action)]) {
        self.events.clear();
        if self.end.is_some() {
            return;
        }
        self.tick += 1;
        let leader = self.leader();
        self.order_of_pruning.clear();
        for farmer in &mut self.farmers {
            (farmer.moved, farmer.skipped, farmer.pruned) = (false, false, false);
        }
        for &(who, what) in choices {
            self.arrive(who.index(), what as u8);
        }
        if !R::LEGACY {
            for i in 0..self.n() {
                if self.farmers[i].away {
                    self.respawn(i);
                }
            }
        }
        let mut turns: Vec<(u64, u8, usize)> = Vec::new();
        for (i, farmer) in self.farmers.iter_mut().enumerate() {
            let (stamp, what) = farmer.queue.pop_front().unwrap_or(farmer.repeat); // R9
            turns.push((stamp, what, i));
        }
        turns.sort_unstable();
        for (stamp, what, i) in turns {
            if !self.farmers[i].skipped {
                self.act(i, stamp, what);
            }
        }
        if R::LEGACY {
            for i in self.order_of_pruning.clone() {
                self.lose_powers(i);
                self.reset(i);
                self.respawn(i);
            }
        }
        self.grow_and_spawn();
        let now = self.leader();
        if now != leader {
            self.events.push(Event::LeaderChanged { seat: seat(now) });
        }
        self.finish();
    }

    /// R7, R8: a command that arrives is queued, or dropped where the queue is full.
    fn arrive(&mut self, i: usize, what: u8) {
        if i >= self.n() || what == 0 || (what == 5 && !R::LEGACY) {
            return;
        }
        let farmer = &mut self.farmers[i];
        if !R::LEGACY && farmer.queue.len() >= usize::from(self.ground.code.queue) {
            self.events.push(Event::CommandDropped { seat: seat(i), action: action(what) });
            return;
        }
        farmer.queue.push_back((self.stamps, what));
        farmer.repeat = (self.stamps, what);
        self.stamps += 1;
    }

    /// R10 to R24: the action of one farmer, in the order of the rules.
    fn act(&mut self, i: usize, stamp: u64, what: u8) {
        let momentum = self.farmers[i].momentum;
        let mut a = what;
        if opposite(a, momentum) {
            a = momentum; // R10
            if self.farmers[i].repeat.0 == stamp {
                self.farmers[i].repeat.1 = a;
            }
        }
        self.count_down(i);
        let blocked = |why| Event::Blocked { seat: seat(i), why };
        let cur = self.farmers[i].at;
        if self.others(i).into_iter().any(|j| self.has(j, PowerKind::Freeze)) {
            self.events.push(blocked(Bar::Frozen)); // R13
            return;
        }
        let under = self.owner(cur);
        if !R::LEGACY && under.is_some_and(|j| j != i && self.has(j, PowerKind::Immunity)) {
            self.events.push(blocked(Bar::Stunned)); // R14
            return;
        }
        let mut dest = self.shifted(cur, offset(a));
        if dest.is_none() {
            a = momentum; // R15
            dest = self.shifted(cur, offset(a));
        }
        let Some(dest) = dest else {
            self.events.push(blocked(Bar::Edge));
            return;
        };
        if !R::LEGACY && dest == cur {
            if self.overgrown(dest) {
                self.prune(i, None, Cause::Weed); // R16, R20
            }
            return;
        }
        match self.owner(dest) {
            Some(j) if j != i => {
                self.end_fertilizer(i, Finish::EnteredLand); // R17
                if self.has(j, PowerKind::Immunity) {
                    self.events.push(blocked(Bar::Immune));
                    return;
                }
            }
            None if !R::LEGACY && self.in_home_of_another(i, dest) => self.end_fertilizer(i, Finish::EnteredLand),
            _ => {}
        }
        if !R::LEGACY && self.farmers[i].land.contains(&dest) && self.farmers[i].out {
            self.end_fertilizer(i, Finish::CameHome); // R18
        }
        for j in self.others(i) {
            // R19
            let there = &self.farmers[j];
            if there.away || there.pruned || there.at != dest {
                continue;
            }
            if R::LEGACY && self.has(j, PowerKind::Unprunable) {
                self.send_back(j, Some(i), Cause::Collision);
                continue;
            }
            let owner = self.owner(dest);
            let j_wins = owner == Some(j) || (owner != Some(i) && !R::LEGACY && self.farmers[j].moved);
            let (winner, loser) = if j_wins { (j, i) } else { (i, j) };
            if !R::LEGACY && self.has(loser, PowerKind::Unprunable) {
                self.send_back(loser, Some(winner), Cause::Collision);
            } else {
                self.prune(loser, Some(winner), Cause::Collision);
            }
            if j_wins {
                return;
            }
        }
        if self.overgrown(dest) {
            self.prune(i, None, Cause::Weed); // R20
            return;
        }
        let mut crossed: Vec<usize> = (0..self.n()).filter(|&j| self.farmers[j].trail.contains(&dest)).collect();
        if R::LEGACY {
            crossed.truncate(1); // R22
        } else {
            crossed.sort_by_key(|&j| (j == i, j));
        }
        for j in crossed {
            // R21
            if j != i {
                if self.has(j, PowerKind::Unprunable) {
                    self.send_back(j, Some(i), Cause::Cut);
                } else {
                    self.prune(j, Some(i), Cause::Cut);
                }
            } else if momentum != 0 {
                if self.has(i, PowerKind::TrailProtection) {
                    self.farmers[i].super_power = None;
                    self.end_of(i, PowerKind::TrailProtection, Finish::Used);
                    self.send_back(i, None, Cause::Own);
                } else {
                    self.prune(i, None, Cause::Own);
                }
                return;
            }
        }
        self.enter(i, cur, dest, a);
    }

    fn end_of(&mut self, i: usize, kind: PowerKind, why: Finish) {
        self.events.push(Event::EndedPower { seat: seat(i), kind, why });
    }

    /// R12: the power-ups of a farmer count down and end.
    fn count_down(&mut self, i: usize) {
        let farmer = &mut self.farmers[i];
        let mut over = Vec::new();
        for held in [&mut farmer.power, &mut farmer.super_power] {
            let Some((kind, left)) = held else { continue };
            if *kind == PowerKind::TrailProtection {
                continue;
            }
            *left -= 1;
            if *left == 0 {
                over.push(*kind);
                *held = None;
            }
        }
        for kind in over {
            if kind == PowerKind::Fertilizer {
                self.farmers[i].out = false;
            }
            self.end_of(i, kind, Finish::Time);
        }
    }

    fn end_fertilizer(&mut self, i: usize, why: Finish) {
        if self.has(i, PowerKind::Fertilizer) {
            (self.farmers[i].super_power, self.farmers[i].out) = (None, false);
            self.end_of(i, PowerKind::Fertilizer, why);
        }
    }

    /// R23, R24: the step onto dest, with its land, its trail and what it picks up.
    fn enter(&mut self, i: usize, cur: Cell, dest: Cell, a: u8) {
        let found = |things: &Slotted<(Cell, PowerKind)>| {
            things.items().find(|(_, (at, _))| *at == dest).map(|(slot, &(_, kind))| (slot, kind))
        };
        let (power_up, super_power_up) = (found(&self.power_ups), found(&self.supers));
        let was_own = self.farmers[i].land.contains(&dest);
        if self.has(i, PowerKind::Fertilizer) {
            if R::LEGACY || !was_own {
                let (dx, dy) = offset(a);
                let beside = [self.shifted(cur, (dy, dx)), self.shifted(cur, (-dy, -dx))];
                let strip = [Some(dest), Some(cur), beside[0], beside[1]];
                for cell in strip.into_iter().flatten() {
                    let foreign = self.owner(cell).is_some_and(|j| j != i) || self.in_home_of_another(i, cell);
                    let barred = self.overgrown(cell) || (!R::LEGACY && foreign);
                    if !barred && self.farmers[i].land.insert(cell) {
                        self.farmers[i].out = true;
                    }
                }
            }
        } else {
            let farmer = &mut self.farmers[i];
            let mut add = Vec::new();
            if !was_own {
                if farmer.trail.is_empty() {
                    add.push(cur);
                    self.events.push(Event::TrailStarted { seat: seat(i), cell: cur });
                }
                add.push(dest);
            } else if !farmer.land.contains(&cur) {
                add.push(dest);
            }
            for cell in add {
                if !farmer.trail.contains(&cell) {
                    farmer.trail.push(cell);
                }
            }
            if farmer.trail.last().is_some_and(|last| farmer.land.contains(last)) {
                self.claim(i);
            }
            let fertile = super_power_up.is_some_and(|(_, kind)| kind == PowerKind::Fertilizer);
            if fertile && !self.farmers[i].trail.is_empty() {
                self.convert(i);
            }
        }
        (self.farmers[i].at, self.farmers[i].momentum) = (dest, a);
        if dest != cur {
            self.farmers[i].moved = true;
            self.events.push(Event::Moved { seat: seat(i), from: cur, to: dest });
        }
        if let Some((slot, kind)) = power_up {
            self.power_ups.take(slot);
            self.events.push(Event::PickedUp { seat: seat(i), kind, cell: dest });
            if let Some((old, _)) = self.farmers[i].power {
                self.end_of(i, old, Finish::Replaced);
            }
            self.farmers[i].power = Some((kind, self.lifespan(kind)));
        }
        if let Some((slot, kind)) = super_power_up {
            self.supers.take(slot);
            self.events.push(Event::PickedUp { seat: seat(i), kind, cell: dest });
            if let Some((old, _)) = self.farmers[i].super_power {
                self.end_of(i, old, Finish::Replaced);
            }
            self.farmers[i].super_power = Some((kind, self.lifespan(kind)));
            self.farmers[i].out = kind == PowerKind::Fertilizer && !was_own; // R18
        }
    }

    fn lifespan(&self, kind: PowerKind) -> u32 {
        if kind == PowerKind::TrailProtection { 0 } else { self.ground.code.lifespans[kind as usize - 1] }
    }

    /// R52, R53: whether the match is over after this tick.
    fn finish(&mut self) {
        let all = (self.rows * self.cols) as usize;
        let ownable = |i: usize| match R::LEGACY {
            true => all,
            false => self.board().into_iter().filter(|&cell| !self.in_home_of_another(i, cell)).count(),
        };
        if self.tick == self.ground.code.max_ticks {
            self.end = Some(End::MaxTicks);
        } else if (0..self.n()).any(|i| self.farmers[i].land.len() == ownable(i)) {
            self.end = Some(End::Full);
        }
        if let Some(reason) = self.end {
            self.events.push(Event::Over { reason });
        }
    }

    /// The first difference between this and a state of the crate, if any.
    fn differs(&self, state: &State<R>) -> Option<&'static str> {
        for (i, farmer) in self.farmers.iter().enumerate() {
            let other = &state.farmers[i];
            let land: Cells = state.field.cells(i).iter().collect();
            let held = |held: Option<crate::power::Held>| held.map(|held| (held.kind, held.left));
            let pair = |command: crate::queue::Command| (command.stamp(), command.action() as u8);
            let (queue, repeat): (VecDeque<_>, _) = (state.queue(i).map(pair).collect(), pair(other.repeat));
            let checks = [
                ("land", farmer.land == land),
                ("cells", farmer.land.len() == usize::from(other.cells)),
                ("trail", state.trail(i).iter().eq(farmer.trail.iter().copied())),
                ("at", farmer.at == other.at),
                ("away", farmer.away == state.is_away(i)),
                ("momentum", farmer.momentum == other.momentum as u8),
                ("out", farmer.out == other.out),
                ("power", farmer.power == held(other.power)),
                ("super_power", farmer.super_power == held(other.super_power)),
                ("queue", farmer.queue == queue),
                ("repeat", farmer.repeat == repeat),
                ("points", farmer.points == state.points[i]),
            ];
            if let Some((what, _)) = checks.into_iter().find(|(_, same)| !same) {
                return Some(what);
            }
        }
        let things = |mine: &Slotted<(Cell, PowerKind)>,
                      used: usize,
                      free: &[u16],
                      get: &dyn Fn(usize) -> Option<(Cell, PowerKind)>| {
            mine.slots.len() == used
                && mine.freed.iter().map(|&slot| slot as u16).eq(free.iter().copied())
                && (0..used).all(|slot| mine.slots[slot] == get(slot))
        };
        let weed = |slot: usize| {
            state.weeds.get(slot).map(|weed| Patchy {
                first: weed.first,
                cells: weed.cells().collect(),
                kind: weed.kind,
                counter: weed.counter(state.tick).into(),
            })
        };
        let weeds = self.weeds.slots.len() == state.weeds.used()
            && self.weeds.freed.iter().map(|&slot| slot as u16).eq(state.weeds.free().iter().copied())
            && (0..state.weeds.used()).all(|slot| self.weeds.slots[slot] == weed(slot));
        let power_up = |slot: usize| state.power_ups.get(slot).map(|thing| (thing.at, thing.kind));
        let lies = |slot: usize| state.supers.get(slot).map(|thing| (thing.at, thing.kind));
        let checks = [
            ("weeds", weeds),
            ("power_ups", things(&self.power_ups, state.power_ups.used(), state.power_ups.free(), &power_up)),
            ("supers", things(&self.supers, state.supers.used(), state.supers.free(), &lies)),
            ("countdowns", self.weed_countdown == i64::from(state.weed_countdown)),
            ("countdowns", self.power_up_countdown == i64::from(state.power_up_countdown)),
            ("tick", self.tick == state.tick),
            ("stamps", self.stamps == state.stamps),
            ("end", self.end == state.end),
            ("dice", self.dice == state.dice),
        ];
        checks.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }
}

/// R58: a countdown from a normal distribution, within its limits.
fn countdown(dice: &mut impl Dice, rate: &Rate) -> i64 {
    let u1 = 1.0 - dice.unit();
    let u2 = 1.0 - dice.unit();
    let v = f64::from(rate.mean)
        + f64::from(rate.deviation) * (libm::sqrt(-2.0 * libm::log(u1)) * libm::sin(2.0 * core::f64::consts::PI * u2));
    v.clamp(rate.least.into(), rate.most.into()) as i64
}

/// R58: shuffles from the end of the list.
fn shuffle<T>(dice: &mut impl Dice, list: &mut [T]) {
    let mut k = list.len();
    while k > 1 {
        k -= 1;
        list.swap(k, dice.below(k as u64 + 1) as usize);
    }
}
