//! What is possible in Ghost Tag: how many survivors planners that know everything bring out against `chase` and hold back
//! from `score`, and how many escape with `score` whatever the killers do.
//!
//! ```text
//! cargo run --release -p gridhaunt-bots --example tag_limits -- [MATCHES] [PLANS] [FIRST SEED]
//! ```
//!
//! Plans are looked for on a board of their own (`board`), which knows how both bots move, and are then played in real
//! matches against the real bots: every number is of matches by the rules. With 0 plans there is only the bound (`sure`),
//! which is told beside matches of `warden`.

mod board;
mod killers;
mod sure;
mod survivors;

use board::{Board, Cells, SIGHT};
use gridhaunt_bots::tag::{Chase, Score, Warden};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::state::{Side, State};
use gridhaunt_tag::view::{self, Start, View};
use gridhaunt_tag::{Action, Settings, Step, Tag};
use std::{env, fmt};
use sure::{LAST_ROUND, Prospects, Trace};

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

/// Whether what is foretold comes true in real matches.
#[derive(Debug, Default)]
struct Check {
    /// How many fewer escaped than must, if no two survivors meet.
    fewer: u32,
    /// Survivors that must escape, if they meet no other, and did not.
    lost: u32,
    /// Those of them that were never in sight of another survivor.
    lost_alone: u32,
    /// Steps of survivors who saw no other, and those that were foretold wrong.
    steps: u32,
    wrong: u32,
}

impl Check {
    /// Plays a match of bots to its end and looks at every step of its survivors.
    fn play(&mut self, game: &mut Match, sure: [bool; UNITS]) {
        let mut traces = [game.board().killers.cells.map(Trace::start); UNITS];
        let mut met = [false; UNITS];
        while !game.is_over() {
            let (board, round, side) = (game.board(), game.state.round, game.state.phase);
            let before = board.survivors;
            game.phase(None);
            if side == Side::Killer {
                continue;
            }
            let after = game.board().survivors;
            for (id, here) in before.iter() {
                for (trace, (_, at)) in traces[id].iter_mut().zip(board.killers.iter()) {
                    *trace = trace.look((distance(at, here) <= SIGHT).then_some(at));
                }
                if before.iter().any(|(other, at)| other != id && distance(at, here) <= SIGHT) {
                    met[id] = true;
                    continue;
                }
                if round == LAST_ROUND {
                    continue;
                }
                let to = sure::score_step(&board.exits, here, &traces[id], round);
                let came_true = if after.has(id) { after.cells[id] == to } else { board.exits.contains(&to) };
                self.steps += 1;
                self.wrong += u32::from(!came_true);
            }
        }
        for id in 0..UNITS {
            let lost = sure[id] && game.state.escaped >> id & 1 == 0;
            self.lost += u32::from(lost);
            self.lost_alone += u32::from(lost && !met[id]);
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fewer, lost, lost_alone, steps, wrong } = self;
        write!(
            out,
            "fewer than must: {fewer}; sure to escape and did not: {lost}, of these never in sight of another survivor: {lost_alone}; "
        )?;
        write!(out, "steps foretold wrong: {wrong} of {steps}")
    }
}

/// Prints the mean of a row with its 95 % interval.
fn print(what: &str, escapes: &[u32]) {
    let count = escapes.len().max(1) as f64;
    let mean = f64::from(escapes.iter().sum::<u32>()) / count;
    let spread = escapes.iter().map(|&one| (f64::from(one) - mean).powi(2)).sum::<f64>() / count;
    println!("{mean:.3} ± {:.3}  {what}", 1.96 * (spread / count).sqrt());
}

fn main() -> Result<(), Invalid> {
    let mut words = env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
    let (matches, plans) = (words.next().unwrap_or(500), words.next().unwrap_or(10_000));
    let seeds = words.next().unwrap_or(1_000_001)..;
    let seeds = || seeds.clone().take(matches as usize);

    println!("escapes of 3, {matches} matches, {plans} plans a match");
    if plans > 0 {
        println!("against chase, survivors who");
        for told in survivors::Told::ALL {
            let escapes = seeds().map(|seed| {
                let mut planner = survivors::Planner::new(told, plans, seed);
                let mut game = Match::new(seed)?.with_chase()?;
                game.play(|board, _| planner.choose(board));
                Ok(game.escaped())
            });
            print(told.words(), &escapes.collect::<Result<Vec<_>, Invalid>>()?);
        }
        println!("score, against killers");
        let (mut played, mut single) = (Vec::new(), Vec::new());
        for seed in seeds() {
            let mut game = Match::new(seed)?.with_score()?;
            single.push(killers::one_at_a_time(&game.board(), plans, seed));
            let mut planner = killers::Planner::new(plans, seed);
            game.play(|board, round| planner.choose(board, round));
            played.push(game.escaped());
        }
        print("who plan", &played);
        print("who plan for one survivor alone, all three, and so for each of the three", &single);
    }
    println!("score");
    let (mut played, mut least, mut alone, mut check) = (Vec::new(), Vec::new(), Vec::new(), Check::default());
    for seed in seeds() {
        let mut game = Match::new(seed)?.with_score()?.with_warden();
        let board = game.board();
        let mut prospects = Prospects::of(&board);
        let sure = std::array::from_fn(|id| prospects.is_sure(id));
        alone.push(sure.iter().filter(|is_sure| **is_sure).count() as u32);
        least.push(prospects.least_escapes());
        check.play(&mut game, sure);
        check.fewer += least.last().map_or(0, |least| least.saturating_sub(game.escaped()));
        played.push(game.escaped());
    }
    print("against warden", &played);
    print("whatever killers do", &least);
    print("whatever killers do, each survivor for itself", &alone);
    println!("{check}");
    Ok(())
}
