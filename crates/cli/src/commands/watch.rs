//! `watch`: a replay in the terminal, or frame after frame where there is none.

use crate::args::Watch;
use crate::commands::replay::{load_one, verdict};
use crate::eye::Eye;
use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, line};
use crate::screen::watching::{Left, Watching};
use crate::screen::{Pen, Reel, Screen};
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_draw::text::render;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Span;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &Registry, args: &Watch, output: Output) -> Result<(), Failure> {
    let replay = load_one(&args.file, args.which)?;
    let (reel, differs) = play(registry, &replay)?;
    let eye = Eye::of(args.seat.as_deref(), args.knows.as_deref(), reel.last())?;
    if !Screen::is_possible() {
        for step in 0..=reel.steps() {
            let board = render(&eye.scene(reel.at(step).as_ref(), Span::Step), &output.style());
            line(format!("step {step} of {}", replay.steps.len()))?;
            output::board(&board)?;
        }
        return verdict(differs);
    }
    let header = &replay.header;
    let heading = format!("{}, seed {}: {}", header.game, header.seed, lineup::words(&header.seats, reel.last()));
    let names = (0..reel.last().seats()).map(|seat| reel.last().seat_name(Seat(seat as u8))).collect();
    let notice =
        differs.as_ref().map(|error| format!("this replay does not verify, and is shown as far as it does: {error}"));
    let mut watching = Watching::new(reel, heading, names, args.speed).seen_by(eye).noted(notice).waiting_if_short();
    match watching.run(&mut Screen::open()?, Pen { style: output.style() })? {
        Left::Quit => verdict(differs),
        Left::Stopped => Err(Failure::Interrupted(String::new())),
    }
}

/// The match as far as it can be played as recorded, and what differs then.
fn play(registry: &Registry, replay: &Replay) -> Result<(Reel, Option<Differs>), Failure> {
    let mut rerun = Rerun::new(registry, replay).map_err(|error| Failure::Finding(error.to_string()))?;
    let mut reel = Reel::new(rerun.session.fork());
    loop {
        let read = |(seat, value): &(Seat, Value)| Some((*seat, rerun.session.read_action(value).ok()?));
        let step = replay.steps.get(rerun.taken());
        let choices = step.map_or_else(Vec::new, |step| step.choices.iter().filter_map(read).collect());
        match rerun.next_step() {
            Some(Ok(())) => reel.push(choices),
            Some(Err(error)) => return Ok((reel, Some(error))),
            None => return Ok((reel, None)),
        }
    }
}
