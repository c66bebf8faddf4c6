//! `play`: a match, or very many.

mod given;
mod person;
mod resume;
mod shown;

use super::replay::convert;
use crate::args::Play;
use crate::failure::Failure;
use crate::output::{self, Output, board, estimate, line, percent, plus_minus, progress, table};
use crate::screen::Screen;
use crate::sink::{self, Sink, is_stdout};
use crate::target::{Target, first_given};
use crate::{input, lineup, shell, stop};
use given::Document;
use gridhaunt_arena::bout::Bout;
use gridhaunt_arena::file::free_path;
use gridhaunt_arena::play::{Arena, Given, Missed, Played};
use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::seating::seat_around;
use gridhaunt_arena::sides::Sides;
use gridhaunt_arena::stats::{FactTally, SeatTally, Tally, share};
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Outcome, Seat};
use serde_json::json;
use shown::Shown;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(registry: &Registry, args: &Play, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let target = target(args)?;
    let output = match &args.out {
        Some(out) if target.is_for_stdout(out)? => output.aside(),
        _ => output,
    };
    let given = args.from.as_deref().map(Document::read).transpose()?;
    let beside = given.as_ref().map_or_else(Map::new, |given| given.settings.clone());
    let settings = input::settings_over(beside, args.chosen.settings.as_deref(), &args.chosen.config)?;
    let opened = game.open(&settings)?;
    let beside = given.as_ref().map(|given| given.seed.unwrap_or(0)); // As `step` has it.
    let seed = args.seed.or(beside).unwrap_or_else(fresh_seed);
    let from = given.as_ref().map(|given| Given { seed, state: &given.state });
    let empty = Arena { info: game.info(), table: opened.as_ref(), seats: &[], rotate: false, from };
    let (good, first) = first_to_begin(&empty, args, seed).map_err(|error| match &given {
        Some(given) => given.refused(&error),
        None => error.into(),
    })?;
    let sides = Sides::of(first.as_ref());
    let human = args.human.as_deref().map(|word| person::seat(word, &game.info(), &sides)).transpose()?;
    let seats = seat_around(game, first.as_ref(), &args.bots, human)?;
    check_screen(args)?;
    // Wrong bots and options are told before anything is played.
    for places in 0..if args.rotate { seats.len() } else { 1 } {
        let mut seats = seats.clone();
        seats.rotate_right(places);
        Bout::new(&Arena { seats: &seats, ..empty }, good, human)?;
    }
    let arena = Arena { seats: &seats, rotate: args.rotate, ..empty };
    if args.games > 1 {
        return many(&arena, args, seed, &sides, output);
    }
    let record = !args.no_replay || target != Target::Record;
    let shown = match human {
        Some(seat) => shown::play(&arena, seed, seat, record, output)?,
        None if args.watch => shown::watch(&arena, seed, record, output)?,
        None => Shown::Over(arena.play(seed, record, |_| {})?),
    };
    match shown {
        Shown::Over(played) => {
            // What came of the match is told also where its record cannot be kept.
            let (replay, lost) = match save(&arena, args, &target, seed, played.record.as_deref()) {
                Ok(replay) => (replay, Ok(())),
                Err(failure) => (None, Err(failure)),
            };
            let drawn = draw(registry, args, &target, played.record.as_deref())?;
            one(&arena, &played, replay.as_deref(), drawn, output)?;
            lost
        }
        Shown::Midway(midway) => {
            let replay = save(&arena, args, &target, seed, midway.record.as_deref())?;
            draw(registry, args, &target, midway.record.as_deref())?;
            midway.tell(arena.info.name, seed, replay.as_deref(), output)
        }
    }
}

/// How many games are tried before the first that cannot begin says why.
const TRIES: u64 = 100;

/// The first game of a run that can begin, by its seed: a lone bad seed does not end the others.
fn first_to_begin(arena: &Arena<'_>, args: &Play, seed: u64) -> Result<(u64, Box<dyn Session>), Invalid> {
    if args.done >= args.games {
        return Err(Invalid::new("--done", args.done, format!("0..={}", args.games - 1)));
    }
    let first = seed.wrapping_add(args.done);
    let begun = arena.begin(first).map(|session| (first, session));
    let others = if args.games > 1 { 1..TRIES.min(args.games - args.done) } else { 0..0 };
    begun.or_else(|error| {
        let mut others = others.map(|i| first.wrapping_add(i));
        others.find_map(|seed| Some((seed, arena.begin(seed).ok()?))).ok_or(error)
    })
}

