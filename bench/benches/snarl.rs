//! Snarl: a level with four players and six adversaries, one core. One element is one actor's move.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_bots::snarl::{Explorer, Ghost, Zombie};
use gridhaunt_kernel::bot::{Call, Uniform};
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Bot, Game, Random, Seat};
use gridhaunt_snarl::view::{Start, View};
use gridhaunt_snarl::{Action, Settings, Snarl, State, World};
use std::time::Duration;

type Player = Box<dyn Bot<Start, View, Action>>;

fn settings() -> Settings {
    let document = serde_json::json!({"zombies": 4, "ghosts": 2, "generate": {"levels": 1}});
    Settings::read(&document).expect("these settings hold")
}

/// Four players of a kind, and the built-in strategies.
fn bots(settings: &Settings, explore: bool, seed: u64) -> Vec<Player> {
    let options = Map::new();
    let random = |seat: u8| Random::for_bot(seed, Seat(seat));
    let call = |seat: u8| Call { settings, options: &options, seat: Seat(seat), random: random(seat) };
    let player = |seat: u8| match explore {
        true => Box::new(Explorer::new(random(seat))) as Player,
        false => Box::new(Uniform(random(seat))),
    };
    let mut bots: Vec<Player> = (0..4).map(player).collect();
    bots.push(Box::new(Zombie::new(&call(4)).expect("no options")));
    bots.push(Box::new(Ghost::new(&call(5)).expect("no options")));
    bots
}

fn worlds(settings: &Settings) -> Vec<(World, State)> {
    (0..64).map(|seed| Snarl::new(settings, seed).expect("these settings make levels")).collect()
}

/// One move: the view of the seat that acts, its choice, the step.
fn act(world: &World, state: &mut State, bots: &mut [Player], legal: &mut Vec<Action>) {
    let Some(seat) = Snarl::phase(world, state).seats().iter().next() else { return };
    legal.clear();
    Snarl::legal(world, state, seat, &mut |action| legal.push(action));
    let view = Snarl::view(world, state, &[], seat);
    let action = bots[seat.index()].choose(&view, legal);
    Snarl::step(world, state, &[(seat, action)], |_| {});
}

/// How many moves are timed together.
const MOVES: u64 = 50_000;

fn games(c: &mut Criterion) {
    let settings = settings();
    let worlds = worlds(&settings);
    let mut group = c.benchmark_group("snarl games");
    group.throughput(Throughput::Elements(MOVES));
    for (name, explore) in [("random players", false), ("explorers", true)] {
        let (mut seed, mut legal) = (0, Vec::new());
        let mut state = worlds[0].1;
        let mut players = bots(&settings, explore, 0);
        group.bench_function(name, |b| {
            b.iter(|| {
                for _ in 0..MOVES {
                    let world = &worlds[seed as usize % worlds.len()].0;
                    act(world, &mut state, &mut players, &mut legal);
                    if state.end.is_some() {
                        seed += 1;
                        state = worlds[seed as usize % worlds.len()].1;
                        players = bots(&settings, explore, seed);
                    }
                }
                state.round
            });
        });
    }
}

/// A game of random play: its world, its first state and the choice of each step.
type Record = (World, State, Vec<(Seat, Action)>);

fn records() -> Vec<Record> {
    let settings = settings();
    let mut random = Random::new(1);
    let record = |(world, origin): (World, State)| {
        let (mut state, mut steps, mut legal) = (origin, Vec::new(), Vec::new());
        while let Some(seat) = Snarl::phase(&world, &state).seats().iter().next() {
            legal.clear();
            Snarl::legal(&world, &state, seat, &mut |action| legal.push(action));
            let choice = (seat, legal[random.index(legal.len())]);
            Snarl::step(&world, &mut state, &[choice], |_| {});
            steps.push(choice);
        }
        (world, origin, steps)
    };
    worlds(&settings).into_iter().map(record).collect()
}

fn rules(c: &mut Criterion) {
    let records = records();
    let mut group = c.benchmark_group("snarl rules");
    group.throughput(Throughput::Elements(records.iter().map(|(_, _, steps)| steps.len() as u64).sum()));
    group.bench_function("actor moves, drawn ahead", |b| {
        b.iter(|| {
            let mut rounds = 0;
            for (world, origin, steps) in &records {
                let mut state = *origin;
                for choice in steps {
                    Snarl::step(world, &mut state, core::slice::from_ref(choice), |_| {});
                }
                rounds += state.round;
            }
            rounds
        });
    });
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("snarl").and_then(|game| game.open(&serde_json::json!({}))).expect("it opens");
    let mut group = c.benchmark_group("snarl batch");
    for arrays in [&[][..], &["numbers"], &["mask"], &["sight"], &["dungeon"]] {
        gridhaunt_bench::batch(&mut group, opened.as_ref(), 256, arrays);
    }
}

fn creation(c: &mut Criterion) {
    let mut group = c.benchmark_group("snarl create");
    group.throughput(Throughput::Elements(1));
    let (settings, mut seed) = (Settings::default(), 0);
    group.bench_function("match of three levels", |b| {
        b.iter(|| {
            seed += 1;
            Snarl::make(&settings, seed)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules, games, batches, creation
}
criterion_main!(benches);
