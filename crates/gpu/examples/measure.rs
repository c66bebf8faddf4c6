//! Proves and measures games on a device, as `gridhaunt bench --device cuda` does, without the rest of the product:
//! `measure SECONDS ROUNDS PROVED BLOCK REGISTERS GAMES GAME [SETTINGS]`, where 0 registers are what is best for each kernel and
//! 0 games as many as fit well.

use gridhaunt_gpu::measure::{Course, courses};
use gridhaunt_gpu::prove::{MOST, Part, Way, prove_arrays};
use gridhaunt_gpu::{Device, Error, Options};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, rounds, proved, block, registers, games, name, settings @ ..] = words.as_slice() else {
        return Err("measure SECONDS ROUNDS PROVED BLOCK REGISTERS GAMES GAME [SETTINGS]".into());
    };
    let (seconds, rounds): (f64, usize) = (seconds.parse()?, rounds.parse()?);
    let (proved, block, registers): (usize, u32, u32) = (proved.parse()?, block.parse()?, registers.parse()?);
    let options =
        Options { games: games.parse()?, block, registers: (registers > 0).then_some(registers), ..Options::default() };
    let device = Device::open(0)?;
    let registry = gridhaunt_bots::registry();
    let settings = settings.first().map_or("{}", String::as_str);
    let opened = registry.find(name)?.open(&serde_json::from_str(settings)?)?;
    if proved > 0 {
        let differs = prove_arrays(&device, opened.as_ref(), MOST)?;
        println!(
            "{name} {settings}: arrays {}",
            differs.map_or("all alike".into(), |differs| format!("DIFFER, {differs}"))
        );
    }
    let (ways, mut done) = (Way::of(opened.as_ref()), 0);
    for seed in 0.. {
        if done >= proved {
            break;
        }
        let part = Part {
            games: MOST.min(proved.div_ceil(ways.len())).min(proved - done),
            seed,
            way: ways[seed as usize % ways.len()],
        };
        let proof = part.prove(&device, opened.as_ref())?;
        let verdict = proof.differs.map_or("all alike".into(), |game| format!("GAME {game} DIFFERS"));
        let hash = proof.hashes.iter().fold(0, |hash: u64, &next| gridhaunt_kernel::random::mix(hash ^ next));
        println!(
            "{name} {settings} part {seed}, {:?}: {} games, {} ended, {verdict}, {hash:016x}, processor {:.2} s, device {:.2} s",
            part.way, part.games, proof.ended, proof.seconds[0], proof.seconds[1]
        );
        done += part.games;
    }
    if rounds == 0 {
        return Ok(());
    }
    for (options, works) in courses(opened.as_ref(), &options)? {
        let began = Instant::now();
        let mut course = Course::new(&device, opened.as_ref(), &options)?;
        device.wait()?;
        let fleet = course.fleet();
        println!(
            "{name} {settings}: {} games of {} + {} bytes, set up in {:.2} s, registers and local bytes {:?}",
            fleet.games(),
            fleet.bytes_per_game(),
            fleet.bytes_of_arrays(),
            began.elapsed().as_secs_f64(),
            fleet.resources()?
        );
        for work in works {
            course.speed(work, seconds / 2.0)?;
            let mut speeds = (0..rounds).map(|_| course.speed(work, seconds)).collect::<Result<Vec<f64>, Error>>()?;
            speeds.sort_by(f64::total_cmp);
            let [low, middle, high] = [speeds[0], speeds[rounds / 2], speeds[rounds - 1]].map(|speed| speed / 1e9);
            let work = work.name(&options);
            println!(
                "{name} {settings} block {block}, {registers} registers: {work}: {middle:.4} G steps a second, {low:.4} to {high:.4}"
            );
        }
    }
    Ok(())
}
