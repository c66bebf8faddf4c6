//! `greedy`: walks to the nearest cheese, and searches anew only when that is gone.

use super::{SMALLEST, maze_of};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::board::ones;
use gridhaunt_kernel::bot::certain;
use gridhaunt_kernel::field::{Ring, UNREACHED};
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::Action;
use gridhaunt_pyrat::maze::{Maze, mirror_cell};
use gridhaunt_pyrat::view::{Start, View};

gridhaunt_kernel::words! {
    /// How equals are told apart.
    pub enum Ties {
        /// By a draw.
        Random = "random",
        /// The lowest cell, then the lowest action, in own orientation.
        First = "first",
    }
}

/// Walks to the cheese with the shortest travel time; mud counts with its real cost.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    ties: Ties,
    seat: Seat,
    trip: Trip,
    equals: Vec<usize>,
}

impl Greedy {
    /// A bot with this generator.
    #[must_use]
    pub fn new(random: Random, ties: Ties) -> Self {
        Self { random, ties, seat: Seat(0), trip: Trip::new(Maze::open(SMALLEST)), equals: Vec::new() }
    }

    /// The number of a cell as this seat counts it: seat 1 sees the board mirrored.
    fn own_number(&self, cell: usize) -> usize {
        if self.seat.0 == 1 { mirror_cell(self.trip.maze.grid(), cell) } else { cell }
    }

    fn own_code(&self, action: Action) -> u8 {
        (if self.seat.0 == 1 { action.mirrored() } else { action }) as u8
    }
}

impl Bot<Start, View, Action> for Greedy {
    fn start(&mut self, start: &Start) {
        self.trip = Trip::new(maze_of(start));
        self.seat = start.seat;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let me = view.players[self.seat.index() & 1];
        let here = self.trip.maze.grid().index(me.at).filter(|_| me.delay == 0);
        let Some(here) = here else { return Action::Stay };
        self.trip.look(here, &view.cheese);
        self.equals.clear();
        self.equals.extend(self.trip.targets_from(here));
        let target = match self.ties {
            Ties::Random => self.random.pick(&self.equals).copied(),
            Ties::First => self.equals.iter().copied().min_by_key(|&cell| self.own_number(cell)),
        };
        let Some(target) = target.filter(|&target| target != here) else { return Action::Stay };
        let (steps, count) = self.trip.steps(here, target);
        let step = match self.ties {
            Ties::Random => self.random.pick(&steps[..count]).copied(),
            Ties::First => steps[..count].iter().copied().min_by_key(|&action| self.own_code(action)),
        };
        step.unwrap_or(Action::Stay)
    }

    /// What it remembers only saves it a search.
    fn odds(&mut self, view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        let me = view.players[self.seat.index() & 1];
        let here = self.trip.maze.grid().index(me.at).filter(|_| me.delay == 0);
        let (Some(here), Ties::Random) = (here, self.ties) else { return certain(&self.choose(view, legal), legal) };
        self.trip.look(here, &view.cheese);
        let targets: Vec<usize> = self.trip.targets_from(here).collect();
        let mut odds = vec![0.0; legal.len()];
        let mut add = |action: Action, share: f64| {
            legal.iter().zip(&mut odds).filter(|(legal, _)| **legal == action).for_each(|(_, odds)| *odds += share);
        };
        let share = 1.0 / targets.len().max(1) as f64;
        for &target in &targets {
            let (steps, count) = if target == here { ([Action::Stay; 4], 0) } else { self.trip.steps(here, target) };
            steps[..count].iter().for_each(|&step| add(step, share / count as f64));
            if count == 0 {
                add(Action::Stay, share);
            }
        }
        if targets.is_empty() {
            add(Action::Stay, 1.0);
        }
        Some(odds)
    }
}

/// How many targets have a bit.
const BITS: usize = 64;

/// The nearest cheeses of a cell, its *targets*, and all shortest ways to them.
///
/// On the way to a target no other cheese comes nearer: whoever took a step of a shortest way has spared as much as
/// the step took, and no step spares more. So from every cell of these ways the nearest cheeses are the targets to
/// which it leads, until the last of those is eaten; only then there is something new to be found.
#[derive(Debug)]
struct Trip {
    maze: Maze,
    ring: Ring,
    /// Where the search began, once there was one.
    source: Option<usize>,
    /// Travel times from there.
    times: Vec<u32>,
    /// The travel time of the targets.
    least: u32,
    /// The targets, ascending.
    targets: Vec<usize>,
    /// The targets that are still there, as bits; those after the first [`BITS`] have none.
    left: u64,
    /// By cell: the targets that shortest ways over it lead to, as bits.
    leads: Vec<u64>,
    /// The cheese that was there when it looked last.
    cheese: Vec<Cell>,
    has_cheese: Vec<bool>,
    /// Cells whose ways back are not marked yet.
    open: Vec<usize>,
}

