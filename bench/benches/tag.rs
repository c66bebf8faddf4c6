//! Ghost Tag, 50 by 50, 3 survivors and 5 killers that see 3 far, random choices, one core.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_tag::{Action, Settings, State, Step, Tag, World};
use std::time::Duration;

type Games = Vec<(World, State<8>)>;

fn settings() -> Settings {
    Settings::read(&serde_json::json!({"survivors": 3, "killers": 5, "killer_sight": 3}))
        .expect("the settings are right")
}

fn games() -> Games {
    (0..64).map(|seed| Tag::<8>::make(&settings(), seed).expect("there is room")).collect()
}

/// The choices of one round: five killers, then three survivors.
type Round = ([(Seat, Action); 5], [(Seat, Action); 3]);

/// Random choices, drawn before the measurement starts.
fn rounds() -> Vec<Round> {
    let mut random = Random::new(1);
    let mut choice =
        |seat: u8| (Seat(seat), Action { step: Step::ALL[random.below(9) as usize], bid: random.below(3) as i32 });
    (0..1021).map(|_| ([3, 4, 5, 6, 7].map(&mut choice), [0, 1, 2].map(&mut choice))).collect()
}

/// Plays `count` whole rounds, and starts a new game when one ends.
fn run(games: &Games, rounds: &[Round], count: u64) -> u16 {
    let (mut game, mut state) = (0, games[0].1);
    for (killers, survivors) in rounds.iter().cycle().take(count as usize) {
        let world = &games[game].0;
        Tag::step(world, &mut state, killers, |_| {});
        Tag::step(world, &mut state, survivors, |_| {});
        if state.end.is_some() {
            game = (game + 1) % games.len();
            state = games[game].1;
        }
    }
    state.round
}

const ROUNDS: u64 = 200_000;

fn rules(c: &mut Criterion) {
    let (games, rounds) = (games(), rounds());
    let mut group = c.benchmark_group("tag rules");
    group.throughput(Throughput::Elements(ROUNDS));
    group.bench_function("rounds", |b| b.iter(|| run(&games, &rounds, ROUNDS)));
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let settings = serde_json::json!({"survivors": 3, "killers": 5, "killer_sight": 3});
    let opened = registry.find("tag").and_then(|game| game.open(&settings)).expect("tag opens");
    let mut group = c.benchmark_group("tag batch");
    for arrays in [&[][..], &["numbers"], &["planes"], &["mask"]] {
        gridhaunt_bench::batch(&mut group, opened.as_ref(), 256, arrays);
    }
}

fn creation(c: &mut Criterion) {
    let mut group = c.benchmark_group("tag create");
    group.throughput(Throughput::Elements(1));
    let (settings, mut seed) = (settings(), 0);
    group.bench_function("default board", |b| {
        b.iter(|| {
            seed += 1;
            Tag::<8>::make(&settings, seed)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules, batches, creation
}
criterion_main!(benches);
