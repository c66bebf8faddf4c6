//! PyRat, medium preset, random choices, one core.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_pyrat::{Action, PyRat, Settings, State, World, rules};
use std::time::Duration;

type Games = Vec<(World, State<10>)>;

fn games() -> Games {
    (0..64).map(|seed| PyRat::<10>::make(&Settings::default(), seed).expect("default settings make a game")).collect()
}

/// Two choices from sixteen random bits.
fn roll(dice: u64) -> [u8; 2] {
    [(((dice & 0xFF) * 5) >> 8) as u8, (((dice >> 8 & 0xFF) * 5) >> 8) as u8]
}

/// Plays `turns` turns with `turn`, and starts a new game when one ends.
#[inline(always)]
fn run(games: &Games, turns: u64, mut turn: impl FnMut(&World, &mut State<10>, [u8; 2])) -> u16 {
    let mut random = Random::new(1);
    let (mut game, mut state, mut dice) = (0, games[0].1, 0);
    for t in 0..turns {
        if t % 4 == 0 {
            dice = random.next_u64();
        }
        turn(&games[game].0, &mut state, roll(dice));
        dice >>= 16;
        if !state.status.is_running() {
            game = (game + 1) % games.len();
            state = games[game].1;
        }
    }
    state.turn
}

const TURNS: u64 = 1_000_000;

fn rules_of_one_game(c: &mut Criterion) {
    let games = games();
    let mut group = c.benchmark_group("rules");
    group.throughput(Throughput::Elements(TURNS));
    group.bench_function("Game::step", |b| {
        b.iter(|| {
            run(&games, TURNS, |world, state, [python, rat]| {
                let choices = [(Seat(0), Action::ALL[python as usize]), (Seat(1), Action::ALL[rat as usize])];
                PyRat::step(world, state, &choices, |_| {});
            })
        });
    });
    group.bench_function("rules::step", |b| {
        b.iter(|| {
            run(&games, TURNS, |world, state, actions| {
                rules::step(world.maze.turns(), 21, state, actions);
            })
        });
    });
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("pyrat").and_then(|game| game.open(&serde_json::json!({}))).expect("pyrat opens");
    let mut group = c.benchmark_group("batch");
    for games in [256, 1024] {
        for arrays in [&[][..], &["packed"], &["planes"]] {
            gridhaunt_bench::batch(&mut group, opened.as_ref(), games, arrays);
        }
    }
}

fn creation(c: &mut Criterion) {
    let mut group = c.benchmark_group("create");
    group.throughput(Throughput::Elements(1));
    for preset in ["tiny", "medium", "huge"] {
        let settings = <Settings as gridhaunt_kernel::settings::Settings>::read(&serde_json::json!({"preset": preset}));
        let settings = settings.expect("presets are right");
        let mut seed = 0;
        group.bench_function(preset, |b| {
            b.iter(|| {
                seed += 1;
                PyRat::<128>::make(&settings, seed)
            });
        });
    }
    let mut seed = 0;
    group.bench_function("medium, one cache line", |b| {
        b.iter(|| {
            seed += 1;
            PyRat::<10>::make(&Settings::default(), seed)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules_of_one_game, batches, creation
}
criterion_main!(benches);
