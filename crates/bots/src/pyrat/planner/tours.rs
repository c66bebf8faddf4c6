//! The search over tours: which cheese next, and which after that.
//!
//! A tour is judged by playing the match on: the rival follows a tour of its own, or goes to the nearest cheese, and so
//! does the bot where its tour ends. The search is a beam: tours of one leg, then the best of them with one leg more.

use super::chart::{Chart, NEVER};
use super::race::{ME, RIVAL, Race, Runner};

/// How many cheeses are tried from the end of a tour. Most cells of a maze have no more ways.
const BRANCHES: usize = 4;

/// How many legs are searched. What lies farther ahead never comes as it was planned.
const LEGS: usize = 12;

/// After how many meals the playing on stops.
const MEALS: usize = 30;

/// What a win is worth, in half points of lead.
const WIN: i32 = 1000;

/// Cheeses in the order in which they are to be eaten.
pub(super) type Tour = Vec<u8>;

/// A race after the first legs of a tour.
#[derive(Clone, Copy, Debug)]
struct Node {
    race: Race,
    /// The node it comes from.
    parent: usize,
    /// The cheese of the last leg.
    cheese: u8,
    worth: i32,
}

/// The search, with memory that is used again.
#[derive(Debug)]
pub(super) struct Search {
    beam: usize,
    nodes: Vec<Node>,
    children: Vec<Node>,
}

impl Search {
    /// A search that goes on from so many tours of each length.
    pub(super) const fn new(beam: usize) -> Self {
        Self { beam, nodes: Vec::new(), children: Vec::new() }
    }

    /// The best tour of the bot against a rival that follows `its`. Empty if it can be the first nowhere.
    pub(super) fn best_tour(&mut self, chart: &Chart, race: &Race, its: &[u8]) -> Tour {
        self.nodes.clear();
        self.nodes.push(Node { race: *race, parent: 0, cheese: 0, worth: i32::MIN });
        let (mut level, mut best) = (0..1, 0);
        for _ in 0..LEGS {
            self.children.clear();
            level.for_each(|parent| self.expand(chart, parent, its));
            level = self.keep_best();
            match self.nodes.get(level.start) {
                Some(node) if node.worth > self.nodes[best].worth => best = level.start,
                Some(_) => {}
                None => break,
            }
        }
        self.tour_to(best)
    }

    /// Adds the children of a node: one for each cheese at which the bot is not too late.
    fn expand(&mut self, chart: &Chart, parent: usize, its: &[u8]) {
        let race = self.nodes[parent].race;
        if race.is_decided() {
            return;
        }
        let mut add = |cheese: usize| {
            let mut race = race;
            race.send(chart, ME, cheese);
            while race.runners[ME].target.is_some() {
                if race.runners[RIVAL].target.is_none() {
                    race.send_along(chart, RIVAL, its);
                }
                race.play_to_next_meal(chart);
            }
            let arrived = race.runners[ME].ate == Some(cheese as u8);
            if arrived {
                let worth = worth_of_tours(chart, &race, [&[], its]);
                self.children.push(Node { race, parent, cheese: cheese as u8, worth });
            }
            arrived
        };
        let Runner { cell, ate, .. } = race.runners[ME];
        // What lies on the way to another is eaten on the way: it is the nearer target.
        let Some(ate) = ate.map(usize::from) else {
            let clear = |&cheese: &usize| chart.time(cell, cheese) < NEVER && chart.is_clear(cell, cheese, &race.left);
            race.left.iter().filter(clear).for_each(|cheese| {
                add(cheese);
            });
            return;
        };
        let clear = |&cheese: &usize| race.left.contains(cheese) && !chart.between(ate, cheese).meets(&race.left);
        let others = chart.nearest(ate).iter().map(|&cheese| usize::from(cheese));
        let in_reach = others.filter(clear).take_while(|&cheese| chart.time(cell, cheese) < NEVER);
        in_reach.filter(|&cheese| add(cheese)).take(BRANCHES).for_each(drop);
    }

    /// Keeps the best children as nodes, the best first, without those that another makes needless.
    fn keep_best(&mut self) -> core::ops::Range<usize> {
        let first = self.nodes.len();
        self.children.sort_by_key(|child| core::cmp::Reverse(child.worth));
        for child in &self.children {
            if self.nodes.len() - first == self.beam {
                break;
            }
            if !self.nodes[first..].iter().any(|node| is_no_worse(&node.race, &child.race)) {
                self.nodes.push(*child);
            }
        }
        first..self.nodes.len()
    }

    fn tour_to(&self, mut node: usize) -> Tour {
        let mut tour = Tour::new();
        while node > 0 {
            tour.push(self.nodes[node].cheese);
            node = self.nodes[node].parent;
        }
        tour.reverse();
        tour
    }
}

/// Whether the bot is on the same cell in both races, with the same cheese left, and no worse off in the first.
fn is_no_worse(one: &Race, other: &Race) -> bool {
    let (a, b) = (&one.runners[ME], &other.runners[ME]);
    a.cell == b.cell && one.left == other.left && a.free <= b.free && one.lead() >= other.lead()
}

/// What a race is worth if both follow their tours, and go to the nearest cheese after that.
pub(super) fn worth_of_tours(chart: &Chart, race: &Race, tours: [&[u8]; 2]) -> i32 {
    let mut race = *race;
    for _ in 0..MEALS {
        for who in [ME, RIVAL] {
            if race.runners[who].target.is_none() {
                race.send_along(chart, who, tours[who]);
            }
        }
        if race.is_over() {
            break;
        }
        race.play_to_next_meal(chart);
    }
    race.lead() + if race.is_decided() { WIN * race.lead().signum() } else { 0 }
}
