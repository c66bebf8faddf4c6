//! The same on a GPU, and the proof that it plays the same games.

use super::{Bench, Failure, Measured};
use crate::output::{Output, line, progress, table};
use crate::stop;
use gridhaunt_batch::{Batch, Options as BatchOptions, Rollout};
use gridhaunt_gpu::{Device, Error, Fleet, Options, Stretch};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::flock::{Autoreset, Policy, Stretch as BatchStretch};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::random::mix;
use gridhaunt_kernel::{Invalid, Random};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How many games there are on a device, if nobody says.
const GAMES: usize = 1 << 20;

/// The part of the device's free memory that they may then take.
const PART: u64 = 4;

/// How many worlds there are.
const WORLDS: usize = 64;

/// Games that are proved at the same time: more do not fit into every memory.
const AT_ONCE: u64 = 1 << 16;

/// How many steps are proved in one stretch, and after how many stretches games that have no end are left.
const STEPS: u64 = 512;
const STRETCHES: u64 = 64;

pub(super) fn failed(error: Error) -> Failure {
    match error {
        Error::Invalid(invalid) => invalid.into(),
        error => Failure::Infrastructure(error.to_string()),
    }
}

/// The name of a device, for people.
pub(super) fn name(number: usize) -> Result<String, Failure> {
    Device::open(number).and_then(|device| device.name()).map_err(failed)
}

/// As many games as were asked for, or as fit well.
fn fleet(device: &Device, opened: &dyn Opened, args: &Bench) -> Result<Fleet, Error> {
    let options = |games: usize| Options { games, worlds: WORLDS, ..Options::default() };
    if let Some(games) = args.games {
        return Fleet::new(device, opened, &options(games as usize));
    }
    let one = Fleet::new(device, opened, &options(1))?;
    let a_game = one.bytes_per_game() + one.seats() * (16 + one.numbers());
    let most = device.free()? / PART / a_game.max(1) as u64;
    drop(one);
    Fleet::new(device, opened, &options(GAMES.min(most as usize).max(1)))
}

/// Something that the device does, and how many steps of every game it is.
type Work = Box<dyn FnMut(&mut Fleet) -> Result<u64, Error>>;

/// Runs every measurement in turn, round after round.
pub(super) fn measure(opened: &dyn Opened, args: &Bench, number: usize) -> Result<Vec<Measured>, Failure> {
    let device = Device::open(number).map_err(failed)?;
    let mut fleet = fleet(&device, opened, args).map_err(failed)?;
    let bytes = fleet.bytes_per_game() as u64;
    let mut random = Random::new(1);
    let (count, most) = (fleet.games() * fleet.seats(), fleet.numbers() as u64);
    let numbers: Vec<u8> = (0..count).map(|_| random.below(most) as u8).collect();
    fleet.choose(&numbers).map_err(failed)?;
    let rolled = |masked: bool| -> Work {
        let mut seed = 0;
        Box::new(move |fleet| {
            seed += 1;
            fleet.roll(Stretch { steps: 64, masked, seed, restart: true })?;
            Ok(64)
        })
    };
    let mut works: Vec<(&str, Work)> = vec![
        ("device, rollout", rolled(false)),
        ("device, rollout with mask", rolled(true)),
        ("device, step", Box::new(|fleet| fleet.step().map(|()| 1))),
        ("device, step with mask", Box::new(|fleet| fleet.step().and_then(|()| fleet.write_masks()).map(|()| 1))),
    ];
    let mut speeds = vec![Vec::new(); works.len()];
    // The first round warms the clocks and is not counted.
    for round in 0..=args.rounds {
        for ((_, work), speeds) in works.iter_mut().zip(&mut speeds) {
            if round > 0 && stop::flag().load(Ordering::Relaxed) {
                break;
            }
            let speed = speed(&device, &mut fleet, work, args.seconds).map_err(failed)?;
            if round > 0 {
                speeds.push(speed);
            }
        }
    }
    let measured = |((what, _), mut speeds): ((&str, Work), Vec<f64>)| {
        speeds.sort_by(f64::total_cmp);
        Measured { what: what.into(), unit: "steps", bytes: Some(bytes), speeds }
    };
    Ok(works.into_iter().zip(speeds).map(measured).collect())
}

/// Steps per second, by the clock of the device.
fn speed(device: &Device, fleet: &mut Fleet, work: &mut Work, seconds: f64) -> Result<f64, Error> {
    let games = fleet.games() as f64;
    let (clock, mut steps) = (device.clock()?, 0);
    let mut at_once = 1;
    loop {
        for _ in 0..at_once {
            steps += work(fleet)?;
        }
        let passed = clock.seconds()?;
        if passed >= seconds {
            return Ok(steps as f64 * games / passed);
        }
        at_once *= 2;
    }
}

