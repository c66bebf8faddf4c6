//! `bench`: the speed of the rules, of a batch and of setting up games, with spread.

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Output, line, table};
use crate::{input, stop};
use gridhaunt_batch::memory::in_words;
use gridhaunt_batch::{Batch, Options, fits};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::flock::Vector;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Random};
use serde_json::json;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub(crate) fn run(registry: &Registry, args: &Bench, output: Output) -> Result<(), Failure> {
    let settings = input::settings(args.chosen.settings.as_deref(), &args.chosen.config)?;
    let games: Vec<&dyn Face> = match &args.game {
        Some(name) => vec![registry.find(name)?],
        None => registry.games().collect(),
    };
    let mut rows = vec![["game", "what", "unit", "median", "min", "max", "memory"].map(String::from).to_vec()];
    for game in games {
        let opened = game.open(&settings)?;
        for Measured { what, unit, bytes, speeds } in measure(opened.as_ref(), args)? {
            let [low, middle, high] = [speeds[0], speeds[speeds.len() / 2], speeds[speeds.len() - 1]];
            if output.json {
                line(
                    json!({"game": game.info().name, "what": what, "unit": unit, "median": middle, "min": low, "max": high, "rounds": speeds.len(), "bytes_per_game": bytes}),
                )?;
            }
            let memory = bytes.map(in_words).unwrap_or_default();
            rows.push(vec![game.info().name.into(), what, unit.into(), human(middle), human(low), human(high), memory]);
        }
    }
    if !output.json {
        table(&rows)?;
        line(format!(
            "per second; {} rounds of {} s, in turn; vector level {}; memory is that of one game in its batch",
            args.rounds,
            args.seconds,
            Vector::detect().name()
        ))?;
    }
    if stop::flag().load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("stopped early; the table holds what was measured".into()));
    }
    Ok(())
}

/// A speed with three digits and a unit prefix, such as `123 M` or `45.6 k`.
fn human(speed: f64) -> String {
    match speed {
        s if s >= 1e9 => format!("{:.2} G", s / 1e9),
        s if s >= 1e6 => format!("{:.1} M", s / 1e6),
        s if s >= 1e3 => format!("{:.1} k", s / 1e3),
        s => format!("{s:.1}"),
    }
}

/// Something that is measured: does a piece of work and returns how many units it was.
type Work<'a> = Box<dyn FnMut() -> Result<u64, Invalid> + 'a>;

/// The result of one measurement.
struct Measured {
    what: String,
    unit: &'static str,
    /// The memory of a game in bytes, for batches.
    bytes: Option<u64>,
    /// Units per second, sorted from the slowest round to the fastest.
    speeds: Vec<f64>,
}

/// Runs every measurement in turn, round after round, so that a slow moment of the machine affects all of them.
fn measure(opened: &dyn Opened, args: &Bench) -> Result<Vec<Measured>, Failure> {
    let games = args.games as usize;
    let mut works: Vec<(String, &'static str, Option<u64>, Work<'_>)> = Vec::new();
    let mut seed = 0;
    works.push((
        "create".into(),
        "games",
        None,
        Box::new(move || {
            for _ in 0..100 {
                seed += 1;
                std::hint::black_box(opened.begin(seed)?);
            }
            Ok(100)
        }),
    ));
    let rules = move || opened.run_rules(1, 64, 100_000).map(|_| 100_000);
    works.push(("rules, one core".into(), "steps", None, Box::new(rules)));
    let plain: &[&str] = &[];
    let known = opened.encodings(&Map::new())?;
    let names: Vec<&str> = known.iter().map(|encoding| encoding.name).collect();
    let each: Vec<Vec<&str>> = names.iter().map(|name| vec![*name]).collect();
    let shown = std::iter::once((plain, 1))
        .chain(std::iter::once((plain, 0)))
        .chain(each.iter().map(|name| (name.as_slice(), 1)));
    let options = |(arrays, threads): (&[&str], usize)| Options {
        games,
        threads,
        worlds: 64,
        arrays: arrays.iter().map(ToString::to_string).collect(),
        ..Options::default()
    };
    let plans: Vec<Options> = shown.map(options).collect();
    let memory = memory(opened, &plans).map_err(|wrong| Invalid { field: "--games".into(), ..wrong })?;
    let ring = Rc::new(action_ring(opened, games));
    for (options, bytes) in plans.into_iter().zip(memory) {
        let mut batch = Batch::new(opened, &options)?;
        let cores = if batch.threads() == 1 { "one core".into() } else { format!("{} cores", batch.threads()) };
        let arrays = &options.arrays;
        let what = if arrays.is_empty() {
            format!("batch, {cores}")
        } else {
            format!("batch with {}, {cores}", arrays.join(", "))
        };
        let ring = ring.clone();
        let mut turn = 0;
        works.push((
            what,
            "steps",
            Some(bytes / games.max(1) as u64),
            Box::new(move || {
                for _ in 0..16 {
                    turn = (turn + 1) % ring.len();
                    batch.step(&ring[turn])?;
                }
                Ok(16 * games as u64)
            }),
        ));
    }
    let stop = stop::flag();
    let mut speeds = vec![Vec::new(); works.len()];
    for round in 0..args.rounds {
        for ((.., work), speeds) in works.iter_mut().zip(&mut speeds) {
            if round > 0 && stop.load(Ordering::Relaxed) {
                break;
            }
            speeds.push(speed(work, Duration::from_secs_f64(args.seconds))?);
        }
    }
    let sorted = |mut speeds: Vec<f64>| {
        speeds.sort_by(f64::total_cmp);
        speeds
    };
    let measured = |((what, unit, bytes, _), speeds): ((_, _, _, Work<'_>), _)| Measured {
        what,
        unit,
        bytes,
        speeds: sorted(speeds),
    };
    Ok(works.into_iter().zip(speeds).map(measured).collect())
}

/// The memory of each batch in bytes. All batches exist at the same time, so together they must fit, with the actions.
fn memory(opened: &dyn Opened, plans: &[Options]) -> Result<Vec<u64>, Invalid> {
    let each = plans.iter().map(|options| Batch::bytes(opened, options)).collect::<Result<Vec<u64>, _>>()?;
    let games = plans.first().map_or(0, |options| options.games);
    let actions = (RING * games * opened.seats()) as u64;
    fits(games, each.iter().sum::<u64>() + actions)?;
    Ok(each)
}

/// For how many steps actions are drawn; after that they repeat.
const RING: usize = 61;

/// Random actions, drawn before the measurement starts.
fn action_ring(opened: &dyn Opened, games: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let count = games * opened.seats();
    let most = opened.actions() as u64;
    (0..RING).map(|_| (0..count).map(|_| random.below(most) as u8).collect()).collect()
}

fn speed(work: &mut Work<'_>, at_least: Duration) -> Result<f64, Invalid> {
    let began = Instant::now();
    let mut units = 0;
    while began.elapsed() < at_least {
        units += work()?;
    }
    Ok(units as f64 / began.elapsed().as_secs_f64())
}
