//! `play`: a match, or very many.

mod book;
#[cfg(feature = "full")]
mod device;
mod given;
mod resume;
pub(super) mod shown;

use super::replay::{Shown as Film, convert};
use crate::args::{Hosting, Play};
use crate::eye::find_seat_in_play;
use crate::failure::Failure;
use crate::output::{self, Output, board, complain, line, percent, plus_minus, progress, table};
use crate::screen::Screen;
use crate::screen::watching::Left;
use crate::sink::{self, is_stdout};
use crate::target::{Target, first_given};
use crate::{hosting, input, lineup, shell, stop};
use book::Book;
use given::Document;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::{Company, Left as Departed};
use gridhaunt_arena::file;
use gridhaunt_arena::house::House;
use gridhaunt_arena::orders::rotated;
use gridhaunt_arena::play::{Arena, Given, Played, STOPPED};
use gridhaunt_arena::replay::seal_of;
use gridhaunt_arena::seating::{BotSpec, seat_around};
use gridhaunt_arena::sides::Sides;
use gridhaunt_arena::stats::{FactTally, SeatTally, share};
use gridhaunt_arena::summary::Summary;
use gridhaunt_kernel::ending::with_player;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Outcome, Seat};
use shown::Shown;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
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
    let empty = Arena { info: opened.info(), opened: opened.as_ref(), seats: &[], rotate: false, from, house: None };
    let (good, first) = first_to_begin(&empty, args, seed).map_err(|error| match &given {
        Some(given) => given.refused(&error),
        None => error.into(),
    })?;
    if args.seed.is_none() && given.as_ref().is_some_and(|given| given.seed.is_none()) {
        complain("note: the state comes without a seed, so its world is taken to be that of seed 0; -s names another");
    }
    let human = args.human.as_deref().map(|word| find_seat_in_play("--human", word, first.as_ref())).transpose()?;
    let seats = seat_around(game, first.as_ref(), &args.bots, human)?;
    check_screen(args)?;
    // Wrong bots and options are reported before anything is played.
    for i in 0..if args.rotate { seats.len() as u64 } else { 1 } {
        let seats = rotated(&seats, i);
        for (seat, bot) in seats.iter().enumerate().filter(|(_, bot)| bot.program.is_none()) {
            let seat = Seat(seat as u8);
            if Some(seat) != human {
                opened.player(&bot.name, &bot.options, good, seat)?;
            }
        }
    }
    if args.hosting.transcripts && (args.no_replay || args.games > 1 && args.out.is_none()) {
        let why = "they are kept beside the replay, and none is written";
        return Err(Failure::Usage(format!("--transcripts: {why}; -o NAME.jsonl names one")));
    }
    let debug = args.hosting.debug.as_deref().map(|word| find_seat_in_play("--debug", word, first.as_ref()));
    let house = args.hosting.house(&seats, debug.transpose()?, args.games)?;
    let arena = Arena { seats: &seats, rotate: args.rotate, house: house.as_ref(), ..empty };
    #[cfg(not(feature = "full"))]
    if args.device.is_some() {
        return Err(Failure::Usage("--device: this build has no games on a GPU: build it with --features full".into()));
    }
    #[cfg(feature = "full")]
    if let Some(number) = args.device {
        return device::run(&arena, args, number, seed, first.as_ref(), output);
    }
    if args.games > 1 {
        return many(&arena, args, seed, first.as_ref(), output);
    }
    let records = !args.no_replay || target == Target::Page;
    let keep_unfit = || {
        if let Some(house) = &house {
            let named = args.out.as_deref().filter(|_| target == Target::Record);
            keep_unfit(&arena, named, args.no_replay, seed, house);
        }
    };
    let shown = if human.is_some() || args.watch {
        let (game, bots) = arena.set_up(seed, first, records, human).inspect_err(|_| keep_unfit())?;
        wait_for_debugger(&bots);
        match human {
            Some(seat) => shown::play(&arena, seed, game, bots, seat, output)?,
            None => shown::watch(&arena, seed, game, bots, output)?,
        }
    } else {
        let played =
            arena.conduct(seed, Some(first), records, target != Target::Record, stop::flag(), wait_for_debugger);
        if played.is_err() {
            keep_unfit();
        }
        let played = played.map_err(|error| match stop::flag().load(Ordering::Relaxed) {
            true => Failure::Interrupted(error.to_string()),
            false => error.into(),
        })?;
        let left = if played.game.is_over() { Left::Quit } else { Left::Stopped };
        let programs = Departed { told: played.told, transcripts: played.transcripts };
        Shown { game: played.game, left, is_seen: false, programs }
    };
    hosting::tell(&shown.programs.told);
    let record = shown.game.record(if shown.is_seen { "left" } else { STOPPED });
    let out = args.out.as_deref().filter(|_| target == Target::Record);
    let saved = record.as_deref().filter(|_| !args.no_replay);
    let (replay, unsaved) = or_none(save(&arena, out, seed, &shown.game, saved));
    let draw = || draw(args, &target, Film::Match(&shown.game, seed), record.as_deref());
    // If a file cannot be written, the result is printed all the same.
    keep_transcripts(&arena, replay.as_deref(), &args.hosting, &shown)?;
    let undrawn = match shown.game.result() {
        Some(outcome) => {
            let (drawn, undrawn) = or_none(stop::while_asking(draw));
            let seal = record.as_deref().filter(|_| replay.is_some()).and_then(seal_of);
            one(&arena, &shown.game, &outcome, seed, replay.as_deref().zip(seal), drawn, output)?;
            undrawn
        }
        None => {
            // After Ctrl-C no film is made, because that takes long.
            let undrawn = if shown.left == Left::Stopped { None } else { or_none(draw()).1 };
            shown.tell(arena.info.name, seed, replay.as_deref(), output)?;
            undrawn
        }
    };
    unsaved.or(undrawn).map_or(Ok(()), Err)
}

