//! Benchmarks are in `benches/` (criterion, our own) and `peers/` (comparisons with programs that people use today).

use criterion::{BenchmarkGroup, Throughput, measurement::WallTime};
use gridhaunt_batch::{Batch, Options};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;

/// Measures steps of `games` games side by side on one core, writing these arrays.
pub fn batch(group: &mut BenchmarkGroup<'_, WallTime>, opened: &dyn Opened, games: usize, arrays: &[&str]) {
    let name = format!("{games} games{}", arrays.iter().map(|array| format!(", {array}")).collect::<String>());
    let arrays = arrays.iter().map(ToString::to_string).collect();
    let options = Options { games, threads: 1, worlds: 64, arrays, ..Options::default() };
    let mut batch = Batch::new(opened, &options).expect("the options are right");
    let mut random = Random::new(1);
    let (seats, actions) = (batch.seats(), batch.actions() as u64);
    // Drawn before the measurement starts.
    let ring: Vec<Vec<u8>> =
        (0..61).map(|_| (0..seats * games).map(|_| random.below(actions) as u8).collect()).collect();
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
