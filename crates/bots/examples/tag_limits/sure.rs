//! How many survivors escape with `score` whatever the killers do: a bound that no killers can pass.
//!
//! Every course of a survivor is looked at, against killers that can do all that real ones can, and more. They are not in
//! each other's way, and one that is out of sight is wherever it could have walked to since it was last seen, without
//! being in sight on the way or not. So a survivor that these killers cannot stop is stopped by none. For several
//! survivors it is asked which killers must come in sight of which of them, and whether a killer that must be seen by two
//! can be at both places in time. Survivors play by R39 and R40 to the letter, borders and the last round included; what
//! they would make of other survivors is left out.

use super::UNITS;
use super::board::{Board, SIDE, SIGHT, around};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use std::collections::{HashMap, HashSet};

/// The last round of a match.
pub(crate) const LAST_ROUND: u16 = 100;
/// For how many rounds `score` remembers a killer, and how far the shadow of such a killer grows.
const MEMORY: u16 = 8;
const RADIUS: u16 = 5;

/// Some of the killers, a bit for each.
type Party = u8;
const NOBODY: Party = 0;
const EVERYBODY: Party = (1 << UNITS) - 1;

/// What is known of a killer: where it was so many rounds ago, and whether the survivor has ever seen it. If it has, it
/// was there that it saw it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trace {
    at: Cell,
    age: u16,
    was_seen: bool,
}

impl Trace {
    pub(crate) const fn start(at: Cell) -> Self {
        Self { at, age: 0, was_seen: false }
    }

    /// The killer is in sight at this cell, or it is not in sight.
    pub(crate) const fn look(self, seen: Option<Cell>) -> Self {
        match seen {
            Some(at) => Self { at, age: 0, was_seen: true },
            None => Self { age: self.age + 1, ..self },
        }
    }

    /// Whether the killer can be at a cell after its next step.
    const fn reaches(self, cell: Cell) -> bool {
        distance(self.at, cell) <= self.age + 1
    }

    /// What can be known of it after its next step: it is out of sight, or somewhere in sight.
    fn after_step(self, survivor: Cell) -> impl Iterator<Item = Self> {
        let reach = self.age + 1;
        let ends = |at: u16| [at.saturating_sub(reach), (at + reach).min(SIDE - 1)];
        let leaves = |at: u16, here: u16| ends(at).into_iter().any(|end| end.abs_diff(here) > SIGHT);
        let hidden = leaves(self.at.x, survivor.x) || leaves(self.at.y, survivor.y);
        let in_sight = square(survivor).filter(move |&cell| self.reaches(cell)).map(move |cell| self.look(Some(cell)));
        hidden.then(|| self.look(None)).into_iter().chain(in_sight)
    }
}

/// The cells in sight of a survivor.
fn square(here: Cell) -> impl Iterator<Item = Cell> {
    let span = |at: u16| at.saturating_sub(SIGHT)..=(at + SIGHT).min(SIDE - 1);
    span(here.x).flat_map(move |x| span(here.y).map(move |y| Cell { x, y }))
}

/// The step of `score` (R39, R40) where no other survivor is in sight.
pub(crate) fn score_step(exits: &[Cell], here: Cell, killers: &[Trace; UNITS], round: u16) -> Cell {
    let to_exit = |from: Cell| exits.iter().map(|&exit| i64::from(distance(exit, from))).min().unwrap_or(0);
    let seen = || killers.iter().filter(|killer| killer.was_seen && killer.age == 0).map(|killer| killer.at);
    let lost = || killers.iter().filter(|killer| killer.was_seen && (1..=MEMORY).contains(&killer.age));
    let left = i64::from(LAST_ROUND - round + 1);
    let mut best = (i64::MIN, here);
    for to in around(here) {
        if exits.contains(&to) {
            return to;
        }
        if seen().any(|at| at == to) {
            continue;
        }
        let exit = to_exit(to);
        let near = seen().map(|at| i64::from(distance(at, to))).min().unwrap_or(8);
        let mut value = -1000 * exit + 600 * near + 300 * (near - exit) - 1_000_000 * (3 - near).max(0);
        value -= 1500 * seen().filter(|&at| distance(at, to) <= 2).count() as i64;
        let shadows = lost().filter(|killer| distance(killer.at, to) <= killer.age.min(RADIUS));
        value -= shadows.map(|killer| 100 * i64::from(MEMORY - killer.age)).sum::<i64>();
        value -= unknown(here, to);
        if to_exit(here) == left && exit != left - 1 {
            value -= 100_000_000;
        }
        if value > best.0 {
            best = (value, to);
        }
    }
    best.1
}

