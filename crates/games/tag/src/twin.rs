//! A second, readable implementation of the phase of [`crate::rules`]: pairs, lists and tables, one sentence of the
//! rules after the other.
//!
//! [`crate::rules::step`] moves packed cells without a branch and resolves conflicts only where there are any. This is
//! the same rule in the form that people would write, and the tests check that the two are equal, step by step,
//! including events. Nothing here knows how the engine stores its state, and conflicts are resolved here, stage by
//! stage, without the kernel's resolver.
//!
//! ```
//! use gridhaunt_kernel::{Game, Seat};
//! use gridhaunt_tag::twin::{Law, Plain};
//! use gridhaunt_tag::{Settings, Step, Tag};
//!
//! let (world, mut state) = <Tag>::new(&Settings::default(), 7)?;
//! let (law, mut plain) = (Law::of(&world), Plain::of(&world, &state));
//! let choices: Vec<_> = <Tag>::phase(&world, &state).seats().iter().map(|seat| (seat, Step::NE.into())).collect();
//! let mut events = Vec::new();
//! <Tag>::step(&world, &mut state, &choices, |event| events.push(event));
//! assert_eq!(plain.step(&law, &choices), events);
//! assert_eq!(plain, Plain::of(&world, &state));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

use crate::World;
use crate::action::{Action, Step};
use crate::event::{Event, Team, What};
use crate::ground::Priority;
use crate::position::Position;
use crate::state::{End, Last, Side, State, Status, Winner};
use alloc::collections::BTreeMap;
use gridhaunt_kernel::prelude::*;

/// A cell as column and row; a cell off the board is a pair too.
type Spot = (i32, i32);

fn spot(cell: Cell) -> Spot {
    (cell.x.into(), cell.y.into())
}

fn cell((x, y): Spot) -> Cell {
    Cell { x: x as u16, y: y as u16 }
}

/// The cell that a step leads to (R2).
fn beyond((x, y): Spot, step: Step) -> Spot {
    match step {
        Step::Stay => (x, y),
        Step::N => (x, y - 1),
        Step::NE => (x + 1, y - 1),
        Step::E => (x + 1, y),
        Step::SE => (x + 1, y + 1),
        Step::S => (x, y + 1),
        Step::SW => (x - 1, y + 1),
        Step::W => (x - 1, y),
        Step::NW => (x - 1, y - 1),
    }
}

/// The distance of two cells in steps (R3).
fn apart(a: Spot, b: Spot) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The settings that a phase needs.
#[derive(Clone, Debug)]
pub struct Law {
    width: i32,
    height: i32,
    max_rounds: u16,
    exits: Vec<Spot>,
    follow: bool,
    cycle: bool,
    barred: bool,
    priority: Priority,
    multi_escape: bool,
    strict: bool,
}

impl Law {
    /// The settings of a match.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let code = world.code;
        Self {
            width: code.grid.width().into(),
            height: code.grid.height().into(),
            max_rounds: code.max_rounds,
            exits: world.exits.iter().map(|&exit| spot(exit)).collect(),
            follow: code.follow,
            cycle: code.cycle,
            barred: code.barred,
            priority: code.priority,
            multi_escape: code.multi_escape,
            strict: code.strict,
        }
    }
}

/// Everything that changes (R6).
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    round: u16,
    phase: Side,
    killers: Vec<Spot>,
    /// The status of each survivor, and the cells of those that are in.
    survivors: Vec<(Status, Option<Spot>)>,
    last: BTreeMap<(Side, usize), Last>,
    captures: Vec<u8>,
    /// Who won and why the match ended, if it has.
    pub over: Option<(Winner, End)>,
}

impl Plain {
    /// A state in plain terms.
    #[must_use]
    pub fn of<const N: usize>(world: &World, state: &State<N>) -> Self {
        let position = Position::of(&world.code, state);
        let place = |(status, at): (Status, Cell)| (status, (status == Status::In).then(|| spot(at)));
        let mut last = BTreeMap::new();
        for side in [Side::Survivor, Side::Killer] {
            for (id, why) in position.last[side as usize].iter().enumerate() {
                why.and_then(|why| last.insert((side, id), why));
            }
        }
        Self {
            round: position.round,
            phase: position.phase,
            killers: position.killers.into_iter().map(spot).collect(),
            survivors: position.survivors.into_iter().map(place).collect(),
            last,
            captures: position.captures,
            over: position.over,
        }
    }