/// Keeps what went both ways beside the replay, after a fault or if it was asked for, and prints how to hand a program
/// the same again (B21).
pub(super) fn keep_transcripts(
    arena: &Arena<'_>,
    replay: Option<&Path>,
    hosting: &Hosting,
    shown: &Shown,
) -> Result<(), Failure> {
    if let Some(replay) = replay.filter(|replay| !is_stdout(replay))
        && (hosting.transcripts || !shown.programs.told.is_empty())
    {
        for log in hosting::keep(replay, None, &shown.programs.transcripts)? {
            complain(&format!("gridhaunt: transcript {}", output::place(&log)));
        }
        for command in repros(arena.seats, replay, 1, &faulty(&shown.game)) {
            complain(&format!("gridhaunt: to hand it the same again: {command}"));
        }
    }
    Ok(())
}

/// Keeps what went both ways with programs that did not start, where the transcripts of their match would be (B21).
/// What cannot be written is told, and is not what the command fails of.
fn keep_unfit(arena: &Arena<'_>, out: Option<&Path>, no_replay: bool, seed: u64, house: &House) {
    let transcripts = house.unfit();
    if transcripts.is_empty() || no_replay || out.is_some_and(is_stdout) {
        return;
    }
    let folder = Path::new("replays");
    let near = match (out, arena.begin(seed)) {
        (Some(out), _) => out.to_path_buf(),
        (None, Ok(session)) if fs::create_dir_all(folder).is_ok() => {
            folder.join(file_name(arena, seed, session.as_ref()))
        }
        (None, _) => return,
    };
    match hosting::keep(&near, None, &transcripts) {
        Ok(logs) => {
            logs.iter().for_each(|log| complain(&format!("gridhaunt: transcript {}", output::place(log))));
        }
        Err(failure) => complain(&format!("gridhaunt: {}", failure.message().unwrap_or_default())),
    }
}

