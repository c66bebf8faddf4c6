//! `steward`: claims in loops whose risk it has computed, and hunts open trails.
//!
//! At home it weighs every loop near by: what it gains, how long it takes, and how likely somebody cuts it on the way,
//! from where the others were seen last. The more it owns the more a cut costs, so that it becomes careful as it grows. A
//! trail that it can cut before its farmer is home it cuts, since all that farmer owns is the prize.

use super::loops::{Ground, Loop};
use super::memory::{Memory, distance};
use super::rivals::Rivals;
use super::search::Search;
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::power::PowerKind;
use gridhaunt_sproutopia::rows::Rows;
use gridhaunt_sproutopia::view::{Start, View};

/// How far through its own land it looks for places to leave it, in steps.
const NEAR: usize = 12;
/// How far through its own land it walks at most where nothing near is worth it.
const FAR: usize = 70;
/// How far it goes for a trail, in steps.
const CHASE: usize = 12;
/// The longest side of a loop that somebody could cut.
const BOLD: usize = 4;
/// With less land than this it walks far to leave it; with more it looks after what it has.
const SMALL: u32 = 200;
/// How far it goes for something to pick up.
const FETCH: usize = 6;

/// The bot.
#[derive(Clone, Debug)]
pub struct Steward {
    me: u8,
    memory: Memory,
    rivals: Rivals,
    search: Search,
    last_tick: u32,
    /// The steps to come, the next one last.
    plan: Vec<Action>,
    /// Where the next step begins.
    at: Cell,
}

impl Default for Steward {
    fn default() -> Self {
        Self::new()
    }
}

