//! `play`: a match, or very many.

mod person;
mod shown;

use super::replay::convert;
use crate::args::{Format, Play};
use crate::failure::Failure;
use crate::output::{Output, board, complain, estimate, line, percent, plus_minus, progress, table};
use crate::screen::Screen;
use crate::target::{Target, first_given};
use crate::{input, lineup, stop};
use gridhaunt_arena::bout::Bout;
use gridhaunt_arena::file::{self, Whole, keep, write};
use gridhaunt_arena::play::{Arena, PlayError, Played};
use gridhaunt_arena::replay::{read_all, seal_of};
use gridhaunt_arena::seal::{Together, digits, from_digits};
use gridhaunt_arena::seating::seat_around;
use gridhaunt_arena::sides::Sides;
use gridhaunt_arena::stats::{FactTally, SeatTally, Tally, share};
use gridhaunt_kernel::face::Span;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Outcome, Seat};
use serde_json::json;
use shown::Shown;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(registry: &Registry, args: &Play, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let target = target(args)?;
    let settings = input::settings(args.chosen.settings.as_deref(), &args.chosen.config)?;
    let opened = game.open(&settings)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let first = opened.begin(seed)?;
    let sides = Sides::of(first.as_ref());
    let human = args.human.as_deref().map(|word| person::seat(word, &game.info(), &sides)).transpose()?;
    let seats = seat_around(game, first.as_ref(), &args.bots, human)?;
    check_screen(args)?;
    // Wrong bots and options are told before anything is played.
    for places in 0..if args.rotate { seats.len() } else { 1 } {
        let mut seats = seats.clone();
        seats.rotate_right(places);
        Bout::new(&Arena { info: game.info(), table: opened.as_ref(), seats: &seats, rotate: false }, seed, human)?;
    }
    let arena = Arena { info: game.info(), table: opened.as_ref(), seats: &seats, rotate: args.rotate };
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
            // A file that cannot be written costs the file, not the result.
            let (replay, unsaved) = or_none(save(&arena, args, &target, seed, played.record.as_deref()));
            let (drawn, undrawn) = or_none(draw(registry, args, &target, played.record.as_deref()));
            one(&arena, &played, replay.as_deref(), drawn, output)?;
            unsaved.or(undrawn).map_or(Ok(()), Err)
        }
        Shown::Midway(midway) => {
            let (replay, unsaved) = or_none(save(&arena, args, &target, seed, midway.record.as_deref()));
            let (_, undrawn) = or_none(draw(registry, args, &target, midway.record.as_deref()));
            midway.tell(arena.info.name, seed, replay.as_deref(), output)?;
            unsaved.or(undrawn).map_or(Ok(()), Err)
        }
    }
}