impl Trip {
    fn new(maze: Maze) -> Self {
        let cells = maze.grid().cells();
        Self {
            maze,
            ring: Ring::default(),
            source: None,
            times: vec![UNREACHED; cells],
            least: 0,
            targets: Vec::new(),
            left: 0,
            leads: vec![0; cells],
            cheese: Vec::new(),
            has_cheese: vec![false; cells],
            open: Vec::new(),
        }
    }

    /// Finds the nearest cheeses of a cell, if they do not follow from what is known.
    fn look(&mut self, here: usize, cheese: &[Cell]) {
        let same = self.cheese == cheese;
        // Cheese that comes back, as in a match that is played from an earlier state, may be nearer.
        let fewer = same || is_part(cheese, &self.cheese);
        if !same {
            self.cheese.clear();
            self.cheese.extend_from_slice(cheese);
            let grid = self.maze.grid();
            let lasts = |target: &usize| cheese.contains(&grid.cell(*target));
            let left = self.targets.iter().enumerate().take(BITS).filter(|(_, target)| lasts(target));
            self.left = left.fold(0, |left, (k, _)| left | 1 << k);
        }
        if !(fewer && self.is_known(here)) {
            self.search(here);
        }
    }

    /// Whether the nearest cheeses of a cell follow from the last search.
    fn is_known(&self, here: usize) -> bool {
        // A cheese under its feet counts 1, not 0: that is for a search of its own. So are more targets than bits.
        let leads = self.leads[here] & self.left != 0 && self.targets.len() <= BITS;
        let on_the_way = leads && self.times[here] < self.least;
        on_the_way || (self.targets.is_empty() && self.source == Some(here))
    }

    /// The nearest cheeses of a cell, ascending.
    fn targets_from(&self, here: usize) -> impl Iterator<Item = usize> + '_ {
        // Those without a bit were found just now, from here.
        let others = self.targets.get(BITS..).unwrap_or_default();
        ones(self.leads[here] & self.left).map(|k| self.targets[k]).chain(others.iter().copied())
    }

    /// The first steps of all shortest ways from a cell to a target, and how many they are.
    fn steps(&mut self, here: usize, target: usize) -> ([Action; 4], usize) {
        let bit = match self.targets.binary_search(&target) {
            Ok(k) if k < BITS => 1 << k,
            _ => self.mark_alone(target),
        };
        let (mut steps, mut count) = ([Action::Stay; 4], 0);
        let Self { maze, times, leads, .. } = self;
        maze.each_way(here, |action, to, turns| {
            if leads[to] & bit != 0 && times[here] + u32::from(turns) == times[to] {
                steps[count] = action;
                count += 1;
            }
        });
        (steps, count)
    }

    /// Searches from a cell to the nearest cheeses, and marks the ways to them.
    fn search(&mut self, here: usize) {
        for cell in self.ring.touched() {
            (self.times[cell], self.leads[cell]) = (UNREACHED, 0);
        }
        let Self { maze, ring, times, targets, cheese, has_cheese, .. } = self;
        let cells = || cheese.iter().filter_map(|&cell| maze.grid().index(cell));
        cells().for_each(|cell| has_cheese[cell] = true);
        targets.clear();
        // Its own cell costs 1, because it takes a turn to eat there.
        let here_too = has_cheese[here];
        let mut least = if here_too { 1 } else { UNREACHED };
        ring.search(maze, [here], times, |cell, time| {
            if has_cheese[cell] && (1..=least).contains(&time) {
                least = time;
                targets.push(cell);
            }
            time >= least
        });
        if here_too {
            targets.push(here);
        }
        cells().for_each(|cell| has_cheese[cell] = false);
        targets.sort_unstable();
        self.source = Some(here);
        (self.least, self.left) = (least, 0);
        for k in 0..self.targets.len().min(BITS) {
            self.left |= 1 << k;
            self.mark(self.targets[k], 1 << k);
        }
    }

    /// Marks with a bit the cells on the shortest ways to a target.
    fn mark(&mut self, target: usize, bit: u64) {
        let Self { maze, times, leads, open, .. } = self;
        leads[target] |= bit;
        open.push(target);
        while let Some(cell) = open.pop() {
            maze.each_way(cell, |_, from, turns| {
                let on_the_way = times[from] != UNREACHED && times[from] + u32::from(turns) == times[cell];
                if on_the_way && leads[from] & bit == 0 {
                    leads[from] |= bit;
                    open.push(from);
                }
            });
        }
    }

    /// Marks the ways to a target without a bit, and no others; returns the bit.
    fn mark_alone(&mut self, target: usize) -> u64 {
        self.ring.touched().for_each(|cell| self.leads[cell] = 0);
        self.mark(target, 1);
        1
    }
}

/// Whether a list is part of another, with its cells in the same order.
fn is_part(part: &[Cell], whole: &[Cell]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|cell| whole.any(|other| other == cell))
}