/// The loss for cells in sight of the next cell that are not in sight now.
fn unknown(here: Cell, to: Cell) -> i64 {
    let all = square(to).count() as i64;
    let new = square(to).filter(|&cell| distance(cell, here) > SIGHT).count() as i64;
    200 * new / all
}

/// What matters for the rest of a course: where the survivor is, what it knows of the killers, who are to move, and the
/// round.
type Moment = (Cell, [Trace; UNITS], u16);

/// What can be known of the killers after their next step; only those of the party move.
fn after_steps(here: Cell, killers: [Trace; UNITS], party: Party) -> Vec<[Trace; UNITS]> {
    let mut found = vec![killers];
    for id in (0..UNITS).filter(|id| party >> id & 1 == 1) {
        let with = |before: [Trace; UNITS]| {
            killers[id].after_step(here).map(move |trace| {
                let mut after = before;
                after[id] = trace;
                after
            })
        };
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// One survivor and a party of killers, as if nobody else was there.
struct Hunt<'a> {
    exits: &'a [Cell],
    party: Party,
    /// From these moments on the party cannot stop it, or they are being looked at.
    lost: HashSet<Moment>,
}

impl<'a> Hunt<'a> {
    fn new(exits: &'a [Cell], party: Party) -> Self {
        Self { exits, party, lost: HashSet::new() }
    }

    /// Whether the party can keep the survivor from an exit.
    fn succeeds(&mut self, (here, killers, round): Moment) -> bool {
        let captures = |id: usize| self.party >> id & 1 == 1 && killers[id].reaches(here);
        if round > LAST_ROUND || (0..UNITS).any(captures) {
            return true;
        }
        if !self.lost.insert((here, killers, round)) {
            return false;
        }
        for after in after_steps(here, killers, self.party) {
            let to = score_step(self.exits, here, &after, round);
            if !self.exits.contains(&to) && self.succeeds((to, after, round + 1)) {
                self.lost.remove(&(here, killers, round));
                return true;
            }
        }
        false
    }
}

/// A round, and where a killer is in it after its step.
type Meeting = (u16, Cell);

/// When and where a killer can come in sight first, so that its party can still stop the survivor. Without this killer the
/// party cannot.
fn first_meetings(exits: &[Cell], start: (Cell, [Trace; UNITS]), party: Party, killer: usize) -> HashSet<Meeting> {
    let mut hunt = Hunt::new(exits, party);
    let mut found = HashSet::new();
    let mut courses = HashSet::from([start]);
    for round in 1..=LAST_ROUND {
        let mut next = HashSet::new();
        for (here, killers) in courses {
            if killers[killer].reaches(here) {
                found.insert((round, here));
            }
            for after in after_steps(here, killers, party) {
                let meeting = after[killer].was_seen.then_some((round, after[killer].at));
                if meeting.is_some_and(|meeting| found.contains(&meeting)) {
                    continue;
                }
                let to = score_step(exits, here, &after, round);
                match meeting {
                    _ if exits.contains(&to) => {}
                    Some(meeting) if hunt.succeeds((to, after, round + 1)) => {
                        found.insert(meeting);
                    }
                    Some(_) => {}
                    None => {
                        next.insert((to, after));
                    }
                }
            }
        }
        courses = next;
    }
    found
}

/// What killers can do against each of the survivors.
pub(crate) struct Prospects<'a> {
    board: &'a Board,
    /// Which parties can stop each survivor.
    stopped_by: [[bool; EVERYBODY as usize + 1]; UNITS],
    /// By survivor, party and killer.
    meetings: HashMap<(usize, Party, usize), HashSet<Meeting>>,
}

