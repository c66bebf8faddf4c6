//! Very many matches of random choices on a GPU.

use crate::args::Play;
use crate::failure::Failure;
use crate::output::{Output, line, percent, progress, table};
use crate::{lineup, stop};
use gridhaunt_arena::play::Arena;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_arena::stats::share;
use gridhaunt_gpu::{Device, Error, Options, Tally, play_many};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::flock::Cast;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Invalid, Seat};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// From how many worlds the matches are drawn.
const WORLDS: usize = 4096;

/// The only bot that a device plays on every seat.
const RANDOM: &str = "random";

fn failed(error: Error) -> Failure {
    match error {
        Error::Invalid(invalid) => invalid.into(),
        error => Failure::Infrastructure(error.to_string()),
    }
}

/// Returns whether the game moves some of the seats by itself; or what a device cannot do, in words.
fn check(arena: &Arena<'_>, args: &Play) -> Result<bool, Failure> {
    let flags = [
        ("--out", args.out.is_some()),
        ("--from", args.from.is_some()),
        ("--done", args.done > 0),
        ("--rotate", args.rotate),
        ("--human", args.human.is_some()),
        ("--watch", args.watch),
    ];
    if let Some((flag, _)) = flags.into_iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!(
            "{flag}: a device plays very many matches and tells only what came of them"
        )));
    }
    let is = |bot: &BotSpec, name: &str| bot.name == name && bot.options.is_empty() && bot.program.is_none();
    let wrong = |seat: usize, expected: &str| {
        let BotSpec { name, options, .. } = &arena.seats[seat];
        let got = if options.is_empty() { name.clone() } else { format!("{name} with options") };
        Failure::from(Invalid::new(format!("bots[{seat}]"), got, expected))
    };
    let Some(other) = arena.seats.iter().position(|bot| !is(bot, RANDOM)) else { return Ok(false) };
    let Some(unmoved) = arena.opened.unmoved().filter(|&unmoved| other >= unmoved) else {
        return Err(wrong(other, "random: a device plays no other bot"));
    };
    let learned = (0..unmoved).map(Value::from).collect();
    let usual = Cast::read(arena.opened, &learned, &Value::Null)?;
    for (seat, words) in usual.words() {
        if !is(&arena.seats[seat.index()], words) {
            let expected = format!("{words}, or random on every seat: a device plays no other bot");
            return Err(wrong(seat.index(), &expected));
        }
    }
    Ok(true)
}

/// Plays so many matches, each to its end.
pub(super) fn run(
    arena: &Arena<'_>,
    args: &Play,
    number: usize,
    seed: u64,
    first: &dyn Session,
    output: Output,
) -> Result<(), Failure> {
    let moved = check(arena, args)?;
    let device = Device::open(number).map_err(failed)?;
    let bar = progress(args.games, "games");
    let began = Instant::now();
    let options = Options { seed, worlds: WORLDS, moved, ..Options::default() };
    let played = play_many(&device, arena.opened, &options, args.games, stop::flag(), |done| bar.set_position(done));
    bar.finish_and_clear();
    let tally = played.map_err(failed)?;
    report(arena, &tally, began.elapsed().as_secs_f64(), &device, seed, first, output)?;
    if tally.episodes < args.games && stop::flag().load(Ordering::Relaxed) {
        let words =
            format!("stopped after {} of {} games, of which the short ones are too many", tally.episodes, args.games);
        return Err(Failure::Interrupted(words));
    }
    Ok(())
}

fn report(
    arena: &Arena<'_>,
    tally: &Tally,
    took: f64,
    device: &Device,
    seed: u64,
    first: &dyn Session,
    output: Output,
) -> Result<(), Failure> {
    let games = tally.episodes.max(1) as f64;
    // Seats that the game moves are paid nothing.
    let paid = |seat: usize| tally.returns.get(seat).map(|sum| sum / games);
    if output.json {
        for (seat, &wins) in tally.wins.iter().enumerate() {
            let name = first.full_name(Seat(seat as u8));
            line(
                json!({"seat": seat, "name": name, "bot": arena.seats[seat].name, "wins": wins, "reward": paid(seat)}),
            )?;
        }
        return Ok(line(json!({
            "game": arena.info.name, "games": tally.episodes, "draws": tally.draws, "steps": tally.steps, "seed": seed,
            "worlds": WORLDS, "device": device.name().map_err(failed)?, "seconds": took,
        }))?);
    }
    let mut rows = vec![["seat", "bot", "reward", "wins"].map(String::from).to_vec()];
    for group in lineup::groups(first, arena.seats, |_| true) {
        let alike = |&seat: &usize| (tally.wins[seat], tally.returns.get(seat).map(|sum| sum.to_bits()));
        let same = group.seats.iter().all(|seat| alike(seat) == alike(&group.seats[0]));
        for &seat in if same { &group.seats[..1] } else { &group.seats[..] } {
            let name = if same { group.name.clone() } else { first.full_name(Seat(seat as u8)) };
            let wins = percent(share(tally.wins[seat], tally.episodes));
            let paid = paid(seat).map_or_else(String::new, |paid| format!("{paid:.4}"));
            rows.push(vec![name, group.bot.clone(), paid, wins]);
        }
    }
    table(&rows)?;
    line(format!("draws      {}", percent(share(tally.draws, tally.episodes))))?;
    line(format!("steps      {:.2} a game", tally.steps as f64 / games))?;
    line(format!(
        "games      {} in {took:.2} s, {:.0} a second, on {}; intervals are 95 %",
        tally.episodes,
        games / took,
        device.name().map_err(failed)?
    ))?;
    line(format!("seed       {seed}, of {WORLDS} worlds; choices are drawn from the masks"))?;
    Ok(())
}
