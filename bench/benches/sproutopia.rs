//! Sproutopia: 50 by 50 cells, four farmers, one core. One element is one tick of all four.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_bots::sproutopia::Claimer;
use gridhaunt_kernel::bot::Uniform;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Bot, Game, Learn, Random, Seat};
use gridhaunt_sproutopia::view::{Start, View};
use gridhaunt_sproutopia::{Action, Legacy, Official, Settings, Sproutopia};
use std::time::Duration;

type Player = Box<dyn Bot<Start, View, Action>>;
type Choices = [(Seat, Action); 4];

/// Which bots play the measured games.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    Random,
    Claimers,
}

fn settings(rules: &str) -> Settings {
    Settings::read(&serde_json::json!({"rules": rules})).expect("these settings hold")
}

fn players(who: Who, seed: u64) -> Vec<Player> {
    let random = |seat: u8| Random::for_bot(seed, Seat(seat));
    (0..4u8)
        .map(|seat| match who {
            Who::Random => Box::new(Uniform(random(seat))) as Player,
            Who::Claimers => Box::new(Claimer::new(9)),
        })
        .collect()
}

/// A game of the kernel with the types of this one.
trait Farm: Game<Settings = Settings, Start = Start, View = View, Action = Action> + Learn {}
impl<G: Game<Settings = Settings, Start = Start, View = View, Action = Action> + Learn> Farm for G {}

/// The choices of all four, each from its own view, in order of arrival.
fn choose<G: Farm>(world: &G::World, state: &G::State, players: &mut [Player], legal: &[Action]) -> Choices {
    let first = G::first_to_arrive(world, state).index();
    core::array::from_fn(|i| {
        let seat = Seat(((first + i) % 4) as u8);
        let view = G::view(world, state, &[], seat);
        (seat, players[seat.index()].choose(&view, legal))
    })
}

fn start<G: Farm>(world: &G::World, state: &G::State, players: &mut [Player]) {
    for (seat, player) in players.iter_mut().enumerate() {
        player.start(&G::start(world, state, Seat(seat as u8)));
    }
}

/// Worlds, first states and the choices of every tick of a few games.
fn records<G: Farm>(rules: &str, who: Who) -> Vec<(G::World, G::State, Vec<Choices>)> {
    let settings = settings(rules);
    let legal = &Action::ALL[..G::actions(&settings)];
    (0..8)
        .map(|seed| {
            let (world, origin) = G::make(&settings, seed).expect("these settings make a game");
            let (mut state, mut ticks, mut players) = (origin.clone(), Vec::new(), players(who, seed));
            start::<G>(&world, &state, &mut players);
            while !G::phase(&world, &state).is_over() {
                ticks.push(choose::<G>(&world, &state, &mut players, legal));
                G::step(&world, &mut state, &ticks[ticks.len() - 1], |_| {});
            }
            (world, origin, ticks)
        })
        .collect()
}

fn replayed<G: Farm>(c: &mut Criterion, name: &str, rules: &str, who: Who) {
    let records = records::<G>(rules, who);
    let mut group = c.benchmark_group("sproutopia rules");
    group.throughput(Throughput::Elements(records.iter().map(|(_, _, ticks)| ticks.len() as u64).sum()));
    group.bench_function(name, |b| {
        let mut state = records[0].1.clone();
        b.iter(|| {
            for (world, origin, ticks) in &records {
                state.clone_from(origin);
                for choices in ticks {
                    G::step(world, &mut state, choices, |_| {});
                }
            }
            G::phase(&records[0].0, &state).is_over()
        });
    });
}

fn rules(c: &mut Criterion) {
    replayed::<Sproutopia<Official>>(c, "random, drawn ahead", "official", Who::Random);
    replayed::<Sproutopia<Official>>(c, "claimers, drawn ahead", "official", Who::Claimers);
    replayed::<Sproutopia<Legacy>>(c, "v2024.0.8, random, drawn ahead", "v2024.0.8", Who::Random);
    replayed::<Sproutopia<Legacy>>(c, "v2024.0.8, claimers, drawn ahead", "v2024.0.8", Who::Claimers);
}

fn games(c: &mut Criterion) {
    type G = Sproutopia<Official>;
    let settings = settings("official");
    let legal = &Action::ALL[..5];
    let mut group = c.benchmark_group("sproutopia games");
    group.throughput(Throughput::Elements(1000));
    for (name, who) in [("random bots, views made", Who::Random), ("claimers, views made", Who::Claimers)] {
        let mut seed = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                seed += 1;
                let (world, mut state) = G::make(&settings, seed).expect("these settings make a game");
                let mut players = players(who, seed);
                start::<G>(&world, &state, &mut players);
                while !G::phase(&world, &state).is_over() {
                    let choices = choose::<G>(&world, &state, &mut players, legal);
                    G::step(&world, &mut state, &choices, |_| {});
                }
                state.tick
            });
        });
    }
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("sproutopia").and_then(|game| game.open(&serde_json::json!({}))).expect("it opens");
    let mut group = c.benchmark_group("sproutopia batch");
    for arrays in [&[][..], &["planes"], &["vector"]] {
        gridhaunt_bench::batch(&mut group, opened.as_ref(), 256, arrays);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules, games, batches
}
criterion_main!(benches);
