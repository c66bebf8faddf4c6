//! The search over tours: which cheese next, and next after that.

use super::chart::{Chart, NEVER};
use super::race::{ME, RIVAL, Race, Runner};

/// A tour and what it leads to.
#[derive(Clone, Debug, Default)]
pub(super) struct Tour {
    pub worth: i32,
    pub cheeses: Vec<u8>,
}

/// A race after the first legs of a tour.
#[derive(Clone, Copy, Debug)]
struct Node {
    race: Race,
    /// The node it comes from.
    parent: u32,
    /// The cheese of the last leg.
    cheese: u8,
    /// What the match is worth if both go on to the nearest cheese.
    worth: i32,
}

/// How wide and how far it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// How many tours of each length are looked at further.
    pub beam: usize,
    /// How many cheeses are tried from each.
    pub branches: usize,
    /// How many legs are searched.
    pub legs: usize,
}

/// Memory of the search, used again.
#[derive(Debug, Default)]
pub(super) struct Search {
    nodes: Vec<Node>,
    children: Vec<Node>,
}

impl Search {
    /// The best tour from a race in which the bot has no target; none if it can get nothing.
    pub(super) fn best_tour(&mut self, chart: &Chart, root: &Race, bounds: Bounds) -> Option<Tour> {
        self.nodes.clear();
        self.nodes.push(Node { race: *root, parent: 0, cheese: 0, worth: i32::MIN });
        let (mut level, mut best) = (0..1, 0);
        for _ in 0..bounds.legs {
            self.children.clear();
            for parent in level {
                self.expand(chart, parent, bounds.branches);
            }
            self.children.sort_by_key(|child| core::cmp::Reverse(child.worth));
            let first = self.nodes.len();
            for child in &self.children {
                if self.nodes.len() - first == bounds.beam {
                    break;
                }
                if !self.nodes[first..].iter().any(|other| is_no_worse(&other.race, &child.race)) {
                    self.nodes.push(*child);
                }
            }
            level = first..self.nodes.len();
            if level.is_empty() {
                break;
            }
            if self.nodes[first].worth > self.nodes[best].worth {
                best = first;
            }
        }
        (best > 0).then(|| self.tour_to(best))
    }

    fn tour_to(&self, mut node: usize) -> Tour {
        let mut tour = Tour { worth: self.nodes[node].worth, cheeses: Vec::new() };
        while node > 0 {
            tour.cheeses.push(self.nodes[node].cheese);
            node = self.nodes[node].parent as usize;
        }
        tour.cheeses.reverse();
        tour
    }

    /// Adds the children of a node: one for each cheese that the bot can be the first at, or share.
    fn expand(&mut self, chart: &Chart, parent: usize, branches: usize) {
        let race = self.nodes[parent].race;
        let Runner { cell, ate, target, .. } = race.runners[ME];
        if race.turn >= race.turns || race.runners.iter().any(|runner| runner.half > race.total) || target.is_some() {
            return;
        }
        let mut tried = 0;
        let mut each = |children: &mut Vec<Node>, cheese: usize| {
            let mut race = race;
            race.send(chart, ME, cheese);
            run_leg(chart, &mut race);
            if race.runners[ME].ate == Some(cheese as u8) && race.turn == race.runners[ME].free {
                tried += 1;
                let worth = rolled_out(chart, race);
                children.push(Node { race, parent: parent as u32, cheese: cheese as u8, worth });
            }
            tried == branches
        };
        match ate {
            Some(ate) => {
                let ate = usize::from(ate);
                for cheese in chart.nearest(ate).iter().map(|&cheese| usize::from(cheese)) {
                    let open = race.left.contains(cheese) && !chart.between(ate, cheese).meets(&race.left);
                    if open && chart.time(cell, cheese) < NEVER && each(&mut self.children, cheese) {
                        break;
                    }
                }
            }
            None => {
                for cheese in race.left.iter() {
                    if chart.time(cell, cheese) < NEVER && chart.is_clear(cell, cheese, &race.left) {
                        each(&mut self.children, cheese);
                    }
                }
            }
        }
    }
}

/// Whether a race is at least as good as another for the bot, which stands on the same cell in both.
fn is_no_worse(one: &Race, other: &Race) -> bool {
    let (a, b) = (&one.runners[ME], &other.runners[ME]);
    a.cell == b.cell && one.left == other.left && a.free <= b.free && one.lead() >= other.lead()
}

/// Plays until the bot has no target any more.
fn run_leg(chart: &Chart, race: &mut Race) {
    while race.runners[ME].target.is_some() && !race.is_over() {
        if race.runners[RIVAL].target.is_none() {
            race.send_to_nearest(chart, RIVAL);
        }
        race.to_next_meal(chart);
    }
}

/// What a race is worth when both go to the nearest cheese from now on.
fn rolled_out(chart: &Chart, mut race: Race) -> i32 {
    loop {
        for who in [ME, RIVAL] {
            if race.runners[who].target.is_none() {
                race.send_to_nearest(chart, who);
            }
        }
        if race.is_over() {
            break;
        }
        race.to_next_meal(chart);
    }
    worth(&race)
}

/// What a race that is over is worth: winning first, then the lead.
pub(super) fn worth(race: &Race) -> i32 {
    1000 * race.lead().signum() + 10 * race.lead()
}