/// What there is, or why there is nothing.
fn or_none<T>(made: Result<Option<T>, Failure>) -> (Option<T>, Option<Failure>) {
    made.map_or_else(|failure| (None, Some(failure)), |made| (made, None))
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
    let seal = played.record.as_deref().filter(|_| replay.is_some()).and_then(seal_of);
    if output.json {
        let seats: Vec<String> = arena.seats.iter().map(ToString::to_string).collect();
        let report = json!({
            "game": arena.info.name, "seed": seed.to_string(), "seats": seats, "steps": session.steps(),
            "outcome": outcome, "faults": played.faults, "replay": replay, "seal": seal, "drawn": drawn,
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
        line(format!("replay {}", replay.display()))?;
        line(format!("seal   {}", seal.unwrap_or_default()))?;
        line(format!("watch  gridhaunt watch {}", replay.display()))?;
    }
    if let Some(drawn) = drawn {
        line(format!("drawn  {}", drawn.display()))?;
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
    if let Some(path) = args.out.as_ref().filter(|_| *target == Target::Record) {
        sweep(path.parent());
        write(path, record).map_err(|error| Failure::writing(path, &error))?;
        return Ok(Some(path.clone()));
    }
    let folder = Path::new("replays");
    let unwritable = |error: io::Error| Failure::writing(folder, &error);
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    sweep(Some(folder));
    keep(folder, &file_name(arena, seed)?, "jsonl", record).map(Some).map_err(unwritable)
}

/// Removes what programs that were killed left half written in a folder, and says so.
fn sweep(folder: Option<&Path>) {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for path in file::sweep(folder) {
        complain(&format!("gridhaunt: {}: removed, a program that was killed left it half written", path.display()));
    }
}

/// `pyrat-greedy-random-7`, `tag-score-x3-chase-x3-42`, without the options of bots.
fn file_name(arena: &Arena<'_>, seed: u64) -> Result<String, Failure> {
    let bots: Vec<&str> = arena.seats.iter().map(|bot| bot.name.as_str()).collect();
    let bots = lineup::file_part(&bots, &Sides::of(arena.table.begin(seed)?.as_ref()));
    Ok(format!("{}-{bots}-{seed}", arena.info.name))
}

fn many(arena: &Arena<'_>, args: &Play, seed: u64, sides: &Sides, output: Output) -> Result<(), Failure> {
    let stop = stop::flag();
    let progress = progress(args.games, "games");
    let mut book = Book::open(args.out.as_deref())?;
    let mut tally = Tally::new(sides.clone());
    let began = Instant::now();
    let played = arena.play_many(seed, args.games, book.is_some(), stop, |played| {
        tally.add(&played.outcome, played.session.steps(), &played.faults);
        progress.inc(1);
        if let (Some(book), Some(record)) = (&mut book, &played.record) {
            book.add(record);
        }
        Ok(())
    });
    progress.finish_and_clear();
    let done = played.map_err(|error| match error {
        PlayError::Invalid(invalid) => Failure::from(invalid),
        PlayError::Io(error) => error.into(),
    })?;
    let (seal, unsaved) = book.map_or((None, None), Book::finish);
    report(arena, &tally, args, seed, sides, Ended { took: began.elapsed(), seal: seal.as_deref() }, output)?;
    if let Some(unsaved) = unsaved {
        return Err(unsaved);
    }
    if done < args.games {
        let rest = resume_command(args, seed.wrapping_add(done), args.games - done, output.format);
        return Err(Failure::Interrupted(format!(
            "stopped after {done} of {} games; go on with\n  {rest}",
            args.games
        )));
    }
    Ok(())
}

/// The file of many matches. Where it cannot be written the matches go on without it, and the command fails at its end.
struct Book<'a> {
    path: &'a Path,
    file: Result<Whole, io::Error>,
    seals: Together,
}

impl<'a> Book<'a> {
    /// Begins the file, if one is asked for. That its folder is not there is told before anything is played.
    fn open(path: Option<&'a Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        sweep(path.parent());
        let file = Whole::create(path);
        match &file {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Failure::writing(path, error)),
            Err(error) => {
                let failure = Failure::writing(path, error);
                complain(&format!("gridhaunt: {}; played without it", failure.message().unwrap_or_default()));
            }
            Ok(_) => {}
        }
        Ok(Some(Self { path, file, seals: Together::default() }))
    }

    fn add(&mut self, record: &str) {
        if let Some(seal) = seal_of(record).and_then(from_digits) {
            self.seals.add(&seal);
        }
        if let Ok(file) = &mut self.file
            && let Err(error) = file.write_all(record.as_bytes())
        {
            self.file = Err(error);
        }
    }

    /// The seal of all matches, or why there is no file.
    fn finish(self) -> (Option<String>, Option<Failure>) {
        match self.file.and_then(Whole::finish) {
            Ok(()) => (self.seals.seal().as_ref().map(digits), None),
            Err(error) => (None, Some(Failure::writing(self.path, &error))),
        }
    }
}

/// The command that plays the rest, into a file of its own.
fn resume_command(args: &Play, seed: u64, games: u64, format: Format) -> String {
    let mut words = vec!["gridhaunt".to_string(), "play".into(), args.game.clone()];
    words.extend(args.bots.iter().cloned());
    words.extend(args.chosen.settings.iter().flat_map(|path| ["--settings".to_string(), path.display().to_string()]));
    words.extend(args.chosen.config.iter().flat_map(|setting| ["-c".to_string(), format!("'{setting}'")]));
    words.extend(args.rotate.then(|| "--rotate".to_string()));
    words.extend([format!("-s {seed}"), format!("-n {games}")]);
    words.extend(args.out.iter().map(|path| format!("-o rest-of-{}", path.file_name().unwrap_or_default().display())));
    words.extend(match format {
        Format::Auto => None,
        Format::Table => Some("--format table".into()),
        Format::Json => Some("--format json".into()),
    });
    words.join(" ")
}

/// How long many matches took, and the seal of their file.
struct Ended<'a> {
    took: Duration,
    seal: Option<&'a str>,
}

fn report(
    arena: &Arena<'_>,
    tally: &Tally,
    args: &Play,
    seed: u64,
    sides: &Sides,
    Ended { took, seal }: Ended<'_>,
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
        let reasons: serde_json::Map<_, _> =
            tally.reasons.iter().map(|&(reason, count)| (reason.to_string(), count.into())).collect();
        let facts: serde_json::Map<_, _> =
            tally.facts.iter().map(|(name, fact)| (name.to_string(), estimate(fact.estimate(tally.games)))).collect();
        line(json!({
            "game": arena.info.name, "games": tally.games, "seed": seed.to_string(), "draw_rate": estimate(share(tally.draws, tally.games)),
            "steps": estimate(tally.steps.estimate()), "reasons": reasons, "seconds": took.as_secs_f64(), "games_per_second": speed,
            "facts": facts, "replay": args.out.as_ref().filter(|_| seal.is_some()), "seal": seal,
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
    if let (Some(path), Some(seal)) = (&args.out, seal) {
        line(format!("replay     {}", path.display()))?;
        line(format!("seal       {seal}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use clap::Parser;

    #[test]
    fn the_command_to_go_on_with_keeps_the_format() {
        let words = "gridhaunt play pyrat greedy -c width=9 -n 100 --format json -o all.jsonl";
        let args = Args::parse_from(words.split(' '));
        let Command::Play(play) = &args.command else { panic!("{words} plays") };
        assert_eq!(
            resume_command(play, 47, 60, args.format),
            "gridhaunt play pyrat greedy -c 'width=9' -s 47 -n 60 -o rest-of-all.jsonl --format json"
        );
        assert!(resume_command(play, 47, 60, Format::Auto).ends_with("rest-of-all.jsonl"));
    }
}
