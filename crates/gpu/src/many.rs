//! Very many games to their ends, by random choices.

use crate::measure::fitting;
use crate::{Device, Error, Fleet, Options, Tally};
use gridhaunt_kernel::face::Opened;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many steps are played between two looks at how far it is.
const STEPS: u64 = 256;

/// Plays exactly so many games to their ends, each seat by a number of its mask, and adds them up. Every thread plays the
/// same number of games, however long they are, so that short ones do not count more often. `told` learns how many are done;
/// once `stop` is set, those that have ended are all there is.
pub fn play_many(
    device: &Device,
    opened: &dyn Opened,
    options: &Options,
    games: u64,
    stop: &AtomicBool,
    mut told: impl FnMut(u64),
) -> Result<Tally, Error> {
    let options = Options { results: true, arrays: Vec::new(), ..options.clone() };
    let abreast = (fitting(device, opened, &options)? as u64).min(games).max(1);
    let mut all = Tally::default();
    // The rest is one more game of some threads, which are numbered after all others.
    for (abreast, each, first) in [(abreast, games / abreast, 0), (games % abreast, 1, abreast)] {
        if abreast == 0 || stop.load(Ordering::Relaxed) {
            continue;
        }
        let mut fleet = Fleet::new(device, opened, &Options { games: abreast as usize, first, ..options.clone() })?;
        let mut done = 0;
        for seed in 0.. {
            if done == abreast * each || stop.load(Ordering::Relaxed) {
                break;
            }
            fleet.count(seed, STEPS, each as u32)?;
            done = fleet.episodes()?.into_iter().map(u64::from).sum();
            told(all.episodes + done);
        }
        all.add(&fleet.tally()?);
    }
    Ok(all)
}
