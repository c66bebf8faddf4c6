//! Chooses which boards of a match are shown, and from whose point of view.

use super::Shown;
use crate::args::{Drawing, Each};
use crate::eye::Eye;
use crate::failure::Failure;
use gridhaunt_arena::differs::Differs;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::face::{Session, Span};

/// The scene of a state, from the point of view of the flags.
pub(super) fn scene(shown: Shown<'_>, session: &dyn Session, drawing: &Drawing) -> Result<Scene, Failure> {
    let span = match drawing.each.unwrap_or_default() {
        Each::Frame => Span::Frame,
        Each::Step => Span::Step,
    };
    let eye = eye(session, drawing)?;
    Ok(eye.scene(session, span, &shown.heard(session, eye)))
}

/// The point of view of the flags.
pub(super) fn eye(session: &dyn Session, drawing: &Drawing) -> Result<Eye, Failure> {
    Eye::of(drawing.seat.as_deref(), drawing.knows.as_deref(), session)
}

/// The number of a board: its frame or its step, depending on the flags.
pub(super) fn number(session: &dyn Session, drawing: &Drawing) -> u64 {
    match drawing.each.unwrap_or_default() {
        Each::Frame => session.frame(),
        Each::Step => session.steps(),
    }
}

/// Calls `show` for every board that is asked for, and always for the last one. If a frame has several states, only the
/// last is shown. Returns why it ended early, if it did.
pub(super) fn each_frame(
    shown: Shown<'_>,
    drawing: &Drawing,
    mut show: impl FnMut(&dyn Session) -> Result<(), Failure>,
) -> Result<Option<Differs>, Failure> {
    each_board(shown, drawing, |session, is_shown| if is_shown { show(session) } else { Ok(()) })
}

/// Goes through all boards as [`each_frame`] does, and also passes whether each is to be shown; those in between are
/// not.
pub(super) fn each_board(
    shown: Shown<'_>,
    drawing: &Drawing,
    mut see: impl FnMut(&dyn Session, bool) -> Result<(), Failure>,
) -> Result<Option<Differs>, Failure> {
    let (from, to) = (drawing.from.unwrap_or(0), drawing.to.unwrap_or(u64::MAX));
    if from > to {
        return Err(Failure::Usage(format!("--from-frame: {from} is after --to {to}")));
    }
    let is_due = |frame: u64| frame >= from && (frame - from).is_multiple_of(drawing.every.unwrap_or(1));
    let (mut last, mut end): (Option<Box<dyn Session>>, u64) = (None, 0);
    let (_, differs) = shown.up_to(drawing.step, |session| {
        end = number(session, drawing);
        if end > to {
            return Ok(());
        }
        if let Some(done) = last.take_if(|last| number(last.as_ref(), drawing) != end) {
            see(done.as_ref(), is_due(number(done.as_ref(), drawing)))?;
        }
        last = Some(session.fork());
        Ok(())
    })?;
    // A match that does not verify is shown as far as it goes.
    for (flag, frame) in [("--from-frame", drawing.from), ("--to", drawing.to.filter(|_| differs.is_none()))] {
        if let Some(frame) = frame.filter(|frame| *frame > end) {
            return Err(Failure::Usage(format!("{flag}: {frame} is not in 0..={end}")));
        }
    }
    if let Some(last) = last {
        see(last.as_ref(), true)?;
    }
    Ok(differs)
}
