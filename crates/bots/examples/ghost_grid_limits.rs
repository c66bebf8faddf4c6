//! What knowledge is worth to the sentinels of Ghost Grid, and when: `cordon` holds `courier`, as it is, told the connections
//! of the goal's nodes from some turn on, and told the whole map.
//! A match takes about 60 ms.
//!
//! ```text
//! cargo run --release -p gridhaunt-bots --example ghost_grid_limits -- [MATCHES] [FIRST SEED]
//! ```

use gridhaunt_bots::ghost_grid::{Cordon, Courier};
use gridhaunt_ghost_grid::ground::Side;
use gridhaunt_ghost_grid::view::{Known, Start, View};
use gridhaunt_ghost_grid::{Action, GhostGrid, Settings};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::prelude::*;
use std::env;

type World = <GhostGrid as Game>::World;

/// What sentinels are told of the map beside what they find out.
#[derive(Clone, Copy, Debug)]
enum Told {
    Nothing,
    /// The connections of the goal's nodes, from this turn on.
    Goal(u32),
    /// The whole map, from this turn on.
    Everything(u32),
}

impl Told {
    const ALL: [Self; 7] = [
        Self::Nothing,
        Self::Goal(1),
        Self::Goal(2),
        Self::Goal(3),
        Self::Everything(1),
        Self::Everything(2),
        Self::Everything(3),
    ];

    fn words(self) -> String {
        match self {
            Self::Nothing => "as it is".into(),
            Self::Goal(turn) => format!("told the connections of the goal's nodes in turn {turn}"),
            Self::Everything(turn) => format!("told the whole map in turn {turn}"),
        }
    }

    /// Adds what is told to a view of a sentinel.
    fn tell(self, world: &World, view: &mut View) {
        let (View::SentinelView(view), ground) = (view, world.ground()) else { return };
        for node in 0..ground.layers.len() as u8 {
            let told = match self {
                Self::Nothing => false,
                Self::Goal(turn) => view.turn >= turn && ground.is_goal(node),
                Self::Everything(turn) => view.turn >= turn,
            };
            if told && view.known.iter().all(|known| known.node != node) {
                let to = ground.ports(node).iter().map(|port| (port.node, ground.layer(port.node), port.dist));
                view.known.push(Known { node, layer: ground.layer(node), to: to.collect() });
            }
        }
        view.known.sort_by_key(|known| known.node);
    }
}

/// Plays a match; returns whether the ghosts won it.
fn play(told: Told, seed: u64) -> Result<bool, Invalid> {
    let settings = Settings::default();
    let (world, mut state) = GhostGrid::new(&settings, seed)?;
    let (options, mut bots) = (Map::new(), Vec::<Box<dyn Bot<Start, View, Action>>>::new());
    for seat in (0..GhostGrid::seats(&world)).map(|seat| Seat(seat as u8)) {
        let call = Call { settings: &settings, options: &options, seat, random: Random::for_bot(seed, seat) };
        let mut bot: Box<dyn Bot<Start, View, Action>> = match world.code.side_of(seat) {
            Side::Ghost => Box::new(Courier::new(0)),
            Side::Sentinel => Box::new(Cordon::new(&call)),
        };
        bot.start(&GhostGrid::start(&world, &state, seat));
        bots.push(bot);
    }
    loop {
        let phase = GhostGrid::phase(&world, &state);
        if phase.is_over() {
            break;
        }
        let mut choices = Vec::new();
        for seat in phase.seats().iter() {
            let mut view = GhostGrid::view(&world, &state, &[], seat);
            told.tell(&world, &mut view);
            let mut legal = Vec::new();
            GhostGrid::legal(&world, &state, seat, &mut |action| legal.push(action));
            choices.push((seat, bots[seat.index()].choose(&view, &legal)));
        }
        GhostGrid::step(&world, &mut state, &choices, |_| {});
    }
    Ok(GhostGrid::outcome(&world, &state)
        .is_some_and(|outcome| outcome.seats.first().is_some_and(|first| first.rank == 1)))
}

fn main() -> Result<(), Invalid> {
    let mut words = env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
    let (matches, first) = (words.next().unwrap_or(2000), words.next().unwrap_or(1_000_001));
    println!("wins of courier in {matches} matches against cordon");
    for told in Told::ALL {
        let mut won = 0;
        for seed in (first..).take(matches as usize) {
            won += u32::from(play(told, seed)?);
        }
        let share = f64::from(won) / matches.max(1) as f64;
        let error = 1.96 * (share * (1.0 - share) / matches.max(1) as f64).sqrt();
        println!("{:.1} % ± {:.1}  {}", 100.0 * share, 100.0 * error, told.words());
    }
    Ok(())
}
