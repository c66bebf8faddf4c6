//! Survivors that know everything, `chase` too, from a moment on: plans for all of them together are changed at random as
//! long as that brings more out.

use super::UNITS;
use super::board::{Board, Cells, SIDE, SIGHT, around, near, straight_first, towards};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;

/// For how many rounds a plan is tried.
const ROUNDS: u16 = 70;
/// After so many changes in a row that bring nothing it begins again with other plans.
const PATIENCE: u32 = 400;

/// From when on survivors know everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    AtOnce,
    /// As soon as one of them sees a killer. Before that they walk to the nearest exit.
    ByOne,
    /// The same, but before that they stay where they are.
    ByOneWaiting,
    /// Each for itself, as soon as it sees a killer itself. Before that it walks to the nearest exit.
    Alone,
}

impl Told {
    pub(crate) const ALL: [Self; 4] = [Self::AtOnce, Self::ByOne, Self::ByOneWaiting, Self::Alone];

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::AtOnce => "know everything from the start",
            Self::ByOne => "walk to the nearest exit until one of them sees a killer, and then know everything",
            Self::ByOneWaiting => "wait until one of them sees a killer, and then know everything",
            Self::Alone => "walk to the nearest exit, each until it sees a killer itself, and then know everything",
        }
    }
}

/// What one survivor does: it goes to places until a round, then to an exit.
#[derive(Clone, Copy, Debug)]
struct Plan {
    places: [(Cell, u16); 3],
    /// None to run away from killers as long as there is room.
    exit: Option<Cell>,
    /// From how near killers it shies away.
    shy: u16,
}

/// The plans of all, and who is bound to walk straight until it sees a killer.
#[derive(Clone, Copy, Debug)]
struct Plans {
    plans: [Plan; UNITS],
    bound: [bool; UNITS],
}

/// Plans once, when it is told, and keeps to that.
pub(crate) struct Planner {
    told: Told,
    budget: u64,
    random: Random,
    plans: Option<(Plans, u16)>,
}

impl Planner {
    pub(crate) fn new(told: Told, budget: u64, seed: u64) -> Self {
        Self { told, budget, random: Random::new(seed), plans: None }
    }

    /// Where the survivors go now.
    pub(crate) fn choose(&mut self, board: &Board) -> Cells {
        let sees = board.survivors.iter().any(|(_, at)| board.killers.away(at) <= SIGHT);
        let now = matches!(self.told, Told::AtOnce | Told::Alone) || sees;
        if self.plans.is_none() && now {
            self.plans = Some((self.plan(board), 0));
        }
        let mut goals = board.survivors;
        match &mut self.plans {
            Some((plans, round)) => {
                plans.unbind(board);
                goals.cells = plans.goals(board, *round);
                *round += 1;
            }
            None if self.told == Told::ByOneWaiting => {}
            None => {
                for (id, at) in board.survivors.iter() {
                    goals.put(id, straight_first(at, board.nearest_exit(at)));
                }
            }
        }
        goals
    }

    fn plan(&mut self, board: &Board) -> Plans {
        let random = &mut self.random;
        let nearest = |id: usize| board.nearest_exit(board.survivors.cells[id]);
        let plan = |id: usize| Plan { places: [(nearest(id), 0); 3], exit: Some(nearest(id)), shy: SIGHT };
        let first = Plans { plans: std::array::from_fn(plan), bound: [self.told == Told::Alone; UNITS] };
        let (mut best, mut most, mut tried) = (first, first.worth(board), 1);
        while tried < self.budget && most < board.survivors.count() as f64 {
            let (mut plans, mut idle) = (first, 0);
            (0..UNITS).for_each(|id| plans.plans[id].change(board, id, random));
            let mut worth = plans.worth(board);
            while idle < PATIENCE && tried < self.budget {
                let mut other = plans;
                for _ in 0..=random.below(3) {
                    let id = random.below(UNITS as u64) as usize;
                    other.plans[id].change(board, id, random);
                }
                let its = other.worth(board);
                (tried, idle) = (tried + 1, if its > worth { 0 } else { idle + 1 });
                if its >= worth {
                    (plans, worth) = (other, its);
                }
            }
            if worth > most {
                (best, most) = (plans, worth);
            }
        }
        best
    }
}

