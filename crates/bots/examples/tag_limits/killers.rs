//! Killers that know how `score` moves and what it remembers: their plans are changed at random, every round anew, as long
//! as fewer escape.

use super::UNITS;
use super::board::{Board, Cells, SIDE, SIGHT, Sightings, near, straight_first, towards};
use super::wish::LAST_ROUND;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;

/// How many rounds ahead plans are tried.
const ROUNDS: u16 = 60;
/// After the first round so many plans fewer are tried, since the old ones are kept.
const LATER: u64 = 10;
/// What an escape costs, and what a survivor costs that is still on the board where the look ahead ends.
const ESCAPE: i64 = 10_000;
const LEFT: i64 = 4_000;

/// What it costs, for killers who want survivors to meet, that two of them do not see each other in a round, and what it
/// costs for every step that they are apart when they are nearest.
const UNMET: i64 = 100;
const APART: i64 = 50;

/// What the killers want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// That few escape.
    Stop,
    /// The same, and that survivors are in each other's way.
    Gather,
}

/// What a killer does in the end.
#[derive(Clone, Copy, Debug)]
enum Duty {
    Guard(Cell),
    Hunt(usize),
}

/// It goes to places until a round, then it does its duty. Who stands beside it is captured at any time.
#[derive(Clone, Copy, Debug)]
struct Plan {
    places: [(Cell, u16); 2],
    duty: Duty,
}

/// Plans anew every round.
pub(crate) struct Planner {
    aim: Aim,
    budget: u64,
    random: Random,
    plans: Option<[Plan; UNITS]>,
    sightings: [Sightings; UNITS],
}

impl Planner {
    pub(crate) fn new(aim: Aim, budget: u64, seed: u64) -> Self {
        Self { aim, budget, random: Random::new(seed), plans: None, sightings: Default::default() }
    }

    /// Where the killers go now.
    pub(crate) fn choose(&mut self, board: &Board, round: u16) -> Cells {
        let place = |id: usize| (board.killers.cells[id], 0);
        let first = |id: usize| match board.exits.get(id) {
            Some(&exit) => Plan { places: [place(id); 2], duty: Duty::Guard(exit) },
            None => Plan { places: [place(id); 2], duty: Duty::Hunt(id) },
        };
        let budget = if self.plans.is_none() { self.budget } else { self.budget / LATER };
        let mut plans = self.plans.unwrap_or_else(|| std::array::from_fn(first));
        let mut least = self.cost(&plans, board, round, i64::MAX);
        let duties = || board.exits.iter().map(|&exit| Duty::Guard(exit)).chain((0..UNITS).map(Duty::Hunt));
        let mut others: Vec<[Plan; UNITS]> = Vec::new();
        for id in 0..UNITS {
            others.clear();
            others.extend(duties().map(|duty| {
                let mut other = plans;
                other[id] = Plan { places: [place(id); 2], duty };
                other
            }));
            for &other in &others {
                let cost = self.cost(&other, board, round, least);
                if cost < least {
                    (plans, least) = (other, cost);
                }
            }
        }
        for _ in 0..budget {
            if least < LEFT {
                break;
            }
            let mut other = plans;
            for _ in 0..=self.random.below(2) {
                let id = self.random.below(UNITS as u64) as usize;
                other[id].change(board, id, &mut self.random);
            }
            let cost = self.cost(&other, board, round, least.saturating_add(1));
            if cost <= least {
                (plans, least) = (other, cost);
            }
        }
        let mut goals = board.killers;
        goals.cells = std::array::from_fn(|id| plans[id].step(board, id, 0));
        plans.iter_mut().flat_map(|plan| &mut plan.places).for_each(|place| place.1 = place.1.saturating_sub(1));
        self.plans = Some(plans);
        let mut after = board.clone();
        after.killers_go(&goals.cells);
        for (id, here) in after.survivors.iter() {
            self.sightings[id].look(&after.killers, here, round);
        }
        goals
    }