/// Whether a screen can be shown, if one is asked for.
fn check_screen(args: &Play) -> Result<(), Failure> {
    let flag = match args {
        Play { human: Some(_), .. } => "--human",
        Play { watch: true, .. } => "--watch",
        _ => return Ok(()),
    };
    if args.games > 1 {
        return Err(Failure::Usage(format!("{flag}: {} games are not 1", args.games)));
    }
    if !Screen::is_possible() {
        let why = "this is no terminal with a screen and keys, need one on standard input and output";
        return Err(Failure::Usage(format!("{flag}: {why}")));
    }
    Ok(())
}

/// What `-o` asks for: the replay, if it is not given.
fn target(args: &Play) -> Result<Target, Failure> {
    let Some(out) = &args.out else {
        return match first_given(&args.drawing) {
            Some(flag) => Err(Failure::Usage(format!("{flag}: changes nothing without -o NAME"))),
            None => Ok(Target::Record),
        };
    };
    let target = Target::of(out, &args.drawing)?;
    if target == Target::Record && args.no_replay {
        return Err(Failure::Usage(format!("--no-replay: {} is a replay", out.display())));
    }
    if target != Target::Record && args.games > 1 {
        let (games, out) = (args.games, out.display());
        return Err(Failure::Usage(format!("--out: {out} shows one game; {games} games need .jsonl or .jsonl.zst")));
    }
    Ok(target)
}

/// Draws a match if that is what `-o` asks for, and tells where.
fn draw<'a>(
    registry: &Registry,
    args: &'a Play,
    target: &Target,
    record: Option<&str>,
) -> Result<Option<&'a Path>, Failure> {
    let (Some(out), Some(record)) = (args.out.as_deref().filter(|_| *target != Target::Record), record) else {
        return Ok(None);
    };
    let matches = read_all(record).map_err(|error| Failure::Infrastructure(error.to_string()))?;
    for replay in &matches {
        // A match that was left is drawn as far as it went.
        convert::draw(registry, target, out, &args.drawing, replay, || Ok(record.to_string()))?;
    }
    Ok(Some(out))
}

/// A seed that a person can type.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

fn one(
    arena: &Arena<'_>,
    played: &Played,
    replay: Option<&Path>,
    drawn: Option<&Path>,
    output: Output,
) -> Result<(), Failure> {
    let Played { session, outcome, seed, .. } = played;
    if output.json {
        let seats: Vec<String> = arena.seats.iter().map(ToString::to_string).collect();
        let report = json!({
            "game": arena.info.name, "seed": seed.to_string(), "seats": seats, "steps": session.steps(),
            "outcome": outcome, "faults": played.faults, "replay": replay.map(output::path),
            "drawn": drawn.map(output::path),
        });
        return Ok(line(report)?);
    }
    board(&gridhaunt_draw::text::render(&session.scene(Span::Step, None), &output.style()))?;
    let sides = Sides::of(session.as_ref());
    line(result(arena, &sides, outcome))?;
    for (seat, faults) in played.faults.iter().enumerate().filter(|(_, faults)| **faults > 0) {
        let (name, bot) = (lineup::seat_name(&arena.info, &sides, seat), &arena.seats[seat]);
        line(format!("{name} ({bot}) made no valid choice {faults} times"))?;
    }
    line(format!("seed   {seed}"))?;
    if let Some(replay) = replay {
        line(format!("replay {}", output::place(replay)))?;
        if !is_stdout(replay) {
            line(format!("watch  {}", shell::command(["gridhaunt".as_ref(), "watch".as_ref(), replay.as_os_str()])))?;
        }
    }
    if let Some(drawn) = drawn {
        line(format!("drawn  {}", output::place(drawn)))?;
    }
    Ok(())
}

