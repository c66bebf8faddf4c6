//! What is possible in Ghost Tag: how many survivors planners that know everything bring out against `chase`, and hold
//! back from `score`.
//!
//! ```text
//! cargo run --release -p gridhaunt-bots --example tag_limits -- [MATCHES] [PLANS] [FIRST SEED]
//! ```
//!
//! Plans are looked for on a board of their own (`board`), which knows how both bots move, and are then played in real
//! matches against the real bots: every number is of matches by the rules.

mod board;
mod killers;
mod survivors;

use board::{Board, Cells};
use gridhaunt_bots::tag::{Chase, Score};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::state::{Side, State};
use gridhaunt_tag::view::{self, Start, View};
use gridhaunt_tag::{Action, Settings, Step, Tag};
use std::env;

/// Three survivors and three killers, as the settings say if nobody says anything.
const UNITS: usize = 3;

type World = <Tag<8> as Game>::World;

/// A real match, one side of which is played by bots.
struct Match {
    world: World,
    state: State<8>,
    bots: Vec<Box<dyn Bot<Start, View, Action>>>,
    bots_are: Side,
}

impl Match {
    fn new(seed: u64, bots_are: Side) -> Result<Self, Invalid> {
        let (world, state) = Tag::<8>::new(&Settings::default(), seed)?;
        let mut bots = Vec::new();
        for id in 0..UNITS {
            let mut bot: Box<dyn Bot<Start, View, Action>> = match bots_are {
                Side::Killer => Box::new(Chase::new(&Map::new())?),
                Side::Survivor => Box::new(Score::new(&Map::new())?),
            };
            bot.start(&Tag::<8>::start(&world, &state, seat(bots_are, id)));
            bots.push(bot);
        }
        Ok(Self { world, state, bots, bots_are })
    }

    /// Plays one phase: the bots choose by themselves, the others go to these cells.
    fn phase(&mut self, goals: Option<&Cells>) {
        let side = self.state.phase;
        let choices: Vec<(Seat, Action)> = (0..UNITS)
            .filter_map(|id| {
                let view = view::view(&self.world, &self.state, seat(side, id));
                let here = view.at?;
                let action = match goals {
                    None => self.bots[id].choose(&view, &[]),
                    Some(goals) => Action::from(step_to(here, goals.cells[id])),
                };
                Some((seat(side, id), action))
            })
            .collect();
        Tag::<8>::step(&self.world, &mut self.state, &choices, |_| {});
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

    /// Plays to the end, with a planner on the side without bots; returns how many escaped.
    fn play(mut self, mut plan: impl FnMut(&Board, u16) -> Cells) -> u32 {
        while !self.is_over() {
            let goals = (self.state.phase != self.bots_are).then(|| plan(&self.board(), self.state.round));
            self.phase(goals.as_ref());
        }
        self.escaped()
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

fn main() -> Result<(), Invalid> {
    let mut words = env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
    let (matches, plans) = (words.next().unwrap_or(500), words.next().unwrap_or(10_000));
    let seeds = words.next().unwrap_or(1_000_001)..;
    let seeds = || seeds.clone().take(matches as usize);

    println!("escapes of 3, {matches} matches, {plans} plans a match");
    println!("against chase, survivors who");
    for told in survivors::Told::ALL {
        let escapes = seeds().map(|seed| {
            let mut planner = survivors::Planner::new(told, plans, seed);
            Ok(Match::new(seed, Side::Killer)?.play(|board, _| planner.choose(board)))
        });
        print(told.words(), &escapes.collect::<Result<Vec<_>, Invalid>>()?);
    }
    println!("score, against killers");
    let (mut played, mut single, mut sure, mut wrong) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for seed in seeds() {
        let game = Match::new(seed, Side::Survivor)?;
        let alone = killers::never_met(&game.board());
        single.push(killers::one_at_a_time(&game.board(), plans, seed));
        let mut planner = killers::Planner::new(plans, seed);
        let escapes = game.play(|board, round| planner.choose(board, round));
        wrong += u32::from(escapes < alone);
        played.push(escapes);
        sure.push(alone);
    }
    print("who plan", &played);
    print("who plan for one survivor alone, all three, and so for each of the three", &single);
    print("whatever they do: no killer can come in sight on the way", &sure);
    println!("matches in which fewer escaped than must: {wrong}");
    Ok(())
}
