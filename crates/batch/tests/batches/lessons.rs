//! Games with opponents, cuts and restarts of every kind: whatever the number of threads, and in memory of the caller.

use gridhaunt_batch::{Batch, Buffer, Lent, Memory, Options};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Restart};
use serde_json::json;
use std::ptr::NonNull;

fn opened(game: &str) -> Box<dyn Opened> {
    gridhaunt_bots::registry().find(game).unwrap().open(&json!({})).unwrap()
}

/// Everything that a batch shows after a step.
#[derive(Debug, PartialEq)]
struct Step {
    rewards: Vec<f32>,
    over: Vec<u8>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    hashes: Vec<u64>,
}

fn shown(batch: &Batch) -> Step {
    let [over, terminated, truncated] = [batch.over(), batch.terminated(), batch.truncated()].map(<[u8]>::to_vec);
    let hashes = (0..batch.games()).map(|game| batch.hash(game).unwrap()).collect();
    Step { rewards: batch.rewards().to_vec(), over, terminated, truncated, hashes }
}

fn played(batch: &mut Batch, steps: usize) -> Vec<Step> {
    let mut random = Random::new(8);
    let most = batch.actions() as u64;
    (0..steps)
        .map(|_| {
            let actions: Vec<u8> = (0..batch.rewards().len()).map(|_| random.below(most) as u8).collect();
            batch.step(&actions).unwrap();
            shown(batch)
        })
        .collect()
}

#[test]
fn threads_do_not_matter() {
    for game in gridhaunt_bots::registry().games() {
        let opened = game.open(&json!({})).unwrap();
        for autoreset in Autoreset::ALL.map(|(mode, _)| mode) {
            let play = |threads| {
                let options = Options {
                    games: 70,
                    worlds: 4,
                    threads,
                    seats: json!([0]),
                    until_asked: true,
                    max_steps: Some(9),
                    autoreset,
                    ..Options::default()
                };
                played(&mut Batch::new(opened.as_ref(), &options).unwrap(), 20)
            };
            assert_eq!(play(1), play(3), "{} {autoreset:?}", game.info().name);
        }
    }
}

#[test]
fn an_end_is_told_once_and_then_a_new_game_begins_or_none() {
    let opened = opened("pyrat");
    for (autoreset, over) in [
        (Autoreset::SameStep, [0, 1, 0, 1, 0]),
        (Autoreset::NextStep, [0, 1, 0, 0, 1]),
        (Autoreset::Disabled, [0, 1, 1, 1, 1]),
    ] {
        let options = Options { games: 1, worlds: 4, max_steps: Some(2), autoreset, ..Options::default() };
        let seen = played(&mut Batch::new(opened.as_ref(), &options).unwrap(), 5);
        assert_eq!(seen.iter().map(|step| step.over[0]).collect::<Vec<_>>(), over, "{autoreset:?}");
        assert!(
            seen.iter().all(|step| step.over == step.truncated && step.terminated == [0]),
            "it is truncated, not terminated"
        );
    }
}

#[test]
fn games_with_equal_seeds_are_equal_wherever_they_are() {
    let opened = opened("tag");
    let options = Options { games: 40, worlds: 16, seats: json!("killer"), until_asked: true, ..Options::default() };
    let mut batch = Batch::new(opened.as_ref(), &options).unwrap();
    played(&mut batch, 3);
    let before = shown(&batch).hashes;
    let seeds: Vec<Option<u64>> = (0..40).map(|game| (game % 2 == 0).then_some(game % 4)).collect();
    let which: Vec<u8> = (0..40).map(|game| u8::from(game % 4 != 3)).collect();
    batch.restart(Restart { which: Some(&which), seeds: Some(&seeds) }).unwrap();
    let after = shown(&batch).hashes;
    for game in 0..40 {
        match game % 4 {
            0 => assert_eq!(after[game], after[0]),
            2 => assert_eq!(after[game], after[2]),
            3 => assert_eq!(after[game], before[game], "it was not to start anew"),
            _ => {}
        }
    }
}

/// Numbers of the caller, lent to a batch for as long as they live.
#[allow(unsafe_code)]
fn lend(list: &'static mut [u8]) -> Buffer {
    let first = NonNull::new(list.as_mut_ptr()).unwrap();
    // SAFETY: the list lives for ever, and nobody writes it but the batch it is lent to.
    Buffer::U8(unsafe { Memory::lent(first, list.len(), Box::new(())) })
}

#[test]
fn memory_of_the_caller_is_written() {
    let opened = opened("pyrat");
    let options = Options { games: 3, worlds: 2, arrays: vec!["mask".into()], ..Options::default() };
    let mask: &'static mut [u8] = vec![7; 3 * 2 * 5].leak();
    let at = mask.as_ptr();
    let mut lent = Lent::default();
    lent.add("mask", lend(mask)).unwrap();
    let mut batch = Batch::over_lent(opened.as_ref(), &options, lent).unwrap();
    batch.step(&[0; 6]).unwrap();
    let (_, buffer) = batch.arrays().next().unwrap();
    let Buffer::U8(memory) = buffer else { panic!("a mask has bytes") };
    assert_eq!(memory.as_ptr(), at);
    assert!(memory.iter().all(|&bit| bit < 2));
}

#[test]
fn memory_that_does_not_fit_is_refused() {
    let opened = opened("pyrat");
    let options = Options { games: 3, worlds: 2, arrays: vec!["mask".into()], ..Options::default() };
    let refused = |name: &str, len: usize| {
        let mut lent = Lent::default();
        lent.add(name, lend(vec![0; len].leak())).unwrap();
        Batch::over_lent(opened.as_ref(), &options, lent).err().unwrap().to_string()
    };
    assert_eq!(refused("mask", 29), "buffers.mask: 29 numbers of type uint8 is not 30 of type uint8");
    assert_eq!(refused("rewards", 6), "buffers.rewards: 6 numbers of type uint8 is not 6 of type float32");
    assert_eq!(refused("maks", 30), "buffers: \"maks\" is not one of mask, rewards, dones, truncated");
}
