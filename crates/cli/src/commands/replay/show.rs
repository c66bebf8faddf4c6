//! `replay show`.

use crate::eye::Eye;
use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, line};
use gridhaunt_arena::replay::Replay;
use gridhaunt_draw::text::{Style, render};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::json::hex;

/// Prints the view of a seat.
pub(super) fn view(session: &dyn Session, seat: Seat, output: Output) -> Result<(), Failure> {
    if !output.json {
        line(session.drawing(Some(seat)))?;
    }
    Ok(line(session.view(seat))?)
}

/// Prints a step with its board.
pub(super) fn board(replay: &Replay, session: &dyn Session, eye: Eye, output: Output) -> Result<(), Failure> {
    let choices =
        (session.steps() as usize).checked_sub(1).and_then(|index| replay.steps.get(index)).map(|step| &step.choices);
    if output.json {
        let events = session.events();
        let choices = serde_json::to_string(&choices).unwrap_or_default();
        return Ok(line(format!(
            r#"{{"step":{},"choices":{choices},"state":{},"events":{events},"hash":"{}"}}"#,
            session.steps(),
            session.state(),
            hex(session.hash())
        ))?);
    }
    let header = &replay.header;
    line(format!(
        "{}, seed {}, {}: step {} of {}",
        header.game,
        header.seed,
        lineup::words(&header.seats, session),
        session.steps(),
        replay.steps.len()
    ))?;
    let scene = eye.scene(session, Span::Step);
    output::board(&render(&scene, &Style { alone: true, ..output.style() }))?;
    // The text output contains all choices and events, even if the board shows only what one seat knows.
    if session.steps() > 0 && scene != session.scene(Span::Step, None) {
        line("what really happened:")?;
    }
    for (seat, action) in choices.into_iter().flatten() {
        line(format!("  {} chose {action}", session.seat_name(*seat)))?;
    }
    for event in session.tell() {
        line(format!("  {event}"))?;
    }
    Ok(line(format!("hash {}", hex(session.hash())))?)
}
