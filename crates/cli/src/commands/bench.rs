//! `bench`: the speed of the rules, of a batch and of setting up games, with spread, beside an earlier run.

mod device;
mod earlier;

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Output, line, table};
use crate::target::check_file;
use crate::{input, sink, stop};
use earlier::Earlier;
use gridhaunt_batch::memory::in_words;
use gridhaunt_batch::{Batch, MOST_GAMES, MOST_THREADS, Options, Rollout, fits};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::flock::{Cast, Policy, Stretch, Vector};
use gridhaunt_kernel::json::{Map, Value};
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
    if let (Some(number), Some(most)) = (args.device, args.prove) {
        return device::prove(&games, &settings, number, most, output);
    }
    args.save.as_deref().map_or(Ok(()), check_file)?;
    let earlier = args.compare.as_deref().map(Earlier::read).transpose()?;
    if let (Some(earlier), Some(path)) = (&earlier, &args.compare) {
        let names = games.iter().map(|game| game.info().name);
        earlier.check(names, &settings).map_err(|words| Failure::Usage(format!("{}: {words}", input::name(path))))?;
    }
    let mut rounds = args.rounds;
    let mut heads = vec!["game", "what", "unit", "median", "min", "max", "memory"];
    if earlier.is_some() {
        heads.extend(["ratio", "at least", "at most"]);
    }
    let mut rows = vec![heads.into_iter().map(String::from).collect::<Vec<_>>()];
    let mut saved = String::new();
    for game in games {
        let opened = game.open(&settings)?;
        let name = game.info().name;
        let measured = match args.device {
            Some(number) => device::measure(opened.as_ref(), args, number)?,
            None => measure(opened.as_ref(), args)?,
        };
        for Measured { what, unit, bytes, speeds } in measured {
            let spread @ [low, middle, high] = [speeds[0], speeds[speeds.len() / 2], speeds[speeds.len() - 1]];
            let mut document = json!({"game": name, "what": what, "unit": unit, "median": middle, "min": low, "max": high, "rounds": speeds.len(), "bytes_per_game": bytes, "settings": settings});
            rounds = rounds.min(speeds.len() as u64);
            saved += &format!("{document}\n");
            let ratio = earlier.as_ref().map(|earlier| earlier.ratio(name, &what, spread));
            if output.json {
                if let Some(ratio) = ratio {
                    let [low, middle, high] = ratio.map_or([None; 3], |ratio| ratio.map(Some));
                    document["ratio"] = json!(middle);
                    document["ratio_min"] = json!(low);
                    document["ratio_max"] = json!(high);
                }
                line(document)?;
            }
            let memory = bytes.map(in_words).unwrap_or_default();
            let mut row = vec![name.into(), what, unit.into(), human(middle), human(low), human(high), memory];
            if let Some(ratio) = ratio {
                let [low, middle, high] = ratio.map_or([const { String::new() }; 3], |ratio| ratio.map(times));
                row.extend([middle, low, high]);
            }
            rows.push(row);
        }
    }
    if !output.json {
        table(&rows)?;
        let machine = match args.device {
            Some(number) => device::name(number)?,
            None => format!("vector level {}", Vector::detect().name()),
        };
        line(format!(
            "per second; {rounds} {} of {} s, in turn; {machine}; memory is that of one game in its batch",
            if rounds == 1 { "round" } else { "rounds" },
            args.seconds
        ))?;
        if let Some(path) = &args.compare {
            let file = input::name(path);
            line(format!(
                "ratio: the median to that in {file}; at least and at most: the slowest to its fastest, and the reverse"
            ))?;
        }
    }
    if let Some(path) = &args.save {
        sink::write(path, saved).map_err(|error| Failure::writing(path, &error))?;
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

/// A ratio of two speeds.
fn times(ratio: f64) -> String {
    format!("{ratio:.2}")
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
    let games = args.games.unwrap_or(4096) as usize;
    if games > MOST_GAMES {
        return Err(Invalid::new("--games", games, format!("1..={MOST_GAMES} without --device")).into());
    }
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
    // Few worlds, since they are made anew each time.
    let rules = move || opened.run_rules(1, 8, 200_000).map(|_| 200_000);
    works.push(("rules, one core".into(), "steps", None, Box::new(rules)));
    let plain: &[&str] = &[];
    let known = opened.encodings(&Map::new())?;
    let names: Vec<&str> = known.iter().map(|encoding| encoding.name).collect();
    let each: Vec<Vec<&str>> = names.iter().map(|name| vec![*name]).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let shown = [(plain, 1), (plain, cores)].into_iter().take(1 + usize::from(cores > 1));
    let shown = shown.chain(each.iter().map(|name| (name.as_slice(), 1)));
    let options = |(arrays, threads): (&[&str], usize)| Options {
        games: (games * threads).min(MOST_GAMES),
        threads,
        worlds: 64,
        arrays: arrays.iter().map(ToString::to_string).collect(),
        ..Options::default()
    };
    let plans: Vec<Options> = shown.map(options).collect();
    let memory = memory(opened, &plans).map_err(|wrong| Invalid { field: "--games".into(), ..wrong })?;
    let most = plans.iter().map(|options| options.games).max().unwrap_or(0);
    let ring = Rc::new(action_ring(opened, most));
    for (options, bytes) in plans.into_iter().zip(memory) {
        let mut batch = Batch::new(opened, &options)?;
        let cores = if batch.threads() == 1 { "one core".into() } else { format!("{} cores", batch.threads()) };
        let (arrays, games) = (&options.arrays, options.games);
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
                    batch.step(&ring[turn][..batch.rewards().len()])?;
                }
                Ok(16 * games as u64)
            }),
        ));
    }
    let bots = opened.stand_ins(&Cast::bots(opened, "bots", &Value::Null)?)?;
    let rollouts = [
        ("rollout", Policy::Uniform, 64, 1),
        ("rollout", Policy::Uniform, 64, cores),
        ("rollout with mask", Policy::Masked, 64, 1),
        ("rollout with bots", Policy::Bots(bots), 16, 1),
    ];
    // With one core the first two would be the same.
    for (what, policy, steps, threads) in rollouts.into_iter().skip(usize::from(cores == 1)) {
        // Bots take their time: few games are enough to measure them.
        let games = if matches!(policy, Policy::Bots(_)) { games.min(64) } else { (games * threads).min(MOST_GAMES) };
        let mut batch = Batch::new(opened, &Options { games, ..options((plain, threads)) })?;
        let mut stretch = Stretch { steps, policy, ..Stretch::default() };
        let mut rollout = Rollout::default();
        let at = if threads == 1 { "one core".into() } else { format!("{} cores", batch.threads()) };
        works.push((
            format!("{what}, {at}"),
            "steps",
            None,
            Box::new(move || {
                stretch.seed += 1;
                batch.play_into(&mut rollout, &stretch, None)?;
                Ok((steps * games) as u64)
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
    let games = plans.iter().map(|options| options.games).max().unwrap_or(0);
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
