//! `replay convert`, and what `play` draws.

use super::frames::{each_frame, eye, number, scene};
use super::{film, load, load_one, page, rerun_to, verdict};
use crate::args::{Convert, Drawing};
use crate::failure::Failure;
use crate::output::{Output, progress};
use crate::picture::{Form, Kind, options};
use crate::target::{Series, Target};
use crate::{sink, stop};
use gridhaunt_arena::file;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::Differs;
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::registry::Registry;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(registry: &Registry, args: &Convert, output: Output) -> Result<(), Failure> {
    let target = Target::of(&args.out, &args.drawing)?;
    if target.is_for_stdout(&args.out)? {
        output.aside();
    }
    if target == Target::Record {
        return write(&args.out, lines_of(&args.file, args.which)?);
    }
    let replay = load_one(&args.file, args.which.unwrap_or(1))?;
    let lines = || lines_of(&args.file, Some(args.which.unwrap_or(1)));
    verdict(draw(registry, &target, &args.out, &args.drawing, &replay, lines)?)
}

/// Draws a match as a name asks for; a record is not drawn, and its `lines` go into a page. The answer is what does not
/// verify; up to there it is drawn.
pub(crate) fn draw(
    registry: &Registry,
    target: &Target,
    out: &Path,
    drawing: &Drawing,
    replay: &Replay,
    lines: impl FnOnce() -> Result<String, Failure>,
) -> Result<Option<Differs>, Failure> {
    match target {
        Target::Record => Ok(None),
        Target::Text => text(registry, out, drawing, replay),
        Target::One(kind) => {
            let (session, differs) = rerun_to(registry, replay, drawing.step, |_| Ok(()))?;
            let (scene, options) = picture(*kind, session.as_ref(), drawing)?;
            write(out, kind.draw(Page::default(), &scene, &options))?;
            Ok(differs)
        }
        Target::Series(series) => pictures(registry, series, drawing, replay),
        Target::Film(format) => film::make(registry, *format, out, drawing, replay),
        Target::Page => {
            let (page, differs) = page::of(registry, replay, &lines()?)?;
            write(out, page)?;
            Ok(differs)
        }
    }
}

/// What a picture shows, and how.
fn picture(kind: Kind, session: &dyn Session, drawing: &Drawing) -> Result<(Scene, Options), Failure> {
    let scene = scene(session, drawing)?;
    let options = options(Form::Picture(kind), drawing, &scene)?;
    Ok((scene, options))
}

fn pictures(
    registry: &Registry,
    series: &Series,
    drawing: &Drawing,
    replay: &Replay,
) -> Result<Option<Differs>, Failure> {
    // One size for all pictures.
    let mut page = Page::default();
    each_frame(registry, drawing, replay, |session| {
        let (scene, options) = picture(series.kind, session, drawing)?;
        page = page.max(Page::of(&scene, &options));
        Ok(())
    })?;
    let folder = &series.folder;
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        fs::create_dir(folder).map_err(|error| Failure::writing(folder, &error))?;
    }
    series.clear().map_err(|error| Failure::writing(folder, &error))?;
    let stop = stop::flag();
    let bar = progress(drawing.step.unwrap_or(replay.steps.len()) as u64, "steps");
    let made = each_frame(registry, drawing, replay, |session| {
        bar.set_position(session.steps());
        let path = series.path(number(session, drawing));
        let (scene, options) = picture(series.kind, session, drawing)?;
        write(&path, series.kind.draw(page, &scene, &options))?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted(format!("stopped; {} is the last picture", path.display())));
        }
        Ok(())
    });
    bar.finish_and_clear();
    made
}

/// The game's own drawing of every board, with a blank line between them.
fn text(registry: &Registry, out: &Path, drawing: &Drawing, replay: &Replay) -> Result<Option<Differs>, Failure> {
    let mut boards = Vec::new();
    let differs = each_frame(registry, drawing, replay, |session| {
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

/// The text of one match of a file, or of all.
fn lines_of(path: &Path, which: Option<u64>) -> Result<String, Failure> {
    let replays = load(path)?;
    let text = file::read(path).map_err(|error| Failure::reading(path, &error))?;
    let Some(which) = which else { return Ok(text) };
    let first = load_one(path, which)?.line;
    let next = replays.iter().map(|replay| replay.line).find(|&line| line > first).unwrap_or(usize::MAX);
    let lines = text.lines().enumerate().filter(|(index, _)| (first..next).contains(&(index + 1)));
    Ok(lines.map(|(_, line)| format!("{line}\n")).collect())
}
