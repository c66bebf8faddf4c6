//! A match as a film.

use super::Shown;
use super::frames::{each_board, each_frame, scene};
use crate::args::{Drawing, Each};
use crate::failure::Failure;
use crate::output::progress;
use crate::pace::steps_a_second;
use crate::picture::{Form, options};
use crate::sink::Sink;
use crate::stop;
use gridhaunt_arena::differs::Differs;
use gridhaunt_draw::film::{Film, FilmError, Format, Pace};
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::face::Session;
use std::path::Path;
use std::sync::atomic::Ordering;

/// The default number of scenes per second: the pace of the game. If frames are left out it is limited, because each
/// scene then shows more changes.
fn own_pace(session: &dyn Session, drawing: &Drawing) -> f64 {
    let own = match drawing.each.unwrap_or_default() {
        Each::Frame => session.pace(),
        Each::Step => steps_a_second(session).min(Pace::FASTEST),
    };
    if drawing.every.unwrap_or(1) > 1 { own.min(Pace::default().fps) } else { own }
}

/// Writes all frames that are asked for; the file is complete or does not exist. Returns the first difference if the
/// match does not verify.
pub(super) fn make(
    shown: Shown<'_>,
    format: Format,
    out: &Path,
    drawing: &Drawing,
) -> Result<Option<Differs>, Failure> {
    // All frames have the same size.
    let (mut page, mut frames, mut usual) = (Page::default(), 0, Pace::default());
    let mut look = Options { cell: 0, dark: drawing.dark };
    each_frame(shown, drawing, |session| {
        let scene = scene(shown, session, drawing)?;
        look = options(Form::Film, drawing, &scene)?;
        usual = Pace::of(drawing.fps.unwrap_or_else(|| own_pace(session, drawing)));
        page = page.max(Page::of(&scene, &look));
        frames += 1;
        Ok(())
    })?;
    let unwritable = |error| Failure::writing(out, &error);
    let pace = Pace { tween: drawing.tween.unwrap_or(usual.tween), ..usual };
    let file = Sink::create(out).map_err(unwritable)?;
    let mut film = Film::new(file, format, page, look, pace).map_err(|error| match error {
        FilmError::TooLarge { .. } => match drawing.scale {
            Some(scale) => Failure::Usage(format!("--scale: {scale}: {error}")),
            None => Failure::Usage(format!("--cell: {}: {error}", look.cell)),
        },
        FilmError::Io(error) => unwritable(error),
    })?;
    let (stop, bar) = (stop::flag(), progress(frames, "frames"));
    let made = each_board(shown, drawing, |session, is_shown| {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted(format!("stopped; {} is not written", out.display())));
        }
        if is_shown {
            film.push(scene(shown, session, drawing)?).map_err(unwritable)?;
            bar.inc(1);
        } else if pace.tween > 1 {
            film.pass(&scene(shown, session, drawing)?);
        }
        Ok(())
    });
    bar.finish_and_clear();
    let differs = made?;
    film.finish().and_then(Sink::finish).map_err(unwritable)?;
    Ok(differs)
}
