//! A match as a film.

use super::frames::{each_frame, scene};
use super::warn;
use crate::args::Convert;
use crate::failure::Failure;
use crate::output::progress;
use crate::picture::film_cell;
use crate::stop;
use gridhaunt_arena::file::Whole;
use gridhaunt_arena::replay::Replay;
use gridhaunt_draw::film::{Film, FilmError, Format, Pace};
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::registry::Registry;
use std::sync::atomic::Ordering;

/// Writes all frames that are asked for; the file is there whole or not at all.
pub(super) fn make(registry: &Registry, args: &Convert, replay: &Replay) -> Result<(), Failure> {
    // One size for all frames.
    let (mut page, mut frames) = (Page::default(), 0);
    let mut options = Options { cell: 0, dark: args.dark };
    each_frame(registry, args, replay, |session| {
        let scene = scene(session, args)?;
        options.cell = film_cell(args.cell, &scene)?;
        page = page.max(Page::of(&scene, &options));
        frames += 1;
        Ok(())
    })?;
    let unwritable = |error| Failure::writing(&args.out, &error);
    let pace = Pace { fps: args.fps.unwrap_or(10.0), tween: 1, ..Pace::default() };
    let file = Whole::create(&args.out).map_err(unwritable)?;
    let mut film = Film::new(file, Format::Gif, page, options, pace).map_err(|error| match error {
        FilmError::TooLarge { .. } => Failure::Usage(format!("--cell: {}: {error}", options.cell)),
        FilmError::Io(error) => unwritable(error),
    })?;
    let (stop, bar) = (stop::flag(), progress(frames, "frames"));
    let made = each_frame(registry, args, replay, |session| {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted(format!("stopped; {} is not written", args.out.display())));
        }
        film.push(scene(session, args)?).map_err(unwritable)?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    let differs = made?;
    film.finish().and_then(Whole::finish).map_err(unwritable)?;
    warn(differs.as_ref());
    Ok(())
}
