//! The same on a GPU, and the proof that it plays the same games.

use super::{Bench, Failure, Measured};
use crate::output::{Output, line, progress, table};
use crate::stop;
use gridhaunt_gpu::measure::{Course, courses};
use gridhaunt_gpu::prove::{MOST, Part, Way, prove_arrays};
use gridhaunt_gpu::{Device, Error, Options};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::random::mix;
use serde_json::json;
use std::sync::atomic::Ordering;

fn failed(error: Error) -> Failure {
    match error {
        Error::Invalid(invalid) => invalid.into(),
        error => Failure::Infrastructure(error.to_string()),
    }
}

/// The name of a device, for people.
pub(super) fn name(number: usize) -> Result<String, Failure> {
    Device::open(number).and_then(|device| device.name()).map_err(failed)
}

/// Runs every measurement in turn, round after round.
pub(super) fn measure(opened: &dyn Opened, args: &Bench, number: usize) -> Result<Vec<Measured>, Failure> {
    let device = Device::open(number).map_err(failed)?;
    let options = Options { games: args.games.unwrap_or(0) as usize, ..Options::default() };
    let mut measured = Vec::new();
    for (options, works) in courses(opened, &options).map_err(failed)? {
        let mut course = Course::new(&device, opened, &options).map_err(failed)?;
        let bytes = Some((course.fleet().bytes_per_game() + course.fleet().bytes_of_arrays()) as u64);
        let mut speeds = vec![Vec::new(); works.len()];
        // The first round warms the clocks and is not counted.
        for round in 0..=args.rounds {
            for (&work, speeds) in works.iter().zip(&mut speeds) {
                if round > 1 && stop::flag().load(Ordering::Relaxed) {
                    break;
                }
                let speed = course.speed(work, args.seconds).map_err(failed)?;
                if round > 0 {
                    speeds.push(speed);
                }
            }
        }
        for (work, mut speeds) in works.into_iter().zip(speeds) {
            speeds.sort_by(f64::total_cmp);
            measured.push(Measured { what: work.name(&options), unit: "steps", bytes, speeds });
        }
    }
    Ok(measured)
}

/// Plays many games of each kind to their ends, here and there, and compares every one.
pub(super) fn prove(
    games: &[&dyn Face],
    settings: &Value,
    number: usize,
    most: u64,
    output: Output,
) -> Result<(), Failure> {
    let device = Device::open(number).map_err(failed)?;
    let mut rows = vec![["game", "games", "ended", "hash", "processor", "device"].map(String::from).to_vec()];
    let stopped = || stop::flag().load(Ordering::Relaxed);
    for game in games {
        let (opened, name) = (game.open(settings)?, game.info().name);
        if let Some(differs) =
            prove_arrays(&device, opened.as_ref(), most.try_into().unwrap_or(MOST)).map_err(failed)?
        {
            return Err(Failure::Finding(format!("{name}: {differs}: another on the device")));
        }
        let ways = Way::of(opened.as_ref());
        let told = progress(most, "games");
        let (mut done, mut ended, mut hash, mut seconds) = (0, 0, 0, [0.0; 2]);
        for seed in 0.. {
            if done == most || stopped() {
                break;
            }
            let games = MOST.min(most.div_ceil(ways.len() as u64) as usize).min((most - done) as usize);
            let part = Part { games, seed, way: ways[seed as usize % ways.len()] };
            let proof = part.prove(&device, opened.as_ref()).map_err(failed)?;
            if let Some(game) = proof.differs {
                let words = format!("{name}: game {game} of the batch with seed {seed} is another on the device");
                return Err(Failure::Finding(words));
            }
            hash = proof.hashes.iter().fold(hash, |hash, &next| mix(hash ^ next));
            seconds.iter_mut().zip(proof.seconds).for_each(|(sum, more)| *sum += more);
            ended += proof.ended;
            done += part.games as u64;
            told.set_position(done);
        }
        told.finish_and_clear();
        let [here, there] = seconds;
        if output.json {
            line(
                json!({"game": name, "games": done, "ended": ended, "hash": format!("{hash:016x}"), "alike": true, "processor_seconds": here, "device_seconds": there}),
            )?;
        }
        let [here, there] = seconds.map(|seconds| format!("{seconds:.1} s"));
        rows.push(vec![name.into(), done.to_string(), ended.to_string(), format!("{hash:016x}"), here, there]);
    }
    if !output.json {
        table(&rows)?;
        line(
            "all alike: the last state of every game, what each seat was paid, and whether it ended; every array, step by step",
        )?;
    }
    match stopped() {
        true => Err(Failure::Interrupted("stopped early; the table holds what was proved".into())),
        false => Ok(()),
    }
}
