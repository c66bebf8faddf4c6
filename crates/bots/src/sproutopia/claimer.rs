//! `claimer`: walks round rectangles.

use super::memory::{Memory, distance};
use super::search::Search;
use gridhaunt_kernel::Bot;
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
/// How much deeper than its starting point a way back may end, in cells.
const DEEPER: i32 = 3;

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

/// A rectangle: out, sideways, back.
#[derive(Clone, Copy, Debug)]
struct Fence {
    gate: Cell,
    /// Steps through its own land to the gate.
    walk: usize,
    out: Action,
    depth: i32,
    side: Action,
    width: i32,
    back: i32,
    new: i32,
}

impl Fence {
    const fn steps(&self) -> i32 {
        self.walk as i32 + self.depth + self.width + self.back
    }

    /// Whether it has more new cells per step.
    const fn beats(&self, other: &Self) -> bool {
        self.new * other.steps() > other.new * self.steps()
    }
}

impl Claimer {
    /// A claimer whose rectangles have sides of at most this many cells.
    #[must_use]
    pub fn new(longest: i32) -> Self {
        let (memory, search) = (Memory::new(), Search::default());
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
        let clear = ahead.is_some_and(|to| !self.memory.is_weed(to) && !view.trail.contains(&to));
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
        self.search.run(view.at, back, &inside, &Rows::NONE, NEAR);
        let mut best: Option<Fence> = None;
        let mut weighed = 0;
        for (walk, layer) in self.search.layers().enumerate() {
            for gate in layer.filter(|&gate| gates.contains(gate)).collect::<Vec<_>>() {
                gates.remove(gate);
                weighed += 1;
                for out in Action::DIRECTIONS.into_iter().filter(|&out| walk > 0 || Some(out) != back) {
                    let first = out.from_cell(gate, self.memory.cols, self.memory.rows);
                    if first.is_some_and(|first| open.contains(first) && !self.memory.own.contains(first)) {
                        self.weigh(view, &open, (gate, walk, out), &mut best);
                    }
                }
            }
            if weighed >= GATES && best.is_some() {
                break;
            }
        }
        if let Some(fence) = best {
            let sides =
                [(fence.out.opposite(), fence.back), (Some(fence.side), fence.width), (Some(fence.out), fence.depth)];
            for (way, steps) in sides {
                self.plan.extend((0..steps).filter_map(|_| way));
            }
            self.search.trace(fence.gate, fence.walk, &mut self.plan);
        } else if let Some(gate) = self.search.run(view.at, back, &inside, &gates, FAR) {
            self.lead_to(gate);
        }
    }

    /// Compares the rectangles that leave at a gate with the best so far.
    fn weigh(&self, view: &View, open: &Rows, (gate, walk, out): (Cell, usize, Action), best: &mut Option<Fence>) {
        let (dx, dy) = out.offset();
        let own = &self.memory.own;
        for side in Action::DIRECTIONS {
            let (sx, sy) = side.offset();
            if (sx == 0) == (dx == 0) {
                continue;
            }
            let cell = |depth: i32, width: i32| {
                let x = i32::from(gate.x) + depth * i32::from(dx) + width * i32::from(sx);
                let y = i32::from(gate.y) + depth * i32::from(dy) + width * i32::from(sy);
                let on = x >= 0 && y >= 0 && x < i32::from(self.memory.cols) && y < i32::from(self.memory.rows);
                on.then_some(Cell { x: x as u16, y: y as u16 })
            };
            let free = |depth: i32, width: i32| cell(depth, width).is_some_and(|cell| open.contains(cell));
            let is_own = |depth: i32, width: i32| cell(depth, width).is_some_and(|cell| own.contains(cell));
            // How far out it can walk.
            let deepest = (1..=self.longest).take_while(|&depth| free(depth, 0) && !is_own(depth, 0)).count() as i32;
            // By depth: the new cells up to there, and whether the row at that depth is open up to this width.
            let mut new = [0i32; 16];
            let mut reaches = [true; 16];
            for depth in 1..=deepest {
                new[depth as usize] = depth;
            }
            for width in 1..self.longest {
                let (mut land, mut clear, mut fresh) = (None, true, 0);
                for depth in -DEEPER..=deepest {
                    // The way back from this depth ends at the highest own cell below it.
                    if depth >= 2
                        && reaches[depth as usize]
                        && clear
                        && free(depth, width)
                        && let Some(end) = land
                    {
                        let whole = new[depth as usize] + fresh + i32::from(!is_own(depth, width));
                        let fence = Fence { gate, walk, out, depth, side, width, back: depth - end, new: whole };
                        if best.as_ref().is_none_or(|best| fence.beats(best)) && self.is_safe(view, &fence, &cell) {
                            *best = Some(fence);
                        }
                    }
                    if is_own(depth, width) {
                        (land, clear) = (Some(depth), true);
                        if depth >= 1 {
                            reaches[depth as usize] = false;
                        }
                    } else {
                        clear &= free(depth, width);
                        fresh += i32::from(depth >= 1);
                    }
                    if depth >= 1 {
                        reaches[depth as usize] &= free(depth, width);
                        new[depth as usize] += fresh;
                    }
                }
            }
        }
    }

    /// Whether every cell of the trail is farther from each visible farmer than the number of steps until the claim.
    fn is_safe(&self, view: &View, fence: &Fence, cell: &impl Fn(i32, i32) -> Option<Cell>) -> bool {
        let corners = (fence.gate, cell(fence.depth, fence.width).unwrap_or(fence.gate));
        let gap = |p: u16, a: u16, b: u16| a.min(b).saturating_sub(p).max(p.saturating_sub(a.max(b)));
        let near = |at: Cell| gap(at.x, corners.0.x, corners.1.x) + gap(at.y, corners.0.y, corners.1.y);
        self.memory.strangers(view).all(|at| i32::from(near(at)) > fence.steps())
    }
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
