//! Ghost Tag, 50 by 50, 3 survivors and 5 killers, random choices, one core.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_batch::{Batch, Options};
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_tag::{Action, Settings, State, Step, Tag, World};
use std::time::Duration;

type Games = Vec<(World, State<8>)>;

fn settings() -> Settings {
    Settings::read(&serde_json::json!({"survivors": 3, "killers": 5})).expect("the settings are right")
}

fn games() -> Games {
    (0..64).map(|seed| Tag::<8>::new(&settings(), seed).expect("there is room")).collect()
}

/// A step from eight random bits.
fn roll(dice: u64, seat: u8) -> (Seat, Action) {
    let number = ((dice >> (8 * seat) & 0xFF) * 9) >> 8;
    (Seat(seat), Action { step: Step::ALL[number as usize], bid: 0 })
}

/// Plays `rounds` whole rounds, starting games anew as they end: five choices, then three.
fn run(games: &Games, rounds: u64) -> u16 {
    let mut random = Random::new(1);
    let (mut game, mut state) = (0, games[0].1);
    for _ in 0..rounds {
        let world = &games[game].0;
        let dice = random.next_u64();
        Tag::step(world, &mut state, &[3, 4, 5, 6, 7].map(|seat| roll(dice, seat)), |_| {});
        Tag::step(world, &mut state, &[0, 1, 2].map(|seat| roll(dice, seat)), |_| {});
        if state.end != 0 {
            game = (game + 1) % games.len();
            state = games[game].1;
        }
    }
    state.round
}

const ROUNDS: u64 = 200_000;

fn rules(c: &mut Criterion) {
    let games = games();
    let mut group = c.benchmark_group("tag rules");
    group.throughput(Throughput::Elements(ROUNDS));
    group.bench_function("rounds", |b| b.iter(|| run(&games, ROUNDS)));
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let settings = serde_json::json!({"survivors": 3, "killers": 5});
    let table = registry.find("tag").and_then(|game| game.open(&settings)).expect("tag opens");
    let mut group = c.benchmark_group("tag batch");
    for arrays in [vec![], vec!["numbers"], vec!["planes"], vec!["mask"]] {
        let games = 256;
        let name = format!("{games} games{}", arrays.iter().map(|array| format!(", {array}")).collect::<String>());
        let arrays = arrays.into_iter().map(String::from).collect();
        let options = Options { games, threads: 1, worlds: 64, arrays, ..Options::default() };
        let mut batch = Batch::new(table.as_ref(), &options).expect("the options are right");
        let mut random = Random::new(1);
        let ring: Vec<Vec<u8>> = (0..61).map(|_| (0..8 * games).map(|_| random.below(9) as u8).collect()).collect();
        let mut turn = 0;
        group.throughput(Throughput::Elements(64 * games as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for _ in 0..64 {
                    turn = (turn + 1) % ring.len();
                    batch.step(&ring[turn]).expect("the ring fits");
                }
            });
        });
    }
}

fn creation(c: &mut Criterion) {
    let mut group = c.benchmark_group("tag create");
    group.throughput(Throughput::Elements(1));
    let (settings, mut seed) = (settings(), 0);
    group.bench_function("default board", |b| {
        b.iter(|| {
            seed += 1;
            Tag::<8>::new(&settings, seed)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules, batches, creation
}
criterion_main!(benches);