/// Plays many games of each kind to their ends, here and there, and compares the last states, the sums and the counts.
pub(super) fn prove(
    games: &[&dyn Face],
    settings: &Value,
    number: usize,
    most: u64,
    output: Output,
) -> Result<(), Failure> {
    let device = Device::open(number).map_err(failed)?;
    let mut rows = vec![["game", "games", "hash", "device", "processor"].map(String::from).to_vec()];
    for game in games {
        let opened = game.open(settings)?;
        let name = game.info().name;
        let told = progress(most, "games");
        let (mut done, mut hash, mut there, mut here) = (0, 0, 0.0, 0.0);
        for part in 0.. {
            if done == most || stop::flag().load(Ordering::Relaxed) {
                break;
            }
            let count = (most - done).min(AT_ONCE) as usize;
            let plan = Part { games: count, seed: part, masked: part % 2 == 1 };
            let began = Instant::now();
            let expected = plan.on_processor(opened.as_ref())?;
            here += began.elapsed().as_secs_f64();
            let began = Instant::now();
            let found = plan.on_device(&device, opened.as_ref(), expected.stretches).map_err(failed)?;
            there += began.elapsed().as_secs_f64();
            if let Some(game) = expected.differs(&found) {
                let words = format!("{name}: game {game} of part {part} differs on the device");
                return Err(Failure::Finding(words));
            }
            hash = expected.hashes.iter().fold(hash, |hash, &next| mix(hash ^ next));
            done += count as u64;
            told.set_position(done);
        }
        told.finish_and_clear();
        if output.json {
            line(json!({"game": name, "games": done, "hash": format!("{hash:016x}"), "alike": true, "device_seconds": there, "processor_seconds": here}))?;
        }
        let seconds = |seconds: f64| format!("{seconds:.1} s");
        rows.push(vec![name.into(), done.to_string(), format!("{hash:016x}"), seconds(there), seconds(here)]);
    }
    if !output.json {
        table(&rows)?;
        line("all games alike: their last states, what each seat was paid, and whether they ended")?;
    }
    match stop::flag().load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted("stopped early; the table holds what was proved".into())),
        false => Ok(()),
    }
}

/// Games that are proved at the same time.
struct Part {
    games: usize,
    seed: u64,
    masked: bool,
}

/// What came of them.
struct Ends {
    stretches: u64,
    hashes: Vec<u64>,
    returns: Vec<f64>,
    episodes: Vec<u32>,
}

impl Part {
    /// Plays every game to its end, or as long as is worth waiting.
    fn on_processor(&self, opened: &dyn Opened) -> Result<Ends, Invalid> {
        let options = BatchOptions {
            games: self.games,
            seed: self.seed,
            worlds: WORLDS,
            autoreset: Autoreset::Disabled,
            ..BatchOptions::default()
        };
        let mut batch = Batch::new(opened, &options)?;
        let (mut returns, mut episodes) = (vec![0.0; batch.rewards().len()], vec![0; self.games]);
        let mut stretches = 0;
        while stretches < STRETCHES && batch.over().contains(&0) {
            let policy = if self.masked { Policy::Masked } else { Policy::Uniform };
            let stretch =
                BatchStretch { steps: STEPS as usize, policy, seed: stretches, ..BatchStretch::default() };
            let mut rollout = Rollout::default();
            batch.play_into(&mut rollout, &stretch, None)?;
            returns.iter_mut().zip(&rollout.returns).for_each(|(sum, more)| *sum += more);
            episodes.iter_mut().zip(&rollout.episodes).for_each(|(sum, more): (&mut u32, _)| *sum += more);
            stretches += 1;
        }
        let hashes = (0..self.games).filter_map(|game| batch.hash(game)).collect();
        Ok(Ends { stretches, hashes, returns, episodes })
    }

    fn on_device(&self, device: &Device, opened: &dyn Opened, stretches: u64) -> Result<Ends, Error> {
        let options = Options { games: self.games, seed: self.seed, worlds: WORLDS, ..Options::default() };
        let mut fleet = Fleet::new(device, opened, &options)?;
        for seed in 0..stretches {
            fleet.roll(Stretch { steps: STEPS, masked: self.masked, seed, restart: false })?;
        }
        Ok(Ends { stretches, hashes: fleet.hashes()?, returns: fleet.returns()?, episodes: fleet.episodes()? })
    }
}

impl Ends {
    /// The first game that is not the same.
    fn differs(&self, other: &Self) -> Option<usize> {
        let seats = self.returns.len() / self.hashes.len().max(1);
        let same = |game: &usize| {
            let seats = game * seats..(game + 1) * seats;
            self.hashes.get(*game) == other.hashes.get(*game)
                && self.episodes.get(*game) == other.episodes.get(*game)
                && self.returns.get(seats.clone()) == other.returns.get(seats)
        };
        (0..self.hashes.len()).find(|game| !same(game))
    }
}
