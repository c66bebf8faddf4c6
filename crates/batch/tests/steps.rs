//! A batch does the same whatever the number of threads, and allocates nothing while it steps.

use gridhaunt_batch::{Batch, Buffer, Options};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;
use gridhaunt_testing::allocations;
use serde_json::json;

fn opened(settings: &serde_json::Value) -> Box<dyn Opened> {
    gridhaunt_bots::registry().find("pyrat").unwrap().open(settings).unwrap()
}

fn options(games: usize, threads: usize) -> Options {
    let arrays = ["packed", "planes", "scalars", "legal", "mask"].map(String::from).to_vec();
    Options { games, threads, worlds: 8, arrays, seed: 5, ..Options::default() }
}

fn digest(batch: &Batch) -> u64 {
    let mut sum = 0u64;
    let mut add = |byte: u32| sum = gridhaunt_kernel::random::mix(sum ^ u64::from(byte));
    batch.rewards().iter().for_each(|reward| add(reward.to_bits()));
    batch.over().iter().for_each(|&over| add(over.into()));
    for (_, buffer) in batch.arrays() {
        match buffer {
            Buffer::U8(list) => list.iter().for_each(|&byte| add(byte.into())),
            Buffer::I16(list) => list.iter().for_each(|&number| add(number as u32)),
            Buffer::F32(list) => list.iter().for_each(|number| add(number.to_bits())),
        }
    }
    sum
}

/// The only test of its program, since the count of allocations is the process's own: threads of the crew count too.
#[test]
fn threads_do_not_matter_and_steps_do_not_allocate() {
    let opened = opened(&json!({"preset": "tiny", "max_turns": 40}));
    let mut batches: Vec<Batch> =
        [1, 2, 3].iter().map(|&threads| Batch::new(opened.as_ref(), &options(70, threads)).unwrap()).collect();
    let mut random = Random::new(1);
    // The harness on the main thread allocates while it starts the test.
    let mut quiet = u64::MAX;
    while quiet != allocations() {
        quiet = allocations();
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    for step in 0..130 {
        let actions: Vec<u8> = (0..140).map(|_| random.below(6) as u8).collect();
        let mut sums = Vec::with_capacity(3);
        for batch in &mut batches {
            let before = allocations();
            batch.step(&actions).unwrap();
            let after = allocations();
            assert_eq!(before, after, "step {step} allocated");
            sums.push(digest(batch));
        }
        assert!(sums.iter().all(|&sum| sum == sums[0]), "step {step}: {sums:?}");
    }
    let hashes: Vec<_> = batches.iter().map(|batch| batch.hash(69)).collect();
    assert!(hashes[0].is_some() && hashes.iter().all(|hash| *hash == hashes[0]));
    assert_eq!(batches[0].hash(70), None);
}
