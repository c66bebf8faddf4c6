//! `replay fork`.

use super::load_one;
use crate::args::{Drawing, Fork};
use crate::commands::play::shown::{self, Shown};
use crate::commands::play::{keep_transcripts, one, save, wait_for_debugger};
use crate::eye::{find_seat_in_play, seats_called};
use crate::failure::Failure;
use crate::output::Output;
use crate::screen::Screen;
use crate::screen::watching::Left;
use crate::target::Target;
use crate::{hosting, stop};
use gridhaunt_arena::company::Left as Departed;
use gridhaunt_arena::fork::Branch;
use gridhaunt_arena::play::{Arena, STOPPED};
use gridhaunt_arena::replay::{Replay, seal_of};
use gridhaunt_arena::seating::{BotSpec, PERSON};
use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};

pub(super) fn run(registry: &Registry, args: &Fork, output: Output) -> Result<(), Failure> {
    let replay = load_one(&args.file, args.which)?;
    let output = match args.out.as_deref() {
        Some(out) if Target::of(out, &Drawing::default())? != Target::Record => {
            let what = "a name that ends in .jsonl or .jsonl.zst";
            return Err(Failure::Usage(format!("--out: {} is not {what}", out.display())));
        }
        Some(out) if Target::Record.is_for_stdout(out)? => output.aside(),
        _ => output,
    };
    let steps = replay.steps.len();
    if args.step > steps {
        return Err(Failure::Usage(format!("--step: {} is not in 0..={steps}", args.step)));
    }
    let differs = |error: gridhaunt_arena::differs::Differs| Failure::Finding(error.to_string());
    let branch = Branch { registry, replay: &replay, step: args.step };
    branch.check().map_err(differs)?;
    let game = registry.find(&replay.header.game)?;
    let opened = game.open(&replay.header.settings)?;
    let first = match &replay.header.state {
        Some(state) => opened.begin_from(replay.header.seed, state)?,
        None => opened.begin(replay.header.seed)?,
    };
    let human = args.human.as_deref().map(|word| find_seat_in_play("--human", word, first.as_ref())).transpose()?;
    if human.is_some() && !Screen::is_possible() {
        let why = "this is no terminal with a screen and keys, need one on standard input and output";
        return Err(Failure::Usage(format!("--human: {why}")));
    }
    let seats = seated(game, &replay, first.as_ref(), &args.bots, human)?;
    let debug = args.hosting.debug.as_deref().map(|word| find_seat_in_play("--debug", word, first.as_ref()));
    let house = args.hosting.house(&seats, debug.transpose()?, 1)?;
    let (info, seed) = (opened.info(), replay.header.seed);
    let arena =
        Arena { info, opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: house.as_ref() };
    let (mut forked, mut bots) = arena.fork(branch, human)?;
    wait_for_debugger(&bots);
    let shown = match human {
        Some(seat) => shown::play(&arena, seed, forked, bots, seat, output)?,
        None => {
            let over = bots.play(&mut forked, stop::flag());
            let transcripts = bots.finish(&mut forked, 0);
            let programs = Departed { told: bots.faults(), transcripts };
            Shown { game: forked, left: if over { Left::Quit } else { Left::Stopped }, is_seen: false, programs }
        }
    };
    hosting::tell(&shown.programs.told);
    let record = shown.game.record(if shown.is_seen { "left" } else { STOPPED });
    let saved = save(&arena, args.out.as_deref(), seed, &shown.game, record.as_deref())?;
    keep_transcripts(&arena, saved.as_deref(), &args.hosting, &shown)?;
    match shown.game.result() {
        Some(outcome) => {
            let seal = record.as_deref().filter(|_| saved.is_some()).and_then(seal_of);
            one(&arena, &shown.game, &outcome, seed, saved.as_deref().zip(seal), None, output)
        }
        None => shown.tell(arena.info.name, seed, saved.as_deref(), output),
    }
}

/// The players of all seats: those that are named, and for the others those of the record.
fn seated(
    game: &dyn Face,
    replay: &Replay,
    session: &dyn Session,
    words: &[String],
    human: Option<Seat>,
) -> Result<Vec<BotSpec>, Failure> {
    let mut named: Vec<Option<BotSpec>> = vec![None; session.seats()];
    for word in words {
        let Some((place, bot)) = word.split_once('=') else {
            return Err(Failure::Usage(format!("{word} is not SEAT=BOT, such as 1=greedy")));
        };
        let bot = BotSpec::find(game, bot)?;
        for seat in seats_called(word, place, session, |seat| session.took_part(seat))? {
            if named[seat.index()].replace(bot.clone()).is_some() || human == Some(seat) {
                return Err(Failure::Usage(format!("{word}: seat {seat} is given twice")));
            }
        }
    }
    let held = replay.header.programs.iter().flat_map(|held| &held.entrants);
    let programs: Vec<Seat> =
        held.filter(|entrant| entrant.program.is_some()).flat_map(|one| one.seats.clone()).collect();
    let seat_of = |(seat, named): (usize, Option<BotSpec>)| {
        let seat = Seat(seat as u8);
        if human == Some(seat) {
            return Ok(BotSpec::parse(PERSON)?);
        }
        if let Some(bot) = named {
            return Ok(bot);
        }
        let name = replay.header.seats.get(seat.index()).map_or("", String::as_str);
        let known = game.bots().iter().any(|bot| Some(bot.name) == name.split(':').next());
        if !known || programs.contains(&seat) {
            let (got, place) = (format!("{name:?}"), session.seat_name(seat));
            let words = format!("{got} cannot go on by itself, need {place}=BOT or --human {place}");
            return Err(Failure::from(Invalid::new(place, got, "a built-in bot").says(words)));
        }
        Ok(BotSpec::parse(name)?)
    };
    named.into_iter().enumerate().map(seat_of).collect()
}