fn result(arena: &Arena<'_>, sides: &Sides, outcome: &Outcome) -> String {
    let points = |seat: usize| outcome.points(Seat(seat as u8));
    let groups = lineup::groups(arena, sides);
    let score = |group: &lineup::Group| {
        let first = points(group.seats[0]);
        if group.seats.iter().all(|&seat| points(seat) == first) {
            return format!("{} {first}", group.name());
        }
        let each: Vec<String> = group.seats.iter().map(|&seat| points(seat).to_string()).collect();
        format!("{} {}", group.name(), each.join(" "))
    };
    let winners = sides.winners(outcome);
    let who = match winners.as_slice() {
        [] => "draw".into(),
        [alone] => {
            let group = groups.iter().find(|group| group.seats.contains(alone));
            let bot = group.map_or("", |group| group.bot.as_str());
            format!("{} ({bot}) wins", lineup::seat_name(&arena.info, sides, *alone))
        }
        several => {
            let group = groups.iter().find(|group| group.seats.contains(&several[0]));
            format!("{}s win", group.map_or("seat", |group| group.role))
        }
    };
    let scores: Vec<String> = groups.iter().map(score).collect();
    format!("{who} by {}: {} {}", outcome.reason, scores.join(", "), arena.info.score)
}

/// Writes the record, by default into `replays/`.
fn save(
    arena: &Arena<'_>,
    args: &Play,
    target: &Target,
    seed: u64,
    record: Option<&str>,
) -> Result<Option<PathBuf>, Failure> {
    let Some(record) = record.filter(|_| !args.no_replay) else { return Ok(None) };
    let path = match args.out.as_ref().filter(|_| *target == Target::Record) {
        Some(path) => path.clone(),
        None => {
            let folder = Path::new("replays");
            std::fs::create_dir_all(folder).map_err(|error| elsewhere(Failure::writing(folder, &error)))?;
            free_path(folder, &file_name(arena, seed)?, "jsonl", record)
        }
    };
    sink::write(&path, record).map_err(|error| match args.out {
        Some(_) => Failure::writing(&path, &error),
        None => elsewhere(Failure::writing(&path, &error)),
    })?;
    Ok(Some(path))
}

/// Nobody asked for the replay, so it is said how to do without.
fn elsewhere(failure: Failure) -> Failure {
    failure.advising("-o NAME.jsonl writes the replay elsewhere, --no-replay writes none")
}

/// `pyrat-greedy-random-7`, `tag-score-x3-chase-x3-42`, without the options of bots.
fn file_name(arena: &Arena<'_>, seed: u64) -> Result<String, Failure> {
    let bots: Vec<&str> = arena.seats.iter().map(|bot| bot.name.as_str()).collect();
    let bots = lineup::file_part(&bots, &Sides::of(arena.begin(seed)?.as_ref()));
    Ok(format!("{}-{bots}-{seed}", arena.info.name))
}

fn many(arena: &Arena<'_>, args: &Play, seed: u64, sides: &Sides, output: Output) -> Result<(), Failure> {
    let stop = stop::flag();
    let progress = progress(args.games - args.done, "games");
    let mut file = match &args.out {
        Some(path) => Some(Sink::create(path).map_err(|error| Failure::writing(path, &error))?),
        None => None,
    };
    let mut tally = Tally::new(sides.clone());
    let mut skipped = Skipped::default();
    let began = Instant::now();
    let played = arena.play_many(seed, args.done..args.games, file.is_some(), stop, |played| {
        progress.inc(1);
        let played = match played {
            Ok(played) => played,
            Err(missed) => {
                skipped.add(missed);
                return Ok(());
            }
        };
        tally.add(&played.outcome, played.session.steps(), &played.faults);
        match (&mut file, &played.record) {
            (Some(file), Some(record)) => file.write_all(record.as_bytes()),
            _ => Ok(()),
        }
    });
    progress.finish_and_clear();
    let unwritable =
        |error: &io::Error| Failure::writing(args.out.as_deref().unwrap_or(Path::new("the replay")), error);
    let done = played.map_err(|error| unwritable(&error))?;
    if let Some(file) = file {
        file.finish().map_err(|error| unwritable(&error))?;
    }
    let ran = Ran { tally, skipped, took: began.elapsed() };
    report(arena, &ran, args, seed, sides, output)?;
    if let Some(told) = ran.skipped.words(done - args.done) {
        output::complain(&format!("gridhaunt: {told}"));
    }
    if done < args.games {
        let rest = resume::command(args, seed, done, output);
        return Err(Failure::Interrupted(format!(
            "stopped after {done} of {} games; go on with\n  {rest}",
            args.games
        )));
    }
    Ok(())
}

/// What came of a run.
struct Ran {
    tally: Tally,
    skipped: Skipped,
    took: Duration,
}

/// Games whose seed makes no match.
#[derive(Default)]
struct Skipped {
    games: u64,
    /// The first of them.
    named: Vec<Missed>,
}

