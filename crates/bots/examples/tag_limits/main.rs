//! What is possible in Ghost Tag: how many survivors planners that know everything bring out against `chase` and hold back
//! from `score`, and how many escape with `score` whatever the killers do.
//!
//! ```text
//! cargo run --release -p gridhaunt-bots --example tag_limits -- [MATCHES] [PLANS] [FIRST SEED]
//! ```
//!
//! Plans are looked for on a board of their own (`board`), which knows how both bots move, and are then played in real
//! matches against the real bots: every number is of matches by the rules. With 0 plans there is only the bound (`bound`),
//! which is told beside matches of killers' bots. All matches of `score` are used to check what the bound rests on.

mod board;
mod bound;
mod check;
mod crowd;
mod killers;
mod sure;
mod survivors;
mod together;
mod trace;
mod wish;

use board::{Board, Cells};
use bound::Bound;
use check::Check;
use gridhaunt_bots::tag::{Chase, Guard, Score, Warden};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::state::{Side, State};
use gridhaunt_tag::view::{self, Start, View};
use gridhaunt_tag::{Action, Settings, Step, Tag};
use killers::Aim;
use std::env;

/// Three survivors and three killers, as the settings say if nobody says anything.
const UNITS: usize = 3;

type World = <Tag<8> as Game>::World;

type Player = Box<dyn Bot<Start, View, Action>>;

/// A real match. A side without bots is played by a planner.
struct Match {
    world: World,
    state: State<8>,
    survivors: Vec<Player>,
    killers: Vec<Player>,
}

impl Match {
    fn new(seed: u64) -> Result<Self, Invalid> {
        let (world, state) = Tag::<8>::new(&Settings::default(), seed)?;
        Ok(Self { world, state, survivors: Vec::new(), killers: Vec::new() })
    }

    fn with_score(mut self) -> Result<Self, Invalid> {
        for id in 0..UNITS {
            let bot = Box::new(Score::new(&Map::new())?);
            self.survivors.push(self.started(bot, Side::Survivor, id));
        }
        Ok(self)
    }

    fn with_chase(mut self) -> Result<Self, Invalid> {
        for id in 0..UNITS {
            let bot = Box::new(Chase::new(&Map::new())?);
            self.killers.push(self.started(bot, Side::Killer, id));
        }
        Ok(self)
    }

    fn with_warden(mut self) -> Self {
        self.killers = (0..UNITS).map(|id| self.started(Box::new(Warden::default()), Side::Killer, id)).collect();
        self
    }

    fn with_guard(mut self) -> Self {
        self.killers = (0..UNITS).map(|id| self.started(Box::new(Guard::default()), Side::Killer, id)).collect();
        self
    }

    fn started(&self, mut bot: Player, side: Side, id: usize) -> Player {
        bot.start(&Tag::<8>::start(&self.world, &self.state, seat(side, id)));
        bot
    }

    /// Plays one phase: the bots choose by themselves, planned units go to these cells.
    fn phase(&mut self, goals: Option<&Cells>) {
        let side = self.state.phase;
        let bots = match side {
            Side::Survivor => &mut self.survivors,
            Side::Killer => &mut self.killers,
        };
        let mut choices = Vec::new();
        for id in 0..UNITS {
            let view = view::view(&self.world, &self.state, seat(side, id));
            let Some(here) = view.at else { continue };
            let action = match goals {
                None => bots[id].choose(&view, &[]),
                Some(goals) => Action::from(step_to(here, goals.cells[id])),
            };
            choices.push((seat(side, id), action));
        }
        Tag::<8>::step(&self.world, &mut self.state, &choices, |_| {});
    }

    fn is_planned(&self) -> bool {
        match self.state.phase {
            Side::Survivor => self.survivors.is_empty(),
            Side::Killer => self.killers.is_empty(),
        }
    }

    fn is_over(&self) -> bool {
        self.state.end.is_some()
    }

    fn escaped(&self) -> u32 {
        self.state.escaped.count_ones()
    }

    /// The match as planners see it.
    fn board(&self) -> Board {
        let cells = |side| {
            let mut cells = Cells::default();
            for id in 0..UNITS {
                if let Some(at) = view::place(&self.world, &self.state, side, id) {
                    cells.put(id, at);
                }
            }
            cells
        };
        let exits = Tag::<8>::start(&self.world, &self.state, Seat(0)).exits;
        Board { exits, survivors: cells(Side::Survivor), killers: cells(Side::Killer), escaped: self.escaped() }
    }

