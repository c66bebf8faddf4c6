//! Ghost Grid at its default size, random choices, one core. One element is one agent's move.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridhaunt_ghost_grid::encode::Lens;
use gridhaunt_ghost_grid::{Action, GhostGrid, Settings, State, World};
use gridhaunt_kernel::{Game, Learn, Random, Seat};
use std::time::Duration;

type Choices = Vec<(Seat, Action)>;

/// Draws one of the numbered actions that are allowed, for every seat that chooses.
fn draw(world: &World, state: &State, random: &mut Random, choices: &mut Choices) {
    choices.clear();
    let mut mask = [0; 64];
    let mask = &mut mask[..usize::from(world.values.max_degree) + 6 + usize::from(world.values.max_ghosts)];
    for seat in GhostGrid::phase(world, state).seats().iter() {
        GhostGrid::mask(world, state, seat, Lens::default(), mask);
        let allowed = mask.iter().filter(|&&bit| bit == 1).count();
        let picked = random.index(allowed);
        let number = mask.iter().enumerate().filter(|(_, bit)| **bit == 1).nth(picked).map_or(0, |(number, _)| number);
        if let Some(action) = GhostGrid::numbered(world, state, seat, Lens::default(), number) {
            choices.push((seat, action));
        }
    }
}

/// A match of random play: its world, its first state and the choices of each step.
type Record = (World, State, Vec<Choices>);

fn records() -> Vec<Record> {
    let mut random = Random::new(1);
    let record = |seed: u64| {
        let (world, origin) = GhostGrid::make(&Settings::default(), seed).expect("the default makes worlds");
        let (mut state, mut steps) = (origin.clone(), Vec::new());
        while state.tally.end.is_none() {
            let mut choices = Vec::new();
            draw(&world, &state, &mut random, &mut choices);
            GhostGrid::step(&world, &mut state, &choices, |_| {});
            steps.push(choices);
        }
        (world, origin, steps)
    };
    (0..64).map(record).collect()
}

fn moves(records: &[Record]) -> u64 {
    records.iter().flat_map(|(_, _, steps)| steps).map(|choices| choices.len() as u64).sum()
}

fn rules(c: &mut Criterion) {
    let records = records();
    let mut state = records[0].1.clone();
    let mut group = c.benchmark_group("ghost-grid rules");
    group.throughput(Throughput::Elements(moves(&records)));
    group.bench_function("agent moves, drawn ahead", |b| {
        b.iter(|| {
            let mut turns = 0;
            for (world, origin, steps) in &records {
                state.clone_from(origin);
                for choices in steps {
                    GhostGrid::step(world, &mut state, choices, |_| {});
                }
                turns += state.tally.turn;
            }
            turns
        });
    });
    let mut random = Random::new(2);
    let mut choices = Vec::with_capacity(Seat::MOST);
    let mut played = 0u64;
    group.throughput(Throughput::Elements(100_000));
    group.bench_function("agent moves, drawn on the clock", |b| {
        b.iter(|| {
            let goal = played + 100_000;
            for (world, origin, _) in records.iter().cycle() {
                state.clone_from(origin);
                while state.tally.end.is_none() && played < goal {
                    draw(world, &state, &mut random, &mut choices);
                    GhostGrid::step(world, &mut state, &choices, |_| {});
                    played += choices.len() as u64;
                }
                if played >= goal {
                    break;
                }
            }
            state.tally.turn
        });
    });
}

fn batches(c: &mut Criterion) {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("ghost-grid").and_then(|game| game.open(&serde_json::json!({}))).expect("it opens");
    let mut group = c.benchmark_group("ghost-grid batch");
    for arrays in [&[][..], &["self"], &["mask"], &["nodes"]] {
        gridhaunt_bench::batch(&mut group, opened.as_ref(), 256, arrays);
    }
}

fn creation(c: &mut Criterion) {
    let mut group = c.benchmark_group("ghost-grid create");
    group.throughput(Throughput::Elements(1));
    let settings = Settings::default();
    let (plan, mut seed) = (settings.plan(), 0);
    group.bench_function("graph", |b| {
        b.iter(|| {
            seed += 1;
            plan.draw(&mut Random::stream(seed, 1))
        });
    });
    group.bench_function("match", |b| {
        b.iter(|| {
            seed += 1;
            GhostGrid::make(&settings, seed)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    targets = rules, batches, creation
}
criterion_main!(benches);