impl Plan {
    fn change(&mut self, board: &Board, id: usize, random: &mut Random) {
        if random.below(6) == 0 {
            let choice = random.below(board.exits.len() as u64 + 1) as usize;
            self.exit = board.exits.get(choice).copied();
            self.shy = [SIGHT, SIGHT, 3, 4, 6, 10, SIDE][random.below(7) as usize];
            return;
        }
        let number = random.below(3) as usize;
        let here = board.survivors.cells[id];
        let (place, _) = self.places[number];
        let middle = Cell { x: here.x.midpoint(place.x), y: here.y.midpoint(place.y) };
        let place = match random.below(4) {
            0 => board.exits[random.below(board.exits.len() as u64) as usize],
            1 => near(random, here, SIDE),
            _ => near(random, middle, 6),
        };
        let before = if number == 0 { 0 } else { self.places[number - 1].1 };
        let until = if random.below(3) == 0 { before } else { before + random.below(20) as u16 };
        self.places[number] = (place, until);
        for later in number + 1..self.places.len() {
            self.places[later].1 = self.places[later].1.max(until);
        }
    }

    /// The step of this plan in a round since it was made.
    fn step(&self, board: &Board, here: Cell, round: u16) -> Cell {
        if let Some(&(place, _)) = self.places.iter().find(|(_, until)| round < *until) {
            let to = towards(here, place);
            return if board.killers.stand_on(to) { here } else { to };
        }
        let killers = || board.killers.iter().map(|(_, at)| at).filter(|&at| distance(at, here) <= self.shy);
        if let Some(exit) = self.exit
            && killers().next().is_none()
        {
            return straight_first(here, exit);
        }
        let value = |to: Cell| {
            let near = killers().map(|at| distance(at, to)).min().unwrap_or(SIDE);
            let worth = match self.exit {
                Some(exit) => {
                    let slack = killers().map(|at| slack(at, to, exit)).min().unwrap_or(0);
                    let way = 10 * i32::from(distance(to, exit))
                        + i32::from(to.x.abs_diff(exit.x) + to.y.abs_diff(exit.y)) / 2;
                    if slack >= 0 { 200 - way } else { 15 * slack.max(-40) - way }
                }
                None => killers().map(|at| 10 * room(at, to)).min().unwrap_or(0) + i32::from(near),
            };
            (near > 0, near > 1, worth)
        };
        let mut best = (here, value(here));
        for to in around(here) {
            let its = value(to);
            if its > best.1 {
                best = (to, its);
            }
        }
        best.0
    }
}

impl Plans {
    fn goals(&self, board: &Board, round: u16) -> [Cell; UNITS] {
        let mut goals = board.survivors.cells;
        for (id, here) in board.survivors.iter() {
            goals[id] = if self.bound[id] && board.killers.away(here) > SIGHT {
                straight_first(here, board.nearest_exit(here))
            } else if board.to_exit(here) <= 1 {
                board.nearest_exit(here)
            } else {
                self.plans[id].step(board, here, round)
            };
        }
        goals
    }

    /// How many escape, and a little for ends near an exit, which are the way to better plans.
    fn worth(&self, board: &Board) -> f64 {
        let (mut board, mut plans) = (board.clone(), *self);
        let before = board.escaped;
        for round in 0..ROUNDS {
            if round > 0 {
                board.chase();
            }
            if board.survivors.is_empty() {
                break;
            }
            plans.unbind(&board);
            board.survivors_go(&plans.goals(&board, round));
        }
        let far: u16 = board.survivors.cells.iter().map(|&at| board.to_exit(at)).sum();
        f64::from(board.escaped - before) - f64::from(far) / 1000.0
    }

    /// Who sees a killer now is told everything for good.
    fn unbind(&mut self, board: &Board) {
        for (id, here) in board.survivors.iter() {
            self.bound[id] &= board.killers.away(here) > SIGHT;
        }
    }
}

/// How much of its gap a survivor has left when it leaves by this exit: below 0 a killer can prevent it.
fn slack(killer: Cell, survivor: Cell, exit: Cell) -> i32 {
    let before = i32::from(distance(survivor, exit)) - 1;
    let along = |killer: u16, survivor: u16, exit: u16| {
        let gap = i32::from(survivor) - i32::from(killer);
        let wall = if gap < 0 { exit == 0 } else { exit + 1 >= SIDE };
        let ahead = (i32::from(exit) - i32::from(survivor)) * gap.signum() + i32::from(!wall);
        if gap.abs() < 2 { -1000 } else { gap.abs() - 2 + ahead.min(before) - before }
    };
    along(killer.x, survivor.x, exit.x).max(along(killer.y, survivor.y, exit.y))
}

/// How many rounds a survivor can run from a killer before a wall ends the run.
fn room(killer: Cell, survivor: Cell) -> i32 {
    let along = |killer: u16, survivor: u16| {
        let wall = if survivor > killer { SIDE - 1 - survivor } else { survivor };
        let gap = survivor.abs_diff(killer);
        if gap < 2 { 0 } else { i32::from(wall + gap) }
    };
    along(killer.x, survivor.x).max(along(killer.y, survivor.y))
}
