//! `claimer`: walks round rectangles.

use super::fence::{Exit, Fence, LONGEST, Land, Limits};
use super::memory::{Memory, distance};
use super::search::Search;
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::Rows;
use gridhaunt_sproutopia::view::{Start, View};

/// How far through its own land it looks for a place to leave it, in steps.
const NEAR: usize = 8;
/// How many places to leave it compares, if one of them is good.
const GATES: usize = 4;
/// How far through its own land it walks at most to leave it, in steps.
const FAR: usize = 70;

/// At home, plans the rectangle with the most new cells per step; on the way, runs home if another farmer could cut its
/// trail in time.
#[derive(Clone, Debug)]
pub struct Claimer {
    pub(super) memory: Memory,
    pub(super) search: Search,
    /// The longest side of a rectangle.
    longest: i32,
    /// The steps to come, the next one last.
    plan: Vec<Action>,
    /// Where the next step begins.
    at: Cell,
}

impl Claimer {
    /// A claimer whose rectangles have sides of at most this many cells, which are at most 9.
    #[must_use]
    pub fn new(longest: i32) -> Self {
        let (memory, search) = (Memory::new(), Search::default());
        let longest = longest.min(LONGEST);
        Self { memory, search, longest, plan: Vec::new(), at: Cell::default() }
    }

    /// Its choice, after the view has been added to its memory.
    pub(super) fn act(&mut self, view: &View) -> Action {
        if !self.follows(view) || self.is_in_danger(view) {
            self.think(view);
        }
        if self.plan.is_empty() {
            self.plan.extend(self.any_way(view));
        }
        self.plan.last().copied().unwrap_or_default()
    }

    /// A step that is not immediately fatal: straight on if possible.
    fn any_way(&self, view: &View) -> Option<Action> {
        let open = self.memory.open(view.tick);
        let lasts = |way: &Action| {
            let to = way.from_cell(view.at, self.memory.cols, self.memory.rows);
            to.is_some_and(|to| open.contains(to) && !view.trail.contains(&to)) && way.opposite() != Some(view.momentum)
        };
        let ways = [view.momentum].into_iter().chain(Action::DIRECTIONS).filter(|way| *way != Action::None);
        ways.clone()
            .find(|way| lasts(way) && way.from_cell(view.at, 64, 64).is_some_and(|to| self.memory.own.contains(to)))
            .or_else(|| ways.clone().find(lasts))
    }

    /// The first step of a new plan.
    pub(super) fn act_on(&mut self, view: &View) -> Action {
        self.at = view.at;
        self.plan.last().copied().unwrap_or_default()
    }

    /// Whether the plan is still valid: the farmer stands where the next step begins.
    fn follows(&mut self, view: &View) -> bool {
        if let Some(&done) = self.plan.last()
            && done.from_cell(self.at, self.memory.cols, self.memory.rows) == Some(view.at)
        {
            self.plan.pop();
            self.at = view.at;
        }
        let Some(&next) = self.plan.last() else { return false };
        let ahead = next.from_cell(view.at, self.memory.cols, self.memory.rows);
        // Its own trail is a trail that it sees, so that it need not look through it.
        let crosses = |to: Cell| view.window.shows_trail(view.at, to) && view.trail.contains(&to);
        let clear = ahead.is_some_and(|to| !self.memory.is_weed(to) && !crosses(to));
        self.at == view.at && clear && next.opposite() != Some(view.momentum)
    }

    /// Whether a farmer in sight could reach its trail before the claim.
    fn is_in_danger(&self, view: &View) -> bool {
        let left = self.plan.len() as u16;
        let near = |at: Cell| view.trail.iter().any(|&cell| distance(at, cell) <= left);
        !view.trail.is_empty() && self.memory.strangers(view).any(near)
    }

    fn think(&mut self, view: &View) {
        self.at = view.at;
        if view.trail.is_empty() && self.memory.own.contains(view.at) {
            self.plan.clear();
            self.fence(view);
        } else {
            self.flee(view);
        }
    }

