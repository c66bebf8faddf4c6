//! How many survivors escape with `score` whatever the killers do, each survivor looked at by itself.
//!
//! Every course of a survivor is looked at, against killers that can do all that real ones can, and more. They are not in
//! each other's way, and one that is out of sight is wherever it could have walked to since it was last seen, without
//! being in sight on the way or not. The other survivors are wherever they can be (`crowd`), from one round to the next
//! as it harms most. So a survivor that these killers cannot stop is stopped by none. For several survivors it is asked
//! which killers must come in sight of which of them, and whether a killer that must be seen by two can be at both places
//! in time.

use super::UNITS;
use super::board::Board;
use super::crowd::Crowd;
use super::trace::{Trace, Traces, after_steps};
use super::wish::LAST_ROUND;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use std::collections::{HashMap, HashSet};

/// Some of the killers, a bit for each.
type Party = u8;
const NOBODY: Party = 0;
const EVERYBODY: Party = (1 << UNITS) - 1;

/// What matters for the rest of a course: where the survivor is, what it knows of the killers, who are to move, and the
/// round.
type Moment = (Cell, Traces, u16);

/// One survivor and a party of killers, as if there were no other killers.
struct Hunt<'a> {
    crowd: &'a Crowd,
    id: usize,
    party: Party,
    /// From these moments on the party cannot stop it, or they are being looked at.
    lost: HashSet<Moment>,
}

impl<'a> Hunt<'a> {
    fn new(crowd: &'a Crowd, id: usize, party: Party) -> Self {
        Self { crowd, id, party, lost: HashSet::new() }
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
            for to in self.crowd.steps(self.id, here, &after, round) {
                if !self.crowd.exits.contains(&to) && self.succeeds((to, after, round + 1)) {
                    self.lost.remove(&(here, killers, round));
                    return true;
                }
            }
        }
        false
    }
}

/// A round, and where a killer is in it after its step.
type Meeting = (u16, Cell);

/// When and where a killer can come in sight first, so that its party can still stop the survivor. Without this killer the
/// party cannot.
fn first_meetings(mut hunt: Hunt<'_>, start: (Cell, Traces), killer: usize) -> HashSet<Meeting> {
    let (crowd, id, party) = (hunt.crowd, hunt.id, hunt.party);
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
                let steps = crowd.steps(id, here, &after, round).into_iter().filter(|to| !crowd.exits.contains(to));
                match meeting {
                    None => next.extend(steps.map(|to| (to, after))),
                    Some(meeting) => {
                        if steps.into_iter().any(|to| hunt.succeeds((to, after, round + 1))) {
                            found.insert(meeting);
                        }
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
    crowd: &'a Crowd,
    /// Which parties can stop each survivor.
    stopped_by: [[bool; EVERYBODY as usize + 1]; UNITS],
    /// By survivor, party and killer.
    meetings: HashMap<(usize, Party, usize), HashSet<Meeting>>,
}

impl<'a> Prospects<'a> {
    pub(crate) fn of(board: &'a Board, crowd: &'a Crowd) -> Self {
        let mut prospects = Self { board, crowd, stopped_by: Default::default(), meetings: HashMap::new() };
        for id in 0..UNITS {
            let (here, killers) = prospects.start(id);
            for party in NOBODY..=EVERYBODY {
                let by_fewer = (0..UNITS).any(|killer| prospects.is_stopped(id, party & !(1 << killer)));
                let is_stopped = by_fewer || Hunt::new(crowd, id, party).succeeds((here, killers, 1));
                prospects.stopped_by[id][usize::from(party)] = is_stopped;
            }
        }
        prospects
    }

    fn start(&self, id: usize) -> (Cell, Traces) {
        (self.board.survivors.cells[id], self.board.killers.cells.map(Trace::start))
    }

    fn is_stopped(&self, id: usize, party: Party) -> bool {
        self.stopped_by[id][usize::from(party)]
    }

    /// Whether a survivor escapes for sure.
    pub(crate) fn is_sure(&self, id: usize) -> bool {
        !self.is_stopped(id, EVERYBODY)
    }

    /// How many escape at least.
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
        let hunt = Hunt::new(self.crowd, id, party);
        self.meetings.entry((id, party, killer)).or_insert_with(|| first_meetings(hunt, start, killer))
    }
}
