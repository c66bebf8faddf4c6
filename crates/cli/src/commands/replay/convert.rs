//! `replay convert`, and the drawings of `play -o`.

#[cfg(feature = "full")]
use super::film;
use super::frames::{each_frame, eye, number, scene};
use super::{Shown, load_with_lines, page, verdict};
use crate::args::{Convert, Drawing};
use crate::failure::Failure;
use crate::output::{Output, progress};
#[cfg(not(feature = "full"))]
use crate::picture::no_pixels;
use crate::picture::{Form, PictureKind, options};
use crate::sink::{self, Sink};
use crate::target::{Series, Target};
use crate::{input, stop};
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::renew::renew;
use gridhaunt_arena::replay::{FORMAT, Matches};
use gridhaunt_arena::verify::verify;
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::registry::Registry;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(registry: &Registry, args: &Convert, output: Output) -> Result<(), Failure> {
    let target = Target::of(&args.out, &args.drawing)?;
    if target.is_for_stdout(&args.out)? {
        output.aside();
    }
    if target == Target::Record {
        return copy(registry, args);
    }
    let mut lines = Vec::new();
    let replay = load_with_lines(&args.file, args.which.unwrap_or(1), |line| {
        // Only a page contains the lines themselves.
        if target == Target::Page {
            lines.extend_from_slice(line);
            lines.push(b'\n');
        }
    })?;
    let text = || Ok(String::from_utf8_lossy(&lines).into_owned());
    verdict(draw(Shown::Record(registry, &replay), &target, &args.out, &args.drawing, text)?)
}

/// Draws a match in the format of the target; `lines`, the record, go into a page. Returns the first difference if the
/// match does not verify; it is drawn up to there.
pub(crate) fn draw(
    shown: Shown<'_>,
    target: &Target,
    out: &Path,
    drawing: &Drawing,
    lines: impl FnOnce() -> Result<String, Failure>,
) -> Result<Option<Differs>, Failure> {
    match target {
        Target::Record => Ok(None),
        Target::Text => text(shown, out, drawing),
        Target::One(kind) => {
            let (session, differs) = shown.up_to(drawing.step, |_| Ok(()))?;
            let (scene, options) = picture(shown, *kind, session.as_ref(), drawing)?;
            write(out, kind.draw(Page::default(), &scene, &options)?)?;
            Ok(differs)
        }
        Target::Series(series) => pictures(shown, series, drawing),
        #[cfg(feature = "full")]
        Target::Film(format) => film::make(shown, *format, out, drawing),
        #[cfg(not(feature = "full"))]
        Target::Film(_) => Err(no_pixels()),
        Target::Page => {
            let (page, differs) = page::of(shown, &lines()?)?;
            write(out, page)?;
            Ok(differs)
        }
    }
}

/// The scene of a picture, and the options to draw it.
fn picture(
    shown: Shown<'_>,
    kind: PictureKind,
    session: &dyn Session,
    drawing: &Drawing,
) -> Result<(Scene, Options), Failure> {
    let scene = scene(shown, session, drawing)?;
    let options = options(Form::Picture(kind), drawing, &scene)?;
    Ok((scene, options))
}

fn pictures(shown: Shown<'_>, series: &Series, drawing: &Drawing) -> Result<Option<Differs>, Failure> {
    // All pictures have the same size.
    let mut page = Page::default();
    each_frame(shown, drawing, |session| {
        let (scene, options) = picture(shown, series.kind, session, drawing)?;
        page = page.max(Page::of(&scene, &options));
        Ok(())
    })?;
    let folder = &series.folder;
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        fs::create_dir(folder).map_err(|error| Failure::writing(folder, &error))?;
    }
    series.clear().map_err(|error| Failure::writing(folder, &error))?;
    let stop = stop::flag();
    let bar = progress(drawing.step.unwrap_or(shown.steps()) as u64, "steps");
    let made = each_frame(shown, drawing, |session| {
        bar.set_position(session.steps());
        let path = series.path(number(session, drawing));
        let (scene, options) = picture(shown, series.kind, session, drawing)?;
        write(&path, series.kind.draw(page, &scene, &options)?)?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted(format!("stopped; {} is the last picture", path.display())));
        }
        Ok(())
    });
    bar.finish_and_clear();
    made
}

/// Writes the game's own text drawing of every board, with a blank line between them.
fn text(shown: Shown<'_>, out: &Path, drawing: &Drawing) -> Result<Option<Differs>, Failure> {
    let mut boards = Vec::new();
    let differs = each_frame(shown, drawing, |session| {
        let board = session.drawing(eye(session, drawing)?.seat());
        boards.push(format!("{}\n", board.trim_end_matches('\n')));
        Ok(())
    })?;
    write(out, boards.join("\n"))?;
    Ok(differs)
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    sink::write(path, content).map_err(|error| Failure::writing(path, &error))
}

/// Copies the matches of a file, or one of them, to another file; those in format 1 are rewritten in format 2.
fn copy(registry: &Registry, args: &Convert) -> Result<(), Failure> {
    let unreadable = |error: io::Error| Failure::reading(&args.file, &error);
    let unwritable = |error: io::Error| Failure::writing(&args.out, &error);
    let mut matches = Matches::new(input::open_record(&args.file).map_err(unreadable)?);
    let mut out = Sink::create(&args.out).map_err(unwritable)?;
    let (mut number, mut unproved) = (0, None);
    loop {
        number += 1;
        if args.which.is_some_and(|which| number < which) && matches.skip().map_err(unreadable)? {
            continue;
        }
        let mut lines = Vec::new();
        let replay = matches.read(|line| lines.extend([line, b"\n"].concat())).map_err(unreadable)?;
        let Some(replay) = replay.filter(|_| args.which.is_none_or(|which| number <= which)) else { break };
        let differs =
            |error: Differs| Failure::Finding(format!("{}, match {number}: {error}", input::name(&args.file)));
        let replay = replay.map_err(differs)?;
        match &replay.damage {
            Some(damage) => return Err(differs(damage.clone())),
            None if replay.header.format < FORMAT => lines = renew(registry, &replay).map_err(differs)?.into_bytes(),
            // A record that does not verify is copied unchanged, and reported afterwards.
            None => unproved = unproved.or(verify(registry, &replay).err().map(differs)),
        }
        out.write_all(&lines).map_err(unwritable)?;
    }
    let found = number - 1;
    match args.which {
        Some(which) if found < which => Err(Failure::Usage(format!("--match: {which} is not in 1..={found}"))),
        None if found == 0 => Err(Failure::Usage(format!("{}: no match is in this file", input::name(&args.file)))),
        _ => {
            out.finish().map_err(unwritable)?;
            unproved.map_or(Ok(()), Err)
        }
    }
}