    fn count(&self, wanted: Status) -> u8 {
        self.survivors.iter().filter(|(status, _)| *status == wanted).count() as u8
    }

    /// The phase of one side (R11). The killers move, then capture (R21); the survivors move, then escape, then are
    /// captured where they stand on a killer (R23). Then the phase ends. A match that is over does not change.
    pub fn step(&mut self, law: &Law, choices: &[(Seat, Action)]) -> Vec<Event> {
        if self.over.is_some() {
            return Vec::new();
        }
        let (round, side) = (self.round, self.phase);
        let mut told = self.go(law, choices); // R14 to R20
        match side {
            Side::Killer => told.extend(self.first_captures()), // R22
            Side::Survivor => {
                told.extend(self.escapes(law)); // R24
                told.extend(self.second_captures()); // R25
            }
        }
        told.push(What::PhaseEnd { phase: side, r#in: self.count(Status::In) });
        told.extend(self.end(law)); // R26 to R28
        told.into_iter().map(|what| Event { round, what }).collect()
    }

    /// The first choice of each unit counts, a unit without one stays (R14); conflicts are resolved (R16 to R20); units
    /// that are not refused move.
    fn go(&mut self, law: &Law, choices: &[(Seat, Action)]) -> Vec<What> {
        let side = self.phase;
        let team = if side == Side::Killer { Team::K } else { Team::S };
        let origins: BTreeMap<usize, Spot> = match side {
            Side::Killer => self.killers.iter().copied().enumerate().collect(),
            Side::Survivor => self.survivors.iter().map(|(_, at)| *at).enumerate().flat_map(there).collect(),
        };
        let mut chosen: BTreeMap<usize, (Step, i32)> = BTreeMap::new();
        for &(seat, Action { step, bid }) in choices {
            let seat = seat.index(); // R5
            let id = match side {
                Side::Survivor => Some(seat).filter(|seat| *seat < self.survivors.len()),
                Side::Killer => seat.checked_sub(self.survivors.len()),
            };
            if let Some(id) = id.filter(|id| origins.contains_key(id)) {
                chosen.entry(id).or_insert((step, bid));
            }
        }
        let refused = self.resolve(law, side, &origins, &chosen);

        let mut told = Vec::new();
        for (&id, _) in origins.iter().filter(|(id, _)| !chosen.contains_key(id)) {
            told.push(What::NoAction { team, unit: id as u8 });
            self.last.insert((side, id), Last::NoAction);
        }
        for (&id, &(step, bid)) in &chosen {
            let (from, wish) = (origins[&id], beyond(origins[&id], step));
            let why = refused.get(&id).copied();
            let to = if why.is_some() { from } else { wish };
            told.push(What::Move { team, unit: id as u8, from: cell(from), to: cell(to), step, bid });
            self.last.remove(&(side, id));
            if let Some(reason) = why {
                told.push(What::Rejected { team, unit: id as u8, wish: [wish.0 as i16, wish.1 as i16], reason });
                self.last.insert((side, id), reason);
            }
            match side {
                Side::Killer => self.killers[id] = to,
                Side::Survivor => self.survivors[id].1 = Some(to),
            }
        }
        told
    }

    /// Which units are refused, and why, stage by stage; each stage first finds the units to refuse and then refuses
    /// them.
    fn resolve(
        &self,
        law: &Law,
        side: Side,
        origins: &BTreeMap<usize, Spot>,
        chosen: &BTreeMap<usize, (Step, i32)>,
    ) -> BTreeMap<usize, Last> {
        let wish = |id: usize| beyond(origins[&id], chosen[&id].0);
        let stands = |at: Spot| origins.iter().find(|(_, origin)| **origin == at).map(|(&id, _)| id);
        let mut movers: Vec<usize> = chosen.keys().copied().filter(|&id| wish(id) != origins[&id]).collect();
        let mut refused: BTreeMap<usize, Last> = BTreeMap::new();
        let mut refuse = |movers: &mut Vec<usize>, whom: &[usize], why: Last| {
            refused.extend(whom.iter().map(|&id| (id, why)));
            movers.retain(|id| !whom.contains(id));
        };

        // Stage 1 (R16): a wish off the board, onto a barred exit or, where following is forbidden, onto an occupied
        // cell.
        let on_board = |(x, y): Spot| (0..law.width).contains(&x) && (0..law.height).contains(&y);
        let outside: Vec<usize> = movers.iter().copied().filter(|&id| !on_board(wish(id))).collect();
        refuse(&mut movers, &outside, Last::OutOfBounds);
        if side == Side::Killer && law.barred {
            let barred: Vec<usize> = movers.iter().copied().filter(|&id| law.exits.contains(&wish(id))).collect();
            refuse(&mut movers, &barred, Last::ForbiddenCell);
        }
        let swaps = |movers: &[usize]| -> Vec<usize> {
            let with = |id: usize| stands(wish(id)).filter(|other| movers.contains(other));
            movers.iter().copied().filter(|&id| with(id).is_some_and(|other| wish(other) == origins[&id])).collect()
        };
        let swapping = swaps(&movers);
        if !law.follow {
            let follows = |id: &usize| stands(wish(*id)).is_some() && !swapping.contains(id);
            let following: Vec<usize> = movers.iter().copied().filter(follows).collect();
            refuse(&mut movers, &following, Last::Blocked);
        }

        // Stage 2 (R17): two units that want each other's cells.
        refuse(&mut movers, &swapping, Last::Swap);

        // Stage 3 (R18): rings of three and more.
        let ring: Vec<usize> = movers.iter().copied().filter(|&id| comes_back(id, &movers, &wish, &stands)).collect();
        let mut committed = Vec::new();
        if law.cycle {
            committed = ring;
        } else {
            refuse(&mut movers, &ring, Last::Cycle);
        }

        // Stage 4 (R19): of several units that want one cell, one has priority.
        let mut by_cell: BTreeMap<Spot, Vec<usize>> = BTreeMap::new();
        movers.iter().for_each(|&id| by_cell.entry(wish(id)).or_default().push(id));
        let mut losers = Vec::new();
        for (at, rivals) in by_cell {
            if side == Side::Survivor && law.multi_escape && law.exits.contains(&at) {
                continue;
            }
            let before = |&id: &usize| {
                let rank = match law.priority {
                    Priority::Score => -i64::from(chosen[&id].1),
                    Priority::Id => 0,
                    Priority::Distance => self
                        .goals(law, side)
                        .iter()
                        .map(|&goal| apart(origins[&id], goal))
                        .min()
                        .expect("a goal")
                        .into(),
                };
                (!committed.contains(&id), rank, id)
            };
            let winner = rivals.iter().copied().min_by_key(before).expect("somebody wants it");
            losers.extend(rivals.into_iter().filter(|&id| id != winner));
        }
        refuse(&mut movers, &losers, Last::Contested);

        // Stage 5 (R20): a unit that wants the cell of one that stays is blocked, and so it stays too, until nothing
        // changes.
        loop {
            let stays = |id: usize| !movers.contains(&id);
            let blocked: Vec<usize> =
                movers.iter().copied().filter(|&id| stands(wish(id)).is_some_and(stays)).collect();
            if blocked.is_empty() {
                return refused;
            }
            refuse(&mut movers, &blocked, Last::Blocked);
        }
    }

    /// The cells that a side runs to (R19).
    fn goals(&self, law: &Law, side: Side) -> Vec<Spot> {
        match side {
            Side::Killer => self.survivors.iter().filter_map(|(_, at)| *at).collect(),
            Side::Survivor => law.exits.clone(),
        }
    }

    fn leave(&mut self, survivor: usize, how: Status) {
        self.survivors[survivor] = (how, None);
    }

    /// In the killer phase a survivor on a killer's cell is captured, in the order of the killers' ids (R22).
    fn first_captures(&mut self) -> Vec<What> {
        let mut told = Vec::new();
        for killer in 0..self.killers.len() {
            let at = self.killers[killer];
            if let Some(survivor) = self.survivors.iter().position(|(_, place)| *place == Some(at)) {
                told.push(self.capture(Side::Killer, killer, survivor, at));
            }
        }
        told
    }

    /// In the survivor phase a survivor on a killer's cell is captured, in the order of the survivors' ids (R25).
    fn second_captures(&mut self) -> Vec<What> {
        let mut told = Vec::new();
        for survivor in 0..self.survivors.len() {
            let Some(at) = self.survivors[survivor].1 else { continue };
            if let Some(killer) = self.killers.iter().position(|&place| place == at) {
                told.push(self.capture(Side::Survivor, killer, survivor, at));
            }
        }
        told
    }

    fn capture(&mut self, phase: Side, killer: usize, survivor: usize, at: Spot) -> What {
        self.leave(survivor, Status::Captured);
        self.captures[killer] += 1;
        let (escaped, captured) = (self.count(Status::Escaped), self.count(Status::Captured));
        What::Capture { phase, killer: killer as u8, survivor: survivor as u8, at: cell(at), escaped, captured }
    }

    /// A survivor on an exit is out, even if others stand there (R24).
    fn escapes(&mut self, law: &Law) -> Vec<What> {
        let mut told = Vec::new();
        for survivor in 0..self.survivors.len() {
            let Some(at) = self.survivors[survivor].1.filter(|at| law.exits.contains(at)) else { continue };
            self.leave(survivor, Status::Escaped);
            let (escaped, captured) = (self.count(Status::Escaped), self.count(Status::Captured));
            told.push(What::Escape { survivor: survivor as u8, at: cell(at), escaped, captured });
        }
        told
    }

    /// The match ends when no survivor is in, or after the last round (R26); survivors that are still in are stranded
    /// (R27), and the numbers decide who wins (R28). Otherwise the phase of the other side follows.
    fn end(&mut self, law: &Law) -> Vec<What> {
        let mut told = Vec::new();
        let reason = if self.count(Status::In) == 0 {
            End::BoardEmpty
        } else if self.phase == Side::Survivor && self.round == law.max_rounds {
            End::TimeLimit
        } else {
            match self.phase {
                Side::Killer => self.phase = Side::Survivor,
                Side::Survivor => (self.phase, self.round) = (Side::Killer, self.round + 1),
            }
            return told;
        };
        for survivor in 0..self.survivors.len() {
            if let (Status::In, Some(at)) = self.survivors[survivor] {
                told.push(What::Stranded { survivor: survivor as u8, at: cell(at) });
                self.leave(survivor, Status::Stranded);
            }
        }
        let [escaped, captured, stranded] =
            [Status::Escaped, Status::Captured, Status::Stranded].map(|status| self.count(status));
        let all = self.survivors.len() as u8;
        let winner = match law.strict {
            true if escaped == all => Winner::Survivors,
            true => Winner::Killers,
            false if escaped > captured + stranded => Winner::Survivors,
            false if escaped < captured + stranded => Winner::Killers,
            false => Winner::Draw,
        };
        self.over = Some((winner, reason));
        told.push(What::GameOver { winner, reason, escaped, captured, stranded });
        told
    }
}

/// A unit with its cell, if it has one.
fn there((id, at): (usize, Option<Spot>)) -> Option<(usize, Spot)> {
    at.map(|at| (id, at))
}

/// R18: follows a moving unit to the unit whose origin it wants, as long as that one moves too.
fn comes_back(
    start: usize,
    movers: &[usize],
    wish: &impl Fn(usize) -> Spot,
    stands: &impl Fn(Spot) -> Option<usize>,
) -> bool {
    let mut seen = vec![start];
    loop {
        match stands(wish(seen[seen.len() - 1])).filter(|next| movers.contains(next)) {
            Some(next) if next == start => return true,
            Some(next) if !seen.contains(&next) => seen.push(next),
            _ => return false,
        }
    }
}
