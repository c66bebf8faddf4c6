//! `watch`: shows a replay in the terminal, or prints one frame after the other if there is no terminal.

use crate::args::Watch;
use crate::commands::replay::{load_one, verdict};
use crate::eye::Eye;
use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, line};
use crate::screen::watching::{Left, Watching};
use crate::screen::{Pen, Screen};
use gridhaunt_arena::Match;
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_draw::text::render;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Span;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &Registry, args: &Watch, output: Output) -> Result<(), Failure> {
    let replay = load_one(&args.file, args.which)?;
    let (game, differs) = play(registry, &replay)?;
    let eye = Eye::of(args.seat.as_deref(), args.knows.as_deref(), game.session())?;
    if !Screen::is_possible() {
        game.each(game.steps(), |session| {
            line(format!("step {} of {}", session.steps(), replay.steps.len()))?;
            let at = usize::try_from(session.steps()).unwrap_or(usize::MAX);
            let scene = eye.scene(session, Span::Step, &game.shown_in(at, eye.seat()));
            output::board(&render(&scene, &output.style()))?;
            game.verdicts(at).iter().try_for_each(|verdict| line(format!("  {verdict}")))
        })?;
        return verdict(differs);
    }
    let header = &replay.header;
    let heading = format!("{}, seed {}: {}", header.game, header.seed, lineup::words(&header.seats, game.session()));
    let names = (0..game.session().seats()).map(|seat| game.session().seat_name(Seat(seat as u8))).collect();
    let notice =
        differs.as_ref().map(|error| format!("this replay does not verify, and is shown as far as it does: {error}"));
    let mut watching = Watching::new(game, heading, names, args.speed).seen_by(eye).noted(notice).waiting_if_short();
    match watching.run(&mut Screen::open()?, Pen { style: output.style() })? {
        Left::Quit => verdict(differs),
        Left::Stopped => Err(Failure::Interrupted(String::new())),
    }
}

/// Replays the match as far as it verifies; returns it with the first difference, if any.
fn play(registry: &Registry, replay: &Replay) -> Result<(Match, Option<Differs>), Failure> {
    let mut rerun = Rerun::new(registry, replay).map_err(|error| Failure::Finding(error.to_string()))?.filmed();
    loop {
        match rerun.next_step() {
            Some(Ok(())) => {}
            Some(Err(error)) => return Ok((rerun.game, Some(error))),
            None => return Ok((rerun.game, None)),
        }
    }
}