    /// Plays to the end, with a planner on the side without bots.
    fn play(&mut self, mut plan: impl FnMut(&Board, u16) -> Cells) {
        while !self.is_over() {
            let goals = self.is_planned().then(|| plan(&self.board(), self.state.round));
            self.phase(goals.as_ref());
        }
    }
}

fn seat(side: Side, id: usize) -> Seat {
    Seat(match side {
        Side::Survivor => id,
        Side::Killer => UNITS + id,
    } as u8)
}

fn step_to(from: Cell, to: Cell) -> Step {
    let delta = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum() as i8;
    let wanted = (delta(from.x, to.x), delta(from.y, to.y));
    Step::ALL.into_iter().find(|step| step.delta() == wanted).unwrap_or(Step::Stay)
}

/// Prints the mean of a row with its 95 % interval.
fn print(what: &str, escapes: &[u32]) {
    let count = escapes.len().max(1) as f64;
    let mean = f64::from(escapes.iter().sum::<u32>()) / count;
    let spread = escapes.iter().map(|&one| (f64::from(one) - mean).powi(2)).sum::<f64>() / count;
    println!("{mean:.3} ± {:.3}  {what}", 1.96 * (spread / count).sqrt());
}

/// The matches of one kind of killers.
struct Row {
    what: &'static str,
    escapes: Vec<u32>,
}

impl Row {
    const fn of(what: &'static str) -> Self {
        Self { what, escapes: Vec::new() }
    }

    fn print(&self) {
        print(self.what, &self.escapes);
    }
}

/// Survivors that know everything, against `chase`.
fn against_chase(seeds: impl Iterator<Item = u64> + Clone, plans: u64) -> Result<(), Invalid> {
    println!("against chase, survivors who");
    for told in survivors::Told::ALL {
        let mut row = Row::of(told.words());
        for seed in seeds.clone() {
            let mut planner = survivors::Planner::new(told, plans, seed);
            let mut game = Match::new(seed)?.with_chase()?;
            game.play(|board, _| planner.choose(board));
            row.escapes.push(game.escaped());
        }
        row.print();
    }
    Ok(())
}

/// What killers do against `score`, and what they cannot do.
fn against_score(seeds: impl Iterator<Item = u64>, plans: u64) -> Result<(), Invalid> {
    println!("score, against killers");
    let mut bots = [Row::of("warden"), Row::of("guard"), Row::of("chase")];
    let mut planners = [Row::of("who plan"), Row::of("who plan, and want survivors to meet")];
    let mut single = Row::of("who plan for one survivor alone, all three, and so for each of the three");
    let mut least = Row::of("whatever they do");
    let mut apart = Row::of("whatever they do, if no two survivors met");
    let mut check = Check::default();
    for seed in seeds {
        let new = || Match::new(seed)?.with_score();
        let board = new()?.board();
        let bound = Bound::of(&board);
        least.escapes.push(bound.least);
        apart.escapes.push(bound.apart);
        let games = [new()?.with_warden(), new()?.with_guard(), new()?.with_chase()?];
        for (row, mut game) in bots.iter_mut().zip(games) {
            row.escapes.push(check.play(&mut game, &bound, |board, _| board.killers));
        }
        if plans == 0 {
            continue;
        }
        for (row, aim) in planners.iter_mut().zip([Aim::Stop, Aim::Gather]) {
            let mut planner = killers::Planner::new(aim, plans, seed);
            row.escapes.push(check.play(&mut new()?, &bound, |board, round| planner.choose(board, round)));
        }
        single.escapes.push(killers::one_at_a_time(&board, plans, seed));
    }
    bots.iter()
        .chain(planners.iter().chain([&single]).filter(|_| plans > 0))
        .chain([&least, &apart])
        .for_each(Row::print);
    println!("{check}");
    Ok(())
}

fn main() -> Result<(), Invalid> {
    let mut words = env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
    let (matches, plans) = (words.next().unwrap_or(500), words.next().unwrap_or(10_000));
    let seeds = (words.next().unwrap_or(1_000_001)..).take(matches as usize);

    println!("escapes of 3, {matches} matches, {plans} plans a match");
    if plans > 0 {
        against_chase(seeds.clone(), plans)?;
    }
    against_score(seeds, plans)
}
