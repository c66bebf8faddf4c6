//! Where the sentinels of a squad go, so that few of the ghosts that they imagine get through.

use super::futures::{Drill, Futures, March, Squad};
use super::news::News;
use super::posts::hops;
use super::sketch::Chart;
use gridhaunt_ghost_grid::Settings;
use std::collections::BTreeMap;

/// Sentinels go to this many of the highest layers.
const LAYERS: u8 = 3;
/// The most moves that are planned.
const MOVES: u32 = 3;
/// The most moves that are planned beyond a node that is worth seeing.
const MOVES_BEYOND: u32 = 2;
/// How often the marches of all are looked at again.
const ROUNDS: usize = 3;
/// What a ghost that gets through counts, in moves.
const LOSS: usize = 1000;

/// All that a sentinel may do: stay, or go to one of the nodes near, straight or by a node that is worth seeing.
pub(super) fn marches(settings: &Settings, chart: &Chart, news: &News, from: u8) -> Vec<March> {
    let mut marches = straight(settings, chart, from, MOVES);
    for &(by, _) in chart.ports[usize::from(from)].iter().filter(|port| news.has(port.0)) {
        for beyond in straight(settings, chart, by, MOVES_BEYOND) {
            let detour: March = [by].into_iter().chain(beyond).collect();
            if !marches.contains(&detour) {
                marches.push(detour);
            }
        }
    }
    marches
}

/// The ways to all posts that are at most so many moves away.
fn straight(settings: &Settings, chart: &Chart, from: u8, most: u32) -> Vec<March> {
    let hops = hops(settings, chart, from);
    let lowest = (chart.n + 1).saturating_sub(LAYERS);
    let is_post = |node: &usize| chart.layers[*node].is_some_and(|layer| layer >= lowest);
    let is_near = |node: &usize| hops[*node].is_some_and(|hops| hops <= most);
    (0..hops.len()).filter(|node| is_post(node) && is_near(node)).map(|node| march(chart, &hops, node)).collect()
}

/// The way of the fewest moves to a node, back from which the nearest node is taken each time.
fn march(chart: &Chart, hops: &[Option<u32>], to: usize) -> March {
    let (mut march, mut node) = (Vec::new(), to);
    while let Some(left) = hops[node].and_then(|hops| hops.checked_sub(1)) {
        march.push(node as u8);
        let back = chart.ports[node].iter().filter(|(from, _)| hops[usize::from(*from)] == Some(left));
        let Some(&(from, _)) = back.min_by_key(|(from, dist)| (*dist, *from)) else { break };
        node = from.into();
    }
    march.reverse();
    march
}

/// A squad that looks for its marches.
pub(super) struct Council<'a> {
    futures: &'a mut Futures,
    ghosts: Vec<u32>,
    squad: &'a Squad,
    /// What each may do.
    ways: Vec<Vec<March>>,
    news: News,
    /// How many turns are left.
    turns: u32,
    /// What was found out: what a plan costs, or that it costs no less.
    found: BTreeMap<Plan, (bool, usize)>,
}

/// Which of its ways each sentinel takes.
type Plan = Vec<u16>;

impl<'a> Council<'a> {
    pub(super) fn new(
        futures: &'a mut Futures,
        ghosts: Vec<u32>,
        squad: &'a Squad,
        ways: Vec<Vec<March>>,
        news: News,
        turns: u32,
    ) -> Self {
        Self { futures, ghosts, squad, ways, news, turns, found: BTreeMap::new() }
    }

    /// The marches with which the fewest ghosts get through: those that the squad had or new ones, made better as long
    /// as a change of one helps.
    pub(super) fn decide(mut self, had: &[March]) -> Vec<March> {
        let place = |ways: &mut Vec<March>, march: &March| {
            ways.iter().position(|way| way == march).unwrap_or_else(|| {
                ways.push(march.clone());
                ways.len() - 1
            }) as u16
        };
        let still: Plan = self.ways.iter_mut().map(|ways| place(ways, &March::new())).collect();
        let had: Plan = self.ways.iter_mut().zip(had).map(|(ways, march)| place(ways, march)).collect();
        let new = self.build(still);
        let plans = [had, new].map(|plan| self.improve(plan));
        let best = plans.into_iter().min_by_key(|(cost, _)| *cost).map(|(_, plan)| plan).unwrap_or_default();
        self.marches(&best).cloned().collect()
    }

    fn marches(&self, plan: &Plan) -> impl Iterator<Item = &March> + Clone {
        self.ways.iter().zip(plan).map(|(ways, way)| &ways[usize::from(*way)])
    }

    fn drill(&self, plan: &Plan) -> Drill {
        Drill::new(self.squad, self.marches(plan), self.turns)
    }

    /// What a plan costs; none if that is not below a bound.
    fn cost(&mut self, plan: &Plan, bound: usize) -> Option<usize> {
        if let Some(&(is_cost, cost)) = self.found.get(plan)
            && (is_cost || cost >= bound)
        {
            return Some(cost).filter(|&cost| cost < bound);
        }
        let drill = self.drill(plan);
        let misses = News::most(self.squad.len()) - self.news.worth(drill.comes_first());
        let mut cost = self.marches(plan).map(Vec::len).sum::<usize>() + misses * self.ghosts.len();
        for &ghost in &self.ghosts {
            cost += LOSS * usize::from(self.futures.escapes(ghost, &drill));
            if cost >= bound {
                self.found.insert(plan.clone(), (false, bound));
                return None;
            }
        }
        self.found.insert(plan.clone(), (true, cost));
        Some(cost)
    }

    /// Puts the ghosts first that get through a plan: most of them get through others too, so that it is soon seen
    /// which are no better.
    fn sort(&mut self, plan: &Plan) {
        let drill = self.drill(plan);
        let Self { ghosts, futures, .. } = self;
        ghosts.sort_by_cached_key(|&ghost| !futures.escapes(ghost, &drill));
    }

    /// One sentinel after another takes the march that helps most, of all that are free.
    fn build(&mut self, mut plan: Plan) -> Plan {
        let mut least = self.cost(&plan, usize::MAX).unwrap_or(usize::MAX);
        let mut free: Vec<usize> = (0..plan.len()).collect();
        while !free.is_empty() {
            let mut best = None;
            for (at, &who) in free.iter().enumerate() {
                let old = plan[who];
                for way in 0..self.ways[who].len() as u16 {
                    plan[who] = way;
                    if let Some(cost) = self.cost(&plan, least) {
                        (least, best) = (cost, Some((at, way)));
                    }
                }
                plan[who] = old;
            }
            let Some((at, way)) = best else { break };
            plan[free.remove(at)] = way;
            self.sort(&plan);
        }
        plan
    }

    /// Changes the march of one sentinel after another while that helps.
    fn improve(&mut self, mut plan: Plan) -> (usize, Plan) {
        let mut least = self.cost(&plan, usize::MAX).unwrap_or(usize::MAX);
        for _ in 0..ROUNDS {
            let before = least;
            for who in 0..plan.len() {
                for way in 0..self.ways[who].len() as u16 {
                    let old = std::mem::replace(&mut plan[who], way);
                    match self.cost(&plan, least) {
                        Some(cost) => {
                            least = cost;
                            self.sort(&plan);
                        }
                        None => plan[who] = old,
                    }
                }
            }
            if least == before {
                break;
            }
        }
        (least, plan)
    }
}
