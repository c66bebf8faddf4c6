//! A match as a film.

use super::frames::{each_frame, scene};
use crate::args::Drawing;
use crate::failure::Failure;
use crate::output::progress;
use crate::picture::{Kind, options};
use crate::sink::Sink;
use crate::stop;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::Differs;
use gridhaunt_draw::film::{Film, FilmError, Format, Pace};
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::registry::Registry;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Writes all frames that are asked for; the file is there whole or not at all. The answer is what does not verify.
pub(super) fn make(
    registry: &Registry,
    format: Format,
    out: &Path,
    drawing: &Drawing,
    replay: &Replay,
) -> Result<Option<Differs>, Failure> {
    // One size for all frames.
    let (mut page, mut frames) = (Page::default(), 0);
    let mut look = Options { cell: 0, dark: drawing.dark };
    each_frame(registry, drawing, replay, |session| {
        let scene = scene(session, drawing)?;
        look = options(Kind::Png, drawing, &scene)?;
        page = page.max(Page::of(&scene, &look));
        frames += 1;
        Ok(())
    })?;
    let unwritable = |error| Failure::writing(out, &error);
    let usual = Pace::default();
    let pace =
        Pace { fps: drawing.fps.unwrap_or(usual.fps), tween: drawing.tween.unwrap_or(usual.tween), rest: usual.rest };
    let file = Sink::create(out).map_err(unwritable)?;
    let mut film = Film::new(file, format, page, look, pace).map_err(|error| match error {
        FilmError::TooLarge { .. } => match drawing.scale {
            Some(scale) => Failure::Usage(format!("--scale: {scale}: {error}")),
            None => Failure::Usage(format!("--cell: {}: {error}", look.cell)),
        },
        FilmError::Io(error) => unwritable(error),
    })?;
    let (stop, bar) = (stop::flag(), progress(frames, "frames"));
    let made = each_frame(registry, drawing, replay, |session| {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted(format!("stopped; {} is not written", out.display())));
        }
        film.push(scene(session, drawing)?).map_err(unwritable)?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    let differs = made?;
    film.finish().and_then(Sink::finish).map_err(unwritable)?;
    Ok(differs)
}