/// How many faults each seat has; one if its program was lost without being asked.
fn faulty(game: &Match) -> Vec<u64> {
    let faults = game.faults().iter().enumerate();
    faults.map(|(seat, &faults)| faults.max(game.is_out(Seat(seat as u8)).into())).collect()
}

/// The commands that hand each program with a fault again what it was handed.
fn repros(seats: &[BotSpec], replay: &Path, which: u64, faults: &[u64]) -> Vec<String> {
    let seats = seats.iter().zip(faults).enumerate().filter(|(_, (_, faults))| **faults > 0);
    let command = |(seat, (bot, _)): (usize, (&BotSpec, &u64))| {
        bot.program.as_deref().map(|program| hosting::repro(replay, which, Seat(seat as u8), program))
    };
    seats.filter_map(command).collect()
}

/// With `--debug`, prints the process of a program and waits for Enter (B13).
pub(super) fn wait_for_debugger(bots: &Company) {
    let Some((seat, pid)) = bots.debugged() else { return };
    complain(&format!("gridhaunt: seat {seat} is process {pid} and has no clock; Enter begins the match"));
    stop::while_asking(|| {
        let _ = io::stdin().read_line(&mut String::new());
    });
}

/// Splits a result into the value and the failure.
fn or_none<T>(made: Result<Option<T>, Failure>) -> (Option<T>, Option<Failure>) {
    made.map_or_else(|failure| (None, Some(failure)), |made| (made, None))
}

/// The first seed of a run that makes a match, and that match.
fn first_to_begin(arena: &Arena<'_>, args: &Play, seed: u64) -> Result<(u64, Box<dyn Session>), Invalid> {
    if args.done >= args.games {
        return Err(Invalid::new("--done", args.done, format!("0..={}", args.games - 1)));
    }
    arena.begin_one_of(seed.wrapping_add(args.done), args.games - args.done)
}

/// Checks that a screen is possible, if one is asked for.
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

/// What `-o` writes; the replay, if the flag is not given.
fn target(args: &Play) -> Result<Target, Failure> {
    let Some(out) = &args.out else {
        return match first_given(&args.drawing) {
            Some(flag) => Err(Failure::Usage(format!("{flag}: changes nothing without -o NAME"))),
            None => Ok(Target::Record),
        };
    };
    let target = Target::of(out, &args.drawing)?;
    target.check_folder(out)?;
    if target == Target::Record && args.no_replay {
        return Err(Failure::Usage(format!("--no-replay: {} is a replay", out.display())));
    }
    if target != Target::Record && args.games > 1 {
        let (games, out) = (args.games, out.display());
        return Err(Failure::Usage(format!("--out: {out} shows one game; {games} games need .jsonl or .jsonl.zst")));
    }
    Ok(target)
}

/// Draws a match if `-o` asks for a picture, film or page, and prints the path. An unfinished match is drawn as far as
/// it was played.
fn draw<'a>(
    args: &'a Play,
    target: &Target,
    film: Film<'_>,
    record: Option<&str>,
) -> Result<Option<&'a Path>, Failure> {
    let Some(out) = args.out.as_deref().filter(|_| *target != Target::Record) else { return Ok(None) };
    convert::draw(film, target, out, &args.drawing, || Ok(record.unwrap_or_default().to_string()))?;
    Ok(Some(out))
}