impl<'a> Prospects<'a> {
    pub(crate) fn of(board: &'a Board) -> Self {
        let mut prospects = Self { board, stopped_by: Default::default(), meetings: HashMap::new() };
        for id in 0..UNITS {
            let (here, killers) = prospects.start(id);
            for party in NOBODY..=EVERYBODY {
                let by_fewer = (0..UNITS).any(|killer| prospects.is_stopped(id, party & !(1 << killer)));
                let is_stopped = by_fewer || Hunt::new(&board.exits, party).succeeds((here, killers, 1));
                prospects.stopped_by[id][usize::from(party)] = is_stopped;
            }
        }
        prospects
    }

    fn start(&self, id: usize) -> (Cell, [Trace; UNITS]) {
        (self.board.survivors.cells[id], self.board.killers.cells.map(Trace::start))
    }

    fn is_stopped(&self, id: usize, party: Party) -> bool {
        self.stopped_by[id][usize::from(party)]
    }

    /// Whether a survivor escapes for sure if it meets no other.
    pub(crate) fn is_sure(&self, id: usize) -> bool {
        !self.is_stopped(id, EVERYBODY)
    }

    /// How many escape at least, if none meets another.
    pub(crate) fn least_escapes(&mut self) -> u32 {
        let groups = [vec![0, 1, 2], vec![0, 1], vec![0, 2], vec![1, 2], vec![0], vec![1], vec![2]];
        let stopped = groups.iter().find(|group| self.can_all_be_stopped(group)).map_or(0, Vec::len);
        (UNITS - stopped) as u32
    }

    /// Whether it is possible that each of these is stopped, by those killers that come in its sight.
    fn can_all_be_stopped(&mut self, group: &[usize]) -> bool {
        let parties = usize::from(EVERYBODY);
        (0..parties.pow(group.len() as u32)).any(|choice| {
            let party = |at: usize| (choice / parties.pow(at as u32) % parties + 1) as Party;
            let hunts: Vec<(usize, Party)> = group.iter().enumerate().map(|(at, &id)| (id, party(at))).collect();
            hunts.iter().all(|&(id, party)| self.is_stopped(id, party))
                && hunts.iter().enumerate().all(|(at, &one)| hunts[..at].iter().all(|&other| self.fit(one, other)))
        })
    }

    /// Whether every killer that two survivors' parties cannot do without can be in sight of both.
    fn fit(&mut self, one: (usize, Party), other: (usize, Party)) -> bool {
        (0..UNITS).all(|killer| {
            if ![one, other].iter().all(|&hunt| self.needs(hunt, killer)) {
                return true;
            }
            let [one, other] = [one, other].map(|hunt| self.meetings_of(hunt, killer).clone());
            let in_time = |a: &Meeting, b: &Meeting| distance(a.1, b.1) <= a.0.abs_diff(b.0);
            one.iter().any(|a| other.iter().any(|b| in_time(a, b)))
        })
    }

    fn needs(&self, (id, party): (usize, Party), killer: usize) -> bool {
        party >> killer & 1 == 1 && !self.is_stopped(id, party & !(1 << killer))
    }

    fn meetings_of(&mut self, (id, party): (usize, Party), killer: usize) -> &HashSet<Meeting> {
        let start = self.start(id);
        let exits = &self.board.exits;
        self.meetings.entry((id, party, killer)).or_insert_with(|| first_meetings(exits, start, party, killer))
    }
}
