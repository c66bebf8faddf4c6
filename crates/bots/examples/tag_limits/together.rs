//! How many of several survivors escape with `score` whatever the killers do, if these survivors are looked at together.
//!
//! What they do to each other follows the rules to the letter. A killer is at one place for all of them: out of the sight
//! of all it is wherever it could have walked to since each of them last saw it. Survivors who are not among them are
//! wherever they can be (`crowd`), and win every contest.

use super::UNITS;
use super::board::{Board, SIGHT};
use super::crowd::Crowd;
use super::trace::{Trace, Traces, out_of_sight, square};
use super::wish::{LAST_ROUND, Values, Wish};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use std::collections::HashMap;

/// It is given up when there are more moments than these.
const MOST: usize = 20_000;

/// Where each survivor of a group is and what it knows, nothing of those who are gone or not of the group.
pub(crate) type Members = [Option<(Cell, Traces)>; UNITS];

/// Where each killer is, if it is in sight.
pub(crate) type Killers = [Option<Cell>; UNITS];

/// The survivors that are looked at together.
pub(crate) struct Group<'a> {
    pub(crate) crowd: &'a Crowd,
    pub(crate) has: [bool; UNITS],
}

impl Group<'_> {
    pub(crate) fn start(&self, board: &Board) -> Members {
        let member = |id: usize| (board.survivors.cells[id], board.killers.cells.map(Trace::start));
        std::array::from_fn(|id| self.has[id].then(|| member(id)))
    }

    /// How many of them escape at least, 0 if that takes too long to find out.
    pub(crate) fn least_escapes(&self, board: &Board) -> u32 {
        self.least(self.start(board), 1, &mut HashMap::new()).unwrap_or(0)
    }

    /// From a round on; None if it is given up.
    fn least(&self, members: Members, round: u16, known: &mut HashMap<(Members, u16), u32>) -> Option<u32> {
        if round > LAST_ROUND || members.iter().all(Option::is_none) {
            return Some(0);
        }
        if let Some(&least) = known.get(&(members, round)) {
            return Some(least);
        }
        if known.len() > MOST {
            return None;
        }
        let mut least = u32::MAX;
        for killers in killers_after(&members) {
            for (escaped, after) in self.after_round(&members, killers, round) {
                least = least.min(escaped + self.least(after, round + 1, known)?);
            }
            if least == 0 {
                break;
            }
        }
        known.insert((members, round), least);
        Some(least)
    }

    /// All that can come of a round in which the killers go to these cells: how many escape, and who is left.
    pub(crate) fn after_round(&self, members: &Members, killers: Killers, round: u16) -> Vec<(u32, Members)> {
        let met = members.map(|member| look_around(member?, killers));
        let mut choices = vec![[None; UNITS]];
        for id in 0..UNITS {
            let wishes = self.wishes(id, &met, round);
            if !wishes.is_empty() {
                let with = |before: [Option<Choice>; UNITS]| {
                    wishes.iter().map(move |&wish| {
                        let mut choice = before;
                        choice[id] = Some(wish);
                        choice
                    })
                };
                choices = choices.into_iter().flat_map(with).collect();
            }
        }
        let mut found = Vec::new();
        for choice in choices {
            let after = self.resolve(&met, &choice);
            if !found.contains(&after) {
                found.push(after);
            }
        }
        found
    }

    /// What a member can want, and whether somebody who is not of the group can be before it there.
    fn wishes(&self, id: usize, members: &Members, round: u16) -> Vec<Choice> {
        let Some((here, killers)) = members[id] else { return Vec::new() };
        let values = Values::of(&self.crowd.exits, here, &killers, round);
        let mates = (0..UNITS).filter(|&mate| mate != id).filter_map(|mate| members[mate]).map(|(at, _)| at);
        let mates = mates.filter(|&at| distance(at, here) <= SIGHT);
        let mut found = Vec::new();
        for company in self.crowd.companies((0..UNITS).filter(|&other| !self.has[other]), here, round) {
            let strangers = company.into_iter().flatten();
            let wish = values.wish(mates.clone().chain(strangers.clone()));
            let contested = strangers.clone().any(|at| distance(at, wish.0) <= 1);
            for choice in [Some((wish, false)), contested.then_some((wish, true))].into_iter().flatten() {
                if !found.contains(&choice) {
                    found.push(choice);
                }
            }
        }
        found
    }

    /// Contests and escapes (R19, R24). Nobody wants a cell that another stands on.
    fn resolve(&self, members: &Members, choices: &[Option<Choice>; UNITS]) -> (u32, Members) {
        let (mut escaped, mut after) = (0, *members);
        for id in 0..UNITS {
            let (Some((_, killers)), Some(((to, bid), _))) = (members[id], choices[id]) else { continue };
            let goes_first = |(rival, choice): (usize, &Option<Choice>)| {
                choice.is_some_and(|((cell, other), is_lost)| {
                    cell == to && (is_lost || other > bid || other == bid && rival < id)
                })
            };
            if choices.iter().enumerate().any(goes_first) {
                continue;
            }
            let is_out = self.crowd.exits.contains(&to);
            escaped += u32::from(is_out);
            after[id] = (!is_out).then_some((to, killers));
        }
        (escaped, after)
    }
}

/// A wish, and whether it loses the contest for its cell against a survivor who is not of the group.
type Choice = (Wish, bool);

/// What a survivor knows after the killers' step, nothing if it is captured.
fn look_around((here, mut traces): (Cell, Traces), killers: Killers) -> Option<(Cell, Traces)> {
    for (trace, at) in traces.iter_mut().zip(killers) {
        *trace = trace.look(at.filter(|&at| distance(at, here) <= SIGHT));
    }
    (!killers.contains(&Some(here))).then_some((here, traces))
}

/// Everywhere the killers can be after their next step.
fn killers_after(members: &Members) -> impl Iterator<Item = Killers> {
    let survivors: Vec<Cell> = members.iter().flatten().map(|&(here, _)| here).collect();
    let places: [Vec<Option<Cell>>; UNITS] = std::array::from_fn(|id| {
        let traces: Vec<Trace> = members.iter().flatten().map(|(_, traces)| traces[id]).collect();
        let mut places = Vec::new();
        if out_of_sight(&traces, &survivors) {
            places.push(None);
        }
        for cell in survivors.iter().flat_map(|&here| square(here)) {
            if traces.iter().all(|trace| trace.reaches(cell)) && !places.contains(&Some(cell)) {
                places.push(Some(cell));
            }
        }
        places
    });
    (0..places.iter().map(Vec::len).product()).map(move |mut number| {
        places.each_ref().map(|places| {
            let place = places[number % places.len()];
            number /= places.len();
            place
        })
    })
}