/// A random seed, short enough to type.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// Prints the result; `replay` is the path of the replay and its seal.
pub(super) fn one(
    arena: &Arena<'_>,
    game: &Match,
    outcome: &Outcome,
    seed: u64,
    replay: Option<(&Path, &str)>,
    drawn: Option<&Path>,
    output: Output,
) -> Result<(), Failure> {
    let session = game.session();
    let verdict = game.ending();
    if output.json {
        let mut report = arena.document(game, seed);
        report["replay"] = replay.map(|(path, _)| output::path(path)).into();
        report["seal"] = replay.map(|(_, seal)| seal).into();
        report["drawn"] = drawn.map(output::path).into();
        return Ok(line(report)?);
    }
    board(&gridhaunt_draw::text::render(&session.scene(Span::Step, None), &output.style()))?;
    if let Some(verdict) = verdict {
        line(&verdict)?;
    }
    // A match that was stopped has no score of the game.
    if game.stopped().is_none() {
        line(format!("score  {}", scores(arena, session, outcome)))?;
    }
    let unready: Vec<u64> = game.seat_counts().iter().map(|seat| seat.verdict(Verdict::Unready)).collect();
    let faults = game.faults().iter().zip(&unready).map(|(faults, unready)| faults.saturating_sub(*unready));
    // Before the first step nobody was asked for a choice.
    for (seat, faults) in faults.enumerate().filter(|(_, faults)| *faults > 0 && session.steps() > 0) {
        let name = session.full_name(Seat(seat as u8));
        let times = if faults == 1 { "once".into() } else { format!("{faults} times") };
        line(format!("{name} made no valid choice {times}"))?;
    }
    line(format!("seed   {seed}"))?;
    if let Some((replay, seal)) = replay {
        line(format!("replay {}", output::place(replay)))?;
        line(format!("seal   {seal}"))?;
        if !is_stdout(replay) {
            line(format!("watch  {}", shell::command(["gridhaunt".as_ref(), "watch".as_ref(), replay.as_os_str()])))?;
        }
    }
    if let Some(drawn) = drawn {
        line(format!("drawn  {}", output::place(drawn)))?;
    }
    Ok(())
}