    /// What plans cost, tried on until it is as much as another one's.
    fn cost(&self, plans: &[Plan; UNITS], board: &Board, round: u16, most: i64) -> i64 {
        let (mut board, mut sightings, mut cost) = (board.clone(), self.sightings, 0);
        let mut nearest = SIDE;
        for ahead in 0..ROUNDS {
            if board.survivors.is_empty() && self.aim == Aim::Stop || cost >= most {
                break;
            }
            board.killers_go(&std::array::from_fn(|id| plans[id].step(&board, id, ahead)));
            if self.aim == Aim::Gather {
                let (unmet, apart) = unmet(&board.survivors);
                cost += UNMET * unmet;
                nearest = nearest.min(apart);
            }
            let mut goals = board.survivors.cells;
            for (id, here) in board.survivors.iter() {
                sightings[id].look(&board.killers, here, round + ahead);
                goals[id] = sightings[id].step(&board, here, round + ahead);
            }
            let (before, out) = (board.survivors.count(), board.escaped);
            board.survivors_go(&goals);
            let (gone, out) = ((before - board.survivors.count()) as i64, i64::from(board.escaped - out));
            cost += out * (ESCAPE - i64::from(ahead)) + (gone - out) * i64::from(ahead);
        }
        let apart = if self.aim == Aim::Gather { APART * i64::from(nearest) } else { 0 };
        cost + apart + LEFT * board.survivors.count() as i64
    }
}

impl Plan {
    fn step(&self, board: &Board, id: usize, round: u16) -> Cell {
        let here = board.killers.cells[id];
        let Some(nearest) = board.survivors.nearest(here) else { return here };
        if distance(nearest, here) <= 1 {
            return nearest;
        }
        if let Some(&(place, _)) = self.places.iter().find(|(_, until)| round < *until) {
            return towards(here, place);
        }
        match self.duty {
            Duty::Guard(exit) => towards(here, exit),
            Duty::Hunt(id) if board.survivors.has(id) => towards(here, meeting(board, here, board.survivors.cells[id])),
            Duty::Hunt(_) => towards(here, meeting(board, here, nearest)),
        }
    }

    fn change(&mut self, board: &Board, id: usize, random: &mut Random) {
        if random.below(4) == 0 {
            let choice = random.below((board.exits.len() + UNITS) as u64) as usize;
            self.duty = board
                .exits
                .get(choice)
                .map_or(Duty::Hunt(choice.saturating_sub(board.exits.len())), |&exit| Duty::Guard(exit));
            return;
        }
        let number = random.below(2) as usize;
        let place = match random.below(4) {
            0 => {
                let mut at = board.survivors.cells[random.below(UNITS as u64) as usize];
                for _ in 0..random.below(25) {
                    at = straight_first(at, board.nearest_exit(at));
                }
                near(random, at, 2)
            }
            1 => {
                let exit = board.exits[random.below(board.exits.len() as u64) as usize];
                near(random, exit, 4)
            }
            2 => near(random, self.places[number].0, 2),
            _ => near(random, board.killers.cells[id], 10),
        };
        let before = if number == 0 { 0 } else { self.places[0].1 };
        self.places[number] = (place, before + 1 + random.below(24) as u16);
        if number == 0 {
            let until = self.places[0].1;
            self.places[1].1 = if random.below(2) == 0 { until } else { self.places[1].1.max(until) };
        }
    }
}

/// How many pairs of survivors do not see each other, and how near the nearest two are.
fn unmet(survivors: &Cells) -> (i64, u16) {
    let (mut unmet, mut nearest) = ((UNITS * (UNITS - 1) / 2) as i64, SIDE);
    for (id, here) in survivors.iter() {
        for (_, at) in survivors.iter().filter(|&(other, _)| other < id) {
            unmet -= i64::from(distance(at, here) <= SIGHT);
            nearest = nearest.min(distance(at, here));
        }
    }
    (unmet, nearest)
}

/// The first cell of a survivor's way to its nearest exit where a killer can be in time, else where it is now.
fn meeting(board: &Board, here: Cell, survivor: Cell) -> Cell {
    let exit = board.nearest_exit(survivor);
    let (mut at, mut rounds) = (survivor, 0);
    while at != exit {
        if distance(here, at) <= rounds + 1 {
            return at;
        }
        at = straight_first(at, exit);
        rounds += 1;
    }
    survivor
}

/// How many survivors escape if each is alone with all killers, who plan for it and for nobody else. Here both sides play
/// on the board of the plans.
pub(crate) fn one_at_a_time(board: &Board, budget: u64, seed: u64) -> u32 {
    let alone = |(id, start): (usize, Cell)| {
        let mut board = Board { survivors: Cells::default(), ..board.clone() };
        board.survivors.put(id, start);
        let mut planner = Planner::new(Aim::Stop, budget, seed);
        for round in 1..=LAST_ROUND {
            let goals = planner.choose(&board, round);
            board.killers_go(&goals.cells);
            if !board.survivors.has(id) {
                break;
            }
            let mut goals = board.survivors.cells;
            goals[id] = planner.sightings[id].step(&board, goals[id], round);
            board.survivors_go(&goals);
        }
        board.escaped
    };
    board.survivors.iter().map(alone).sum()
}
