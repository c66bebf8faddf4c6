//! `replay show`.

use crate::eye::Eye;
use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, line};
use gridhaunt_arena::heard::Heard;
use gridhaunt_arena::replay::Replay;
use gridhaunt_draw::text::{Style, render};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::shown::shown;

/// Prints the view of a seat.
pub(super) fn view(session: &dyn Session, seat: Seat, output: Output) -> Result<(), Failure> {
    if !output.json {
        line(session.drawing(Some(seat)))?;
    }
    Ok(line(session.view(seat))?)
}

/// Prints a step with its board.
pub(super) fn board(replay: &Replay, session: &dyn Session, eye: Eye, output: Output) -> Result<(), Failure> {
    let played = (session.steps() as usize).checked_sub(1).and_then(|index| replay.steps.get(index));
    let choices = played.map(|step| &step.choices);
    let header = &replay.header;
    if output.json {
        let events = session.events();
        let choices = serde_json::to_string(&choices).unwrap_or_default();
        let lists = played.map(|step| {
            [
                ("refused", &step.refused),
                ("verdicts", &step.verdicts),
                ("used_us", &step.used_us),
                ("notes", &step.notes),
            ]
        });
        let there = lists.into_iter().flatten().filter(|(_, list)| !list.is_empty());
        let list = |(name, list): (&str, &Vec<(Seat, Value)>)| {
            format!(r#","{name}":{}"#, shown(&serde_json::to_string(list).unwrap_or_default()))
        };
        let heard: String = there.map(list).collect();
        // With its settings and its seed the state can be played on: it is the rest of its world.
        return Ok(line(format!(
            r#"{{"step":{},"settings":{},"seed":"{}","choices":{choices},"state":{},"events":{events},"hash":"{}"{heard}}}"#,
            session.steps(),
            shown(&header.settings.to_string()),
            header.seed,
            session.state(),
            hex(session.hash())
        ))?);
    }
    line(format!(
        "{}, seed {}, {}: step {} of {}",
        header.game,
        header.seed,
        lineup::words(&header.seats, session),
        session.steps(),
        replay.steps.len()
    ))?;
    let step = usize::try_from(session.steps()).unwrap_or(usize::MAX);
    let scene = eye.scene(session, Span::Step, &replay.shown_in(step, eye.seat()));
    output::board(&render(&scene, &Style { alone: true, ..output.style() }))?;
    // The text output contains all choices and events, even if the board shows only what one seat knows.
    let plain = eye.scene(session, Span::Step, &Heard::default());
    if session.steps() > 0 && plain != session.scene(Span::Step, None) {
        line("what really happened:")?;
    }
    for (seat, action) in choices.into_iter().flatten() {
        line(format!("  {} chose {action}", session.seat_name(*seat)))?;
    }
    for event in session.tell().iter().chain(&replay.heard(step).words(session)) {
        line(format!("  {event}"))?;
    }
    Ok(line(format!("hash {}", hex(session.hash())))?)
}