impl Skipped {
    /// How many are told by their seeds.
    const NAMED: usize = 5;

    fn add(&mut self, missed: Missed) {
        self.games += 1;
        if self.named.len() < Self::NAMED {
            self.named.push(missed);
        }
    }

    fn seeds(&self) -> Vec<String> {
        self.named.iter().map(|missed| missed.seed.to_string()).collect()
    }

    /// Which were left out and why, if any were.
    fn words(&self, of: u64) -> Option<String> {
        let first = self.named.first()?;
        let more = if self.games > self.named.len() as u64 { ", …" } else { "" };
        let (games, seeds) = (self.games, self.seeds().join(", "));
        Some(format!("{games} of {of} games could not begin and are left out: seed {seeds}{more} ({})", first.why))
    }
}

fn report(
    arena: &Arena<'_>,
    Ran { tally, skipped, took }: &Ran,
    args: &Play,
    seed: u64,
    sides: &Sides,
    output: Output,
) -> Result<(), Failure> {
    let speed = tally.games as f64 / took.as_secs_f64().max(1e-9);
    let place = |seat: usize| if arena.rotate { "all".into() } else { lineup::seat_name(&arena.info, sides, seat) };
    if output.json {
        for (i, seat) in tally.seats.iter().enumerate() {
            line(json!({
                "game": arena.info.name, "seat": i, "role": place(i), "bot": arena.seats[i].to_string(),
                "games": tally.games, "seed": seed.to_string(), "score": estimate(seat.score.estimate()),
                "win_rate": estimate(share(seat.wins, tally.games)), "first_rate": estimate(share(seat.first, tally.games)), "faults": seat.faults,
            }))?;
        }
        let reasons: Map<_, _> =
            tally.reasons.iter().map(|&(reason, count)| (reason.to_string(), count.into())).collect();
        let facts: Map<_, _> =
            tally.facts.iter().map(|(name, fact)| (name.to_string(), estimate(fact.estimate(tally.games)))).collect();
        line(json!({
            "game": arena.info.name, "games": tally.games, "seed": seed.to_string(), "draw_rate": estimate(share(tally.draws, tally.games)),
            "steps": estimate(tally.steps.estimate()), "reasons": reasons, "seconds": took.as_secs_f64(), "games_per_second": speed,
            "facts": facts, "skipped": skipped.games, "skipped_seeds": skipped.seeds(),
            "replay": args.out.as_deref().map(output::path),
        }))?;
        return Ok(());
    }
    let mut rows = vec![["seat", "bot", "score", "wins", "faults"].map(String::from).to_vec()];
    for group in lineup::groups(arena, sides) {
        let seats: Vec<_> = group.seats.iter().map(|&seat| (seat, tally.seats[seat])).collect();
        let fares = |seat: &SeatTally| (seat.score.estimate(), seat.wins);
        // Seats that fared alike to the last game are one side, and one row.
        let alike = seats.iter().all(|(_, seat)| fares(seat) == fares(&seats[0].1));
        let shown = if alike { &seats[..1] } else { &seats[..] };
        for (number, seat) in shown {
            let faults: u64 = if alike { seats.iter().map(|(_, seat)| seat.faults).sum() } else { seat.faults };
            rows.push(vec![
                if alike && !arena.rotate { group.side() } else { place(*number) },
                group.bot.clone(),
                plus_minus(seat.score.estimate()),
                percent(share(seat.wins, tally.games)),
                faults.to_string(),
            ]);
        }
    }
    table(&rows)?;
    let reasons: Vec<String> = tally.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    for (name, fact) in &tally.facts {
        let estimate = fact.estimate(tally.games);
        let value = match fact {
            FactTally::Share(_) => percent(estimate),
            FactTally::Mean(_) => plus_minus(estimate),
        };
        line(format!("{name:<10} {value}"))?;
    }
    line(format!("draws      {}", percent(share(tally.draws, tally.games))))?;
    line(format!("steps      {} a game; ended by {}", plus_minus(tally.steps.estimate()), reasons.join(", ")))?;
    line(format!(
        "games      {} in {:.2} s, {speed:.0} a second; intervals are 95 %",
        tally.games,
        took.as_secs_f64()
    ))?;
    line(format!("seed       {seed}"))?;
    if let Some(path) = &args.out {
        line(format!("replay     {}", output::place(path)))?;
    }
    Ok(())
}