    /// Plans the shortest way home, unless the current plan is as short; if there is none, any way that survives.
    pub(super) fn flee(&mut self, view: &View) {
        let mut open = self.memory.open(view.tick);
        view.trail.iter().for_each(|&cell| open.remove(cell));
        let good = self.at == view.at && !self.plan.is_empty() && self.follows(view);
        let most = if good { self.plan.len().saturating_sub(1) } else { 60 };
        self.at = view.at;
        let back = view.momentum.opposite();
        if let Some(home) = self.search.run(view.at, back, &open, &self.memory.own, most) {
            self.lead_to(home);
        } else if !good {
            self.plan.clear();
            let (cols, rows) = (self.memory.cols, self.memory.rows);
            let lasts = |way: &Action| {
                Some(*way) != back && way.from_cell(view.at, cols, rows).is_some_and(|to| open.contains(to))
            };
            self.plan.extend(Action::DIRECTIONS.into_iter().find(lasts));
        }
    }

    /// Plans the path that the search found to this cell.
    pub(super) fn lead_to(&mut self, to: Cell) {
        self.plan.clear();
        self.search.trace(to, self.search.steps(), &mut self.plan);
    }

    /// Plans the best rectangle near by; otherwise a walk to a place further away where its land can be left.
    fn fence(&mut self, view: &View) {
        let back = view.momentum.opposite();
        let open = self.memory.open(view.tick);
        let inside = self.memory.own.and(&open);
        let mut gates = self.memory.gates(&open);
        self.search.start(view.at, back, NEAR);
        let land = Land::new(&self.memory.own, &open);
        let strangers: Vec<Cell> = self.memory.strangers(view).collect();
        let is_safe = |fence: &Fence| is_safe(&strangers, fence);
        let mut best: Option<Fence> = None;
        let mut weighed = 0;
        for walk in 0..=NEAR {
            if walk > 0 && self.search.spread(&inside, &Rows::NONE).is_empty {
                break;
            }
            for (y, row) in self.search.last() {
                let here = row & gates.0[y];
                gates.0[y] &= !here;
                weighed += here.count_ones() as usize;
                for gate in ones(here).map(|x| Cell { x: x as u16, y: y as u16 }) {
                    // A stranger is as near to the gate as it is to the trail, or nearer.
                    let nearest = strangers.iter().map(|&at| distance(at, gate)).min();
                    let steps = nearest.map_or(i32::MAX, |nearest| i32::from(nearest) - 1);
                    let limits = Limits { side: self.longest, steps };
                    let ways = Action::DIRECTIONS.into_iter().filter(|&out| land.leads_out(gate, out));
                    for out in ways.filter(|&out| walk > 0 || Some(out) != back) {
                        land.weigh(Exit { gate, walk, out }, &limits, &is_safe, &mut best);
                    }
                }
            }
            if weighed >= GATES && best.is_some() {
                break;
            }
        }
        if let Some(fence) = best {
            let Exit { gate, walk, out } = fence.exit;
            let sides = [(out.opposite(), fence.back), (Some(fence.side), fence.width), (Some(out), fence.depth)];
            for (way, steps) in sides {
                self.plan.extend((0..steps).filter_map(|_| way));
            }
            self.search.trace(gate, walk, &mut self.plan);
        } else if let Some(gate) = self.search.run(view.at, back, &inside, &gates, FAR) {
            self.lead_to(gate);
        }
    }
}

/// Whether every cell of the trail is farther from each of these farmers than the number of steps until the claim.
fn is_safe(strangers: &[Cell], fence: &Fence) -> bool {
    if strangers.is_empty() {
        return true;
    }
    let (one, other) = (fence.exit.gate, fence.corner());
    let gap = |p: u16, a: u16, b: u16| a.min(b).saturating_sub(p).max(p.saturating_sub(a.max(b)));
    let near = |at: &Cell| gap(at.x, one.x, other.x) + gap(at.y, one.y, other.y);
    strangers.iter().all(|at| i32::from(near(at)) > fence.steps())
}

impl Bot<Start, View, Action> for Claimer {
    fn start(&mut self, start: &Start) {
        self.memory.start(start);
        self.plan.clear();
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        self.memory.see(view);
        let action = self.act(view);
        self.memory.expect(view, action);
        action
    }
}