impl Steward {
    /// A bot that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            me: 0,
            memory: Memory::new(),
            rivals: Rivals::default(),
            search: Search::default(),
            last_tick: 0,
            plan: Vec::new(),
            at: Cell::default(),
        }
    }

    /// The cells it can step on: open, and not its own trail.
    fn free(&self, view: &View) -> Rows {
        let mut free = self.memory.open(view.tick);
        view.trail.iter().for_each(|&cell| free.remove(cell));
        free
    }

    /// The cells it could step on if nobody had Immunity.
    fn past_immunity(&self, view: &View) -> Rows {
        let mut free = self.memory.open(u32::MAX);
        view.trail.iter().for_each(|&cell| free.remove(cell));
        free
    }

    /// Drops the step that was done; whether what is left of the plan can still be walked.
    fn follows(&mut self, view: &View) -> bool {
        if let Some(&done) = self.plan.last()
            && done.from_cell(self.at, self.memory.cols, self.memory.rows) == Some(view.at)
        {
            self.plan.pop();
            self.at = view.at;
        }
        let Some(&next) = self.plan.last() else { return false };
        let ahead = next.from_cell(view.at, self.memory.cols, self.memory.rows);
        let free = ahead.is_some_and(|to| self.free(view).contains(to));
        self.at == view.at && free && next.opposite() != Some(view.momentum)
    }

    /// For how many ticks to come nobody can prune it.
    fn shielded(view: &View) -> u32 {
        let power = view.power.filter(|held| matches!(held.kind, PowerKind::Unprunable | PowerKind::Freeze));
        power.and_then(|held| held.left).unwrap_or(0)
    }

    /// The cells that its plan leads over.
    fn way(&self, view: &View) -> Vec<Cell> {
        let mut at = view.at;
        let steps = self.plan.iter().rev();
        steps.map_while(|step| step.from_cell(at, self.memory.cols, self.memory.rows).inspect(|&to| at = to)).collect()
    }

    /// Whether somebody could cut the trail that its plan leaves behind before the plan is done.
    fn is_in_danger(&self, view: &View) -> bool {
        let steps = self.plan.len() as u32;
        if steps < Self::shielded(view) {
            return false;
        }
        let way = self.way(view);
        let outside = way.iter().filter(|&&cell| !self.memory.own.contains(cell));
        let trail = view.trail.iter().chain(outside).copied();
        self.rivals.reach(view.tick, trail).is_some_and(|reach| reach <= steps)
    }

    /// Plans the shortest way home, unless what is planned is as short.
    fn flee(&mut self, view: &View) {
        let good = self.follows(view);
        let most = if good { self.plan.len().saturating_sub(1) } else { FAR };
        self.at = view.at;
        let free = self.free(view);
        let back = view.momentum.opposite();
        if let Some(home) = self.search.run(view.at, back, &free, &self.memory.own, most) {
            self.lead_to(home);
        } else if !good
            && let Some(home) = self.search.run(view.at, back, &self.past_immunity(view), &self.memory.own, FAR)
        {
            // It may have stood still for another reason than Immunity.
            self.lead_to(home);
        } else if !good {
            self.plan.clear();
            self.plan.extend(self.any_way(view, &free));
        }
    }

    /// A step that is not at once its end.
    fn any_way(&self, view: &View, free: &Rows) -> Option<Action> {
        let lasts = |way: &Action| {
            let to = way.from_cell(view.at, self.memory.cols, self.memory.rows);
            to.is_some_and(|to| free.contains(to)) && way.opposite() != Some(view.momentum)
        };
        let inside = |way: &Action| {
            let to = way.from_cell(view.at, self.memory.cols, self.memory.rows);
            to.is_some_and(|to| self.memory.own.contains(to))
        };
        let mut ways: Vec<Action> = Action::DIRECTIONS.into_iter().filter(lasts).collect();
        ways.sort_by_key(|way| !inside(way));
        ways.first().copied()
    }

    /// Plans the way that the search found to a cell.
    fn lead_to(&mut self, to: Cell) {
        self.plan.clear();
        self.search.trace(to, self.search.steps(), &mut self.plan);
    }

    /// The visible trail of another seat.
    fn trail_of(view: &View, seat: u8) -> Rows {
        let mut trail = Rows::NONE;
        let rows = trail.0.iter_mut().skip(view.window.top(view.at).into());
        rows.zip(&*view.window.strips(view.at)).for_each(|(row, strip)| *row = strip.of(seat) & strip.trail);
        trail
    }

    /// Plans the way to a trail that it can cut before its farmer is home; whether there is one.
    fn hunt(&mut self, view: &View) -> bool {
        if view.window.strips(view.at).iter().all(|strip| strip.trail & !strip.of(self.me) == 0) {
            return false;
        }
        let free = self.free(view);
        let frozen = view.power.filter(|held| held.kind == PowerKind::Freeze).and_then(|held| held.left).unwrap_or(0);
        let (me, before) = (self.me, core::mem::take(&mut self.plan));
        let size = |seat: u8| view.percents.get(usize::from(seat)).copied().unwrap_or(0);
        let mut best: Option<(u16, Vec<Action>)> = None;
        for seat in (0..4).filter(|&seat| seat != me) {
            let trail = Self::trail_of(view, seat);
            if trail.is_empty() {
                continue;
            }
            let farmer = view.farmers.iter().copied().find(|&at| trail.contains(at) && at != view.at);
            let land = self.rivals.land(seat);
            let home = |from: Cell| {
                let start = self.memory.start_of(seat.into()).map(|start| distance(from, start).saturating_sub(1));
                land.iter().map(|cell| distance(from, cell)).chain(start).min()
            };
            // A farmer out of sight is at least at the end of what is seen of its trail.
            let away = match farmer {
                Some(at) => home(at),
                None => trail.iter().filter_map(home).min(),
            };
            let most = (usize::from(away.unwrap_or(0).saturating_sub(1)) + frozen as usize).min(CHASE);
            let Some(target) = self.search.run(view.at, view.momentum.opposite(), &free, &trail, most) else {
                continue;
            };
            self.lead_to(target);
            let better =
                best.as_ref().is_none_or(|(prize, plan)| (size(seat).into(), plan.len()) > (*prize, self.plan.len()));
            if better && !self.is_in_danger(view) {
                best = Some((size(seat).into(), core::mem::take(&mut self.plan)));
            }
        }
        let found = best.is_some();
        self.plan = best.map_or(before, |(_, plan)| plan);
        if found {
            self.at = view.at;
        }
        found
    }

    /// At home: plans the loop that gains most a step, something to pick up, or a walk to where its land can be left.
    fn settle(&mut self, view: &View) {
        self.plan.clear();
        self.at = view.at;
        let back = view.momentum.opposite();
        let open = self.memory.open(view.tick);
        let inside = self.memory.own.and(&open);
        if self.fetch(view, &open) {
            return;
        }
        let mut gates = self.memory.gates(&open);
        let ground = Ground::new(&self.memory.own, &open, &self.memory.others);
        let at_stake = f64::from(view.cells.saturating_sub(9));
        let held =
            |kind: PowerKind| view.power.filter(|held| held.kind == kind).and_then(|held| held.left).unwrap_or(0);
        let (still, safe) = (held(PowerKind::Freeze), held(PowerKind::Unprunable));
        let mut best: Option<(f64, Loop)> = None;
        self.search.start(view.at, back, NEAR);
        for walk in 0..=NEAR {
            if walk > 0 && self.search.spread(&inside, &Rows::NONE).is_empty {
                break;
            }
            for (y, row) in self.search.last() {
                let here = row & gates.0[y];
                gates.0[y] &= !here;
                for gate in ones(here).map(|x| Cell { x: x as u16, y: y as u16 }) {
                    for out in Action::DIRECTIONS.into_iter().filter(|&out| walk > 0 || Some(out) != back) {
                        ground.loops(gate, walk, out, |found| {
                            let steps = (walk + found.steps()) as u32;
                            // Nothing can be better than the same without a risk.
                            let bound = found.gain / f64::from(steps);
                            if best.is_some_and(|(rate, _)| bound <= rate) {
                                return;
                            }
                            let Some(corner) = found.corner() else { return };
                            let risk = match steps <= safe {
                                true => 0.0,
                                false => self.rivals.risk(view.tick, (gate, corner), steps, still),
                            };
                            let is_large = found.depth.max(found.width) > BOLD;
                            if is_large && risk > 0.0 {
                                return;
                            }
                            let rate = ((1.0 - risk) * found.gain - risk * at_stake) / f64::from(steps);
                            if rate > 0.0 && best.is_none_or(|(most, _)| rate > most) {
                                best = Some((rate, found));
                            }
                        });
                    }
                }
            }
        }
        if let Some((_, found)) = best {
            for (way, steps) in
                [(found.out.opposite(), found.home), (Some(found.along), found.width), (Some(found.out), found.depth)]
            {
                self.plan.extend((0..steps).filter_map(|_| way));
            }
            self.search.trace(found.gate, found.walk, &mut self.plan);
        } else if view.cells < SMALL
            && let Some(gate) = self.search.run(view.at, back, &inside, &gates, FAR)
        {
            self.lead_to(gate);
        } else {
            self.patrol(view, &inside);
        }
        if self.plan.is_empty() {
            self.plan.extend(self.any_way(view, &inside).or_else(|| self.any_way(view, &open)));
        }
    }

    /// Plans a walk through its own land towards where somebody was seen last: whoever lays a trail there is cut without
    /// a trail of its own.
    fn patrol(&mut self, view: &View, inside: &Rows) {
        let Some(rival) = self.rivals.seen().next() else { return };
        let Some(target) = inside.iter().filter(|&cell| cell != view.at).min_by_key(|&cell| distance(cell, rival))
        else {
            return;
        };
        let goal: Rows = [target].into_iter().collect();
        if self.search.run(view.at, view.momentum.opposite(), inside, &goal, FAR).is_some() {
            self.lead_to(target);
            let later = self.plan.len().saturating_sub(8);
            self.plan.drain(..later);
        }
    }

    /// Plans the way to something to pick up that lies near, if nobody is in sight; whether there is something.
    fn fetch(&mut self, view: &View, open: &Rows) -> bool {
        if view.things.is_empty() || self.memory.strangers(view).next().is_some() {
            return false;
        }
        let things: Rows = view.things.iter().map(|thing| thing.at).collect();
        let inside = self.memory.own.and(open);
        let (ways, most) = if inside.and(&things).is_empty() { (open, FETCH) } else { (&inside, 2 * FETCH) };
        match self.search.run(view.at, view.momentum.opposite(), ways, &things, most) {
            Some(thing) => {
                self.lead_to(thing);
                true
            }
            None => false,
        }
    }

    fn act(&mut self, view: &View) -> Action {
        let home = view.trail.is_empty() && self.memory.own.contains(view.at);
        let goes_on = self.follows(view);
        // What was planned before somebody came near is weighed again.
        if !self.hunt(view) && (!goes_on || self.is_in_danger(view)) {
            if home { self.settle(view) } else { self.flee(view) }
        }
        if self.plan.is_empty() {
            let free = self.free(view);
            self.plan.extend(self.any_way(view, &free));
        }
        self.plan.last().copied().unwrap_or_default()
    }
}

impl Bot<Start, View, Action> for Steward {
    fn start(&mut self, start: &Start) {
        *self = Self { me: start.seat.0, ..Self::new() };
        self.memory.start(start);
        self.rivals.start(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        // A match that is played from an earlier moment: what was seen later is not true yet.
        if view.tick < self.last_tick {
            self.plan.clear();
        }
        self.last_tick = view.tick;
        self.memory.see(view);
        let strangers: Vec<Cell> = self.memory.strangers(view).collect();
        self.rivals.see(view, strangers.into_iter());
        let action = self.act(view);
        self.memory.expect(view, action);
        action
    }
}