/// The scores: one entry for a side whose seats all have the same score, otherwise one for each seat.
fn scores(arena: &Arena<'_>, session: &dyn Session, outcome: &Outcome) -> String {
    let points = |seat: usize| outcome.points(Seat(seat as u8));
    let took_part = |seat: usize| session.took_part(Seat(seat as u8));
    let (each, all) = if arena.info.score == PERCENT { (" %", "") } else { ("", arena.info.score) };
    let score = |group: &lineup::Group| {
        let first = points(group.seats[0]);
        if group.seats.iter().all(|&seat| points(seat) == first) {
            return format!("{} {first}{each}", with_player(&group.name, &group.bot));
        }
        let one = |&seat: &usize| format!("{} {}{each}", session.full_name(Seat(seat as u8)), points(seat));
        group.seats.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let scores: Vec<String> = lineup::groups(session, arena.seats, took_part).iter().map(score).collect();
    format!("{} {all}", scores.join(", ")).trim_end().to_string()
}

/// The unit of a score that is written with the sign `%`.
const PERCENT: &str = "percent";

/// Writes the record, by default into the folder `replays/`.
pub(super) fn save(
    arena: &Arena<'_>,
    out: Option<&Path>,
    seed: u64,
    game: &Match,
    record: Option<&str>,
) -> Result<Option<PathBuf>, Failure> {
    let Some(record) = record else { return Ok(None) };
    if let Some(path) = out {
        if !is_stdout(path) {
            sweep(path.parent());
        }
        sink::write(path, record).map_err(|error| Failure::writing(path, &error))?;
        return Ok(Some(path.to_path_buf()));
    }
    let folder = Path::new("replays");
    let unwritable = |error: io::Error| elsewhere(Failure::writing(folder, &error));
    fs::create_dir_all(folder).map_err(unwritable)?;
    sweep(Some(folder));
    file::keep(folder, &file_name(arena, seed, game.session()), "jsonl", record).map(Some).map_err(unwritable)
}

/// Removes incomplete files of killed programs from a folder, and reports that.
fn sweep(folder: Option<&Path>) {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for path in file::sweep(folder) {
        complain(&format!("gridhaunt: {}: removed, a program that was killed left it half written", path.display()));
    }
}

/// Adds how to play without writing a replay, because the user did not ask for one.
fn elsewhere(failure: Failure) -> Failure {
    failure.advising("-o NAME.jsonl writes the replay elsewhere, --no-replay writes none")
}

/// `pyrat-greedy-random-7`, `tag-score-x3-chase-x3-42`, without the options of bots.
fn file_name(arena: &Arena<'_>, seed: u64, session: &dyn Session) -> String {
    let bots: Vec<&str> = arena.seats.iter().map(|bot| bot.name.as_str()).collect();
    format!("{}-{}-{seed}", arena.info.name, lineup::file_part(&bots, &Sides::of(session)))
}

fn many(arena: &Arena<'_>, args: &Play, seed: u64, first: &dyn Session, output: Output) -> Result<(), Failure> {
    let stop = stop::flag();
    let progress = progress(args.games - args.done, "games");
    let mut book = Book::open(args.out.as_deref())?;
    let mut records = 0;
    let mut summary = Summary::new(arena, first);
    let mut faults = Faults::default();
    let began = Instant::now();
    let played = arena.play_many(seed, args.done..args.games, book.is_some(), stop, |played| {
        progress.inc(1);
        let played = match played {
            Ok(played) => played,
            Err(missed) => {
                summary.skipped.add(missed);
                return Ok(());
            }
        };
        summary.add(&played);
        if let (Some(book), Some(record)) = (&mut book, &played.record) {
            book.add(record)?;
            records += 1;
        }
        faults.add(arena, args, played.seed.wrapping_sub(seed), records, &played);
        Ok(())
    });
    progress.finish_and_clear();
    let unkept = faults.tell();
    if let (Some(house), Some(_)) = (arena.house, &args.out) {
        keep_unfit(arena, args.out.as_deref(), args.no_replay, seed, house);
    }
    let unwritable =
        |error: &io::Error| Failure::writing(args.out.as_deref().unwrap_or(Path::new("the replay")), error);
    let done = played.map_err(|error| unwritable(&error))?;
    // As a single match that could not begin: there is nothing to report.
    let (is_none, is_stopped) = (summary.skipped.games == done - args.done, stop.load(Ordering::Relaxed));
    if let Some(missed) = summary.skipped.first().filter(|_| is_none && (done == args.games || !is_stopped)) {
        return Err(match is_stopped {
            true => Failure::Interrupted(missed.why.to_string()),
            false => missed.why.clone().into(),
        });
    }
    let (seal, unsaved) = book.map_or((None, None), Book::finish);
    report(arena, &summary, began.elapsed(), seal.as_deref(), args, seed, output)?;
    if let Some(told) = summary.skipped.words(done - args.done) {
        complain(&format!("gridhaunt: {told}"));
    }
    if let Some(failure) = unsaved.or(unkept) {
        return Err(failure);
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

/// The faults of programs in a run.
#[derive(Default)]
struct Faults {
    told: Vec<String>,
    /// The command that hands a program again what it was handed in the first match with a fault.
    repro: Option<String>,
    /// How many transcripts are kept, and where the first is.
    kept: (u64, Option<PathBuf>),
    failure: Option<Failure>,
}

impl Faults {
    /// Adds what programs did in game `i` of the run, which has the number `which` in the file of records.
    fn add(&mut self, arena: &Arena<'_>, args: &Play, i: u64, which: u64, played: &Played) {
        self.told.extend(played.told.iter().map(|line| format!("seed {}: {line}", played.seed)));
        let Some(replay) = args.out.as_deref().filter(|out| !is_stdout(out) && which > 0) else { return };
        if args.hosting.transcripts || !played.told.is_empty() {
            match hosting::keep(replay, Some(which), &played.transcripts) {
                Ok(paths) => {
                    self.kept.0 += paths.len() as u64;
                    self.kept.1 = self.kept.1.take().or_else(|| paths.into_iter().next());
                }
                Err(failure) => self.failure = Some(failure),
            }
        }
        if self.repro.is_none() {
            // With --rotate faults are counted by bot, and the record is by seat.
            let places = if arena.rotate { i } else { 0 };
            let (seats, faults) = (rotated(arena.seats, places), rotated(&played.faults, places));
            self.repro = repros(&seats, replay, which, &faults).into_iter().next();
        }
    }

    /// Prints them.
    fn tell(self) -> Option<Failure> {
        hosting::tell(&self.told);
        if let (many, Some(first)) = &self.kept {
            let more = if *many > 1 { format!(" and {} more", many - 1) } else { String::new() };
            complain(&format!("gridhaunt: transcript {}{more}", output::place(first)));
        }
        if let Some(command) = &self.repro {
            complain(&format!("gridhaunt: to hand it the same again: {command}"));
        }
        self.failure
    }
}

fn report(
    arena: &Arena<'_>,
    summary: &Summary<'_>,
    took: Duration,
    seal: Option<&str>,
    args: &Play,
    seed: u64,
    output: Output,
) -> Result<(), Failure> {
    if output.json {
        for seat in summary.seats(seed) {
            line(seat)?;
        }
        let mut totals = summary.totals(seed, took);
        totals["replay"] = args.out.as_deref().filter(|_| seal.is_some()).map(output::path).into();
        totals["seal"] = seal.into();
        return Ok(line(totals)?);
    }
    let (tally, info, first) = (&summary.tally, &arena.info, summary.first);
    let mut rows = vec![
        ["seat", "bot", if info.score == "points" { "score" } else { info.score }, "wins", "faults"]
            .map(String::from)
            .to_vec(),
    ];
    for group in lineup::groups(first, arena.seats, |seat| summary.took_part[seat]) {
        let seats: Vec<_> = group.seats.iter().map(|&seat| (seat, tally.seats[seat])).collect();
        let fares = |seat: &SeatTally| (seat.score.estimate(), seat.wins);
        // If all seats of a side have exactly the same results, the side is one row.
        let alike = seats.iter().all(|(_, seat)| fares(seat) == fares(&seats[0].1));
        let shown = if alike { &seats[..1] } else { &seats[..] };
        for (number, seat) in shown {
            let faults: u64 = if alike { seats.iter().map(|(_, seat)| seat.faults).sum() } else { seat.faults };
            rows.push(vec![
                if alike && !arena.rotate { group.name.clone() } else { summary.place(*number) },
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
        "games      {} in {:.2} s, {:.0} a second; intervals are 95 %",
        tally.games,
        took.as_secs_f64(),
        summary.speed(took)
    ))?;
    line(format!("seed       {seed}"))?;
    if let (Some(path), Some(seal)) = (&args.out, seal) {
        line(format!("replay     {}", output::place(path)))?;
        line(format!("seal       {seal}"))?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../arena/tests/counted/mod.rs"]
mod counted;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use clap::Parser;
    use counted::{STEPS, WORLDS};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_match_that_becomes_a_replay_and_a_film_is_made_once_and_stepped_once() {
        let folder = tempfile::tempdir().unwrap();
        let film = folder.path().join("match.gif");
        let board = ["-c", "width=5", "-c", "height=5", "-c", "cheese_count=3"];
        let words =
            ["gridhaunt", "play", "counted", "-s", "3", "--no-replay", "--cell", "8", "-o", film.to_str().unwrap()];
        let args = Args::parse_from(words.iter().chain(&board));
        let Command::Play(play) = &args.command else { panic!("{words:?} plays") };
        run(&counted::registry(), play, Output { json: true, csv: false, format: args.format, ascii: args.ascii })
            .unwrap();
        let mut film = gif::DecodeOptions::new().read_info(fs::File::open(&film).unwrap()).unwrap();
        let (mut frames, steps) = (0, STEPS.load(Ordering::SeqCst));
        while film.next_frame_info().unwrap().is_some() {
            frames += 1;
        }
        assert!(steps > 0 && frames > steps, "{frames} frames show {steps} steps and the start");
        assert_eq!(WORLDS.load(Ordering::SeqCst), 1);
    }
}
